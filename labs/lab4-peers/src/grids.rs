//! The grids: rows and columns of what all rounds measured.

use anyhow::{Result, ensure};
use lab4::frame::BODY;
use lab4_peers::{Cell, LARGE_WAYS, SIZES, THREADS, WAYS, cells};
use ledger::{ObservedGrid, ObservedGridRow, Quantity};

/// Times by allocator, cell and round.
#[derive(Debug)]
pub(crate) struct Results {
    allocators: &'static [&'static str],
    rounds: Vec<Vec<Vec<f64>>>,
    /// Bytes at once and later, by allocator, round, and way with a large frame.
    grown: Vec<Vec<Vec<[f64; 2]>>>,
}

impl Results {
    pub(crate) fn new(allocators: &'static [&'static str]) -> Results {
        let rounds = vec![vec![Vec::new(); cells().len()]; allocators.len()];
        Results { allocators, rounds, grown: vec![Vec::new(); allocators.len()] }
    }

    /// What one process of an allocator measured: nanoseconds, a line each.
    pub(crate) fn add(&mut self, allocator: &str, lines: &str) -> Result<()> {
        let at = self.at(allocator);
        let rounds = &mut self.rounds[at];
        let nanos: Vec<f64> = lines.lines().map(str::parse).collect::<Result<_, _>>()?;
        ensure!(nanos.len() == rounds.len(), "{} cells of {}", nanos.len(), rounds.len());
        rounds.iter_mut().zip(nanos).for_each(|(rounds, nanos)| rounds.push(nanos));
        Ok(())
    }

    /// By how many bytes an allocator's processes have grown, one of each way.
    pub(crate) fn add_grown(&mut self, allocator: &str, ways: Vec<[f64; 2]>) {
        let at = self.at(allocator);
        self.grown[at].push(ways);
    }

    fn at(&self, allocator: &str) -> usize {
        let at = self.allocators.iter().position(|known| *known == allocator);
        at.expect("it is one of them")
    }

    fn of(&self, allocator: usize, way: &str, size: usize, threads: usize) -> Vec<f64> {
        let wanted = |cell: &Cell| (cell.way, cell.size, cell.threads) == (way, size, threads);
        let at = cells().iter().position(wanted).expect("only cells are asked for");
        self.rounds[allocator][at].clone()
    }

    /// For each number of threads every way by allocator, and the sizes; and what
    /// stays resident of a large frame.
    pub(crate) fn grids(&self) -> Vec<ObservedGrid> {
        let timed = THREADS.iter().flat_map(|&threads| [self.ways(threads), self.sizes(threads)]);
        let resident = [self.resident("resident", 0), self.resident("resident_later", 1)];
        timed.chain(resident).collect()
    }

    /// What was resident at once (0) or later (1).
    fn resident(&self, name: &str, when: usize) -> ObservedGrid {
        let row = |(way, (name, _)): (usize, &(&str, _))| {
            let of = |rounds: &Vec<Vec<[f64; 2]>>| rounds.iter().map(|r| r[way][when]).collect();
            ObservedGridRow { row: (*name).to_owned(), cells: self.grown.iter().map(of).collect() }
        };
        ObservedGrid {
            name: name.into(),
            by: "variant".into(),
            unit: Quantity::Bytes,
            columns: self.columns(),
            rows: LARGE_WAYS.iter().enumerate().map(row).collect(),
        }
    }

    fn columns(&self) -> Vec<String> {
        self.allocators.iter().map(|&name| name.to_owned()).collect()
    }

    fn ways(&self, threads: usize) -> ObservedGrid {
        let row = |way: &str| {
            let columns = 0..self.allocators.len();
            let cells = columns.map(|at| self.of(at, way, BODY, threads)).collect();
            ObservedGridRow { row: way.to_owned(), cells }
        };
        ObservedGrid {
            name: format!("threads_{threads}"),
            by: "variant".into(),
            unit: Quantity::Time,
            columns: self.columns(),
            rows: WAYS.iter().map(|(way, _)| row(way)).collect(),
        }
    }

    /// Only what is fresh depends on the allocator; the rest is the first one's.
    fn sizes(&self, threads: usize) -> ObservedGrid {
        let fresh = self.allocators.iter().map(|name| format!("fresh_{name}"));
        let row = |&size: &usize| {
            let fresh = (0..self.allocators.len()).map(|at| self.of(at, "fresh", size, threads));
            let kept = ["reused", "streamed"].map(|way| self.of(0, way, size, threads));
            ObservedGridRow { row: size.to_string(), cells: fresh.chain(kept).collect() }
        };
        ObservedGrid {
            name: format!("sizes_{threads}"),
            by: "body".into(),
            unit: Quantity::Time,
            columns: fresh.chain(["reused".into(), "streamed".into()]).collect(),
            rows: SIZES.iter().map(row).collect(),
        }
    }
}

/// A grid for people: medians of the rounds.
pub(crate) fn print(grid: &ObservedGrid) {
    let what = if grid.unit == Quantity::Time { "CPU time per frame" } else { "bytes" };
    println!("{}: {what}, median of {} rounds", grid.name, grid.rounds());
    let head: String = grid.columns.iter().map(|column| format!("{column:>16}")).collect();
    println!("{:14}{head}", grid.by);
    for row in &grid.rows {
        let cell = |column| {
            let value = grid.value(&row.row, column);
            value.map_or(String::new(), |value| grid.unit.text(value.median))
        };
        let cells = grid.columns.iter().map(|column| format!("{:>16}", cell(column)));
        println!("{:14}{}", row.row, cells.collect::<String>());
    }
    println!();
}
