//! Faults of the results that a book is made from.

use crate::fault::Fault;
use crate::preprocess::{Findings, Strictness, fault};
use crate::project::{Calibrations, Lab, Numbers, Project};

/// A published number names the sources that it was measured with.
const NO_COMMIT: &str =
    "its commit is unknown or had changes; commit the sources first, then measure with --reference";

/// Faults of the ledgers: of every lab, whether a chapter shows it or not; while
/// serving only of those that are shown.
pub(crate) fn ledgers(project: &Project, strictness: Strictness, findings: &mut Findings) {
    if strictness.stale_counts {
        for lab in project.labs() {
            project.numbers(lab);
        }
    }
    if let Some(calibrations) = project.used_calibrations() {
        calibration(calibrations, strictness, findings);
    }
    for (lab, numbers) in project.used() {
        findings.notes.extend(numbers.notes.iter().cloned());
        let faults = numbers.faults.iter();
        findings.faults.extend(faults.map(|(file, message)| fault(file, 0, "", message.clone())));
        for dated in numbers.counts.iter().chain(&numbers.go).filter(|dated| dated.stale) {
            let message = format!(
                "stale: the sources are not those it was measured with; `cargo book` shows it all the \
                 same, `cargo labs measure {0} --only counts` puts your own counts beside it, and an \
                 author measures again with `cargo labs measure {0} --only counts --reference`",
                lab.name
            );
            if strictness.stale_counts {
                findings.faults.push(fault(&dated.file, 0, "", message));
            } else {
                findings.notes.push(format!("{}: {message}", dated.file));
            }
        }
        if strictness.figures {
            let unused = project.unused(lab).into_iter();
            findings.notes.extend(
                unused.map(|table| format!("{}: no chapter shows table {table:?}", lab.name)),
            );
        }
        if strictness.publish {
            publishable(lab, numbers, &mut findings.faults);
        }
    }
}

/// A calibration that is old is marked, and keeps the book from being published.
fn calibration(calibrations: &Calibrations, strictness: Strictness, findings: &mut Findings) {
    findings.notes.extend(calibrations.notes.iter().cloned());
    let shown = || calibrations.judge.iter().chain(&calibrations.peers);
    for dated in shown().filter(|_| strictness.publish) {
        let provenance = &dated.ledger.provenance;
        let mut push = |message| findings.faults.push(fault(&dated.file, 0, "", message));
        if dated.stale {
            push(format!("stale: `{} --reference` counts again", provenance.command));
        }
        if provenance.commit == "unknown" || provenance.modified {
            push(NO_COMMIT.into());
        }
    }
}

/// What keeps a lab's results from being published, beyond what keeps them from
/// being built.
fn publishable(lab: &Lab, numbers: &Numbers, faults: &mut Vec<Fault>) {
    let rust = numbers.counts.iter().map(|dated| (&dated.file, None, &dated.ledger.provenance));
    let times = numbers.times.iter().map(|dated| (dated, ""));
    let times = times.chain(numbers.peers.iter().map(|dated| (dated, " --only peers")));
    let times = times
        .map(|(dated, only)| (&dated.file, dated.stale.then_some(only), &dated.ledger.provenance));
    let go = numbers.go.iter().map(|dated| (&dated.file, None, &dated.ledger.provenance));
    let toolchain = env!("MEASURED_TOOLCHAIN");
    for (file, stale, provenance) in rust.chain(times).chain(go) {
        let mut push = |message: String| faults.push(fault(file, 0, "", message));
        let measured = &provenance.build.toolchain;
        if let Some(only) = stale {
            let name = &lab.name;
            push(format!("stale: `cargo labs measure {name}{only} --reference` measures again"));
        }
        if measured.starts_with("rustc") && measured != toolchain {
            push(format!(
                "measured with {measured}, and this is {toolchain}; measure again with --reference"
            ));
        }
        if provenance.commit == "unknown" || provenance.modified {
            push(NO_COMMIT.into());
        }
    }
}
