//! The grids: rows and columns of what all rounds measured.

use anyhow::{Context, Result, ensure};
use lab4::frame::BODY;
use lab4_peers::{Cell, SIZES, THREADS, WAYS, cells};
use ledger::{Nanos, TimeGrid, TimeGridRow};

/// Times by allocator, cell and round.
#[derive(Debug)]
pub(crate) struct Results {
    allocators: &'static [&'static str],
    rounds: Vec<Vec<Vec<Nanos>>>,
}

impl Results {
    pub(crate) fn new(allocators: &'static [&'static str]) -> Results {
        Results { allocators, rounds: vec![vec![Vec::new(); cells().len()]; allocators.len()] }
    }

    /// What one process of an allocator measured: nanoseconds, a line each.
    pub(crate) fn add(&mut self, allocator: &str, lines: &str) -> Result<()> {
        let at = self.allocators.iter().position(|known| *known == allocator);
        let rounds = &mut self.rounds[at.expect("it is one of them")];
        let nanos = lines.lines().map(|line| line.parse().ok().and_then(Nanos::new));
        let nanos: Vec<Nanos> = nanos.collect::<Option<_>>().context("a cell is no time")?;
        ensure!(nanos.len() == rounds.len(), "{} cells of {}", nanos.len(), rounds.len());
        rounds.iter_mut().zip(nanos).for_each(|(rounds, nanos)| rounds.push(nanos));
        Ok(())
    }

    fn of(&self, allocator: usize, way: &str, size: usize, threads: usize) -> Vec<Nanos> {
        let wanted = |cell: &Cell| (cell.way, cell.size, cell.threads) == (way, size, threads);
        let at = cells().iter().position(wanted).expect("only cells are asked for");
        self.rounds[allocator][at].clone()
    }

    /// For each number of threads every way by allocator, and the sizes.
    pub(crate) fn grids(&self) -> Vec<TimeGrid> {
        THREADS.iter().flat_map(|&threads| [self.ways(threads), self.sizes(threads)]).collect()
    }

    fn ways(&self, threads: usize) -> TimeGrid {
        let row = |way: &str| {
            let columns = 0..self.allocators.len();
            let cells = columns.map(|at| self.of(at, way, BODY, threads)).collect();
            TimeGridRow { row: way.to_owned(), cells }
        };
        TimeGrid {
            name: format!("threads_{threads}"),
            by: "variant".into(),
            columns: self.allocators.iter().map(|&name| name.to_owned()).collect(),
            rows: WAYS.iter().map(|(way, _)| row(way)).collect(),
        }
    }

    /// Only what is fresh depends on the allocator; the rest is the first one's.
    fn sizes(&self, threads: usize) -> TimeGrid {
        let fresh = self.allocators.iter().map(|name| format!("fresh_{name}"));
        let row = |&size: &usize| {
            let fresh = (0..self.allocators.len()).map(|at| self.of(at, "fresh", size, threads));
            let kept = ["reused", "streamed"].map(|way| self.of(0, way, size, threads));
            TimeGridRow { row: size.to_string(), cells: fresh.chain(kept).collect() }
        };
        TimeGrid {
            name: format!("sizes_{threads}"),
            by: "body".into(),
            columns: fresh.chain(["reused".into(), "streamed".into()]).collect(),
            rows: SIZES.iter().map(row).collect(),
        }
    }
}

/// A grid for people: medians of the rounds.
pub(crate) fn print(grid: &TimeGrid) {
    println!("{}: CPU ns per frame, median of {} rounds", grid.name, grid.rounds());
    let head: String = grid.columns.iter().map(|column| format!("{column:>16}")).collect();
    println!("{:14}{head}", grid.by);
    for row in &grid.rows {
        let time = |column| grid.time(&row.row, column).map_or(f64::NAN, |time| time.median);
        let cells = grid.columns.iter().map(|column| format!("{:16.1}", time(column)));
        println!("{:14}{}", row.row, cells.collect::<String>());
    }
    println!();
}
