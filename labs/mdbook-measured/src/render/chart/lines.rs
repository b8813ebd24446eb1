//! Grids as pictures: lines over rows that are numbers; else counts as bars and
//! times as dots.

use ledger::{Bytes, CountGrid, ObservedGrid, Quantity, Spread, Unit, grouped};

use super::axis::Axis;
use super::bars::{Bar, bars};
use super::dots::{Dots, Lane, Row};
use super::svg::{Anchor, Svg, fitted};
use super::{Picture, source};
use crate::directive::By;
use crate::project::{Lab, Numbers};
use crate::render::amount::{Amount, bare, exact};
use crate::render::grid::{Gridded, observed, title};
use crate::render::provenance::machine;

/// One column: its points from left to right.
struct Series {
    name: String,
    /// Place, and the value with its interval.
    points: Vec<(f64, Spread)>,
}

/// Down, in pixels.
const PLOT: f64 = 260.0;

/// From so many points on, a mark at each would hide the line.
const MARKED: usize = 40;

/// The picture of a grid; of times the first machine's.
pub(super) fn picture(lab: &Lab, numbers: &Numbers, grid: Gridded<'_>) -> Result<Picture, String> {
    match grid {
        Gridded::Counted(grid) => Ok(counted(lab, numbers, grid)),
        Gridded::Observed(name) => {
            let all = observed(numbers, name);
            let first = all.first().ok_or("nobody has observed it")?;
            if first.grid.unit != Quantity::Time {
                return Err(format!(
                    "of what is observed only times are drawn; use `{{{{#table {name}}}}}`"
                ));
            }
            let provenance = &first.dated.ledger.provenance;
            let on = machine(&provenance.machine);
            let mut picture = timed(first.grid);
            picture.title = format!("{}, {name}: times by {}, on {on}", lab.name, first.grid.by);
            picture.sources = vec![source("Times", provenance, first.dated.stale)];
            Ok(picture)
        }
    }
}

/// The rows as numbers, if all are.
fn numeric<'a>(rows: impl Iterator<Item = &'a str>) -> Option<Vec<f64>> {
    let places: Option<Vec<f64>> = rows.map(|row| row.replace(',', "").parse().ok()).collect();
    places.filter(|places| places.len() > 1 && places.iter().all(|place| place.is_finite()))
}

fn counted(lab: &Lab, numbers: &Numbers, grid: &CountGrid) -> Picture {
    let sources = numbers.counts.iter();
    let sources = sources.map(|d| source("Counts", &d.ledger.provenance, d.stale)).collect();
    let title = title(lab, grid);
    let unit = |value: f64| match grid.unit {
        Unit::Bytes => Bytes(value as u64).to_string(),
        _ => exact(value),
    };
    let Some(places) = numeric(grid.rows.iter().map(|row| row.row.as_str())) else {
        let rows = grid.rows.iter().flat_map(|row| {
            let of = |(column, &value): (&String, &u64)| Bar {
                name: format!("{}: {column}", row.row),
                value: value as f64,
                go: None,
            };
            grid.columns.iter().zip(&row.values).map(of)
        });
        let rows: Vec<Bar> = rows.collect();
        let column = if grid.unit == Unit::Bytes { By::Bytes } else { By::Blocks };
        let described = rows.iter().map(|bar| format!("{}: {}", bar.name, unit(bar.value)));
        return Picture {
            title,
            reading: "Exact counts; every bar begins at zero.",
            described: described.collect(),
            svg: bars(&rows, column, false),
            sources,
        };
    };
    let exactly =
        |value: u64| Spread { median: value as f64, low: value as f64, high: value as f64 };
    let column = |(c, name): (usize, &String)| Series {
        name: name.clone(),
        points: places
            .iter()
            .zip(&grid.rows)
            .map(|(&place, row)| (place, exactly(row.values[c])))
            .collect(),
    };
    let series: Vec<Series> = grid.columns.iter().enumerate().map(column).collect();
    let most = grid.rows.iter().flat_map(|row| &row.values).max().copied().unwrap_or(0);
    let label = |at: u64| match grid.unit {
        Unit::Bytes => Bytes(at).to_string(),
        _ => grouped(at),
    };
    let axis = Axis::counts(most, 96.0, label);
    Picture {
        title,
        reading: "Exact counts, from zero up; one line a column.",
        described: series.iter().map(|series| described(series, &unit)).collect(),
        svg: draw(&series, &grid.by, &axis),
        sources,
    }
}

