//! Handing over to `cargo labs measure`.

use std::fs;
use std::path::PathBuf;

use ledger::{Body, Build, FORMAT, Record};

/// Names the file that the program should write its record to.
pub(crate) const RECORD: &str = "LABKIT_RECORD";

/// Where to write the record; `None` when nobody asked for one.
pub(crate) fn wanted() -> Option<PathBuf> {
    std::env::var_os(RECORD).map(PathBuf::from)
}

/// Writes what was measured to the file that was asked for.
pub(crate) fn write<B: Body>(
    path: &PathBuf,
    lab: &str,
    build: Build,
    body: B,
) -> Result<(), String> {
    let record = Record { format: FORMAT, lab: lab.to_owned(), build, body };
    let text =
        serde_json::to_vec_pretty(&record).map_err(|e| format!("{}: {e}", path.display()))?;
    fs::write(path, text).map_err(|e| format!("{}: writing the record failed: {e}", path.display()))
}
