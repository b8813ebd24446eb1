//! Grids: exact and observed, as tables, as charts, cell by cell.

use ledger::{CountGrid, CountGridRow, ObservedGrid, ObservedGridRow, Quantity, Unit};
use mdbook_measured::preprocess::Strictness;

use crate::charts::{is_inside, page_with, plot};
use crate::fixture::Workspace;

const COUNTS: &str = "labs/lab1/ledger/counts.json";
const TIMES: &str = "labs/lab1/ledger/times-a.json";

fn places() -> CountGrid {
    let row = |row: &str, values: &[u64]| CountGridRow { row: row.into(), values: values.into() };
    CountGrid {
        name: "places".into(),
        by: "shards".into(),
        unit: Unit::Count,
        columns: vec!["private".into(), "stolen".into()],
        rows: vec![row("1", &[1000, 0]), row("2", &[750, 250]), row("8", &[1200, 300])],
    }
}

/// At 0.5 the vector takes 200, 210 … ns, and the gap buffer half of it.
fn position() -> ObservedGrid {
    let cell = |base: f64| (0..12).map(move |i| base * (20.0 + f64::from(i)));
    let row = |row: &str, cells| ObservedGridRow { row: row.into(), cells };
    ObservedGrid {
        name: "position".into(),
        by: "position".into(),
        unit: Quantity::Time,
        columns: vec!["insert_vec".into(), "insert_gap".into()],
        rows: vec![
            row("0.0", vec![cell(20.0).collect(), cell(1.0).collect()]),
            row("0.5", vec![cell(10.0).collect(), cell(5.0).collect()]),
            row("1.0", vec![cell(1.0).collect(), Vec::new()]),
        ],
    }
}

fn workspace() -> Workspace {
    let workspace = Workspace::new();
    let mut counts = workspace.counts();
    counts.body.grids = vec![places()];
    workspace.write(COUNTS, &counts);
    let mut times = workspace.times();
    times.body.grids = vec![position()];
    workspace.write(TIMES, &times);
    workspace
}

