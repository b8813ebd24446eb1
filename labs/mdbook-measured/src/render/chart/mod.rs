//! `{{#chart}}`: a picture of a table, as inline SVG made at build time.
//!
//! Exact counts are bars that begin at zero; what was observed or judged is a
//! dot with its interval. Colours come from the style sheet, and no series is
//! told from another by its colour alone. A chart holds nothing that its table
//! does not: the table is its text alternative, so a page that has none gets it
//! below the chart.

use std::fmt::Write as _;

use ledger::judge::Refusal;
use ledger::{CountTable, Estimate, Provenance};

use crate::directive::{By, Drawn, Name};
use crate::project::{Dated, Lab, Numbers, Project};
use crate::render::columns::interval;
use crate::render::number::{counts_of, lab_of, no_times, timed_table};
use crate::render::provenance::machine;
use crate::render::table::{Known, variant};
use crate::render::verdict::{judge, ratio};
use crate::render::{STALE, escaped, slug};
use crate::shown::Shown;

mod axis;
mod bars;
mod dots;
mod svg;

use axis::Axis;
use bars::{Bar, bars};
use dots::{Dots, Lane, Row};
use svg::Svg;

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
    let counts = counts_of(lab, numbers, false)?;
    let known = Known::of(lab, counts, &name.name)?;
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
        (_, Known::Lines(_)) => {
            return Err(
                "lines that allocate have no times; a chart of them draws `bytes` or `blocks`"
                    .into(),
            );
        }
    };
    let id = shown.id(slug(&format!("chart {} {} {of}", lab.name, name.name)));
    let table = match shown.table(&lab.name, &name.name) {
        Some(id) => Ok(id.to_owned()),
        None => {
            let vs = match drawn {
                Drawn::Ratios { vs } => Some(vs.as_str()),
                _ => None,
            };
            // A second chart of it leads to the one below the first.
            shown.add_table(&lab.name, &name.name, known.id(lab, None));
            Err(super::table(project, page, name, None, vs)?)
        }
    };
    Ok(figure(&id, &picture, table))
}

/// Puts it together; `table` is the id of the table on this page, or the table
/// itself.
fn figure(id: &str, picture: &Picture, table: Result<String, String>) -> String {
    let mut out = format!(
        "<figure class=\"chart\" id=\"{id}\">\n<p class=\"table-title\">{}</p>\n",
        escaped(&picture.title)
    );
    out.push_str(&picture.svg.html(id, &picture.title, &description(picture)));
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
    if let Err(table) = table {
        let _ = writeln!(
            out,
            "<details class=\"chart-numbers\">\n<summary>The numbers, and where they come from</summary>\n{table}\n</details>"
        );
    }
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

/// `Times: AMD EPYC, 2 cores, linux x86_64; rustc 1.95.0 …; 2026-11-30.`
fn source(what: &str, p: &Provenance, stale: bool) -> (String, bool) {
    let day = p.date.get(..10).unwrap_or(&p.date);
    (format!("{what}: {}; {}; {day}.", machine(&p.machine), p.build.toolchain), stale)
}

fn time_chart(lab: &Lab, numbers: &Numbers, table: &CountTable) -> Result<Picture, String> {
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
            "Observed times: a dot with its interval, on an axis on which equal steps are equal factors. Do not compare two dots; the judge does that by rounds."
        }
        false => {
            "Observed times: a dot with its interval. Do not compare two dots; the judge does that by rounds."
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

fn ratio_chart(
    lab: &Lab,
    numbers: &Numbers,
    table: &CountTable,
    vs: &str,
) -> Result<Picture, String> {
    let mut timed = timed(lab, numbers, &table.name)?;
    // The tables judge committed rounds only, and a chart shows what they do.
    timed.retain(|timed| !timed.yours);
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
        reading: "Judged ratios: a dot with its interval, on an axis on which equal steps are equal factors. \
                  A verdict needs the whole interval outside the grey band around the line at 1.",
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
