//! Profiles for other programs.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::model::{LocationId, Metric, Origin, Values};
use crate::sites::merged;
use crate::view::View;

mod folded;
mod pprof;
mod speedscope;

/// Who is to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Stacks, outermost frame first, for inferno and flamegraph.pl
    Folded,
    /// Gzipped protobuf for `go tool pprof` and what reads its files
    Pprof,
    /// JSON for speedscope
    Speedscope,
    /// JSON for programs of your own
    Json,
}

/// Writes what the view shows: folded frames stay folded, sites that do not pass
/// the filter are left out. `metric` is the value of a folded stack; the other
/// formats hold all metrics.
///
/// # Errors
///
/// `out` does not take it.
pub fn export(
    view: &View<'_>,
    format: Format,
    metric: Metric,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Folded => folded::write(view, metric, out),
        Format::Pprof => pprof::write(view, out),
        Format::Speedscope => speedscope::write(view, out),
        Format::Json => write_json(view, out),
    }
}

/// The whole profile in one plain form.
#[derive(Serialize)]
struct Plain<'a> {
    format: u32,
    origin: Origin,
    command: &'a str,
    time_unit: &'a str,
    end: Option<u64>,
    metrics: &'a [Metric],
    total: Values,
    frames: Vec<PlainFrame<'a>>,
    sites: Vec<PlainSite>,
}

#[derive(Serialize)]
struct PlainFrame<'a> {
    function: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
}

#[derive(Serialize)]
struct PlainSite {
    values: Values,
    own_peak: u64,
    own_peak_blocks: u64,
    /// Indices into `frames`, innermost first.
    stack: Box<[LocationId]>,
}

fn write_json(view: &View<'_>, out: &mut dyn Write) -> io::Result<()> {
    let profile = view.profile;
    let frames = (0..).zip(&profile.locations).map(|(at, location)| PlainFrame {
        function: profile.function_name(at),
        file: location.file.map(|file| profile.files[file as usize].as_str()),
        line: (location.line > 0).then_some(location.line),
    });
    let sites = merged(view).into_iter().map(|(stack, site)| PlainSite {
        values: site.values,
        own_peak: site.own_peak,
        own_peak_blocks: site.own_peak_blocks,
        stack,
    });
    let plain = Plain {
        format: 1,
        origin: profile.origin,
        command: &profile.command,
        time_unit: &profile.time_unit,
        end: profile.end,
        metrics: &profile.metrics,
        total: view.selected,
        frames: frames.collect(),
        sites: sites.collect(),
    };
    serde_json::to_writer(&mut *out, &plain)?;
    out.write_all(b"\n")
}
