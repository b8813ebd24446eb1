//! Where, when and with what: the lines under every table. What a reader must know
//! stands there; the rest can be opened.

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

/// Which ledgers a table shows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origins {
    pub(crate) counts: bool,
    pub(crate) go: bool,
    pub(crate) times: bool,
}

impl Origins {
    /// The lab's counts and the reader's.
    pub(crate) const COUNTS: Origins = Origins { counts: true, go: false, times: false };
}

/// A ledger that a figure shows, and what there is to say of it.
pub(crate) struct Source<'a> {
    what: &'static str,
    provenance: &'a Provenance,
    stale: bool,
    /// What makes the machine a poor judge of times.
    findings: &'a [String],
    /// What only this kind of result has, as `; 54 rounds in 9 placements`.
    more: String,
}

impl<'a> Source<'a> {
    pub(crate) fn new<B>(what: &'static str, dated: &'a Dated<B>, more: String) -> Source<'a> {
        let provenance = &dated.ledger.provenance;
        Source { what, provenance, stale: dated.stale, findings: &provenance.findings, more }
    }

    /// It holds no times.
    pub(crate) fn without_findings(self) -> Source<'a> {
        Source { findings: &[], ..self }
    }

    /// `Your counts` and `Your times` stand by themselves: a file that is dropped
    /// onto the page takes their place.
    fn is_yours(&self) -> bool {
        self.what.starts_with("Your ")
    }

    fn day(&self) -> &str {
        self.provenance.date.get(..10).unwrap_or(&self.provenance.date)
    }
}

/// What the reader's counts are beside ours.
pub(crate) fn beside(same: bool) -> String {
    if same { "; all the same".to_owned() } else { String::new() }
}

/// The lines for a table of this lab.
pub(crate) fn provenance(lab: &Lab, numbers: &Numbers, table: &str, shown: Origins) -> String {
    let Origins { counts, go, times } = shown;
    let mut sources = Vec::new();
    let none = String::new;
    let counted = numbers.counts.iter().filter(|_| counts);
    sources.extend(counted.map(|dated| Source::new("Counts", dated, none())));
    sources.extend(numbers.go.iter().filter(|_| go).map(|go| Source::new("Go", go, none())));
    let timed = numbers.times.iter().filter(|_| times);
    sources.extend(timed.map(|dated| Source::new("Times", dated, rounds(dated, table))));
    let counted = numbers.your_counts.iter().filter(|_| counts);
    sources.extend(counted.map(|dated| {
        let own = |c: &ledger::Counts| c.tables.iter().find(|t| t.name == table).cloned();
        let ours = numbers.counts.as_ref().and_then(|ours| own(&ours.ledger.body));
        let same = ours.is_some() && own(&dated.ledger.body) == ours;
        Source::new("Your counts", dated, beside(same))
    }));
    let timed = numbers.your_times.iter().filter(|_| times);
    sources.extend(timed.map(|dated| Source::new("Your times", dated, rounds(dated, table))));
    let only = match (counts, times) {
        (true, true) => "",
        (false, _) => " --only times",
        (true, false) => " --only counts",
    };
    caption(&sources, &measure_again(lab, only))
}

/// The line that says how to measure a lab again.
pub(crate) fn measure_again(lab: &Lab, only: &str) -> String {
    let command = format!("cargo labs measure {}{only}", lab.name);
    format!("<p>Measure again: <code>{}</code></p>\n", escaped(&command))
}

/// The lines under a calibration.
pub(crate) fn calibrated(shown: &[&Dated<Calibration>]) -> String {
    let mut sources = Vec::new();
    let mut commands = Vec::new();
    for dated in shown {
        let seconds = dated.ledger.body.method.iter().find_map(|method| {
            method.seconds.map(|seconds| format!("; {seconds:.1} s of measuring a pair"))
        });
        let command = &dated.ledger.provenance.command;
        let what = if command.contains("--peers") { "Peers" } else { "Judge" };
        sources.push(Source::new(what, dated, seconds.unwrap_or_default()));
        commands.push(format!("<code>{}</code>", escaped(command)));
    }
    caption(&sources, &format!("<p>Count again: {}</p>\n", commands.join(" and ")))
}

/// A figure's caption: in a line what a reader must know, and the rest to open.
pub(crate) fn caption(sources: &[Source<'_>], again: &str) -> String {
    let mut out = String::from("<figcaption class=\"provenance\">\n");
    let doubtful = || sources.iter().filter(|source| !source.findings.is_empty());
    for source in doubtful() {
        let these = if source.is_yours() { "your" } else { "these" };
        let on = match doubtful().count() {
            1 => String::new(),
            _ => format!(" of {}", machine(&source.provenance.machine)),
        };
        let findings = source.findings.join("; ");
        let _ = writeln!(
            out,
            "<p class=\"doubts\">Reasons to doubt {these} times{}: {}.</p>",
            escaped(&on),
            escaped(&findings)
        );
    }
    let (yours, ours): (Vec<_>, Vec<_>) = sources.iter().partition(|source| source.is_yours());
    let mut lines = vec![ours];
    lines.extend(yours.into_iter().map(|own| vec![own]));
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let alike = line.chunk_by(|a, b| {
            (a.stale, a.day(), machine(&a.provenance.machine))
                == (b.stale, b.day(), machine(&b.provenance.machine))
        });
        let alike: Vec<String> = alike.map(short).collect();
        let _ = writeln!(out, "<p>{}.</p>", alike.join(". "));
    }
    out.push_str("<details>\n<summary>How it was measured, and how to measure again</summary>\n");
    for source in sources {
        long(&mut out, source);
    }
    out + again + "</details>\n</figcaption>\n"
}

/// `Counts, Go: AMD EPYC, 2 cores, linux x86_64; 2026-11-30`, of sources that are
/// alike in this.
fn short(alike: &[&Source<'_>]) -> String {
    let Some(first) = alike.first() else { return String::new() };
    let names: Vec<String> = alike.iter().map(|source| format!("<b>{}</b>", source.what)).collect();
    let same = if first.is_yours() && first.more.starts_with("; all") { &*first.more } else { "" };
    format!(
        "{} {}; <time>{}</time>{same}{}",
        names.join(", "),
        escaped(&machine(&first.provenance.machine)),
        escaped(first.day()),
        if first.stale { STALE } else { "" }
    )
}

/// All of it.
fn long(out: &mut String, source: &Source<'_>) {
    let Source { what, provenance: p, more, .. } = source;
    let quick = if p.command.contains("--quick") { "; a quick look" } else { "" };
    let changed = if p.modified { " with changes" } else { "" };
    let commit = match p.commit.as_str() {
        "unknown" => "commit unknown".to_owned(),
        commit => format!("commit {}{changed}", commit.chars().take(10).collect::<String>()),
    };
    let build = format!("{} profile {}", p.build.toolchain, p.build.profile);
    let parts = [build, p.allocator.clone(), commit].join("; ");
    let _ = writeln!(out, "<p><b>{what}</b> {}</p>", escaped(&format!("{parts}{more}{quick}")));
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
