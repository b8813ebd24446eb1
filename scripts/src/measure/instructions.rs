//! Instructions per call, where Valgrind is installed: the program runs twice
//! under callgrind, with one call and with some more, and what the rest of the
//! program does cancels out.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result, anyhow, bail};
use ledger::{Instructions, LabManifest, Times};

use crate::steps::Interrupted;

/// Calls in the second run beyond that of the first.
const MORE: u32 = 20;

/// Valgrind's version, if it is installed.
pub(super) fn valgrind() -> Option<String> {
    let output = Command::new("valgrind").arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !version.is_empty()).then_some(version)
}

/// Adds the instructions of every variant that was timed.
pub(super) fn count(
    program: &Path,
    lab: &LabManifest,
    times: &mut Times,
    version: &str,
    interrupted: &AtomicBool,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("callgrind.out");
    for table in &mut times.tables {
        for variant in &table.variants {
            let name = format!("{}/{variant}", table.name);
            let run = |calls| {
                // Relaxed: only the flag itself matters.
                match interrupted.load(Ordering::Relaxed) {
                    true => Err(Interrupted.into()),
                    false => total(program, lab, &out, &name, calls),
                }
            };
            let (one, more) = (run(1)?, run(1 + MORE)?);
            let per_call = (more.saturating_sub(one) + u64::from(MORE / 2)) / u64::from(MORE);
            table.instructions.push(Instructions { variant: variant.clone(), per_call });
        }
    }
    times.counter = Some(format!("callgrind of {version}"));
    Ok(())
}

/// Instructions of one whole run.
fn total(program: &Path, lab: &LabManifest, out: &Path, variant: &str, calls: u32) -> Result<u64> {
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .current_dir(&lab.dir)
        .env("LABKIT_VARIANT", variant)
        .env("LABKIT_CALLS", calls.to_string())
        .stdin(Stdio::null())
        .output()
        .context("valgrind cannot be started")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{variant} under valgrind ({}): {}", output.status, said.trim());
    }
    let text = std::fs::read_to_string(out).with_context(|| out.display().to_string())?;
    summary(&text).ok_or_else(|| anyhow!("{}: it has no line `totals: N`", out.display()))
}

/// The number of callgrind's line `totals: N`.
fn summary(text: &str) -> Option<u64> {
    text.lines().rev().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn the_total_stands_in_a_line_of_its_own() {
        assert_eq!(summary("events: Ir\nfn=(1) main\n3 4\n\ntotals: 1234\n"), Some(1234));
        assert_eq!(summary("events: Ir\n"), None);
    }
}
