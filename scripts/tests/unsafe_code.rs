//! Unsafe code stands where ARCHITECTURE.md lists it, and nowhere else.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Rust files below a folder, without what was built or fetched.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules"].contains(&name.as_str()) && !name.starts_with('.') {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// The word in code: not in a comment, not in a string, not as part of another.
fn has_unsafe(text: &str) -> bool {
    text.lines().any(|line| {
        let code = line.split("//").next().unwrap();
        let words = code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '"');
        words.into_iter().any(|word| word == "unsafe")
    })
}

/// Paths in the first column of the table under "Unsafe code".
fn listed() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## ").find(|part| part.starts_with("Unsafe code")).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn unsafe_code_stands_where_it_is_listed() {
    // A workspace that `cargo labs start` made has neither the book nor its rooms.
    if !root().join("book.toml").exists() {
        return;
    }
    let mut files = Vec::new();
    for folder in ["labs", "scripts", "fuzz"] {
        sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 50, "{} files", files.len());
    let found: BTreeSet<String> = files
        .into_iter()
        .filter(|path| has_unsafe(&fs::read_to_string(path).unwrap()))
        .map(|path| path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    let listed = listed();
    let unlisted: Vec<&String> = found.difference(&listed).collect();
    assert!(unlisted.is_empty(), "not listed in ARCHITECTURE.md: {unlisted:?}");
    let needless: Vec<&String> = listed.difference(&found).collect();
    assert!(needless.is_empty(), "listed in ARCHITECTURE.md, and safe: {needless:?}");
}

#[test]
fn the_word_is_told_from_what_looks_like_it() {
    let word = "unsafe";
    for (before, after) in [("", " { x() }"), ("pub ", " fn f() {"), ("", " impl Sync for A {}")] {
        let code = format!("{before}{word}{after}");
        assert!(has_unsafe(&code), "{code}");
    }
    for code in ["// ", "#![expect(", "let ", "\""] {
        let code = format!("{code}{word}{}", if code == "// " { "" } else { "_code\"" });
        assert!(!has_unsafe(&code), "{code}");
    }
}
