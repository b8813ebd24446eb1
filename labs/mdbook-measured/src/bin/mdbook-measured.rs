//! The preprocessor as mdBook runs it: `mdbook-measured supports RENDERER`, or
//! the book as JSON on stdin and back on stdout.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context as _, Result};
use ledger::target_dir;
use mdbook_measured::preprocess::{Findings, Measured, Strictness};
use mdbook_preprocessor::Preprocessor as _;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    match (args.next().as_deref(), args.next()) {
        // No reading, no parsing: mdBook takes any failure here for a no and
        // would publish the book without its numbers.
        (Some("supports"), Some(_)) => ExitCode::SUCCESS,
        (None, None) => match run() {
            Ok(code) => code,
            Err(e) => {
                anstream::eprintln!("error: {e:#}");
                ExitCode::from(2)
            }
        },
        _ => {
            anstream::eprintln!(
                "error: mdBook runs this program by the command in book.toml; to build the book by hand use `cargo book`"
            );
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode> {
    let (context, book) = mdbook_preprocessor::parse_input(io::stdin())
        .context("mdBook sends a book as JSON on stdin")?;
    let findings = Rc::new(RefCell::new(Findings::default()));
    let book = Measured::new(&target_dir(&context.root), Strictness::BUILD, Rc::clone(&findings))
        .run(&context, book)?;
    let findings = findings.take();
    for note in &findings.notes {
        anstream::eprintln!("note: {note}");
    }
    for fault in &findings.faults {
        anstream::eprintln!("fault: {fault}");
    }
    if !findings.faults.is_empty() {
        anstream::eprintln!("{} in the book; nothing is rendered", counted(findings.faults.len()));
        return Ok(ExitCode::from(2));
    }
    let text = serde_json::to_vec(&book)?;
    io::stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn counted(faults: usize) -> String {
    if faults == 1 { "1 fault".into() } else { format!("{faults} faults") }
}
