//! The exercises: `cargo labs try`, `hint` and `reset`.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use ledger::{Attempt, LabManifest as Lab, Record, target_dir};

use crate::cargo::{self, Program};
use crate::catalog;

mod lines;
pub(crate) mod progress;
mod report;
mod run;
pub(crate) mod start;

use progress::Progress;
use run::Ended;

/// Which exercise, and how.
#[derive(Debug, Args)]
pub(crate) struct TryOptions {
    /// The lab, or its chapter: lab1, hotspots
    lab: String,
    /// Try again whenever the file is saved
    #[arg(long)]
    watch: bool,
    /// How many blocks you expect one call to allocate; asked for otherwise
    #[arg(long, value_name = "BLOCKS")]
    predict: Option<u64>,
}

/// Which exercise.
#[derive(Debug, Args)]
pub(crate) struct LabName {
    /// The lab, or its chapter: lab1, hotspots
    lab: String,
}

/// The learner's file, below the lab.
const FILE: &str = "src/exercise.rs";

/// The same as it was in the beginning.
const STARTER: &str = "starter/exercise.rs";

/// Runs the exercise, once or whenever it is saved.
pub(crate) fn try_it(root: &Path, options: &TryOptions) -> Result<ExitCode> {
    let lab = chosen(root, &options.lab)?;
    let mut progress = Progress::read(root)?;
    let predicted = match options.predict {
        Some(blocks) => Some(blocks),
        None => asked(&lab, &progress)?,
    };
    if let Some(blocks) = predicted {
        progress.of(&lab.name).predicted = Some(blocks);
        progress.write()?;
    }
    if !options.watch {
        return attempt(root, &lab, &mut progress);
    }
    let file = lab.dir.join(FILE);
    loop {
        let seen = modified(&file);
        // A file that does not compile is no end of watching.
        if let Err(e) = attempt(root, &lab, &mut progress) {
            anstream::eprintln!("error: {e:#}");
        }
        anstream::println!("\nwaiting for {} to be saved; Ctrl-C ends", shown(root, &file));
        while modified(&file) == seen {
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}

fn chosen(root: &Path, name: &str) -> Result<Lab> {
    let labs = catalog::choose(catalog::labs(root)?, &[name.to_owned()])?;
    labs.into_iter().next().context("the lab was chosen")
}

/// On a terminal, and once: what a learner expects before the first look.
fn asked(lab: &Lab, progress: &Progress) -> Result<Option<u64>> {
    let known = progress.known(&lab.name).is_some_and(|known| known.predicted.is_some());
    if known || !std::io::stdin().is_terminal() {
        return Ok(None);
    }
    anstream::println!("{}: {}\n", lab.name, lab.exercise.task);
    anstream::print!("As it stands, how many blocks does one call allocate? (Enter: no guess) ");
    std::io::stdout().flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let line = line.trim().replace([',', '_'], "");
    match line.parse() {
        Ok(blocks) => Ok(Some(blocks)),
        Err(_) if line.is_empty() => Ok(None),
        Err(_) => bail!("{line:?} is no number of blocks; Enter alone leaves the guess out"),
    }
}

/// Builds, runs, prints, and keeps what was reached.
fn attempt(root: &Path, lab: &Lab, progress: &mut Progress) -> Result<ExitCode> {
    let program = cargo::build(root, &lab.name, Program::Exercise)?;
    let folder = target_dir(root).join("labs").join(&lab.name);
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let record = folder.join("attempt.json");
    let _ = std::fs::remove_file(&record);
    let mut command = Command::new(program);
    command.args(["--ignored", "--exact", "exercise"]).current_dir(&lab.dir);
    command.env("LABKIT_RECORD", &record).env("CARGO_TARGET_DIR", target_dir(root));
    let attempt = match run::limited(command)? {
        Ended::Flooded => bail!(
            "{FILE} printed more than {} KiB, so it was stopped; an endless loop that prints?",
            run::MOST_OUTPUT >> 10
        ),
        Ended::Late(limit) => {
            bail!("{FILE} did not end within {} s, so it was stopped", limit.as_secs())
        }
        Ended::Done(output) => match std::fs::read(&record) {
            Ok(text) => ledger::parse_record::<Attempt>(&record, &text)?,
            // It was stopped, or stopped itself: what it said is all there is.
            Err(_) => bail!("{FILE} did not come to an end:\n{}", output.trim_end()),
        },
    };
    let Record { body: attempt, .. } = attempt;
    let known = progress.of(&lab.name);
    known.tries += 1;
    let predicted = known.predicted;
    if let Some(counted) = attempt.counted {
        known.least =
            Some(known.least.map_or(counted.blocks.0, |least| least.min(counted.blocks.0)));
    }
    known.solved |= attempt.is_solved();
    progress.write()?;
    let text = report::report(lab, &attempt, predicted)?;
    std::io::Write::write_all(&mut anstream::stdout(), text.as_bytes())?;
    Ok(ExitCode::from(u8::from(!attempt.is_solved())))
}

/// One more hint than last time.
pub(crate) fn hint(root: &Path, name: &LabName) -> Result<ExitCode> {
    let lab = chosen(root, &name.lab)?;
    let mut progress = Progress::read(root)?;
    let known = progress.of(&lab.name);
    let hints = &lab.exercise.hints;
    known.hints = (known.hints + 1).min(hints.len());
    let shown = known.hints;
    progress.write()?;
    for (i, hint) in hints.iter().enumerate().take(shown) {
        anstream::println!("{} of {}: {hint}\n", i + 1, hints.len());
    }
    match shown == hints.len() {
        true => anstream::println!("{}", last_words(&lab)),
        false => anstream::println!("`cargo labs hint {}` again tells more.", lab.name),
    }
    Ok(ExitCode::SUCCESS)
}

/// Below the last hint. A workspace of the learner's own has no solution.
fn last_words(lab: &Lab) -> String {
    let file = "src/solution.rs";
    match lab.dir.join(file).is_file() {
        true => {
            format!("That was the last one. One way to solve it: labs/{}/{file}", lab.name)
        }
        false => {
            "That was the last one. The book's own repository has a way to solve it.".to_owned()
        }
    }
}

/// The file as it was in the beginning; what stood there is kept beside the
/// progress.
pub(crate) fn reset(root: &Path, name: &LabName) -> Result<ExitCode> {
    let lab = chosen(root, &name.lab)?;
    let (file, starter) = (lab.dir.join(FILE), lab.dir.join(STARTER));
    let fresh = std::fs::read(&starter).with_context(|| starter.display().to_string())?;
    let old = std::fs::read(&file).unwrap_or_default();
    if old == fresh {
        anstream::println!("{} is as it was in the beginning", shown(root, &file));
        return Ok(ExitCode::SUCCESS);
    }
    if !old.is_empty() {
        let kept = progress::folder(root).join(format!("{}-exercise-{}.rs", lab.name, seconds()));
        ledger::write_bytes(&kept, &old)?;
        anstream::println!("yours is kept in {}", shown(root, &kept));
    }
    ledger::write_bytes(&file, &fresh)?;
    let mut progress = Progress::read(root)?;
    progress.forget(&lab.name);
    progress.write()?;
    anstream::println!("{} is as it was in the beginning", shown(root, &file));
    Ok(ExitCode::SUCCESS)
}

fn modified(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|metadata| metadata.modified()).ok()
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
