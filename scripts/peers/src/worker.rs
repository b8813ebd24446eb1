//! The processes in which a peer times: this program again, told by its
//! environment what to do. Its arguments stay the peer's own.
//!
//! Output goes to files, so that a chatty peer never waits for us.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;

use crate::cases::{Function, Side};
use crate::judges::Judge;

const JUDGE: &str = "PEERS_JUDGE";
const FUNCTION: &str = "PEERS_FUNCTION";
const SIDES: &str = "PEERS_SIDES";

/// Longer than any pair takes, the half minute included for which zenbench
/// waits if another benchmark runs.
const LIMIT: Duration = Duration::from_secs(180);

/// What a worker is to time.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) judge: Judge,
    pub(crate) function: Function,
    /// Both, or the one that this process times.
    pub(crate) sides: Vec<Side>,
}

/// How a worker ended, with what it printed.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
}

impl Task {
    /// Our own task, if this process is a worker.
    pub(crate) fn from_environment() -> Result<Option<Task>> {
        let Ok(judge) = std::env::var(JUDGE) else { return Ok(None) };
        let read = |name: &str| {
            std::env::var(name).with_context(|| {
                format!("{JUDGE} is set, but not {name}; unset it to start a run yourself")
            })
        };
        let judge = judge.parse().context(JUDGE)?;
        let function = read(FUNCTION)?.parse().context(FUNCTION)?;
        let sides: Result<Vec<Side>> = read(SIDES)?.split_whitespace().map(str::parse).collect();
        Ok(Some(Task { judge, function, sides: sides.context(SIDES)? }))
    }

    /// The only side of a worker that times one.
    pub(crate) fn side(&self) -> Result<Side> {
        match self.sides[..] {
            [side] => Ok(side),
            _ => bail!("{SIDES}: {} sides where one is timed", self.sides.len()),
        }
    }

    /// Base and other of a worker that times both.
    pub(crate) fn pair(&self) -> Result<[Side; 2]> {
        match self.sides[..] {
            [base, other] => Ok([base, other]),
            _ => bail!("{SIDES}: {} sides where two are timed", self.sides.len()),
        }
    }

    /// Runs the task in a process of its own, in `folder`, and waits for it.
    /// An exit code that is not in `codes` is trouble.
    pub(crate) fn run(&self, folder: &TempDir, arguments: &[&str], codes: &[i32]) -> Result<Ended> {
        let name = format!("{} on {}", self.judge.name(), self.function.name());
        let program = std::env::current_exe().context("this program does not find itself")?;
        let sides: Vec<String> = self.sides.iter().map(Side::to_string).collect();
        let (out, err) = (folder.path().join("stdout"), folder.path().join("stderr"));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env(JUDGE, self.judge.name())
            .env(FUNCTION, self.function.name())
            .env(SIDES, sides.join(" "))
            .env("CRITERION_HOME", folder.path())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(create(&out)?)
            .stderr(create(&err)?);
        let code = wait(&mut command).with_context(|| name.clone())?;
        let Some(code) = code.filter(|code| codes.contains(code)) else {
            let code = code.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
            let end = end_of(&read(&err)?);
            bail!("{name} ended with {code}; the end of what it said:\n{end}");
        };
        Ok(Ended { code, stdout: read(&out)? })
    }
}

/// The exit code, or nothing if a signal ended the process.
fn wait(command: &mut Command) -> Result<Option<i32>> {
    let mut child = command.spawn().context("cannot be started")?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            bail!("did not end within {} s, so it was stopped", LIMIT.as_secs());
        }
        // Rare enough not to disturb what is timed meanwhile.
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn create(path: &Path) -> Result<File> {
    File::create(path).with_context(|| path.display().to_string())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn end_of(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(15)..].join("\n")
}
