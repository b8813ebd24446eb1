//! What `list` shows of a function: its extent, its columns, its sums.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use heapview::{Filter, Listing, Sources, View, list};
use made::{Made, profile};
use regex::Regex;

const SOURCE: &str = "\
//! A module.

pub fn outer() {
\tlet n = 10;
    inner(n);
    drop(vec![0; n]);
}

fn inner(n: usize) {
    drop(vec![1; n]);
}
";

/// Lists what matches, in a folder with the source above.
fn listing(sites: &[Made], functions: &str) -> (Listing, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.rs"), SOURCE).unwrap();
    let profile = profile(sites);
    let view = View::new(&profile, &Filter::default());
    let mut sources = Sources::new(&[folder.path().to_owned()], None);
    let listing = list(&view, &Regex::new(functions).unwrap(), &mut sources);
    let text = anstream::adapter::strip_str(&listing.render(Some(80))).to_string();
    (listing, text)
}

fn sites() -> [Made; 2] {
    [
        Made::new(100, 2, &["app::outer (app/src/a.rs:6:5)", "app::main (app/src/main.rs:1:1)"]),
        Made::new(30, 1, &["app::inner (app/src/a.rs:10:5)", "app::outer (app/src/a.rs:5:5)"]),
    ]
}

#[test]
fn a_caller_has_cumulative_columns_and_a_leaf_has_none() {
    let (_, outer) = listing(&sites(), "outer");
    let header: Vec<&str> = outer.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(header, ["bytes", "blocks", "cum", "bytes", "cum", "blocks", "line"]);
    let cells = |text: &str, line: &str| -> Vec<String> {
        let row = text.lines().find(|row| row.contains(line)).unwrap();
        row.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(cells(&outer, "inner(n);")[..5], [".", ".", "30", "1", "5"]);
    assert_eq!(cells(&outer, "vec![0; n]")[..5], ["100", "2", "100", "2", "6"]);
    assert_eq!(cells(&outer, "sum, ")[..4], ["100", "2", "130", "3"]);
    assert!(outer.contains("sum, 76.9% of the profile, 100.0% with what it calls"), "{outer}");
    let (_, inner) = listing(&sites(), "inner");
    let header: Vec<&str> = inner.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(header, ["bytes", "blocks", "line"], "nothing is live, so that is no column");
}

#[test]
fn a_function_is_shown_from_its_head_to_its_end() {
    let (listing, text) = listing(&sites(), "outer|inner");
    let lines = |at: usize| -> Vec<u32> {
        listing.functions[at].lines.iter().map(|line| line.line).collect()
    };
    assert_eq!(lines(0), [3, 4, 5, 6, 7], "outer is larger, so it comes first");
    assert_eq!(lines(1), [9, 10, 11]);
    assert!(text.contains("    let n = 10;") && !text.contains('\t'), "{text}");
}

/// A closure's name does not say where it begins; a function of another name is
/// not its head.
#[test]
fn an_unknown_extent_is_three_lines_around() {
    let site = Made::new(5, 1, &["app::elsewhere (app/src/a.rs:6:5)"]);
    let (listing, _) = listing(&[site], "elsewhere");
    let lines: Vec<u32> = listing.functions[0].lines.iter().map(|line| line.line).collect();
    assert_eq!(lines, [3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn a_line_that_is_not_known_is_listed_without_source() {
    let site = Made::new(5, 1, &["app::outer (app/src/a.rs:0:0)"]);
    let (listing, text) = listing(&[site], "outer");
    assert_eq!(listing.functions[0].lines.len(), 1);
    assert!(text.lines().any(|line| line.trim_end().ends_with('?')), "{text}");
}
