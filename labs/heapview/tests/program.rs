//! The program as people run it: exit codes, pipes, colours, widths, JSON.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use std::io::{Read as _, Write as _};
use std::process::{Command, Output, Stdio};

use made::{Made, path, text};
use serde_json::Value;

fn heapview() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heapview"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    heapview().args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn committed(name: &str) -> String {
    path(name).display().to_string()
}

/// One call of every command on one file.
fn calls(file: &str) -> Vec<Vec<String>> {
    [
        "top",
        "top --by bytes,blocks",
        "top --cum --lines -n 3",
        "list .",
        "peek .",
        "tree",
        "tree --lines --min-share 0",
        "sites",
        "sites --by blocks -n 1",
        "advise",
    ]
    .iter()
    .map(|call| call.split(' ').map(str::to_owned).chain([file.to_owned()]).collect())
    .chain([vec!["diff".to_owned(), file.to_owned(), file.to_owned()]])
    .collect()
}

#[test]
fn every_command_reads_every_profile_as_text_and_as_json() {
    for file in std::fs::read_dir(path("")).unwrap() {
        let file = file.unwrap().path().display().to_string();
        for call in calls(&file) {
            let call: Vec<&str> = call.iter().map(String::as_str).collect();
            let output = run(&call);
            // Nothing in an empty profile matches.
            if file.ends_with("empty.json") && ["list", "peek"].contains(&call[0]) {
                assert_eq!(output.status.code(), Some(2), "{call:?}");
                assert!(stderr(&output).contains("no function that allocates matches"));
                continue;
            }
            // An ad hoc profile and Go's have other metrics, but always these.
            let text = stdout(&output);
            assert!(text.contains("profile"), "{call:?}: {text}");
            let json = run(&[&call[..], &["--json"]].concat());
            let json: Value = serde_json::from_str(&stdout(&json)).unwrap();
            assert!(json["profile"]["total"]["bytes"].is_u64(), "{call:?}: {json}");
        }
        for format in ["folded", "pprof", "speedscope", "json"] {
            let output = run(&["export", "--to", format, &file]);
            assert_eq!(output.status.code(), Some(0), "{format} of {file}: {}", stderr(&output));
            assert!(
                !output.stdout.is_empty() || file.ends_with("empty.json"),
                "{format} of {file}"
            );
        }
    }
}

/// Hash maps go through the memory of every process in another order.
#[test]
fn the_same_profile_reads_the_same_every_time() {
    for name in ["go-heap.pb.gz", "two-symbol-styles.json"] {
        let file = committed(name);
        let exports = ["folded", "pprof", "speedscope", "json"];
        let exports = exports.map(|format| ["export", "--to", format, &file].map(str::to_owned));
        let mut all = calls(&file);
        all.extend(exports.map(Vec::from));
        for call in all {
            let call: Vec<&str> = call.iter().map(String::as_str).collect();
            let print = || without_age(run(&call).stdout);
            let first = print();
            assert!((0..3).all(|_| print() == first), "{call:?}");
        }
    }
}

/// The heading says how old the profile is, and the clock goes on.
fn without_age(text: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(text) {
        Ok(text) => text.lines().filter(|line| !line.ends_with(" old")).collect::<String>().into(),
        Err(binary) => binary.into_bytes(),
    }
}

#[test]
fn the_chapters_figures() {
    let text = stdout(&run(&["top", &committed("pipeline.json")]));
    assert!(text.contains("128,760 bytes in 2,013 blocks"), "{text}");
    let build = text.lines().find(|line| line.ends_with("build_records")).unwrap();
    let cells: Vec<&str> = build.split_whitespace().collect();
    assert_eq!(cells[..5], ["96,000", "74.6%", "74.6%", "96,000", "74.6%"]);
}

