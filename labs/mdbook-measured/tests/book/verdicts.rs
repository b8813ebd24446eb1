//! Verdicts that the text around them expects, and the reader's own.

use mdbook_measured::preprocess::Strictness;

use crate::fixture::Workspace;

const TIMES: &str = "labs/lab1/ledger/times-a.json";

#[test]
fn a_verdict_that_the_text_does_not_expect_fails_the_check() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    let chapter = |expected: &str| {
        workspace.chapter(&format!(
            "{{{{#table pipeline}}}}\n\nIt is {{{{#verdict pipeline/encode_fresh vs encode_exact expect {expected}}}}}."
        ));
    };
    chapter("faster");
    assert_eq!(workspace.faults(Strictness::CHECK), [] as [String; 0]);
    assert_eq!(workspace.build(Strictness::BUILD).notes, [] as [String; 0]);
    assert!(workspace.page("one.html").contains("faster, 0.90 × (0.90 to 0.90)</span>."));
    for expected in ["slower", "too close"] {
        chapter(expected);
        let faults = workspace.faults(Strictness::CHECK);
        let said = format!("the text expects {expected}");
        assert!(
            faults.len() == 1
                && faults[0].starts_with("one.md:7: {{#verdict pipeline/encode_fresh")
                && faults[0].contains(&said)
                && faults[0].ends_with(", and it is faster now: change the text"),
            "{faults:?}"
        );
        // Who reads, or writes, is only told.
        let findings = workspace.build(Strictness::BUILD);
        assert_eq!(findings.faults, []);
        assert!(findings.notes[0].contains(&said), "{:?}", findings.notes);
    }
}

#[test]
fn every_machine_must_say_what_the_text_expects() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    let mut other = workspace.times();
    other.provenance.machine.cpu = "Other CPU".into();
    for round in &mut other.body.tables[0].rounds {
        round.times.swap(0, 1);
    }
    workspace.write("labs/lab1/ledger/times-b.json", &other);
    workspace.chapter(
        "{{#table pipeline}}\n\n{{#verdict pipeline/encode_fresh vs encode_exact expect faster}}",
    );
    let faults = workspace.faults(Strictness::CHECK);
    assert!(
        faults.len() == 1
            && faults[0].contains("it is slower on Other CPU, 2 cores, linux x86_64 now"),
        "{faults:?}"
    );
}

#[test]
fn the_readers_times_are_judged_too() {
    let workspace = Workspace::new();
    workspace.write(TIMES, &workspace.times());
    let mut yours = workspace.times();
    for round in &mut yours.body.tables[0].rounds {
        round.times.swap(0, 1);
    }
    let file = "target/labs/lab1/times-b.json";
    workspace.write(file, &yours);
    workspace.chapter("{{#table pipeline vs encode_exact}}\n\n{{#chart pipeline vs encode_exact}}");
    workspace.built();
    let page = workspace.page("one.html");
    assert_eq!(page.matches("verdict against encode_exact<small>").count(), 2, "{page}");
    assert!(page.contains("slower<small>1.11 × (1.11 to 1.11)</small>"), "{page}");
    assert!(page.contains("slower, 1.11 ×</text>"), "the chart draws what the table says: {page}");
    // A quick look has no verdict, and says why.
    yours.body.tables[0].rounds.truncate(20);
    workspace.write(file, &yours);
    workspace.built();
    let page = workspace.page("one.html");
    assert!(page.contains("no verdict<small>20 rounds are too few"), "{page}");
    assert!(!page.contains("no verdict</text>"), "nothing to draw: {page}");
}
