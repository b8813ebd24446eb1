//! `{{#table}}` of variants: what was counted, what was timed, what the judge says.

use ledger::judge::{Comparison, Refusal};
use ledger::{CountRow, CountTable, Estimate, Ledger, Times};

use crate::directive::{By, Part};
use crate::project::{Lab, Numbers};
use crate::render::amount::exact;
use crate::render::columns::{Cell, Column, MeasuredTable, Row, both, interval, own_count};
use crate::render::escaped;
use crate::render::number::no_times;
use crate::render::provenance::{Origins, machine, provenance};
use crate::render::table::Wanted;
use crate::render::verdict::{judge, ratio};

/// The table as a block of HTML, with this id.
pub(super) fn variants(
    lab: &Lab,
    numbers: &Numbers,
    table: &CountTable,
    id: &str,
    wanted: Wanted<'_>,
) -> Result<String, String> {
    let Wanted { part, by, vs } = wanted;
    let mut rows: Vec<&CountRow> = table.rows.iter().collect();
    match by {
        Some(By::Blocks) => rows.sort_by_key(|row| std::cmp::Reverse(row.blocks)),
        Some(By::Bytes) => rows.sort_by_key(|row| std::cmp::Reverse(row.bytes)),
        None => {}
    }
    let timed = if part == Part::Counts { Vec::new() } else { timed(numbers, table, &rows, vs) };
    let shown = Origins {
        counts: part != Part::Times,
        go: part != Part::Times && go_table(numbers, table).is_some(),
        times: !timed.is_empty(),
    };
    let (mut columns, what) = match part {
        Part::Times if timed.is_empty() => return Err(no_times(lab)),
        Part::Times => (Vec::new(), "time of one call of each variant"),
        Part::Counts | Part::Whole => (counted(numbers, table, &rows), "one call of each variant"),
    };
    columns.extend(timed);
    let first = |row: &&CountRow| Row {
        html: format!("<code>{}</code>", escaped(&row.variant)),
        key: row.variant.clone(),
        counts: both((row.blocks, row.bytes)),
    };
    let table = MeasuredTable {
        id,
        lab: &lab.name,
        name: &table.name,
        part,
        sources: numbers.sources(),
        caption: format!("{}, {}: {what}", lab.name, table.name),
        head: "variant",
        rows: rows.iter().map(first).collect(),
        columns,
        foot: provenance(lab, numbers, &table.name, shown),
    };
    Ok(table.html())
}

/// The Go column's table of this name.
fn go_table<'a>(numbers: &'a Numbers, table: &CountTable) -> Option<&'a CountTable> {
    let go = numbers.go.as_ref()?;
    go.ledger.body.tables.iter().find(|known| known.name == table.name)
}

/// The exact columns: ours, Go's, and the reader's where they differ from ours.
fn counted(numbers: &Numbers, table: &CountTable, rows: &[&CountRow]) -> Vec<Column> {
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
    if let Some(go) = go_table(numbers, table) {
        let of = |row: &CountRow, pick: &dyn Fn((f64, f64)) -> f64| {
            let known = go.rows.iter().find(|known| known.variant == row.variant);
            known.map_or(String::new(), |known| exact(pick(per_call(known))))
        };
        columns.push(column("Go: blocks", "count go", &|row| of(row, &|(blocks, _)| blocks)));
        columns.push(column("Go: bytes", "count go", &|row| of(row, &|(_, bytes)| bytes)));
    }
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
    columns
}

/// The columns of every machine that timed the table, the reader's last.
fn timed(
    numbers: &Numbers,
    table: &CountTable,
    rows: &[&CountRow],
    vs: Option<&str>,
) -> Vec<Column> {
    let mut columns = Vec::new();
    for dated in &numbers.times {
        let on = machine(&dated.ledger.provenance.machine);
        // The line below tells the machine; several need to be told apart.
        let head = match numbers.times.len() {
            1 => "time".to_owned(),
            _ => format!("time: {on}"),
        };
        let who = (dated.ledger.provenance.machine.slug(), on);
        columns.extend(times(&dated.ledger, table, rows, vs, head, "time", &who));
    }
    if let Some(dated) = &numbers.your_times {
        let who = ("yours".to_owned(), "your machine".to_owned());
        let head = "your machine: time".to_owned();
        columns.extend(times(&dated.ledger, table, rows, vs, head, "time yours", &who));
    }
    columns
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
