//! `{{#table}}`: variants side by side, or the lines that allocate.

use ledger::judge::{Comparison, Refusal};
use ledger::{CountRow, CountTable, Estimate, Ledger, SiteTable, Times};

use crate::directive::{By, Name};
use crate::fault::nearest;
use crate::project::{Lab, Numbers, Project};
use crate::render::amount::exact;
use crate::render::columns::{Cell, Column, MeasuredTable, Row, both, interval, own_count};
use crate::render::grid::{self, Gridded};
use crate::render::lines::lines;
use crate::render::number::{counts_of, lab_of};
use crate::render::provenance::{machine, provenance};
use crate::render::verdict::{judge, ratio};
use crate::render::{escaped, slug};
use crate::shown::Shown;

/// The table as a block of HTML; `page` is the page's lab.
pub(crate) fn table(
    project: &Project,
    shown: &mut Shown,
    page: Option<&str>,
    name: &Name,
    by: Option<By>,
    vs: Option<&str>,
) -> Result<String, String> {
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    if let Some(grid) = Gridded::of(numbers, &name.name) {
        project.note_use(lab, &name.name);
        let id = shown.id(grid.id(lab));
        return grid.html(lab, numbers, &id, by, vs);
    }
    let known = Known::of(lab, numbers, &name.name)?;
    project.note_use(lab, &name.name);
    known.html(project, lab, &shown.id(known.id(lab, by)), by, vs)
}

/// The id of that table's figure.
pub(crate) fn table_id(
    lab: &Lab,
    numbers: &Numbers,
    name: &str,
    by: Option<By>,
) -> Result<String, String> {
    match Gridded::of(numbers, name) {
        Some(grid) => Ok(grid.id(lab)),
        None => Ok(Known::of(lab, numbers, name)?.id(lab, by)),
    }
}

/// A table of either kind.
#[derive(Clone, Copy)]
pub(super) enum Known<'a> {
    Variants(&'a CountTable),
    Lines(&'a SiteTable),
}

impl<'a> Known<'a> {
    /// The lab's table of this name.
    pub(super) fn of(lab: &Lab, numbers: &'a Numbers, name: &str) -> Result<Known<'a>, String> {
        let counts = counts_of(lab, numbers, false)?;
        let variants = counts.tables.iter().find(|table| table.name == name);
        let lines = || counts.sites.iter().find(|table| table.name == name).map(Known::Lines);
        variants.map(Known::Variants).or_else(lines).ok_or_else(|| {
            let names = counts.tables.iter().map(|t| t.name.as_str());
            let names = names.chain(counts.sites.iter().map(|t| t.name.as_str()));
            let names = names.chain(grid::names(numbers));
            format!("{} has no table {name:?}{}", lab.name, nearest(name, names))
        })
    }

    /// The block of HTML, with this id.
    pub(super) fn html(
        self,
        project: &Project,
        lab: &Lab,
        id: &str,
        by: Option<By>,
        vs: Option<&str>,
    ) -> Result<String, String> {
        let numbers = project.numbers(lab);
        match self {
            Known::Variants(table) => {
                if let Some(vs) = vs {
                    variant(table, vs)?;
                }
                Ok(variants(lab, numbers, table, id, by, vs))
            }
            Known::Lines(_) if vs.is_some() => {
                Err("lines that allocate have no times to judge".into())
            }
            Known::Lines(table) => Ok(lines(project, lab, table, id, by)),
        }
    }

    /// The id of its figure: two orders of one table of lines are two figures.
    pub(super) fn id(self, lab: &Lab, by: Option<By>) -> String {
        match self {
            Known::Variants(table) => slug(&format!("table {} {}", lab.name, table.name)),
            Known::Lines(table) => {
                let order = match by {
                    Some(By::Blocks) => " by blocks",
                    Some(By::Bytes) => " by bytes",
                    None => "",
                };
                slug(&format!("table {} {}{order}", lab.name, table.name))
            }
        }
    }
}

/// The variant's row.
pub(super) fn variant<'a>(table: &'a CountTable, name: &str) -> Result<&'a CountRow, String> {
    let names = table.rows.iter().map(|row| row.variant.as_str());
    table.rows.iter().find(|row| row.variant == name).ok_or_else(|| {
        format!("table {:?} has no row {name:?}{}", table.name, nearest(name, names))
    })
}

