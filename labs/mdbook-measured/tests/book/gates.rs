//! Each gate, failing on purpose.

use std::fs;

use mdbook_measured::preprocess::Strictness;

use crate::fixture::{Workspace, contents};

#[test]
fn all_faults_come_in_one_run_with_line_and_nearest_name() {
    let workspace = Workspace::new();
    workspace.chapter(
        "{{#tabel pipeline}}\n\
         {{#table pipelin}}\n\
         {{#number pipeline/encode_frehs.bytes}}\n\
         {{#number pipeline/encode_fresh.bites}}\n\
         {{#number chian}}\n\
         {{#table lab2/pipeline}}\n\
         {{#claim S000-1}}\n\
         {{#lab lab9}}\n\
         text {{#table pipeline}} text\n\
         {{#include ../labs/lab1/src/lob.rs}}\n\
         {{#include ../labs/lab1/src/lib.rs:g}}\n\
         {{#include ../labs/lab1/src/lib.rs:7}}\n\
         {{#audit S001}}\n\
         {{#claims S000-02..S000-01}}\n\
         {{#claim S000-02 claimed}}",
    );
    let faults = workspace.faults(Strictness::BUILD);
    let expected = [
        "one.md:5: {{#tabel pipeline}}: there is no such directive; did you mean `table`?",
        "one.md:6: {{#table pipelin}}: lab1 has no table \"pipelin\"; did you mean `pipeline`?",
        "one.md:7: {{#number pipeline/encode_frehs.bytes}}: table \"pipeline\" has no row \"encode_frehs\"; did you mean `encode_fresh`?",
        "one.md:8: {{#number pipeline/encode_fresh.bites}}: a row has no field \"bites\"; did you mean `bytes`?",
        "one.md:9: {{#number chian}}: lab1 has no fact \"chian\"; did you mean `chain`?",
        "one.md:10: {{#table lab2/pipeline}}: there is no lab \"lab2\"; did you mean `lab1`?",
        "one.md:11: {{#claim S000-1}}: there is no claim \"S000-1\"; did you mean `S000-01`?",
        "one.md:12: {{#lab lab9}}: there is no lab \"lab9\"; did you mean `lab1`?",
        "one.md:13: {{#table pipeline}}: it becomes a block, so it must stand alone on its line",
        "one.md:14: {{#include ../labs/lab1/src/lob.rs}}: there is no file ../labs/lab1/src/lob.rs; did you mean `lib.rs`?",
        "one.md:15: {{#include ../labs/lab1/src/lib.rs:g}}: ../labs/lab1/src/lib.rs has no anchor g; did you mean `f`?",
        "one.md:16: {{#include ../labs/lab1/src/lib.rs:7}}: ../labs/lab1/src/lib.rs has 3 lines and no line 7",
        "one.md:17: {{#audit S001}}: there is no text \"S001\"; did you mean `S000`?",
        "one.md:18: {{#claims S000-02..S000-01}}: S000-02 stands behind S000-01",
        "one.md:19: {{#claim S000-02 claimed}}: S000-02 has no such figure to quote",
    ];
    for line in expected {
        assert!(
            faults.iter().any(|fault| fault == line),
            "{line}\nis not in\n{}",
            faults.join("\n")
        );
    }
    assert!(!workspace.root().join("target/book").exists(), "pages with faults were put in place");
}

#[test]
fn a_table_needs_a_lab() {
    let workspace = Workspace::new();
    workspace.put("src/one.md", "{{#table pipeline}}\n");
    assert_eq!(
        workspace.faults(Strictness::BUILD),
        [
            "one.md:1: {{#table pipeline}}: no lab is named here; put `{{#lab …}}` before it, or write `lab1/…`"
        ]
    );
}

