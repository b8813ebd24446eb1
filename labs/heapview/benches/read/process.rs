//! What a whole process costs.

use std::fmt;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// A command.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
}

impl Program {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), arguments: Vec::new() }
    }

    pub(crate) fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }
}

/// Of one run, or the least of several.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) seconds: f64,
    /// Most it held at once, where the system says so.
    pub(crate) megabytes: Option<f64>,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} s", self.seconds)?;
        self.megabytes.map_or(Ok(()), |megabytes| write!(f, ", {megabytes:.1} MB"))
    }
}

/// Runs a command and prints what it cost; called in a process of its own,
/// because a system keeps only the largest child's memory.
pub(crate) fn print_cost_of(command: &[String]) -> ExitCode {
    let Some((name, arguments)) = command.split_first() else {
        return ExitCode::from(2);
    };
    let started = Instant::now();
    let done = Command::new(name)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let seconds = started.elapsed().as_secs_f64();
    if !done.is_ok_and(|status| status.success()) {
        eprintln!("{name} {arguments:?} failed");
        return ExitCode::from(2);
    }
    println!("{seconds} {}", children_megabytes().unwrap_or(-1.0));
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn children_megabytes() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let most = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?.max_rss() as f64;
    // Kibibytes, but on Apple's systems bytes.
    Some(if cfg!(target_vendor = "apple") { most / 1e6 } else { most * 1024.0 / 1e6 })
}

#[cfg(not(unix))]
fn children_megabytes() -> Option<f64> {
    None
}

/// The least of `rounds` runs: what disturbs a process only ever adds.
pub(crate) fn cost_of(program: &Program, rounds: usize) -> Cost {
    costs_of(std::slice::from_ref(program), rounds)[0]
}

/// The same for several, run in turn.
pub(crate) fn costs_of(programs: &[Program], rounds: usize) -> Vec<Cost> {
    let mut costs = vec![Cost { seconds: f64::INFINITY, megabytes: None }; programs.len()];
    for _ in 0..rounds {
        for (program, least) in programs.iter().zip(&mut costs) {
            let cost = run(program);
            least.seconds = least.seconds.min(cost.seconds);
            least.megabytes = match (least.megabytes, cost.megabytes) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
    }
    costs
}

fn run(program: &Program) -> Cost {
    let bench = std::env::current_exe().unwrap();
    let out = Command::new(bench)
        .arg("--cost")
        .arg(&program.name)
        .args(&program.arguments)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(out.status.success(), "{program:?}");
    let text = String::from_utf8(out.stdout).unwrap();
    let mut numbers = text.split_whitespace().map(|number| number.parse::<f64>().unwrap());
    let seconds = numbers.next().unwrap();
    Cost { seconds, megabytes: numbers.next().filter(|&megabytes| megabytes > 0.0) }
}