#[test]
fn trouble_is_two_and_says_what_where_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().display().to_string();
    let empty = format!("{folder}/empty.json");
    std::fs::write(&empty, "").unwrap();
    let missing = format!("{folder}/missing.json");
    let (pipeline, ad_hoc) = (committed("pipeline.json"), committed("ad-hoc.json"));
    for (arguments, expected) in [
        (vec!["top", &missing], vec!["missing.json: ", "No such file"]),
        (vec!["top", &folder], vec!["this is a folder"]),
        (vec!["top", &empty], vec!["empty.json: the file is empty", "process::exit"]),
        (vec!["list", "nowhere", &pipeline], vec!["no function", "\"nowhere\"", "heapview top"]),
        (vec!["top", "--by", "live", &ad_hoc], vec!["does not measure live; it has bytes, blocks"]),
        (vec!["diff", "-", "-"], vec!["only one"]),
        (vec!["list", "(", &pipeline], vec!["unclosed group"]),
        (vec!["diff", &pipeline, &pipeline, "--fail-over", "much"], vec!["write 5% or 0.05"]),
        (vec!["tree", "--depth", "0", &pipeline], vec!["1..=1000"]),
    ] {
        let output = run(&arguments);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        for expected in expected {
            // Windows and Unix name a missing file differently.
            if expected != "No such file" || cfg!(unix) {
                assert!(text.contains(expected), "{arguments:?} gave {text}, not {expected}");
            }
        }
        assert!(!text.contains("panicked") && output.stdout.is_empty(), "{text}");
    }
}

#[test]
fn a_finding_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: u64| {
        let path = folder.path().join(name);
        std::fs::write(&path, text(&[Made::new(bytes, 1, &["app::f (a.rs:1:1)"])])).unwrap();
        path.display().to_string()
    };
    let (base, more, much) = (file("base", 1000), file("more", 1050), file("much", 1051));
    assert_eq!(run(&["diff", &base, &more, "--fail-over", "5%"]).status.code(), Some(0));
    assert_eq!(run(&["diff", &much, &base, "--fail-over", "5%"]).status.code(), Some(0));
    let over = run(&["diff", &base, &much, "--fail-over", "5%"]);
    assert_eq!(over.status.code(), Some(1));
    assert!(stderr(&over).contains("bytes grew by 5.1%, more than the 5% of --fail-over"));
    assert_eq!(run(&["diff", &base, &much]).status.code(), Some(0));
    let empty = committed("empty.json");
    let from_none = run(&["diff", &empty, &base, "--fail-over", "5%"]);
    assert_eq!(from_none.status.code(), Some(1));
    assert!(stderr(&from_none).contains("grew from none"));
    assert_eq!(run(&["advise", "--fail", &base]).status.code(), Some(0));
    assert_eq!(run(&["advise", "--fail", &committed("pipeline.json")]).status.code(), Some(1));
}

#[test]
fn standard_input_is_a_profile() {
    let mut child =
        heapview().args(["top", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let profile = std::fs::read(path("go-heap.pb.gz")).unwrap();
    child.stdin.take().unwrap().write_all(&profile).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = stdout(&output);
    assert!(text.contains("main.grow") && !text.contains(" old"), "{text}");
}

/// `heapview export … | head -1`: the reader goes away early.
#[test]
fn a_closed_pipe_is_no_trouble() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.json");
    let frame = |at: u32| format!("app::a_long_name_{at} (app/src/a.rs:{at}:1)");
    let sites: Vec<Made> = (0..5_000).map(|at| Made::new(1, 1, &[&frame(at)])).collect();
    std::fs::write(&file, text(&sites)).unwrap();
    for arguments in [
        &["export", "--to", "folded"][..],
        &["top", "-n", "5000"],
        &["sites", "-n", "5000", "--json"],
    ] {
        let mut child = heapview()
            .args(arguments)
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 10];
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut first).unwrap();
        drop(out);
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output)),
            (Some(0), String::new()),
            "{arguments:?}"
        );
    }
}

#[test]
fn colour_is_for_terminals() {
    let file = committed("pipeline.json");
    for call in calls(&file) {
        let mut call: Vec<&str> = call.iter().map(String::as_str).collect();
        assert!(!stdout(&run(&call)).contains('\u{1b}'), "{call:?}");
        call.extend(["--color", "always"]);
        assert!(stdout(&run(&call)).contains('\u{1b}'), "{call:?}");
    }
}

