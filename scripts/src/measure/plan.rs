//! The steps of a measurement: which programs run, and how.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ledger::{Key, LabManifest as Lab, MAX_ROWS, Times, target_dir};

use super::{PROCESSES, Session, instructions};
use crate::cargo::{self, Program, build};
use crate::steps::{Interrupted, Progress, Step};

/// Rounds of every grid, in one process: twelve leave out two on either side of
/// the interval, so that one that was disturbed does not decide.
const GRID_ROUNDS: u32 = 12;

/// Rounds of a quick look: their ends are all that an interval has.
const QUICK_GRID_ROUNDS: u32 = 2;

impl Session<'_> {
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

    pub(super) fn counts_step(&self, lab: &Lab) -> Result<Step> {
        let mut command = Command::new(self.build(lab, Program::Heap)?);
        command.current_dir(&lab.dir).env("CARGO_TARGET_DIR", target_dir(self.root));
        Ok(Step { name: "counts".into(), command, planned: Duration::from_secs(2) })
    }

    /// The Go column with its key, where the lab has one and a Go of its
    /// version is here.
    pub(super) fn go_step(&self, lab: &Lab) -> Result<Option<(Step, Key)>> {
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
    pub(super) fn time_steps(&self, lab: &Lab) -> Result<Vec<Step>> {
        let program = self.build(lab, Program::Time)?;
        let (variants, rounds) = (variants_of(&program)?, self.options.rounds());
        let cells = cells_of(&program)?;
        let grid_rounds = if self.options.quick { QUICK_GRID_ROUNDS } else { GRID_ROUNDS };
        let left = u32::try_from(MAX_ROWS)?.saturating_sub(cells * grid_rounds);
        let most = (left / variants).saturating_sub(1);
        if rounds > most {
            bail!(
                "{variants} variants in {rounds} rounds and {cells} cells of grids in {grid_rounds} are more than a ledger holds; --rounds {most} is the most"
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
        // A quick look has too few rounds for a verdict, so it needs no placements.
        let placed = match self.options.quick {
            true => vec![program.clone()],
            false => self.placements(lab, &program)?,
        };
        for process in 0..PROCESSES {
            let share = rounds / PROCESSES + u32::from(process < rounds % PROCESSES);
            if share > 0 {
                let placement = process % u32::try_from(placed.len())?;
                let program = &placed[placement as usize];
                let command = rounds_command(program, &lab.dir, share, process, placement);
                // Ten ms a variant and round, and about two batches to warm up.
                let planned =
                    Duration::from_millis(u64::from(variants) * u64::from(share + 2) * 10);
                steps.push(Step { name: format!("rounds-{rounds}-{process}"), command, planned });
            }
        }
        if cells > 0 {
            let mut command = Command::new(&program);
            command.current_dir(&lab.dir).env("LABKIT_GRIDS", grid_rounds.to_string());
            let planned = Duration::from_millis(u64::from(cells) * u64::from(grid_rounds + 2) * 10);
            steps.push(Step { name: format!("grids-{grid_rounds}"), command, planned });
        }
        Ok(steps)
    }

    /// A third column where Valgrind is installed, and never a condition: what it
    /// cannot run is said and left out.
    pub(super) fn count_instructions(
        &self,
        lab: &Lab,
        times: &mut Times,
        progress: &Progress,
    ) -> Result<()> {
        let Some(version) = instructions::valgrind().filter(|_| !self.options.quick) else {
            return Ok(());
        };
        let program = self.build(lab, Program::Time)?;
        match instructions::count(&program, lab, times, &version, &self.interrupted) {
            Err(e) if !e.is::<Interrupted>() => {
                progress.line(&format!("{}: no instructions are counted: {e:#}", lab.name));
                times.tables.iter_mut().for_each(|table| table.instructions.clear());
                Ok(())
            }
            counted => counted,
        }
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
}

/// A timing program's process of so many rounds; see labkit's `times`.
pub(crate) fn rounds_command(
    program: &Path,
    dir: &Path,
    rounds: u32,
    process: u32,
    placement: u32,
) -> Command {
    let mut command = Command::new(program);
    command.current_dir(dir).env("LABKIT_ROUNDS", rounds.to_string());
    command.env("LABKIT_PROCESS", process.to_string());
    command.env("LABKIT_PLACEMENT", placement.to_string());
    command
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

/// How many cells the grids of the bench program have.
fn cells_of(program: &Path) -> Result<u32> {
    let mut command = Command::new(program);
    command.env("LABKIT_GRIDS", "0").env_remove("LABKIT_RECORD").env_remove("LABKIT_ROUNDS");
    let output = command.output().with_context(|| program.display().to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().with_context(|| format!("{} says {text:?} of its grids", program.display()))
}

/// `go1.27.0` of a `go 1.27.0` line; `None` where there is no Go program.
fn go_version(manifest: &Path) -> Option<String> {
    let text = std::fs::read_to_string(manifest).ok()?;
    text.lines()
        .find_map(|line| line.strip_prefix("go "))
        .map(|version| format!("go{}", version.trim()))
}
