//! `cargo labs`: lists the labs, measures them, and prints what the tools cost.
//!
//! Exit codes: 0 done, 1 a finding, 2 trouble, 130 interrupted.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod bench_tools;
mod calibrate;
mod cargo;
mod catalog;
mod compare;
mod doctor;
mod exercise;
mod machine;
mod measure;
mod steps;

#[derive(Debug, Parser)]
#[command(
    name = "cargo labs",
    bin_name = "cargo labs",
    about = "Lists the labs of the book and measures them",
    version
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the labs: questions, chapters, commands (the default)
    List,
    /// Measure labs and keep the results
    ///
    /// Counts come from `tests/heap.rs`, times from criterion and from
    /// interleaved rounds of `benches/time.rs`. The results lie under
    /// target/labs, where the book shows them as "your machine". A run that
    /// was interrupted goes on where it stopped.
    #[command(
        after_help = "Examples:\n  cargo labs measure lab1\n  cargo labs measure lab1 --quick\n  cargo labs measure --only counts --reference"
    )]
    Measure(measure::Options),
    /// Say which variants of a table are faster, or which became faster between two
    /// results of one machine, and how sure that is
    #[command(
        after_help = "Examples:\n  cargo labs compare lab1 pipeline --against encode_fresh\n  cargo labs compare before.json target/labs/lab1/times-….json"
    )]
    Compare(compare::Options),
    /// Try a lab's exercise: its budget, yours, and the lines that still allocate
    #[command(
        after_help = "Examples:\n  cargo labs try lab1\n  cargo labs try lab1 --predict 3\n  cargo labs try lab1 --watch"
    )]
    Try(exercise::TryOptions),
    /// Tell one more hint of an exercise
    Hint(exercise::LabName),
    /// Put an exercise back as it was in the beginning; yours is kept
    Reset(exercise::LabName),
    /// Write a workspace of your own with the exercises, and without the solutions
    #[command(after_help = "Example:\n  cargo labs start ../my-exercises")]
    Start(exercise::start::Options),
    /// Say what makes this machine a poor judge of times, and what helps
    Doctor,
    /// Count how often the judge of times is right, on code whose truth is known
    ///
    /// Measures labs/calibration over and over, each time in placements of its
    /// own, and asks the judge about every pair. The book's method chapter shows
    /// the committed result. A run that was interrupted goes on where it stopped.
    #[command(
        after_help = "Examples:\n  cargo labs calibrate\n  cargo labs calibrate --runs 50 --reference\n  cargo labs calibrate --peers --runs 3"
    )]
    Calibrate(calibrate::Options),
    /// Print what the tools themselves cost, cold and warm (takes minutes)
    BenchTools,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(code) => code,
        Err(e) if is_closed_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            anstream::eprintln!("error: {e:#}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let root = catalog::workspace_root()?;
    match cli.command.unwrap_or(Command::List) {
        Command::List => {
            let labs = catalog::labs(&root)?;
            let progress = exercise::progress::Progress::read(&root)?;
            let text = catalog::listing(&root, &labs, &progress);
            anstream::stdout().write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Measure(options) => measure::run(&root, &options),
        Command::Compare(options) => compare::run(&root, &options),
        Command::Try(options) => exercise::try_it(&root, &options),
        Command::Hint(lab) => exercise::hint(&root, &lab),
        Command::Reset(lab) => exercise::reset(&root, &lab),
        Command::Start(options) => exercise::start::run(&root, &options),
        Command::Doctor => doctor::run(&root),
        Command::Calibrate(options) => calibrate::run(&root, &options),
        Command::BenchTools => bench_tools::run(&root),
    }
}

/// A reader who has seen enough (`| head`) is no trouble.
fn is_closed_pipe(e: &anyhow::Error) -> bool {
    e.chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
