//! One step of a measurement: a program that writes a record.
//!
//! Each finished step's record lies in a folder of its own until the whole
//! measurement is done, so a run that was interrupted goes on where it
//! stopped. The folder's name holds the key of the sources and a step's name its
//! settings: records of other sources or settings are never taken up.

use std::cell::Cell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use ledger::{Body, Record};

/// One process of the plan.
#[derive(Debug)]
pub(crate) struct Step {
    /// Names its record: what is measured, and with which settings.
    pub(crate) name: String,
    pub(crate) command: Command,
    pub(crate) planned: Duration,
}

/// Where the records of one measurement lie while it runs.
#[derive(Debug)]
pub(crate) struct Steps {
    folder: PathBuf,
    toolchain: String,
    interrupted: Arc<AtomicBool>,
}

/// Ended by Ctrl-C.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted; the steps that are done are kept, and the same command goes on from there")
    }
}

impl std::error::Error for Interrupted {}

impl Steps {
    /// `folder` is named after the key; records of another
    /// toolchain than `toolchain` are measured again.
    pub(crate) fn new(
        folder: PathBuf,
        toolchain: String,
        interrupted: Arc<AtomicBool>,
    ) -> Result<Steps> {
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Steps { folder, toolchain, interrupted })
    }

    /// The step's record: the one that is there, or the one that its program
    /// writes to the file named in `LABKIT_RECORD`. With `on_stdout` the program
    /// prints its record instead.
    pub(crate) fn record<B: Body>(
        &self,
        step: Step,
        on_stdout: bool,
        progress: &Progress,
    ) -> Result<Record<B>> {
        let Step { name, mut command, planned } = step;
        if let Some(record) = self.kept(&name, on_stdout) {
            progress.skipped(&name, planned);
            return Ok(record);
        }
        let path = self.file(&name, "json");
        let (log_path, raw) = (self.file(&name, "log"), self.file(&name, "raw"));
        let _ = fs::remove_file(&raw);
        let create = |path: &Path| File::create(path).with_context(|| path.display().to_string());
        let log = create(&log_path)?;
        let stdout = if on_stdout { create(&raw)? } else { log.try_clone()? };
        command.env("LABKIT_RECORD", &raw).stdin(Stdio::null()).stdout(stdout).stderr(log);
        let start = Instant::now();
        let status = self.wait(&name, &mut command, planned, progress)?;
        if !status.success() {
            let log = fs::read_to_string(&log_path).unwrap_or_default();
            let (log_path, end) = (log_path.display(), tail(&log, 30));
            bail!("step {name} failed ({status}); the end of {log_path}:\n{end}");
        }
        let text = fs::read(&raw)
            .with_context(|| format!("{}: step {name} left no record", raw.display()))?;
        let record = ledger::parse_record(&raw, &text)?;
        ledger::write_bytes(&path, &text)?;
        let _ = fs::remove_file(&raw);
        progress.done(&name, planned, start.elapsed());
        Ok(record)
    }

    /// The record of an earlier run of this step; with `foreign` it was built by
    /// another compiler than ours.
    pub(crate) fn kept<B: Body>(&self, name: &str, foreign: bool) -> Option<Record<B>> {
        let path = self.file(name, "json");
        let record = ledger::parse_record::<B>(&path, &fs::read(&path).ok()?).ok()?;
        (foreign || record.build.toolchain == self.toolchain).then_some(record)
    }

    /// Runs the program to its end, to Ctrl-C, or to ten times what was planned
    /// and two minutes.
    fn wait(
        &self,
        name: &str,
        command: &mut Command,
        planned: Duration,
        progress: &Progress,
    ) -> Result<ExitStatus> {
        let program = command.get_program().to_string_lossy().into_owned();
        let mut child = command.spawn().with_context(|| format!("{program} cannot be started"))?;
        let (start, limit) = (Instant::now(), planned * 10 + Duration::from_secs(120));
        loop {
            // Relaxed: only the flag itself matters.
            let interrupted = self.interrupted.load(Ordering::Relaxed);
            if interrupted || start.elapsed() > limit {
                let _ = child.kill();
                let _ = child.wait();
            }
            if interrupted {
                return Err(Interrupted.into());
            }
            if start.elapsed() > limit {
                bail!("step {name} did not end within {} s, so it was stopped", limit.as_secs());
            }
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            progress.at(name, start.elapsed().min(planned));
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn file(&self, name: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{name}.{extension}"))
    }

    /// The measurement is written: these steps are not needed any more. Those of
    /// other settings stay, those of other sources go.
    pub(crate) fn clear(self, names: &[String]) {
        for name in names {
            for extension in ["json", "log", "raw"] {
                let _ = fs::remove_file(self.file(name, extension));
            }
            let _ = fs::remove_dir_all(self.file(name, "criterion"));
        }
        // Fails while records of other settings wait there.
        let _ = fs::remove_dir(&self.folder);
        clear_others(&self.folder);
    }
}

fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

/// Sets the flag on Ctrl-C instead of ending the process, so that nothing is
/// left half written.
pub(crate) fn on_interrupt() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Relaxed: only the flag itself matters, nothing is published with it.
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed))
        .context("Ctrl-C cannot be handled")?;
    Ok(flag)
}

/// How far a measurement is, in planned time. A bar on a terminal, a line per
/// step elsewhere.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    lab: String,
    /// Planned ms of the steps that are done.
    done: Cell<u64>,
    /// How many steps this run did itself, and how long they took.
    took: Cell<(u32, Duration)>,
}

impl Progress {
    pub(crate) fn new(lab: &str, planned: Duration) -> Progress {
        let bar = ProgressBar::new(millis(planned));
        let style = ProgressStyle::with_template("{prefix} [{bar:30}] {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> "));
        bar.set_prefix(lab.to_owned());
        Progress { bar, lab: lab.to_owned(), done: Cell::new(0), took: Cell::default() }
    }

    fn at(&self, name: &str, into: Duration) {
        let position = self.done.get() + millis(into);
        let left = self.bar.length().unwrap_or(0).saturating_sub(position).div_ceil(1000);
        self.bar.set_position(position);
        self.bar.set_message(format!("{name}, about {left} s left"));
    }

    fn done(&self, name: &str, planned: Duration, took: Duration) {
        self.done.set(self.done.get() + millis(planned));
        let (steps, before) = self.took.get();
        self.took.set((steps + 1, before + took));
        self.line(&format!("{}: {name} done in {:.1} s", self.lab, took.as_secs_f64()));
    }

    pub(crate) fn skipped(&self, name: &str, planned: Duration) {
        self.done.set(self.done.get() + millis(planned));
        self.line(&format!("{}: {name} kept from the interrupted run", self.lab));
    }

    /// What a step took on average; `None` if all were kept from an earlier run.
    pub(crate) fn mean(&self) -> Option<Duration> {
        let (steps, took) = self.took.get();
        took.checked_div(steps)
    }

    /// A line above the bar, or a plain one.
    pub(crate) fn line(&self, text: &str) {
        if self.bar.is_hidden() {
            anstream::eprintln!("{text}");
        } else {
            self.bar.println(text);
        }
    }

    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Removes step folders of other keys.
fn clear_others(folder: &Path) {
    let Some(parent) = folder.parent() else {
        return;
    };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_steps = entry.file_name().to_string_lossy().starts_with("steps-");
        if is_steps && entry.path() != folder {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
