//! `cargo labs measure`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use ledger::{
    Body, Counts, FORMAT, Key, LabManifest as Lab, Ledger, MAX_ROWS, Machine, Record, Sources,
    target_dir,
};

use crate::cargo::{self, Program, build};
use crate::catalog;
use crate::machine::{provenance, system_allocator, this_machine};
use crate::steps::{self, Interrupted, Progress, Step, Steps};

mod merge;

use merge::merged;

/// The fewest rounds that a committed table may rest on.
const REFERENCE_ROUNDS: u32 = 50;

/// Rounds are spread over so many processes, each of a program that is linked in
/// another order. Twelve is the fewest with which a table of eight variants can
/// leave out the extreme placement on either side, so that one that was
/// disturbed does not decide; a test of the judge derives it.
pub(crate) const PROCESSES: u32 = 12;

/// Rounds of a table over all processes, unless told otherwise.
pub(crate) const ROUNDS: u32 = 72;

/// What to measure, and where to keep it.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Labs to measure; all of them if none is named
    labs: Vec<String>,
    /// A first look in seconds: fewer rounds, short criterion runs
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
}

impl Options {
    fn wants(&self, only: Only) -> bool {
        self.only.is_none_or(|wanted| wanted == only)
    }

    fn rounds(&self) -> u32 {
        self.rounds.unwrap_or(if self.quick { 12 } else { ROUNDS })
    }
}

