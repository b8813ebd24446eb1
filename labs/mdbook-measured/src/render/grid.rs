//! Grids: a value for each of some rows and columns.
//!
//! Exact ones stand in the counts of the lab and of its Go column; observed ones
//! in its times or in those of its peers, one per machine. Each is a table of its
//! own, one below the other: cells of two machines are never side by side.

use std::fmt::Write as _;

use ledger::{CountGrid, Counts, ObservedGrid, Quantity, Spread, Times, Unit};

use crate::directive::Part;
use crate::fault::nearest;
use crate::project::{Dated, Lab, Numbers};
use crate::render::amount::exact;
use crate::render::columns::interval;
use crate::render::provenance::{Source, beside, caption, measure_again};
use crate::render::table::Wanted;
use crate::render::{escaped, scrolling_table, slug};

/// A grid of a lab.
#[derive(Clone, Copy)]
pub(super) enum Gridded<'a> {
    /// Exact values.
    Counted(&'a CountGrid),
    /// What was observed, by name: each machine has its own.
    Observed(&'a str),
}

impl<'a> Gridded<'a> {
    /// The lab's grid of this name.
    pub(super) fn of(numbers: &'a Numbers, name: &str) -> Option<Gridded<'a>> {
        let counts = numbers.counts.iter().flat_map(|dated| &dated.ledger.body.grids);
        let counted = counts.into_iter().find(|grid| grid.name == name).map(Gridded::Counted);
        let seen = || Some(Gridded::Observed(&observed(numbers, name).first()?.grid.name));
        counted.or_else(seen)
    }

    pub(super) fn name(self) -> &'a str {
        match self {
            Gridded::Counted(grid) => &grid.name,
            Gridded::Observed(name) => name,
        }
    }

    /// The id of its figure.
    pub(super) fn id(self, lab: &Lab) -> String {
        slug(&format!("table {} {}", lab.name, self.name()))
    }

    /// The block of HTML, with this id.
    pub(super) fn html(
        self,
        lab: &Lab,
        numbers: &Numbers,
        id: &str,
        Wanted { part, by, vs }: Wanted<'_>,
    ) -> Result<String, String> {
        match self {
            _ if by.is_some() => Err("a grid keeps the order of its rows".into()),
            _ if part != Part::Whole => Err(format!(
                "{0} is a grid, which is shown whole: `{{{{#table {0}}}}}`",
                self.name()
            )),
            Gridded::Counted(_) if vs.is_some() => {
                Err("a grid of counts has no times to hold against each other".into())
            }
            Gridded::Counted(grid) => Ok(counted(lab, numbers, grid, id)),
            Gridded::Observed(name) => observed_tables(lab, numbers, name, id, vs),
        }
    }
}

/// One machine's values of a grid.
#[derive(Clone, Copy)]
pub(super) struct Observed<'a> {
    pub(super) dated: &'a Dated<Times>,
    pub(super) grid: &'a ObservedGrid,
    /// What measures it again: `""` or ` --only peers`.
    only: &'static str,
    pub(super) yours: bool,
}

/// The grids of this name that were observed, the committed ones first.
pub(super) fn observed<'a>(numbers: &'a Numbers, name: &str) -> Vec<Observed<'a>> {
    let ours = numbers.times.iter().map(|dated| (dated, "", false));
    let peers = numbers.peers.iter().map(|dated| (dated, " --only peers", false));
    let yours = numbers.your_times.iter().map(|dated| (dated, "", true));
    let all = ours.chain(peers).chain(yours);
    all.filter_map(|(dated, only, yours)| {
        let grid = dated.ledger.body.grids.iter().find(|grid| grid.name == name)?;
        Some(Observed { dated, grid, only, yours })
    })
    .collect()
}

/// The names of all grids.
pub(super) fn names(numbers: &Numbers) -> impl Iterator<Item = &str> {
    let all = numbers.times.iter().chain(&numbers.peers).chain(&numbers.your_times);
    let timed = all.flat_map(|dated| &dated.ledger.body.grids).map(|grid| grid.name.as_str());
    let counts = numbers.counts.iter().flat_map(|dated| &dated.ledger.body.grids);
    counts.map(|grid| grid.name.as_str()).chain(timed)
}

