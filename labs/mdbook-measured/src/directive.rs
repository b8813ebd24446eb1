//! Finding and reading directives in a chapter.
//!
//! A directive is `{{#name arguments}}`, read as mdBook reads its own: white
//! space may stand before the `#` and between the words. Ours are
//!
//! | directive | becomes |
//! |---|---|
//! | `{{#lab lab1}}` | the lab's card; the page's lab from there on |
//! | `{{#table pipeline}}` | a table with its provenance |
//! | `{{#table lines by bytes}}` | the same, in descending order |
//! | `{{#table pipeline vs encode_fresh}}` | with each variant's verdict against that one |
//! | `{{#verdict pipeline/encode_with vs encode_fresh}}` | one verdict, with ratio and interval |
//! | `{{#number pipeline/encode_fresh.bytes}}` | one number, with its unit |
//! | `{{#number text bare}}` | the same without its unit |
//! | `{{#number lines/build_records.blocks of lines/total.blocks}}` | a share |
//! | `{{#number go:chain}}` | of the Go column; this one is a list |
//! | `{{#number chain sum}}`, `{{#number chain count}}` | of a list |
//! | `{{#claim S000-03}}` | a mark that links to the claim in the audit |
//! | `{{#claim S000-03 claimed}}` | the claim's own figure, quoted |
//! | `{{#claims S000-01..S000-23}}` | a table of claims |
//! | `{{#audit S000}}` | all claims of one text, whole |
//! | `{{#audit summary}}` | verdicts by text |
//!
//! mdBook's own (`include`, `rustdoc_include`, `playground`, `title`) are left
//! to mdBook. Code blocks, inline code and comments are left alone, and a
//! backslash before the braces prints a directive as it is.

use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

mod parse;

pub use parse::parse;

/// The directives that this crate replaces.
pub const OURS: [&str; 7] = ["audit", "claim", "claims", "lab", "number", "table", "verdict"];

/// The directives that mdBook replaces.
pub const MDBOOKS: [&str; 5] = ["include", "playground", "playpen", "rustdoc_include", "title"];

/// A directive of ours, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directive {
    /// A lab's card.
    Lab {
        /// The lab's name.
        lab: String,
    },
    /// A table.
    Table {
        /// `lab1/pipeline`, or `pipeline` of the page's lab.
        name: Name,
        /// Descending by this column.
        by: Option<By>,
        /// Judge the times of all others against this variant's.
        vs: Option<String>,
    },
    /// One variant's times against another's.
    Verdict {
        /// The table.
        table: Name,
        /// Who is judged.
        variant: String,
        /// Against whom.
        against: String,
    },
    /// One number.
    Number {
        /// Which.
        value: Value,
        /// How it is shown.
        shown: Shown,
    },
    /// A claim's mark, or a quoted field of it.
    Claim {
        /// `S000-03`.
        id: String,
        /// Quote this field instead.
        field: Option<ClaimField>,
    },
    /// A table of claims, from one to another of the same text.
    Claims {
        /// First.
        from: String,
        /// Last.
        to: String,
    },
    /// The claims of one text (`S000`) or the summary.
    Audit {
        /// `S000`, or `summary`.
        what: String,
    },
}

/// A name, with its lab where it is not the page's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The lab, if named.
    pub lab: Option<String>,
    /// What of it.
    pub name: String,
}

/// What a table is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Blocks.
    Blocks,
    /// Bytes.
    Bytes,
}

/// A value of a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// Of the Go column's ledger (`go:` before it).
    pub go: bool,
    /// The lab, if named.
    pub lab: Option<String>,
    /// The row or fact.
    pub place: Place,
}

/// Where in a ledger a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A fact's name.
    Fact(String),
    /// A field of a row: `table/row.field`.
    Row {
        /// The table.
        table: String,
        /// The row, or for lines that allocate a function or `total`.
        row: String,
        /// The field.
        field: Field,
    },
}

/// The fields of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Blocks allocated.
    Blocks,
    /// Bytes requested.
    Bytes,
    /// Live blocks at the peak.
    PeakBlocks,
    /// Live bytes at the peak.
    PeakBytes,
    /// Blocks that the result holds.
    HeldBlocks,
    /// Bytes that the result holds.
    HeldBytes,
    /// criterion's time.
    Time,
}

/// How a number is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// With its unit.
    Full,
    /// Digits only.
    Bare,
    /// As a share of another value, in per cent.
    Of(Value),
    /// The sum of a list, with its unit.
    Sum,
    /// How many values a list has.
    Count,
}

/// The fields of a claim that can be quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimField {
    /// The text's figure.
    Claimed,
    /// Ours.
    Measured,
}

/// A directive of any kind as it stands in a chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<'a> {
    /// Where, in bytes.
    pub range: Range<usize>,
    /// Line, from one.
    pub line: usize,
    /// `table`.
    pub name: &'a str,
    /// `lines by bytes`.
    pub arguments: &'a str,
    /// Whether it stands in code, where ours are left alone.
    pub in_code: bool,
    /// Whether a backslash stands before it; the range then begins with that.
    pub escaped: bool,
    /// Whether nothing else stands on its line.
    pub alone: bool,
}

