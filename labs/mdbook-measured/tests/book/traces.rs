//! `{{#trace}}`: a recorded run becomes pictures and words.

use ledger::{Trace, TracePlace, TraceStep};
use regex::Regex;

use crate::fixture::Workspace;

const COUNTS: &str = "labs/lab1/ledger/counts.json";

/// Two threads: made, put, stolen, and gone.
fn life() -> Trace {
    let place =
        |name: &str, note: &str, open| TracePlace { name: name.into(), note: note.into(), open };
    let step = |lane, event: &str, times, cells: [[&[u32]; 2]; 2]| TraceStep {
        lane,
        event: event.into(),
        times,
        cells: cells.map(|lane| lane.map(<[u32]>::to_vec).to_vec()).to_vec(),
    };
    Trace {
        name: "life".into(),
        lanes: vec!["A".into(), "B".into()],
        places: vec![place("in use", "on loan", false), place("public", "for all", true)],
        steps: vec![
            step(0, "get: made", 4, [[&[1, 2, 3, 4], &[]], [&[], &[]]]),
            step(0, "put", 3, [[&[4], &[1, 2, 3]], [&[], &[]]]),
            step(1, "get: stolen", 1, [[&[4], &[2, 3]], [&[1], &[]]]),
            step(0, "put", 1, [[&[], &[4, 2, 3]], [&[1], &[]]]),
            step(1, "collect", 1, [[&[], &[]], [&[1], &[]]]),
        ],
    }
}

fn with(trace: Trace) -> Workspace {
    let workspace = Workspace::new();
    let mut counts = workspace.counts();
    counts.body.traces.push(trace);
    workspace.write(COUNTS, &counts);
    workspace
}

/// The figure on the chapter's page.
fn figure(workspace: &Workspace) -> String {
    workspace.chapter("{{#trace life}}");
    workspace.built();
    let page = workspace.page("one.html");
    let start = page.find("<figure class=\"trace\"").expect("there is a trace");
    page[start..start + page[start..].find("</figure>").unwrap()].to_owned()
}

/// The items of its list, in order.
fn steps(figure: &str) -> Vec<&str> {
    figure.split("<li ").skip(1).map(|item| item.split("</li>").next().unwrap()).collect()
}

#[test]
fn every_step_is_told_in_words_and_as_a_picture() {
    let workspace = with(life());
    let figure = figure(&workspace);
    let steps = steps(&figure);
    assert_eq!(steps.len(), 5);
    for (step, parts) in steps.iter().zip([
        ["<b>1 of 5</b> <strong>A</strong> get: made, 4 times", "1 to 4: new → A in use"],
        ["<b>2 of 5</b> <strong>A</strong> put, 3 times", "1 to 3: A in use → A public"],
        ["<b>3 of 5</b> <strong>B</strong> get: stolen", "1: A public → B in use"],
        ["<b>4 of 5</b> <strong>A</strong> put <small>", "4: A in use → A public"],
        ["<b>5 of 5</b> <strong>B</strong> collect", "2 to 4: A public → gone"],
    ]) {
        for part in parts {
            assert!(step.contains(part), "{part} is not in {step}");
        }
    }
    for part in [
        "role=\"img\" aria-labelledby=\"trace-lab1-life-3-title\" aria-describedby=\"trace-lab1-life-3-desc\"",
        "<title id=\"trace-lab1-life-3-title\">After step 3</title>",
        "A: in use 4; public 2, 3. B: in use 1.</desc>",
    ] {
        assert!(steps[2].contains(part), "{part} is not in {}", steps[2]);
    }
    assert!(steps[4].contains("A: nothing. B: in use 1.</desc>"), "{}", steps[4]);
    for part in ["<b>public</b> for all.", "A dashed box is open", "commit 0123456789"] {
        assert!(figure.contains(part), "{part} is not in {figure}");
    }
    assert!(figure.contains("cargo labs measure lab1 --only counts"), "{figure}");
}

#[test]
fn a_picture_shows_what_moved_and_what_is_gone() {
    let workspace = with(life());
    let figure = figure(&workspace);
    let steps = steps(&figure);
    let count = |i: usize, what: &str| steps[i].matches(what).count();
    // Discs, of them moved, arrows, gone.
    for (i, expected) in [[4, 4, 0, 0], [4, 3, 1, 0], [4, 1, 1, 0], [4, 1, 1, 0], [1, 0, 0, 3]]
        .into_iter()
        .enumerate()
    {
        let gone = count(i, "class=\"gone\"");
        // One `use` is the stage.
        let discs = count(i, "<use") - 1 - gone;
        let found = [discs, count(i, "class=\"moved\""), count(i, "class=\"arrow\""), gone];
        assert_eq!(found, expected, "step {}: {}", i + 1, steps[i]);
        assert_eq!(count(i, "class=\"cross\""), gone);
    }
    // Where something happens for the first time, a picture is shown without a
    // script and on paper.
    let class = |step: &&str| step.split('"').nth(1).unwrap().to_owned();
    let classes: Vec<String> = steps.iter().map(class).collect();
    assert_eq!(classes, ["key current", "key", "key", "between", "key"]);
}