#[test]
fn pages_with_a_fault_do_not_replace_sound_ones() {
    let workspace = Workspace::new();
    workspace.built();
    let before = contents(&workspace.root().join("target/book"));
    workspace.chapter("{{#table nope}}");
    assert_eq!(workspace.faults(Strictness::BUILD).len(), 1);
    assert_eq!(contents(&workspace.root().join("target/book")), before);
    let left: Vec<_> = fs::read_dir(workspace.root().join("target"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["book"], "a staging folder was left behind");
}

#[test]
fn a_broken_link_is_found_in_the_finished_page() {
    let workspace = Workspace::new();
    workspace.chapter("[a](audit.md#S000-01) [b](audit.md#S000-99) [c](nowhere.md) <a href=\"gone.html\">d</a> ![e](gone.png)");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("one.md:5: audit.html#S000-99: "), "{faults}");
    assert!(
        faults.contains("audit.html has no place #S000-99; did you mean `S000-01`?"),
        "{faults}"
    );
    for gone in ["nowhere.html", "gone.html", "gone.png"] {
        assert!(
            faults.contains(&format!("{gone}: there is no such file")),
            "{gone} is not in {faults}"
        );
    }
    assert!(!faults.contains("S000-01:"), "{faults}");
}

#[test]
fn what_mdbook_only_logs_is_a_fault() {
    let workspace = Workspace::new();
    // An include inside an included file is past our own look at the chapter.
    workspace.put("src/part.md", "{{#include gone.rs}}\n");
    workspace.chapter("{{#include part.md}}");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("mdbook: Error updating \"{{#include gone.rs}}\""), "{faults}");
    workspace.chapter("<figure><div>never closed");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("mdbook: "), "{faults}");
}

#[test]
fn a_directive_without_end_is_found_in_the_finished_page() {
    let workspace = Workspace::new();
    workspace.chapter("{{#table pipeline\n}");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(
        faults.contains("one.md:5: {{#table pipeline: ")
            || faults.contains(
                "one.md:5: {{#table pipeline
}: a directive was left in the finished page: it is not closed"
            ),
        "{faults}"
    );
}

#[test]
fn a_summary_entry_without_a_file_is_an_error_and_makes_none() {
    let workspace = Workspace::new();
    workspace.put("src/SUMMARY.md", "# Summary\n\n- [One](on.md)\n");
    let error =
        mdbook_measured::build::build(workspace.root(), workspace.root(), Strictness::BUILD)
            .unwrap_err();
    assert!(format!("{error:#}").contains("on.md"), "{error:#}");
    assert!(!workspace.root().join("src/on.md").exists());
}

#[test]
fn a_typed_figure_fails_the_check_and_not_the_build() {
    let workspace = Workspace::new();
    workspace.chapter("It takes 8.6 ns, and `9 ns` in code; quoted {{#claim S000-01 claimed}}.");
    assert_eq!(workspace.faults(Strictness::BUILD), [] as [String; 0]);
    let faults = workspace.faults(Strictness::CHECK);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("one.md:5: 8.6 ns: a figure typed by hand"), "{faults:?}");
}

#[test]
fn a_book_without_our_preprocessor_is_refused() {
    let workspace = Workspace::new();
    workspace.put("book.toml", "[book]\ntitle = \"T\"\n");
    let error =
        mdbook_measured::build::build(workspace.root(), workspace.root(), Strictness::BUILD)
            .unwrap_err();
    assert!(error.to_string().contains("[preprocessor.measured]"), "{error:#}");
}

#[test]
fn white_space_hides_no_directive() {
    let workspace = Workspace::new();
    workspace.chapter("{{ #table pipeline}}\n\n{{\n#tabel x}}\n\n```rust\n{{ #include ../labs/lab1/src/lib.rs:nope}}\n```");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    for part in ["there is no such directive; did you mean `table`", "has no anchor nope"] {
        assert!(faults.contains(part), "{part} is not in {faults}");
    }
    workspace.chapter("{{ #table pipeline}}");
    workspace.built();
    assert!(workspace.page("one.html").contains("32,760"));
}

#[test]
fn an_anchor_that_is_not_closed_is_a_fault() {
    let workspace = Workspace::new();
    workspace.put("labs/lab1/src/lib.rs", "// ANCHOR: f\nfn f() {}\n// ANCHOR_END: g\n");
    workspace.chapter("{{#include ../labs/lab1/src/lib.rs:f}}");
    let faults = workspace.faults(Strictness::SERVE).join("\n");
    assert!(faults.contains("never ends anchor f with ANCHOR_END; did you mean `g`?"), "{faults}");
}

