//! The ledgers of a folder that each machine has one of.

use std::path::{Path, PathBuf};

/// Name of the ledgers of times, without machine.
pub const TIMES: &str = "times";

/// Name of the ledgers of a lab's peers, without machine: what a package of its
/// own beside the lab, `labs/lab6-peers`, observed.
pub const PEERS: &str = "peers";

/// The ledgers of this name in a folder, `<name>-*.json`, sorted; one per machine.
pub fn machine_files(folder: &Path, name: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_one = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let rest = file.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with('-') && rest.ends_with(".json"))
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_one).collect();
    files.sort();
    files
}
