//! Counts as bars from zero, with the Go column's beside them.

use ledger::{Bytes, grouped};

use super::axis::Axis;
use super::svg::{Anchor, Svg, fitted, width};
use crate::directive::By;
use crate::project::Numbers;
use crate::render::amount::{Amount, exact, full};
use crate::render::table::Known;
use crate::render::variants::per_call;

/// One row's count.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    /// The Go column's, where it has this row.
    pub(super) go: Option<f64>,
}

impl Bar {
    /// `encode_fresh: 12 blocks, in Go 9 blocks`.
    pub(super) fn described(&self, column: By) -> String {
        let with_unit = |value: f64| match column {
            By::Blocks => full(&Amount::Blocks(value)),
            By::Bytes => full(&Amount::Bytes(value)),
        };
        let go = self.go.map_or(String::new(), |go| format!(", in Go {}", with_unit(go)));
        format!("{}: {}{go}", self.name, with_unit(self.value))
    }
}

/// The rows of a table in its order, and whether the Go column has any.
pub(super) fn of_table(numbers: &Numbers, known: Known<'_>, column: By) -> (Vec<Bar>, bool) {
    let pick = |(blocks, bytes): (f64, f64)| match column {
        By::Blocks => blocks,
        By::Bytes => bytes,
    };
    match known {
        Known::Variants(table) => {
            let go = numbers.go.iter().flat_map(|go| &go.ledger.body.tables);
            let go = go.filter(|known| known.name == table.name).flat_map(|table| &table.rows);
            let go: Vec<_> = go.collect();
            let bar = |row: &ledger::CountRow| Bar {
                name: row.variant.clone(),
                value: pick(per_call(row)),
                go: go.iter().find(|go| go.variant == row.variant).map(|go| pick(per_call(go))),
            };
            let bars: Vec<Bar> = table.rows.iter().map(bar).collect();
            let has_go = bars.iter().any(|bar| bar.go.is_some());
            (bars, has_go)
        }
        Known::Lines(table) => {
            let bar = |site: &ledger::Site| Bar {
                name: site.source.clone(),
                value: pick((site.blocks.0 as f64, site.bytes.0 as f64)),
                go: None,
            };
            (table.rows.iter().map(bar).collect(), false)
        }
    }
}

/// Down from the top of a row, in pixels.
const NAME_FOOT: f64 = 14.0;
const BAR_TOP: f64 = 20.0;
const BAR: f64 = 13.0;
const BETWEEN: f64 = 3.0;
const ROW_GAP: f64 = 9.0;

/// Draws them.
pub(super) fn bars(rows: &[Bar], column: By, go: bool) -> Svg {
    let unit = match column {
        By::Blocks => "",
        By::Bytes => " B",
    };
    let label = |value: f64| format!("{}{unit}", exact(value));
    let values = || rows.iter().flat_map(|row| [Some(row.value), row.go]).flatten();
    // Every bar ends where its label still has room.
    let widest = values().map(|value| width(&label(value))).fold(0.0, f64::max);
    let end = (96.0 - widest).max(20.0);
    let top = values().fold(0.0, f64::max);
    let axis = Axis::counts(top.ceil() as u64, end, |at| match column {
        By::Blocks => grouped(at),
        By::Bytes => Bytes(at).to_string(),
    });

    let mut svg = Svg::new();
    if go {
        for (x, class, name) in [(0.0, "bar", "Rust"), (30.0, "bar go", "Go")] {
            svg.rect(class, x + 0.5, 5.0, 4.0, 11.0);
            svg.text("value", x + 5.5, 6, 14.0, Anchor::Start, name);
        }
        svg.height = 26.0;
    }
    let row_height = BAR_TOP + BAR + ROW_GAP + if go { BETWEEN + BAR } else { 0.0 };
    let foot = svg.height + row_height * rows.len() as f64;
    grid(&mut svg, &axis, foot);
    for row in rows {
        let y = svg.height;
        svg.text("name", 0.0, 0, y + NAME_FOOT, Anchor::Start, &fitted(&row.name, 98.0));
        for (class, value, top) in
            [("bar", Some(row.value), y + BAR_TOP), ("bar go", row.go, y + BAR_TOP + BAR + BETWEEN)]
        {
            let Some(value) = value else { continue };
            let x = axis.place(value);
            svg.rect(class, 0.0, x, top, BAR);
            svg.text("value", x, 6, top + BAR - 2.0, Anchor::Start, &label(value));
        }
        svg.height += row_height;
    }
    svg.line("base", (0.0, foot - row_height * rows.len() as f64), (0.0, foot));
    svg.height = foot + 20.0;
    svg
}

/// A thin line at every tick, from the top to `foot`, with its label below.
pub(super) fn grid(svg: &mut Svg, axis: &Axis, foot: f64) {
    for (at, _) in axis.ticks() {
        svg.line("grid", (at, svg.height), (at, foot));
    }
    labels(svg, axis, foot);
}

/// The ticks' labels, below `foot`.
pub(super) fn labels(svg: &mut Svg, axis: &Axis, foot: f64) {
    for (at, label) in axis.ticks() {
        let half = width(label) / 2.0;
        let anchor = if at < half { Anchor::Start } else { Anchor::Middle };
        svg.text("tick", at, 0, foot + 14.0, anchor, label);
    }
}
