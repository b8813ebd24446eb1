//! `{{#table}}` of the source lines that allocate.

use std::cmp::Reverse;

use ledger::{Site, SiteTable};

use crate::directive::{By, Part};
use crate::project::{Lab, Project};
use crate::render::amount::{exact, percent};
use crate::render::columns::{Column, MeasuredTable, Row, both, own_count};
use crate::render::provenance::{Origins, provenance};
use crate::render::{attribute, escaped};

/// The table as a block of HTML.
pub(super) fn lines(
    project: &Project,
    lab: &Lab,
    table: &SiteTable,
    id: &str,
    by: Option<By>,
) -> String {
    let numbers = project.numbers(lab);
    let mut rows: Vec<&Site> = table.rows.iter().collect();
    match by {
        Some(By::Blocks) => rows.sort_by_key(|site| Reverse(site.blocks)),
        Some(By::Bytes) => rows.sort_by_key(|site| Reverse(site.bytes)),
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
        machine: None,
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
    let first = |site: &&Site| Row {
        html: first_cell(project, lab, site),
        key: place(site),
        counts: both((site.blocks, site.bytes)),
    };
    let order = match by {
        Some(By::Blocks) => " by blocks",
        Some(By::Bytes) => " by bytes",
        None => "",
    };
    MeasuredTable {
        id,
        lab: &lab.name,
        name: &table.name,
        part: Part::Whole,
        sources: numbers.sources(),
        caption: format!("{}, {}: source lines that allocate{order}", lab.name, table.name),
        head: "line",
        rows: rows.iter().map(first).collect(),
        columns,
        foot: provenance(lab, numbers, &table.name, Origins::COUNTS),
    }
    .html()
}

/// `src/pipeline.rs:31`.
pub(super) fn place(site: &Site) -> String {
    format!("{}:{}", site.file, site.line)
}

/// The line itself, and where it stands.
fn first_cell(project: &Project, lab: &Lab, site: &Site) -> String {
    let place = escaped(&place(site));
    let place = match &project.repository {
        Some(url) => format!(
            "<a href=\"{}/blob/HEAD/labs/{}/{}#L{}\">{place}</a>",
            attribute(url),
            attribute(&lab.name),
            attribute(&site.file),
            site.line,
        ),
        None => place,
    };
    let (source, function) = (escaped(&site.source), escaped(&site.function));
    format!("<code>{source}</code><small>{place} in {function}</small>")
}
