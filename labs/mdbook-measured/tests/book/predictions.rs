//! `{{#predict}}`: the answer is the ledger's, whatever is asked.

use ledger::{Nanos, Site};
use mdbook_measured::preprocess::Strictness;

use crate::fixture::Workspace;

const COUNTS: &str = "labs/lab1/ledger/counts.json";
const TIMES: &str = "labs/lab1/ledger/times-a.json";

/// The chapter's page with this prediction in it, from its block on.
fn predicted(workspace: &Workspace, chapter: &str) -> String {
    workspace.chapter(chapter);
    workspace.built();
    let page = workspace.page("one.html");
    page[page.find("<div class=\"predict\"").unwrap()..].to_owned()
}

#[test]
fn a_number_stands_behind_a_question_and_a_field() {
    let workspace = Workspace::new();
    let page = predicted(
        &workspace,
        "{{#predict How many blocks does\n`encode_fresh` take? = pipeline/encode_fresh.blocks}}\n\n{{#table pipeline}}",
    );
    for part in [
        "data-answer=\"12\" data-text=\"12 blocks\"",
        "<label for=\"predict-how-many-blocks-does-encode-fresh-take-guess\"><b>Predict</b> How many blocks does <code>encode_fresh</code> take?</label>",
        "<summary>The answer</summary>",
        "<span class=\"number\">12 blocks</span>. <a href=\"#table-lab1-pipeline\">",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let field = page.find("<input").unwrap();
    assert!(field < page.find("<details").unwrap(), "the field stands before the answer");
}

#[test]
fn sums_counts_and_shares_are_answers_too() {
    let workspace = Workspace::new();
    for (answer, text, value) in [
        ("chain sum", "1,048 B", "1048"),
        ("chain count", "3", "3"),
        ("pipeline/encode_exact.bytes of pipeline/encode_fresh.bytes", "33 %", "33.2"),
    ] {
        let page = predicted(&workspace, &format!("{{{{#predict How much? = {answer}}}}}"));
        assert!(page.contains(&format!("data-answer=\"{value}")), "{page}");
        assert!(page.contains(&format!("<span class=\"number\">{text}</span>")), "{page}");
    }
}

#[test]
fn a_row_is_chosen_by_its_count_and_equal_ones_are_all_right() {
    let workspace = Workspace::new();
    let page = predicted(&workspace, "{{#predict Which? = most bytes of pipeline}}");
    for part in [
        "<legend><b>Predict</b> Which?</legend>",
        "value=\"encode_fresh\" data-said=\"Right.\"",
        "value=\"encode_exact\" data-said=\"No.\"",
        "<code>encode_fresh</code> with 32,760 B. Then <code>encode_exact</code> with 10,890 B.",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let page = predicted(&workspace, "{{#predict Which? = least blocks of pipeline}}");
    assert!(page.contains("<code>encode_exact</code> with 1 block. Then"), "{page}");
    // Lines that are the same are told apart by their place.
    let mut counts = workspace.counts();
    let line = counts.body.sites[0].rows[0].clone();
    counts.body.sites[0].rows.push(Site { line: 9, ..line });
    workspace.write(COUNTS, &counts);
    let page = predicted(&workspace, "{{#predict Which? = most blocks of lines}}");
    for part in [
        "value=\"line 1 (src/lib.rs:1)\" data-said=\"Right.\"",
        "value=\"line 1 (src/lib.rs:9)\" data-said=\"Right.\"",
        "<code>line 1 (src/lib.rs:9)</code> with 3,000 blocks each. Then <code>line 2</code> with 1 block.",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    // By function they are one.
    let page = predicted(&workspace, "{{#predict Which? | large | many = most blocks of lines}}");
    assert!(
        page.contains("<code>many</code> with 6,000 blocks. Then <code>large</code>"),
        "{page}"
    );
}

#[test]
fn the_slowest_is_the_judge_s_and_what_it_cannot_tell_is_said() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    let slowest = "{{#predict Which? | encode_fresh | encode_exact = slowest of pipeline}}";
    let page = predicted(&workspace, slowest);
    for part in [
        "value=\"encode_exact\" data-said=\"Right.\"",
        "value=\"encode_fresh\" data-said=\"No.\"",
        "<code>encode_exact</code>: slower than each of the others",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let page = predicted(&workspace, "{{#predict Which? = fastest of pipeline}}");
    assert!(page.contains("<code>encode_fresh</code>: faster than each of the others"), "{page}");
    // The same times: nobody can tell.
    let mut times = workspace.times();
    for round in &mut times.body.tables[0].rounds {
        round.times = vec![Nanos::new(1000.0).unwrap(); 2];
    }
    times.provenance.machine.cpu = "Other CPU".into();
    workspace.write(TIMES, &times);
    let page = predicted(&workspace, slowest);
    assert!(page.contains("Too close to call") && !page.contains("\"Right.\""), "{page}");
    assert_eq!(
        page.matches("data-said=\"It may be: the judge cannot tell.\"").count(),
        2,
        "{page}"
    );
    // One machine says so, the other not: it depends.
    workspace.write("labs/lab1/ledger/times-b.json", &workspace.times());
    let page = predicted(&workspace, slowest);
    for part in ["data-said=\"It depends on the machine.\"", "On Test CPU", "On Other CPU"] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn what_has_no_answer_is_told_with_the_nearest_name() {
    let workspace = Workspace::new();
    workspace.chapter(
        "{{#predict How many?}}\n\
         {{#predict How many? = pipeline/encode_frehs.blocks}}\n\
         {{#predict How many? = chain}}\n\
         {{#predict How long? = pipeline/encode_fresh.time}}\n\
         {{#predict Which? | encode_fresh | encode_exat = most blocks of pipeline}}\n\
         {{#predict Which? | many | larg = most blocks of lines}}\n\
         {{#predict Which? = slowest of pipeline}}\n\
         {{#predict Which? = slowest of lines}}\n\
         {{#predict Which? = most blocks of pipelin}}\n\
         text {{#predict How many? = chain sum}}",
    );
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    for line in [
        "one.md:5: {{#predict How many?}}: it has no answer; its form is",
        "\"pipeline\" has no row \"encode_frehs\"; did you mean `encode_fresh`?",
        "one.md:7: {{#predict How many? = chain}}: a list is no single answer; ask for its `sum` or `count`",
        "one.md:8: {{#predict How long? = pipeline/encode_fresh.time}}: lab1 has no times yet",
        "\"pipeline\" has no row \"encode_exat\"; did you mean `encode_exact`?",
        "no line of \"lines\" is in a function \"larg\"; did you mean `large`?",
        "one.md:11: {{#predict Which? = slowest of pipeline}}: lab1 has no times yet",
        "lines that allocate have no times; ask for `most` or `least`",
        "lab1 has no table \"pipelin\"; did you mean `pipeline`?",
        "one.md:14: {{#predict How many? = chain sum}}: it becomes a block",
    ] {
        assert!(faults.contains(line), "{line}\nis not in\n{faults}");
    }
    workspace.write(TIMES, &workspace.times());
    workspace.chapter("{{#predict How long? = pipeline/encode_fresh.time}}");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("a time is one machine's; ask for `slowest of`"), "{faults}");
    let mut times = workspace.times();
    times.body.tables[0].rounds.truncate(9);
    workspace.write(TIMES, &times);
    workspace.chapter("{{#predict Which? = slowest of pipeline}}");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("9 rounds are too few for a verdict"), "{faults}");
    let mut counts = workspace.counts();
    counts.body.tables[0].rows[0].blocks = ledger::Blocks(1);
    workspace.write(COUNTS, &counts);
    workspace.chapter("{{#predict Which? = most blocks of pipeline}}");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("all rows have the same"), "{faults}");
}

#[test]
fn a_stale_answer_says_so_while_serving() {
    let workspace = Workspace::new();
    workspace.put("labs/lab1/src/lib.rs", "// another\n");
    workspace.chapter(
        "{{#predict How many? = pipeline/encode_fresh.blocks}}\n\n{{#predict Which? = most blocks of pipeline}}",
    );
    assert_eq!(workspace.build(Strictness::SERVE).faults, []);
    let page = workspace.page("one.html");
    assert_eq!(page.matches("<strong class=\"stale\">stale</strong>").count(), 2, "{page}");
}

#[test]
fn a_figure_typed_into_a_question_fails_the_check() {
    let workspace = Workspace::new();
    workspace.chapter("{{#predict Is it more than\n9 blocks? = pipeline/encode_fresh.blocks}}");
    assert_eq!(workspace.faults(Strictness::BUILD), [] as [String; 0]);
    let faults = workspace.faults(Strictness::CHECK);
    assert!(faults[0].starts_with("one.md:6: 9 blocks: a figure typed by hand"), "{faults:?}");
}

#[test]
fn a_hostile_row_is_an_option_like_any_other() {
    let workspace = Workspace::new();
    let mut counts = workspace.counts();
    let name = "<img src=x onerror=alert(1)>\"' ` {{#table x}}";
    counts.body.tables[0].rows[0].variant = name.into();
    workspace.write(COUNTS, &counts);
    let page = predicted(&workspace, "{{#predict Which? = most blocks of pipeline}}\n\n*after*");
    assert!(!page.contains("<img") && page.contains("<em>after</em>"), "{page}");
}

#[test]
fn tables_carry_what_the_page_s_scripts_need() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    workspace.write("target/labs/lab1/times-b.json", &workspace.times());
    workspace.chapter("{{#table pipeline vs encode_fresh}}\n\n{{#table lines}}");
    workspace.built();
    let page = workspace.page("one.html");
    for part in [
        "data-lab=\"lab1\" data-table=\"pipeline\"",
        "<tr data-row=\"encode_fresh\" data-counts=\"12 blocks / 32,760 B\">",
        "<tr data-row=\"src/lib.rs:2\" data-counts=\"1 block / 9,000 B\">",
        "data-machine=\"linux-x86_64-test-cpu-2-cores\" data-machine-name=\"Test CPU, 2 cores, linux x86_64\"",
        "class=\"time yours other-machine\" data-machine=\"yours\" data-machine-name=\"your machine\"",
        "<div class=\"machine-tabs needs-js\"><button",
        "class=\"time verdict\" data-machine=\"linux-x86_64-test-cpu-2-cores\"",
        "bytes<small>exact</small>",
        "time<small>observed</small>",
        "verdict against encode_fresh<small>judged</small>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}
