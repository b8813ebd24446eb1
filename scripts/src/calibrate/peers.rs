//! The peers on the same functions: the programs of `scripts/peers`, a package of
//! its own, since nobody else should have to compile them.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result, bail};
use ledger::{Build, Calibration, Case, FORMAT, Method, Record};
use serde::Deserialize;

use super::PACKAGE;
use super::tally::{Answer, Counted};
use crate::cargo;
use crate::measure;
use crate::steps::Interrupted;

/// One verdict of one peer, a line of what the program prints.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    judge: String,
    function: String,
    case: String,
    verdict: Answer,
}

/// Runs them and counts.
pub(super) fn record(
    root: &Path,
    runs: u32,
    interrupted: &AtomicBool,
) -> Result<Record<Calibration>> {
    let manifest = root.join("scripts/peers/Cargo.toml");
    let mut child = cargo::cargo(root)
        .args(["run", "--release", "--quiet", "--manifest-path"])
        .arg(&manifest)
        .args(["--", "--runs", &runs.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo cannot be started")?;
    let stdout = child.stdout.take().context("its output is piped")?;
    let mut counted = Counted::default();
    for line in BufReader::new(stdout).lines() {
        let line = line?;
        let line: Line = serde_json::from_str(&line)
            .with_context(|| format!("the peers printed {line:?}, which is no verdict"))?;
        counted.count(line.judge, case(&line.case)?, line.function, line.verdict);
    }
    let status = child.wait()?;
    // Relaxed: only the flag itself matters.
    if interrupted.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    let tallies = counted.tallies();
    if !status.success() || tallies.is_empty() {
        bail!("{} did not end well ({status}): see above", manifest.display());
    }
    let mut judges: Vec<String> = tallies.iter().map(|tally| tally.judge.clone()).collect();
    judges.dedup();
    let method = |judge: String| Method { rule: rule(&judge).into(), judge, seconds: None };
    let method = judges.into_iter().map(method).collect();
    let build = Build {
        toolchain: measure::toolchain()?,
        target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
        profile: "release".into(),
    };
    let body = Calibration { method, tallies, copies: Vec::new() };
    Ok(Record { format: FORMAT, lab: PACKAGE.into(), build, body })
}

fn case(name: &str) -> Result<Case> {
    Ok(match name {
        "same" => Case::Same,
        "copies" => Case::Copies,
        "slower 2" => Case::Slower2,
        "slower 5" => Case::Slower5,
        "slower 10" => Case::Slower10,
        "slower 25" => Case::Slower25,
        other => bail!("the peers judged {other:?}, which is no case"),
    })
}

/// Its rule, in a few words.
fn rule(judge: &str) -> &'static str {
    match judge.split([' ', '\'']).next() {
        _ if judge.ends_with("excludes 0") => "the same rounds; interval of the mean without zero",
        Some("criterion") => "two runs, one after the other; p < 0.05, interval beyond 1 %",
        Some("benchstat") => "ten and ten processes in turn; Mann-Whitney, p < 0.05",
        Some("zenbench") => "thirty rounds in one process; interval of the mean beyond 1 %",
        Some("tango-bench") => "two processes at once; 2.6 standard errors and beyond 1 %",
        _ => "its own",
    }
}
