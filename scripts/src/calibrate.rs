//! `cargo labs calibrate`: how often is the judge of times right?
//!
//! `labs/calibration` has code whose truth is known. A *run* measures all of it
//! as `cargo labs measure` measures a lab, in twelve placements of its own; then
//! the judge is asked about every pair, and its answers are counted.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use ledger::{Calibration, FORMAT, Ledger, Machine, Record, Sources, Times, target_dir};

use crate::cargo;
use crate::doctor;
use crate::machine::{provenance, system_allocator, this_machine};
use crate::measure::{self, PROCESSES, ROUNDS};
use crate::steps::{self, Interrupted, Progress, Step, Steps};

mod peers;
mod tally;

/// The package whose code is timed.
const PACKAGE: &str = "calibration";

/// Variants of its bench: eight tables of eight, and each table's control.
const TIMED: u32 = 8 * 9;

/// How much to measure, and where to keep it.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// How often all of it is measured; a run takes about a minute
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(2..=200))]
    runs: u32,
    /// Ask the peers (criterion, benchstat's rule, zenbench, tango-bench) about the
    /// same functions instead
    #[arg(long)]
    peers: bool,
    /// Write the ledger that is committed, instead of the one under target/labs
    #[arg(long)]
    reference: bool,
}

/// Measures, judges, counts, and writes what was counted.
pub(crate) fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let interrupted = steps::on_interrupt()?;
    let machine = this_machine();
    let findings = doctor::findings(root, &machine);
    match calibrated(root, options, &interrupted, machine, findings) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(e) if e.is::<Interrupted>() => {
            anstream::eprintln!("{e}");
            Ok(ExitCode::from(130))
        }
        Err(e) => Err(e),
    }
}

fn calibrated(
    root: &Path,
    options: &Options,
    interrupted: &Arc<AtomicBool>,
    machine: Machine,
    findings: Vec<String>,
) -> Result<()> {
    let key = Sources::read(root)?.key_of_calibration(options.peers)?;
    let work = target_dir(root).join("labs").join(PACKAGE);
    let (record, used) = if options.peers {
        (peers::record(root, options.runs, interrupted)?, None)
    } else {
        // Records do not depend on the judge: another one may be asked about them.
        let folder = work.join(format!("steps-{}", &key.sources[..8]));
        let steps = Steps::new(folder, measure::toolchain()?, Arc::clone(interrupted))?;
        let (record, used) = ours(root, options.runs, &steps, interrupted)?;
        (record, Some((steps, used)))
    };
    let folder = match options.reference {
        true => root.join("labs").join(PACKAGE).join("ledger"),
        false => work,
    };
    let (file, flag) = if options.peers { ("peers", " --peers") } else { ("calibration", "") };
    let path = folder.join(format!("{file}-{}.json", machine.slug()));
    let command = format!("cargo labs calibrate --runs {}{flag}", options.runs);
    let allocator = system_allocator();
    let mut provenance = provenance(root, &machine, record.build, key, &allocator, command);
    provenance.findings = findings;
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let ledger = Ledger { format: FORMAT, lab: record.lab, provenance, body: record.body };
    ledger::write(&path, &ledger)?;
    if let Some((steps, used)) = used {
        steps.clear(&used);
    }
    let shown = path.strip_prefix(root).unwrap_or(&path).display();
    anstream::println!("wrote {shown}");
    Ok(())
}

/// All runs, judged; and the names of the steps that they took.
fn ours(
    root: &Path,
    runs: u32,
    steps: &Steps,
    interrupted: &AtomicBool,
) -> Result<(Record<Calibration>, Vec<String>)> {
    let rounds = ROUNDS / PROCESSES;
    let planned = Duration::from_millis(u64::from(TIMED * (rounds + 1) * 11) + 800);
    let progress = Progress::new(PACKAGE, planned * runs * PROCESSES);
    let (mut measured, mut used, mut build) = (Vec::new(), Vec::new(), None);
    for run in 0..runs {
        let mut records = Vec::new();
        for place in 0..PROCESSES {
            let name = format!("run-{run}-{place}");
            used.push(name.clone());
            records.push(match steps.kept::<Times>(&name, false) {
                Some(record) => {
                    progress.skipped(&name, planned);
                    record
                }
                None => placed(root, run, place, name, planned, steps, &progress, interrupted)?,
            });
        }
        let record = measure::merged(records)?;
        build = Some(record.build);
        measured.push(record.body.tables);
    }
    let build = build.context("at least one run was measured")?;
    // A pair is two of a table's eight variants and their share of the control.
    let tables = measured.first().map_or(1, Vec::len) as f64;
    let of_a_pair = |step: Duration| step.as_secs_f64() * f64::from(PROCESSES) / tables / 4.0;
    let body = tally::judged(&measured, progress.mean().map(of_a_pair))?;
    progress.finish();
    Ok((Record { format: FORMAT, lab: PACKAGE.into(), build, body }, used))
}

/// One process of a run, in a placement that no other run has.
#[expect(clippy::too_many_arguments, reason = "they are one step's settings, used once")]
fn placed(
    root: &Path,
    run: u32,
    place: u32,
    name: String,
    planned: Duration,
    steps: &Steps,
    progress: &Progress,
    interrupted: &AtomicBool,
) -> Result<Record<Times>> {
    let program = cargo::build_placed(root, PACKAGE, run * PROCESSES + place + 1);
    // Relaxed: only the flag itself matters.
    if interrupted.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    let Some(program) = program? else {
        bail!(
            "this linker places code in one way only, so no verdict is ever given here; \
             LLD is needed (`cargo labs doctor` says more)"
        );
    };
    let command = measure::rounds_command(&program, root, ROUNDS / PROCESSES, place, place);
    let record = steps.record(Step { name, command, planned }, false, progress)?;
    // A placement is measured once; hundreds of programs would fill the disk.
    let _ = std::fs::remove_file(&program);
    Ok(record)
}