fn variants(
    lab: &Lab,
    numbers: &Numbers,
    table: &CountTable,
    id: &str,
    by: Option<By>,
    vs: Option<&str>,
) -> String {
    let mut rows: Vec<&CountRow> = table.rows.iter().collect();
    match by {
        Some(By::Blocks) => rows.sort_by_key(|row| std::cmp::Reverse(row.blocks)),
        Some(By::Bytes) => rows.sort_by_key(|row| std::cmp::Reverse(row.bytes)),
        None => {}
    }
    let column = |head: &str, class, cell: &dyn Fn(&CountRow) -> String| Column {
        head: head.to_owned(),
        class,
        machine: None,
        cells: rows.iter().map(|row| cell(row).into()).collect(),
    };
    let mut columns = vec![
        column("blocks", "count", &|row| exact(per_call(row).0)),
        column("bytes", "count", &|row| exact(per_call(row).1)),
        column("peak bytes", "count", &|row| {
            row.peak.map_or(String::new(), |peak| exact(peak.bytes.0 as f64))
        }),
    ];
    let go = numbers
        .go
        .as_ref()
        .and_then(|go| go.ledger.body.tables.iter().find(|known| known.name == table.name));
    if let Some(go) = go {
        let of = |row: &CountRow, pick: &dyn Fn((f64, f64)) -> f64| {
            let known = go.rows.iter().find(|known| known.variant == row.variant);
            known.map_or(String::new(), |known| exact(pick(per_call(known))))
        };
        columns.push(column("Go: blocks", "count go", &|row| of(row, &|(blocks, _)| blocks)));
        columns.push(column("Go: bytes", "count go", &|row| of(row, &|(_, bytes)| bytes)));
    }
    let timed = columns.len();
    for dated in &numbers.times {
        let on = machine(&dated.ledger.provenance.machine);
        // The line below tells the machine; several need to be told apart.
        let head = match numbers.times.len() {
            1 => "time".to_owned(),
            _ => format!("time: {on}"),
        };
        let who = (dated.ledger.provenance.machine.slug(), on);
        columns.extend(times(&dated.ledger, table, &rows, vs, head, "time", &who));
    }
    let timed = columns.len() > timed;
    if let Some(counts) = &numbers.your_counts {
        let theirs = counts.ledger.body.tables.iter().find(|known| known.name == table.name);
        let own =
            |row: &CountRow| theirs.and_then(|t| t.rows.iter().find(|r| r.variant == row.variant));
        // Where all are the same, the line below says so; a column would only
        // take the place of a time.
        if rows.iter().any(|row| own(row) != Some(row)) {
            let cell = |row: &CountRow| own_count(row, own(row), |row| (row.blocks, row.bytes));
            columns.push(column("your machine: counts", "count yours", &cell));
        }
    }
    let before = columns.len();
    if let Some(dated) = &numbers.your_times {
        let who = ("yours".to_owned(), "your machine".to_owned());
        let head = "your machine: time".to_owned();
        columns.extend(times(&dated.ledger, table, &rows, None, head, "time yours", &who));
    }
    let timed = timed || columns.len() > before;
    let first = |row: &&CountRow| Row {
        html: format!("<code>{}</code>", escaped(&row.variant)),
        key: row.variant.clone(),
        counts: both((row.blocks, row.bytes)),
    };
    MeasuredTable {
        id,
        lab: &lab.name,
        name: &table.name,
        sources: numbers.sources(),
        caption: format!("{}, {}: one call of each variant", lab.name, table.name),
        head: "variant",
        rows: rows.iter().map(first).collect(),
        columns,
        foot: provenance(lab, numbers, &table.name, go.is_some(), timed),
    }
    .html()
}

