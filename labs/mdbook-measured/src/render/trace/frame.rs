//! The picture of one step.
//!
//! ```text
//!         in use      slot   private   public        a column a place
//!   > A  [o o o o o]  [o]   [o o o]   [o o]          a row a lane; `>` acts
//!        [o o      ]                                 up to four rows of discs
//!     B  [         ]  [ ]   [     ]   [   ]
//! ```
//!
//! All pictures of a trace have one size, so nothing moves from step to step. The
//! boxes and discs stand in the page once, and a picture refers to them: a style
//! meets what is referred to by its own class only. Unlike a
//! chart it has a `viewBox`: it is as wide as the page has room, and its shape is
//! what it says.

use std::fmt::Write as _;

use ledger::{Trace, TraceStep};

use super::moves::{Move, Spot};
use crate::render::chart::{said, text_of};

/// From disc to disc, and a disc's radius. The unit is that of the `viewBox`:
/// about a pixel on a telephone.
const PITCH: f64 = 20.0;
const RADIUS: f64 = 8.5;
/// Between boxes, and in a box around its discs.
const GAP: f64 = 8.0;
const PAD: f64 = 3.0;
/// Height of the names of the places.
const HEAD: f64 = 18.0;
/// A letter's width; a little more than the average.
const LETTER: f64 = 6.4;
/// Discs stand in so many rows before a box is made wider, up to so many columns.
const ROWS: usize = 4;
const COLUMNS: usize = 8;

/// Letters of a name that fit a column or stand before a lane.
const NAME: usize = 8;

/// A column: a place in every lane.
struct Column {
    x: f64,
    width: f64,
    /// Discs beside each other.
    discs: usize,
    open: bool,
}

/// What all pictures of a trace have in common.
pub(super) struct Stage<'t> {
    trace: &'t Trace,
    columns: Vec<Column>,
    /// Top and height of each lane's boxes.
    lanes: Vec<(f64, f64)>,
    width: f64,
    height: f64,
}

/// A name, cut to what fits.
fn short(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    name.chars().take(NAME - 1).chain(['…']).collect()
}

impl<'t> Stage<'t> {
    pub(super) fn of(trace: &'t Trace) -> Stage<'t> {
        let most = |cell: &dyn Fn(&TraceStep) -> usize| trace.steps.iter().map(cell).max();
        let letters = |name: &String| short(name).chars().count() as f64 * LETTER;
        let longest = trace.lanes.iter().map(letters).fold(0.0, f64::max);
        let mut x = 15.0 + longest + GAP / 2.0;
        let mut columns = Vec::new();
        for (p, place) in trace.places.iter().enumerate() {
            let count =
                most(&|step| step.cells.iter().map(|lane| lane[p].len()).max().unwrap_or(0));
            let discs = count.unwrap_or(0).div_ceil(ROWS).clamp(1, COLUMNS);
            let width = (discs as f64 * PITCH + 2.0 * PAD).max(letters(&place.name));
            columns.push(Column { x, width, discs, open: place.open });
            x += width + GAP;
        }
        let (mut y, mut lanes) = (HEAD, Vec::new());
        for l in 0..trace.lanes.len() {
            let rows = |step: &TraceStep| {
                let cells = columns.iter().zip(&step.cells[l]);
                cells.map(|(column, cell)| cell.len().div_ceil(column.discs)).max().unwrap_or(0)
            };
            let rows = most(&rows).unwrap_or(0).max(1);
            let height = rows as f64 * PITCH + 2.0 * PAD;
            lanes.push((y, height));
            y += height + GAP;
        }
        Stage { trace, columns, lanes, width: x - GAP + 2.0, height: y - GAP + 2.0 }
    }

    /// The boxes with their names, and a disc for each value.
    pub(super) fn shapes(&self, id: &str) -> String {
        let mut out = format!(
            "<svg class=\"trace-shapes\" aria-hidden=\"true\" width=\"0\" height=\"0\">\n<defs>\n<g id=\"{id}-stage\">\n"
        );
        for (place, column) in self.trace.places.iter().zip(&self.columns) {
            let _ = writeln!(
                out,
                "<text class=\"trace-place\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                column.x + column.width / 2.0,
                HEAD - 6.0,
                text_of(&short(&place.name))
            );
        }
        for (name, (top, height)) in self.trace.lanes.iter().zip(&self.lanes) {
            let _ = writeln!(
                out,
                "<text class=\"trace-lane\" x=\"15\" y=\"{:.1}\">{}</text>",
                top + PAD + PITCH / 2.0 + 4.0,
                text_of(&short(name))
            );
            for column in &self.columns {
                let _ = writeln!(
                    out,
                    "<rect class=\"trace-box{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"4\"></rect>",
                    if column.open { " trace-open" } else { "" },
                    column.x,
                    column.width
                );
            }
        }
        out += "</g>\n";
        let cells = self.trace.steps.iter().flat_map(|step| step.cells.iter().flatten().flatten());
        let mut values: Vec<u32> = cells.copied().collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            let _ = writeln!(
                out,
                "<g id=\"{id}-{value}\"><circle class=\"trace-disc\" r=\"{RADIUS}\"></circle><text class=\"trace-digits\" y=\"3.6\" text-anchor=\"middle\">{value}</text></g>"
            );
        }
        out + "</defs>\n</svg>\n"
    }

