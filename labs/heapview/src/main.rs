//! `heapview`: heap profiles in the terminal, to the line.
//!
//! Exit codes: 0 done, 1 a finding, 2 trouble. A closed pipe is 0: whoever reads
//! the report may stop where they like.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Result, bail};
use clap::Parser as _;
use heapview::{By, Heading, Metric, Profile, Sources, TopOptions, TreeOptions, View};
use serde::Serialize;

mod arguments;

use arguments::{Cli, Color, Command, Input};

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    match run(&cli) {
        Ok(code) => code,
        Err(fault) if is_closed_pipe(&fault) => ExitCode::SUCCESS,
        Err(fault) => {
            // Nobody is left to tell if this fails.
            let _ = writeln!(anstream::stderr().lock(), "heapview: {fault:#}");
            ExitCode::from(2)
        }
    }
}

fn is_closed_pipe(fault: &anyhow::Error) -> bool {
    let io = fault.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

fn run(cli: &Cli) -> Result<ExitCode> {
    match &cli.command {
        Command::Top { input, by, cum, lines, rows } => {
            let file = Opened::read(cli, &input.file)?;
            let metrics = file.metrics(by)?;
            let options = TopOptions { metrics, by: grain(*lines), cum: *cum, rows: *rows };
            file.show(cli, input, |view| {
                let report = heapview::top(view, &options);
                Ok((report.render(width(cli)), report))
            })
        }
        Command::List { functions, input, source_path } => {
            let file = Opened::read(cli, &input.file)?;
            let mut sources = Sources::new(source_path, file.written);
            file.show(cli, input, |view| {
                let report = heapview::list(view, functions, &mut sources);
                found(report.functions.len(), functions)?;
                Ok((report.render(width(cli)), report))
            })
        }
        Command::Peek { functions, input, by } => {
            let file = Opened::read(cli, &input.file)?;
            let metric = file.metric(*by)?;
            file.show(cli, input, |view| {
                let report = heapview::peek(view, functions, metric);
                found(report.functions.len(), functions)?;
                Ok((report.render(width(cli)), report))
            })
        }
        Command::Tree { input, by, depth, min_share, lines } => {
            let file = Opened::read(cli, &input.file)?;
            let (depth, min_share) = (*depth, *min_share);
            let options =
                TreeOptions { metric: file.metric(*by)?, depth, min_share, by: grain(*lines) };
            file.show(cli, input, |view| {
                let report = heapview::tree(view, &options);
                Ok((report.render(width(cli)), report))
            })
        }
        Command::Sites { input, by, rows, depth } => {
            let file = Opened::read(cli, &input.file)?;
            let metric = file.metric(*by)?;
            file.show(cli, input, |view| {
                let report = heapview::sites(view, metric, *rows, *depth);
                Ok((report.render(width(cli)), report))
            })
        }
    }
}

fn grain(lines: bool) -> By {
    if lines { By::Line } else { By::Function }
}

fn found(count: usize, functions: &regex::Regex) -> Result<()> {
    if count == 0 {
        bail!(
            "no function that allocates matches \"{functions}\"; `heapview top` names them, \
             --all-frames shows those of std too"
        );
    }
    Ok(())
}

/// A profile and what its file tells.
struct Opened {
    profile: Profile,
    written: Option<SystemTime>,
}

/// A report's JSON: the heading's keys and the report's own.
#[derive(Serialize)]
struct Json<'a, R> {
    profile: &'a Heading,
    #[serde(flatten)]
    report: &'a R,
}

impl Opened {
    fn read(cli: &Cli, path: &Path) -> Result<Self> {
        let profile = heapview::read_file(path, cli.max_unpacked)?;
        // Standard input has no age.
        let written = std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
        Ok(Self { profile, written })
    }

    fn metrics(&self, asked: &[Metric]) -> Result<Vec<Metric>> {
        if asked.is_empty() {
            return Ok(vec![self.metric(None)?]);
        }
        asked.iter().map(|&metric| self.metric(Some(metric))).collect()
    }

    /// What was asked for, or the profile's first.
    fn metric(&self, asked: Option<Metric>) -> Result<Metric> {
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

    /// Prints the report that `make` makes of the view.
    fn show<R: Serialize>(
        &self,
        cli: &Cli,
        input: &Input,
        make: impl FnOnce(&View<'_>) -> Result<(String, R)>,
    ) -> Result<ExitCode> {
        let view = View::new(&self.profile, &input.filter.filter());
        let heading = Heading::new(&view, self.written);
        let (text, report) = make(&view)?;
        if cli.json {
            print_json(&Json { profile: &heading, report: &report })?;
        } else {
            print(&format!("{}\n{text}", heading.render()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn print_json(report: &impl Serialize) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, report).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// A terminal's width; elsewhere lines are not cut, so that nothing is lost.
fn width(cli: &Cli) -> Option<usize> {
    let terminal = || terminal_size::terminal_size_of(io::stdout());
    cli.width.or_else(|| terminal().map(|(width, _)| usize::from(width.0)))
}
