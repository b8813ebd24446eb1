//! The pool of lab6 against the pools that people would pick, allocators
//! without a pool, and Go's `sync.Pool`, all in one run.
//!
//! ```text
//!   every round, one cell after another, in the opposite order each time:
//!     rows x (1, 2, 8 threads) x (pair, burst)     CPU time of the process
//!     Go, the same cells in a process of its own   CPU time it reports
//!   a cell of a round is divided by the limit's cell of the same round;
//!   the table shows the median of the rounds
//! ```
//!
//! CPU time and not time on the clock: on a machine that is shared it counts
//! only what the program itself was given. Then the tests that are no pairs:
//! handed over, fairness, many at once.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

mod allocators;
mod bars;
mod go;
mod rows;
mod runs;
mod table;

/// How much to measure.
#[derive(Debug, Parser)]
struct Arguments {
    /// Rounds of every cell.
    #[arg(long, default_value_t = 21)]
    rounds: usize,
    /// Milliseconds of a cell.
    #[arg(long, default_value_t = 15)]
    millis: u64,
    /// Where the Go program's sources lie.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/go"))]
    go: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let rows = rows::all();
    let mut go = go::Go::build(&arguments.go)?;
    if go.is_none() {
        println!("no Go on the path: its row is left out\n");
    }
    let cells = table::measure(&rows, go.as_mut(), arguments.rounds, arguments.millis)?;
    table::print(&cells);
    let mut bars = bars::Bars::default();
    bars.pairs(&cells);
    bars.bursts(&cells);
    let handed = runs::handed(go.as_mut())?;
    runs::print_handed(&handed);
    bars.handed(&handed);
    bars.fairness(runs::fairness());
    bars.many();
    bars.print();
    Ok(())
}
