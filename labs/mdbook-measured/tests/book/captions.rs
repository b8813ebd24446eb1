//! What stands below a figure, and what can be opened there.

use crate::charts::page_with;
use crate::fixture::Workspace;

#[test]
fn a_line_says_what_a_reader_must_know_and_the_rest_can_be_opened() {
    let workspace = Workspace::new();
    let mut times = workspace.times();
    times.provenance.findings = vec!["load 4 <on> 2".into(), "a virtual machine".into()];
    times.provenance.date = "2026-11-29T12:00:00Z".into();
    times.provenance.key.sources = "another".into();
    workspace.write("labs/lab1/ledger/times-a.json", &times);
    let page = page_with(&workspace, "{{#table pipeline}}\n\n{{#chart pipeline times}}");
    let start = page.find("<figcaption").unwrap();
    let caption = &page[start..start + page[start..].find("</figcaption>").unwrap()];
    let (line, more) = caption.split_once("<details>").unwrap();
    for part in [
        "<p class=\"doubts\">Reasons to doubt these times: load 4 &lt;on&gt; 2; a virtual machine.</p>",
        "<b>Counts</b> Test CPU, 2 cores, linux x86_64; <time>2026-11-30</time>. <b>Times</b>",
        "<time>2026-11-29</time> <strong class=\"stale\">",
    ] {
        assert!(line.contains(part), "{part} is not in {line}");
    }
    assert!(line.find("doubts").unwrap() < line.find("<b>Counts").unwrap(), "{line}");
    for part in ["rustc", "commit", "rounds", "cargo labs measure"] {
        assert!(!line.contains(part), "{part} is in {line}");
        assert!(more.contains(part), "{part} is not in {more}");
    }
    // Two machines are told apart, and the reader's from ours.
    workspace.write("target/labs/lab1/times-b.json", &times);
    workspace.built();
    let page = workspace.page("one.html");
    let doubts = "Reasons to doubt your times of Test CPU, 2 cores, linux x86_64: load 4";
    assert!(page.contains(doubts), "{page}");
    // A chart has its table for all of that.
    let chart = &page[page.find("<figure class=\"chart\"").unwrap()..];
    let chart = &chart[..chart.find("</figure>").unwrap()];
    assert!(chart.contains("Times: Test CPU, 2 cores, linux x86_64; 2026-11-29."), "{chart}");
    assert!(!chart.contains("rustc") && !chart.contains("Reasons"), "{chart}");
}

#[test]
fn sources_of_one_machine_and_day_are_one_line_and_the_readers_is_another() {
    let workspace = Workspace::new();
    workspace.write("labs/lab1/ledger/times-a.json", &workspace.times());
    workspace.write("target/labs/lab1/counts.json", &workspace.counts());
    let page = page_with(&workspace, "{{#table pipeline}}");
    assert!(page.contains("<p><b>Counts</b>, <b>Times</b> Test CPU, 2 cores"), "{page}");
    assert!(page.contains("<p><b>Your counts</b> Test CPU, 2 cores, linux x86_64; "), "{page}");
    assert!(page.contains("<time>2026-11-30</time>; all the same.</p>"), "{page}");
}

#[test]
fn many_claims_wait_to_be_opened() {
    let page = page_with(&Workspace::new(), "{{#claims S000-01..S000-02}}\n\n*after*");
    let start = page.find("<details class=\"all-claims\">").unwrap();
    let all = &page[start..start + page[start..].find("</details>").unwrap()];
    assert!(all.contains("<summary>All 2 claims, with our verdicts</summary>"), "{all}");
    assert!(all.contains("It is *fast*.") && all.contains("</table>"), "{all}");
    assert!(page.contains("<em>after</em>"), "Markdown goes on: {page}");
    let page = page_with(&Workspace::new(), "{{#claims S000-01..S000-01}}");
    assert!(page.contains("<summary>The claim, with our verdict</summary>"), "{page}");
}

#[test]
fn no_line_of_a_chart_of_ratios_runs_through_a_name() {
    let workspace = Workspace::new();
    workspace.write("labs/lab1/ledger/times-a.json", &workspace.times());
    let page = page_with(&workspace, "{{#chart pipeline vs encode_exact}}");
    let plot = crate::charts::plot(&page);
    let number = |tag: &str, attribute: &str| -> f64 {
        let rest = tag.split(&format!(" {attribute}=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let name = plot.lines().find(|line| line.contains("class=\"name\"")).unwrap();
    let feet = number(name, "y");
    for line in plot
        .lines()
        .filter(|line| line.contains("class=\"one\"") || line.contains("class=\"grid\""))
    {
        assert!(number(line, "y1") > feet, "{line} and {name}");
    }
    let band = plot.lines().find(|line| line.contains("class=\"same\"")).unwrap();
    assert!(number(band, "y") > feet, "{band} and {name}");
}
