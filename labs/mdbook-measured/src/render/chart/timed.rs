//! Charts of times: what each machine observed, and what the judge says of it.

use ledger::judge::Refusal;
use ledger::{CountTable, Estimate};

use super::axis::Axis;
use super::dots::{Dots, Lane, Row};
use super::{Picture, source};
use crate::project::{Dated, Lab, Numbers};
use crate::render::columns::interval;
use crate::render::number::{no_times, timed_table};
use crate::render::provenance::machine;
use crate::render::verdict::{judge, ratio};

/// One machine's times of a table, and how the chart calls it.
struct Timed<'a> {
    who: String,
    yours: bool,
    dated: &'a Dated<ledger::Times>,
    table: &'a ledger::TimeTable,
}

/// The machines that timed this table, ours before the reader's.
fn timed<'a>(lab: &Lab, numbers: &'a Numbers, table: &str) -> Result<Vec<Timed<'a>>, String> {
    if numbers.times.is_empty() && numbers.your_times.is_none() {
        return Err(no_times(lab));
    }
    let ours = numbers.times.iter().map(|dated| (dated, false));
    let yours = numbers.your_times.iter().map(|dated| (dated, true));
    let mut machines = Vec::new();
    let mut missing = None;
    for (dated, yours) in ours.chain(yours) {
        let name = machine(&dated.ledger.provenance.machine);
        let who = if yours { format!("your machine: {name}") } else { name };
        match timed_table(lab, dated, table) {
            Ok(table) => machines.push(Timed { who, yours, dated, table }),
            Err(message) => missing = Some(message),
        }
    }
    match missing {
        Some(message) if machines.is_empty() => Err(message),
        _ => Ok(machines),
    }
}

fn sources(timed: &[Timed<'_>]) -> Vec<(String, bool)> {
    let what = |yours| if yours { "Your times" } else { "Times" };
    timed.iter().map(|t| source(what(t.yours), &t.dated.ledger.provenance, t.dated.stale)).collect()
}

/// Every machine's estimates.
pub(super) fn time_chart(
    lab: &Lab,
    numbers: &Numbers,
    table: &CountTable,
) -> Result<Picture, String> {
    let timed = timed(lab, numbers, &table.name)?;
    let lane = |timed: &Timed<'_>, name: &str| {
        let known = timed.table.estimates.iter().find(|estimate| estimate.variant == name);
        known.map_or(Lane::without_value("not timed"), |estimate| {
            let Estimate { time, low, high, .. } = estimate;
            let interval = interval(&low.to_string(), &high.to_string());
            let text = format!("{time} ({interval})");
            Lane { value: Some((low.get(), time.get(), high.get())), said: text.clone(), text }
        })
    };
    let dots = lanes(table.rows.iter().map(|row| row.variant.as_str()), &timed, &lane);
    if dots.values().next().is_none() {
        return Err(format!(
            "no variant of {:?} has a time; `{{{{#chart {} blocks}}}}` draws what is there",
            table.name, table.name
        ));
    }
    let axis = Axis::times(dots.values());
    let reading = match axis.is_log() {
        true => {
            "Observed times: a dot on its interval; a narrow one lies under its dot; equal steps are equal \
             factors. Do not compare two dots; the judge does that by rounds."
        }
        false => {
            "Observed times: a dot on its interval; a narrow one lies under its dot. Do not compare two \
             dots; the judge does that by rounds."
        }
    };
    Ok(Picture {
        title: format!("{}, {}: time of one call of each variant", lab.name, table.name),
        reading,
        described: dots.described(),
        svg: dots.draw(&axis),
        sources: sources(&timed),
    })
}

/// The judge's ratios against `vs`.
pub(super) fn ratio_chart(
    lab: &Lab,
    numbers: &Numbers,
    table: &CountTable,
    vs: &str,
) -> Result<Picture, String> {
    let mut timed = timed(lab, numbers, &table.name)?;
    // The table says why a quick look of the reader's has no verdict.
    let judges = |timed: &Timed<'_>| {
        table
            .rows
            .iter()
            .any(|row| row.variant != vs && judge(timed.table, &row.variant, vs).is_ok())
    };
    timed.retain(|timed| !timed.yours || judges(timed));
    if timed.is_empty() {
        return Err(no_times(lab));
    }
    let lane = |timed: &Timed<'_>, name: &str| match judge(timed.table, name, vs) {
        Ok(comparison) => Lane {
            value: Some((comparison.low, comparison.ratio, comparison.high)),
            // The interval is drawn; beside a name there is no room for its ends.
            text: format!("{}, {:.2} ×", comparison.verdict, comparison.ratio),
            said: format!("{}, {}", comparison.verdict, ratio(&comparison)),
        },
        Err(Refusal::Unknown(_)) => Lane::without_value("not timed"),
        Err(_) => Lane::without_value("no verdict"),
    };
    let others = table.rows.iter().map(|row| row.variant.as_str()).filter(|name| *name != vs);
    let dots = lanes(others, &timed, &lane);
    if dots.rows.is_empty() {
        return Err(format!(
            "{vs} is the only row of {:?}, so there is nothing to judge",
            table.name
        ));
    }
    Ok(Picture {
        title: format!("{}, {}: time against {vs}", lab.name, table.name),
        reading: "Judged ratios: a dot on its interval; equal steps are equal factors. A verdict needs the whole interval outside the band around the line at 1.",
        described: dots.described(),
        svg: dots.draw(&Axis::ratios(dots.values())),
        sources: sources(&timed),
    })
}

/// One row a variant, with one lane a machine.
fn lanes<'a>(
    names: impl Iterator<Item = &'a str>,
    timed: &[Timed<'_>],
    lane: &dyn Fn(&Timed<'_>, &str) -> Lane,
) -> Dots {
    let row = |name: &str| Row {
        name: name.to_owned(),
        lanes: timed.iter().map(|timed| lane(timed, name)).collect(),
    };
    Dots {
        rows: names.map(row).collect(),
        machines: timed.iter().map(|timed| (timed.who.clone(), timed.yours)).collect(),
    }
}
