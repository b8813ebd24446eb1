//! The tables: rows and columns of what all rounds measured.

use std::fmt;

use lab4::frame::BODY;
use lab4_peers::{Cell, SIZES, THREADS, WAYS, cells};

/// Nanoseconds by allocator, cell and round.
#[derive(Debug)]
pub(crate) struct Results {
    allocators: &'static [&'static str],
    rounds: Vec<Vec<Vec<f64>>>,
}

/// One table.
#[derive(Debug)]
pub(crate) struct Grid {
    name: String,
    rows: &'static str,
    columns: Vec<String>,
    cells: Vec<(String, Vec<Vec<f64>>)>,
}

impl Results {
    pub(crate) fn new(allocators: &'static [&'static str]) -> Results {
        Results { allocators, rounds: vec![vec![Vec::new(); cells().len()]; allocators.len()] }
    }

    /// What one process of an allocator measured.
    pub(crate) fn add(&mut self, allocator: &str, nanos: Vec<f64>) {
        let at = self.allocators.iter().position(|known| *known == allocator);
        let rounds = &mut self.rounds[at.expect("it is one of them")];
        rounds.iter_mut().zip(nanos).for_each(|(rounds, nanos)| rounds.push(nanos));
    }

    fn of(&self, allocator: usize, way: &str, size: usize, threads: usize) -> Vec<f64> {
        let wanted = |cell: &Cell| (cell.way, cell.size, cell.threads) == (way, size, threads);
        let at = cells().iter().position(wanted).expect("only cells are asked for");
        self.rounds[allocator][at].clone()
    }

    /// For each number of threads every way by allocator, and the sizes.
    pub(crate) fn grids(&self) -> Vec<Grid> {
        THREADS.iter().flat_map(|&threads| [self.ways(threads), self.sizes(threads)]).collect()
    }

    fn ways(&self, threads: usize) -> Grid {
        let row = |way: &str| {
            let columns = 0..self.allocators.len();
            (way.to_owned(), columns.map(|at| self.of(at, way, BODY, threads)).collect())
        };
        Grid {
            name: format!("allocators_{threads}"),
            rows: "variant",
            columns: self.allocators.iter().map(|&name| name.to_owned()).collect(),
            cells: WAYS.iter().map(|(way, _)| row(way)).collect(),
        }
    }

    /// Only what is fresh depends on the allocator; the rest is the system's.
    fn sizes(&self, threads: usize) -> Grid {
        let fresh = self.allocators.iter().map(|name| format!("fresh_{name}"));
        let row = |&size: &usize| {
            let fresh = (0..self.allocators.len()).map(|at| self.of(at, "fresh", size, threads));
            let kept = ["reused", "streamed"].map(|way| self.of(0, way, size, threads));
            (size.to_string(), fresh.chain(kept).collect())
        };
        Grid {
            name: format!("sizes_{threads}"),
            rows: "bytes of the body",
            columns: fresh.chain(["reused".into(), "streamed".into()]).collect(),
            cells: SIZES.iter().map(row).collect(),
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: CPU ns per frame, median of the rounds", self.name)?;
        write!(f, "{:18}", self.rows)?;
        self.columns.iter().try_for_each(|column| write!(f, "{column:>16}"))?;
        for (row, rounds) in &self.cells {
            write!(f, "\n{row:18}")?;
            rounds.iter().try_for_each(|cell| write!(f, "{:16.1}", median(cell.clone())))?;
        }
        writeln!(f)
    }
}
