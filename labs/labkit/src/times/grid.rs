//! Times by rows and columns: all cells in turn, round after round.
//!
//! A sweep has too many cells for criterion and for programs that are linked in
//! a dozen orders: one process times them, ten passes a round as in `rounds.rs`,
//! and what is shown is the median of the rounds with its interval. So two cells
//! have a ratio, round by round, and never a verdict.

use std::time::Duration;

use ledger::{ObservedGrid, ObservedGridRow};

use super::rounds::interleaved;
use super::{Loop, calls_of};
use crate::text_table::text_table;

/// Rounds of a grid that is only looked at, by `cargo bench`.
const LOOK: u32 = 6;

/// Declares the cells of one grid; from [`TimeLab::grid`](super::TimeLab::grid).
pub struct Grid<'a> {
    name: String,
    by: String,
    /// Row and column.
    names: Vec<(String, String)>,
    /// In the same order.
    cells: Vec<(String, Loop<'a>)>,
}

impl std::fmt::Debug for Grid<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, cells) = (&self.name, &self.names);
        f.debug_struct("Grid").field("name", name).field("cells", cells).finish()
    }
}

impl<'a> Grid<'a> {
    pub(super) fn new(name: &str, by: &str) -> Grid<'a> {
        let (name, by) = (name.to_owned(), by.to_owned());
        Grid { name, by, names: Vec::new(), cells: Vec::new() }
    }

    /// A cell: `f` is one call; the drop of its result is timed with it. Rows
    /// and columns stand in the order in which they first come.
    pub fn cell<R>(&mut self, row: &str, column: &str, f: impl FnMut() -> R + 'a) -> &mut Self {
        self.timed(row, column, calls_of(f))
    }

    /// A cell with a loop of its own, so that what it sets up stays outside: it
    /// makes so many calls and says how long they took.
    pub fn timed(
        &mut self,
        row: &str,
        column: &str,
        timed: impl FnMut(u64) -> Duration + 'a,
    ) -> &mut Self {
        self.names.push((row.to_owned(), column.to_owned()));
        self.cells.push((format!("{}/{row}.{column}", self.name), Box::new(timed)));
        self
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Every cell once, as `cargo test --benches` wants it.
    pub(super) fn test(&mut self) {
        for (name, timed) in &mut self.cells {
            timed(1);
            println!("Testing {name}\nSuccess");
        }
    }

    /// A few rounds as a table for the terminal.
    pub(super) fn look(&mut self) -> Result<String, String> {
        let grid = self.measure(LOOK)?;
        let head = std::iter::once(grid.by.as_str()).chain(grid.columns.iter().map(String::as_str));
        let row = |row: &ObservedGridRow| {
            let cell = |column: &String| {
                let value = grid.value(&row.row, column);
                value.map_or(String::new(), |value| grid.unit.text(value.median))
            };
            std::iter::once(row.row.clone()).chain(grid.columns.iter().map(cell)).collect()
        };
        let rows: Vec<Vec<String>> = grid.rows.iter().map(row).collect();
        let table = text_table(&head.collect::<Vec<_>>(), &rows);
        Ok(format!("{}: median of {LOOK} rounds\n\n{table}", grid.name))
    }

    /// So many rounds of all cells.
    pub(super) fn measure(&mut self, rounds: u32) -> Result<ObservedGrid, String> {
        let kept = interleaved(&mut self.cells, (0, 0), rounds)?;
        let mut grid = ObservedGrid {
            name: self.name.clone(),
            by: self.by.clone(),
            ..ObservedGrid::default()
        };
        for (row, column) in &self.names {
            if !grid.columns.contains(column) {
                grid.columns.push(column.clone());
            }
            if grid.rows.iter().all(|known| known.row != *row) {
                grid.rows.push(ObservedGridRow { row: row.clone(), cells: Vec::new() });
            }
        }
        for row in &mut grid.rows {
            row.cells = vec![Vec::new(); grid.columns.len()];
        }
        for (i, (row, column)) in self.names.iter().enumerate() {
            let place = grid.columns.iter().position(|known| known == column);
            let row = grid.rows.iter_mut().find(|known| known.row == *row);
            if let (Some(place), Some(row)) = (place, row) {
                row.cells[place] = kept.iter().map(|round| round.times[i].get()).collect();
            }
        }
        Ok(grid)
    }
}