#[test]
fn included_prose_is_held_to_the_same() {
    let workspace = Workspace::new();
    workspace.put("src/part.md", "one\n\nIt takes 7 ns.\n");
    workspace.chapter("{{#include part.md}}");
    let faults = workspace.faults(Strictness::CHECK);
    assert!(faults[0].starts_with("part.md:3: 7 ns: a figure typed by hand"), "{faults:?}");
}

#[test]
fn another_page_with_claims_takes_no_links_away() {
    let workspace = Workspace::new();
    workspace.put(
        "src/SUMMARY.md",
        "# Summary\n\n- [One](one.md)\n- [Two](two.md)\n- [Audit](audit.md)\n",
    );
    workspace.chapter("{{#claim S000-01}}");
    workspace.put("src/two.md", "# Two\n\n{{#audit S009}}\n");
    let faults = workspace.faults(Strictness::BUILD);
    assert_eq!(
        faults,
        ["two.md:3: {{#audit S009}}: there is no text \"S009\"; did you mean `S000`?"]
    );
    workspace.put("src/audit2.md", "# Again\n\n{{#audit S000}}\n");
    workspace.put(
        "src/SUMMARY.md",
        "# Summary\n\n- [One](one.md)\n- [Audit](audit.md)\n- [Again](audit2.md)\n",
    );
    let faults = workspace.faults(Strictness::BUILD);
    assert_eq!(
        faults,
        [
            "audit2.md:3: {{#audit S000}}: audit.html shows the claims of S000 already, and a claim has one place"
        ]
    );
}

#[test]
fn one_cause_is_one_fault() {
    let workspace = Workspace::new();
    workspace.chapter("```rust\n{{#include gone.rs}}\n```");
    assert_eq!(
        workspace.faults(Strictness::BUILD).len(),
        1,
        "{:?}",
        workspace.faults(Strictness::BUILD)
    );
    let claims = std::fs::read_to_string(workspace.root().join("src/claims.json")).unwrap();
    workspace.put("src/claims.json", &claims.replace("S000-02", "S000-01"));
    workspace.chapter("{{#claim S000-01}}\n\n{{#claims S000-01..S000-02}}");
    assert_eq!(
        workspace.faults(Strictness::BUILD),
        ["src/claims.json: the id \"S000-01\" stands there twice"]
    );
}

#[test]
fn a_missing_or_broken_ledger_is_one_fault() {
    let workspace = Workspace::new();
    workspace.chapter("{{#table pipeline}}\n\n{{#number chain}} {{#number chain sum}}");
    std::fs::remove_file(workspace.root().join("labs/lab1/ledger/counts.json")).unwrap();
    let faults = workspace.faults(Strictness::BUILD);
    assert!(
        faults.len() == 1 && faults[0].ends_with("makes it (2 more directives need it)"),
        "{faults:?}"
    );
    workspace.put("labs/lab1/ledger/counts.json", "{");
    let faults = workspace.faults(Strictness::BUILD);
    assert!(
        faults.len() == 1 && faults[0].starts_with("labs/lab1/ledger/counts.json: at "),
        "{faults:?}"
    );
}

#[test]
fn an_open_directive_is_told_where_it_is() {
    let workspace = Workspace::new();
    workspace.chapter("{{#table pipeline vs encode_fresh}}\n\n{{#table pipeline\n");
    let faults = workspace.faults(Strictness::BUILD);
    assert!(faults[0].starts_with("one.md:7: {{#table pipeline: "), "{faults:?}");
}

#[test]
fn a_forgotten_field_is_asked_for() {
    let workspace = Workspace::new();
    workspace.chapter("{{#number pipeline/encode_fresh}}");
    let faults = workspace.faults(Strictness::BUILD);
    assert!(
        faults[0].ends_with(
            "pipeline is a table, so a row and a field are needed, as `pipeline/row.bytes`"
        ),
        "{faults:?}"
    );
}

#[test]
fn a_chapter_that_the_summary_forgot_is_noted() {
    let workspace = Workspace::new();
    workspace.put("src/new.md", "# New\n");
    let findings = workspace.build(Strictness::CHECK);
    assert!(
        findings.notes.contains(
            &"new.md is not in SUMMARY.md, so it has no page and is not checked".to_owned()
        ),
        "{:?}",
        findings.notes
    );
}
