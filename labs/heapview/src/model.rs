//! A profile in memory, whatever file it came from.
//!
//! ```text
//!   Profile
//!     sites      one per stack: values, and a range of `frames`
//!     frames     all stacks, end to end, innermost frame first: LocationId
//!     locations  (function, file, line): what the program shows as a line
//!     functions  names, and how far each is from the user's code
//!     files
//! ```
//!
//! Addresses are gone: they differ between two runs of one program, and one
//! line has many. Only a frame without a name keeps its address, as there is
//! nothing else to tell it by.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use clap::ValueEnum;
use serde::Serialize;

use crate::symbol::Layer;

/// Which program wrote the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Origin {
    /// dhat-rs, or a profiler that writes its format.
    DhatHeap,
    /// dhat-rs counting events that the program names.
    DhatAdHoc,
    /// Valgrind's DHAT.
    Valgrind,
    /// pprof: Go's runtime, jemalloc.
    Pprof,
}

/// What one site, one line or a whole program allocated.
///
/// All of these sum. A `realloc` counts as a block of its new size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Values {
    /// Bytes allocated over the whole run; units in an ad hoc profile.
    pub bytes: u64,
    /// Blocks allocated over the whole run, reallocations included; events in
    /// an ad hoc profile.
    pub blocks: u64,
    /// Sum of the blocks' lifetimes, in [`Profile::time_unit`].
    pub lifetime: u64,
    /// Bytes that were live when the whole program had most.
    pub peak: u64,
    /// Blocks that were live then.
    pub peak_blocks: u64,
    /// Bytes still live at the end.
    pub live: u64,
    /// Blocks still live at the end.
    pub live_blocks: u64,
}

impl Values {
    /// All fields added. The reader has proved that a profile's sums fit, so
    /// parts of them do.
    pub(crate) fn add(&mut self, other: &Values) {
        for (sum, part) in self.all_mut().into_iter().zip(other.all()) {
            *sum = sum.saturating_add(part);
        }
    }

    /// The same, and which field does not fit.
    pub(crate) fn checked_add(&mut self, other: &Values) -> Result<(), &'static str> {
        let names = Metric::value_variants();
        for ((sum, part), metric) in self.all_mut().into_iter().zip(other.all()).zip(names) {
            *sum = sum.checked_add(part).ok_or(metric.name())?;
        }
        Ok(())
    }

    /// In the order of [`Metric`].
    pub(crate) fn all(&self) -> [u64; 7] {
        [
            self.bytes,
            self.blocks,
            self.peak,
            self.peak_blocks,
            self.live,
            self.live_blocks,
            self.lifetime,
        ]
    }

    fn all_mut(&mut self) -> [&mut u64; 7] {
        [
            &mut self.bytes,
            &mut self.blocks,
            &mut self.peak,
            &mut self.peak_blocks,
            &mut self.live,
            &mut self.live_blocks,
            &mut self.lifetime,
        ]
    }

    /// The value of one metric.
    pub fn get(&self, metric: Metric) -> u64 {
        self.all()[metric as usize]
    }
}

/// What to sum and to sort by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Bytes allocated over the whole run (units in an ad hoc profile)
    Bytes,
    /// Blocks allocated over the whole run, reallocations included
    Blocks,
    /// Bytes live when the program had most
    Peak,
    /// Blocks live when the program had most bytes
    PeakBlocks,
    /// Bytes still live at the end
    Live,
    /// Blocks still live at the end
    LiveBlocks,
    /// Sum of the blocks' lifetimes
    Lifetime,
}

impl Metric {
    /// As typed after `--by`.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Bytes => "bytes",
            Metric::Blocks => "blocks",
            Metric::Peak => "peak",
            Metric::PeakBlocks => "peak-blocks",
            Metric::Live => "live",
            Metric::LiveBlocks => "live-blocks",
            Metric::Lifetime => "lifetime",
        }
    }
}

/// Identifies a [`Location`] of one profile.
pub type LocationId = u32;
/// Identifies a [`Function`] of one profile.
pub type FunctionId = u32;

/// A function: what it is called and, where that has no path, its file. A build
/// with line tables only calls every inlined constructor `new`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Function {
    /// Index into [`Profile::names`].
    pub name: u32,
    /// Index into [`Profile::files`], of a name without a path.
    pub file: Option<u32>,
}

/// A line of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Location {
    /// Index into [`Profile::functions`].
    pub function: FunctionId,
    /// Index into [`Profile::files`].
    pub file: Option<u32>,
    /// From one; zero where it is not known.
    pub line: u32,
    /// Only of a frame that has neither name nor file.
    pub address: Option<u64>,
    /// How far it is from the user's code.
    pub layer: Layer,
}

