//! The judge's calibration: how often it is right, and how often its peers are.

use std::path::Path;

use ledger::{Calibration, PEERS, machine_files};

use super::{Dated, Project};

/// Package and folder whose code the judges are asked about.
const PACKAGE: &str = "calibration";

/// What was counted, by machine.
#[derive(Debug, Default)]
pub(crate) struct Calibrations {
    /// Our judge, committed.
    pub(crate) judge: Vec<Dated<Calibration>>,
    /// Its peers, committed.
    pub(crate) peers: Vec<Dated<Calibration>>,
    /// Our judge on the reader's machine.
    pub(crate) yours: Vec<Dated<Calibration>>,
    /// Committed ledgers that cannot be used: file and what is wrong.
    pub(crate) faults: Vec<(String, String)>,
    /// The reader's files that are not shown, and why.
    pub(crate) notes: Vec<String>,
}

impl Project {
    /// What was calibrated, read at the first call.
    pub(crate) fn calibrations(&self) -> &Calibrations {
        self.calibrations.get_or_init(|| self.read_calibrations())
    }

    /// The same, if a page has asked for it.
    pub(crate) fn used_calibrations(&self) -> Option<&Calibrations> {
        self.calibrations.get()
    }

    fn read_calibrations(&self) -> Calibrations {
        let committed = self.root.join("labs").join(PACKAGE).join("ledger");
        let own = self.target.join("labs").join(PACKAGE);
        let (judge, mut faults) = self.read_all(&committed, "calibration", false);
        let (peers, more) = self.read_all(&committed, PEERS, true);
        faults.extend(more);
        let (yours, wrong) = self.read_all(&own, "calibration", false);
        let note = |(file, message)| format!("{file} is not shown: {message}");
        Calibrations { judge, peers, yours, faults, notes: wrong.into_iter().map(note).collect() }
    }

    fn read_all(
        &self,
        folder: &Path,
        name: &str,
        peers: bool,
    ) -> (Vec<Dated<Calibration>>, Vec<(String, String)>) {
        let key = self
            .sources()
            .and_then(|sources| sources.key_of_calibration(peers).map_err(|e| e.to_string()));
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        for path in machine_files(folder, name) {
            let (dated, fault) = self.read_one(&path, PACKAGE, key.as_ref().ok());
            found.extend(dated);
            faults.extend(fault);
        }
        (found, faults)
    }
}
