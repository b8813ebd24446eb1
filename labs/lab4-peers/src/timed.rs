//! A worker: measures every cell and prints a line for each.

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;
use cpu_time::ProcessTime;

use crate::cells::{Cell, cells};
use crate::resident::grown;

/// How a worker measures.
#[derive(Debug, Parser)]
struct Arguments {
    /// Milliseconds of a cell.
    #[arg(long, default_value_t = 8)]
    millis: u64,
    /// The last cell first.
    #[arg(long)]
    reverse: bool,
    /// Instead of the cells: the bytes by which this way with a large frame has
    /// made the process grow, at once and later.
    #[arg(long, value_name = "WAY")]
    resident: Option<String>,
}

/// The `main` of a worker: nanoseconds of each cell, a line each, in the order
/// of [`cells`].
///
/// # Errors
///
/// If a way is asked for that is none, or the system does not tell of resident
/// memory.
pub fn worker() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    if let Some(way) = &arguments.resident {
        let [after, later] = grown(way)?;
        println!("{after}\n{later}");
        return Ok(ExitCode::SUCCESS);
    }
    let cells = cells();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    if arguments.reverse {
        order.reverse();
    }
    let mut nanos = vec![0.0; cells.len()];
    for at in order {
        nanos[at] = timed(cells[at], Duration::from_millis(arguments.millis));
    }
    nanos.iter().for_each(|nanos| println!("{nanos}"));
    Ok(ExitCode::SUCCESS)
}

/// CPU nanoseconds per frame, of as many as the threads build in so long.
fn timed(cell: Cell, long: Duration) -> f64 {
    let body = vec![b'a'; cell.size];
    // Frames between two looks at the clock: some hundred microseconds.
    let chunk = ((1 << 20) / cell.size).clamp(1, 1000) as u64;
    let (begun, done) = (Barrier::new(cell.threads), AtomicU64::new(0));
    let work = || {
        let mut kept = Vec::new();
        black_box((cell.call)(&mut kept, &body));
        begun.wait();
        let (clock, mut count) = (Instant::now(), 0);
        while clock.elapsed() < long {
            for _ in 0..chunk {
                black_box((cell.call)(&mut kept, black_box(&body)));
            }
            count += chunk;
        }
        // Relaxed: read when the threads have been joined.
        done.fetch_add(count, Relaxed);
    };
    let start = ProcessTime::now();
    thread::scope(|scope| {
        for _ in 1..cell.threads {
            scope.spawn(work);
        }
        work();
    });
    start.elapsed().as_nanos() as f64 / done.into_inner() as f64
}
