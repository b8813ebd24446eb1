//! Building the book in this process: preprocess, render, check, and only
//! then put the finished pages where they belong.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use mdbook_preprocessor::book::BookItem;

use crate::directive;
use crate::fault::Fault;
use crate::logged::Logged;
use crate::preprocess::{Findings, Measured, NAME, Strictness};
use crate::site::head::{Shelf, complete};
use crate::site::{self, Checked};

/// A build's outcome.
#[derive(Debug)]
pub struct Built {
    /// Where the pages are: new if there is no fault, else as they were.
    pub output: PathBuf,
    /// Faults and notes.
    pub findings: Findings,
}

/// Builds the book at `root`, with the reader's own results from cargo's
/// folder `target`. With a fault the pages that were there stay.
///
/// # Errors
///
/// There is no book, its `book.toml` or `SUMMARY.md` cannot be used, or the
/// pages cannot be written. What is wrong *in* the book is no error but a
/// fault in [`Built`].
pub fn build(root: &Path, target: &Path, strictness: Strictness) -> Result<Built> {
    let findings = Rc::new(RefCell::new(Findings::default()));
    let mut config = read_config(root)?;
    let shelf = Shelf::take(&mut config).context("book.toml")?;
    let output = root.join(&config.build.build_dir);
    let staging = site::staging(&output);
    let source_dir = root.join(&config.book.src);
    config.build.build_dir.clone_from(&staging);
    clear_leftovers(&output);
    let _cleared = Cleared(&staging);

    let (built, logged) = Logged::during(|| -> Result<Printed> {
        let mut book =
            MDBook::load_with_config(root, config).context("the book cannot be loaded")?;
        // Takes the place of the command of the same name, and its order.
        book.with_preprocessor(Measured::new(target, strictness, Rc::clone(&findings)));
        let printed = Printed::of(&book);
        book.build().context("the book cannot be rendered")?;
        Ok(printed)
    });
    let printed = match built {
        Ok(printed) => printed,
        // A chapter that breaks mdBook is usually one that we know to be at fault.
        Err(e) if findings.borrow().faults.is_empty() => return Err(e),
        Err(_) => {
            return Ok(Built { output, findings: findings.take() });
        }
    };
    let Printed { literal, sources, pages } = printed;
    let mut findings = findings.take();
    // An include with a fault stays in its page, and mdBook logs it too; one
    // report of each is enough.
    let known: HashSet<String> = findings.faults.iter().map(|fault| fault.about.clone()).collect();
    let logged = with_causes(logged).into_iter();
    let logged =
        logged.filter(|text| !known.iter().any(|about| !about.is_empty() && text.contains(about)));
    findings.faults.extend(logged.map(|message| Fault {
        file: "mdbook".into(),
        line: 0,
        about: String::new(),
        message,
    }));
    if strictness.figures {
        findings.notes.extend(without_a_page(&source_dir, &sources, &shelf.file_404));
    }
    let Checked { faults, summaries } = site::check(&staging, &literal)
        .with_context(|| format!("{}: reading the pages failed", staging.display()))?;
    let faults = faults.into_iter().filter(|fault| !known.contains(&fault.about));
    findings.faults.extend(faults.map(|fault| at_its_source(fault, &sources)));
    if findings.faults.is_empty() {
        complete(&staging, &pages, &summaries, &shelf)?;
        replace(&output, &staging)?;
    }
    Ok(Built { output, findings })
}

fn read_config(root: &Path) -> Result<Config> {
    let path = root.join("book.toml");
    let mut config = Config::from_disk(&path).with_context(|| path.display().to_string())?;
    config.update_from_env().context("an MDBOOK_… variable of the environment")?;
    if !config.contains_key(&format!("preprocessor.{NAME}")) {
        bail!("{}: it needs [preprocessor.{NAME}] with before = [\"links\"]", path.display());
    }
    Ok(config)
}

/// What the chapters hold, for the check of their pages.
struct Printed {
    /// Directives that are printed on purpose: escaped, or in code.
    literal: HashSet<String>,
    /// Chapter file and text, by page.
    sources: HashMap<String, (String, String)>,
    /// The pages in the book's order.
    pages: Vec<String>,
}

