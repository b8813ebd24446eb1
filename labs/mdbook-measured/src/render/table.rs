//! `{{#table}}`: variants side by side, or the lines that allocate.

use std::fmt::Write as _;

use ledger::judge::Refusal;
use ledger::{Blocks, Bytes, CountRow, CountTable, Estimate, Ledger, Site, SiteTable, Times};

use crate::directive::{By, Name};
use crate::fault::nearest;
use crate::project::{Lab, Numbers, Project};
use crate::render::number::{counts_of, exact, lab_of, percent};
use crate::render::provenance::{machine, provenance};
use crate::render::verdict::{judge, ratio};
use crate::render::{attribute, escaped, scrolling_table, slug};

/// The table as a block of HTML; `page` is the page's lab.
pub(crate) fn table(
    project: &Project,
    page: Option<&str>,
    name: &Name,
    by: Option<By>,
    vs: Option<&str>,
) -> Result<String, String> {
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    let counts = counts_of(lab, numbers, false)?;
    project.note_use(lab, &name.name);
    if let Some(table) = counts.tables.iter().find(|table| table.name == name.name) {
        if let Some(vs) = vs
            && !table.rows.iter().any(|row| row.variant == vs)
        {
            let names = table.rows.iter().map(|row| row.variant.as_str());
            return Err(format!("table {:?} has no row {vs:?}{}", name.name, nearest(vs, names)));
        }
        return Ok(variants(lab, numbers, table, by, vs));
    }
    if let Some(table) = counts.sites.iter().find(|table| table.name == name.name) {
        if vs.is_some() {
            return Err("lines that allocate have no times to judge".into());
        }
        return Ok(lines(project, lab, numbers, table, by));
    }
    let names = counts
        .tables
        .iter()
        .map(|t| t.name.as_str())
        .chain(counts.sites.iter().map(|t| t.name.as_str()));
    Err(format!("{} has no table {:?}{}", lab.name, name.name, nearest(&name.name, names)))
}

/// A column beyond the first: its head, its class, and its cell of each row.
struct Column {
    head: String,
    class: &'static str,
    cells: Vec<Cell>,
}

/// A value, and in small letters below it what goes with it.
#[derive(Default)]
struct Cell {
    value: String,
    small: String,
}

impl From<String> for Cell {
    fn from(value: String) -> Cell {
        Cell { value, small: String::new() }
    }
}

/// What the reader's machine counted for a row of ours.
fn own_count<T: PartialEq>(
    ours: &T,
    own: Option<&T>,
    counts: impl Fn(&T) -> (Blocks, Bytes),
) -> String {
    match own {
        Some(own) if own == ours => "the same".into(),
        Some(own) => {
            let (blocks, bytes) = counts(own);
            format!("{blocks} / {bytes}")
        }
        None => "not there".into(),
    }
}

fn variants(
    lab: &Lab,
    numbers: &Numbers,
    table: &CountTable,
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
    let mut timed = false;
    for dated in &numbers.times {
        if let Some(cells) = time_cells(&dated.ledger, table, &rows) {
            timed = true;
            // The line below tells the machine; several need to be told apart.
            let head = match numbers.times.len() {
                1 => "time".to_owned(),
                _ => format!("time: {}", machine(&dated.ledger.provenance.machine)),
            };
            columns.push(Column { head, class: "time", cells });
            columns.extend(vs.and_then(|vs| verdicts(&dated.ledger, table, &rows, vs)));
        }
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
    if let Some(dated) = &numbers.your_times
        && let Some(cells) = time_cells(&dated.ledger, table, &rows)
    {
        timed = true;
        columns.push(Column { head: "your machine: time".into(), class: "time yours", cells });
    }
    let first: Vec<String> =
        rows.iter().map(|row| format!("<code>{}</code>", escaped(&row.variant))).collect();
    let id = slug(&format!("table {} {}", lab.name, table.name));
    let caption = format!("{}, {}: one call of each variant", lab.name, table.name);
    let foot = provenance(lab, numbers, &table.name, go.is_some(), timed);
    figure(&id, &caption, "variant", &first, &columns, &foot)
}

/// Each variant's verdict against `vs`, from the rounds; `None` if that ledger
/// timed no row of this table.
fn verdicts(
    times: &Ledger<Times>,
    table: &CountTable,
    rows: &[&CountRow],
    vs: &str,
) -> Option<Column> {
    let known = times.body.tables.iter().find(|known| known.name == table.name)?;
    let cell = |row: &&CountRow| match judge(known, &row.variant, vs) {
        _ if row.variant == vs => "1".to_owned().into(),
        Ok(comparison) => Cell { value: comparison.verdict.to_string(), small: ratio(&comparison) },
        Err(Refusal::Unknown(_)) => Cell::default(),
        Err(refusal) => Cell { value: "no verdict".into(), small: refusal.to_string() },
    };
    let head = format!("verdict against {vs}");
    Some(Column { head, class: "time verdict", cells: rows.iter().map(cell).collect() })
}

fn per_call(row: &CountRow) -> (f64, f64) {
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

/// `6.65 to 6.68 µs`, with the unit once where both have the same.
fn interval(low: &str, high: &str) -> String {
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((number, unit)), Some((_, same))) if unit == same => format!("{number} to {high}"),
        _ => format!("{low} to {high}"),
    }
}

