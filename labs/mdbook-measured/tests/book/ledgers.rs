//! Ledgers that are absent, stale, broken or hostile.

use std::fmt::Write as _;
use std::fs;

use mdbook_measured::preprocess::Strictness;

use crate::fixture::Workspace;

const COUNTS: &str = "labs/lab1/ledger/counts.json";

#[test]
fn a_missing_ledger_names_the_command_that_makes_it() {
    let workspace = Workspace::new();
    fs::remove_file(workspace.root().join(COUNTS)).unwrap();
    assert_eq!(
        workspace.faults(Strictness::BUILD),
        ["one.md:5: {{#table pipeline}}: labs/lab1/ledger/counts.json is not there; \
          `cargo labs measure lab1 --only counts --reference` makes it"]
    );
}

#[test]
fn a_stale_count_fails_the_build_and_is_marked_while_serving() {
    let workspace = Workspace::new();
    workspace.put("labs/lab1/src/lib.rs", "// ANCHOR: f\nfn f() { }\n// ANCHOR_END: f\n");
    let faults = workspace.faults(Strictness::BUILD);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(
        faults[0].starts_with("labs/lab1/ledger/counts.json: stale: the sources are not those"),
        "{faults:?}"
    );
    let findings = workspace.build(Strictness::SERVE);
    assert_eq!(findings.faults, []);
    assert!(findings.notes[0].contains("stale"), "{:?}", findings.notes);
    assert!(workspace.page("one.html").contains("measured with an older version of this lab"));
}

#[test]
fn a_stale_time_is_shown_as_stale_and_fails_only_publishing() {
    let workspace = Workspace::new();
    let mut times = workspace.times();
    times.provenance.key.sources = "another".into();
    workspace.write("labs/lab1/ledger/times-a.json", &times);
    assert_eq!(workspace.faults(Strictness::CHECK), [] as [String; 0]);
    assert!(workspace.page("one.html").contains("measured with an older version of this lab"));
    let faults = workspace.faults(Strictness::PUBLISH);
    assert_eq!(
        faults,
        [
            "labs/lab1/ledger/times-a.json: stale: `cargo labs measure lab1 --reference` measures again"
        ]
    );
}

#[test]
fn publishing_needs_a_clean_commit() {
    let workspace = Workspace::new();
    assert_eq!(workspace.faults(Strictness::PUBLISH), [] as [String; 0]);
    let mut counts = workspace.counts();
    counts.provenance.modified = true;
    workspace.write(COUNTS, &counts);
    assert_eq!(workspace.faults(Strictness::CHECK), [] as [String; 0]);
    let faults = workspace.faults(Strictness::PUBLISH);
    assert!(faults[0].contains("its commit is unknown or had changes"), "{faults:?}");
}

#[test]
fn a_broken_ledger_is_told_with_row_and_field() {
    for (from, to, part) in [
        (
            "\"blocks\": 12",
            "\"blocks\": -1",
            "counts.json: at body.tables[0].rows[0].blocks: invalid value: integer `-1`",
        ),
        (
            "\"blocks\": 12",
            "\"blocks\": NaN",
            "counts.json: at body.tables[0].rows[0].blocks: expected value",
        ),
        (
            "\"blocks\": 12",
            "\"blocks\": 1e999",
            "counts.json: at body.tables[0].rows[0].blocks: number out of range",
        ),
        ("\"blocks\": 12", "\"blocks\": 99999999999999999999", "body.tables[0].rows[0].blocks"),
        (
            "\"bytes\": 9000",
            "\"bytes\": 18446744073709551615",
            "at body.sites[0].rows: the numbers add up to more than 2^53",
        ),
        ("\"blocks\": 12,", "", "body.tables[0].rows[0]: missing field `blocks`"),
        (
            "\"format\": 1",
            "\"format\": 2",
            "format 2 is newer than format 1, which this version reads",
        ),
        ("\"lab\": \"lab1\"", "\"lab\": \"lab2\"", "it is of \"lab2\" and lies with lab1"),
        ("encode_exact", "encode_fresh", "the name \"encode_fresh\" stands there twice"),
    ] {
        let workspace = Workspace::new();
        workspace.spoil(COUNTS, from, to);
        let faults = workspace.faults(Strictness::BUILD).join("\n");
        assert!(faults.contains(part), "{to}: {part}\nis not in\n{faults}");
        assert!(faults.contains("labs/lab1/ledger/counts.json"), "{faults}");
    }
}

#[test]
fn a_million_rows_are_refused_before_they_are_read() {
    let workspace = Workspace::new();
    let mut rows = String::new();
    for i in 0..1_000_000 {
        let _ =
            write!(rows, "{{\"variant\": \"{i}\", \"calls\": 1, \"blocks\": 1, \"bytes\": 1}},");
    }
    workspace.spoil(COUNTS, "\"rows\": [", &format!("\"rows\": [{rows}"));
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("more than the 16777216 a ledger may hold"), "{faults}");
}