fn timed(grid: &ObservedGrid) -> Picture {
    let said = |time: f64| grid.unit.text(time);
    let (title, sources) = (String::new(), Vec::new());
    let Some(places) = numeric(grid.rows.iter().map(|row| row.row.as_str())) else {
        let lane = |row: &str, column: &String| match grid.value(row, column) {
            Some(time) => Lane {
                value: Some((time.low, time.median, time.high)),
                text: grid.unit.text(time.median),
                said: bare(&Amount::Observed(time, grid.unit)),
            },
            None => Lane::without_value("–"),
        };
        let row = |row: &ledger::ObservedGridRow| Row {
            name: row.row.clone(),
            lanes: grid.columns.iter().map(|column| lane(&row.row, column)).collect(),
        };
        let machines = grid.columns.iter().map(|column| (column.clone(), false)).collect();
        let dots = Dots { rows: grid.rows.iter().map(row).collect(), machines };
        let axis = Axis::times(dots.values());
        return Picture {
            title,
            reading: reading(&axis),
            described: dots.described(),
            svg: dots.draw(&axis),
            sources,
        };
    };
    let column = |name: &String| Series {
        name: name.clone(),
        points: places
            .iter()
            .zip(&grid.rows)
            .filter_map(|(&place, row)| Some((place, grid.value(&row.row, name)?)))
            .collect(),
    };
    let series: Vec<Series> = grid.columns.iter().map(column).collect();
    let points = series.iter().flat_map(|series| &series.points);
    let axis = Axis::times(points.flat_map(|(_, time)| [time.low, time.median, time.high]));
    Picture {
        title,
        reading: reading(&axis),
        described: series.iter().map(|series| described(series, &said)).collect(),
        svg: draw(&series, &grid.by, &axis),
        sources,
    }
}

fn reading(axis: &Axis) -> &'static str {
    match axis.is_log() {
        true => "Observed times, the median of interleaved rounds; equal steps are equal factors.",
        false => "Observed times, the median of interleaved rounds.",
    }
}

/// `insert_vec: from 12.0 µs at 0 to 3.00 ns at 1`.
fn described(series: &Series, unit: &impl Fn(f64) -> String) -> String {
    let end = |point: Option<&(f64, Spread)>| {
        point.map_or("nothing".to_owned(), |(at, value)| format!("{} at {at}", unit(value.median)))
    };
    let (first, last) = (series.points.first(), series.points.last());
    format!("{}: from {} to {}", series.name, end(first), end(last))
}

/// Lines, with `up` from the foot of the picture.
fn draw(series: &[Series], by: &str, up: &Axis) -> Svg {
    let mut svg = Svg::new();
    for (nth, Series { name, .. }) in series.iter().enumerate() {
        let y = svg.height + 10.0;
        svg.polyline(nth, (0.0, y - 10.0, 6.0, 20.0), &[(0.0, 10.0), (100.0, 10.0)]);
        svg.mark(&class(nth), nth, 3.0, 0, y);
        svg.text("value", 6.0, 8, y + 4.0, Anchor::Start, &fitted(name, 86.0));
        svg.height += 20.0;
    }
    let top = svg.height + 8.0;
    let down = |value: f64| top + PLOT * (1.0 - up.place(value) / 100.0);
    let foot = top + PLOT;
    for (at, label) in up.ticks_up() {
        let y = top + PLOT * (1.0 - at / 100.0);
        svg.line("grid", (0.0, y), (100.0, y));
        svg.text("tick", 0.0, 2, y - 3.0, Anchor::Start, label);
    }
    let across = Axis::numbers(series.iter().flat_map(|s| s.points.iter().map(|point| point.0)));
    svg.height = top;
    super::bars::grid(&mut svg, &across, foot);
    for (nth, Series { points, .. }) in series.iter().enumerate() {
        let places: Vec<(f64, f64)> = points
            .iter()
            .map(|(at, value)| (across.place(*at), down(value.median) - top))
            .collect();
        svg.polyline(nth, (0.0, top, 100.0, PLOT), &places);
        if points.len() > MARKED {
            continue;
        }
        for ((x, y), (_, value)) in places.iter().zip(points) {
            if value.high > value.low {
                svg.line("interval", (*x, down(value.low)), (*x, down(value.high)));
            }
            svg.mark(&class(nth), nth, *x, 0, y + top);
        }
    }
    svg.text("tick", 100.0, 0, foot + 30.0, Anchor::End, by);
    svg.height = foot + 36.0;
    svg
}

fn class(nth: usize) -> String {
    format!("dot series-{}", nth % 6)
}
