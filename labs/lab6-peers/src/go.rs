//! The Go row: the same cells, by a program of its own that reports its CPU
//! time, in every round.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::table::{Cell, KINDS, Kind, THREADS};

/// The version that the row is of; another's is not shown under its name.
const VERSION: &str = "go1.27.0";
/// Name of the row.
pub(crate) const GO: &str = "Go-1.27.0-sync.Pool";
/// Name of the row for its channel.
pub(crate) const GO_ALONE: &str = "Go-channel-alone";

/// The program, built.
#[derive(Debug)]
pub(crate) struct Go {
    program: PathBuf,
}

impl Go {
    /// Builds it, if there is a Go on the path.
    pub(crate) fn build(sources: &Path) -> Result<Option<Go>> {
        let Ok(version) = Command::new("go").arg("version").output() else { return Ok(None) };
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        if !version.split(' ').any(|word| word == VERSION) {
            eprintln!("{VERSION} is needed, found {}", version.trim());
            return Ok(None);
        }
        let program = std::env::temp_dir().join(format!("lab6-gopool-{}", std::process::id()));
        let built = Command::new("go")
            .args(["build", "-o"])
            .arg(&program)
            .arg(".")
            .current_dir(sources)
            .status()
            .with_context(|| format!("go build in {}", sources.display()))?;
        ensure!(built.success(), "go build failed in {}", sources.display());
        Ok(Some(Go { program }))
    }

    fn run(&self, arguments: &[&str]) -> Result<Vec<f64>> {
        let output = Command::new(&self.program).args(arguments).output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout)?;
        text.split_whitespace().map(|word| word.parse().context("a number of Go's")).collect()
    }

    /// One round of all cells.
    pub(crate) fn round(&mut self, cells: &mut Vec<Cell>) -> Result<()> {
        for kind in KINDS {
            for threads in THREADS {
                let mode = if kind == Kind::Pair { "pair" } else { "burst" };
                let count = (600_000 / threads).to_string();
                let nanos = self.run(&[mode, &threads.to_string(), &count])?;
                let nanos = *nanos.first().context("Go printed nothing")?;
                let known = cells
                    .iter_mut()
                    .find(|c| c.name == GO && (c.kind, c.threads) == (kind, threads));
                match known {
                    Some(cell) => cell.rounds.push(nanos),
                    None => {
                        cells.push(Cell { name: GO.into(), kind, threads, rounds: vec![nanos] });
                    }
                }
            }
        }
        Ok(())
    }

    /// Nanoseconds a message on the clock, and how many values were made. The
    /// mode `alone` sends one value again and again.
    pub(crate) fn handed(&self, messages: u64, mode: &str) -> Result<(f64, u64)> {
        let numbers = self.run(&[mode, "1", &messages.to_string()])?;
        ensure!(numbers.len() == 2, "Go printed {numbers:?}");
        Ok((numbers[0], numbers[1] as u64))
    }
}

impl Drop for Go {
    fn drop(&mut self) {
        // A file in the folder for temporary files; the system's business.
        let _ = std::fs::remove_file(&self.program);
    }
}