impl<'a> Found<'a> {
    /// The text in the chapter, without a backslash.
    pub fn text(&self, chapter: &'a str) -> &'a str {
        chapter[self.range.clone()].trim_start_matches('\\')
    }
}

/// The beginning of a directive, as mdBook recognises it.
pub(crate) static OPENING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{\{\s*#").expect("the pattern is fixed"));

/// Every directive of a chapter, in order, ours, mdBook's and unknown ones.
/// One that is not closed is not found; the check of the finished pages
/// reports it.
pub fn scan(chapter: &str) -> Vec<Found<'_>> {
    // A chapter without any, of which a large book has many, is not parsed.
    if !chapter.contains("{{") {
        return Vec::new();
    }
    let code = code_ranges(chapter);
    let mut found = Vec::new();
    let mut from = 0;
    let (mut line, mut counted) = (1, 0);
    while let Some(opening) = OPENING.find_at(chapter, from) {
        let at = opening.start();
        from = opening.end();
        let rest = &chapter[from..];
        let Some(end) = rest.find('}').filter(|&end| rest[end..].starts_with("}}")) else {
            continue;
        };
        let inside = rest[..end].trim();
        let (name, arguments) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        let escaped = chapter[..at].ends_with('\\');
        let start = at - usize::from(escaped);
        line += chapter[counted..at].matches('\n').count();
        counted = at;
        let range = start..from + end + 2;
        let line_start = chapter[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = chapter[range.end..].find('\n').map_or(chapter.len(), |i| range.end + i);
        let alone = chapter[line_start..start].trim().is_empty()
            && chapter[range.end..line_end].trim().is_empty();
        let in_code = code.iter().any(|code| code.contains(&at));
        from = range.end;
        let arguments = arguments.trim();
        found.push(Found { range, line, name, arguments, in_code, escaped, alone });
    }
    found
}

/// Where code and comments stand, in bytes.
pub(crate) fn code_ranges(chapter: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut block_start = None;
    for (event, range) in Parser::new_ext(chapter, markdown_options()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => block_start = Some(range.start),
            Event::End(TagEnd::CodeBlock) => {
                ranges.extend(block_start.take().map(|start| start..range.end));
            }
            Event::Code(_) => ranges.push(range),
            _ => {}
        }
    }
    let mut from = 0;
    while let Some(start) = chapter[from..].find("<!--").map(|at| from + at) {
        from = match ranges.iter().find(|code| code.contains(&start)) {
            Some(code) => code.end,
            None => {
                let end = chapter[start..].find("-->").map_or(chapter.len(), |at| start + at + 3);
                ranges.push(start..end);
                end
            }
        };
    }
    ranges
}

/// The Markdown that mdBook reads, as far as it decides what is code.
pub(crate) fn markdown_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_DEFINITION_LIST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_comments_and_escapes_are_left_alone() {
        let chapter = "a {{#number x}}\n\n`{{#number y}}`\n\n```\n{{#table z}}\n```\n\n<!-- {{#lab l}} -->\n\n\\{{#table w}}\n{{#table alone}}  \n";
        let found = scan(chapter);
        let seen: Vec<_> = found
            .iter()
            .map(|f| (f.line, f.name, f.arguments, f.in_code, f.escaped, f.alone))
            .collect();
        assert_eq!(
            seen,
            [
                (1, "number", "x", false, false, false),
                (3, "number", "y", true, false, false),
                (6, "table", "z", true, false, true),
                (9, "lab", "l", true, false, false),
                (11, "table", "w", false, true, true),
                (12, "table", "alone", false, false, true),
            ]
        );
        assert_eq!(found[4].text(chapter), "{{#table w}}");
        assert_eq!(&chapter[found[4].range.clone()], "\\{{#table w}}");
    }

    #[test]
    fn an_indented_code_block_is_code_and_an_open_directive_is_none() {
        assert!(scan("    {{#table x}}\n")[0].in_code);
        assert!(scan("{{#table x\n").is_empty());
        assert!(scan("{{#table x}").is_empty());
    }

    #[test]
    fn white_space_is_as_free_as_mdbook_allows() {
        for text in ["{{ #table x}}", "{{\n#table x}}", "{{#table\nx\n}}", "{{#  table x }}"] {
            let found = scan(text);
            assert_eq!((found[0].name, found[0].arguments), ("table", "x"), "{text:?}");
        }
    }

    #[test]
    fn a_comment_ends_where_it_ends() {
        let text = "<!-- {{#table a}}\n\n{{#table b}} --> {{#table c}} <!-- {{#table d}}";
        let in_code: Vec<bool> = scan(text).iter().map(|found| found.in_code).collect();
        assert_eq!(in_code, [true, true, false, true]);
    }

    #[test]
    fn any_text_is_scanned_without_a_panic_and_spans_hold_what_they_say() {
        arbtest::arbtest(|u| {
            let mut text = String::new();
            for _ in 0..u.int_in_range(0..=30)? {
                text += *u.choose(&[
                    "{{#",
                    "}}",
                    "\\",
                    "`",
                    "```\n",
                    "\n",
                    "table ",
                    "ü",
                    "<!--",
                    "-->",
                    "    ",
                    "number a/b.c",
                    "{",
                    "#",
                ])?;
            }
            for found in scan(&text) {
                assert!(
                    found.text(&text).starts_with("{{") && found.text(&text).ends_with("}}"),
                    "{text:?} {found:?}"
                );
                let _ = parse(found.name, found.arguments);
            }
            Ok(())
        });
    }
}
