//! `heapview`: heap profiles in the terminal, to the line.
//!
//! Exit codes: 0 done, 1 a finding, 2 trouble. A closed pipe is 0: whoever reads
//! the report may stop where they like.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Result, bail};
use clap::{CommandFactory as _, Parser as _};
use heapview::{
    By, Diff, DiffOptions, Format, Heading, Metric, Profile, Sources, TopOptions, TreeOptions, View,
};
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
            let (depth, min_share) = (usize::from(*depth), *min_share);
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
        Command::Diff { base, input, by, functions, cum, rows, fail_over } => {
            let options = |metric| {
                let by = grain(!*functions);
                DiffOptions { metric, by, cum: *cum, rows: *rows }
            };
            run_diff(cli, base, input, *by, &options, *fail_over)
        }
        Command::Advise { input, fail } => {
            let file = Opened::read(cli, &input.file)?;
            let mut spoke = false;
            let done = file.show(cli, input, |view| {
                let report = heapview::advise(view);
                spoke = !report.advices.is_empty();
                Ok((report.render(width(cli)), report))
            })?;
            Ok(if spoke && *fail { ExitCode::FAILURE } else { done })
        }
        Command::Export { input, to, by } => {
            let file = Opened::read(cli, &input.file)?;
            let view = View::new(&file.profile, &input.filter.filter());
            if *to == Format::Pprof && io::stdout().is_terminal() {
                bail!("pprof's format is binary; send it to a file: > heap.pb.gz");
            }
            let mut out = io::BufWriter::new(io::stdout().lock());
            heapview::export(&view, *to, file.metric(*by)?, &mut out)?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "heapview", &mut text);
            let mut out = io::stdout().lock();
            out.write_all(&text)?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn run_diff(
    cli: &Cli,
    base: &Path,
    input: &Input,
    by: Option<Metric>,
    options: &dyn Fn(Metric) -> DiffOptions,
    fail_over: Option<f64>,
) -> Result<ExitCode> {
    if base == Path::new("-") && input.file == Path::new("-") {
        bail!("only one of the profiles can be standard input");
    }
    let (base, new) = (Opened::read(cli, base)?, Opened::read(cli, &input.file)?);
    let metric = new.metric(by)?;
    let options = options(base.metric(Some(metric))?);
    let filter = input.filter.filter();
    let (old, view) = (View::new(&base.profile, &filter), View::new(&new.profile, &filter));
    let report = heapview::diff(&old, &view, &options);
    let headings = Headings {
        base: Heading::new(&old, base.written),
        profile: Heading::new(&view, new.written),
        report: &report,
    };
    if cli.json {
        print_json(&headings)?;
    } else {
        let (base, new) = (headings.base.render(), headings.profile.render());
        print(&format!("base: {base}new:  {new}\n{}", report.render(width(cli))))?;
    }
    match fail_over {
        Some(limit) if report.growth() > limit => {
            let growth = report.growth() * 100.0;
            let growth = if growth.is_finite() {
                format!("by {growth:.1}%")
            } else {
                "from none".to_owned()
            };
            let metric = metric.name();
            let limit = limit * 100.0;
            let message =
                format!("heapview: {metric} grew {growth}, more than the {limit}% of --fail-over");
            // Nobody is left to tell if this fails.
            let _ = writeln!(anstream::stderr().lock(), "{message}");
            Ok(ExitCode::FAILURE)
        }
        _ => Ok(ExitCode::SUCCESS),
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

/// A difference's JSON.
#[derive(Serialize)]
struct Headings<'a> {
    base: Heading,
    profile: Heading,
    #[serde(flatten)]
    report: &'a Diff,
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
