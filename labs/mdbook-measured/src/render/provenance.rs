//! Where, when and with what: the lines under every table.

use std::fmt::Write as _;

use ledger::{Calibration, Machine, Provenance, TimeTable};

use crate::project::{Dated, Lab, Numbers};
use crate::render::{STALE, escaped};

/// `AMD EPYC, 2 cores, linux x86_64`.
pub(crate) fn machine(machine: &Machine) -> String {
    let cores =
        if machine.cores == 1 { "1 core".to_owned() } else { format!("{} cores", machine.cores) };
    format!("{}, {cores}, {} {}", machine.cpu, machine.os, machine.arch)
}

/// The lines for a table of this lab: one per ledger that it shows.
pub(crate) fn provenance(
    lab: &Lab,
    numbers: &Numbers,
    table: &str,
    go: bool,
    times: bool,
) -> String {
    let mut out = String::from("<figcaption class=\"provenance\">\n");
    if let Some(counts) = &numbers.counts {
        line(&mut out, "Counts", &counts.ledger.provenance, counts.stale, "");
    }
    if let Some(counts) = &numbers.your_counts {
        let own = |c: &ledger::Counts| c.tables.iter().find(|t| t.name == table).cloned();
        let ours = numbers.counts.as_ref().and_then(|ours| own(&ours.ledger.body));
        let same = ours.is_some() && own(&counts.ledger.body) == ours;
        let more = if same { "; all the same" } else { "" };
        line(&mut out, "Your counts", &counts.ledger.provenance, counts.stale, more);
    }
    if let Some(go) = numbers.go.as_ref().filter(|_| go) {
        line(&mut out, "Go", &go.ledger.provenance, go.stale, "");
    }
    if times {
        for dated in &numbers.times {
            line(&mut out, "Times", &dated.ledger.provenance, dated.stale, &rounds(dated, table));
        }
        if let Some(dated) = &numbers.your_times {
            line(
                &mut out,
                "Your times",
                &dated.ledger.provenance,
                dated.stale,
                &rounds(dated, table),
            );
        }
    }
    let command = match times {
        true => format!("cargo labs measure {}", lab.name),
        false => format!("cargo labs measure {} --only counts", lab.name),
    };
    let _ =
        writeln!(out, "<p>Measure again: <code>{}</code></p>\n</figcaption>", escaped(&command));
    out
}

/// A line under a grid.
pub(crate) fn grid_source(what: &str, p: &Provenance, stale: bool, more: &str) -> String {
    let mut out = String::new();
    line(&mut out, what, p, stale, more);
    out
}

/// The line that says how to measure a lab's grid again.
pub(crate) fn measure_again(lab: &Lab, only: &str) -> String {
    let command = format!("cargo labs measure {}{only}", lab.name);
    format!("<p>Measure again: <code>{}</code></p>\n", escaped(&command))
}

/// The lines under a calibration, one per ledger that it shows.
pub(crate) fn calibrated(shown: &[&Dated<Calibration>]) -> String {
    let mut out = String::from("<figcaption class=\"provenance\">\n");
    let mut commands = Vec::new();
    for Dated { ledger, stale, .. } in shown {
        let seconds = ledger.body.method.iter().find_map(|method| {
            method.seconds.map(|seconds| format!("; {seconds:.1} s of measuring a pair"))
        });
        let peers = ledger.provenance.command.contains("--peers");
        let what = if peers { "Peers" } else { "Judge" };
        line(&mut out, what, &ledger.provenance, *stale, &seconds.unwrap_or_default());
        commands.push(format!("<code>{}</code>", escaped(&ledger.provenance.command)));
    }
    let _ = writeln!(out, "<p>Count again: {}</p>\n</figcaption>", commands.join(" and "));
    out
}

fn line(out: &mut String, what: &str, p: &Provenance, stale: bool, more: &str) {
    let quick = if p.command.contains("--quick") { "; a quick look" } else { "" };
    let commit = match (p.commit.as_str(), p.modified) {
        ("unknown", _) => "commit unknown".to_owned(),
        (commit, false) => format!("commit {}", commit.chars().take(10).collect::<String>()),
        (commit, true) => {
            format!("commit {} with changes", commit.chars().take(10).collect::<String>())
        }
    };
    let day = p.date.get(..10).unwrap_or(&p.date);
    let parts = [
        machine(&p.machine),
        format!("{} profile {}", p.build.toolchain, p.build.profile),
        p.allocator.clone(),
        commit,
    ];
    let _ = write!(
        out,
        "<p><b>{what}</b> {}; <time>{}</time>{}",
        escaped(&parts.join("; ")),
        escaped(day),
        escaped(&format!("{more}{quick}"))
    );
    if stale {
        out.push_str(STALE);
    }
    if !p.findings.is_empty() {
        let _ = write!(out, "<br>Against this machine: {}", escaped(&p.findings.join("; ")));
    }
    out.push_str("</p>\n");
}

/// `; 54 rounds in 9 placements; interval: criterion, 95 % of 100 samples`.
fn rounds(dated: &Dated<ledger::Times>, table: &str) -> String {
    let Some(table) = dated.ledger.body.tables.iter().find(|known| known.name == table) else {
        return String::new();
    };
    let counted = !table.instructions.is_empty();
    let mut text = format!("; {}", rounds_of(table));
    if let Some(estimate) = table.estimates.first() {
        let _ = write!(
            text,
            "; interval: criterion, {:.0} % level, {} samples",
            estimate.confidence * 100.0,
            estimate.samples
        );
    }
    if let Some(counter) = dated.ledger.body.counter.as_ref().filter(|_| counted) {
        let _ = write!(text, "; instructions: {counter}");
    }
    text
}

fn rounds_of(table: &TimeTable) -> String {
    let mut placements: Vec<u32> = table.rounds.iter().map(|round| round.placement).collect();
    placements.sort_unstable();
    placements.dedup();
    format!("{} rounds in {} placements", table.rounds.len(), placements.len())
}