/// Measures the labs, one after the other.
pub(crate) fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    if options.reference && options.rounds() < REFERENCE_ROUNDS {
        bail!(
            "a committed table rests on at least {REFERENCE_ROUNDS} rounds; leave out --rounds or --reference"
        );
    }
    let labs = catalog::choose(catalog::labs(root)?, &options.labs)?;
    let interrupted = steps::on_interrupt()?;
    let session =
        Session { root, options, toolchain: toolchain()?, machine: this_machine(), interrupted };
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

        let out = if self.options.reference { lab.dir.join("ledger") } else { work };
        let mut written = Vec::new();
        if let Some(step) = counts {
            let record: Record<Counts> = steps.record(step, false, &progress)?;
            let dhat = sources.locked_version("dhat").unwrap_or("unknown");
            let allocator = format!("dhat {dhat} over the system's");
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
            let record = merged(records.collect::<Result<Vec<_>>>()?)?;
            let path = out.join(format!("times-{}.json", self.machine.slug()));
            written.push(self.keep(lab, &path, record, key, &system_allocator(), "times")?);
        }
        progress.finish();
        steps.clear(&used);
        for path in written {
            let shown = path.strip_prefix(self.root).unwrap_or(&path).display();
            anstream::println!("{}: wrote {shown}", lab.name);
        }
        Ok(())
    }

    /// Builds a program of the lab; Ctrl-C while cargo builds is no failure of
    /// the lab.
    fn build(&self, lab: &Lab, program: Program) -> Result<PathBuf> {
        let built = build(self.root, &lab.name, program);
        // Relaxed: only the flag itself matters.
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        built
    }

    fn counts_step(&self, lab: &Lab) -> Result<Step> {
        let mut command = Command::new(self.build(lab, Program::Heap)?);
        command.current_dir(&lab.dir).env("CARGO_TARGET_DIR", target_dir(self.root));
        Ok(Step { name: "counts".into(), command, planned: Duration::from_secs(2) })
    }

    /// The Go column with its key, where the lab has one and a Go of its
    /// version is here.
    fn go_step(&self, lab: &Lab) -> Result<Option<(Step, Key)>> {
        let dir = lab.dir.join("go");
        let Some(wanted) = go_version(&dir.join("go.mod")) else { return Ok(None) };
        let found = Command::new("go").arg("version").env("GOTOOLCHAIN", "local").output().ok();
        let found = found.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        if !found.as_deref().is_some_and(|text| text.split(' ').any(|word| word == wanted)) {
            let found = found.map(|text| format!("found {}", text.trim()));
            let found = found.as_deref().unwrap_or("no go on the path");
            let name = &lab.name;
            anstream::eprintln!(
                "{name}: the Go column is left as it is: it needs {wanted}, {found}"
            );
            return Ok(None);
        }
        let key = ledger::key_of_go(&lab.dir)?;
        let mut command = Command::new("go");
        command.args(["run", "."]).current_dir(dir);
        command.envs([("GOTOOLCHAIN", "local"), ("GOFLAGS", "-mod=mod"), ("GOPROXY", "off")]);
        let name = format!("go-{}", &key.sources[..8]);
        Ok(Some((Step { name, command, planned: Duration::from_secs(5) }, key)))
    }

    /// criterion once, then the rounds in several processes.
    fn time_steps(&self, lab: &Lab) -> Result<Vec<Step>> {
        let program = self.build(lab, Program::Time)?;
        let (variants, rounds) = (variants_of(&program)?, self.options.rounds());
        let most = u32::try_from(MAX_ROWS)? / variants - 1;
        if rounds > most {
            bail!(
                "{variants} variants and {rounds} rounds are more than a ledger holds; --rounds {most} is the most"
            );
        }
        let mut criterion = Command::new(&program);
        criterion.current_dir(&lab.dir).env_remove("LABKIT_ROUNDS");
        let (setting, seconds) = if self.options.quick { ("quick", 1.3) } else { ("full", 6.5) };
        if self.options.quick {
            criterion.env("LABKIT_QUICK", "1");
        }
        let planned = Duration::from_secs_f64(seconds * f64::from(variants));
        let name = format!("criterion-{setting}");
        let mut steps = vec![Step { name, command: criterion, planned }];
        let placed = self.placements(lab, &program)?;
        for process in 0..PROCESSES {
            let share = rounds / PROCESSES + u32::from(process < rounds % PROCESSES);
            if share > 0 {
                let placement = process % u32::try_from(placed.len())?;
                let mut command = Command::new(&placed[placement as usize]);
                command.current_dir(&lab.dir).env("LABKIT_ROUNDS", share.to_string());
                command.env("LABKIT_PROCESS", process.to_string());
                command.env("LABKIT_PLACEMENT", placement.to_string());
                // Ten ms a variant and round, and about two batches to warm up.
                let planned =
                    Duration::from_millis(u64::from(variants) * u64::from(share + 2) * 10);
                steps.push(Step { name: format!("rounds-{rounds}-{process}"), command, planned });
            }
        }
        Ok(steps)
    }

    /// The program linked in several orders, the first of them as it is; only
    /// that one where the linker cannot place code otherwise.
    fn placements(&self, lab: &Lab, program: &Path) -> Result<Vec<PathBuf>> {
        let mut placed = vec![program.to_owned()];
        for seed in 1..PROCESSES {
            let built = cargo::build_placed(self.root, &lab.name, seed);
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            let Some(program) = built? else {
                anstream::eprintln!(
                    "{}: this linker places code in one way only (LLD is needed for others): \
                     times are kept, and no verdict can rest on them",
                    lab.name
                );
                break;
            };
            placed.push(program);
        }
        Ok(placed)
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
        let provenance =
            provenance(self.root, &self.machine, record.build, key, allocator, command);
        ledger::write(
            path,
            &Ledger { format: FORMAT, lab: record.lab, provenance, body: record.body },
        )?;
        Ok(path.to_owned())
    }
}

/// How many variants the bench program declares; criterion lists them.
fn variants_of(program: &Path) -> Result<u32> {
    let output = Command::new(program)
        .args(["--bench", "--list"])
        .output()
        .with_context(|| program.display().to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let count = text.lines().filter(|line| line.ends_with(": benchmark")).count();
    if count == 0 {
        bail!("{} declares no variant", program.display());
    }
    Ok(u32::try_from(count)?)
}

/// `go1.27.0` of a `go 1.27.0` line; `None` where there is no Go program.
fn go_version(manifest: &Path) -> Option<String> {
    let text = std::fs::read_to_string(manifest).ok()?;
    text.lines()
        .find_map(|line| line.strip_prefix("go "))
        .map(|version| format!("go{}", version.trim()))
}
