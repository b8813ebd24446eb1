//! Every peer is read rightly: what takes twice as long is slower, and faster
//! the other way round.

use std::process::Command;

#[test]
#[ignore = "half a minute of timing, and only optimized code keeps its promise: cargo test --release -- --ignored"]
fn every_peer_says_slower_of_twice_the_work_and_faster_of_half() {
    let output = Command::new(env!("CARGO_BIN_EXE_peers"))
        .args(["--runs", "1", "--functions", "sum", "--cases", "twice,half"])
        .output()
        .unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stderr}");
    for (case, verdict) in [("twice", "slower"), ("half", "faster")] {
        let end = format!(r#""function":"sum","case":"{case}","verdict":"{verdict}"}}"#);
        let right = stdout.lines().filter(|line| line.ends_with(&end)).count();
        // Four peers, of which zenbench is read by two rules.
        assert_eq!(right, 5, "{case}:\n{stdout}");
    }
    assert_eq!(stdout.lines().count(), 10, "{stdout}");
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
