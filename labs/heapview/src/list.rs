//! Source lines with what they allocate in the margin.

use std::collections::BTreeMap;

use regex::Regex;
use serde::Serialize;

use crate::model::{LocationId, Metric, Profile, Values};
use crate::source::{Source, Sources};
use crate::view::{By, View};

mod render;

/// Lines shown around an allocating one where the function's extent is unknown.
const CONTEXT: usize = 3;
/// How far up a function's first line is looked for.
const FUNCTION_LIMIT: usize = 400;

/// The functions that match, by size.
#[derive(Debug, Serialize)]
pub struct Listing {
    /// One per function and file.
    pub functions: Vec<Routine>,
    #[serde(skip)]
    columns: Vec<(Metric, &'static str)>,
    #[serde(skip)]
    total: Values,
}

/// One function.
#[derive(Debug, Serialize)]
pub struct Routine {
    /// Its name.
    pub function: String,
    /// The file as the profile names it.
    pub file: Option<String>,
    /// The source that was found.
    pub source: Option<String>,
    /// Why there is none, or why not to trust it.
    pub note: Option<String>,
    /// What its own lines allocated.
    pub flat: Values,
    /// What they and what they called allocated.
    pub cum: Values,
    /// Its lines; those without values are only there for the eye.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Line {
    /// From one; zero: the profile does not say which.
    pub line: u32,
    /// What this line allocated.
    pub flat: Values,
    /// What it and what it called allocated.
    pub cum: Values,
    /// Its source, where it was found.
    pub text: Option<String>,
}

/// Lists every function whose name matches.
pub fn list(view: &View<'_>, re: &Regex, sources: &mut Sources) -> Listing {
    let profile = view.profile;
    let sums = view.sums(By::Line);
    let functions = view.sums(By::Function);
    let names: Vec<bool> = profile.names.iter().map(|name| re.is_match(name)).collect();
    let mut routines: BTreeMap<(u32, Option<u32>), Vec<LocationId>> = BTreeMap::new();
    for (at, location) in (0..).zip(&profile.locations) {
        if sums.cum[at as usize] != Values::default() && names[profile.name_number(at)] {
            routines.entry((location.function, location.file)).or_default().push(at);
        }
    }
    let routines = routines.into_values().map(|locations| {
        let mut lines: BTreeMap<u32, Line> = BTreeMap::new();
        let mut flat = Values::default();
        for &at in &locations {
            let number = profile.locations[at as usize].line;
            let line = lines.entry(number).or_insert(Line { line: number, ..Line::default() });
            line.flat.add(&sums.flat[at as usize]);
            line.cum.add(&sums.cum[at as usize]);
            flat.add(&sums.flat[at as usize]);
        }
        let key = functions.key_of[locations[0] as usize] as usize;
        routine(profile, locations[0], lines, (flat, functions.cum[key]), sources)
    });
    let columns = [Metric::Bytes, Metric::Blocks, Metric::Live];
    let columns = columns.into_iter().filter(|&metric| profile.total.get(metric) > 0);
    let columns = columns.map(|metric| (metric, profile.title(metric))).collect();
    let mut functions: Vec<Routine> = routines.collect();
    let size = |routine: &Routine| {
        let size = |values: &Values| (values.bytes, values.live, values.blocks);
        (size(&routine.flat), size(&routine.cum))
    };
    functions.sort_by(|a, b| size(b).cmp(&size(a)).then_with(|| a.function.cmp(&b.function)));
    Listing { functions, columns, total: profile.total }
}

fn routine(
    profile: &Profile,
    at: LocationId,
    lines: BTreeMap<u32, Line>,
    (flat, cum): (Values, Values),
    sources: &mut Sources,
) -> Routine {
    let function = profile.function_name(at);
    let file = profile.locations[at as usize].file.map(|file| profile.files[file as usize].clone());
    let source = match &file {
        Some(file) => sources.find(file, function),
        None => Source {
            path: None,
            lines: Vec::new(),
            note: Some(
                "the profile names no file: build with debug = \"line-tables-only\"".to_owned(),
            ),
        },
    };
    let last = lines.keys().next_back().copied().unwrap_or_default() as usize;
    let mut note = source.note;
    if source.path.is_some() && last > source.lines.len() {
        note = Some(format!(
            "the profile names line {last}, but this file has {}: it is not the source that was \
             profiled",
            source.lines.len()
        ));
    }
    Routine {
        function: function.to_owned(),
        file,
        source: source.path.map(|path| path.display().to_string()),
        note,
        flat,
        cum,
        lines: with_source(lines, &source.lines, function),
    }
}

/// Adds the lines between and around, as far as the function goes.
fn with_source(mut lines: BTreeMap<u32, Line>, source: &[String], function: &str) -> Vec<Line> {
    let known = || lines.keys().map(|&line| line as usize).filter(|&line| line > 0);
    if let (Some(first), Some(last)) = (known().min(), known().max()) {
        let (from, to) = extent(source, first, last, function);
        for number in from..=to.min(source.len()) {
            let Ok(key) = u32::try_from(number) else { break };
            let line = lines.entry(key).or_insert(Line { line: key, ..Line::default() });
            line.text = source.get(number - 1).cloned();
        }
    }
    lines.into_values().collect()
}

/// The function around lines `first` to `last`: from its `fn` to the line that
/// closes it, as rustfmt and gofmt indent.
fn extent(source: &[String], first: usize, last: usize, function: &str) -> (usize, usize) {
    let around = (first.saturating_sub(CONTEXT).max(1), last + CONTEXT);
    let Some(name) = function.split("::").filter(|part| !part.contains('{')).last() else {
        return around;
    };
    let name = name.rsplit('.').next().unwrap_or(name);
    let begins = |line: &String| {
        ["fn ", "func ", ") "].iter().any(|word| {
            line.split_once(word).is_some_and(|(_, rest)| {
                let rest = rest.strip_prefix(name).unwrap_or("-");
                rest.starts_with(['(', '<', '['])
            })
        })
    };
    let limit = first.saturating_sub(FUNCTION_LIMIT);
    let start = (limit..first).rev().find(|&at| source.get(at).is_some_and(begins));
    let Some(start) = start else { return around };
    if first == last && start + 1 == first && source[start].trim_end().ends_with('}') {
        return (first, last);
    }
    let indent: String = source[start].chars().take_while(|c| c.is_whitespace()).collect();
    let close = format!("{indent}}}");
    let end = (last - 1..source.len().min(last + FUNCTION_LIMIT)).find(|&at| source[at] == close);
    // A frame of another function in between: the extent is of that one.
    let closed_before =
        (start..first.saturating_sub(1)).any(|at| source.get(at).is_some_and(|l| *l == close));
    match end {
        Some(end) if !closed_before => (start + 1, end + 1),
        _ => around,
    }
}