impl Printed {
    fn of(book: &MDBook) -> Printed {
        let mut printed =
            Printed { literal: HashSet::new(), sources: HashMap::new(), pages: Vec::new() };
        for item in book.iter() {
            let BookItem::Chapter(chapter) = item else { continue };
            // An include in code is one that mdBook replaces.
            let found = directive::scan(&chapter.content);
            let literal = found.iter().filter(|found| {
                found.escaped || (found.in_code && !directive::MDBOOKS.contains(&found.name))
            });
            printed.literal.extend(literal.map(|found| found.text(&chapter.content).to_owned()));
            if let (Some(path), Some(source)) = (&chapter.path, &chapter.source_path) {
                let name = |path: &Path| path.to_string_lossy().replace('\\', "/");
                let source = (name(source), chapter.content.clone());
                let page = name(&path.with_extension("html"));
                printed.pages.push(page.clone());
                printed.sources.insert(page, source);
            }
        }
        printed
    }
}

/// A fault of a page, told at the chapter's line that caused it, where it can be
/// found: the page itself is not put in place.
fn at_its_source(mut fault: Fault, sources: &HashMap<String, (String, String)>) -> Fault {
    let source = fault.file.strip_prefix("page ").and_then(|page| sources.get(page));
    let Some((file, text)) = source else { return fault };
    let link = fault.about.replace(".html", ".md");
    let first_line = fault.about.lines().next().unwrap_or("");
    let wanted = [link.as_str(), fault.about.as_str(), first_line];
    // A directive that is not closed may begin like one that is: its line ends
    // where it ends.
    let ends_its_line = |wanted: &&str| {
        let ends = |(at, found): &(usize, &str)| text[at + found.len()..].starts_with(['\n', '\r']);
        text.match_indices(*wanted).find(ends).map(|(at, _)| at)
    };
    let wanted = || wanted.iter().filter(|wanted| !wanted.is_empty());
    let open = fault.about.starts_with("{{") && !fault.about.contains("}}");
    let whole = if open { wanted().find_map(ends_its_line) } else { None };
    let at = whole.or_else(|| wanted().find_map(|wanted| text.find(wanted)));
    if let Some(at) = at {
        fault.file.clone_from(file);
        fault.line = text[..at].matches('\n').count() + 1;
    }
    fault
}

/// Notes on Markdown files that `SUMMARY.md` does not name: a new chapter that is
/// forgotten there is checked by nobody.
fn without_a_page(
    source: &Path,
    known: &HashMap<String, (String, String)>,
    file_404: &str,
) -> Vec<String> {
    let files = site::files_below(source).unwrap_or_default().into_iter();
    let chapters: HashSet<&String> = known.values().map(|(file, _)| file).collect();
    let mut forgotten: Vec<String> = files
        .filter(|file| file.ends_with(".md") && !chapters.contains(file))
        .filter(|file| file != "SUMMARY.md" && file != file_404)
        .map(|file| format!("{file} is not in SUMMARY.md, so it has no page and is not checked"))
        .collect();
    forgotten.sort();
    forgotten
}

/// mdBook logs the causes of an error as lines of their own.
fn with_causes(lines: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for line in lines {
        match (line.strip_prefix("Caused By: "), joined.last_mut()) {
            (Some(cause), Some(error)) => *error += &format!(": {cause}"),
            _ => joined.push(line),
        }
    }
    joined
}

/// Puts the new pages in the place of the old ones; if that fails, the old ones
/// come back.
fn replace(output: &Path, staging: &Path) -> Result<()> {
    let context = || format!("{}: replacing the pages failed", output.display());
    let old = staging.with_extension("old");
    let had_pages = output.exists();
    if had_pages {
        let _ = fs::remove_dir_all(&old);
        fs::rename(output, &old).with_context(context)?;
    }
    if let Err(e) = fs::rename(staging, output) {
        if had_pages {
            let _ = fs::rename(&old, output);
        }
        return Err(e).with_context(context);
    }
    if had_pages {
        fs::remove_dir_all(&old).with_context(context)?;
    }
    Ok(())
}

/// Removes what a killed build left beside `output`.
fn clear_leftovers(output: &Path) {
    let Some(folder) = output.parent() else {
        return;
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&site::staging_prefix(output)) && is_an_hour_old(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A younger one may belong to a build that runs now.
fn is_an_hour_old(path: &Path) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    modified.and_then(|time| time.elapsed().ok()).is_some_and(|age| age.as_secs() > 3600)
}

/// Removes the staging folder at the end, however that comes.
struct Cleared<'a>(&'a Path);

impl Drop for Cleared<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0);
    }
}
