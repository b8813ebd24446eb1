//! What the book tool costs, warm. Prints; nothing fails because a machine is
//! slow. With `--test`, or without cargo's `--bench`, everything runs once.
#![expect(clippy::unwrap_used, reason = "a benchmark may fail by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ledger::target_dir;
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use mdbook_measured::build::build;
use mdbook_measured::preprocess::{Measured, Strictness};
use mdbook_preprocessor::book::{Book, BookItem};
use mdbook_preprocessor::{Preprocessor as _, PreprocessorContext};

#[path = "../tests/book/fixture.rs"]
#[expect(dead_code, reason = "the benchmark needs a part of the tests' fixture")]
mod fixture;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let whole = args.iter().any(|arg| arg == "--bench") && !args.iter().any(|arg| arg == "--test");
    let rounds = if whole { 15 } else { 1 };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    against_mdbook_alone("this book", root, rounds, "<= 1.3");
    let large = large_book();
    against_mdbook_alone("60 chapters with 200 tables", large.root(), rounds, "<= 1.3; <= 1 s");
    ten_thousand_rows(rounds);
}

/// Ours (preprocess, render, check, put in place) and mdBook alone on the
/// chapters that ours rendered, in turn.
fn against_mdbook_alone(what: &str, root: &Path, rounds: usize, bar: &str) {
    let plain = tempfile::tempdir().unwrap();
    rendered_chapters(root, plain.path());
    let (mut ours, mut alone, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let time = timed(|| {
            let built = build(root, &target_dir(root), Strictness::BUILD).unwrap();
            assert_eq!(built.findings.faults, [], "the book is sound");
        });
        let other = timed(|| MDBook::load(plain.path()).unwrap().build().unwrap());
        ratios.push(time.as_secs_f64() / other.as_secs_f64());
        ours.push(time);
        alone.push(other);
    }
    println!(
        "{what}: cargo book build {:.0} ms, mdBook alone {:.0} ms, ratio {:.2} (medians of {rounds} rounds in turn; bar: {bar})",
        median(&mut ours).as_secs_f64() * 1e3,
        median(&mut alone).as_secs_f64() * 1e3,
        median(&mut ratios)
    );
}

/// A book at `plain` whose chapters are what our preprocessor made of `root`'s.
fn rendered_chapters(root: &Path, plain: &Path) {
    let book = preprocessed(root);
    for entry in fs::read_dir(root.join("src")).unwrap() {
        let path = entry.unwrap().path();
        let to = plain.join("src").join(path.file_name().unwrap());
        if path.is_file() {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(path, to).unwrap();
        }
    }
    for item in book.iter() {
        if let BookItem::Chapter(chapter) = item {
            // What mdBook would include is there by now, as ours left it.
            let content = chapter.content.replace("../labs/", &format!("{}/labs/", root.display()));
            fs::write(plain.join("src").join(chapter.path.as_ref().unwrap()), content).unwrap();
        }
    }
    let config = fs::read_to_string(root.join("book.toml")).unwrap();
    let lines = config.lines().filter(|line| {
        !["[preprocessor.measured]", "command", "before", "build-dir"]
            .iter()
            .any(|key| line.starts_with(key))
    });
    fs::write(plain.join("book.toml"), lines.collect::<Vec<_>>().join("\n")).unwrap();
    // No chapter, but a page that mdBook makes.
    let not_found = Path::new("src/404.md");
    if root.join(not_found).is_file() {
        fs::copy(root.join(not_found), plain.join(not_found)).unwrap();
    }
    if root.join("theme").is_dir() {
        copy_folder(&root.join("theme"), &plain.join("theme"));
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy_folder(&path, &target),
            false => drop(fs::copy(&path, target).unwrap()),
        }
    }
}

fn preprocessed(root: &Path) -> Book {
    let config = Config::from_disk(root.join("book.toml")).unwrap();
    let book = MDBook::load_with_config(root, config.clone()).unwrap().book;
    let context = PreprocessorContext::new(root.to_owned(), config, "html".into());
    Measured::new(&target_dir(root), Strictness::BUILD, Rc::default()).run(&context, book).unwrap()
}

fn large_book() -> fixture::Workspace {
    let workspace = fixture::Workspace::new();
    let (mut summary, mut tables) = (String::from("# Summary\n\n- [Audit](audit.md)\n"), 0);
    for chapter in 0..60 {
        let _ = writeln!(summary, "- [Chapter {chapter}](c{chapter}.md)");
        let mut text = fixture::HEAD.to_owned();
        for section in 0..4 {
            let _ = writeln!(
                text,
                "## Section {section}\n\n{}\n",
                "Words that a chapter has. ".repeat(60)
            );
            if tables < 200 {
                tables += 1;
                text.push_str("{{#table pipeline}}\n\n");
            }
        }
        workspace.put(&format!("src/c{chapter}.md"), &text);
    }
    workspace.put("src/SUMMARY.md", &summary);
    workspace
}

fn ten_thousand_rows(rounds: usize) {
    let workspace = fixture::Workspace::new();
    let mut counts = workspace.counts();
    let row = counts.body.tables[0].rows[0].clone();
    counts.body.tables[0].rows = (0..10_000)
        .map(|i| ledger::CountRow { variant: format!("variant_{i}"), ..row.clone() })
        .collect();
    workspace.write("labs/lab1/ledger/counts.json", &counts);
    let config = Config::from_disk(workspace.root().join("book.toml")).unwrap();
    let book = MDBook::load_with_config(workspace.root(), config.clone()).unwrap().book;
    let context = PreprocessorContext::new(workspace.root().to_owned(), config, "html".into());
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let findings = Rc::default();
            let measured = Measured::new(workspace.root(), Strictness::BUILD, Rc::clone(&findings));
            let book = book.clone();
            let time = timed(|| drop(measured.run(&context, book).unwrap()));
            assert_eq!(findings.borrow().faults, [], "the ledger is sound");
            time
        })
        .collect();
    println!(
        "a ledger of 10,000 rows, read and rendered: {:.0} ms (median of {rounds}; bar: <= 50 ms)",
        median(&mut times).as_secs_f64() * 1e3
    );
}

fn timed(f: impl FnOnce()) -> Duration {
    let start = Instant::now();
    f();
    start.elapsed()
}

fn median<T: PartialOrd + Copy>(values: &mut [T]) -> T {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap());
    values[values.len() / 2]
}
