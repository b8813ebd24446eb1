//! The finished pages: no directive left, no link that leads nowhere, and a head
//! that says what the page is about.
//!
//! mdBook publishes a broken include as text and a broken link as a link, and
//! it skips a preprocessor that crashes when asked what it supports. So the
//! pages themselves are read, as a browser reads them.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use percent_encoding::percent_decode_str;

use crate::fault::{Fault, near};

pub(crate) mod head;
mod page;

use page::{PageFacts, read};

/// What reading the pages found.
#[derive(Debug)]
pub(crate) struct Checked {
    /// What is wrong with them.
    pub(crate) faults: Vec<Fault>,
    /// Each page's first paragraph, shortened; pages without one are left out.
    pub(crate) summaries: BTreeMap<String, String>,
}

/// Checks every page below `output`. `literal` holds the directives that the
/// chapters print on purpose, from escapes and from code.
///
/// # Errors
///
/// A page cannot be read.
pub(crate) fn check(output: &Path, literal: &HashSet<String>) -> io::Result<Checked> {
    let files = files_below(output)?;
    // mdBook's print page repeats all others, with links of its own making.
    let names = files.iter().filter(|file| file.ends_with(".html") && *file != "print.html");
    let pages = read_all(output, &names.collect::<Vec<_>>())?;
    let mut faults = Vec::new();
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    for (page, facts) in &pages {
        for (line, text, in_code) in &facts.directives {
            let directive = text.find("}}").map_or(text.as_str(), |end| &text[..end + 2]);
            if *in_code && literal.contains(directive) {
                continue;
            }
            let shown: String = directive.chars().take(80).collect();
            let message = match text.contains("}}") {
                true => "a directive was left in the finished page",
                false => "a directive was left in the finished page: it is not closed with `}}`",
            };
            faults.push(fault(page, *line, &shown, message.into()));
        }
        for (line, link) in &facts.links {
            if let Some(message) = broken(page, facts, link, &files, &names, &pages) {
                faults.push(fault(page, *line, link, message));
            }
        }
    }
    // index.html is mdBook's copy of the first chapter: its faults once are enough.
    let others: HashSet<(String, String)> = faults
        .iter()
        .filter(|fault| fault.file != "page index.html")
        .map(|fault| (fault.about.clone(), fault.message.clone()))
        .collect();
    faults.retain(|fault| {
        fault.file != "page index.html"
            || !others.contains(&(fault.about.clone(), fault.message.clone()))
    });
    let summary = |(page, facts): (String, PageFacts)| (page, head::shortened(&facts.summary));
    let summaries = pages.into_iter().map(summary).filter(|(_, text)| !text.is_empty()).collect();
    Ok(Checked { faults, summaries })
}

/// Reads the pages, shared out among the processors.
fn read_all(output: &Path, names: &[&String]) -> io::Result<BTreeMap<String, PageFacts>> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let read_page =
        |name: &&String| Ok(((*name).clone(), read(&fs::read_to_string(output.join(name))?)));
    thread::scope(|scope| {
        let chunks = names.chunks(names.len().div_ceil(threads).max(1));
        let readers: Vec<_> = chunks
            .map(|chunk| {
                scope.spawn(move || chunk.iter().map(read_page).collect::<io::Result<Vec<_>>>())
            })
            .collect();
        let mut pages = BTreeMap::new();
        for reader in readers {
            pages.extend(reader.join().expect("reading a page does not panic")?);
        }
        Ok(pages)
    })
}

fn fault(page: &str, line: u64, about: &str, message: String) -> Fault {
    Fault {
        file: format!("page {page}"),
        line: usize::try_from(line).unwrap_or(0),
        about: about.to_owned(),
        message,
    }
}

/// Every file below a folder, relative to it, with `/`.
pub(crate) fn files_below(folder: &Path) -> io::Result<HashSet<String>> {
    let mut files = HashSet::new();
    collect(folder, folder, &mut files)?;
    Ok(files)
}

