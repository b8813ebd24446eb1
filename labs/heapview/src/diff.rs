//! What changed between two profiles.
//!
//! Lines are matched by function, file and number, never by address: a position
//! independent program has other addresses in every run. Where lines of one
//! function only moved, because something was edited above them, they are paired
//! in their order.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::model::{Metric, Profile};
use crate::text::{BOLD, DIM, GREEN, RED, Table, commas, percent, styled};
use crate::view::{By, View};

/// What to compare.
#[derive(Debug, Clone)]
pub struct DiffOptions {
    /// What it is by.
    pub metric: Metric,
    /// Functions, or their lines.
    pub by: By,
    /// Compare cumulative values.
    pub cum: bool,
    /// At most this many rows.
    pub rows: usize,
}

/// What changed, largest first.
#[derive(Debug, Serialize)]
pub struct Diff {
    /// What it is by.
    pub metric: Metric,
    /// Sum of the first profile, filtered.
    pub base: u64,
    /// Sum of the second, filtered.
    pub new: u64,
    /// Rows that differ.
    pub rows: Vec<DiffRow>,
    /// How many more differ.
    pub rows_left: usize,
    /// Rows that are the same, moved ones included.
    pub same: usize,
    /// Rows that are the same but on another line.
    pub moved: usize,
    #[serde(skip)]
    title: &'static str,
}

/// What happened to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Only in the new profile.
    Added,
    /// Only in the base.
    Removed,
    /// In both, with other values.
    Changed,
}

/// A function or line whose value differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiffRow {
    /// What happened.
    pub change: Change,
    /// Its name.
    pub function: String,
    /// File and line in the base; of a function none.
    pub base_place: Option<String>,
    /// File and line in the new profile.
    pub new_place: Option<String>,
    /// Its value in the base.
    pub base: u64,
    /// Its value in the new profile.
    pub new: u64,
}

impl DiffRow {
    /// Negative for less than in the base.
    pub fn delta(&self) -> i128 {
        i128::from(self.new) - i128::from(self.base)
    }
}

/// Values of a function's lines: by line number, base and new.
type Lines = BTreeMap<u32, (Option<u64>, Option<u64>)>;

/// Compares two profiles.
pub fn diff(base: &View<'_>, new: &View<'_>, options: &DiffOptions) -> Diff {
    let mut functions: BTreeMap<(String, String), Lines> = BTreeMap::new();
    add(base, options, |function, file, line, value| {
        let slot = functions.entry((function, file)).or_default().entry(line).or_default();
        slot.0 = Some(slot.0.unwrap_or_default() + value);
    });
    add(new, options, |function, file, line, value| {
        let slot = functions.entry((function, file)).or_default().entry(line).or_default();
        slot.1 = Some(slot.1.unwrap_or_default() + value);
    });
    let (mut rows, mut same, mut moved) = (Vec::new(), 0, 0);
    for ((function, file), lines) in &functions {
        for (base_line, new_line, base, new) in paired(lines) {
            if base == new {
                same += 1;
                moved += usize::from(base_line != new_line);
                continue;
            }
            let place = |line: Option<u32>| {
                line.filter(|_| options.by == By::Line).map(|line| place(file, line))
            };
            let change = match (base_line, new_line) {
                (None, _) => Change::Added,
                (_, None) => Change::Removed,
                _ => Change::Changed,
            };
            let (base, new) = (base.unwrap_or_default(), new.unwrap_or_default());
            let (base_place, new_place) = (place(base_line), place(new_line));
            rows.push(DiffRow {
                change,
                function: function.clone(),
                base_place,
                new_place,
                base,
                new,
            });
        }
    }
    rows.sort_by(|a, b| {
        b.delta()
            .unsigned_abs()
            .cmp(&a.delta().unsigned_abs())
            .then_with(|| a.function.cmp(&b.function))
    });
    let rows_left = rows.len().saturating_sub(options.rows);
    rows.truncate(options.rows);
    Diff {
        metric: options.metric,
        base: base.selected.get(options.metric),
        new: new.selected.get(options.metric),
        rows,
        rows_left,
        same,
        moved,
        title: new.profile.title(options.metric),
    }
}

fn add(view: &View<'_>, options: &DiffOptions, mut put: impl FnMut(String, String, u32, u64)) {
    let sums = view.sums(options.by);
    let values = if options.cum { &sums.cum } else { &sums.flat };
    let profile: &Profile = view.profile;
    for (&at, values) in sums.keys.iter().zip(values) {
        let value = values.get(options.metric);
        if value == 0 {
            continue;
        }
        let location = &profile.locations[at as usize];
        let by_line = options.by == By::Line;
        let file =
            location.file.filter(|_| by_line).map(|file| profile.files[file as usize].clone());
        let line = if by_line { location.line } else { 0 };
        put(options.by.name(profile, at).into_owned(), file.unwrap_or_default(), line, value);
    }
}

