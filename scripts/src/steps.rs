//! One step of a measurement: a program that writes a record.
//!
//! Each finished step's record lies in a folder of its own until the whole
//! measurement is done, so a run that was interrupted goes on where it
//! stopped. The folder's name holds the key and the settings: records of other
//! sources or settings are never taken up.

use std::cell::Cell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use ledger::{Body, Record};

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
    /// `folder` is named after the key and the settings; records of another
    /// toolchain than `toolchain` are measured again.
    pub(crate) fn new(
        folder: PathBuf,
        toolchain: String,
        interrupted: Arc<AtomicBool>,
    ) -> Result<Steps> {
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Steps {
            folder,
            toolchain,
            interrupted,
        })
    }

    /// The record of step `name`: the one that is there, or the one that
    /// `command` writes to the file named in `LABKIT_RECORD`. With
    /// `on_stdout` the program prints its record instead.
    pub(crate) fn record<B: Body>(
        &self,
        name: &str,
        mut command: Command,
        on_stdout: bool,
        planned: Duration,
        progress: &Progress,
    ) -> Result<Record<B>> {
        let path = self.folder.join(format!("{name}.json"));
        if let Ok(text) = fs::read(&path)
            && let Ok(record) = ledger::parse_record(&path, &text)
            && (on_stdout || record.build.toolchain == self.toolchain)
        {
            progress.skipped(name, planned);
            return Ok(record);
        }
        let (log_path, raw) = (
            self.folder.join(format!("{name}.log")),
            self.folder.join(format!("{name}.raw")),
        );
        let _ = fs::remove_file(&raw);
        let log = File::create(&log_path).with_context(|| log_path.display().to_string())?;
        let stdout = if on_stdout {
            File::create(&raw).with_context(|| raw.display().to_string())?
        } else {
            log.try_clone()?
        };
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command
            .env("LABKIT_RECORD", &raw)
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(log);
        let mut child = child
            .spawn()
            .with_context(|| format!("{program} cannot be started"))?;
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if self.interrupted.load(Ordering::Relaxed) {
                let _ = child.kill();
            }
            progress.at(name, start.elapsed().min(planned));
            std::thread::sleep(Duration::from_millis(50));
        };
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        if !status.success() {
            let log = fs::read_to_string(&log_path).unwrap_or_default();
            bail!(
                "step {name} failed ({status}); the end of {}:\n{}",
                log_path.display(),
                tail(&log, 30)
            );
        }
        let text = fs::read(&raw)
            .with_context(|| format!("{}: step {name} left no record", raw.display()))?;
        let record = ledger::parse_record(&raw, &text)?;
        ledger::write_bytes(&path, &text)?;
        let _ = fs::remove_file(&raw);
        progress.done(name, planned, start.elapsed());
        Ok(record)
    }

    /// The measurement is written: its steps are not needed any more.
    pub(crate) fn clear(self) {
        let _ = fs::remove_dir_all(&self.folder);
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
}

impl Progress {
    pub(crate) fn new(lab: &str, planned: Duration) -> Progress {
        let bar = ProgressBar::new(millis(planned));
        let style = ProgressStyle::with_template("{prefix} [{bar:30}] {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> "));
        bar.set_prefix(lab.to_owned());
        Progress {
            bar,
            lab: lab.to_owned(),
            done: Cell::new(0),
        }
    }

    fn at(&self, name: &str, into: Duration) {
        let position = self.done.get() + millis(into);
        let left = self
            .bar
            .length()
            .unwrap_or(0)
            .saturating_sub(position)
            .div_ceil(1000);
        self.bar.set_position(position);
        self.bar.set_message(format!("{name}, about {left} s left"));
    }

    fn done(&self, name: &str, planned: Duration, took: Duration) {
        self.done.set(self.done.get() + millis(planned));
        self.line(&format!(
            "{}: {name} done in {:.1} s",
            self.lab,
            took.as_secs_f64()
        ));
    }

    fn skipped(&self, name: &str, planned: Duration) {
        self.done.set(self.done.get() + millis(planned));
        self.line(&format!(
            "{}: {name} kept from the interrupted run",
            self.lab
        ));
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

/// Removes step folders of other keys and settings.
pub(crate) fn clear_others(folder: &Path) {
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
