//! The Go column is what Go counts: runs the Go programs again and compares
//! every figure. Skipped, with a line that says so, where there is no Go of the
//! version that the ledger was measured with.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use ledger::Counts;

#[test]
fn the_go_column_is_what_go_counts() {
    let labs = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("labs");
    for entry in fs::read_dir(labs).unwrap() {
        let lab = entry.unwrap().path();
        let path = lab.join("ledger/go.json");
        let Ok(ledger) = ledger::read::<Counts>(&path) else {
            continue;
        };
        let wanted = &ledger.provenance.build;
        let go = |args: &[&str]| {
            let mut command = Command::new("go");
            command.args(args).current_dir(lab.join("go"));
            command.env("GOTOOLCHAIN", "local").env("GOPROXY", "off").output()
        };
        let found =
            go(&["version"]).map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        // Sizes of Go's objects are the same on every 64-bit machine.
        if !found.as_ref().is_ok_and(|text| text.split(' ').any(|word| word == wanted.toolchain)) {
            // Past libtest, which shows nothing of a test that passes.
            writeln!(
                std::io::stderr(),
                "skipped: {} needs {} on the path",
                path.display(),
                wanted.toolchain
            )
            .unwrap();
            continue;
        }
        let output = go(&["run", "."]).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let record = ledger::parse_record::<Counts>(Path::new("go run"), &output.stdout).unwrap();
        assert_eq!(record.body, ledger.body, "{}", path.display());
    }
}
