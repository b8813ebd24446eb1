//! Times and ratios as dots with their intervals, one lane a machine.

use super::axis::Axis;
use super::bars::labels;
use super::svg::{Anchor, Svg, fitted, width};

/// One machine's value of one variant.
pub(super) struct Lane {
    /// Lower end, estimate, upper end; `None` where there is none to draw.
    pub(super) value: Option<(f64, f64, f64)>,
    /// What stands at its right.
    pub(super) text: String,
    /// The same with all that a screen reader should say.
    pub(super) said: String,
}

impl Lane {
    /// Only words: `no verdict`.
    pub(super) fn without_value(text: &str) -> Lane {
        Lane { value: None, text: text.to_owned(), said: text.to_owned() }
    }
}

/// A variant.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) lanes: Vec<Lane>,
}

/// What is drawn.
pub(super) struct Dots {
    pub(super) rows: Vec<Row>,
    /// Name of each lane's machine, and whether it is the reader's.
    pub(super) machines: Vec<(String, bool)>,
}

/// Down from the top of a lane, in pixels.
const TEXT_FOOT: f64 = 14.0;
const TRACK: f64 = 18.0;
const DOT: f64 = 28.0;
const LANE: f64 = 40.0;

/// Between the lanes of one variant and of the next, where each has several.
const ROW_GAP: f64 = 10.0;

/// How far an interval's ends reach up and down.
const CAP: f64 = 4.0;

impl Dots {
    /// Every number that must have its place on the axis.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        let lanes = self.rows.iter().flat_map(|row| &row.lanes);
        lanes.filter_map(|lane| lane.value).flat_map(|(low, at, high)| [low, at, high])
    }

    /// `encode_fresh: 6.40 µs (6.34 to 6.47 µs)`, with the machine where there
    /// are several.
    pub(super) fn described(&self) -> Vec<String> {
        let several = self.machines.len() > 1;
        let lane = |name: &str, (lane, (machine, _)): (&Lane, &(String, bool))| match several {
            true => format!("{name} on {machine}: {}", lane.said),
            false => format!("{name}: {}", lane.said),
        };
        let row = |row: &Row| {
            let lanes = row.lanes.iter().zip(&self.machines);
            lanes.map(|with| lane(&row.name, with)).collect::<Vec<_>>().join(", ")
        };
        self.rows.iter().map(row).collect()
    }

    pub(super) fn draw(&self, axis: &Axis) -> Svg {
        let mut svg = Svg::new();
        if self.machines.len() > 1 {
            self.legend(&mut svg);
        }
        let lanes: usize = self.rows.iter().map(|row| row.lanes.len()).sum();
        let gap = if self.machines.len() > 1 { ROW_GAP } else { 0.0 };
        let foot = svg.height + LANE * lanes as f64 + gap * self.rows.len() as f64;
        for row in &self.rows {
            for (series, lane) in row.lanes.iter().enumerate() {
                self.lane(&mut svg, axis, row, series, lane);
            }
            svg.height += gap;
        }
        labels(&mut svg, axis, foot);
        svg.height = foot + 20.0;
        svg
    }

    fn legend(&self, svg: &mut Svg) {
        for (series, (name, yours)) in self.machines.iter().enumerate() {
            let y = svg.height + 10.0;
            svg.mark(class(*yours), series, 0.0, 8, y);
            svg.text("value", 0.0, 20, y + 4.0, Anchor::Start, &fitted(name, 92.0));
            svg.height += 20.0;
        }
        svg.height += 6.0;
    }

    fn lane(&self, svg: &mut Svg, axis: &Axis, row: &Row, series: usize, lane: &Lane) {
        let y = svg.height;
        if series == 0 {
            let room = 97.0 - width(&lane.text);
            let name = fitted(&row.name, room);
            svg.text("name", 0.0, 0, y + TEXT_FOOT, Anchor::Start, &name);
        }
        svg.text("value", 100.0, 0, y + TEXT_FOOT, Anchor::End, &lane.text);
        ground(svg, axis, y + TRACK, y + LANE - 2.0);
        if let Some((low, at, high)) = lane.value {
            let y = y + DOT;
            let (low, at, high) = (axis.place(low), axis.place(at), axis.place(high));
            svg.line("interval", (low, y), (high, y));
            for end in [low, high] {
                svg.line("interval", (end, y - CAP), (end, y + CAP));
            }
            svg.mark(class(self.machines[series].1), series, at, 0, y);
        }
        svg.height += LANE;
    }
}

/// What a lane's dot is read against. It ends above and below, so that no line
/// runs through a name.
fn ground(svg: &mut Svg, axis: &Axis, top: f64, foot: f64) {
    if let Some((low, same, high)) = axis.same {
        let (from, to) = (axis.place(low), axis.place(high));
        svg.rect("same", from, to - from, top, foot - top);
        let at = axis.place(same);
        svg.line("one", (at, top), (at, foot));
    }
    for (at, _) in axis.ticks() {
        svg.line("grid", (at, top), (at, foot));
    }
}

fn class(yours: bool) -> &'static str {
    if yours { "dot yours" } else { "dot" }
}
