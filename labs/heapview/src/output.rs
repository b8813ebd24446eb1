//! A profile that was opened, and what is printed of it.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Result, bail};
use heapview::{Diff, Heading, Metric, Profile, View};
use serde::Serialize;

use crate::arguments::Cli;

/// A profile and what its file tells.
pub(crate) struct Opened {
    pub(crate) profile: Profile,
    /// None of standard input.
    pub(crate) written: Option<SystemTime>,
}

/// A report's JSON: the heading's keys and the report's own.
#[derive(Serialize)]
struct Json<'a, R> {
    profile: &'a Heading,
    #[serde(flatten)]
    report: &'a R,
}

/// A difference's JSON.
#[derive(Serialize)]
pub(crate) struct Headings<'a> {
    pub(crate) base: Heading,
    pub(crate) profile: Heading,
    #[serde(flatten)]
    pub(crate) report: &'a Diff,
}

impl Opened {
    /// Several files as one profile, as old as the oldest.
    pub(crate) fn read(cli: &Cli, paths: &[PathBuf]) -> Result<Self> {
        if paths.iter().filter(|path| path.as_path() == Path::new("-")).count() > 1 {
            bail!("only one of the profiles can be standard input");
        }
        let profiles = paths.iter().map(|path| heapview::read_file(path, cli.max_unpacked));
        let profile = heapview::merge(profiles.collect::<Result<_, _>>()?)?;
        // Standard input has no age.
        let age = |path: &PathBuf| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
        let written = paths.iter().map(age).min().flatten();
        Ok(Self { profile, written })
    }

    pub(crate) fn metrics(&self, asked: &[Metric]) -> Result<Vec<Metric>> {
        if asked.is_empty() {
            return Ok(vec![self.metric(None)?]);
        }
        asked.iter().map(|&metric| self.metric(Some(metric))).collect()
    }

    /// What was asked for, or the profile's first.
    pub(crate) fn metric(&self, asked: Option<Metric>) -> Result<Metric> {
        let metrics = &self.profile.metrics;
        match asked.or(metrics.first().copied()) {
            Some(metric) if metrics.contains(&metric) => Ok(metric),
            asked => {
                let names: Vec<_> = metrics.iter().map(|metric| metric.name()).collect();
                bail!(
                    "the profile does not measure {}; it has {}",
                    asked.map_or("anything", Metric::name),
                    names.join(", ")
                )
            }
        }
    }

    /// Prints a report of the view, with its heading.
    pub(crate) fn show<R: Serialize>(
        &self,
        cli: &Cli,
        view: &View<'_>,
        text: &str,
        report: &R,
    ) -> Result<()> {
        let heading = Heading::new(view, self.written);
        if cli.json {
            print_json(&Json { profile: &heading, report })
        } else {
            print(&format!("{}\n{text}", heading.render()))
        }
    }
}

pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

pub(crate) fn print_json(report: &impl Serialize) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, report).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// A terminal's width; elsewhere lines are not cut, so that nothing is lost.
pub(crate) fn width(cli: &Cli) -> Option<usize> {
    let terminal = || terminal_size::terminal_size_of(io::stdout());
    cli.width.or_else(|| terminal().map(|(width, _)| usize::from(width.0)))
}
