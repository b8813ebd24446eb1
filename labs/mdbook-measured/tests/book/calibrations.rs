//! The judge's calibration on a page.

use ledger::{Calibration, Case, Copies, FORMAT, Ledger, Method, Sources, Tally};
use mdbook_measured::preprocess::Strictness;

use crate::fixture::Workspace;

const OURS: &str = "labs/calibration/ledger/calibration-a.json";

/// A workspace with code to calibrate on, and a chapter that shows it.
fn workspace(text: &str) -> Workspace {
    let workspace = Workspace::new();
    workspace.put("labs/calibration/src/lib.rs", "fn sum() {}\n");
    workspace.put("labs/labkit/src/times/rounds.rs", "fn rounds() {}\n");
    workspace.put("labs/ledger/src/judge.rs", "fn judge() {}\n");
    workspace.put("scripts/peers/Cargo.lock", "version = 4\n");
    workspace.chapter(&format!("{text}\n\n{{{{#table pipeline}}}}"));
    workspace
}

fn calibration(workspace: &Workspace, judge: &str, peers: bool) -> Ledger<Calibration> {
    let tally = |function: &str, case, judged, faster, slower| Tally {
        judge: judge.into(),
        function: function.into(),
        case,
        judged,
        faster,
        slower,
        refused: 0,
    };
    let body = Calibration {
        method: vec![Method { judge: judge.into(), rule: "its <rule>".into(), seconds: Some(1.8) }],
        tallies: vec![
            tally("sum", Case::Same, 100, 1, 0),
            tally("grow", Case::Same, 100, 0, 2),
            tally("sum", Case::Slower10, 25, 0, 25),
            tally("grow", Case::Slower10, 25, 1, 20),
        ],
        copies: vec![Copies {
            function: "grow".into(),
            ratios: 600,
            low: 0.8,
            half_low: 0.9,
            half_high: 1.2,
            high: 1.3,
        }],
    };
    let mut provenance = workspace.provenance();
    provenance.key = Sources::read(workspace.root()).unwrap().key_of_calibration(peers).unwrap();
    provenance.command =
        format!("cargo labs calibrate --runs 25{}", if peers { " --peers" } else { "" });
    provenance.findings = vec!["load 3.0 on 2 logical processors".into()];
    Ledger { format: FORMAT, lab: "calibration".into(), provenance, body }
}

#[test]
fn what_was_counted_stands_on_the_page_with_its_interval_and_origin() {
    let workspace = workspace("{{#calibration judge}}");
    workspace.write(OURS, &calibration(&workspace, "ours", false));
    assert_eq!(workspace.faults(Strictness::PUBLISH), [] as [String; 0]);
    let page = workspace.page("one.html");
    // 3 of 200; by Wilson 0.5 to 4.3 %.
    assert!(page.contains("1.5 %<small>3 of 200</small><small>0.5 to 4.3\u{a0}%"), "{page}");
    assert!(page.contains("80 %<small>20 of 25</small><small>1 called faster</small>"), "{page}");
    assert!(page.contains("0.900 to 1.200<small>nine of ten: 0.80 to 1.30"), "{page}");
    assert!(page.contains("1.8 s of measuring a pair"), "{page}");
    assert!(
        page.contains("Reasons to doubt these times: load 3.0 on 2 logical processors."),
        "{page}"
    );
}

#[test]
fn peers_stand_below_our_judge_of_the_same_machine() {
    let workspace = workspace("{{#calibration peers}}");
    workspace.write(OURS, &calibration(&workspace, "ours", false));
    let peers = calibration(&workspace, "theirs 1.0", true);
    workspace.write("labs/calibration/ledger/peers-a.json", &peers);
    let mut elsewhere = calibration(&workspace, "elsewhere", false);
    elsewhere.provenance.machine.cpu = "Another CPU".into();
    workspace.write("labs/calibration/ledger/calibration-b.json", &elsewhere);
    assert_eq!(workspace.faults(Strictness::PUBLISH), [] as [String; 0]);
    let page = workspace.page("one.html");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}: {page}"));
    assert!(place(">ours<small>") < place(">theirs 1.0<small>"));
    assert!(!page.contains(">elsewhere<small>"), "{page}");
    assert!(page.contains("its &lt;rule&gt;"), "{page}");
}

#[test]
fn without_a_calibration_the_directive_says_what_makes_one() {
    let nobody = workspace("{{#calibration peers}}");
    let faults = nobody.faults(Strictness::BUILD);
    assert!(faults[0].contains("`cargo labs calibrate --peers --reference` does"), "{faults:?}");
    let wrong = workspace("{{#calibration judges}}");
    let faults = wrong.faults(Strictness::BUILD);
    assert!(faults[0].contains("`{{#calibration judge}}` or"), "{faults:?}");
    let broken = workspace("{{#calibration judge}}");
    broken.put(OURS, "{");
    let faults = broken.faults(Strictness::BUILD);
    assert!(faults[0].contains("calibration-a.json"), "{faults:?}");
}

#[test]
fn an_old_calibration_is_marked_and_not_published() {
    let workspace = workspace("{{#calibration judge}}");
    workspace.write(OURS, &calibration(&workspace, "ours", false));
    workspace.put("labs/ledger/src/judge.rs", "fn judge() { }\n");
    assert_eq!(workspace.faults(Strictness::CHECK), [] as [String; 0]);
    assert!(workspace.page("one.html").contains("measured with an older version"));
    let faults = workspace.faults(Strictness::PUBLISH);
    assert_eq!(
        faults,
        [format!("{OURS}: stale: `cargo labs calibrate --runs 25 --reference` counts again")]
    );
    let mut dirty = calibration(&workspace, "ours", false);
    dirty.provenance.modified = true;
    workspace.write(OURS, &dirty);
    let faults = workspace.faults(Strictness::PUBLISH);
    assert!(faults.len() == 1 && faults[0].contains("had changes"), "{faults:?}");
}

#[test]
fn the_readers_own_calibration_stands_beside_ours() {
    let workspace = workspace("{{#calibration judge}}");
    workspace.write(OURS, &calibration(&workspace, "ours", false));
    let own = "target/labs/calibration/calibration-a.json";
    workspace.write(own, &calibration(&workspace, "ours", false));
    assert_eq!(workspace.faults(Strictness::BUILD), [] as [String; 0]);
    assert!(workspace.page("one.html").contains("Your machine: how often the judge is right"));
    workspace.spoil(own, "sum", "\u{7}");
    assert_eq!(workspace.faults(Strictness::BUILD), [] as [String; 0]);
    let notes = workspace.build(Strictness::BUILD).notes;
    assert!(notes[0].contains("is not shown"), "{notes:?}");
}
