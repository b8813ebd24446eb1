//! The frames of lab4 under three allocators.
//!
//! ```text
//!   every round, in the opposite order each time:
//!     system, mimalloc, jemalloc    a process each, which has that allocator
//!       every cell                  CPU time per frame
//!   a cell of the table is the median of the rounds
//! ```
//!
//! Afterwards each way with a large frame gets processes of its own, which tell by
//! how many bytes they have grown: memory is no time, and needs few rounds.
//!
//! A process has one allocator and begins anew in every round, so none inherits
//! what another left behind.

use std::process::Command;
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use ledger::{Build, FORMAT, Record, Times};

mod grids;

use grids::Results;
use lab4_peers::LARGE_WAYS;

/// How much to measure.
#[derive(Debug, Parser)]
struct Arguments {
    /// Rounds: processes of each allocator.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Milliseconds of a cell in a round.
    #[arg(long, default_value_t = 8)]
    millis: u64,
    /// Print the record that `cargo labs measure lab4 --only peers` keeps.
    #[arg(long)]
    record: bool,
}

/// The programs, each with the allocator that it is named after.
const ALLOCATORS: &[&str] =
    if cfg!(windows) { &["system", "mimalloc"] } else { &["system", "mimalloc", "jemalloc"] };

/// Rounds of what is resident, unless fewer are wanted.
const RESIDENT_ROUNDS: usize = 6;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    build()?;
    let mut results = Results::new(ALLOCATORS);
    for round in 0..arguments.rounds {
        let reverse = round % 2 == 1;
        let mut order = ALLOCATORS.to_vec();
        if reverse {
            order.reverse();
        }
        for allocator in order {
            let lines = timed(allocator, reverse, arguments.millis)?;
            results.add(allocator, &lines).with_context(|| allocator.to_owned())?;
        }
    }
    for _ in 0..arguments.rounds.min(RESIDENT_ROUNDS) {
        for allocator in ALLOCATORS {
            results.add_grown(allocator, resident(allocator)?);
        }
    }
    let grids = results.grids();
    if arguments.record {
        let body = Times { grids, ..Times::default() };
        let record = Record { format: FORMAT, lab: "lab4".into(), build: this_build(), body };
        println!("{}", serde_json::to_string(&record)?);
    } else {
        grids.iter().for_each(grids::print);
    }
    Ok(())
}

/// Builds the workers beside this program; `cargo run` built only this one.
fn build() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut command = Command::new(cargo);
    command.args([
        "build",
        "--quiet",
        "--release",
        "--locked",
        "--bins",
        "--manifest-path",
        manifest,
    ]);
    ensure!(command.status().context("cargo build")?.success(), "the workers do not build");
    Ok(())
}

/// One process of an allocator that measures all cells: nanoseconds, a line each.
fn timed(allocator: &str, reverse: bool, millis: u64) -> Result<String> {
    let millis = millis.to_string();
    let arguments = ["--millis", &millis, "--reverse"];
    worker(allocator, if reverse { &arguments } else { &arguments[..2] })
}

/// A process of an allocator for each way with a large frame: the bytes it has
/// grown by, at once and later. All at once, since each mostly waits.
fn resident(allocator: &str) -> Result<Vec<[f64; 2]>> {
    thread::scope(|scope| {
        let ways = LARGE_WAYS.map(|(way, _)| {
            scope.spawn(move || {
                let lines = worker(allocator, &["--resident", way])?;
                let (after, later) = lines.trim().split_once('\n').context("two lines")?;
                Ok([after.trim().parse()?, later.trim().parse()?])
            })
        });
        ways.into_iter().map(|way| way.join().expect("nobody panicked")).collect()
    })
}

/// What one process of an allocator prints.
fn worker(allocator: &str, arguments: &[&str]) -> Result<String> {
    let program = std::env::current_exe()?
        .with_file_name(allocator)
        .with_extension(std::env::consts::EXE_EXTENSION);
    let output = Command::new(&program).args(arguments).output();
    let output = output.with_context(|| program.display().to_string())?;
    ensure!(output.status.success(), "{allocator}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

fn this_build() -> Build {
    Build {
        toolchain: env!("PEERS_TOOLCHAIN").into(),
        target: env!("PEERS_TARGET").into(),
        profile: "release".into(),
    }
}