/// One stack that allocated.
#[derive(Debug, Clone)]
pub struct Site {
    /// Range of [`Profile::frames`], innermost first, never empty.
    pub(crate) stack: Range<usize>,
    /// What sums.
    pub values: Values,
    /// Bytes at this site's own maximum. Maxima are of different moments, so
    /// they do not sum to anything.
    pub own_peak: u64,
    /// Blocks at this site's own maximum.
    pub own_peak_blocks: u64,
}

/// A heap profile.
#[derive(Debug)]
pub struct Profile {
    /// Who wrote it.
    pub origin: Origin,
    /// The command that was profiled; empty where the file does not say.
    pub command: String,
    /// `µs`, `instrs`, `events`: unit of lifetimes and of `end`.
    pub time_unit: String,
    /// When the program ended, in `time_unit` after its start.
    pub end: Option<u64>,
    /// What this profile measures, in the order of [`Metric`].
    pub metrics: Vec<Metric>,
    /// Functions' names in one style, without generic arguments and hashes.
    pub names: Vec<String>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Paths as the profile has them, dhat's cut to three parts, with `/`.
    pub files: Vec<String>,
    /// Lines.
    pub locations: Vec<Location>,
    pub(crate) frames: Vec<LocationId>,
    /// Stacks.
    pub sites: Vec<Site>,
    /// Sum over all sites.
    pub total: Values,
}

impl Profile {
    /// A site's whole stack, innermost frame first.
    pub fn stack(&self, site: &Site) -> &[LocationId] {
        &self.frames[site.stack.clone()]
    }

    /// The function's name of a location.
    pub fn function_name(&self, location: LocationId) -> &str {
        &self.names[self.function(location).name as usize]
    }

    /// Where that is in [`Profile::names`].
    pub(crate) fn name_number(&self, location: LocationId) -> usize {
        self.function(location).name as usize
    }

    /// The function's name where its file is not shown beside it.
    pub fn function_label(&self, location: LocationId) -> Cow<'_, str> {
        let name = self.function_name(location);
        match self.function(location).file {
            Some(file) => Cow::Owned(format!("{name} ({})", self.files[file as usize])),
            None => Cow::Borrowed(name),
        }
    }

    fn function(&self, location: LocationId) -> Function {
        self.functions[self.locations[location as usize].function as usize]
    }

    /// By name, file and line. Frames without a name are equal: nothing tells them
    /// apart that is the same in the next run.
    pub(crate) fn compare(&self, a: LocationId, b: LocationId) -> Ordering {
        let text = |texts: &[String], a: Option<u32>, b: Option<u32>| match (a, b) {
            // The same text need not be compared with itself.
            (a, b) if a == b => Ordering::Equal,
            (Some(a), Some(b)) => texts[a as usize].cmp(&texts[b as usize]),
            (a, b) => a.cmp(&b),
        };
        let [x, y] = [a, b].map(|at| self.locations[at as usize]);
        text(&self.names, Some(self.function(a).name), Some(self.function(b).name))
            .then_with(|| text(&self.files, x.file, y.file))
            .then_with(|| x.line.cmp(&y.line))
    }

    /// `src/a.rs:12`, `src/a.rs` or nothing.
    pub fn place(&self, location: LocationId) -> Option<String> {
        let location = &self.locations[location as usize];
        let file = &self.files[location.file? as usize];
        Some(if location.line == 0 { file.clone() } else { format!("{file}:{}", location.line) })
    }

    /// What its blocks and bytes are called.
    pub fn unit(&self, metric: Metric) -> &'static str {
        match (self.origin, metric) {
            (Origin::DhatAdHoc, Metric::Bytes) => "units",
            (Origin::DhatAdHoc, Metric::Blocks) => "events",
            (_, Metric::Bytes | Metric::Peak | Metric::Live) => "bytes",
            (_, Metric::Blocks | Metric::PeakBlocks | Metric::LiveBlocks) => "blocks",
            (_, Metric::Lifetime) => "lifetime",
        }
    }

    /// What a column of it is called.
    pub fn title(&self, metric: Metric) -> &'static str {
        if self.origin == Origin::DhatAdHoc { self.unit(metric) } else { metric.name() }
    }

    /// Whether it measures `metric`.
    pub fn measures(&self, metric: Metric) -> bool {
        self.metrics.contains(&metric)
    }
}
