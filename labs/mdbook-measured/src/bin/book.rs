//! `cargo book`: build the book and read it.
//!
//! Exit codes: 0 done, 2 a fault in the book or trouble.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow};
use clap::{Args, Parser, Subcommand};
use ledger::target_dir;
use mdbook_measured::build::{Built, build};
use mdbook_measured::preprocess::Strictness;
use mdbook_measured::serve::{Server, Watched};

#[derive(Debug, Parser)]
#[command(name = "cargo book", bin_name = "cargo book", version)]
#[command(
    about = "Builds the book from the numbers in the repository, serves it on loopback and prints the address"
)]
#[command(
    after_help = "Examples:\n  cargo book --open\n  cargo book build\n  cargo book check --publish"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Args)]
struct Serve {
    /// Port of 127.0.0.1 [default: 3000, or any free one]
    #[arg(long)]
    port: Option<u16>,
    /// Open the book in the browser
    #[arg(long)]
    open: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the pages under target/book
    Build,
    /// Build, and fail on everything that a reader should not meet
    Check {
        /// Also fail on stale times and on results without a clean commit
        #[arg(long)]
        publish: bool,
    },
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(code) => code,
        Err(e) if e.chain().any(is_closed_pipe) => ExitCode::SUCCESS,
        Err(e) => {
            anstream::eprintln!("error: {e:#}");
            ExitCode::from(2)
        }
    }
}

fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause
        .downcast_ref::<std::io::Error>()
        .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}

fn run(cli: &Cli) -> Result<ExitCode> {
    let root = root()?;
    match &cli.command {
        None => serve(&root, &cli.serve),
        Some(Command::Build) => once(&root, Strictness::BUILD, "built"),
        Some(Command::Check { publish: false }) => once(&root, Strictness::CHECK, "checked"),
        Some(Command::Check { publish: true }) => {
            once(&root, Strictness::PUBLISH, "checked for publishing")
        }
    }
}

/// The folder with `book.toml`, at or above the current one.
fn root() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder cannot be found out")?;
    let root = here.ancestors().find(|folder| folder.join("book.toml").is_file());
    root.map(Path::to_owned)
        .ok_or_else(|| anyhow!("there is no book.toml at or above {}", here.display()))
}

fn once(root: &Path, strictness: Strictness, done: &str) -> Result<ExitCode> {
    let built = build(root, &target_dir(root), strictness)?;
    if report(&built) {
        return Ok(ExitCode::from(2));
    }
    let index = built.output.join("index.html");
    writeln!(
        anstream::stdout(),
        "{done}: {}",
        index.strip_prefix(root).unwrap_or(&index).display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what was found; whether there was a fault.
fn report(built: &Built) -> bool {
    for note in &built.findings.notes {
        anstream::eprintln!("note: {note}");
    }
    for fault in &built.findings.faults {
        anstream::eprintln!("fault: {fault}");
    }
    match built.findings.faults.len() {
        0 => return false,
        1 => anstream::eprintln!("1 fault; the pages that were there stay"),
        n => anstream::eprintln!("{n} faults; the pages that were there stay"),
    }
    true
}

fn serve(root: &Path, options: &Serve) -> Result<ExitCode> {
    let target = target_dir(root);
    let built = build(root, &target, Strictness::SERVE)?;
    let faulty = report(&built);
    if faulty && !built.output.join("index.html").is_file() {
        return Ok(ExitCode::from(2));
    }
    let watched = Watched::start(root, &target)?;
    let server = Server::bind(&built.output, options.port)?;
    let address = server.address()?;
    let mut out = anstream::stdout();
    writeln!(
        out,
        "the book is at {address} (Ctrl-C ends it; it is built again when a file changes)"
    )?;
    out.flush()?;
    if options.open
        && let Err(e) = open::that_detached(&address)
    {
        anstream::eprintln!("note: no browser could be opened: {e}");
    }
    server.run(watched, |files| {
        let names: Vec<String> = files
            .iter()
            .map(|file| file.strip_prefix(root).unwrap_or(file).display().to_string())
            .collect();
        anstream::eprintln!("changed: {}", names.join(", "));
        match build(root, &target, Strictness::SERVE) {
            Ok(built) => {
                let faulty = report(&built);
                if !faulty {
                    anstream::eprintln!("built again");
                }
                !faulty
            }
            Err(e) => {
                anstream::eprintln!("error: {e:#}");
                false
            }
        }
    })?;
    Ok(ExitCode::SUCCESS)
}
