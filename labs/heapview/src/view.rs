//! What of a profile is looked at: which sites, and which of their frames.
//!
//! The frame that counts is the first of the user's own. The allocator's, alloc's,
//! std's and the profiler's stand between it and the allocation: on current
//! Rust five to thirteen of them, whatever dhat trims. `all_frames` shows them.

use std::borrow::Cow;

use regex::Regex;

use crate::model::{LocationId, Profile, Site, Values};
use crate::symbol::Layer;

/// What to look at.
#[derive(Debug, Default, Clone)]
pub struct Filter {
    /// Only sites with a frame whose function or file matches.
    pub focus: Option<Regex>,
    /// Without sites with a frame whose function or file matches.
    pub ignore: Option<Regex>,
    /// Fold nothing away.
    pub all_frames: bool,
}

/// A profile seen through a [`Filter`].
#[derive(Debug)]
pub struct View<'p> {
    /// The whole profile.
    pub profile: &'p Profile,
    /// Sum over the sites that pass.
    pub selected: Values,
    sites: Vec<u32>,
    all_frames: bool,
}

impl<'p> View<'p> {
    /// Applies `filter`.
    pub fn new(profile: &'p Profile, filter: &Filter) -> Self {
        let focus = filter.focus.as_ref().map(|re| matches(profile, re));
        let ignore = filter.ignore.as_ref().map(|re| matches(profile, re));
        let has = |site: &Site, marks: &Vec<bool>| {
            profile.stack(site).iter().any(|&frame| marks[frame as usize])
        };
        let (mut sites, mut selected) = (Vec::new(), Values::default());
        for (at, site) in (0..).zip(&profile.sites) {
            let focused = focus.as_ref().is_none_or(|marks| has(site, marks));
            if focused && !ignore.as_ref().is_some_and(|marks| has(site, marks)) {
                sites.push(at);
                selected.add(&site.values);
            }
        }
        Self { profile, selected, sites, all_frames: filter.all_frames }
    }

    /// The sites that pass.
    pub fn sites(&self) -> impl Iterator<Item = &'p Site> {
        let profile = self.profile;
        self.sites.iter().map(move |&at| &profile.sites[at as usize])
    }

    /// Fills `shown` with the frames of a site that are shown, innermost
    /// first. Never empty: a stack without a frame of the user's keeps the
    /// one nearest to it.
    pub fn stack(&self, site: &Site, shown: &mut Vec<LocationId>) {
        shown.clear();
        let stack = self.profile.stack(site);
        if self.all_frames {
            shown.extend_from_slice(stack);
            return;
        }
        let layer = |frame: LocationId| self.profile.locations[frame as usize].layer;
        shown.extend(stack.iter().copied().filter(|&frame| layer(frame) == Layer::User));
        if shown.is_empty() {
            let nearest = [Layer::Unresolved, Layer::Std]
                .into_iter()
                .find_map(|wanted| stack.iter().copied().find(|&frame| layer(frame) == wanted));
            shown.extend(nearest.or(stack.first().copied()));
        }
    }

    /// Sums by function, or by function, file and line.
    pub fn sums(&self, by: By) -> Sums {
        let (key_of, keys) = by.keys(self.profile);
        let mut sums = Sums {
            flat: vec![Values::default(); keys.len()],
            cum: vec![Values::default(); keys.len()],
            keys,
            key_of,
        };
        // Which site a key was last seen in: recursion counts once.
        let mut seen = vec![u32::MAX; sums.keys.len()];
        let mut stack = Vec::new();
        for (at, site) in (0..).zip(self.sites()) {
            self.stack(site, &mut stack);
            for (depth, &frame) in stack.iter().enumerate() {
                let key = sums.key_of[frame as usize] as usize;
                if depth == 0 {
                    sums.flat[key].add(&site.values);
                }
                if seen[key] != at {
                    seen[key] = at;
                    sums.cum[key].add(&site.values);
                }
            }
        }
        sums
    }

    /// Bytes (or what else the profile has) whose line is not known, of all
    /// that pass: such figures point nowhere.
    pub fn unresolved(&self) -> (u64, u64) {
        let metric = self.profile.metrics.first().copied();
        let value = |values: &Values| metric.map_or(0, |metric| values.get(metric));
        let (mut unresolved, mut stack) = (0_u64, Vec::new());
        for site in self.sites() {
            self.stack(site, &mut stack);
            let location = stack.first().map(|&at| self.profile.locations[at as usize]);
            let known = location
                .is_some_and(|location| location.layer != Layer::Unresolved && location.line != 0);
            if !known {
                unresolved = unresolved.saturating_add(value(&site.values));
            }
        }
        (unresolved, value(&self.selected))
    }
}

/// Which locations' function or file matches.
fn matches(profile: &Profile, re: &Regex) -> Vec<bool> {
    let names: Vec<bool> = profile.names.iter().map(|name| re.is_match(name)).collect();
    let files: Vec<bool> = profile.files.iter().map(|file| re.is_match(file)).collect();
    profile
        .locations
        .iter()
        .map(|location| {
            names[profile.functions[location.function as usize].name as usize]
                || location.file.is_some_and(|file| files[file as usize])
        })
        .collect()
}

/// What one row stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A function.
    Function,
    /// A line of a function.
    Line,
}

impl By {
    /// How a row is named: with its file, unless a row shows that anyway.
    pub(crate) fn name(self, profile: &Profile, at: LocationId) -> Cow<'_, str> {
        match self {
            By::Function => profile.function_label(at),
            By::Line => Cow::Borrowed(profile.function_name(at)),
        }
    }

    /// The key of each location, and a location that stands for each key.
    pub(crate) fn keys(self, profile: &Profile) -> (Vec<u32>, Vec<LocationId>) {
        if self == By::Line {
            let all: Vec<u32> = (0..).take(profile.locations.len()).collect();
            return (all.clone(), all);
        }
        let mut keys = Vec::new();
        let mut key_of_function = vec![None; profile.functions.len()];
        let key_of = (0..)
            .zip(&profile.locations)
            .map(|(id, location)| {
                *key_of_function[location.function as usize].get_or_insert_with(|| {
                    keys.push(id);
                    // Fits: no more keys than locations.
                    keys.len() as u32 - 1
                })
            })
            .collect();
        (key_of, keys)
    }
}

/// Sums by key.
#[derive(Debug)]
pub struct Sums {
    /// What the key's own frame allocated.
    pub flat: Vec<Values>,
    /// What it and what it called allocated; recursion counts once.
    pub cum: Vec<Values>,
    /// A location of each key.
    pub keys: Vec<LocationId>,
    /// The key of each location.
    pub key_of: Vec<u32>,
}
