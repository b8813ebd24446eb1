//! What a sound book shows.

use std::fs;

use mdbook_measured::preprocess::Strictness;

use crate::fixture::{HEAD, Workspace, contents};

#[test]
fn a_table_shows_the_ledger_and_where_it_comes_from() {
    let workspace = Workspace::new();
    let before = contents(&workspace.root().join("src"));
    workspace.built();
    let page = workspace.page("one.html");
    for part in [
        "<code>encode&#95;fresh",
        "32,760",
        "16,380",
        "Test CPU, 2 cores, linux x86&#95;64",
        "profile dev",
        "commit 0123456789",
        "2026&#45;11&#45;30",
    ] {
        // mdBook may write a character reference as the character.
        let plain = part.replace("&#95;", "_").replace("&#45;", "-");
        assert!(page.contains(part) || page.contains(&plain), "{part} is not in {page}");
    }
    assert!(
        page.contains("cargo labs measure lab1"),
        "the command that measures again is not there"
    );
    assert_eq!(contents(&workspace.root().join("src")), before, "something was written into src");
    assert!(!page.contains("class=\"time"), "there are no times to show");
}

#[test]
fn the_card_has_question_commands_minutes_and_claims() {
    let workspace = Workspace::new();
    workspace.built();
    let page = workspace.page("one.html");
    for part in [
        "Which line allocates",
        "cargo test -p lab1",
        "about 30 minutes",
        "audit.html#S000-01",
        "labs/lab1",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let card = page.split("<aside").nth(1).unwrap().split("</aside>").next().unwrap();
    assert!(!card.contains("https://"), "an address was invented: {card}");
    workspace.put(
        "book.toml",
        "[book]\ntitle = \"T\"\n[build]\nbuild-dir = \"target/book\"\n[preprocessor.measured]\nbefore = [\"links\"]\n[output.html]\ngit-repository-url = \"https://example.org/r\"\n",
    );
    workspace.built();
    assert!(workspace.page("one.html").contains("https://example.org/r/tree/HEAD/labs/lab1"));
}

#[test]
fn lines_come_in_both_orders_with_their_shares() {
    let workspace = Workspace::new();
    workspace.chapter("{{#table lines by bytes}}\n\n{{#table lines by blocks}}");
    workspace.built();
    let page = workspace.page("one.html");
    let by_bytes = &page[page.find("table-lab1-lines-by-bytes").unwrap()
        ..page.find("table-lab1-lines-by-blocks").unwrap()];
    assert!(by_bytes.find("line 2").unwrap() < by_bytes.find("line 1").unwrap());
    assert!(by_bytes.contains("90 %") && by_bytes.contains("&gt; 99 %"), "{by_bytes}");
    let by_blocks = &page[page.find("table-lab1-lines-by-blocks").unwrap()..];
    assert!(by_blocks.find("line 1").unwrap() < by_blocks.find("line 2").unwrap());
}

#[test]
fn numbers_stand_in_the_text_with_their_unit() {
    let workspace = Workspace::new();
    workspace.chapter(
        "a{{#number pipeline/encode_fresh.bytes}}z a{{#number pipeline/encode_exact.blocks}}z a{{#number chain}}z a{{#number chain sum}}z \
         a{{#number chain count}}z a{{#number lines/many.blocks of lines/total.blocks}}z a{{#number pipeline/encode_fresh.blocks bare}}z",
    );
    workspace.built();
    let page = workspace.page("one.html");
    for number in ["32,760 B", "1 block", "8, 16, 1,024 B", "1,048 B", "3", "&gt; 99 %", "12"] {
        // A list may be longer than a line.
        let class = if number.contains(", ") { "number list" } else { "number" };
        assert!(
            page.contains(&format!("a<span class=\"{class}\">{number}</span>z")),
            "{number} is not in {page}"
        );
    }
}

#[test]
fn claims_are_marked_quoted_and_listed() {
    let workspace = Workspace::new();
    workspace.chapter(
        "It was {{#claim S000-01 claimed}}: {{#claim S000-01}}.\n\n{{#claims S000-01..S000-02}}",
    );
    workspace.built();
    let page = workspace.page("one.html");
    assert!(page.contains("<q class=\"claim-figure\">10 ns</q>"), "{page}");
    assert!(page.contains("href=\"audit.html#S000-01\""), "{page}");
    assert!(page.contains("It is *fast*."), "a claim's text is text: {page}");
    let audit = workspace.page("audit.html");
    assert!(
        audit.contains("id=\"S000-01\"") && audit.contains("data-verdict=\"refuted\""),
        "{audit}"
    );
}

#[test]
fn a_page_in_a_folder_reaches_the_audit() {
    let workspace = Workspace::new();
    workspace.put(
        "src/SUMMARY.md",
        "# Summary\n\n- [One](one.md)\n- [Deep](a/b/deep.md)\n- [Audit](audit.md)\n",
    );
    workspace.put("src/a/b/deep.md", "# Deep\n\n{{#claim S000-01}}\n");
    workspace.built();
    assert!(workspace.page("a/b/deep.html").contains("href=\"../../audit.html#S000-01\""));
}

#[test]
fn code_and_escapes_print_a_directive_as_it_is() {
    let workspace = Workspace::new();
    workspace.chapter("`{{#table x}}` and \\{{#table y}} and \\{{#include z}}\n\n```text\n{{#number w}}\n\\{{#include v}}\n```\n\nrun cargo test --release");
    assert_eq!(workspace.faults(Strictness::CHECK), [] as [String; 0]);
    let page = workspace.page("one.html");
    for text in [
        "<code>{{#table x}}</code>",
        "<span>{</span>{#table y}}",
        "{{#number w}}",
        "{{#include v}}",
        "cargo test --release",
    ] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
}

#[test]
fn an_include_is_the_code_between_its_anchors() {
    let workspace = Workspace::new();
    workspace.chapter("```rust,ignore\n{{#include ../labs/lab1/src/lib.rs:f}}\n```");
    workspace.built();
    let page = workspace.page("one.html");
    assert!(page.contains("fn f() {}") && !page.contains("ANCHOR"), "{page}");
}

#[test]
fn your_machine_stands_beside_ours() {
    let workspace = Workspace::new();
    workspace.write("labs/lab1/ledger/times-a.json", &workspace.times());
    let mut yours = workspace.counts();
    yours.body.tables[0].rows[1].blocks = ledger::Blocks(2);
    yours.provenance.machine.cpu = "Your CPU".into();
    workspace.write("target/labs/lab1/counts.json", &yours);
    let mut times = workspace.times();
    times.provenance.machine.cpu = "Your CPU".into();
    workspace.write("target/labs/lab1/times-b.json", &times);
    workspace.built();
    let page = workspace.page("one.html");
    for part in [
        "6.11 µs",
        "5.50 to 6.72",
        "your machine: time",
        "the same",
        "2 blocks / 10,890 B",
        "Your CPU",
        "54 rounds in 9 placements",
        "95 % level, 100 samples",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    // What cannot be read of the reader's own is said and not shown.
    fs::write(workspace.root().join("target/labs/lab1/times-b.json"), "{").unwrap();
    let findings = workspace.build(Strictness::BUILD);
    assert_eq!(findings.faults, []);
    assert!(
        findings.notes[0].contains("target/labs/lab1/times-b.json is not shown"),
        "{:?}",
        findings.notes
    );
    assert!(!workspace.page("one.html").contains("your machine: time"));
}

#[test]
fn several_machines_have_a_column_each_and_no_single_time() {
    let workspace = Workspace::new();
    workspace.write("labs/lab1/ledger/times-a.json", &workspace.times());
    workspace.chapter("{{#number pipeline/encode_fresh.time}}");
    workspace.built();
    assert!(workspace.page("one.html").contains("6.11 µs"));
    let mut other = workspace.times();
    other.provenance.machine.cpu = "Other CPU".into();
    workspace.write("labs/lab1/ledger/times-b.json", &other);
    let faults = workspace.faults(Strictness::BUILD);
    assert!(faults[0].contains("2 machines have timed it"), "{faults:?}");
    workspace.chapter("{{#table pipeline}}");
    workspace.built();
    let page = workspace.page("one.html");
    assert!(page.contains("time: Test CPU") && page.contains("time: Other CPU"), "{page}");
}

#[test]
fn a_chapter_without_directives_is_left_as_it_is() {
    let workspace = Workspace::new();
    workspace.put(
        "src/SUMMARY.md",
        "# Summary\n\n- [One](one.md)\n- [Plain](plain.md)\n- [Audit](audit.md)\n",
    );
    workspace.put(
        "src/plain.md",
        &format!("{}\n\nplain *text* {{{{ }}}}\n", HEAD.lines().next().unwrap()),
    );
    workspace.built();
    assert!(workspace.page("plain.html").contains("plain <em>text</em> {{ }}"));
}

#[test]
fn a_verdict_comes_with_ratio_and_interval_from_the_rounds() {
    let workspace = Workspace::new();
    let mut times = workspace.times();
    // The rounds decide, whatever the estimates say.
    times.body.tables[0].estimates.reverse();
    workspace.write("labs/lab1/ledger/times-a.json", &times);
    workspace.chapter(
        "a{{#verdict pipeline/encode_fresh vs encode_exact}}z b{{#verdict pipeline/encode_exact vs pipeline/encode_fresh}}z\n\n\
         {{#table pipeline vs encode_exact}}",
    );
    workspace.built();
    let page = workspace.page("one.html");
    for part in [
        "a<span class=\"verdict-time faster\">faster, 0.90 × (0.90 to 0.90)</span>z",
        "b<span class=\"verdict-time slower\">slower, 1.11 × (1.11 to 1.11)</span>z",
        "verdict against encode_exact",
        "faster<small>0.90 × (0.90 to 0.90)</small>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn without_enough_rounds_there_is_no_verdict() {
    let workspace = Workspace::new();
    let mut times = workspace.times();
    times.body.tables[0].rounds.truncate(20);
    workspace.write("labs/lab1/ledger/times-a.json", &times);
    workspace.chapter("{{#table pipeline vs encode_exact}}");
    workspace.built();
    assert!(workspace.page("one.html").contains("no verdict<small>20 rounds are too few"));
    workspace.chapter("{{#verdict pipeline/encode_fresh vs encode_exact}}\n\n{{#verdict pipeline/encode_frehs vs encode_exact}}");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(
        faults.contains(
            "20 rounds are too few for a verdict; 50 are needed; `cargo labs measure lab1"
        ),
        "{faults}"
    );
    workspace.write("labs/lab1/ledger/times-a.json", &workspace.times());
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(
        faults.contains("no variant \"encode_frehs\"; did you mean `encode_fresh`"),
        "{faults}"
    );
}