    /// The picture after step `i`.
    pub(super) fn frame(
        &self,
        id: &str,
        i: usize,
        moves: &[Move],
        before: Option<&TraceStep>,
        description: &str,
    ) -> String {
        let step = &self.trace.steps[i];
        let n = i + 1;
        let mut out = format!(
            "<svg class=\"trace-frame\" role=\"img\" aria-labelledby=\"{id}-{n}-title\" aria-describedby=\"{id}-{n}-desc\" viewBox=\"0 0 {:.0} {:.0}\">\n\
             <title id=\"{id}-{n}-title\">After step {n}</title>\n<desc id=\"{id}-{n}-desc\">{}</desc>\n\
             <use href=\"#{id}-stage\"></use>\n",
            self.width.ceil(),
            self.height.ceil(),
            said(description)
        );
        let (top, height) = self.lanes[step.lane];
        let middle = top + PAD + PITCH / 2.0;
        let _ = writeln!(
            out,
            "<path class=\"actor\" d=\"M1 {:.1}v10l8-5zM10.5 {top:.1}v{height:.1}\"></path>",
            middle - 5.0
        );
        for moved in moves {
            if let (Some(before), Some(from), Some(to)) = (before, moved.from, moved.to) {
                out += &self.arrow(&moved.values, (before, from), (step, to));
            }
        }
        for (l, lane) in step.cells.iter().enumerate() {
            for (p, cell) in lane.iter().enumerate() {
                for (at, value) in cell.iter().enumerate() {
                    let moved = moves.iter().any(|moved| moved.values.contains(value));
                    let (x, y) = self.place((l, p), at);
                    let class = if moved { " class=\"moved\"" } else { "" };
                    let _ = writeln!(
                        out,
                        "<use href=\"#{id}-{value}\" x=\"{x:.1}\" y=\"{y:.1}\"{class}></use>"
                    );
                }
            }
        }
        for moved in moves.iter().filter(|moved| moved.to.is_none()) {
            if let (Some(before), Some(from)) = (before, moved.from) {
                out += &self.gone(id, &moved.values, (before, from), step);
            }
        }
        out + "</svg>\n"
    }

    /// The middle of the disc that is the `at`-th in its box.
    fn place(&self, (lane, place): Spot, at: usize) -> (f64, f64) {
        let column = &self.columns[place];
        let across = (at % column.discs) as f64 + 0.5;
        let down = (at / column.discs) as f64 + 0.5;
        let spare = column.width - column.discs as f64 * PITCH;
        (column.x + spare / 2.0 + across * PITCH, self.lanes[lane].0 + PAD + down * PITCH)
    }

    /// The middle of these values' discs, and half of their extent.
    fn extent(&self, values: &[u32], (step, spot): (&TraceStep, Spot)) -> [(f64, f64); 2] {
        let cell = step.cells[spot.0][spot.1].iter().enumerate();
        let there = cell.filter(|(_, value)| values.contains(value));
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (at, _) in there {
            let (x, y) = self.place(spot, at);
            low = (low.0.min(x - RADIUS), low.1.min(y - RADIUS));
            high = (high.0.max(x + RADIUS), high.1.max(y + RADIUS));
        }
        let half = |low: f64, high: f64| (high - low) / 2.0;
        [
            (low.0 + half(low.0, high.0), low.1 + half(low.1, high.1)),
            (half(low.0, high.0), half(low.1, high.1)),
        ]
    }

    /// From where these values lay to where they lie, edge to edge.
    fn arrow(&self, values: &[u32], from: (&TraceStep, Spot), to: (&TraceStep, Spot)) -> String {
        let ([a, from_half], [b, to_half]) = (self.extent(values, from), self.extent(values, to));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        // How much of the way lies inside what is left or reached.
        let inside = |half: (f64, f64)| {
            let share = |half: f64, d: f64| if d == 0.0 { f64::MAX } else { half / d.abs() };
            share(half.0, dx).min(share(half.1, dy))
        };
        let length = dx.hypot(dy);
        let (start, end) = (inside(from_half), 1.0 - inside(to_half) - 2.0 / length);
        let at = |share: f64| (a.0 + dx * share, a.1 + dy * share);
        if (end - start) * length < 4.0 {
            return String::new();
        }
        let ((x1, y1), (x2, y2)) = (at(start), at(end));
        let (ux, uy) = (dx / length, dy / length);
        let side = |s: f64| (x2 - 7.0 * ux - s * uy, y2 - 7.0 * uy + s * ux);
        let ((lx, ly), (rx, ry)) = (side(3.5), side(-3.5));
        format!(
            "<path class=\"arrow\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}M{lx:.1} {ly:.1}L{x2:.1} {y2:.1}L{rx:.1} {ry:.1}\"></path>\n"
        )
    }

    /// Discs that are no longer there, crossed, where nothing else lies now.
    fn gone(
        &self,
        id: &str,
        values: &[u32],
        (before, spot): (&TraceStep, Spot),
        now: &TraceStep,
    ) -> String {
        let mut out = String::new();
        let taken = now.cells[spot.0][spot.1].len();
        let cell = before.cells[spot.0][spot.1].iter().enumerate().skip(taken);
        for (at, value) in cell.filter(|(_, value)| values.contains(value)) {
            let (x, y) = self.place(spot, at);
            let _ = writeln!(
                out,
                "<use class=\"gone\" href=\"#{id}-{value}\" x=\"{x:.1}\" y=\"{y:.1}\"></use>\n\
                 <path class=\"cross\" d=\"M{:.1} {:.1}l12 -12\"></path>",
                x - 6.0,
                y + 6.0
            );
        }
        out
    }
}
