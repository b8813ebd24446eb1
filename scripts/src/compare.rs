//! `cargo labs compare`: what the judge says of one table's variants, or of the
//! same variants in two results.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use ledger::judge::{self, Comparison, Refusal};
use ledger::{LabManifest as Lab, Ledger, TIMES, TimeTable, Times, machine_files, target_dir};

use crate::catalog;

mod runs;

/// Which table, and against what; or which two results.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The lab; or the older of two results, a file
    #[arg(value_name = "LAB | OLD.json")]
    first: String,
    /// The table; or the newer result
    #[arg(value_name = "TABLE | NEW.json")]
    second: String,
    /// Judge all others against this variant only [default: every pair]
    #[arg(long, value_name = "VARIANT")]
    against: Option<String>,
}

/// Prints the verdicts of the reader's own results, else of the committed ones;
/// or of two files.
pub(crate) fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let text = match (is_file(&options.first), is_file(&options.second)) {
        (true, true) if options.against.is_some() => {
            bail!(
                "--against compares variants of one result; two results are compared variant by variant"
            )
        }
        (true, true) => runs::verdicts(Path::new(&options.first), Path::new(&options.second))?,
        (false, false) => of_table(root, options)?,
        (true, false) | (false, true) => bail!(
            "two results are needed, as OLD.json NEW.json, or a lab and a table, as lab1 pipeline"
        ),
    };
    std::io::Write::write_all(&mut anstream::stdout(), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A result is a JSON file; no lab and no table is called so.
fn is_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "json")
}

fn of_table(root: &Path, options: &Options) -> Result<String> {
    let labs = catalog::choose(catalog::labs(root)?, std::slice::from_ref(&options.first))?;
    let lab = labs.first().context("the lab was chosen")?;
    let path = newest(root, lab)?;
    let times: Ledger<Times> = ledger::read(&path)?;
    let tables = &times.body.tables;
    let Some(table) = tables.iter().find(|table| table.name == options.second) else {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        bail!(
            "{} has timed no table {:?}; there is {}",
            lab.name,
            options.second,
            names.join(", ")
        );
    };
    let shown = path.strip_prefix(root).unwrap_or(&path).display();
    Ok(format!("{shown}\n\n{}", verdicts(table, options.against.as_deref())?))
}

/// The reader's own file, else the committed one; of several the newest.
fn newest(root: &Path, lab: &Lab) -> Result<PathBuf> {
    let own = target_dir(root).join("labs").join(&lab.name);
    for folder in [own, lab.dir.join("ledger")] {
        let date =
            |path: &PathBuf| ledger::read::<Times>(path).map(|times| times.provenance.date).ok();
        if let Some(path) = machine_files(&folder, TIMES).into_iter().max_by_key(date) {
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
                let _ = writeln!(text, "{a:width$} against {b:width$}  {}", line(&c));
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

/// `faster             0.912 x (0.905 to 0.921), placements 0.880 to 0.930`.
fn line(c: &Comparison) -> String {
    let (least, most) = c.placements;
    format!(
        "{:17}  {:.3} x ({:.3} to {:.3}), placements {least:.3} to {most:.3}",
        c.verdict.to_string(),
        c.ratio,
        c.low,
        c.high
    )
}
