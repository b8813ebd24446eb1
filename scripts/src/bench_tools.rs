//! `cargo labs bench-tools`: what the tools themselves cost.
//!
//! Benchmarks, not tests: nothing here fails because a machine is slow. CPU
//! time is that of cargo and all that it started (user and system), as the
//! operating system counts it; the bars are stated for two cores.

use std::io::Write as _;
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::cargo::cargo;

/// What one command took.
struct Cost {
    wall: Duration,
    /// Absent where the system does not tell.
    cpu: Option<Duration>,
    /// Packages that cargo compiled.
    crates: usize,
}

/// Runs and prints them all.
pub(crate) fn run(root: &Path) -> Result<ExitCode> {
    let scratch = tempfile::tempdir().context("no scratch folder can be made")?;
    let (lab, book) = (scratch.path().join("lab"), scratch.path().join("book"));

    let cold = cost(root, &lab, &["test", "--package", "lab1"])?;
    print("cold `cargo test -p lab1`", &cold, "<= 80 s of CPU time, <= 80 crates")?;
    touch(&root.join("labs/lab1/src/pipeline.rs"))?;
    let edit = cost(root, &lab, &["test", "--package", "lab1"])?;
    print("`cargo test -p lab1` after an edit of lab1", &edit, "<= 3 s")?;
    let cold = cost(root, &book, &["book", "build"])?;
    print("cold `cargo book build`", &cold, "<= 160 s of CPU time")?;
    touch(&root.join("labs/mdbook-measured/src/lib.rs"))?;

    let status = cargo(root)
        .args(["bench", "--package", "mdbook-measured", "--bench", "build", "--profile", "dev"])
        .status()
        .context("cargo cannot be started")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn print(what: &str, cost: &Cost, bar: &str) -> Result<()> {
    let cpu = cost.cpu.map_or("CPU time unknown here".into(), |cpu| {
        format!("{:.1} s of CPU time", cpu.as_secs_f64())
    });
    let mut out = anstream::stdout();
    writeln!(
        out,
        "{what}: {:.1} s, {cpu}, {} crates compiled (bar: {bar})",
        cost.wall.as_secs_f64(),
        cost.crates
    )?;
    Ok(out.flush()?)
}

fn cost(root: &Path, target: &Path, args: &[&str]) -> Result<Cost> {
    let (before, start) = (children_cpu(), Instant::now());
    let output = cargo(root)
        .args(args)
        .env("CARGO_TARGET_DIR", target)
        .stdin(Stdio::null())
        .output()
        .context("cargo cannot be started")?;
    let (wall, after) = (start.elapsed(), children_cpu());
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("`cargo {}` failed:\n{log}", args.join(" "));
    }
    let crates = log.lines().filter(|line| line.trim_start().starts_with("Compiling ")).count();
    Ok(Cost {
        wall,
        cpu: before.zip(after).map(|(before, after)| after.saturating_sub(before)),
        crates,
    })
}

/// What an editor does, as far as cargo can tell.
fn touch(path: &Path) -> Result<()> {
    let file = std::fs::File::options()
        .append(true)
        .open(path)
        .with_context(|| path.display().to_string())?;
    file.set_modified(std::time::SystemTime::now()).with_context(|| path.display().to_string())
}

/// CPU time of all child processes that have ended, and of theirs.
#[cfg(unix)]
fn children_cpu() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let time = |time: nix::sys::time::TimeVal| {
        let micros = i128::from(time.tv_sec()) * 1_000_000 + i128::from(time.tv_usec());
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    };
    Some(time(usage.user_time()) + time(usage.system_time()))
}

#[cfg(not(unix))]
fn children_cpu() -> Option<Duration> {
    None
}
