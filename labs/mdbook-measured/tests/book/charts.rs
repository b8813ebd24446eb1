//! `{{#chart}}`: what is drawn, what cannot be, and that whatever is drawn stays
//! inside the picture.

use ledger::{Blocks, Bytes, CountRow, Estimate, Nanos, TimeTable};
use mdbook_measured::preprocess::Strictness;
use regex::Regex;

use crate::fixture::Workspace;

const COUNTS: &str = "labs/lab1/ledger/counts.json";
const TIMES: &str = "labs/lab1/ledger/times-a.json";

/// The chapter's page with this chart in it.
fn page_with(workspace: &Workspace, chapter: &str) -> String {
    workspace.chapter(chapter);
    workspace.built();
    workspace.page("one.html")
}

/// The first chart of a page, as the browser gets it.
fn plot(page: &str) -> &str {
    let start = page.find("<svg class=\"plot\"").expect("there is a chart");
    &page[start..start + page[start..].find("</svg>").unwrap()]
}

/// Whether every place of a drawing is a number inside it: across from 0 to
/// 100 per cent, down from 0 to its height.
fn is_inside(plot: &str) -> Result<(), String> {
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
        "one.md:7: {{#chart pipeline}}: its form is `{{#chart table bytes}}`",
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
fn edge_cases_are_drawn() {
    let row = |variant: &str, bytes| CountRow {
        variant: variant.into(),
        calls: 1,
        blocks: Blocks(bytes),
        bytes: Bytes(bytes),
        peak: None,
        held: None,
    };
    let many: Vec<CountRow> = (0..200).map(|i| row(&format!("variant_{i}"), i)).collect();
    for rows in [
        vec![row("one", 7)],
        vec![row("zero", 0), row("nothing", 0)],
        vec![row("a", 5), row("b", 5)],
        vec![row("huge", (1 << 51) - 1), row("small", 1)],
        vec![row(&"a long name without an end ".repeat(9), 1)],
        many,
    ] {
        let workspace = Workspace::new();
        let mut counts = workspace.counts();
        let count = rows.len();
        counts.body.tables[0].rows = rows;
        workspace.write(COUNTS, &counts);
        let page = page_with(&workspace, "{{#chart pipeline bytes}}");
        let plot = plot(&page);
        assert_eq!(plot.matches("class=\"bar\"").count(), count, "{plot}");
        assert_eq!(is_inside(plot), Ok(()), "{plot}");
    }
}

/// B19 of the cases: an empty line would end the block, and what follows with
/// four blanks before it would be code.
#[test]
fn any_name_leaves_the_picture_whole() {
    for name in [
        "<script>alert(1)</script>",
        "{{#include /etc/passwd}}",
        "a    <text>b",
        "</svg></title></desc>",
        "--> <!-- ]]> &amp; \" '",
        "`*_|",
        "漢字ü\u{202e}",
    ] {
        let workspace = Workspace::new();
        let mut counts = workspace.counts();
        counts.body.tables[0].rows[0].variant = name.into();
        counts.body.sites[0].rows[0].source = name.into();
        workspace.write(COUNTS, &counts);
        let page = page_with(
            &workspace,
            "{{#chart pipeline bytes}}\n\n{{#chart lines by blocks}}\n\n*after*",
        );
        assert_eq!(page.matches("<svg class=\"plot\"").count(), 2, "{name}: {page}");
        assert!(page.contains("<p><em>after</em></p>"), "{name}: {page}");
        assert!(
            !page.contains("&lt;text") || name.contains("<text>"),
            "markup became text, {name}: {page}"
        );
        assert!(!page.contains("<script>alert") && !page.contains("root:"), "{name}: {page}");
        assert!(!plot(&page).contains("\n\n"), "{name}: {page}");
    }
}

#[test]
fn one_chart_twice_has_two_ids() {
    let workspace = Workspace::new();
    let page = page_with(&workspace, "{{#chart pipeline bytes}}\n\n{{#chart pipeline bytes}}");
    assert_eq!(page.matches("id=\"chart-lab1-pipeline-bytes\"").count(), 1, "{page}");
    assert_eq!(page.matches("id=\"chart-lab1-pipeline-bytes-2\"").count(), 1, "{page}");
    assert_eq!(page.matches("id=\"table-lab1-pipeline\"").count(), 1, "{page}");
    assert_eq!(page.matches("href=\"#table-lab1-pipeline\"").count(), 1, "{page}");
}

#[test]
fn whatever_the_numbers_are_every_place_is_inside() {
    arbtest::arbtest(|u| {
        let workspace = Workspace::new();
        let names: Vec<String> = (0..u.int_in_range(2..=6)?).map(|i| format!("v{i}")).collect();
        let (mut counts, mut times) = (workspace.counts(), workspace.times());
        counts.body.tables[0].rows.clear();
        for name in &names {
            let bits = *u.choose(&[0, 3, 20, 49])?;
            let bytes = u.int_in_range(0..=1_u64 << bits)?;
            counts.body.tables[0].rows.push(CountRow {
                variant: name.clone(),
                calls: 1,
                blocks: Blocks(bytes / 2),
                bytes: Bytes(bytes),
                peak: None,
                held: None,
            });
        }
        let exponents: Vec<i32> =
            names.iter().map(|_| u.int_in_range(-9..=12)).collect::<Result<_, _>>()?;
        let nanos = |i: usize, by: f64| Nanos::new(10.0_f64.powi(exponents[i]) * by).unwrap();
        let estimate = |(i, name): (usize, &String)| Estimate {
            variant: name.clone(),
            time: nanos(i, 1.0),
            low: nanos(i, 0.3),
            high: nanos(i, 7.0),
            confidence: 0.95,
            samples: 10,
        };
        let rounds = times.body.tables[0].rounds.drain(..).map(|round| ledger::Round {
            times: (0..names.len()).map(|i| nanos(i, 1.0 + f64::from(round.round))).collect(),
            ..round
        });
        times.body.tables[0] = TimeTable {
            name: "pipeline".into(),
            variants: names.clone(),
            estimates: names.iter().enumerate().map(estimate).collect(),
            rounds: rounds.collect(),
        };
        workspace.write(COUNTS, &counts);
        workspace.write(TIMES, &times);
        let page = page_with(
            &workspace,
            "{{#chart pipeline bytes}}\n\n{{#chart pipeline blocks}}\n\n{{#chart pipeline times}}\n\n{{#chart pipeline vs v0}}",
        );
        assert_eq!(page.matches("<svg class=\"plot\"").count(), 4, "{page}");
        for piece in page.split("<svg class=\"plot\"").skip(1) {
            let plot = format!("<svg class=\"plot\"{}", piece.split("</svg>").next().unwrap());
            assert_eq!(is_inside(&plot), Ok(()), "{plot}");
        }
        Ok(())
    })
    .budget_ms(1500);
}
