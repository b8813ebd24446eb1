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

use record::Measured;
use table::Kind;

mod allocators;
mod bars;
mod contended;
mod go;
mod record;
mod rows;
mod runs;
mod sizes;
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
    /// Print the record that `cargo labs measure lab6 --only peers` keeps, and
    /// nothing else.
    #[arg(long)]
    record: bool,
    /// Where the Go program's sources lie.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/go"))]
    go: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let rows = rows::all();
    let mut go = go::Go::build(&arguments.go)?;
    if go.is_none() {
        eprintln!("no Go of the right version on the path: its row is left out");
    }
    let cells = table::measure(&rows, go.as_mut(), arguments.rounds, arguments.millis)?;
    let handed = runs::handed(go.as_mut())?;
    let sized = |kind| sizes::measure(kind, arguments.rounds, arguments.millis);
    let (sizes, sizes_burst) = (sized(Kind::Pair), sized(Kind::Burst));
    let contended = contended::measure(arguments.rounds, arguments.millis);
    if arguments.record {
        let (cells, handed, contended) = (&cells, &handed, &contended);
        let (sizes, sizes_burst) = (&sizes, &sizes_burst);
        let measured = Measured { cells, handed, sizes, sizes_burst, contended };
        println!("{}", record::record(&measured)?);
        return Ok(());
    }
    table::print(&cells);
    runs::print_handed(&handed);
    table::print_sizes("one by one", &sizes);
    table::print_sizes("sixteen at a time", &sizes_burst);
    table::print_contended(&contended);
    let mut bars = bars::Bars::default();
    bars.pairs(&cells);
    bars.bursts(&cells);
    bars.handed(&handed);
    bars.fairness(runs::fairness());
    bars.many();
    bars.print();
    Ok(())
}