/// Every file below `folder`, relative to `output`, with `/`.
fn collect(output: &Path, folder: &Path, files: &mut HashSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(output, &path, files)?;
        } else if let Ok(relative) = path.strip_prefix(output) {
            files.insert(relative.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

/// What is wrong with a link of `page`; `None` if it is sound or leads off the
/// site.
fn broken(
    page: &str,
    facts: &PageFacts,
    link: &str,
    files: &HashSet<String>,
    names: &[&str],
    pages: &BTreeMap<String, PageFacts>,
) -> Option<String> {
    let leads_off = link.starts_with("//")
        || link.split_once(':').is_some_and(|(scheme, _)| {
            scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-".contains(c))
        });
    if leads_off {
        return None;
    }
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or("");
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let target = match path {
        "" => page.to_owned(),
        path => match resolve(page, facts.base.as_deref(), &decode(path)) {
            Some(target) => target,
            None => return Some("it leads out of the book".into()),
        },
    };
    // `folder/` is `folder/index.html`.
    let index = format!(
        "{}index.html",
        if target.is_empty() || target.ends_with('/') {
            target.clone()
        } else {
            format!("{target}/")
        }
    );
    let target = if files.contains(&target) { target } else { index };
    if !files.contains(&target) {
        let wanted = target.trim_end_matches("/index.html");
        return Some(format!(
            "there is no such file in the book{}",
            near(wanted, names.iter().copied()).unwrap_or_default()
        ));
    }
    if fragment.is_empty() || fragment == "top" {
        return None;
    }
    let fragment = decode(fragment);
    let ids = &pages.get(&target)?.ids;
    (!ids.contains(&fragment)).then(|| {
        format!(
            "{target} has no place #{fragment}{}",
            near(&fragment, ids.iter().map(String::as_str)).unwrap_or_default()
        )
    })
}

/// `a/b.html` + `../c.html` is `c.html`; `None` above the root.
fn resolve(page: &str, base: Option<&str>, path: &str) -> Option<String> {
    let from_root = path.starts_with('/') || base.is_some_and(|base| base.starts_with('/'));
    let mut parts: Vec<&str> = if from_root {
        Vec::new()
    } else {
        page.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect()
    };
    for part in path.trim_start_matches('/').split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The staging folder beside `output`, on the same disk.
pub(crate) fn staging(output: &Path) -> PathBuf {
    output.with_file_name(format!("{}{}", staging_prefix(output), std::process::id()))
}

/// How the names of staging folders begin.
pub(crate) fn staging_prefix(output: &Path) -> String {
    format!(".{}-", output.file_name().unwrap_or_default().to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(pages: &[(&str, &str)]) -> Checked {
        let folder = tempfile::tempdir().unwrap();
        for (name, html) in pages {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, html).unwrap();
        }
        let literal = HashSet::from(["{{#table x}}".to_owned()]);
        check(folder.path(), &literal).unwrap()
    }

    fn faults(pages: &[(&str, &str)]) -> Vec<String> {
        checked(pages).faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_summary_is_the_first_paragraph_of_the_text() {
        for (html, summary) in [
            (
                "<p>a<main><aside><p>b</p></aside><h1>c</h1><p>d <b>e</b>\n<code>f</code> &amp; g</p><p>h</main>",
                "d e f & g",
            ),
            (
                "<main><figure><div><p>a</div></figure><blockquote><p>b</blockquote><p>c</p></main>",
                "c",
            ),
        ] {
            assert_eq!(checked(&[("a.html", html)]).summaries["a.html"], summary);
        }
        assert!(checked(&[("a.html", "<main><ul><li>a</ul></main>")]).summaries.is_empty());
    }

    #[test]
    fn a_directive_is_found_wherever_a_reader_would_see_it() {
        for html in [
            "<p>{{#table x}}</p>",
            "<p>a\n{{#include y.rs}}",
            "<code>{{#include y.rs}}</code>",
            "<p>{{#table",
            "<p>{{ #table x}}",
            "<p>{{\n#table x}}",
            "&#123;{#x}}",
        ] {
            let faults = faults(&[("a.html", html)]);
            assert_eq!(faults.len(), 1, "{html}: {faults:?}");
            assert!(faults[0].contains("a directive was left"), "{faults:?}");
        }
        for html in [
            "<code>{{#table x}}</code>",
            "<p><span>{</span>{#table x}}",
            "<script>'{{#table x}}'</script>",
            "<!-- {{#x}} -->",
        ] {
            assert_eq!(faults(&[("a.html", html)]), [] as [String; 0], "{html}");
        }
    }

    #[test]
    fn links_are_followed_to_the_place() {
        let pages = [
            (
                "a.html",
                "<h1 id=here>x</h1><a href=b/c.html#there>x</a><a href=#here>x</a><a href=b/>x</a><a href=/b/c.html>x</a><a href=#top>x</a>",
            ),
            (
                "b/c.html",
                "<p id=there><a href='../a.html?x#here'>x</a><img src=../i%20j.svg><a href=https://example.org/x>x</a><a href=mailto:x@y>x</a>",
            ),
            ("b/index.html", ""),
            ("i j.svg", ""),
            ("404.html", "<base href=/><a href=b/c.html>x</a>"),
            ("print.html", "<a href=nowhere.html>x</a>"),
        ];
        assert_eq!(faults(&pages), [] as [String; 0]);
    }

    #[test]
    fn a_broken_link_names_page_line_and_the_nearest_target() {
        let found = faults(&[
            (
                "a.html",
                "<p id=hotspots>\n<a href=b.htm>x</a>\n<a href=#hotspot>x</a>\n<a href=../x.html>x</a>",
            ),
            ("b.html", ""),
        ]);
        assert_eq!(
            found,
            [
                "page a.html:2: b.htm: there is no such file in the book; did you mean `b.html`?",
                "page a.html:3: #hotspot: a.html has no place #hotspot; did you mean `hotspots`?",
                "page a.html:4: ../x.html: it leads out of the book",
            ]
        );
    }
}