/// `, in bytes`.
fn in_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Blocks => ", in blocks",
        Unit::Bytes => ", in bytes",
        Unit::Count => "",
    }
}

/// `lab6, places: by shards`, with its unit.
pub(super) fn title(lab: &Lab, grid: &CountGrid) -> String {
    format!("{}, {}: by {}{}", lab.name, grid.name, grid.by, in_unit(grid.unit))
}

/// Exact values: ours, then Go's and the reader's where they differ from ours.
fn counted(lab: &Lab, numbers: &Numbers, grid: &CountGrid, id: &str) -> String {
    let of = |dated: &'_ Option<Dated<Counts>>| {
        let grids = dated.iter().flat_map(|dated| &dated.ledger.body.grids);
        grids.into_iter().find(|known| known.name == grid.name).cloned()
    };
    let again = measure_again(lab, " --only counts");
    let source = |what, dated| Source::new(what, dated, String::new());
    let own = of(&numbers.your_counts);
    let same = own.as_ref() == Some(grid);
    let ours = numbers.counts.iter().map(|dated| source("Counts", dated));
    let yours = numbers.your_counts.iter().filter(|_| same);
    let yours = yours.map(|dated| Source::new("Your counts", dated, beside(true)));
    let foot = caption(&ours.chain(yours).collect::<Vec<_>>(), &again);
    let mut out = counted_table(&title(lab, grid), grid, id, &foot);
    for (what, suffix, dated, theirs) in [
        ("Go", "go", &numbers.go, of(&numbers.go)),
        ("Your counts", "yours", &numbers.your_counts, own.filter(|_| !same)),
    ] {
        if let Some(theirs) = theirs {
            let sources: Vec<_> = dated.iter().map(|dated| source(what, dated)).collect();
            let foot = caption(&sources, &again);
            let title = format!("{what}: {}", title(lab, &theirs));
            let _ = write!(
                out,
                "\n{}",
                counted_table(&title, &theirs, &format!("{id}-{suffix}"), &foot)
            );
        }
    }
    out
}

fn counted_table(title: &str, grid: &CountGrid, id: &str, foot: &str) -> String {
    let rows = grid.rows.iter().map(|row| {
        let cells = row.values.iter().map(|&value| (exact(value as f64), Vec::new()));
        (row.row.as_str(), cells.collect())
    });
    table(title, id, (&grid.by, &grid.columns), "count", rows, foot)
}

/// What was observed, one table a machine; against row or column `vs` with the
/// ratio below each.
fn observed_tables(
    lab: &Lab,
    numbers: &Numbers,
    name: &str,
    id: &str,
    vs: Option<&str>,
) -> Result<String, String> {
    let mut out = String::new();
    for (nth, Observed { dated, grid, only, yours }) in
        observed(numbers, name).into_iter().enumerate()
    {
        let whose = if yours { "Your machine: " } else { "" };
        // What is doubted of a machine are its times.
        let (values, what, doubted) = match (grid.unit, yours) {
            (Quantity::Time, false) => ("times", "Times", true),
            (Quantity::Time, true) => ("times", "Your times", true),
            (Quantity::Bytes, false) => ("bytes", "Bytes", false),
            (Quantity::Bytes, true) => ("bytes", "Your bytes", false),
        };
        let mut title = format!("{whose}{}, {name}: {values} by {}", lab.name, grid.by);
        if let Some(vs) = vs {
            held_against(grid, vs)?;
            let _ = write!(title, ", and how many times that of {vs}");
        }
        let more = format!("; median of {} rounds and its 95 % interval", grid.rounds());
        let source = Source::new(what, dated, more);
        let source = if doubted { source } else { source.without_findings() };
        let foot = caption(&[source], &measure_again(lab, only));
        let id = if nth == 0 { id.to_owned() } else { format!("{id}-{}", nth + 1) };
        let rows = grid.rows.iter().map(|row| {
            let row = row.row.as_str();
            let cells = grid.columns.iter().map(|column| observed_cell(grid, (row, column), vs));
            (row, cells.collect())
        });
        let html = table(&title, &id, (&grid.by, &grid.columns), "time", rows, &foot);
        let _ = write!(out, "{}{html}", if nth == 0 { "" } else { "\n" });
    }
    Ok(out)
}

