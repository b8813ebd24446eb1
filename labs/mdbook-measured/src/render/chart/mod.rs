//! `{{#chart}}`: a picture of a table, as inline SVG made at build time.
//!
//! Exact counts are bars that begin at zero; what was observed or judged is a
//! dot with its interval. Colours come from the style sheet, and no series is
//! told from another by its colour alone. A chart holds nothing that its table
//! does not: the table is its text alternative, so a page that has none gets it
//! below the chart.

use std::fmt::Write as _;

use ledger::Provenance;

use crate::directive::{By, Drawn, Name, Part};
use crate::project::{Lab, Numbers, Project};
use crate::render::grid::Gridded;
use crate::render::number::lab_of;
use crate::render::provenance::machine;
use crate::render::table::{Known, Wanted, variant};
use crate::render::{STALE, escaped, slug};
use crate::shown::Shown;

mod axis;
mod bars;
mod dots;
mod lines;
mod svg;
mod timed;

use bars::{Bar, bars};
use svg::Svg;
pub(super) use svg::{said, text_of};
use timed::{ratio_chart, time_chart};

/// A chart, drawn, with the words around it.
struct Picture {
    title: String,
    /// What kind of chart it is, and how it is read.
    reading: &'static str,
    /// `name: value` of each row.
    described: Vec<String>,
    svg: Svg,
    /// Where it was measured, and whether that is stale.
    sources: Vec<(String, bool)>,
}

/// The chart as a block of HTML; `page` is the page's lab.
pub(crate) fn chart(
    project: &Project,
    shown: &mut Shown,
    page: Option<&str>,
    name: &Name,
    drawn: &Drawn,
) -> Result<String, String> {
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    if let Some(grid) = Gridded::of(numbers, &name.name) {
        project.note_use(lab, &name.name);
        return grid_chart(shown, lab, numbers, grid, drawn);
    }
    let known = Known::of(lab, numbers, &name.name)?;
    project.note_use(lab, &name.name);
    let (picture, of) = match (drawn, known) {
        (Drawn::Counts { column, sorted }, known) => {
            (count_chart(lab, numbers, known, *column, *sorted), column_name(*column).to_owned())
        }
        (Drawn::Times, Known::Variants(table)) => {
            (time_chart(lab, numbers, table)?, "times".to_owned())
        }
        (Drawn::Ratios { vs }, Known::Variants(table)) => {
            variant(table, vs)?;
            (ratio_chart(lab, numbers, table, vs)?, format!("vs {vs}"))
        }
        (Drawn::Grid, _) => {
            return Err(format!(
                "what of {:?} is to be drawn? `bytes`, `blocks`, `times` or `vs` a variant",
                name.name
            ));
        }
        (_, Known::Lines(_)) => {
            return Err(
                "lines that allocate have no times; a chart of them draws `bytes` or `blocks`"
                    .into(),
            );
        }
    };
    let id = shown.id(slug(&format!("chart {} {} {of}", lab.name, name.name)));
    let (part, vs) = match drawn {
        Drawn::Ratios { vs } => (Part::Times, Some(vs.as_str())),
        Drawn::Times => (Part::Times, None),
        _ => (Part::Counts, None),
    };
    let drawn = Wanted { part, by: None, vs };
    let table = numbers_of(shown, lab, &name.name, drawn, |below, whole| {
        known.html(project, lab, below, whole)
    })?;
    Ok(figure(&id, &picture, table))
}

/// A grid's chart: there is one way to draw each.
fn grid_chart(
    shown: &mut Shown,
    lab: &Lab,
    numbers: &Numbers,
    grid: Gridded<'_>,
    drawn: &Drawn,
) -> Result<String, String> {
    let name = grid.name();
    if *drawn != Drawn::Grid {
        return Err(format!("{name} is a grid, which is drawn whole: `{{{{#chart {name}}}}}`"));
    }
    let picture = lines::picture(lab, numbers, grid)?;
    let id = shown.id(slug(&format!("chart {} {name}", lab.name)));
    let whole = Wanted { part: Part::Whole, by: None, vs: None };
    let table =
        numbers_of(shown, lab, name, whole, |below, whole| grid.html(lab, numbers, below, whole))?;
    Ok(figure(&id, &picture, table))
}

