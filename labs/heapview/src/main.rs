//! `heapview`: heap profiles in the terminal, to the line.
//!
//! Exit codes: 0 done, 1 a finding, 2 trouble. A closed pipe is 0: whoever reads
//! the report may stop where they like.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{CommandFactory as _, Parser as _};
use heapview::{By, DiffOptions, Format, Heading, Metric, Sources, TopOptions, TreeOptions, View};

mod arguments;
mod output;

use arguments::{Cli, Color, Command, Input};
use output::{Headings, Opened, print, print_json, width};

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
        Command::Diff { base, input, by, functions, cum, rows, fail_over } => {
            let options = |metric| {
                let by = grain(!*functions);
                DiffOptions { metric, by, cum: *cum, rows: *rows }
            };
            run_diff(cli, base, input, *by, &options, *fail_over)
        }
        Command::Export { input, to, by } => run_export(cli, input, *to, *by),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "heapview", &mut text);
            let mut out = io::stdout().lock();
            out.write_all(&text)?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Top { input, .. }
        | Command::List { input, .. }
        | Command::Peek { input, .. }
        | Command::Tree { input, .. }
        | Command::Sites { input, .. }
        | Command::Advise { input, .. } => report(cli, input),
    }
}

/// The commands that print a report of one profile.
fn report(cli: &Cli, input: &Input) -> Result<ExitCode> {
    let file = Opened::read(cli, &input.files)?;
    let view = View::new(&file.profile, &input.filter.filter());
    let width = width(cli);
    match &cli.command {
        Command::Top { by, cum, lines, rows, .. } => {
            let metrics = file.metrics(by)?;
            let options = TopOptions { metrics, by: grain(*lines), cum: *cum, rows: *rows };
            let report = heapview::top(&view, &options);
            file.show(cli, &view, &report.render(width), &report)?;
        }
        Command::List { functions, source_path, .. } => {
            let mut sources = Sources::new(source_path, file.written);
            let report = heapview::list(&view, functions, &mut sources);
            found(report.functions.len(), functions)?;
            file.show(cli, &view, &report.render(width), &report)?;
        }
        Command::Peek { functions, by, .. } => {
            let report = heapview::peek(&view, functions, file.metric(*by)?);
            found(report.functions.len(), functions)?;
            file.show(cli, &view, &report.render(width), &report)?;
        }
        Command::Tree { by, depth, min_share, lines, .. } => {
            let (depth, min_share) = (usize::from(*depth), *min_share);
            let metric = file.metric(*by)?;
            let options = TreeOptions { metric, depth, min_share, by: grain(*lines) };
            let report = heapview::tree(&view, &options);
            file.show(cli, &view, &report.render(width), &report)?;
        }
        Command::Sites { by, rows, depth, .. } => {
            let report = heapview::sites(&view, file.metric(*by)?, *rows, *depth);
            file.show(cli, &view, &report.render(width), &report)?;
        }
        Command::Advise { fail, .. } => {
            let report = heapview::advise(&view);
            file.show(cli, &view, &report.render(width), &report)?;
            if *fail && !report.advices.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Diff { .. } | Command::Export { .. } | Command::Completions { .. } => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn run_export(cli: &Cli, input: &Input, to: Format, by: Option<Metric>) -> Result<ExitCode> {
    let file = Opened::read(cli, &input.files)?;
    let view = View::new(&file.profile, &input.filter.filter());
    if to == Format::Pprof && io::stdout().is_terminal() {
        bail!("pprof's format is binary; send it to a file: > heap.pb.gz");
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    heapview::export(&view, to, file.metric(by)?, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn run_diff(
    cli: &Cli,
    base: &Path,
    input: &Input,
    by: Option<Metric>,
    options: &dyn Fn(Metric) -> DiffOptions,
    fail_over: Option<f64>,
) -> Result<ExitCode> {
    if base == Path::new("-") && input.files.iter().any(|file| file == Path::new("-")) {
        bail!("only one of the profiles can be standard input");
    }
    let base = Opened::read(cli, &[base.to_owned()])?;
    let new = Opened::read(cli, &input.files)?;
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
