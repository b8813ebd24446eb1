//! The usual judges of times, tried on functions whose true speed is known.
//!
//! Prints one JSON line per verdict to stdout and its progress to stderr.
//! Exit codes: 0 done, 2 trouble.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Parser;
use serde::Serialize;

use cases::{Case, Function};
use judges::{Judge, Verdict};
use plan::Step;
use worker::Task;

mod cases;
mod judges;
mod mann_whitney;
mod plan;
mod timed;
mod versions;
mod worker;

#[derive(Debug, Parser)]
#[command(
    about = "Tries criterion, benchstat's rule, zenbench and tango on functions of known speed",
    after_help = "Examples:\n  peers --runs 20 > verdicts.jsonl\n  \
                  peers --only tango --cases same,copies\n  \
                  peers --runs 1 --cases twice,half    (are all verdicts read rightly?)"
)]
struct Cli {
    /// How often every peer × function × case is tried
    #[arg(long, default_value_t = 5, value_name = "N")]
    runs: usize,
    /// Only these: criterion, benchstat, zenbench, tango
    #[arg(long, value_delimiter = ',', value_name = "PEER,...")]
    only: Vec<Judge>,
    /// Only these: sum, boxes, hash, grow
    #[arg(long, value_delimiter = ',', value_name = "FUNCTION,...")]
    functions: Vec<Function>,
    /// Only these: same, copies, "slower 2" (5, 10, 25); or twice, half
    #[arg(long, value_delimiter = ',', value_name = "CASE,...")]
    cases: Vec<Case>,
    /// Decides the order; the one that was used is printed
    #[arg(long)]
    seed: Option<u64>,
}

/// One line of the output.
#[derive(Debug, Serialize)]
struct Line<'a> {
    judge: &'a str,
    function: &'a str,
    case: String,
    verdict: Verdict,
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(e) if is_closed_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode> {
    // Before the arguments are read: a worker's are its peer's.
    if let Some(task) = Task::from_environment()? {
        return judges::work(&task);
    }
    let cli = Cli::parse();
    let judges = or_all(cli.only, &Judge::ALL);
    let functions = or_all(cli.functions, &Function::ALL);
    let cases = or_all(cli.cases, &Case::tried());
    let seed = cli.seed.unwrap_or_else(plan::seed_of_now);
    let steps = plan::steps(cli.runs, &judges, &functions, &cases, seed);
    eprintln!("{} measurements, order by --seed {seed}", steps.len());
    let mut spent = vec![(0, Duration::ZERO); judges.len()];
    for (i, step) in steps.iter().enumerate() {
        let took = measure(step, &format!("{}/{}", i + 1, steps.len()))?;
        for (judge, (count, total)) in judges.iter().zip(&mut spent) {
            if *judge == step.judge {
                *count += 1;
                *total += took;
            }
        }
    }
    for (judge, (count, total)) in judges.iter().zip(spent) {
        let each = total.as_secs_f64() / f64::from(count.max(1));
        eprintln!("{}: {count} measurements, {each:.1} s each", judge.name());
    }
    Ok(ExitCode::SUCCESS)
}

fn or_all<T: Clone>(chosen: Vec<T>, all: &[T]) -> Vec<T> {
    if chosen.is_empty() { all.to_vec() } else { chosen }
}

/// Measures one step, prints its verdicts and says how long it took.
fn measure(step: &Step, place: &str) -> Result<Duration> {
    let Step { judge, function, case } = *step;
    let start = Instant::now();
    let all = judge
        .judge(function, case)
        .with_context(|| format!("{}, {}, {case}", judge.name(), function.name()))?;
    let took = start.elapsed();
    for said in all {
        let line = Line {
            judge: &said.rule,
            function: function.name(),
            case: case.to_string(),
            verdict: said.verdict,
        };
        let mut stdout = io::stdout().lock();
        serde_json::to_writer(&mut stdout, &line).map_err(io::Error::from)?;
        stdout.write_all(b"\n")?;
        // At once: what is measured stays, whatever happens next.
        stdout.flush()?;
    }
    let (judge, function) = (judge.name(), function.name());
    eprintln!("[{place}] {judge}, {function}, {case}: {:.1} s", took.as_secs_f64());
    Ok(took)
}

/// A reader who has seen enough (`| head`) is no trouble.
fn is_closed_pipe(e: &anyhow::Error) -> bool {
    e.chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