/// One machine's times, and its verdicts where there is a variant to judge
/// against; none if it timed no row of this table.
fn times(
    times: &Ledger<Times>,
    table: &CountTable,
    rows: &[&CountRow],
    vs: Option<&str>,
    head: String,
    class: &'static str,
    machine: &(String, String),
) -> Vec<Column> {
    let Some(cells) = time_cells(times, table, rows) else { return Vec::new() };
    let mut columns = vec![Column { head, class, machine: Some(machine.clone()), cells }];
    columns.extend(instructions(times, table, rows, machine));
    columns.extend(vs.and_then(|vs| verdicts(times, table, rows, vs, machine)));
    columns
}

/// Instructions of a call, where that machine had a tool that counts them.
fn instructions(
    times: &Ledger<Times>,
    table: &CountTable,
    rows: &[&CountRow],
    machine: &(String, String),
) -> Option<Column> {
    let known = times.body.tables.iter().find(|known| known.name == table.name)?;
    if known.instructions.is_empty() {
        return None;
    }
    let cell = |row: &&CountRow| {
        let counted = known.instructions.iter().find(|counted| counted.variant == row.variant);
        counted.map_or(Cell::default(), |counted| exact(counted.per_call as f64).into())
    };
    let cells = rows.iter().map(cell).collect();
    let (head, class) = ("instructions".to_owned(), "count instructions");
    Some(Column { head, class, machine: Some(machine.clone()), cells })
}

/// Each variant's verdict against `vs`, from the rounds; `None` if that ledger
/// timed no row of this table.
fn verdicts(
    times: &Ledger<Times>,
    table: &CountTable,
    rows: &[&CountRow],
    vs: &str,
    machine: &(String, String),
) -> Option<Column> {
    let known = times.body.tables.iter().find(|known| known.name == table.name)?;
    let cell = |row: &&CountRow| match judge(known, &row.variant, vs) {
        _ if row.variant == vs => "1".to_owned().into(),
        Ok(comparison) => Cell {
            value: comparison.verdict.to_string(),
            small: ratio(&comparison) + &by_placement(&comparison),
        },
        Err(Refusal::Unknown(_)) => Cell::default(),
        Err(refusal) => Cell { value: "no verdict".into(), small: refusal.to_string() },
    };
    let head = format!("verdict against {vs}");
    let cells = rows.iter().map(cell).collect();
    Some(Column { head, class: "time verdict", machine: Some(machine.clone()), cells })
}

/// `; by placement 0.90 to 1.02`, where the linker alone moves the ratio by more
/// than two per cent.
fn by_placement(comparison: &Comparison) -> String {
    let (least, most) = comparison.placements;
    match most / least > 1.02 {
        true => format!("; by placement {least:.2} to {most:.2}"),
        false => String::new(),
    }
}

pub(super) fn per_call(row: &CountRow) -> (f64, f64) {
    (row.blocks.0 as f64 / row.calls as f64, row.bytes.0 as f64 / row.calls as f64)
}

/// One cell a row; `None` if that ledger timed no row of this table.
fn time_cells(times: &Ledger<Times>, table: &CountTable, rows: &[&CountRow]) -> Option<Vec<Cell>> {
    let known = times.body.tables.iter().find(|known| known.name == table.name)?;
    let cell = |row: &&CountRow| {
        let estimate = known.estimates.iter().find(|estimate| estimate.variant == row.variant);
        estimate.map_or(Cell::default(), |Estimate { time, low, high, .. }| Cell {
            value: time.to_string(),
            small: interval(&low.to_string(), &high.to_string()),
        })
    };
    let cells: Vec<Cell> = rows.iter().map(cell).collect();
    cells.iter().any(|cell| !cell.value.is_empty()).then_some(cells)
}
