//! `cargo labs compare`: what the judge says of one table's variants.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use ledger::judge::{self, Refusal};
use ledger::{LabManifest as Lab, Ledger, TimeTable, Times, target_dir, times_files};

use crate::catalog;

/// Which table, and against what.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The lab
    lab: String,
    /// The table
    table: String,
    /// Judge all others against this variant only [default: every pair]
    #[arg(long, value_name = "VARIANT")]
    against: Option<String>,
}

/// Prints the verdicts of the reader's own results, else of the committed ones.
pub(crate) fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let labs = catalog::choose(catalog::labs(root)?, std::slice::from_ref(&options.lab))?;
    let lab = labs.first().context("the lab was chosen")?;
    let path = newest(root, lab)?;
    let times: Ledger<Times> = ledger::read(&path)?;
    let tables = &times.body.tables;
    let Some(table) = tables.iter().find(|table| table.name == options.table) else {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        bail!("{} has timed no table {:?}; there is {}", lab.name, options.table, names.join(", "));
    };
    let shown = path.strip_prefix(root).unwrap_or(&path).display();
    let text = format!("{shown}\n\n{}", verdicts(table, options.against.as_deref())?);
    std::io::Write::write_all(&mut anstream::stdout(), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The reader's own file, else the committed one; of several the newest.
fn newest(root: &Path, lab: &Lab) -> Result<PathBuf> {
    let own = target_dir(root).join("labs").join(&lab.name);
    for folder in [own, lab.dir.join("ledger")] {
        let date =
            |path: &PathBuf| ledger::read::<Times>(path).map(|times| times.provenance.date).ok();
        if let Some(path) = times_files(&folder).into_iter().max_by_key(date) {
            return Ok(path);
        }
    }
    bail!(
        "{} has no times yet; `cargo labs measure {} --only times` makes them",
        lab.name,
        lab.name
    )
}

/// A line per comparison.
fn verdicts(table: &TimeTable, against: Option<&str>) -> Result<String> {
    let variants = &table.variants;
    let pairs: Vec<(&str, &str)> = match against {
        Some(b) => variants.iter().filter(|a| *a != b).map(|a| (a.as_str(), b)).collect(),
        None => (0..variants.len())
            .flat_map(|i| (i + 1..variants.len()).map(move |j| (i, j)))
            .map(|(i, j)| (variants[i].as_str(), variants[j].as_str()))
            .collect(),
    };
    let mut text = String::new();
    let width = variants.iter().map(String::len).max().unwrap_or(0);
    for (a, b) in &pairs {
        match judge::compare(table, a, b, pairs.len()) {
            Ok(c) => {
                let (least, most) = c.placements;
                let _ = writeln!(
                    text,
                    "{a:width$} against {b:width$}  {:17}  {:.3} x ({:.3} to {:.3}), placements {least:.3} to {most:.3}",
                    c.verdict.to_string(),
                    c.ratio,
                    c.low,
                    c.high
                );
            }
            Err(refusal @ Refusal::Unknown(_)) => {
                bail!("{refusal}; there are {}", variants.join(", "))
            }
            // The same for every pair: more of what is missing mends them all.
            Err(refusal) => {
                bail!("{refusal}; `cargo labs measure --only times` or --against VARIANT")
            }
        }
    }
    let _ = writeln!(
        text,
        "\n{} rounds; the whole interval must lie beyond 1 %, and all {} verdicts together are wrong in at most one of twenty tables",
        table.rounds.len(),
        pairs.len()
    );
    Ok(text)
}
