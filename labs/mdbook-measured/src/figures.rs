//! The gate against figures that were typed by hand.
//!
//! A figure is a number with a unit of measurement: times, sizes, blocks,
//! shares, ratios. In a chapter it must come from a directive. Code is exempt,
//! and so is a figure that a directive quotes from a claim. What is no result
//! but a setting is written in words: "ten milliseconds".

use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use regex::Regex;

use crate::directive::{Found, code_ranges, markdown_options, question_end};

/// A figure with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) line: usize,
    pub(crate) figure: String,
}

static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"\d[\d.,_'\u{a0}\u{202f}]*(?: \d{3})*(?:e[+-]?\d+)?(?:k|M| thousand| million)?";
    let measures = "ns|µs|μs|us|ms|(?:nano|micro|milli)?seconds?|[kKMG]i?B|B|cycles?|instructions?\
                    |per cent|percent|-?fold|[x%×‰]\
                    |times (?:as|the|faster|slower|more|less|fewer|larger|smaller|higher|lower)";
    // Things that are counted may have a word before them: 12 heap blocks.
    let things = "bytes?|blocks?|allocs?|allocations?|reallocs?|reallocations?|requests?|objects?";
    let pattern = format!(
        r"({number}[\s-]*(?:{measures}|(?:[a-z]+\s)?(?i:{things}))|{number}\s+s|×\s*{number})(?:\W|$)"
    );
    Regex::new(&pattern).expect("the pattern is fixed")
});

/// The head of a column whose numbers are figures.
static UNIT_HEAD: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?i)\b(?:ns|µs|us|ms|seconds|bytes|KiB|MiB|kB|MB|blocks|allocs|allocations|objects|ratio|%)\b|%";
    Regex::new(pattern).expect("the pattern is fixed")
});

/// Every typed figure of a chapter, as its reader would see it: emphasis,
/// character references and line ends do not hide one.
pub(crate) fn typed(chapter: &str, directives: &[Found<'_>]) -> Vec<Typed> {
    // What directives stand for, and comments, become blanks of the same
    // length, so that lines stay right. Before a question stand dots: four blanks
    // at the beginning of a line would make it code.
    let mut bytes = chapter.as_bytes().to_vec();
    let mut fill = |range: Range<usize>, with: u8| {
        for byte in &mut bytes[range] {
            if *byte != b'\n' {
                *byte = with;
            }
        }
    };
    for found in directives {
        let [before, after] = around_prose(found);
        let with = if after.is_empty() { b' ' } else { b'.' };
        fill(before, with);
        fill(after, b' ');
    }
    for range in code_ranges(chapter) {
        if chapter[range.clone()].starts_with("<!--") {
            fill(range, b' ');
        }
    }
    let chapter = String::from_utf8(bytes).unwrap_or_default();
    let (text, starts) = rendered(&chapter);
    let line_of = |at: usize| {
        let (_, source) =
            starts[starts.partition_point(|(start, _)| *start <= at).saturating_sub(1)];
        chapter[..source].matches('\n').count() + 1
    };
    let figures = FIGURE.captures_iter(&text).filter_map(|found| found.get(1));
    let in_text = figures
        .map(|figure| Typed { line: line_of(figure.start()), figure: figure.as_str().to_owned() });
    in_text.chain(in_tables(&chapter)).collect()
}

/// A directive's parts before and after its prose; only a prediction has some.
fn around_prose(found: &Found<'_>) -> [Range<usize>; 2] {
    let Range { start, end } = found.range.clone();
    if found.name != "predict" {
        return [start..end, end..end];
    }
    let arguments = start + found.arguments_at;
    [start..arguments, arguments + question_end(found.arguments)..end]
}

/// Numbers in the columns of Markdown tables that are headed by a unit.
fn in_tables(chapter: &str) -> Vec<Typed> {
    let (mut found, mut units, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut in_head, mut column) = (false, 0);
    for (event, range) in Parser::new_ext(chapter, markdown_options()).into_offset_iter() {
        match event {
            Event::Start(Tag::TableHead) => (in_head, column, units) = (true, 0, Vec::new()),
            Event::End(TagEnd::TableHead) => in_head = false,
            Event::Start(Tag::TableRow) => column = 0,
            Event::Start(Tag::TableCell) => cell.clear(),
            Event::Text(text) => cell.push_str(&text),
            Event::End(TagEnd::TableCell) if in_head => units.push(UNIT_HEAD.is_match(&cell)),
            Event::End(TagEnd::TableCell) => {
                if units.get(column) == Some(&true)
                    && cell.trim().starts_with(|c: char| c.is_ascii_digit())
                {
                    let line = chapter[..range.start].matches('\n').count() + 1;
                    found.push(Typed { line, figure: cell.trim().to_owned() });
                }
                column += 1;
            }
            _ => {}
        }
    }
    found
}

/// The text without code, comments and tags, and for each piece where it
/// begins here and in the chapter.
fn rendered(chapter: &str) -> (String, Vec<(usize, usize)>) {
    let (mut text, mut starts) = (String::new(), vec![(0, 0)]);
    let mut in_code_block = false;
    for (event, range) in Parser::new_ext(chapter, markdown_options()).into_offset_iter() {
        starts.push((text.len(), range.start));
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code_block = true,
            Event::End(TagEnd::CodeBlock) => in_code_block = false,
            // A number before code does not go with a word after it.
            Event::Code(_) => text.push('`'),
            Event::Text(piece) if !in_code_block => text.push_str(&piece),
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Html(html) | Event::InlineHtml(html) => text.push_str(&without_tags(&html)),
            Event::End(
                TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link,
            ) => {}
            Event::End(_) => text.push_str("\n|\n"),
            _ => {}
        }
    }
    (text, starts)
}

fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            c if !in_tag => text.push(c),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(chapter: &str) -> Vec<(usize, String)> {
        typed(chapter, &crate::directive::scan(chapter))
            .into_iter()
            .map(|t| (t.line, t.figure))
            .collect()
    }

    #[test]
    fn every_unit_of_measurement_is_found() {
        for figure in [
            "8.6 ns",
            "12 µs",
            "12µs",
            "3 ms",
            "4 KiB",
            "4,096 B",
            "96 bytes",
            "1 block",
            "2,001 blocks",
            "10 allocs",
            "3745 objects",
            "73 %",
            "73%",
            "1.8 ×",
            "1.8x",
            "2×",
            "16 MiB",
            "3 allocations",
            "1\u{202f}000\u{a0}B",
            "10 000 B",
            "1.5e3 ns",
            "12 heap blocks",
            "5k blocks",
            "3 million bytes",
            "4 reallocs",
            "40 cycles",
            "5 ns/op",
            "44992 B/op",
            "3 MiB/s",
            "**12** blocks",
            "12&nbsp;ns",
            "x1.8 ×2",
            "1.8 times faster",
            "3 milliseconds",
            "2 s",
            "5\nns",
            "<b>5 ns</b>",
        ] {
            assert_eq!(figures(&format!("It took {figure}, they say.")).len(), 1, "{figure}");
        }
    }

    #[test]
    fn code_directives_and_plain_numbers_are_no_figures() {
        for text in [
            "`8.6 ns`",
            "```\n8.6 ns\n```",
            "{{#number a/b.bytes of c/d.bytes}}",
            "{{#claim S000-03 claimed}}",
            "mdBook 0.5 and Rust 1.95",
            "in 2026 there were 3 texts",
            "lab1 to lab11",
            "ten milliseconds",
            "2 cores, 1000 records",
            "a 64-bit machine",
            "x86_64",
            "<!-- 5 ns -->",
            "<!-- a\n\n5 ns -->",
            "[a](b.md#3-x)",
            "12 `code` blocks",
            "3\n\nblocks",
        ] {
            assert_eq!(figures(text), [], "{text}");
        }
    }

    #[test]
    fn a_whole_figure_is_reported_and_a_column_s_head_is_its_unit() {
        assert_eq!(
            figures("10 000 B and 1.5e3 ns"),
            [(1, "10 000 B".into()), (1, "1.5e3 ns".into())]
        );
        let table = "| variant | blocks | ns | minute |\n|---|---|---|---|\n| fresh | 12 | 6740 | 5 |\n| `x` | few | | 7 |\n";
        assert_eq!(figures(table), [(3, "12".into()), (3, "6740".into())]);
    }

    #[test]
    fn a_question_is_prose_and_its_answer_is_none() {
        let text = "{{#predict Does it\ntake 5 ns? | 8 B | 9 B = most bytes of t}} x";
        assert_eq!(figures(text), [(2, "5 ns".to_owned())]);
        assert_eq!(figures("\n\n{{#predict Is it 7 B? = a/b.bytes}}"), [(3, "7 B".to_owned())]);
    }

    #[test]
    fn the_line_is_that_of_the_figure() {
        assert_eq!(figures("one\n\n`code`\n{{#number x}} and 5 ns"), [(4, "5 ns".to_owned())]);
    }
}