#[test]
fn a_grid_is_a_table_with_its_source() {
    let page = page_with(&workspace(), "{{#table places}}\n\n{{#table position vs insert_vec}}");
    for part in [
        "id=\"table-lab1-places\"",
        "lab1, places: by shards",
        "<th scope=\"row\"><code>8</code></th><td class=\"count\">1,200</td><td class=\"count\">300</td>",
        "cargo labs measure lab1 --only counts",
        // Twelve rounds: the 3rd to the 10th, of 200 to 310 ns.
        "<td class=\"time\">255 ns<small>220 to 290 ns</small></td>",
        "<small>0.50 × (0.50 to 0.50)</small>",
        "median of 12 rounds",
        "<td class=\"time\">–</td>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn rows_that_are_numbers_make_lines() {
    let page = page_with(&workspace(), "{{#chart places}}\n\n{{#chart position}}");
    let first = page.find("<svg class=\"plot\"").unwrap();
    let second = first + 1 + page[first + 1..].find("<svg class=\"plot\"").unwrap();
    for (chart, lines) in [(&page[first..second], 2), (&page[second..], 2)] {
        let chart = &chart[..chart.find("</figure>").unwrap()];
        // One in the picture and one in the legend for each column.
        assert_eq!(chart.matches("<polyline").count(), 2 * lines, "{chart}");
    }
    assert_eq!(is_inside(plot(&page)), Ok(()));
    // Across the shards 1 to 8, right of the labels.
    assert!(page.contains("points=\"10.00,"), "{page}");
    assert!(page.contains("insert_gap: from 25.5 ns at 0 to 128 ns at 0.5"), "{page}");
    assert!(page.contains("<details class=\"chart-numbers\">"), "its table is there");
}

#[test]
fn rows_that_are_names_make_bars_and_dots() {
    let workspace = workspace();
    let (mut counts, mut times) = (workspace.counts(), workspace.times());
    let (mut named, mut timed) = (places(), position());
    named.rows[0].row = "one".into();
    timed.rows[0].row = "first".into();
    counts.body.grids = vec![named];
    times.body.grids = vec![timed];
    workspace.write(COUNTS, &counts);
    workspace.write(TIMES, &times);
    let page = page_with(&workspace, "{{#chart places}}\n\n{{#chart position}}");
    assert!(!page.contains("<polyline"));
    assert!(page.contains("one: private</text>") && page.contains("insert_gap</text>"), "{page}");
}

#[test]
fn a_cell_is_a_number() {
    let page = page_with(
        &workspace(),
        "a {{#number places/8.stolen}} b {{#number places/8.stolen of places/8.private}} \
         c {{#number position/0.5.insert_gap}} d {{#number position/0.5.insert_gap over position/0.5.insert_vec}} \
         e {{#number places/8.private over places/8.stolen}}",
    );
    for part in [">300</span> b", ">25 %</span> c", ">128 ns (110 to 145 ns)</span> d"] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(page.contains(">0.50 × (0.50 to 0.50)</span> e"), "{page}");
    assert!(page.contains(">4.00 ×</span>"), "{page}");
}

#[test]
fn what_a_grid_cannot_is_said() {
    for (chapter, part) in [
        ("{{#number places/8.stole}}", "did you mean `stolen`"),
        ("{{#number places/7.stolen}}", "grid \"places\" has no 7.stolen"),
        ("{{#number position/1.0.insert_gap}}", "has no time at 1.0.insert_gap"),
        ("{{#number pipeline/encode_fresh.bites}}", "did you mean `bytes`"),
        ("{{#table place}}", "did you mean `places`"),
        ("{{#table places vs stolen}}", "no times to hold against each other"),
        ("{{#table position vs insert_ve}}", "did you mean `insert_vec`"),
        ("{{#table places by bytes}}", "keeps the order of its rows"),
        ("{{#chart places bytes}}", "drawn whole"),
        ("{{#chart pipeline}}", "what of \"pipeline\" is to be drawn"),
        (
            "{{#number position/0.5.insert_gap over places/8.stolen}}",
            "times have a ratio within one grid only",
        ),
        ("{{#number position/0.5.insert_gap of position/0.5.insert_vec}}", "compared by rounds"),
        ("{{#predict Which? = most blocks of places}}", "places"),
    ] {
        workspace().refuses(chapter, part);
    }
}

#[test]
fn bytes_may_be_observed_too() {
    let workspace = workspace();
    let mut times = workspace.times();
    let mut resident = position();
    (resident.name, resident.unit) = ("resident".into(), Quantity::Bytes);
    // None at all in one cell, and 200 to 310 kB in another.
    resident.rows[0].cells[0] = vec![0.0; 12];
    resident.rows[1].cells[0].iter_mut().for_each(|bytes| *bytes *= 1000.0);
    times.body.grids = vec![resident];
    times.body.tables.clear();
    times.provenance.findings = vec!["a virtual machine".into()];
    workspace.write(TIMES, &times);
    let page = page_with(
        &workspace,
        "{{#table resident}}\n\na {{#number resident/0.5.insert_vec}} b {{#number resident/0.0.insert_vec}}",
    );
    for part in [
        "lab1, resident: bytes by position",
        ">255 kB<small>220 to 290 kB</small></td>",
        // The same in all rounds, and no reason to doubt it.
        "<td class=\"time\">0 B</td>",
        "<b>Bytes</b> Test CPU",
        ">255 kB (220 to 290 kB)</span>",
        ">0 B</span>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("Reasons to doubt"), "{page}");
    for (chapter, part) in [
        ("{{#table resident vs insert_vec}}", "no times to hold against each other"),
        ("{{#chart resident}}", "only times are drawn"),
        ("{{#number resident/0.5.insert_gap over resident/0.5.insert_vec}}", "no ratio"),
        ("{{#number resident/0.5.insert_gap of resident/0.5.insert_vec}}", "exact numbers"),
        ("{{#number resident/1.0.insert_gap}}", "has no value at"),
        ("{{#predict How many? = resident/0.5.insert_gap}}", "one machine's"),
    ] {
        workspace.refuses(chapter, part);
    }
}

#[test]
fn peers_have_a_ledger_of_their_own() {
    let workspace = Workspace::new();
    let mut peers = workspace.times();
    peers.body.tables.clear();
    peers.body.grids = vec![position()];
    workspace.write("labs/lab1/ledger/peers-a.json", &peers);
    workspace.chapter("{{#table position}}");
    // Its key covers the peers' sources, and there are none.
    workspace.built();
    let page = workspace.page("one.html");
    assert!(page.contains("cargo labs measure lab1 --only peers"), "{page}");
    let faults = workspace.faults(Strictness::PUBLISH);
    let stale = "peers-a.json: stale: `cargo labs measure lab1 --only peers --reference`";
    assert!(faults.iter().any(|fault| fault.contains(stale)), "{faults:?}");
}
