//! The peers. Each has a file with two halves: what its worker times, in the
//! peer's own harness, and how its verdict is read.

use std::str::FromStr;

use anyhow::{Context as _, Result};
use serde::Serialize;
use tempfile::TempDir;

use crate::cases::{Case, Function, Side, by_name};
use crate::versions;
use crate::worker::Task;

mod benchstat;
mod criterion;
mod tango;
mod zenbench;

/// One of the peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judge {
    Criterion,
    Benchstat,
    Zenbench,
    Tango,
}

/// What a judge says of the other side against the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Faster,
    Slower,
    None,
    /// The judge itself says that its measurement is worth nothing.
    Refused,
}

impl Verdict {
    /// `slower` if so, else faster, for a judge that has found a difference.
    fn different(slower: bool) -> Verdict {
        if slower { Verdict::Slower } else { Verdict::Faster }
    }
}

/// A verdict with the rule that gave it.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) rule: String,
    pub(crate) verdict: Verdict,
}

impl Judge {
    pub(crate) const ALL: [Judge; 4] =
        [Judge::Criterion, Judge::Benchstat, Judge::Zenbench, Judge::Tango];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Judge::Criterion => "criterion",
            Judge::Benchstat => "benchstat",
            Judge::Zenbench => "zenbench",
            Judge::Tango => "tango",
        }
    }

    /// Times the case and says what the peer made of it. One measurement can
    /// be read by more than one rule.
    pub(crate) fn judge(self, function: Function, case: Case) -> Result<Vec<Said>> {
        let pair = Pair { judge: self, function, sides: case.sides(), folder: folder()? };
        let said = |package: &str, verdict: Verdict| -> Result<Vec<Said>> {
            Ok(vec![Said { rule: versions::named(package)?, verdict }])
        };
        match self {
            Judge::Criterion => said("criterion", criterion::judge(&pair)?),
            Judge::Benchstat => {
                let verdict = benchstat::judge(&pair)?;
                Ok(vec![Said { rule: "benchstat's rule".to_owned(), verdict }])
            }
            Judge::Zenbench => zenbench::judge(&pair),
            Judge::Tango => said("tango-bench", tango::judge(&pair)?),
        }
    }
}

impl FromStr for Judge {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Judge> {
        by_name(&Judge::ALL, |judge| judge.name().to_owned(), text)
    }
}

/// A case on its way through a judge, with a folder for the peer's files.
#[derive(Debug)]
struct Pair {
    judge: Judge,
    function: Function,
    sides: [Side; 2],
    folder: TempDir,
}

impl Pair {
    /// The task of a worker that times both sides.
    fn both(&self) -> Task {
        Task { judge: self.judge, function: self.function, sides: self.sides.to_vec() }
    }

    /// The tasks of the two workers that time one side each: base, other.
    fn each(&self) -> [Task; 2] {
        let Pair { judge, function, .. } = *self;
        self.sides.map(|side| Task { judge, function, sides: vec![side] })
    }
}

/// Every pair has a new one: nothing of an earlier pair is ever compared with.
fn folder() -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix("peers-")
        .tempdir()
        .with_context(|| format!("{}: no room for results", std::env::temp_dir().display()))
}

/// Does a worker's task, in the peer's own harness.
pub(crate) fn work(task: &Task) -> Result<std::process::ExitCode> {
    match task.judge {
        Judge::Criterion => criterion::work(task)?,
        Judge::Benchstat => benchstat::work(task)?,
        Judge::Zenbench => zenbench::work(),
        Judge::Tango => return tango::work(task),
    }
    Ok(std::process::ExitCode::SUCCESS)
}
