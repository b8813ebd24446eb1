//! `{{#chart}}`: what is drawn, and what cannot be.

use mdbook_measured::preprocess::Strictness;
use regex::Regex;

use crate::fixture::Workspace;

const TIMES: &str = "labs/lab1/ledger/times-a.json";

/// The chapter's page with this chart in it.
pub(crate) fn page_with(workspace: &Workspace, chapter: &str) -> String {
    workspace.chapter(chapter);
    workspace.built();
    workspace.page("one.html")
}

/// The first chart of a page, as the browser gets it.
pub(crate) fn plot(page: &str) -> &str {
    let start = page.find("<svg class=\"plot\"").expect("there is a chart");
    &page[start..start + page[start..].find("</svg>").unwrap()]
}

/// Whether every place of a drawing is a number inside it: across from 0 to
/// 100 per cent, down from 0 to its height.
pub(crate) fn is_inside(plot: &str) -> Result<(), String> {
    let attribute = Regex::new(r#" (x|y|x1|y1|x2|y2|cx|cy|width|height)="([^"]*)""#).unwrap();
    let height: f64 = Regex::new(r#"^<svg [^>]* height="(\d+)""#).unwrap().captures(plot).unwrap()
        [1]
    .parse()
    .unwrap();
    for found in attribute.captures_iter(plot) {
        let (name, value) = (&found[1], &found[2]);
        let (number, end) = match value.strip_suffix('%') {
            Some(number) => (number, 100.0),
            None => (value, height),
        };
        let number: f64 = number.parse().map_err(|_| format!("{name}={value:?}"))?;
        if !(0.0..=end).contains(&number) {
            return Err(format!("{name}={value:?} of at most {end}"));
        }
    }
    Ok(())
}

#[test]
fn counts_are_bars_from_zero_as_long_as_their_numbers() {
    let workspace = Workspace::new();
    let page = page_with(&workspace, "{{#chart pipeline bytes}}\n\n{{#table pipeline}}");
    let plot = plot(&page);
    let bars = Regex::new(r#"<rect class="bar" x="0.00%" [^>]*width="([\d.]+)%""#).unwrap();
    let widths: Vec<f64> =
        bars.captures_iter(plot).map(|found| found[1].parse().unwrap()).collect();
    assert_eq!(widths.len(), 2, "{plot}");
    assert!((widths[0] / widths[1] - 32_760.0 / 10_890.0).abs() < 0.01, "{widths:?}");
    for part in ["encode_fresh</text>", "32,760 B</text>", "10,890 B</text>", ">0 B</text>"] {
        assert!(plot.contains(part), "{part} is not in {plot}");
    }
    assert!(!plot.contains("bar go"), "there is no Go column: {plot}");
    assert_eq!(is_inside(plot), Ok(()));
}

#[test]
fn a_chart_has_a_name_a_description_and_its_table() {
    let workspace = Workspace::new();
    let page = page_with(&workspace, "{{#chart pipeline blocks}}\n\n{{#table pipeline}}");
    for part in [
        "role=\"img\" aria-labelledby=\"chart-lab1-pipeline-blocks-title\"",
        "<title id=\"chart-lab1-pipeline-blocks-title\">lab1, pipeline: blocks of one call of each variant</title>",
        "encode_fresh: 12 blocks; encode_exact: 1 block.</desc>",
        "<a href=\"#table-lab1-pipeline\">",
        "Counts: Test CPU, 2 cores, linux x86_64",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert_eq!(page.matches("<table").count(), 1, "the table is there once");
    // A page without the table gets it below the chart.
    let page = page_with(&workspace, "{{#chart pipeline blocks}}");
    let numbers = &page[page.find("<details class=\"chart-numbers\">").unwrap()..];
    assert!(numbers.contains("32,760") && numbers.contains("commit 0123456789"), "{numbers}");
}

#[test]
fn the_go_column_is_told_apart_by_more_than_colour() {
    let workspace = Workspace::new();
    workspace.put("labs/lab1/go/main.go", "package main\n");
    workspace.put("labs/lab1/go/go.mod", "module x\n");
    let mut go = workspace.counts();
    go.provenance.key = ledger::key_of_go(&workspace.root().join("labs/lab1")).unwrap();
    go.body.tables[0].rows[0].calls = 8;
    workspace.write("labs/lab1/ledger/go.json", &go);
    let page = page_with(&workspace, "{{#chart pipeline blocks}}");
    let plot = plot(&page);
    assert_eq!(plot.matches("class=\"bar go\"").count(), 3, "two rows and the legend: {plot}");
    for part in [">Rust</text>", ">Go</text>", ">1.5</text>", "in Go 1.5 blocks"] {
        assert!(plot.contains(part), "{part} is not in {plot}");
    }
}

#[test]
fn lines_can_stand_in_descending_order() {
    let workspace = Workspace::new();
    let page = page_with(&workspace, "{{#chart lines by bytes}}\n\n{{#table lines by bytes}}");
    assert!(plot(&page).find("line 2").unwrap() < plot(&page).find("line 1").unwrap());
    assert!(page.contains("<a href=\"#table-lab1-lines-by-bytes\">"), "{page}");
    let page = page_with(&workspace, "{{#chart lines bytes}}");
    assert!(plot(&page).find("line 1").unwrap() < plot(&page).find("line 2").unwrap());
}

#[test]
fn times_are_dots_with_intervals_one_lane_a_machine() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    let page = page_with(&workspace, "{{#chart pipeline times}}");
    let one = plot(&page);
    assert_eq!(one.matches("<circle").count(), 2, "{one}");
    assert!(one.contains("6.11 µs (5.50 to 6.72 µs)</text>"), "{one}");
    let mut other = workspace.times();
    other.provenance.machine.cpu = "Other CPU".into();
    workspace.write("labs/lab1/ledger/times-b.json", &other);
    other.provenance.machine.cpu = "Your CPU".into();
    other.body.tables[0].estimates.pop();
    workspace.write("target/labs/lab1/times-c.json", &other);
    let page = page_with(&workspace, "{{#chart pipeline times}}");
    let three = plot(&page);
    for part in [
        "Other CPU, 2 cores, linux x86_64</text>",
        "your machine: Your CPU",
        "class=\"dot hollow\"",
        "class=\"dot yours full\"",
        "not timed</text>",
        "encode_fresh on Test CPU, 2 cores, linux x86_64: 6.11 µs (5.50 to 6.72 µs)",
    ] {
        assert!(three.contains(part), "{part} is not in {three}");
    }
    assert_eq!(is_inside(three), Ok(()));
}

#[test]
fn ratios_are_those_of_the_verdict_column() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    let page = page_with(&workspace, "{{#chart pipeline vs encode_exact}}");
    let drawn = plot(&page);
    for part in [
        "faster, 0.90 ×</text>",
        "encode_fresh: faster, 0.90 × (0.90 to 0.90)",
        "class=\"same\"",
        "class=\"one\"",
        ">1</text>",
    ] {
        assert!(drawn.contains(part), "{part} is not in {drawn}");
    }
    assert_eq!(drawn.matches("<circle").count(), 1, "nothing is judged against itself: {drawn}");
    assert!(page.contains("faster<small>0.90 × (0.90 to 0.90)</small>"), "{page}");
    // No verdict is a word, not a dot.
    let mut times = workspace.times();
    times.body.tables[0].rounds.truncate(20);
    workspace.write(TIMES, &times);
    let page = page_with(&workspace, "{{#chart pipeline vs encode_exact}}");
    assert!(plot(&page).contains("no verdict</text>"), "{page}");
    assert!(!plot(&page).contains("<circle"), "{page}");
}

#[test]
fn stale_results_are_marked_at_the_chart_too() {
    let workspace = Workspace::new();
    let mut times = workspace.times();
    times.provenance.key.sources = "another".into();
    workspace.write(TIMES, &times);
    let page = page_with(&workspace, "{{#chart pipeline times}}\n\n{{#table pipeline}}");
    let chart = &page[page.find("<figure class=\"chart\"").unwrap()..page.find("<table").unwrap()];
    assert!(chart.contains("measured with an older version of this lab"), "{chart}");
}

#[test]
fn what_cannot_be_drawn_is_told_with_the_nearest_name() {
    let workspace = Workspace::new();
    workspace.chapter(
        "{{#chart pipelin bytes}}\n\
         {{#chart pipeline byte}}\n\
         {{#chart pipeline}}\n\
         {{#chart pipeline vs encode_frehs}}\n\
         {{#chart lines times}}\n\
         {{#chart pipeline times}}\n\
         {{#chart pipeline vs encode_fresh}}\n\
         {{#chart lab2/pipeline bytes}}\n\
         text {{#chart pipeline bytes}}",
    );
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    for line in [
        "one.md:5: {{#chart pipelin bytes}}: lab1 has no table \"pipelin\"; did you mean `pipeline`?",
        "one.md:6: {{#chart pipeline byte}}: a chart draws no \"byte\"; did you mean `bytes`?",
        "one.md:7: {{#chart pipeline}}: what of \"pipeline\" is to be drawn? `bytes`, `blocks`, `times` or `vs` a variant",
        "one.md:8: {{#chart pipeline vs encode_frehs}}: table \"pipeline\" has no row \"encode_frehs\"; did you mean `encode_fresh`?",
        "one.md:9: {{#chart lines times}}: lines that allocate have no times; a chart of them draws `bytes` or `blocks`",
        "one.md:10: {{#chart pipeline times}}: lab1 has no times yet; `cargo labs measure lab1 --only times --reference` makes them",
        "one.md:11: {{#chart pipeline vs encode_fresh}}: lab1 has no times yet",
        "one.md:12: {{#chart lab2/pipeline bytes}}: there is no lab \"lab2\"; did you mean `lab1`?",
        "one.md:13: {{#chart pipeline bytes}}: it becomes a block, so it must stand alone on its line",
    ] {
        assert!(faults.contains(line), "{line}\nis not in\n{faults}");
    }
}

#[test]
fn a_chart_of_verdicts_needs_a_table_with_verdicts() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    let chart = "{{#chart pipeline vs encode_exact}}\n\n{{#table pipeline}}";
    let page = page_with(&workspace, chart);
    assert!(page.contains("id=\"numbers-lab1-pipeline-encode-exact\""), "{page}");
    let page =
        page_with(&workspace, &format!("{chart}\n\n{{{{#table pipeline vs encode_exact}}}}"));
    assert!(!page.contains("id=\"numbers-"), "{page}");
    assert!(page.contains("<a href=\"#table-lab1-pipeline-2\">"), "{page}");
    assert_eq!(page.matches("id=\"table-lab1-pipeline-2\"").count(), 1, "{page}");
}
