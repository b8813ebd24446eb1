//! What `cargo labs measure lab6 --only peers` keeps: every round of every cell.

use anyhow::{Context as _, Result};
use labkit::ledger::{FORMAT, Nanos, Record, TimeGrid, TimeGridRow, Times};

use crate::contended::Contended;
use crate::runs::Handed;
use crate::sizes::Sized;
use crate::table::{Cells, KINDS, Kind, THREADS};

fn times(rounds: &[f64]) -> Result<Vec<Nanos>> {
    rounds.iter().map(|&nanos| Nanos::new(nanos).context("a cell took no time")).collect()
}

fn pools(cells: &Cells, kind: Kind) -> Result<TimeGrid> {
    let row = |name: &str| {
        let cell = |threads| times(cells.rounds(name, kind, threads));
        let cells = THREADS.into_iter().map(cell).collect::<Result<_>>()?;
        anyhow::Ok(TimeGridRow { row: name.to_owned(), cells })
    };
    Ok(TimeGrid {
        name: if kind == Kind::Pair { "pair" } else { "burst_of_16" }.into(),
        by: "pool".into(),
        columns: THREADS.map(|threads| format!("threads_{threads}")).into(),
        rows: cells.names().into_iter().map(row).collect::<Result<_>>()?,
    })
}

fn handed(handed: &Handed) -> Result<TimeGrid> {
    let row = |(name, rounds, _): &(String, Vec<f64>, u64)| {
        anyhow::Ok(TimeGridRow { row: name.clone(), cells: vec![times(rounds)?] })
    };
    Ok(TimeGrid {
        name: "handed".into(),
        by: "pool".into(),
        columns: vec!["message".into()],
        rows: handed.iter().map(row).collect::<Result<_>>()?,
    })
}

fn sizes(name: &str, sizes: &[Sized]) -> Result<TimeGrid> {
    let names = sizes.first().context("no size was measured")?.1.iter().map(|(name, _)| name);
    let row = |(size, rows): &Sized| {
        let cells = rows.iter().map(|(_, rounds)| times(rounds)).collect::<Result<_>>()?;
        anyhow::Ok(TimeGridRow { row: size.to_string(), cells })
    };
    Ok(TimeGrid {
        name: name.into(),
        by: "bytes".into(),
        columns: names.map(|name| (*name).to_owned()).collect(),
        rows: sizes.iter().map(row).collect::<Result<_>>()?,
    })
}

fn contended(rows: &Contended) -> Result<TimeGrid> {
    let row = |(name, cells): &(&str, [Vec<f64>; 3])| {
        let cells = cells.iter().map(|rounds| times(rounds)).collect::<Result<_>>()?;
        anyhow::Ok(TimeGridRow { row: (*name).to_owned(), cells })
    };
    Ok(TimeGrid {
        name: "contended".into(),
        by: "strategy".into(),
        columns: THREADS.map(|threads| format!("threads_{threads}")).into(),
        rows: rows.iter().map(row).collect::<Result<_>>()?,
    })
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
        grids.push(pools(measured.cells, kind)?);
    }
    grids.push(handed(measured.handed)?);
    grids.push(sizes("sizes", measured.sizes)?);
    grids.push(sizes("sizes_burst", measured.sizes_burst)?);
    grids.push(contended(measured.contended)?);
    let body = Times { grids, ..Times::default() };
    let record = Record { format: FORMAT, lab: "lab6".into(), build: labkit::this_build(), body };
    Ok(serde_json::to_string_pretty(&record)?)
}