#[test]
fn markup_in_a_name_is_text() {
    let workspace = Workspace::new();
    let mut counts = workspace.counts();
    let name = "<script>alert(1)</script>*x*{{#include /etc/passwd}}";
    counts.body.tables[0].rows[0].variant = name.into();
    counts.body.sites[0].rows[0].source = name.into();
    counts.provenance.machine.cpu = name.into();
    counts.provenance.build.toolchain = format!("\"><img src=x onerror=alert(1)>{name}");
    workspace.write(COUNTS, &counts);
    workspace.chapter("{{#table pipeline}}\n\n{{#table lines by bytes}}");
    workspace.built();
    let page = workspace.page("one.html");
    assert!(
        !page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("root:"),
        "{page}"
    );
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;*x*"), "{page}");
}

#[test]
fn any_row_names_leave_the_page_whole() {
    arbtest::arbtest(|u| {
        let workspace = Workspace::new();
        let mut counts = workspace.counts();
        let pieces = [
            "<", ">", "&", "\"", "'", "`", "*", "_", "|", "{{#", "}}", "]", "(", "-->", "</table>",
            "\\", "ü", "#", " ", "a", "--",
        ];
        let mut name = String::from("n");
        for _ in 0..u.int_in_range(0..=8)? {
            name += *u.choose(&pieces)?;
        }
        counts.body.tables[0].rows[0].variant.clone_from(&name);
        workspace.write(COUNTS, &counts);
        workspace.built();
        let page = workspace.page("one.html");
        let cell =
            page.split("<th scope=\"row\"><code>").nth(1).unwrap().split("</code>").next().unwrap();
        let text = cell
            .replace("<span>{</span>", "{")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
        assert_eq!(text, name, "in {cell}");
        Ok(())
    })
    .budget_ms(3_000);
}

#[test]
fn a_stale_number_in_the_text_says_so() {
    let workspace = Workspace::new();
    workspace.chapter("{{#number pipeline/encode_fresh.time}} and {{#number chain sum}}");
    let mut times = workspace.times();
    times.provenance.key.sources = "another".into();
    workspace.write("labs/lab1/ledger/times-a.json", &times);
    workspace.built();
    let page = workspace.page("one.html");
    assert!(
        page.contains(
            "6.11 µs (5.50 µs to 6.72 µs)</span> <strong class=\"stale\">stale</strong> and <span"
        ),
        "{page}"
    );
}

#[test]
fn the_go_column_has_no_times_and_needs_its_programs() {
    let workspace = Workspace::new();
    workspace.write("labs/lab1/ledger/times-a.json", &workspace.times());
    workspace.chapter("{{#number go:pipeline/encode_fresh.time}}");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("the Go column has counts only"), "{faults}");
    workspace.chapter("{{#table pipeline}}");
    workspace.write("labs/lab1/ledger/go.json", &workspace.counts());
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("labs/lab1/ledger/go.json: its programs are not there"), "{faults}");
}

#[test]
fn a_ledger_is_checked_whether_a_chapter_shows_it_or_not() {
    let workspace = Workspace::new();
    workspace.chapter("nothing of it");
    let findings = workspace.build(Strictness::CHECK);
    assert!(
        findings.notes.contains(&"lab1: no chapter shows table \"pipeline\"".to_owned()),
        "{:?}",
        findings.notes
    );
    workspace.put(COUNTS, "{");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("labs/lab1/ledger/counts.json: at the top level: EOF"), "{faults}");
}

#[test]
fn your_own_counts_have_their_provenance_and_their_age() {
    let workspace = Workspace::new();
    let mut yours = workspace.counts();
    yours.provenance.machine.cpu = "MYCPU".into();
    yours.provenance.key.sources = "another".into();
    workspace.write("target/labs/lab1/counts.json", &yours);
    workspace.chapter("{{#table pipeline}}\n\n{{#table lines by bytes}}");
    workspace.built();
    let page = workspace.page("one.html");
    assert_eq!(page.matches("MYCPU").count(), 2, "{page}");
    assert_eq!(page.matches("measured with an older version of this lab").count(), 2, "{page}");
    assert_eq!(page.matches(">the same</td>").count(), 2, "{page}");
    assert!(page.contains("all the same"), "{page}");
}

#[test]
fn another_toolchain_s_results_are_not_published() {
    let workspace = Workspace::new();
    let mut counts = workspace.counts();
    counts.provenance.build.toolchain = "rustc 1.0.0".into();
    workspace.write(COUNTS, &counts);
    assert_eq!(workspace.faults(Strictness::CHECK), [] as [String; 0]);
    let faults = workspace.faults(Strictness::PUBLISH).join("\n");
    assert!(faults.contains("measured with rustc 1.0.0, and this is rustc"), "{faults}");
}
