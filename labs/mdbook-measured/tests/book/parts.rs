//! A table's exact columns and its times, each as a table of its own.

use mdbook_measured::preprocess::Strictness;

use crate::charts::page_with;
use crate::fixture::Workspace;

fn timed() -> Workspace {
    let workspace = Workspace::new();
    workspace.write("labs/lab1/ledger/times-a.json", &workspace.times());
    workspace
}

/// The figure with this id.
fn figure<'a>(page: &'a str, id: &str) -> &'a str {
    let start = page.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("no {id}: {page}"));
    &page[start..start + page[start..].find("</figure>").unwrap()]
}

#[test]
fn counts_and_times_can_stand_apart() {
    let page = page_with(
        &timed(),
        "{{#table pipeline counts}}\n\n{{#table pipeline times vs encode_exact}}\n\n{{#table pipeline times}}",
    );
    let counts = figure(&page, "table-lab1-pipeline-counts");
    for part in ["32,760", "data-part=\"counts\"", "<b>Counts</b>", "--only counts"] {
        assert!(counts.contains(part), "{part} is not in {counts}");
    }
    assert!(!counts.contains("6.11 µs") && !counts.contains("<b>Times</b>"), "{counts}");
    let times = figure(&page, "table-lab1-pipeline-times");
    for part in ["6.11 µs", "data-part=\"times\"", "<b>Times</b>", "--only times", "faster<small>"]
    {
        assert!(times.contains(part), "{part} is not in {times}");
    }
    assert!(!times.contains("32,760</td>") && !times.contains("<b>Counts</b>"), "{times}");
    let plain = figure(&page, "table-lab1-pipeline-times-2");
    assert!(plain.contains("6.11 µs") && !plain.contains("verdict"), "{plain}");
}

#[test]
fn a_chart_leads_to_the_part_that_has_its_numbers() {
    let page = page_with(
        &timed(),
        "{{#chart pipeline bytes}}\n\n{{#chart pipeline times}}\n\n{{#chart pipeline vs encode_exact}}\n\n\
         {{#table pipeline counts}}\n\n{{#table pipeline times vs encode_exact}}",
    );
    for (chart, table) in [
        ("chart-lab1-pipeline-bytes", "table-lab1-pipeline-counts"),
        ("chart-lab1-pipeline-times", "table-lab1-pipeline-times"),
        ("chart-lab1-pipeline-vs-encode-exact", "table-lab1-pipeline-times"),
    ] {
        let chart = figure(&page, chart);
        assert!(chart.contains(&format!("<a href=\"#{table}\">")), "{table}: {chart}");
    }
    // Counts alone are not where a chart of times leads.
    let page = page_with(&timed(), "{{#chart pipeline times}}\n\n{{#table pipeline counts}}");
    assert!(page.contains("id=\"numbers-lab1-pipeline\""), "{page}");
}

#[test]
fn a_part_that_is_not_there_is_told() {
    let workspace = Workspace::new();
    workspace.chapter("{{#table pipeline times}}\n\n{{#table lines counts}}");
    let faults = workspace.faults(Strictness::BUILD);
    assert!(faults[0].contains("lab1 has no times yet; `cargo labs measure lab1"), "{faults:?}");
    assert!(faults[1].contains("have counts only: `{{#table lines}}`"), "{faults:?}");
}

#[test]
fn the_readers_times_stand_among_the_times() {
    let workspace = timed();
    workspace.write("target/labs/lab1/counts.json", &workspace.counts());
    workspace.write("target/labs/lab1/times-b.json", &workspace.times());
    let page = page_with(&workspace, "{{#table pipeline counts}}\n\n{{#table pipeline times}}");
    let (counts, times) =
        (figure(&page, "table-lab1-pipeline-counts"), figure(&page, "table-lab1-pipeline-times"));
    assert!(counts.contains("Your counts") && !counts.contains("Your times"), "{counts}");
    assert!(times.contains("Your times") && !times.contains("Your counts"), "{times}");
    assert!(times.contains("your machine: time") && !counts.contains("your machine: time"));
}
