//! Columns of a table, and how they become HTML.

use std::fmt::Write as _;

use ledger::{Blocks, Bytes};

use crate::directive::Part;
use crate::render::{attribute, escaped, table_with_tabs};

/// A table of measured values.
pub(super) struct MeasuredTable<'a> {
    pub(super) id: &'a str,
    pub(super) lab: &'a str,
    pub(super) name: &'a str,
    pub(super) part: Part,
    /// The key of the sources that the counts are of: a file that is dropped
    /// onto the page may be of others.
    pub(super) sources: &'a str,
    pub(super) caption: String,
    /// Over the first column.
    pub(super) head: &'static str,
    pub(super) rows: Vec<Row>,
    pub(super) columns: Vec<Column>,
    /// HTML: where it all comes from.
    pub(super) foot: String,
}

/// A row's first cell.
pub(super) struct Row {
    /// HTML; everything else is text.
    pub(super) html: String,
    /// What tells the row apart from the others in a ledger.
    pub(super) key: String,
    /// As [`own_count`] shows them.
    pub(super) counts: String,
}

/// A column beyond the first: its head, its class, and its cell of each row.
pub(super) struct Column {
    pub(super) head: String,
    pub(super) class: &'static str,
    /// Slug and name of the machine whose times or verdicts these are.
    pub(super) machine: Option<(String, String)>,
    pub(super) cells: Vec<Cell>,
}

impl Column {
    /// Whether these are facts or observations, in a word.
    fn kind(&self) -> &'static str {
        match () {
            () if self.class.contains("instructions") => "exact here",
            () if self.class.contains("count") => "exact",
            () if self.class.contains("verdict") => "judged",
            () => "observed",
        }
    }
}

/// A value, and in small letters below it what goes with it.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) value: String,
    pub(super) small: String,
}

impl From<String> for Cell {
    fn from(value: String) -> Cell {
        Cell { value, small: String::new() }
    }
}

/// What the reader's machine counted for a row of ours.
pub(super) fn own_count<T: PartialEq>(
    ours: &T,
    own: Option<&T>,
    counts: impl Fn(&T) -> (Blocks, Bytes),
) -> String {
    match own {
        Some(own) if own == ours => "the same".into(),
        Some(own) => both(counts(own)),
        None => "not there".into(),
    }
}

/// `12 blocks / 32,760 B`.
pub(super) fn both((blocks, bytes): (Blocks, Bytes)) -> String {
    format!("{blocks} / {bytes}")
}

/// `6.65 to 6.68 µs`, with the unit once where both have the same.
pub(super) fn interval(low: &str, high: &str) -> String {
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((number, unit)), Some((_, same))) if unit == same => format!("{number} to {high}"),
        _ => format!("{low} to {high}"),
    }
}

impl MeasuredTable<'_> {
    /// The block of HTML. What the page's scripts need to know of a cell stands
    /// beside it as data; without them the table is whole.
    pub(super) fn html(&self) -> String {
        let part = match self.part {
            Part::Whole => "",
            Part::Counts => " data-part=\"counts\"",
            Part::Times => " data-part=\"times\"",
        };
        let attributes = format!(
            " id=\"{}\" data-lab=\"{}\" data-table=\"{}\"{part} data-sources=\"{}\"",
            self.id,
            attribute(self.lab),
            attribute(self.name),
            attribute(self.sources)
        );
        let machines = self.machines();
        let mut out = table_with_tabs("measured", &attributes, &self.caption, &tabs(&machines));
        let _ = write!(out, "<thead><tr><th scope=\"col\">{}</th>", self.head);
        let mut marks = Vec::new();
        for column in &self.columns {
            let (mut mark, mut name) = (format!(" class=\"{}\"", column.class), String::new());
            if let Some((slug, machine)) = &column.machine {
                let other = if machines.len() > 1 && *slug != machines[0].0 { OTHER } else { "" };
                mark = format!(
                    " class=\"{}{other}\" data-machine=\"{}\"",
                    column.class,
                    attribute(slug)
                );
                name = format!(" data-machine-name=\"{}\"", attribute(machine));
            }
            let (head, kind) = (escaped(&column.head), column.kind());
            let _ = write!(out, "<th scope=\"col\"{mark}{name}>{head}<small>{kind}</small></th>");
            marks.push(mark);
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for (r, row) in self.rows.iter().enumerate() {
            let _ = write!(
                out,
                "<tr data-row=\"{}\" data-counts=\"{}\"><th scope=\"row\">{}</th>",
                attribute(&row.key),
                attribute(&row.counts),
                row.html
            );
            for (column, mark) in self.columns.iter().zip(&marks) {
                let Cell { value, small } = &column.cells[r];
                let _ = write!(out, "<td{mark}>{}", escaped(value));
                if !small.is_empty() {
                    let _ = write!(out, "<small>{}</small>", escaped(small));
                }
                out.push_str("</td>");
            }
            out.push_str("</tr>\n");
        }
        let _ = write!(out, "</tbody>\n</table>\n</div>\n{}</figure>", self.foot);
        out
    }

    /// Slug and name of every machine that timed this table.
    fn machines(&self) -> Vec<&(String, String)> {
        let mut machines: Vec<&(String, String)> = Vec::new();
        for machine in self.columns.iter().filter_map(|column| column.machine.as_ref()) {
            if machines.iter().all(|(slug, _)| *slug != machine.0) {
                machines.push(machine);
            }
        }
        machines
    }
}

/// The class of cells that wait behind another machine's tab. Without scripts
/// there are no tabs, and they show.
const OTHER: &str = " other-machine";

/// The place of the tabs where several machines timed a table, as high as they
/// will be: `theme/machines.js` makes them, and nothing must move then.
fn tabs(machines: &[&(String, String)]) -> String {
    if machines.len() < 2 {
        return String::new();
    }
    let mut out = String::from("<div class=\"machine-tabs needs-js\">");
    for name in machines.iter().map(|(_, name)| name.as_str()).chain(["all, side by side"]) {
        let name = escaped(name);
        let _ = write!(out, "<button type=\"button\" class=\"widget-button\">{name}</button>");
    }
    out + "</div>\n"
}
