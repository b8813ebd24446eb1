//! A cell of a grid.

use ledger::{CountGrid, Quantity, Unit};

use super::{Whole, lab_of};
use crate::directive::{Place, Value, field_name};
use crate::fault::nearest;
use crate::project::{Lab, Numbers, Project};
use crate::render::amount::Amount;
use crate::render::grid;

/// Row and column that a value names.
fn cell_of(place: &Place) -> Option<(&str, &str, &str)> {
    match place {
        Place::Fact(_) => None,
        Place::Row { table, row, field } => Some((table, row, field_name(*field))),
        Place::Cell { table, row, column } => Some((table, row, column)),
    }
}

/// An observed grid, and row and column of a cell of it.
pub(super) type ObservedCell<'a, 'v> = (grid::Observed<'a>, (&'v str, &'v str));

/// The observed grid that a value names, with the cell.
pub(super) fn observed<'a, 'v>(
    lab: &Lab,
    numbers: &'a Numbers,
    value: &'v Value,
) -> Result<Option<ObservedCell<'a, 'v>>, String> {
    let Some((table, row, column)) = cell_of(&value.place).filter(|_| !value.go) else {
        return Ok(None);
    };
    let mut all = grid::observed(numbers, table);
    all.retain(|observed| !observed.yours);
    match all.as_slice() {
        [] => Ok(None),
        [observed] if observed.grid.value(row, column).is_some() => {
            Ok(Some((*observed, (row, column))))
        }
        [observed] => {
            let names = observed.grid.rows.iter().map(|row| row.row.as_str());
            let names = names.chain(observed.grid.columns.iter().map(String::as_str));
            let wrong = if names.clone().any(|name| name == row) { column } else { row };
            let near = nearest(wrong, names);
            let what = if observed.grid.unit == Quantity::Time { "time" } else { "value" };
            Err(format!("grid {table:?} of {} has no {what} at {row}.{column}{near}", lab.name))
        }
        _ => Err(format!("several machines have observed {table:?}; use `{{{{#table {table}}}}}`")),
    }
}

/// How many times the one time is the other, where both are of one grid.
pub(super) fn times_over(
    project: &Project,
    page: Option<&str>,
    value: &Value,
    other: &Value,
) -> Result<Option<(Whole, bool)>, String> {
    let lab = lab_of(project, page, value.lab.as_deref())?;
    let numbers = project.numbers(lab);
    let Some((one, cell)) = observed(lab, numbers, value)? else { return Ok(None) };
    if one.grid.unit != Quantity::Time {
        return Err(format!("grid {:?} has no times, so no ratio round by round", one.grid.name));
    }
    let other_lab = lab_of(project, page, other.lab.as_deref())?;
    let against = observed(other_lab, project.numbers(other_lab), other)?;
    let against = against.filter(|(grid, _)| std::ptr::eq(grid.grid, one.grid));
    let (_, to) = against.ok_or("times have a ratio within one grid only")?;
    project.note_use(lab, &one.grid.name);
    let ratio = one.grid.ratio(cell, to).ok_or("one of them has no time")?;
    Ok(Some((Whole::Multiple(grid::ratio_text(ratio)), one.dated.stale)))
}

/// A cell of exact values.
pub(super) fn cell_amount(grid: &CountGrid, place: &Place) -> Result<Amount, String> {
    let (_, row, column) = cell_of(place).ok_or("a grid needs a row and a column")?;
    let value = grid.value(row, column).ok_or_else(|| {
        let names = grid.rows.iter().map(|row| row.row.as_str());
        let names = names.chain(grid.columns.iter().map(String::as_str));
        let wrong = if names.clone().any(|name| name == row) { column } else { row };
        format!("grid {:?} has no {row}.{column}{}", grid.name, nearest(wrong, names))
    })?;
    Ok(match grid.unit {
        Unit::Blocks => Amount::Blocks(value as f64),
        Unit::Bytes => Amount::Bytes(value as f64),
        Unit::Count => Amount::Count(value as f64),
    })
}
