//! `{{#number}}`: one value of a ledger.

use ledger::{Blocks, Bytes, CountRow, Counts, Estimate, TimeTable, Times, Unit, grouped};

use crate::directive::{Field, Place, Shown, Value};
use crate::fault::nearest;
use crate::project::{Dated, Lab, Numbers, Project};
use crate::render::escaped;

/// A value with its unit, not yet text.
enum Amount {
    Blocks(f64),
    Bytes(f64),
    Count(f64),
    Time(Estimate),
    List(Vec<u64>, Unit),
}

/// The number as inline HTML; `lab` is the page's.
pub(crate) fn number(
    project: &Project,
    lab: Option<&str>,
    value: &Value,
    shown: &Shown,
) -> Result<String, String> {
    let (amount, mut stale) = amount(project, lab, value)?;
    let text = match shown {
        Shown::Full => full(&amount),
        Shown::Bare => bare(&amount),
        Shown::Sum | Shown::Count => {
            let Amount::List(values, unit) = amount else {
                return Err("only a list has a sum and a count".into());
            };
            match (shown, unit) {
                (Shown::Count, _) => values.len().to_string(),
                (_, Unit::Blocks) => Blocks(values.iter().sum()).to_string(),
                (_, Unit::Bytes) => Bytes(values.iter().sum()).to_string(),
                (_, Unit::Count) => grouped(values.iter().sum()),
            }
        }
        Shown::Of(whole) => {
            let (whole, whole_stale) = self::amount(project, lab, whole)?;
            stale |= whole_stale;
            share(&amount, &whole)?
        }
    };
    let mark = if stale { " <strong class=\"stale\">stale</strong>" } else { "" };
    Ok(format!("<span class=\"number\">{}</span>{mark}", escaped(&text)))
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
        Place::Row { table, row, field } => {
            project.note_use(lab, table);
            row_amount(lab, counts, table, row, *field)?
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

/// A count, exact: whole where it is whole, else with one decimal.
pub(crate) fn exact(value: f64) -> String {
    if value.fract().abs() < 1e-9 {
        grouped(value as u64)
    } else {
        let tenths = (value * 10.0).round() as u64;
        format!("{}.{}", grouped(tenths / 10), tenths % 10)
    }
}

fn bare(amount: &Amount) -> String {
    match amount {
        Amount::Blocks(value) | Amount::Bytes(value) | Amount::Count(value) => exact(*value),
        Amount::Time(estimate) => {
            format!("{} ({} to {})", estimate.time, estimate.low, estimate.high)
        }
        Amount::List(values, _) => {
            values.iter().map(|&value| grouped(value)).collect::<Vec<_>>().join(", ")
        }
    }
}

fn full(amount: &Amount) -> String {
    match amount {
        Amount::Blocks(value) if value.fract() == 0.0 => Blocks(*value as u64).to_string(),
        Amount::Bytes(value) if value.fract() == 0.0 => Bytes(*value as u64).to_string(),
        Amount::Blocks(_) | Amount::List(_, Unit::Blocks) => format!("{} blocks", bare(amount)),
        Amount::Bytes(_) | Amount::List(_, Unit::Bytes) => format!("{} B", bare(amount)),
        Amount::Count(_) | Amount::Time(_) | Amount::List(..) => bare(amount),
    }
}

fn share(part: &Amount, whole: &Amount) -> Result<String, String> {
    let number = |amount: &Amount| match amount {
        Amount::Blocks(value) => Ok((*value, 'b')),
        Amount::Bytes(value) => Ok((*value, 'B')),
        Amount::Count(value) => Ok((*value, '#')),
        Amount::Time(_) => Err(
            "a share of times is a comparison; times are compared by rounds, never by two estimates",
        ),
        Amount::List(..) => Err("a list has no share"),
    };
    let ((part, part_unit), (whole, whole_unit)) = (number(part)?, number(whole)?);
    if part_unit != whole_unit {
        return Err("both numbers of a share need the same unit".into());
    }
    if whole == 0.0 {
        return Err("a share of nothing has no value".into());
    }
    Ok(percent(part / whole))
}

/// One decimal below ten per cent, none above; what is there is never shown as
/// nothing, nor what is not whole as all.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p > 0.0 && p < 0.05 => "< 0.1 %".into(),
        p if p > 0.0 && p < 9.95 => format!("{p:.1} %"),
        p if (99.5..100.0).contains(&p) => "> 99 %".into(),
        p => format!("{p:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_show_one_decimal_and_whole_numbers_none() {
        assert_eq!(exact(3745.0), "3,745");
        assert_eq!(exact(2871.54), "2,871.5");
        assert_eq!(full(&Amount::Blocks(1.0)), "1 block");
        assert_eq!(full(&Amount::Bytes(102_120.0)), "102,120 B");
        assert_eq!(full(&Amount::List(vec![64, 16_384], Unit::Bytes)), "64, 16,384 B");
    }

    #[test]
    fn shares_need_one_unit_and_a_whole() {
        assert_eq!(share(&Amount::Blocks(1.0), &Amount::Blocks(3.0)), Ok("33 %".into()));
        assert_eq!(share(&Amount::Blocks(1.0), &Amount::Blocks(30.0)), Ok("3.3 %".into()));
        assert_eq!(percent(0.0001), "< 0.1 %");
        assert_eq!(percent(0.999), "> 99 %");
        assert_eq!((percent(0.0), percent(1.0)), ("0 %".into(), "100 %".into()));
        assert!(share(&Amount::Blocks(1.0), &Amount::Bytes(3.0)).is_err());
        assert!(share(&Amount::Blocks(1.0), &Amount::Blocks(0.0)).is_err());
        let nanos = ledger::Nanos::new(1.0).unwrap();
        let (time, low, high) = (nanos, nanos, nanos);
        let estimate =
            Estimate { variant: "v".into(), time, low, high, confidence: 0.95, samples: 1 };
        let time = || Amount::Time(estimate.clone());
        assert!(share(&time(), &time()).unwrap_err().contains("rounds"));
    }
}
