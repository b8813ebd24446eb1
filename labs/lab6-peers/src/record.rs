//! What `cargo labs measure lab6 --only peers` keeps: every round of every cell.

use anyhow::{Context as _, Result};
use labkit::ledger::{FORMAT, ObservedGrid, ObservedGridRow, Quantity, Record, Times};

use crate::contended::Contended;
use crate::runs::Handed;
use crate::sizes::Sized;
use crate::table::{Cells, KINDS, Kind, THREADS};

fn row(row: impl Into<String>, cells: impl IntoIterator<Item = Vec<f64>>) -> ObservedGridRow {
    ObservedGridRow { row: row.into(), cells: cells.into_iter().collect() }
}

/// A grid of times with a column for each number of threads.
fn by_threads(name: &str, by: &str, rows: Vec<ObservedGridRow>) -> ObservedGrid {
    let columns = THREADS.map(|threads| format!("threads_{threads}")).into();
    grid(name, by, columns, rows)
}

fn grid(name: &str, by: &str, columns: Vec<String>, rows: Vec<ObservedGridRow>) -> ObservedGrid {
    ObservedGrid { name: name.into(), by: by.into(), unit: Quantity::Time, columns, rows }
}

fn pools(cells: &Cells, kind: Kind) -> ObservedGrid {
    let of = |name| THREADS.map(|threads| cells.rounds(name, kind, threads).to_vec());
    let rows = cells.names().into_iter().map(|name| row(name, of(name))).collect();
    by_threads(if kind == Kind::Pair { "pair" } else { "burst_of_16" }, "pool", rows)
}

fn handed(handed: &Handed) -> ObservedGrid {
    let rows = handed.iter().map(|(name, rounds, _)| row(name, [rounds.clone()]));
    grid("handed", "pool", vec!["message".into()], rows.collect())
}

fn sizes(name: &str, sizes: &[Sized]) -> Result<ObservedGrid> {
    let names = sizes.first().context("no size was measured")?.1.iter().map(|(name, _)| name);
    let of = |(size, cells): &Sized| {
        row(size.to_string(), cells.iter().map(|(_, rounds)| rounds.clone()))
    };
    let columns = names.map(|name| (*name).to_owned()).collect();
    Ok(grid(name, "bytes", columns, sizes.iter().map(of).collect()))
}

fn contended(rows: &Contended) -> ObservedGrid {
    let rows = rows.iter().map(|(name, cells)| row(*name, cells.clone()));
    by_threads("contended", "strategy", rows.collect())
}

/// All that was measured.
pub(crate) struct Measured<'a> {
    pub(crate) cells: &'a Cells,
    pub(crate) handed: &'a Handed,
    pub(crate) sizes: &'a [Sized],
    pub(crate) sizes_burst: &'a [Sized],
    pub(crate) contended: &'a Contended,
}

/// The record as it is read.
pub(crate) fn record(measured: &Measured<'_>) -> Result<String> {
    let mut grids = Vec::new();
    for kind in KINDS {
        grids.push(pools(measured.cells, kind));
    }
    grids.push(handed(measured.handed));
    grids.push(sizes("sizes", measured.sizes)?);
    grids.push(sizes("sizes_burst", measured.sizes_burst)?);
    grids.push(contended(measured.contended));
    let body = Times { grids, ..Times::default() };
    let record = Record { format: FORMAT, lab: "lab6".into(), build: labkit::this_build(), body };
    Ok(serde_json::to_string_pretty(&record)?)
}
