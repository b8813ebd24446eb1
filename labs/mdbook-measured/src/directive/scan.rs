//! Finding directives in a chapter.

use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

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
    /// Where these begin, in bytes from the directive's.
    pub arguments_at: usize,
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
        // They end where the inside does.
        let arguments_at =
            at + (opening.len() + rest[..end].trim_end().len()) - arguments.len() - start;
        found.push(Found { range, line, name, arguments, arguments_at, in_code, escaped, alone });
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
    use crate::directive::parse;

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
                    "predict a | b = c",
                    "{",
                    "#",
                ])?;
            }
            for found in scan(&text) {
                assert!(
                    found.text(&text).starts_with("{{") && found.text(&text).ends_with("}}"),
                    "{text:?} {found:?}"
                );
                let arguments = &text[found.range.start + found.arguments_at..];
                assert!(arguments.starts_with(found.arguments), "{text:?} {found:?}");
                let _ = parse(found.name, found.arguments);
            }
            Ok(())
        });
    }
}
