//! `cargo labs measure`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use ledger::{
    Body, Counts, FORMAT, Key, LabManifest as Lab, Ledger, Machine, Record, Sources, target_dir,
};

use crate::catalog;
use crate::doctor;
use crate::machine::{provenance, system_allocator, this_machine};
use crate::steps::{self, Interrupted, Progress, Steps};

mod instructions;
mod merge;
mod peers;
mod plan;

pub(crate) use merge::merged;
pub(crate) use plan::rounds_command;

/// The fewest rounds that a committed table may rest on.
const REFERENCE_ROUNDS: u32 = 50;

/// Rounds are spread over so many processes, each of a program that is linked in
/// another order. Twelve is the fewest with which a table of eight variants can
/// leave out the extreme placement on either side, so that one that was
/// disturbed does not decide; a test of the judge derives it.
pub(crate) const PROCESSES: u32 = 12;

/// Rounds of a table over all processes, unless told otherwise.
pub(crate) const ROUNDS: u32 = 72;

/// Rounds of a quick look: too few for a verdict, enough to have been run.
const QUICK_ROUNDS: u32 = 6;

/// What to measure, and where to keep it.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Labs to measure; all of them if none is named
    labs: Vec<String>,
    /// A first look: fewer rounds, short criterion runs, and no verdicts
    #[arg(long, conflicts_with = "reference")]
    quick: bool,
    /// How many interleaved rounds, spread over twelve processes [default: 72]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: Option<u32>,
    /// Only one kind of number
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Write the ledgers that are committed, instead of those under target/labs
    #[arg(long)]
    reference: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Blocks and bytes: exact, a few seconds
    Counts,
    /// Times: a minute or more per lab
    Times,
    /// What a lab's peers observe, where it has some: minutes, and never unless
    /// asked for
    Peers,
}

impl Options {
    fn wants(&self, only: Only) -> bool {
        self.only.map_or(only != Only::Peers, |wanted| wanted == only)
    }

    fn rounds(&self) -> u32 {
        self.rounds.unwrap_or(if self.quick { QUICK_ROUNDS } else { ROUNDS })
    }
}

/// Measures the labs, one after the other.
pub(crate) fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    // Peers have rounds of their own.
    let judged = !options.wants(Only::Peers);
    if judged && options.reference && options.rounds() < REFERENCE_ROUNDS {
        bail!(
            "a committed table rests on at least {REFERENCE_ROUNDS} rounds; leave out --rounds or --reference"
        );
    }
    let labs = catalog::choose(catalog::labs(root)?, &options.labs)?;
    let interrupted = steps::on_interrupt()?;
    let machine = this_machine();
    // Asked before cargo builds, which is load too.
    let findings = match options.wants(Only::Times) || options.wants(Only::Peers) {
        true => doctor::findings(root, &machine),
        false => Vec::new(),
    };
    for finding in &findings {
        anstream::eprintln!("a poor judge of times: {finding}");
    }
    let session =
        Session { root, options, toolchain: toolchain()?, machine, findings, interrupted };
    for lab in &labs {
        match session.measure(lab) {
            Ok(()) => {}
            Err(e) if e.is::<Interrupted>() => {
                anstream::eprintln!("{}: {e}", lab.name);
                return Ok(ExitCode::from(130));
            }
            Err(e) => return Err(e.context(lab.name.clone())),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// First line of `rustc -V`, to be held against what a lab was built with.
pub(crate) fn toolchain() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-V").output().context("rustc cannot be started")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

struct Session<'a> {
    root: &'a Path,
    options: &'a Options,
    toolchain: String,
    machine: Machine,
    findings: Vec<String>,
    interrupted: Arc<AtomicBool>,
}

impl Session<'_> {
    fn measure(&self, lab: &Lab) -> Result<()> {
        let sources = Sources::read(self.root)?;
        let key = sources.key_of_lab(&lab.name)?;
        let work = target_dir(self.root).join("labs").join(&lab.name);
        let folder = format!("steps-{}-{}", &key.sources[..8], &key.dependencies[..8]);
        let steps =
            Steps::new(work.join(folder), self.toolchain.clone(), Arc::clone(&self.interrupted))?;
        if self.options.wants(Only::Peers) {
            return self.peers(lab, &sources, steps);
        }

        let (mut counts, mut go, mut times) = (None, None, Vec::new());
        if self.options.wants(Only::Counts) {
            counts = Some(self.counts_step(lab)?);
            go = self.go_step(lab)?;
        }
        if self.options.wants(Only::Times) {
            times = self.time_steps(lab)?;
        }
        let all = || counts.iter().chain(go.iter().map(|(step, _)| step)).chain(&times);
        let planned = all().map(|step| step.planned).sum();
        let used: Vec<String> = all().map(|step| step.name.clone()).collect();
        let progress = Progress::new(&lab.name, planned);

        let out = self.out(lab);
        let mut written = Vec::new();
        if let Some(step) = counts {
            let record: Record<Counts> = steps.record(step, false, &progress)?;
            let dhat = sources.locked_version("dhat").unwrap_or("unknown");
            let allocator = format!("dhat {dhat} over the system's allocator");
            let path = out.join("counts.json");
            written.push(self.keep(lab, &path, record, key.clone(), &allocator, "counts")?);
        }
        if let Some((step, key)) = go {
            let record: Record<Counts> = steps.record(step, true, &progress)?;
            let path = out.join("go.json");
            written.push(self.keep(lab, &path, record, key, "Go's runtime", "counts")?);
        }
        if !times.is_empty() {
            let records = times.into_iter().map(|step| steps.record(step, false, &progress));
            let mut record = merged(records.collect::<Result<Vec<_>>>()?)?;
            self.count_instructions(lab, &mut record.body, &progress)?;
            let path = out.join(format!("times-{}.json", self.machine.slug()));
            written.push(self.keep(lab, &path, record, key, &system_allocator(), "times")?);
        }
        progress.finish();
        steps.clear(&used);
        self.say_written(lab, &written);
        Ok(())
    }

    fn say_written(&self, lab: &Lab, written: &[PathBuf]) {
        for path in written {
            let shown = path.strip_prefix(self.root).unwrap_or(path).display();
            anstream::println!("{}: wrote {shown}", lab.name);
        }
    }

    fn keep<B: Body>(
        &self,
        lab: &Lab,
        path: &Path,
        record: Record<B>,
        key: Key,
        allocator: &str,
        only: &str,
    ) -> Result<PathBuf> {
        if record.lab != lab.name {
            bail!("the program of {} says that it is {}", lab.name, record.lab);
        }
        let mut flags = format!(" --only {only}");
        if self.options.quick {
            flags += " --quick";
        }
        if let Some(rounds) = self.options.rounds {
            flags += &format!(" --rounds {rounds}");
        }
        if self.options.reference {
            flags += " --reference";
        }
        let command = format!("cargo labs measure {}{flags}", lab.name);
        let mut provenance =
            provenance(self.root, &self.machine, record.build, key, allocator, command);
        if only != "counts" {
            provenance.findings.clone_from(&self.findings);
        }
        ledger::write(
            path,
            &Ledger { format: FORMAT, lab: record.lab, provenance, body: record.body },
        )?;
        Ok(path.to_owned())
    }
}
