//! Which row it is, of those that the reader may choose.

use ledger::judge::{Refusal, Verdict, compare};
use ledger::{CountTable, SiteTable, TimeTable};

use crate::directive::By;
use crate::fault::nearest;
use crate::project::{Lab, Numbers};
use crate::render::amount::{Amount, full};
use crate::render::lines::place;
use crate::render::number::{no_times, timed_table};
use crate::render::provenance::machine;
use crate::render::table::{Known, variant};
use crate::render::variants::per_call;

/// What an option comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Right,
    Wrong,
    /// Among those that the judge cannot tell apart.
    Open,
    /// Not the same on every machine.
    Depends,
}

/// A part of the answer: plain text, code between backticks.
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) stale: bool,
}

/// The options, and the answer.
pub(super) struct Choice {
    pub(super) options: Vec<(String, Standing)>,
    pub(super) sentences: Vec<Sentence>,
}

/// By exact counts: equal ones are all right.
pub(super) fn by_count(
    known: Known<'_>,
    options: &[String],
    column: By,
    most: bool,
    stale: bool,
) -> Result<Choice, String> {
    let rows = rows(known, options, column)?;
    let pick = if most { f64::max } else { f64::min };
    let values = || rows.iter().map(|(_, value)| *value);
    let best = values().reduce(pick).unwrap_or(0.0);
    if rows.len() < 2 || values().all(|value| value == best) {
        return Err("all rows have the same, so there is nothing to predict".into());
    }
    let amount = |value: f64| match column {
        By::Blocks => full(&Amount::Blocks(value)),
        By::Bytes => full(&Amount::Bytes(value)),
    };
    let is_best = |value: f64| value.to_bits() == best.to_bits();
    let (right, mut others): (Vec<_>, Vec<_>) = rows.iter().partition(|(_, value)| is_best(*value));
    others.sort_by(|(_, a), (_, b)| if most { b.total_cmp(a) } else { a.total_cmp(b) });
    let names: Vec<&str> = right.iter().map(|(name, _)| name.as_str()).collect();
    let each = if right.len() > 1 { " each" } else { "" };
    let others: Vec<String> = others
        .iter()
        .map(|(name, value)| format!("{} with {}", code(name), amount(*value)))
        .collect();
    let text = format!(
        "{} with {}{each}. Then {}.",
        listed(&names, "and"),
        amount(best),
        others.join(", ")
    );
    let standing = |value| if is_best(value) { Standing::Right } else { Standing::Wrong };
    let options = rows.iter().map(|(name, value)| (name.clone(), standing(*value))).collect();
    Ok(Choice { options, sentences: vec![Sentence { text, stale }] })
}

/// Name and count of every option.
fn rows(known: Known<'_>, options: &[String], column: By) -> Result<Vec<(String, f64)>, String> {
    let pick = |(blocks, bytes): (f64, f64)| match column {
        By::Blocks => blocks,
        By::Bytes => bytes,
    };
    match known {
        Known::Variants(table) => names(table, options)?
            .into_iter()
            .map(|name| Ok((name.to_owned(), pick(per_call(variant(table, name)?)))))
            .collect(),
        Known::Lines(table) => {
            let counts = |site: &ledger::Site| pick((site.blocks.0 as f64, site.bytes.0 as f64));
            if options.is_empty() {
                let shown = |site: &ledger::Site| (label(table, site), counts(site));
                return Ok(table.rows.iter().map(shown).collect());
            }
            let of_function = |name: &String| {
                let lines: Vec<_> =
                    table.rows.iter().filter(|site| site.function == *name).collect();
                match lines.as_slice() {
                    [] => {
                        let names = table.rows.iter().map(|site| site.function.as_str());
                        Err(format!(
                            "no line of {:?} is in a function {name:?}{}",
                            table.name,
                            nearest(name, names)
                        ))
                    }
                    lines => Ok((name.clone(), lines.iter().map(|site| counts(site)).sum())),
                }
            };
            options.iter().map(of_function).collect()
        }
    }
}

/// The line itself, with its place where another is the same.
fn label(table: &SiteTable, site: &ledger::Site) -> String {
    match table.rows.iter().filter(|other| other.source == site.source).count() {
        1 => site.source.clone(),
        _ => format!("{} ({})", site.source, place(site)),
    }
}