fn lines(
    project: &Project,
    lab: &Lab,
    numbers: &Numbers,
    table: &SiteTable,
    by: Option<By>,
) -> String {
    let mut rows: Vec<&Site> = table.rows.iter().collect();
    match by {
        Some(By::Blocks) => rows.sort_by_key(|site| std::cmp::Reverse(site.blocks)),
        Some(By::Bytes) => rows.sort_by_key(|site| std::cmp::Reverse(site.bytes)),
        None => {}
    }
    let blocks: u64 = rows.iter().map(|site| site.blocks.0).sum();
    let bytes: u64 = rows.iter().map(|site| site.bytes.0).sum();
    let share = |part: u64, whole: u64| {
        if whole == 0 { String::new() } else { percent(part as f64 / whole as f64) }
    };
    let column = |head: &str, cell: &dyn Fn(&Site) -> String| Column {
        head: head.to_owned(),
        class: "count",
        cells: rows.iter().map(|site| cell(site).into()).collect(),
    };
    let mut columns = vec![
        column("bytes", &|site| exact(site.bytes.0 as f64)),
        column("of all bytes", &|site| share(site.bytes.0, bytes)),
        column("blocks", &|site| exact(site.blocks.0 as f64)),
        column("of all blocks", &|site| share(site.blocks.0, blocks)),
    ];
    if by == Some(By::Blocks) {
        columns.rotate_left(2);
    }
    if let Some(counts) = &numbers.your_counts {
        let theirs = counts.ledger.body.sites.iter().find(|known| known.name == table.name);
        let own = |site: &Site| {
            let same_line = |known: &&Site| (&known.file, known.line) == (&site.file, site.line);
            theirs.and_then(|table| table.rows.iter().find(same_line))
        };
        let cell = |site: &Site| own_count(site, own(site), |site| (site.blocks, site.bytes));
        columns.push(Column { class: "count yours", ..column("your machine", &cell) });
    }
    let first: Vec<String> = rows
        .iter()
        .map(|site| {
            let place = format!("{}:{}", site.file, site.line);
            let place = match &project.repository {
                Some(url) => format!(
                    "<a href=\"{}/blob/HEAD/labs/{}/{}#L{}\">{}</a>",
                    attribute(url),
                    attribute(&lab.name),
                    attribute(&site.file),
                    site.line,
                    escaped(&place)
                ),
                None => escaped(&place),
            };
            format!(
                "<code>{}</code><small>{} in {}</small>",
                escaped(&site.source),
                place,
                escaped(&site.function)
            )
        })
        .collect();
    let order = match by {
        Some(By::Blocks) => " by blocks",
        Some(By::Bytes) => " by bytes",
        None => "",
    };
    let id = slug(&format!("table {} {}{order}", lab.name, table.name));
    let caption = format!("{}, {}: source lines that allocate{order}", lab.name, table.name);
    figure(
        &id,
        &caption,
        "line",
        &first,
        &columns,
        &provenance(lab, numbers, &table.name, false, false),
    )
}

/// Puts it together. `first` is HTML; everything else is text.
fn figure(
    id: &str,
    caption: &str,
    head: &str,
    first: &[String],
    columns: &[Column],
    foot: &str,
) -> String {
    let mut out = scrolling_table("measured", Some(id), caption);
    let _ = write!(out, "<thead><tr><th scope=\"col\">{head}</th>");
    for column in columns {
        let _ = write!(
            out,
            "<th scope=\"col\" class=\"{}\">{}</th>",
            column.class,
            escaped(&column.head)
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (r, first) in first.iter().enumerate() {
        let _ = write!(out, "<tr><th scope=\"row\">{first}</th>");
        for column in columns {
            let Cell { value, small } = &column.cells[r];
            let _ = write!(out, "<td class=\"{}\">{}", column.class, escaped(value));
            if !small.is_empty() {
                let _ = write!(out, "<small>{}</small>", escaped(small));
            }
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    let _ = write!(out, "</tbody>\n</table>\n</div>\n{foot}</figure>");
    out
}
