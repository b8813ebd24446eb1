//! Exact values by rows and columns.

use ledger::{CountGrid, CountGridRow, Unit};

use super::{Case, HeapLab, Measured};

/// Declares the rows of one grid; from [`HeapLab::grid`].
#[derive(Debug)]
pub struct Grid<'l, 'a> {
    pub(super) lab: &'l mut HeapLab<'a>,
    /// Without rows.
    pub(super) grid: CountGrid,
}

impl<'a> Grid<'_, 'a> {
    /// One row: `f` measures a value for every column, `expected` derives them.
    pub fn row(
        &mut self,
        name: &str,
        expected: Vec<u64>,
        mut f: impl FnMut() -> Vec<u64> + 'a,
    ) -> &mut Self {
        let (grid, row) = (self.grid.clone(), name.to_owned());
        let columns = grid.columns.join(", ");
        self.lab.cases.push(Case {
            table: grid.name.clone(),
            name: name.to_owned(),
            measure: Box::new(move || {
                let values = f();
                if values.len() != grid.columns.len() {
                    let (found, needed) = (values.len(), grid.columns.len());
                    return Err(format!("{found} values were measured for {needed} columns"));
                }
                let rows = vec![CountGridRow { row: row.clone(), values }];
                Ok(Measured::Grid(CountGrid { rows, ..grid.clone() }))
            }),
            check: Box::new(move |measured| match measured {
                Measured::Grid(grid) if grid.rows[0].values == expected => Ok(()),
                Measured::Grid(grid) => Err(format!(
                    "measured {:?}\n derived {expected:?}\n of {columns}",
                    grid.rows[0].values
                )),
                _ => Err("a grid measures values".into()),
            }),
        });
        self
    }
}

impl<'a> HeapLab<'a> {
    /// Begins a grid of exact values, all of one unit: a row for each `by`, a
    /// value for each column. Names of one word, so that a chapter can ask for
    /// `grid/row.column`; rows whose names are numbers make a line in a chart.
    pub fn grid(&mut self, name: &str, by: &str, unit: Unit, columns: &[&str]) -> Grid<'_, 'a> {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        let grid =
            CountGrid { name: name.to_owned(), by: by.to_owned(), unit, columns, rows: Vec::new() };
        Grid { lab: self, grid }
    }
}

/// Puts a row that was measured to the grid that it is of.
pub(super) fn keep(grids: &mut Vec<CountGrid>, measured: CountGrid) {
    match grids.iter_mut().find(|known| known.name == measured.name) {
        Some(known) => known.rows.extend(measured.rows),
        None => grids.push(measured),
    }
}

/// What differs from the ledger's grids: trial name and how.
pub(super) fn differences(measured: &[CountGrid], ledger: &[CountGrid]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for grid in measured {
        let known = ledger.iter().find(|known| known.name == grid.name);
        let head = |grid: &CountGrid| (grid.by.clone(), grid.unit, grid.columns.clone());
        let same_head = known.is_some_and(|known| head(known) == head(grid));
        for row in &grid.rows {
            let theirs = known.and_then(|known| known.rows.iter().find(|r| r.row == row.row));
            if theirs == Some(row) && same_head {
                continue;
            }
            let theirs = theirs.map_or("nothing".into(), |row| format!("{:?}", row.values));
            found.push((
                format!("{}::{}", grid.name, row.row),
                format!("the ledger says {theirs}, this run measured {:?}", row.values),
            ));
        }
    }
    found
}

/// The grids for people: head and rows of a text table each.
pub(super) fn report(grid: &CountGrid) -> (Vec<&str>, Vec<Vec<String>>) {
    let head = std::iter::once(grid.by.as_str()).chain(grid.columns.iter().map(String::as_str));
    let row = |row: &CountGridRow| {
        let values = row.values.iter().map(|&value| ledger::grouped(value));
        std::iter::once(row.row.clone()).chain(values).collect()
    };
    (head.collect(), grid.rows.iter().map(row).collect())
}