/// The id of the table on this page that has what is `drawn`, or the whole table,
/// which then stands below the chart.
fn numbers_of(
    shown: &mut Shown,
    lab: &Lab,
    name: &str,
    drawn: Wanted<'_>,
    html: impl FnOnce(&str, Wanted<'_>) -> Result<String, String>,
) -> Result<Result<String, String>, String> {
    if let Some(id) = shown.table(&lab.name, name, drawn) {
        return Ok(Ok(id.to_owned()));
    }
    // An id that no table of its own has; a second chart of it leads here.
    let below = slug(&format!("numbers {} {name} {}", lab.name, drawn.vs.unwrap_or("")));
    let whole = Wanted { part: Part::Whole, ..drawn };
    let table = html(&below, whole)?;
    shown.add_table(&lab.name, name, whole, below);
    Ok(Err(table))
}

/// Puts it together; `table` is the id of the table on this page, or the table
/// itself.
fn figure(id: &str, picture: &Picture, table: Result<String, String>) -> String {
    let mut out = format!(
        "<figure class=\"chart\" id=\"{id}\">\n<p class=\"table-title\">{}</p>\n",
        escaped(&picture.title)
    );
    out.push_str(&picture.svg.html(id, &picture.title, &description(picture)));
    // HTML has a figure's caption at its end.
    if let Err(table) = &table {
        let _ = writeln!(
            out,
            "<details class=\"chart-numbers\">\n<summary>The numbers, and where they come from</summary>\n{table}\n</details>"
        );
    }
    let _ = write!(out, "<figcaption class=\"provenance\">\n<p>{}", escaped(picture.reading));
    if let Ok(table) = &table {
        let _ = write!(out, " <a href=\"#{table}\">The numbers, and where they come from.</a>");
    }
    out.push_str("</p>\n");
    for (source, stale) in &picture.sources {
        let mark = if *stale { STALE } else { "" };
        let _ = writeln!(out, "<p>{}{mark}</p>", escaped(source));
    }
    out.push_str("</figcaption>\n");
    out.push_str("</figure>");
    out
}

/// What someone hears who does not see it; the table has the rest.
fn description(picture: &Picture) -> String {
    const HEARD: usize = 12;
    let mut text = format!("{} ", picture.reading);
    let heard: Vec<&str> = picture.described.iter().take(HEARD).map(String::as_str).collect();
    text.push_str(&heard.join("; "));
    let more = picture.described.len().saturating_sub(HEARD);
    if more > 0 {
        let _ = write!(text, "; and {more} more, which are in the table");
    }
    text + "."
}

fn column_name(column: By) -> &'static str {
    match column {
        By::Blocks => "blocks",
        By::Bytes => "bytes",
    }
}

fn count_chart(
    lab: &Lab,
    numbers: &Numbers,
    known: Known<'_>,
    column: By,
    sorted: bool,
) -> Picture {
    let unit = column_name(column);
    let (mut rows, go) = bars::of_table(numbers, known, column);
    if sorted {
        rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    }
    let what = match known {
        Known::Variants(table) => format!("{}: {unit} of one call of each variant", table.name),
        Known::Lines(table) => format!("{}: {unit} by source line", table.name),
    };
    let described = rows.iter().map(|row: &Bar| row.described(column));
    let described = described.collect();
    let counts = numbers.counts.iter().chain(numbers.go.iter().filter(|_| go));
    Picture {
        title: format!("{}, {what}", lab.name),
        reading: "Exact counts; every bar begins at zero.",
        described,
        svg: bars(&rows, column, go),
        sources: ["Counts", "Go"]
            .into_iter()
            .zip(counts)
            .map(|(what, dated)| source(what, &dated.ledger.provenance, dated.stale))
            .collect(),
    }
}

/// `Times: AMD EPYC, 2 cores, linux x86_64; 2026-11-30.` The table has the rest.
fn source(what: &str, p: &Provenance, stale: bool) -> (String, bool) {
    let day = p.date.get(..10).unwrap_or(&p.date);
    (format!("{what}: {}; {day}.", machine(&p.machine)), stale)
}
