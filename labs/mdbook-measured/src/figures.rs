//! The gate against figures that were typed by hand.
//!
//! A figure is a number with a unit of measurement: times, sizes, blocks,
//! shares, ratios. In a chapter it must come from a directive. Code is exempt,
//! and so is a figure that a directive quotes from a claim. What is no result
//! but a setting is written in words: "ten milliseconds".

use std::sync::LazyLock;

use regex::Regex;

use crate::directive::{Found, code_ranges};

/// A figure with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) line: usize,
    pub(crate) figure: String,
}

static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"\d[\d.,_'\u{a0}\u{202f}]*";
    let units = "ns|µs|μs|us|ms|seconds?|[kKMG]i?B|[Bb]ytes?|B|blocks?|allocs?|allocations?|objects?|per cent|percent|times as|times the|fold|[x%×‰]";
    Regex::new(&format!(
        r"({number}[\s\u{{a0}}\u{{202f}}-]?\s*(?:{units}))(?:[^\w/]|$)"
    ))
    .expect("the pattern is fixed")
});

/// Every typed figure of a chapter.
pub(crate) fn typed(chapter: &str, directives: &[Found<'_>]) -> Vec<Typed> {
    // What is exempt becomes blanks of the same length, so places stay right.
    let mut text = chapter.as_bytes().to_vec();
    let exempt = code_ranges(chapter)
        .into_iter()
        .chain(directives.iter().map(|found| found.range.clone()));
    for range in exempt {
        for byte in &mut text[range] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    let text = String::from_utf8(text).unwrap_or_default();
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let figures = FIGURE.captures_iter(&text).filter_map(|found| found.get(1));
    figures
        .map(|figure| Typed {
            line: line(figure.start()),
            figure: figure.as_str().to_owned(),
        })
        .collect()
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
        ] {
            assert_eq!(
                figures(&format!("It took {figure}, they say.")).len(),
                1,
                "{figure}"
            );
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
        ] {
            assert_eq!(figures(text), [], "{text}");
        }
    }

    #[test]
    fn the_line_is_that_of_the_figure() {
        assert_eq!(
            figures("one\n\n`code`\n{{#number x}} and 5 ns"),
            [(4, "5 ns".to_owned())]
        );
    }
}