/// A line in the base, in the new profile, and the values there.
type Pair = (Option<u32>, Option<u32>, Option<u64>, Option<u64>);

/// Lines that are in both are themselves; of the rest, the first that is gone
/// belongs to the first that is new, and so on.
fn paired(lines: &Lines) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let (mut gone, mut fresh) = (Vec::new(), Vec::new());
    for (&line, &(base, new)) in lines {
        match (base, new) {
            (Some(_), Some(_)) => pairs.push((Some(line), Some(line), base, new)),
            (Some(_), None) => gone.push((line, base)),
            _ => fresh.push((line, new)),
        }
    }
    let count = gone.len().max(fresh.len());
    pairs.extend((0..count).map(|at| {
        let (gone, fresh) = (gone.get(at), fresh.get(at));
        (
            gone.map(|&(line, _)| line),
            fresh.map(|&(line, _)| line),
            gone.and_then(|&(_, value)| value),
            fresh.and_then(|&(_, value)| value),
        )
    }));
    pairs
}

fn place(file: &str, line: u32) -> String {
    match (file, line) {
        ("", _) => "no line".to_owned(),
        (file, 0) => file.to_owned(),
        (file, line) => format!("{file}:{line}"),
    }
}

impl Diff {
    /// By how much of the base the sum grew; infinite if the base is zero, and
    /// zero where nothing grew.
    pub fn growth(&self) -> f64 {
        match (self.base, self.new) {
            (base, new) if new <= base => 0.0,
            (0, _) => f64::INFINITY,
            (base, new) => (new - base) as f64 / base as f64,
        }
    }

    /// As text, cut to the width.
    pub fn render(&self, width: Option<usize>) -> String {
        let mut out = format!("{}\n", styled(BOLD, &self.summary()));
        if self.rows.is_empty() && self.rows_left == 0 {
            let _ = writeln!(out, "= no row differs ({} compared{})", self.same, self.moved_note());
            return out;
        }
        let legend = "+ more than in the base, - less; shares are of the base's sum";
        let _ = writeln!(out, "{}\n", styled(DIM, legend));
        let mut table = Table::new(&["delta", "share", "base", "new", "function"]);
        for row in &self.rows {
            table.row(vec![
                signed(row.delta()),
                self.share(row.delta()),
                if row.change == Change::Added { "added".to_owned() } else { commas(row.base) },
                if row.change == Change::Removed { "removed".to_owned() } else { commas(row.new) },
                row.name(),
            ]);
        }
        out += &table.render(width);
        if self.rows_left > 0 {
            let _ = writeln!(
                out,
                "{}",
                styled(DIM, &format!("and {} more rows; -n shows more", self.rows_left))
            );
        }
        if self.same > 0 {
            let note = format!("= {} rows are the same{}", self.same, self.moved_note());
            let _ = writeln!(out, "{}", styled(DIM, &note));
        }
        out
    }

    fn summary(&self) -> String {
        let delta = i128::from(self.new) - i128::from(self.base);
        let change = match delta {
            0 => styled(DIM, "="),
            delta => {
                let style = if delta > 0 { RED } else { GREEN };
                let share = self.share(delta);
                let share = if self.base == 0 { "the base has none".to_owned() } else { share };
                styled(style, &format!("{} ({share})", signed(delta)))
            }
        };
        format!("{}: {} → {}  {change}", self.title, commas(self.base), commas(self.new))
    }

    fn moved_note(&self) -> String {
        match self.moved {
            0 => String::new(),
            moved => format!(", {moved} of them on another line"),
        }
    }

    /// Of the base's sum, with its sign.
    fn share(&self, delta: i128) -> String {
        let size = u64::try_from(delta.unsigned_abs()).unwrap_or(u64::MAX);
        match percent(size, self.base) {
            share if share == "-" => share,
            share if delta < 0 => format!("-{share}"),
            share => format!("+{share}"),
        }
    }
}

impl DiffRow {
    fn name(&self) -> String {
        match (&self.base_place, &self.new_place) {
            (None, None) => self.function.clone(),
            (Some(place), None) | (None, Some(place)) => format!("{}  {place}", self.function),
            (Some(base), Some(new)) if base == new => format!("{}  {new}", self.function),
            (Some(base), Some(new)) => {
                let line = base.rsplit(':').next().unwrap_or(base);
                format!("{}  {new} (was line {line})", self.function)
            }
        }
    }
}

fn signed(delta: i128) -> String {
    if delta > 0 { format!("+{}", commas(delta)) } else { commas(delta) }
}
