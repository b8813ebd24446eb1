//! Grids: a value for each of some rows and columns, where a table of variants
//! would need a variant for every pair: sizes by allocators, positions by
//! containers.
//!
//! ```text
//!   by: position   insert_vec   insert_deque      columns
//!   0.00             …            …
//!   0.05             …            …               a row whose name is a number
//!   …                                             is a place on a chart's axis
//! ```

use serde::{Deserialize, Serialize};

use crate::judge::{ERROR, median, middle, order};
use crate::read::Checker;
use crate::{Nanos, Unit};

/// Exact values, all of one unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountGrid {
    /// Unique among the lab's tables and grids.
    pub name: String,
    /// What tells the rows apart: `shards`, `position`.
    pub by: String,
    /// Unit of every value.
    pub unit: Unit,
    /// At least one.
    pub columns: Vec<String>,
    /// In the order in which the page shows them.
    pub rows: Vec<CountGridRow>,
}

/// One row of exact values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountGridRow {
    /// Unique in its grid.
    pub row: String,
    /// One per column.
    pub values: Vec<u64>,
}

/// Observed times. All cells were timed in turn, round after round, so that of
/// two cells of one grid the ratio can be had, round by round. There is no
/// verdict: a grid has one placement only (see [`judge`](crate::judge)).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeGrid {
    /// Unique among the lab's grids.
    pub name: String,
    /// What tells the rows apart.
    pub by: String,
    /// At least one.
    pub columns: Vec<String>,
    /// In the order in which the page shows them.
    pub rows: Vec<TimeGridRow>,
}

/// One row of times.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeGridRow {
    /// Unique in its grid.
    pub row: String,
    /// One list per column: the time per call of every round, or nothing where
    /// that pair does not exist.
    pub cells: Vec<Vec<Nanos>>,
}

/// The middle of some rounds, and the ends of its 95 % interval: an order
/// statistic, so no bell curve is assumed. With fewer than six rounds the ends
/// are the smallest and the largest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Option<Spread> {
        if values.is_empty() {
            return None;
        }
        median(&mut values);
        let k = order(values.len(), ERROR).unwrap_or(1);
        let (low, high) = (values[k - 1], values[values.len() - k]);
        Some(Spread { median: middle(&values), low, high })
    }
}

impl CountGrid {
    /// The value of a cell; `None` where there is no such row or column.
    pub fn value(&self, row: &str, column: &str) -> Option<u64> {
        let column = self.columns.iter().position(|known| known == column)?;
        self.rows.iter().find(|known| known.row == row)?.values.get(column).copied()
    }

    pub(crate) fn check(&self, check: &mut Checker, at: &str) {
        check.name(format_args!("{at}.by"), &self.by);
        check.unique(format_args!("{at}.columns"), self.columns.iter());
        check.unique(format_args!("{at}.rows"), self.rows.iter().map(|row| &row.row));
        check.holds(!self.columns.is_empty(), at, "a grid needs a column");
        for (r, row) in self.rows.iter().enumerate() {
            let at = format!("{at}.rows[{r}].values");
            let fits = row.values.len() == self.columns.len();
            check.holds(fits, &at, "a row needs one value per column");
            check.countable(&at, row.values.iter().copied());
        }
    }
}

impl TimeGrid {
    fn cell(&self, row: &str, column: &str) -> Option<&[Nanos]> {
        let column = self.columns.iter().position(|known| known == column)?;
        let cells = &self.rows.iter().find(|known| known.row == row)?.cells;
        cells.get(column).map(Vec::as_slice)
    }

    /// The time of a cell, in nanoseconds; `None` where it has none.
    pub fn time(&self, row: &str, column: &str) -> Option<Spread> {
        Spread::of(self.cell(row, column)?.iter().map(|time| time.get()).collect())
    }

    /// The time of one cell, as row and column, over that of another, round by
    /// round; `None` where one of them has none.
    pub fn ratio(&self, of: (&str, &str), to: (&str, &str)) -> Option<Spread> {
        let (of, to) = (self.cell(of.0, of.1)?, self.cell(to.0, to.1)?);
        Spread::of(of.iter().zip(to).map(|(of, to)| of.get() / to.get()).collect())
    }

    /// How many rounds it rests on.
    pub fn rounds(&self) -> usize {
        self.rows.iter().flat_map(|row| &row.cells).map(Vec::len).max().unwrap_or(0)
    }

    pub(crate) fn values(&self) -> usize {
        self.rows.iter().flat_map(|row| &row.cells).map(Vec::len).sum()
    }

    pub(crate) fn check(&self, check: &mut Checker, at: &str) {
        check.name(format_args!("{at}.by"), &self.by);
        check.unique(format_args!("{at}.columns"), self.columns.iter());
        check.unique(format_args!("{at}.rows"), self.rows.iter().map(|row| &row.row));
        check.holds(!self.columns.is_empty(), at, "a grid needs a column");
        let rounds = self.rounds();
        for (r, row) in self.rows.iter().enumerate() {
            let at = format!("{at}.rows[{r}].cells");
            let fits = row.cells.len() == self.columns.len();
            check.holds(fits, &at, "a row needs one cell per column");
            let whole = row.cells.iter().all(|cell| cell.is_empty() || cell.len() == rounds);
            check.holds(whole, &at, "every cell needs as many rounds as the others, or none");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nanos(values: &[f64]) -> Vec<Nanos> {
        values.iter().map(|&value| Nanos::new(value).unwrap()).collect()
    }

    fn grid() -> TimeGrid {
        let row = |row: &str, cells| TimeGridRow { row: row.into(), cells };
        TimeGrid {
            name: "g".into(),
            by: "size".into(),
            columns: vec!["a".into(), "b".into()],
            rows: vec![
                row("1", vec![nanos(&[2.0, 4.0, 6.0]), nanos(&[1.0, 1.0, 2.0])]),
                row("2", vec![nanos(&[5.0, 5.0, 5.0]), Vec::new()]),
            ],
        }
    }

    #[test]
    fn a_ratio_is_taken_round_by_round() {
        // Medians 4 and 1 would give 4; the rounds' ratios are 2, 4, 3.
        let ratio = grid().ratio(("1", "a"), ("1", "b")).unwrap();
        assert_eq!(ratio, Spread { median: 3.0, low: 2.0, high: 4.0 });
        assert_eq!(grid().time("1", "a").map(|time| time.median), Some(4.0));
        assert_eq!(grid().time("2", "b"), None);
        assert_eq!(grid().ratio(("1", "a"), ("2", "b")), None);
        assert_eq!((grid().rounds(), grid().values()), (3, 9));
    }

    #[test]
    fn the_interval_leaves_out_what_the_sign_test_allows() {
        let spread = Spread::of((1..=12).map(f64::from).collect()).unwrap();
        assert_eq!(spread, Spread { median: 6.5, low: 3.0, high: 10.0 });
    }
}
