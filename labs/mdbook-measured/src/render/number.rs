//! `{{#number}}`: one value of a ledger.

use ledger::{CountRow, Counts, Quantity, TimeTable, Times, Unit};

use crate::directive::{Field, Place, Shown, Value, no_field};
use crate::fault::nearest;
use crate::project::{Dated, Lab, Numbers, Project};
use crate::render::amount::{Amount, bare, full, percent, share};
use crate::render::escaped;
use crate::render::grid::ratio_digits;

mod cell;

use cell::{cell_amount, observed, times_over};

/// The number as inline HTML; `lab` is the page's.
pub(crate) fn number(
    project: &Project,
    lab: Option<&str>,
    value: &Value,
    shown: &Shown,
) -> Result<String, String> {
    let (shown, stale) = whole(project, lab, value, shown)?;
    // A list may be longer than a line.
    let class = match shown {
        Whole::Amount(Amount::List(..)) | Whole::Bare(Amount::List(..)) => "number list",
        _ => "number",
    };
    let text = match shown {
        Whole::Amount(amount) => full(&amount),
        Whole::Bare(amount) => bare(&amount),
        Whole::Share(share) => percent(share),
        Whole::Multiple(text) => text,
    };
    let mark = if stale { " <strong class=\"stale\">stale</strong>" } else { "" };
    Ok(format!("<span class=\"{class}\">{}</span>{mark}", escaped(&text)))
}

/// A number that is one, for a prediction: as it is written, as it is compared
/// with a guess, and the unit of the guess.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) value: f64,
    pub(super) unit: &'static str,
    pub(super) stale: bool,
}

/// The answer to a prediction.
pub(super) fn answer(
    project: &Project,
    lab: Option<&str>,
    value: &Value,
    shown: &Shown,
) -> Result<Answer, String> {
    let (shown, stale) = whole(project, lab, value, shown)?;
    let (text, value, unit) = match shown {
        Whole::Share(share) => (percent(share), share * 100.0, "%"),
        Whole::Multiple(_) => {
            return Err("a multiple is no single answer; ask for a number or a share".into());
        }
        Whole::Amount(amount) | Whole::Bare(amount) => {
            let (value, unit) = match amount {
                Amount::Blocks(value) => (value, "blocks"),
                Amount::Bytes(value) => (value, "bytes"),
                Amount::Count(value) => (value, ""),
                Amount::List(..) => {
                    return Err("a list is no single answer; ask for its `sum` or `count`".into());
                }
                Amount::Observed(_, Quantity::Bytes) => {
                    return Err("what was observed is one machine's; ask for a count".into());
                }
                Amount::Time(_) | Amount::Observed(_, Quantity::Time) => {
                    return Err(
                        "a time is one machine's; ask for `slowest of` or `fastest of` its table"
                            .into(),
                    );
                }
            };
            (full(&amount), value, unit)
        }
    };
    Ok(Answer { text, value, unit, stale })
}

/// What a directive shows of a value.
enum Whole {
    Amount(Amount),
    Bare(Amount),
    Share(f64),
    Multiple(String),
}

/// The value as it is to be shown, and whether it is stale.
fn whole(
    project: &Project,
    lab: Option<&str>,
    value: &Value,
    shown: &Shown,
) -> Result<(Whole, bool), String> {
    if let Shown::Over(other) = shown
        && let Some(found) = times_over(project, lab, value, other)?
    {
        return Ok(found);
    }
    let (amount, stale) = amount(project, lab, value)?;
    Ok(match shown {
        Shown::Full => (Whole::Amount(amount), stale),
        Shown::Bare => (Whole::Bare(amount), stale),
        Shown::Sum => (Whole::Amount(amount.sum()?), stale),
        Shown::Count => (Whole::Amount(amount.count()?), stale),
        Shown::Of(whole) => {
            let (whole, whole_stale) = self::amount(project, lab, whole)?;
            (Whole::Share(share(&amount, &whole)?), stale || whole_stale)
        }
        Shown::Over(other) => {
            let (other, other_stale) = self::amount(project, lab, other)?;
            let multiple = share(&amount, &other)?;
            let digits = ratio_digits(multiple);
            (Whole::Multiple(format!("{multiple:.digits$} ×")), stale || other_stale)
        }
    })
}

