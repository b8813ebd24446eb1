//! Measuring the cells, round by round, and the table of their medians.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use cpu_time::ProcessTime;

use crate::contended::Contended;
use crate::go::Go;
use crate::rows::{LIMIT, Row};
use crate::sizes::Sized;

/// Threads of the columns.
pub(crate) const THREADS: [usize; 3] = [1, 2, 8];

/// What is done: one at a time, or sixteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Pair,
    Burst,
}

pub(crate) const KINDS: [Kind; 2] = [Kind::Pair, Kind::Burst];

/// Nanoseconds of CPU time per buffer, a value for each round.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) threads: usize,
    pub(crate) rounds: Vec<f64>,
}

/// All cells.
#[derive(Debug)]
pub(crate) struct Cells(Vec<Cell>);

/// CPU nanoseconds per buffer, of as many as `threads` do in so long.
pub(crate) fn timed(row: &Row, kind: Kind, threads: usize, millis: u64) -> f64 {
    let work = if kind == Kind::Pair { &row.pairs } else { &row.bursts };
    let (begun, done) = (Barrier::new(threads), AtomicU64::new(0));
    let run = || {
        begun.wait();
        let (clock, mut count) = (Instant::now(), 0);
        while clock.elapsed() < Duration::from_millis(millis) {
            work(CHUNK);
            count += CHUNK;
        }
        done.fetch_add(count, Relaxed);
    };
    let start = ProcessTime::now();
    // One of them is this thread, which is the first to use any pool:
    // regex-automata's is fast for that thread only.
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    start.elapsed().as_nanos() as f64 / done.into_inner() as f64
}

/// Buffers between two looks at the clock.
const CHUNK: u64 = 1024;

/// Measures every cell in every round.
pub(crate) fn measure(
    rows: &[Row],
    mut go: Option<&mut Go>,
    rounds: usize,
    millis: u64,
) -> Result<Cells> {
    let mut plan = Vec::new();
    let mut cells = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for (kind, threads) in KINDS.into_iter().flat_map(|kind| THREADS.map(|n| (kind, n))) {
            plan.push((index, kind, threads));
            cells.push(Cell { name: row.name.to_owned(), kind, threads, rounds: Vec::new() });
        }
    }
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..plan.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for at in order {
            let (index, kind, threads) = plan[at];
            cells[at].rounds.push(timed(&rows[index], kind, threads, millis));
        }
        if let Some(go) = go.as_deref_mut() {
            go.round(&mut cells)?;
        }
    }
    Ok(Cells(cells))
}

impl Cells {
    fn find(&self, name: &str, kind: Kind, threads: usize) -> Option<&Cell> {
        let fits = |cell: &&Cell| (&*cell.name, cell.kind, cell.threads) == (name, kind, threads);
        self.0.iter().find(fits)
    }

    /// Nanoseconds of every round; none where that cell is not there.
    pub(crate) fn rounds(&self, name: &str, kind: Kind, threads: usize) -> &[f64] {
        self.find(name, kind, threads).map_or(&[], |cell| &cell.rounds)
    }

    /// Median nanoseconds, and the median of the rounds' ratios to the limit.
    pub(crate) fn of(&self, name: &str, kind: Kind, threads: usize) -> Option<(f64, f64)> {
        let cell = self.find(name, kind, threads)?;
        let limit = self.find(LIMIT, kind, threads)?;
        let ratios = cell.rounds.iter().zip(&limit.rounds).map(|(cell, limit)| cell / limit);
        Some((median(cell.rounds.clone()), median(ratios.collect())))
    }

    /// Names of the rows.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for cell in &self.0 {
            if !names.contains(&&*cell.name) {
                names.push(&cell.name);
            }
        }
        names
    }
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The table, fastest first by the pairs of one thread.
pub(crate) fn print(cells: &Cells) {
    for kind in KINDS {
        let what = match kind {
            Kind::Pair => "get + put of one buffer",
            Kind::Burst => "16 taken, then 16 returned",
        };
        println!("{what}: CPU ns per buffer (times the limit, median of the rounds)");
        println!("{:32} {:>16} {:>16} {:>16}", "threads", 1, 2, 8);
        let mut names = cells.names();
        let key = |name: &&str| cells.of(name, kind, 1).map_or(f64::INFINITY, |(_, ratio)| ratio);
        names.sort_by(|a, b| key(a).total_cmp(&key(b)));
        for name in names {
            let columns = THREADS.map(|threads| {
                let (nanos, ratio) = cells.of(name, kind, threads).unwrap_or((f64::NAN, f64::NAN));
                format!("{nanos:8.1} ({ratio:5.2})")
            });
            println!("{name:32} {:>16} {:>16} {:>16}", columns[0], columns[1], columns[2]);
        }
        println!();
    }
}

/// One line a size.
pub(crate) fn print_sizes(how: &str, sizes: &[Sized]) {
    println!("one thread, blocks of so many bytes, {how}: CPU ns per block");
    for (size, rows) in sizes {
        let cells =
            rows.iter().map(|(name, rounds)| format!("{name} {:8.1}", median(rounds.clone())));
        println!("{size:>8}  {}", cells.collect::<Vec<_>>().join("  "));
    }
    println!();
}

/// One line a strategy.
pub(crate) fn print_contended(rows: &Contended) {
    println!("three strategies and the pool: CPU ns per buffer, 1, 2 and 8 threads");
    for (name, cells) in rows {
        let cells = cells.iter().map(|rounds| format!("{:8.1}", median(rounds.clone())));
        println!("{name:32} {}", cells.collect::<Vec<_>>().join(" "));
    }
    println!();
}
