//! How far a learner is: `.labs/progress.json` beside the workspace's manifest,
//! outside `target`, so that `cargo clean` does not forget it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// What is kept of one lab.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    /// Blocks that the learner expected.
    pub(crate) predicted: Option<u64>,
    /// How often it was tried.
    pub(crate) tries: u64,
    /// Fewest blocks of a right result.
    pub(crate) least: Option<u64>,
    /// Whether it was ever within the budget.
    pub(crate) solved: bool,
    /// How many hints were told.
    pub(crate) hints: usize,
}

/// All labs' progress.
#[derive(Debug)]
pub(crate) struct Progress {
    path: PathBuf,
    labs: BTreeMap<String, Kept>,
}

/// Where a learner's own things lie.
pub(super) fn folder(root: &Path) -> PathBuf {
    root.join(".labs")
}

impl Progress {
    /// Reads the file; nothing is kept where there is none.
    pub(crate) fn read(root: &Path) -> Result<Progress> {
        let path = folder(root).join("progress.json");
        let labs = match std::fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("{}: delete it to begin anew", path.display()))?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(e) => return Err(e).with_context(|| path.display().to_string()),
        };
        Ok(Progress { path, labs })
    }

    pub(super) fn write(&self) -> Result<()> {
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(ledger::write_bytes(&self.path, &serde_json::to_vec_pretty(&self.labs)?)?)
    }

    pub(crate) fn known(&self, lab: &str) -> Option<&Kept> {
        self.labs.get(lab)
    }

    pub(super) fn of(&mut self, lab: &str) -> &mut Kept {
        self.labs.entry(lab.to_owned()).or_default()
    }

    pub(super) fn forget(&mut self, lab: &str) {
        self.labs.remove(lab);
    }
}

impl Kept {
    /// `solved in 3 tries`, `4 tries, best 12 blocks`.
    pub(crate) fn words(&self) -> String {
        let tries = match self.tries {
            1 => "1 try".to_owned(),
            n => format!("{n} tries"),
        };
        match (self.solved, self.least) {
            (true, _) => format!("solved, {tries}"),
            (false, Some(least)) => format!("{tries}, best {} blocks", ledger::grouped(least)),
            (false, None) => tries,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let root = tempfile::tempdir().unwrap();
        let mut progress = Progress::read(root.path()).unwrap();
        *progress.of("lab1") = Kept { tries: 3, least: Some(7029), ..Kept::default() };
        progress.write().unwrap();
        let again = Progress::read(root.path()).unwrap();
        assert_eq!(again.known("lab1").unwrap().words(), "3 tries, best 7,029 blocks");
        assert_eq!(again.known("lab2"), None);
    }

    #[test]
    fn a_broken_file_is_not_overwritten() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder(root.path())).unwrap();
        std::fs::write(folder(root.path()).join("progress.json"), "{").unwrap();
        let message = format!("{:#}", Progress::read(root.path()).unwrap_err());
        assert!(message.contains("progress.json: delete it to begin anew"), "{message}");
    }
}
