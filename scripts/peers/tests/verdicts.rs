//! Every peer is read rightly: what takes twice as long is slower, and faster
//! the other way round.

use std::process::Command;

/// The versions are those that Cargo.toml pins.
const JUDGES: [&str; 5] = [
    "benchstat's rule",
    "criterion 0.8.2",
    "tango-bench 0.9.0",
    "zenbench 0.1.11",
    "zenbench 0.1.11, interval excludes 0",
];

/// Three times, and right more often than the opposite: on a busy machine even
/// twice the work is missed now and then, while a sign read wrongly is never
/// right.
#[test]
#[ignore = "a minute and more of timing, of optimized code: cargo test --release -- --ignored"]
fn every_peer_says_slower_of_twice_the_work_and_faster_of_half() {
    let output = Command::new(env!("CARGO_BIN_EXE_peers"))
        .args(["--runs", "3", "--functions", "sum", "--cases", "twice,half"])
        .output()
        .unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stderr}");
    let said = |judge: &str, case: &str, verdict: &str| {
        let line = format!(
            r#"{{"judge":"{judge}","function":"sum","case":"{case}","verdict":"{verdict}"}}"#
        );
        stdout.lines().filter(|printed| *printed == line).count()
    };
    for judge in JUDGES {
        for (case, right, wrong) in [("twice", "slower", "faster"), ("half", "faster", "slower")] {
            let (right, wrong) = (said(judge, case, right), said(judge, case, wrong));
            assert!(right > wrong, "{judge}, {case}: {right} right, {wrong} wrong\n{stdout}");
        }
    }
    assert_eq!(stdout.lines().count(), 3 * 2 * JUDGES.len(), "{stdout}");
}

#[test]
fn trouble_names_the_cure() {
    let worker = Command::new(env!("CARGO_BIN_EXE_peers"))
        .env("PEERS_JUDGE", "tango")
        .env_remove("PEERS_FUNCTION")
        .output()
        .unwrap();
    assert_eq!(worker.status.code(), Some(2));
    let said = String::from_utf8(worker.stderr).unwrap();
    assert!(said.contains("unset it to start a run yourself"), "{said}");
    let run =
        Command::new(env!("CARGO_BIN_EXE_peers")).args(["--cases", "slower 3"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.contains("not one of: same, copies, slower 2"), "{said}");
}