/// The variants that may be chosen: these, or all.
fn names<'a>(table: &'a CountTable, options: &'a [String]) -> Result<Vec<&'a str>, String> {
    if options.is_empty() {
        return Ok(table.rows.iter().map(|row| row.variant.as_str()).collect());
    }
    options.iter().map(|option| variant(table, option).map(|row| row.variant.as_str())).collect()
}

/// By the judge of times, on every machine of ours.
pub(super) fn by_verdict(
    lab: &Lab,
    numbers: &Numbers,
    table: &CountTable,
    options: &[String],
    slowest: bool,
) -> Result<Choice, String> {
    let names = names(table, options)?;
    if numbers.times.is_empty() {
        return Err(no_times(lab));
    }
    if names.len() < 2 {
        return Err("there is only one row, so there is nothing to predict".into());
    }
    let mut sentences = Vec::new();
    let mut standings: Vec<Option<Standing>> = vec![None; names.len()];
    for dated in &numbers.times {
        let timed = timed_table(lab, dated, &table.name)?;
        let left = left(timed, &names, slowest).map_err(|refusal| match refusal {
            Refusal::Unknown(_) => refusal.to_string(),
            _ => format!(
                "{refusal}; name fewer options, or `cargo labs measure {} --only times --reference` makes them",
                lab.name
            ),
        })?;
        for (i, standing) in standings.iter_mut().enumerate() {
            let here = match (left.contains(&i), left.len()) {
                (true, 1) => Standing::Right,
                (true, _) => Standing::Open,
                (false, _) => Standing::Wrong,
            };
            *standing = match *standing {
                Some(there) if there != here => Some(Standing::Depends),
                _ => Some(here),
            };
        }
        let on = match numbers.times.len() {
            1 => String::new(),
            _ => format!(" On {}.", machine(&dated.ledger.provenance.machine)),
        };
        sentences
            .push(Sentence { text: sentence(&names, &left, slowest) + &on, stale: dated.stale });
    }
    let standing = |(name, standing): (&&str, Option<Standing>)| {
        ((*name).to_owned(), standing.unwrap_or(Standing::Open))
    };
    Ok(Choice { options: names.iter().zip(standings).map(standing).collect(), sentences })
}

/// Those of `names` that may be the slowest (or fastest): no other one is
/// beyond doubt slower (or faster). All pairs are compared, and the judge's
/// level is raised for all of them.
fn left(table: &TimeTable, names: &[&str], slowest: bool) -> Result<Vec<usize>, Refusal> {
    let mut out = vec![false; names.len()];
    let pairs = names.len() * (names.len() - 1) / 2;
    for i in 0..names.len() {
        for j in i + 1..names.len() {
            match (compare(table, names[i], names[j], pairs)?.verdict, slowest) {
                (Verdict::Faster, true) | (Verdict::Slower, false) => out[i] = true,
                (Verdict::Slower, true) | (Verdict::Faster, false) => out[j] = true,
                (Verdict::TooClose, _) => {}
            }
        }
    }
    let left: Vec<usize> = (0..names.len()).filter(|i| !out[*i]).collect();
    // A ring of verdicts would leave none: then none can be told.
    Ok(if left.is_empty() { (0..names.len()).collect() } else { left })
}

fn sentence(names: &[&str], left: &[usize], slowest: bool) -> String {
    let word = if slowest { "slower" } else { "faster" };
    let these: Vec<&str> = left.iter().map(|i| names[*i]).collect();
    match these.as_slice() {
        [name] => format!(
            "{}: {word} than each of the others, in rounds that alternate them.",
            code(name)
        ),
        these if these.len() == names.len() => {
            "Too close to call: no two of them differ beyond doubt in a way that would settle it."
                .into()
        }
        these => format!(
            "Too close to call between {}. It is none of the others: each of them has one that is {word} beyond doubt.",
            listed(these, "and")
        ),
    }
}

/// In backticks, unless it holds one.
fn code(name: &str) -> String {
    if name.contains('`') { name.replace('`', "'") } else { format!("`{name}`") }
}

/// `a`, `b` and `c`.
fn listed(names: &[&str], last: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| code(name)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