/// The named lab, else the page's.
pub(crate) fn lab_of<'a>(
    project: &'a Project,
    page: Option<&str>,
    named: Option<&str>,
) -> Result<&'a Lab, String> {
    let name = named
        .or(page)
        .ok_or("no lab is named here; put `{{#lab …}}` before it, or write `lab1/…`")?;
    if let Some(lab) = project.lab(name) {
        return Ok(lab);
    }
    // `pipeline/encode_fresh` without a field looks like a fact of lab `pipeline`.
    let counts = page.and_then(|page| project.numbers(project.lab(page)?).counts.as_ref());
    let tables = counts.iter().flat_map(|dated| &dated.ledger.body.tables);
    if tables.into_iter().any(|table| table.name == name) {
        return Err(format!(
            "{name} is a table, so a row and a field are needed, as `{name}/row.bytes`"
        ));
    }
    Err(format!("there is no lab {name:?}{}", nearest(name, project.lab_names())))
}

/// The value, and whether it is stale.
fn amount(project: &Project, page: Option<&str>, value: &Value) -> Result<(Amount, bool), String> {
    let lab = lab_of(project, page, value.lab.as_deref())?;
    let numbers = project.numbers(lab);
    if let Some((observed, (row, column))) = observed(lab, numbers, value)? {
        project.note_use(lab, &observed.grid.name);
        let value = observed.grid.value(row, column).ok_or("it is empty")?;
        return Ok((Amount::Observed(value, observed.grid.unit), observed.dated.stale));
    }
    if let Place::Row { table, row, field: Field::Time } = &value.place {
        if value.go {
            return Err("the Go column has counts only; no time of it is measured".into());
        }
        project.note_use(lab, table);
        return time(lab, numbers, table, row);
    }
    let dated = if value.go { &numbers.go } else { &numbers.counts };
    let stale = dated.as_ref().is_some_and(|dated| dated.stale);
    let counts = counts_of(lab, numbers, value.go)?;
    let amount = match &value.place {
        Place::Fact(name) => {
            let fact = counts.facts.iter().find(|fact| fact.name == *name);
            let names = counts.facts.iter().map(|fact| fact.name.as_str());
            let fact = fact.ok_or_else(|| {
                format!("{} has no fact {name:?}{}", lab.name, nearest(name, names))
            })?;
            match (fact.values.as_slice(), fact.unit) {
                ([value], Unit::Blocks) => Amount::Blocks(*value as f64 / fact.calls as f64),
                ([value], Unit::Bytes) => Amount::Bytes(*value as f64 / fact.calls as f64),
                ([value], Unit::Count) => Amount::Count(*value as f64 / fact.calls as f64),
                (values, unit) => Amount::List(values.to_vec(), unit),
            }
        }
        Place::Row { table, .. } | Place::Cell { table, .. } => {
            project.note_use(lab, table);
            match (counts.grids.iter().find(|grid| grid.name == *table), &value.place) {
                (Some(counted), place) => cell_amount(counted, place)?,
                (None, Place::Row { row, field, .. }) => {
                    row_amount(lab, counts, table, row, *field)?
                }
                (None, Place::Cell { column, .. }) => return Err(no_field(column)),
                (None, Place::Fact(name)) => return Err(format!("{name} is a fact")),
            }
        }
    };
    Ok((amount, stale))
}

/// The counts of the lab or of its Go column.
pub(crate) fn counts_of<'a>(
    lab: &Lab,
    numbers: &'a Numbers,
    go: bool,
) -> Result<&'a Counts, String> {
    let dated = if go { &numbers.go } else { &numbers.counts };
    let dated = dated
        .as_ref()
        .ok_or_else(|| missing(lab, numbers, if go { "go.json" } else { "counts.json" }))?;
    Ok(&dated.ledger.body)
}

/// How a fault ends that follows from another one.
pub(crate) const SEE_ITS_OWN: &str = "cannot be used; see its own fault";

/// What a fault says of a ledger that was never made.
pub(crate) const IS_NOT_THERE: &str = "is not there; `cargo labs measure";

/// What to say where a ledger cannot be used.
pub(crate) fn missing(lab: &Lab, numbers: &Numbers, file: &str) -> String {
    let known = numbers.faults.iter().find(|(known, _)| known.ends_with(&format!("/{file}")));
    match known {
        Some((known, _)) => format!("{known} {SEE_ITS_OWN}"),
        None => format!(
            "labs/{0}/ledger/{file} {IS_NOT_THERE} {0} --only counts --reference` makes it",
            lab.name
        ),
    }
}

