//! What stands above every report: which profile, how old, how much of it.

use std::time::{Duration, SystemTime};

use serde::Serialize;

use crate::model::{Metric, Origin, Values};
use crate::text::{DIM, RED, commas, counted, percent, styled};
use crate::view::View;

/// A larger share without a line is worth a warning.
const UNRESOLVED_LIMIT: f64 = 0.3;

/// Which profile a report is of.
#[derive(Debug, Clone, Serialize)]
pub struct Heading {
    /// Who wrote it.
    pub origin: Origin,
    /// The command that was profiled.
    pub command: String,
    /// Seconds since the file was written; none of standard input.
    pub age_seconds: Option<u64>,
    /// Sum over the whole file.
    pub total: Values,
    /// Sum over what the filter lets pass.
    pub selected: Values,
    /// Share of it, by the profile's first metric, whose line is not known.
    pub unresolved: f64,
    #[serde(skip)]
    units: (&'static str, &'static str),
    #[serde(skip)]
    first: Metric,
}

impl Heading {
    /// Of a view; `written` is when its file was.
    pub fn new(view: &View<'_>, written: Option<SystemTime>) -> Self {
        let profile = view.profile;
        let (part, whole) = view.unresolved();
        let age = written.and_then(|written| SystemTime::now().duration_since(written).ok());
        Self {
            origin: profile.origin,
            command: profile.command.clone(),
            age_seconds: age.as_ref().map(Duration::as_secs),
            total: profile.total,
            selected: view.selected,
            unresolved: crate::text::share(part, whole),
            units: (profile.unit(Metric::Bytes), profile.unit(Metric::Blocks)),
            first: profile.metrics.first().copied().unwrap_or(Metric::Bytes),
        }
    }

    /// One to three lines.
    pub fn render(&self) -> String {
        let kind = match self.origin {
            Origin::DhatHeap => "heap profile (dhat)",
            Origin::DhatAdHoc => "ad hoc profile (dhat)",
            Origin::Valgrind => "heap profile (Valgrind's DHAT)",
            Origin::Pprof => "heap profile (pprof)",
        };
        let mut line = kind.to_owned();
        if !self.command.is_empty() {
            line += &format!(" of {}", self.command);
        }
        if let Some(seconds) = self.age_seconds {
            line += &format!(", {} old", age(seconds));
        }
        let mut text = styled(DIM, &line) + "\n" + &self.totals() + "\n";
        if self.unresolved > UNRESOLVED_LIMIT {
            let warning = format!(
                "warning: {:.0}% of the {} have no line: build with debug = \"line-tables-only\" \
                 under [profile.release] (or the profile you use) in Cargo.toml",
                self.unresolved * 100.0,
                self.first.name(),
            );
            text += &(styled(RED, &warning) + "\n");
        }
        text
    }

    fn totals(&self) -> String {
        let (total, selected) = (&self.total, &self.selected);
        if !matches!(self.first, Metric::Bytes | Metric::Blocks) {
            let of = if total == selected { "" } else { ", of what passes the filter" };
            let bytes = counted(selected.live, "bytes");
            // jemalloc's profile has bytes only.
            if total.live_blocks == 0 {
                return format!("{bytes} live{of}");
            }
            return format!("{bytes} in {} live{of}", counted(selected.live_blocks, "blocks"));
        }
        let (bytes, blocks) = self.units;
        let mut text = counted(selected.bytes, bytes);
        if total != selected {
            text +=
                &format!(" of {} ({})", commas(total.bytes), percent(selected.bytes, total.bytes));
        }
        text += &format!(" in {}", counted(selected.blocks, blocks));
        if total != selected {
            text += &format!(" of {}", commas(total.blocks));
        }
        if matches!(self.origin, Origin::DhatHeap | Origin::Valgrind) {
            text += " (a realloc counts as a block of its new size)";
        }
        text
    }
}

fn age(seconds: u64) -> String {
    match seconds {
        0..60 => counted(seconds, "seconds"),
        60..3_600 => counted(seconds / 60, "minutes"),
        3_600..172_800 => counted(seconds / 3_600, "hours"),
        _ => counted(seconds / 86_400, "days"),
    }
}
