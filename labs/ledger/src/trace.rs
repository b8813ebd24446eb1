//! A recorded run, step by step: which values lay where.
//!
//! ```text
//!   lane (a thread)   place (slot, private, …)
//!        |                 |
//!        v                 v
//!   A  [ 1 2 ]  [ 3 ]  [ 18 17 16 ]  [ 4 ]        one step: who did what, and
//!   B  [     ]  [ 9 ]  [          ]  [   ]        then this picture
//! ```
//!
//! Lanes and places are names; what a value is, the lab knows. So a trace of a
//! pool, of a queue or of an allocator's size classes has one form.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::read::Checker;

/// What one run did, and what it looked like after each step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// Unique among the lab's traces.
    pub name: String,
    /// Who takes part, as threads: at most [`Trace::LANES`].
    pub lanes: Vec<String>,
    /// Where in a lane a value can lie: at most [`Trace::PLACES`].
    pub places: Vec<TracePlace>,
    /// In order: at most [`Trace::STEPS`].
    pub steps: Vec<TraceStep>,
}

/// A place that every lane has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TracePlace {
    /// One word, as it heads a column.
    pub name: String,
    /// What it is for, in a line.
    pub note: String,
    /// Other lanes may take from it.
    pub open: bool,
}

/// What happened, and where everything lay afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceStep {
    /// Whose step it was: an index of `lanes`.
    pub lane: usize,
    /// What it did, as `get: stolen`. Steps of one kind have one text.
    pub event: String,
    /// How many times it did that, one after the other; at least once.
    pub times: u32,
    /// For each lane and each place the numbers of the values there, in order.
    pub cells: Vec<Vec<Vec<u32>>>,
}

impl Trace {
    /// Lanes at most.
    pub const LANES: usize = 6;
    /// Places of a lane at most.
    pub const PLACES: usize = 6;
    /// Steps at most: nobody looks at more.
    pub const STEPS: usize = 100;
    /// Values at most that lie somewhere at one time.
    pub const VALUES: usize = 64;
    /// The highest number of a value: it is drawn in a small disc.
    pub const HIGHEST: u32 = 999;

    /// What is wrong with it, and where; `None` if it can be shown.
    pub fn fault(&self) -> Option<(String, String)> {
        let fault = |at: &str, message: String| Some((at.to_owned(), message));
        if self.lanes.is_empty() || self.lanes.len() > Self::LANES {
            return fault("lanes", format!("1 to {} lanes are needed", Self::LANES));
        }
        if self.places.is_empty() || self.places.len() > Self::PLACES {
            return fault("places", format!("1 to {} places are needed", Self::PLACES));
        }
        if self.steps.is_empty() || self.steps.len() > Self::STEPS {
            return fault("steps", format!("1 to {} steps are needed", Self::STEPS));
        }
        for (what, names) in [
            ("lanes", self.lanes.iter().collect::<Vec<_>>()),
            ("places", self.places.iter().map(|place| &place.name).collect()),
        ] {
            let distinct: HashSet<&String> = names.iter().copied().collect();
            if distinct.len() < names.len() {
                return fault(what, "one name stands there twice".into());
            }
        }
        let found = self.steps.iter().enumerate().find_map(|(s, step)| Some((s, self.of(step)?)));
        found.and_then(|(s, (at, message))| fault(&format!("steps[{s}]{at}"), message))
    }

    /// What is wrong with one step, and where in it.
    fn of(&self, step: &TraceStep) -> Option<(String, String)> {
        let lanes = self.lanes.len();
        if step.lane >= lanes {
            return Some((".lane".into(), format!("there are {lanes} lanes, counted from 0")));
        }
        if step.times == 0 {
            return Some((".times".into(), "a step happens at least once".into()));
        }
        if step.cells.len() != lanes {
            return Some((".cells".into(), format!("{lanes} lanes need as many rows")));
        }
        let mut seen = HashSet::new();
        for (l, places) in step.cells.iter().enumerate() {
            let at = format!(".cells[{l}]");
            if places.len() != self.places.len() {
                return Some((at, format!("{} places need as many cells", self.places.len())));
            }
            for &value in places.iter().flatten() {
                if value > Self::HIGHEST {
                    return Some((at, format!("a value's number is at most {}", Self::HIGHEST)));
                }
                if !seen.insert(value) {
                    return Some((at, format!("value {value} lies in two places at once")));
                }
            }
        }
        (seen.len() > Self::VALUES)
            .then(|| (".cells".into(), format!("at most {} values fit a picture", Self::VALUES)))
    }

    /// Tells `check` what is wrong with it; `at` is its place.
    pub(crate) fn check(&self, check: &mut Checker, at: &str) {
        for (place, text) in self.texts() {
            check.name(format_args!("{at}.{place}"), text);
        }
        if let Some((place, message)) = self.fault() {
            check.holds(false, format_args!("{at}.{place}"), &message);
        }
    }

    /// Its size, for the limit of rows.
    pub(crate) fn rows(&self) -> usize {
        let cells = self.steps.iter().flat_map(|step| step.cells.iter().flatten());
        self.steps.len() + cells.map(|cell| 1 + cell.len()).sum::<usize>()
    }

    /// Every text in it, with its place.
    fn texts(&self) -> impl Iterator<Item = (String, &String)> {
        let lanes = self.lanes.iter().enumerate().map(|(l, name)| (format!("lanes[{l}]"), name));
        let places = self.places.iter().enumerate().flat_map(|(p, place)| {
            [("name", &place.name), ("note", &place.note)]
                .map(|(field, text)| (format!("places[{p}].{field}"), text))
        });
        let events = self.steps.iter().enumerate();
        let events = events.map(|(s, step)| (format!("steps[{s}].event"), &step.event));
        lanes.chain(places).chain(events)
    }
}