#[test]
fn lines_are_cut_to_the_width_and_only_then() {
    let file = committed("two-symbol-styles.json");
    for call in calls(&file).iter().filter(|call| call[0] != "list") {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        let cut = stdout(&run(&[&call[..], &["--width", "60"]].concat()));
        // The heading is kept in full.
        let heading = |line: &&str| line.contains("profile (dhat)") || line.contains("(a realloc");
        for line in cut.lines().filter(|line| !heading(line) && !line.starts_with("and ")) {
            assert!(line.chars().count() <= 60, "{call:?}: {line}");
        }
        assert!(!stdout(&run(&call)).contains('…'), "{call:?}");
    }
}

#[test]
fn a_missing_or_newer_source_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.json");
    std::fs::write(&old, text(&[Made::new(10, 1, &["app::f (app/src/a.rs:2:1)"])])).unwrap();
    let list = |path: &str| {
        let old = old.display().to_string();
        let call = ["list", "f", &old, "--source-path", path];
        stdout(&heapview().current_dir(&folder).args(call).output().unwrap())
    };
    let root = folder.path().display().to_string();
    assert!(list(&root).contains("note: no app/src/a.rs below here"), "{}", list(&root));
    let source = folder.path().join("app/src/a.rs");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, "pub fn f() {\n    vec![0; 10];\n}\npub fn g() {}\n").unwrap();
    let text = list(&root);
    assert!(text.contains("note: changed after the profile was written"), "{text}");
    assert!(text.contains("vec![0; 10];") && !text.contains("pub fn g"), "{text}");
    let one_line = "struct F;\npub fn f() { drop(vec![0; 10]); }\n\nfn g() {\n}\n";
    std::fs::write(&source, one_line).unwrap();
    assert!(!list(&root).contains("fn g"), "a function of one line: {}", list(&root));
    std::fs::write(&source, "pub fn f() {\n    vec![0; 10];\n}\npub fn g() {}\n").unwrap();
    let before =
        std::fs::metadata(&old).unwrap().modified().unwrap() - std::time::Duration::from_secs(60);
    std::fs::File::options().append(true).open(&source).unwrap().set_modified(before).unwrap();
    assert!(!list(&root).contains("note:"), "{}", list(&root));
    std::fs::write(&source, "short\n").unwrap();
    assert!(list(&root).contains("names line 2, but this file has 1"), "{}", list(&root));
}

#[test]
fn many_unresolved_bytes_are_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.json");
    let file_with = |unresolved: u64| {
        let known = Made::new(100 - unresolved, 1, &["app::f (a.rs:1:1)"]);
        let sites = [Made::new(unresolved, 1, &["??? (???:0:0)"]), known];
        std::fs::write(&file, text(&sites)).unwrap();
        stdout(&run(&["top", &file.display().to_string()]))
    };
    let text = file_with(31);
    assert!(
        text.contains("warning: 31% of the bytes") && text.contains("line-tables-only"),
        "{text}"
    );
    assert!(!file_with(30).contains("warning"));
}

#[test]
fn help_shows_examples_and_completions_are_written() {
    let help = stdout(&run(&["--help"]));
    assert!(help.contains("Examples:") && help.contains("Exit codes: 0 done"), "{help}");
    for command in ["top", "list", "peek", "tree", "sites", "diff", "advise", "export"] {
        let help = stdout(&run(&[command, "--help"]));
        assert!(
            help.contains(&format!("heapview {command}")) && help.contains("Example"),
            "{help}"
        );
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&run(&["completions", shell])).contains("fail-over"), "{shell}");
    }
}

#[test]
fn several_profiles_are_added_up() {
    let file = committed("pipeline.json");
    let total = |arguments: &[&str]| -> u64 {
        let json: Value = serde_json::from_str(&stdout(&run(arguments))).unwrap();
        json["profile"]["total"]["bytes"].as_u64().unwrap()
    };
    let one = total(&["top", "--json", &file]);
    assert_eq!(total(&["top", "--json", &file, &file, &file]), 3 * one);
    let output = run(&["top", "-", "-"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("only one of the profiles can be standard input"));
}