#[test]
fn discs_lie_in_boxes_and_all_references_lead_somewhere() {
    let workspace = with(life());
    let figure = figure(&workspace);
    let size = Regex::new(r#"(?i)viewBox="0 0 (\d+) (\d+)""#).unwrap();
    let sizes: Vec<(f64, f64)> = size
        .captures_iter(&figure)
        .map(|found| (found[1].parse().unwrap(), found[2].parse().unwrap()))
        .collect();
    assert!(sizes.len() == 5 && sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
    let number = |text: &str| text.parse::<f64>().unwrap();
    let rect = Regex::new(r#"<rect [^>]*x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)""#);
    let boxes: Vec<[f64; 4]> = rect
        .unwrap()
        .captures_iter(&figure)
        .map(|found| [1, 2, 3, 4].map(|i| number(&found[i])))
        .collect();
    assert_eq!(boxes.len(), 4);
    let disc = Regex::new(r##"<use [^>]*href="#([^"]+)" x="([^"]+)" y="([^"]+)""##).unwrap();
    let mut discs = 0;
    for found in disc.captures_iter(&figure) {
        let (id, x, y) = (&found[1], number(&found[2]), number(&found[3]));
        let inside = |[left, top, width, height]: &[f64; 4]| {
            x - 8.5 >= *left
                && x + 8.5 <= left + width
                && y - 8.5 >= *top
                && y + 8.5 <= top + height
        };
        assert_eq!(boxes.iter().filter(|place| inside(place)).count(), 1, "{id} at {x}, {y}");
        assert!(figure.contains(&format!("id=\"{id}\"")), "{id} is nowhere");
        discs += 1;
    }
    assert_eq!(discs, 4 + 4 + 4 + 4 + 1 + 3);
    assert!(!figure.contains("NaN") && !figure.contains("inf"), "{figure}");
}

#[test]
fn two_of_them_on_a_page_have_ids_of_their_own() {
    let workspace = with(life());
    workspace.chapter("{{#trace life}}\n\n{{#trace lab1/life}}");
    workspace.built();
    let page = workspace.page("one.html");
    for id in ["trace-lab1-life", "trace-lab1-life-stage", "trace-lab1-life-2-stage"] {
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn names_are_text() {
    let mut trace = life();
    let evil = "<script>alert(1)</script> *a* {{#include x}}";
    trace.lanes[0] = evil.into();
    trace.places[1].name = format!("{evil} too");
    trace.places[1].note = evil.into();
    trace.steps[1].event = evil.into();
    let workspace = with(trace);
    let figure = figure(&workspace);
    for part in ["<script>alert", "<em>", "{{"] {
        assert!(!figure.contains(part), "{part} is in {figure}");
    }
    assert!(figure.contains("&lt;script&gt;alert(1)"), "{figure}");
}

#[test]
fn the_largest_trace_is_drawn_and_one_that_never_moves_too() {
    let mut trace = life();
    trace.steps[0].cells[1][1] = (900..900 + Trace::VALUES as u32 - 4).collect();
    trace.steps[4] = trace.steps[3].clone();
    let workspace = with(trace);
    let figure = figure(&workspace);
    assert!(steps(&figure)[4].contains("<small>nothing moves</small>"), "{figure}");
}

#[test]
fn what_is_wrong_is_told_with_the_nearest_name() {
    let workspace = with(life());
    for (directive, part) in [
        ("{{#trace lief}}", "lab1 has no trace \"lief\"; did you mean `life`"),
        ("{{#trace pipeline}}", "lab1 has no trace \"pipeline\""),
        ("{{#trace lab2/life}}", "there is no lab \"lab2\""),
        ("{{#trace life by bytes}}", "its form is `{{#trace name}}`"),
        ("{{#trase life}}", "did you mean `trace`"),
        ("In a line {{#trace life}}.", "it must stand alone on its line"),
    ] {
        let fault = workspace.refuses(directive, part);
        assert!(fault.starts_with("src/one.md:5") || fault.contains("one.md:5"), "{fault}");
    }
}
