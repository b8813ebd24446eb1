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
use crate::{Bytes, Nanos, Unit};

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

/// What was observed. All cells were measured in turn, round after round, so that
/// of two cells of one grid the ratio can be had, round by round. There is no
/// verdict: a grid has one placement only (see [`judge`](crate::judge)).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObservedGrid {
    /// Unique among the lab's grids.
    pub name: String,
    /// What tells the rows apart.
    pub by: String,
    /// Unit of every value.
    #[serde(default, skip_serializing_if = "Quantity::is_time")]
    pub unit: Quantity,
    /// At least one.
    pub columns: Vec<String>,
    /// In the order in which the page shows them.
    pub rows: Vec<ObservedGridRow>,
}

/// One row of what was observed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObservedGridRow {
    /// Unique in its grid.
    pub row: String,
    /// One list per column: the value of every round, or nothing where that pair
    /// does not exist.
    pub cells: Vec<Vec<f64>>,
}

/// Unit of an [`ObservedGrid`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// Nanoseconds per call, more than none.
    #[default]
    Time,
    /// Bytes, such as those of memory that is resident.
    Bytes,
}

impl Quantity {
    fn is_time(&self) -> bool {
        *self == Quantity::Time
    }

    /// Three digits in the nearest unit: `8.61 ns`, `16.8 MB`.
    pub fn text(self, value: f64) -> String {
        match self {
            Quantity::Time => Nanos::new(value).map_or("0 ns".into(), |nanos| nanos.to_string()),
            Quantity::Bytes => Bytes::rounded(value),
        }
    }
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

impl ObservedGrid {
    fn cell(&self, row: &str, column: &str) -> Option<&[f64]> {
        let column = self.columns.iter().position(|known| known == column)?;
        let cells = &self.rows.iter().find(|known| known.row == row)?.cells;
        cells.get(column).map(Vec::as_slice)
    }

    /// A cell, in the grid's unit; `None` where it is empty.
    pub fn value(&self, row: &str, column: &str) -> Option<Spread> {
        Spread::of(self.cell(row, column)?.to_vec())
    }

    /// The time of one cell, as row and column, over that of another, round by
    /// round; `None` where one of them is empty.
    pub fn ratio(&self, of: (&str, &str), to: (&str, &str)) -> Option<Spread> {
        let (of, to) = (self.cell(of.0, of.1)?, self.cell(to.0, to.1)?);
        Spread::of(of.iter().zip(to).map(|(of, to)| of / to).collect())
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
            let mut values = row.cells.iter().flatten();
            match self.unit {
                Quantity::Time => {
                    check.holds(values.all(|&value| value > 0.0), &at, "no time is 0 ns or less");
                }
                Quantity::Bytes => {
                    check.holds(values.all(|&value| value >= 0.0), &at, "no bytes are less than 0");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> ObservedGrid {
        let row = |row: &str, cells| ObservedGridRow { row: row.into(), cells };
        ObservedGrid {
            name: "g".into(),
            by: "size".into(),
            unit: Quantity::Time,
            columns: vec!["a".into(), "b".into()],
            rows: vec![
                row("1", vec![vec![2.0, 4.0, 6.0], vec![1.0, 1.0, 2.0]]),
                row("2", vec![vec![5.0, 5.0, 5.0], Vec::new()]),
            ],
        }
    }

    #[test]
    fn a_ratio_is_taken_round_by_round() {
        // Medians 4 and 1 would give 4; the rounds' ratios are 2, 4, 3.
        let ratio = grid().ratio(("1", "a"), ("1", "b")).unwrap();
        assert_eq!(ratio, Spread { median: 3.0, low: 2.0, high: 4.0 });
        assert_eq!(grid().value("1", "a").map(|value| value.median), Some(4.0));
        assert_eq!(grid().value("2", "b"), None);
        assert_eq!(grid().ratio(("1", "a"), ("2", "b")), None);
        assert_eq!((grid().rounds(), grid().values()), (3, 9));
    }

    #[test]
    fn the_interval_leaves_out_what_the_sign_test_allows() {
        let spread = Spread::of((1..=12).map(f64::from).collect()).unwrap();
        assert_eq!(spread, Spread { median: 6.5, low: 3.0, high: 10.0 });
    }
}
