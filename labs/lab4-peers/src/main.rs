//! The frames of lab4 under three allocators.
//!
//! ```text
//!   every round, in the opposite order each time:
//!     system, mimalloc, jemalloc    a process each, which has that allocator
//!       every cell                  CPU time per frame
//!   a cell of the table is the median of the rounds
//! ```
//!
//! A process has one allocator and begins anew in every round, so none inherits
//! what another left behind.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use lab4_peers::cells;

mod grids;

use grids::Results;

/// How much to measure.
#[derive(Debug, Parser)]
struct Arguments {
    /// Rounds: processes of each allocator.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Milliseconds of a cell in a round.
    #[arg(long, default_value_t = 8)]
    millis: u64,
}

/// The programs, each with the allocator that it is named after.
const ALLOCATORS: &[&str] =
    if cfg!(windows) { &["system", "mimalloc"] } else { &["system", "mimalloc", "jemalloc"] };

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
            results.add(allocator, worker(allocator, reverse, arguments.millis)?);
        }
    }
    for grid in results.grids() {
        println!("{grid}");
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

/// One process of an allocator: nanoseconds of every cell.
fn worker(allocator: &str, reverse: bool, millis: u64) -> Result<Vec<f64>> {
    let program = std::env::current_exe()?
        .with_file_name(allocator)
        .with_extension(std::env::consts::EXE_EXTENSION);
    let mut command = Command::new(&program);
    command.arg("--millis").arg(millis.to_string());
    if reverse {
        command.arg("--reverse");
    }
    let output = command.output().with_context(|| program.display().to_string())?;
    ensure!(output.status.success(), "{allocator}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let nanos = text.lines().map(|line| line.parse().context("nanoseconds of a cell"));
    let nanos = nanos.collect::<Result<Vec<f64>>>()?;
    ensure!(nanos.len() == cells().len(), "{allocator} measured {} cells", nanos.len());
    Ok(nanos)
}