/// That the grid has times, and a row or a column of this name.
fn held_against(grid: &ObservedGrid, name: &str) -> Result<(), String> {
    if grid.unit != Quantity::Time {
        return Err(format!("grid {:?} has no times to hold against each other", grid.name));
    }
    let names = || grid.columns.iter().chain(grid.rows.iter().map(|row| &row.row));
    if names().any(|known| known == name) {
        return Ok(());
    }
    let nearest = nearest(name, names().map(String::as_str));
    Err(format!("grid {:?} has no row and no column {name:?}{nearest}", grid.name))
}

/// The cell that another is held against: in its row if `vs` is a column.
pub(super) fn against<'a>(
    grid: &ObservedGrid,
    (row, column): (&'a str, &'a str),
    vs: &'a str,
) -> (&'a str, &'a str) {
    match grid.columns.iter().any(|known| known == vs) {
        true => (row, vs),
        false => (vs, column),
    }
}

/// A value, its interval, and the ratio.
fn observed_cell(
    grid: &ObservedGrid,
    cell: (&str, &str),
    vs: Option<&str>,
) -> (String, Vec<String>) {
    let Some(value) = grid.value(cell.0, cell.1) else { return ("–".into(), Vec::new()) };
    let (value, ends) = spread_text(grid.unit, value);
    let mut small = Vec::from_iter(ends);
    if let Some(vs) = vs {
        let to = against(grid, cell, vs);
        let ratio = grid.ratio(cell, to).filter(|_| to != cell);
        small.extend(ratio.map(ratio_text));
    }
    (value, small)
}

/// `8.61 ns` and `8.50 to 8.70 ns`. Memory is often the same in all rounds, to the
/// digits shown; then there is no interval.
pub(super) fn spread_text(
    unit: Quantity,
    Spread { median, low, high }: Spread,
) -> (String, Option<String>) {
    let (low, high) = (unit.text(low), unit.text(high));
    let ends = (unit == Quantity::Time || low != high).then(|| interval(&low, &high));
    (unit.text(median), ends)
}

/// `1.23 × (1.20 to 1.26)`.
pub(super) fn ratio_text(Spread { median, low, high }: Spread) -> String {
    let digits = ratio_digits(median);
    format!("{median:.digits$} × ({low:.digits$} to {high:.digits$})")
}

/// Decimals of a ratio: three digits in all, or one decimal.
pub(super) fn ratio_digits(ratio: f64) -> usize {
    if ratio < 9.995 { 2 } else { 1 }
}

/// A cell: its value, and lines in small letters below it.
type Cell = (String, Vec<String>);

fn table<'a>(
    title: &str,
    id: &str,
    (by, columns): (&str, &[String]),
    class: &str,
    rows: impl Iterator<Item = (&'a str, Vec<Cell>)>,
    foot: &str,
) -> String {
    let kind = if class == "count" { "exact" } else { "observed" };
    let mut out = scrolling_table("measured grid", &format!(" id=\"{id}\""), title);
    let _ = write!(out, "<thead><tr><th scope=\"col\">{}</th>", escaped(by));
    for column in columns {
        let head = escaped(column);
        let _ = write!(out, "<th scope=\"col\" class=\"{class}\">{head}<small>{kind}</small></th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (row, cells) in rows {
        let _ = write!(out, "<tr><th scope=\"row\"><code>{}</code></th>", escaped(row));
        for (value, small) in cells {
            let _ = write!(out, "<td class=\"{class}\">{}", escaped(&value));
            for line in small {
                let _ = write!(out, "<small>{}</small>", escaped(&line));
            }
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    let _ = write!(out, "</tbody>\n</table>\n</div>\n{foot}</figure>");
    out
}