/// What to say where no times are there.
pub(crate) fn no_times(lab: &Lab) -> String {
    format!(
        "{} has no times yet; `cargo labs measure {} --only times --reference` makes them",
        lab.name, lab.name
    )
}

fn row_amount(
    lab: &Lab,
    counts: &Counts,
    table: &str,
    name: &str,
    field: Field,
) -> Result<Amount, String> {
    if let Some(known) = counts.tables.iter().find(|known| known.name == table) {
        let names = known.rows.iter().map(|row| row.variant.as_str());
        let row = known.rows.iter().find(|row| row.variant == name);
        let row = row.ok_or_else(|| {
            format!("table {table:?} has no row {name:?}{}", nearest(name, names))
        })?;
        return field_of(row, field);
    }
    let names = counts
        .tables
        .iter()
        .map(|t| t.name.as_str())
        .chain(counts.sites.iter().map(|t| t.name.as_str()));
    let known = counts.sites.iter().find(|known| known.name == table);
    let known = known
        .ok_or_else(|| format!("{} has no table {table:?}{}", lab.name, nearest(table, names)))?;
    let lines: Vec<_> =
        known.rows.iter().filter(|site| name == "total" || site.function == name).collect();
    if lines.is_empty() {
        let names = known.rows.iter().map(|site| site.function.as_str()).chain(["total"]);
        return Err(format!(
            "no line of {table:?} is in a function {name:?}{}",
            nearest(name, names)
        ));
    }
    match field {
        Field::Blocks => {
            Ok(Amount::Blocks(lines.iter().map(|site| site.blocks.0).sum::<u64>() as f64))
        }
        Field::Bytes => {
            Ok(Amount::Bytes(lines.iter().map(|site| site.bytes.0).sum::<u64>() as f64))
        }
        _ => Err("lines that allocate have blocks and bytes only".into()),
    }
}

fn field_of(row: &CountRow, field: Field) -> Result<Amount, String> {
    let level = |level: Option<ledger::Level>| {
        level.ok_or_else(|| format!("{:?} has no level", row.variant))
    };
    Ok(match field {
        Field::Blocks => Amount::Blocks(row.blocks.0 as f64 / row.calls as f64),
        Field::Bytes => Amount::Bytes(row.bytes.0 as f64 / row.calls as f64),
        Field::PeakBlocks => Amount::Blocks(level(row.peak)?.blocks.0 as f64),
        Field::PeakBytes => Amount::Bytes(level(row.peak)?.bytes.0 as f64),
        Field::HeldBlocks => Amount::Blocks(level(row.held)?.blocks.0 as f64),
        Field::HeldBytes => Amount::Bytes(level(row.held)?.bytes.0 as f64),
        Field::Time => return Err("times are in another ledger".into()),
    })
}

/// The times of this table on that machine.
pub(crate) fn timed_table<'a>(
    lab: &Lab,
    times: &'a Dated<Times>,
    table: &str,
) -> Result<&'a TimeTable, String> {
    let tables = &times.ledger.body.tables;
    let names = tables.iter().map(|table| table.name.as_str());
    tables.iter().find(|known| known.name == table).ok_or_else(|| {
        format!("{} has timed no table {table:?}{}", lab.name, nearest(table, names))
    })
}

/// criterion's estimate; several machines have no single time.
fn time(lab: &Lab, numbers: &Numbers, table: &str, row: &str) -> Result<(Amount, bool), String> {
    let [times] = numbers.times.as_slice() else {
        return Err(match numbers.times.len() {
            0 => no_times(lab),
            n => format!(
                "{n} machines have timed it; a single time would be one machine's, so use `{{{{#table {table}}}}}`"
            ),
        });
    };
    let known = timed_table(lab, times, table)?;
    let estimate = known.estimates.iter().find(|estimate| estimate.variant == row);
    let names = known.estimates.iter().map(|estimate| estimate.variant.as_str());
    estimate
        .map(|e| (Amount::Time(e.clone()), times.stale))
        .ok_or_else(|| format!("table {table:?} has timed no {row:?}{}", nearest(row, names)))
}
