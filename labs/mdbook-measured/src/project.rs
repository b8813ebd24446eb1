//! What a book is made from: the labs, their ledgers, the claims.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use ledger::{
    Body, Counts, Error, Key, LabManifest, Ledger, PEERS, Sources, TIMES, Times, machine_files,
};

use crate::claims::{self, Claim, Text};

mod calibrations;

pub(crate) use calibrations::Calibrations;

/// The workspace around a book.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    target: PathBuf,
    labs: BTreeMap<String, Lab>,
    sources: OnceCell<Result<Sources, String>>,
    calibrations: OnceCell<Calibrations>,
    /// Lab and table of what the chapters show.
    shown: RefCell<BTreeSet<(String, String)>>,
    /// The texts that make the claims.
    pub texts: Vec<Text>,
    /// All claims, in the file's order.
    pub claims: Vec<Claim>,
    /// Where the sources are published, if `book.toml` says so.
    pub repository: Option<String>,
    /// Manifests and claims that could not be read: file and what is wrong.
    pub faults: Vec<(String, String)>,
}

/// One lab: its manifest, and its results once a chapter needs them.
#[derive(Debug)]
pub struct Lab {
    manifest: LabManifest,
    numbers: OnceCell<Numbers>,
}

impl Deref for Lab {
    type Target = LabManifest;

    fn deref(&self) -> &LabManifest {
        &self.manifest
    }
}

/// A lab's results.
#[derive(Debug, Default)]
pub struct Numbers {
    /// Counts, committed.
    pub counts: Option<Dated<Counts>>,
    /// The Go column, committed.
    pub go: Option<Dated<Counts>>,
    /// Times, committed, one per machine.
    pub times: Vec<Dated<Times>>,
    /// What the lab's peers observed, committed, one per machine.
    pub peers: Vec<Dated<Times>>,
    /// What the reader counted.
    pub your_counts: Option<Dated<Counts>>,
    /// What the reader timed, the newest.
    pub your_times: Option<Dated<Times>>,
    /// Committed ledgers that cannot be used: file and what is wrong.
    pub faults: Vec<(String, String)>,
    /// The reader's files that are not shown, and why.
    pub notes: Vec<String>,
}

impl Numbers {
    /// The key of the sources that the counts were measured with.
    pub(crate) fn sources(&self) -> &str {
        self.counts.as_ref().map_or("", |counts| &counts.ledger.provenance.key.sources)
    }
}

/// A ledger, and whether the sources are still those it was measured with.
#[derive(Debug)]
pub struct Dated<B> {
    /// The ledger.
    pub ledger: Ledger<B>,
    /// File below the book's root.
    pub file: String,
    /// Measured with other sources or dependencies than there are now.
    pub stale: bool,
}

impl Project {
    /// Reads the manifests and the claims; ledgers are read when a chapter
    /// first needs them. The reader's own results lie in `target/labs`.
    pub fn read(root: &Path, target: &Path, repository: Option<String>) -> Project {
        let mut faults = Vec::new();
        let claims::Claims { texts, claims } = claims::read(root).unwrap_or_else(|message| {
            faults.push((claims::FILE.to_owned(), message));
            claims::Claims::default()
        });
        let mut labs = BTreeMap::new();
        for manifest in ledger::labs(root) {
            match manifest {
                Ok(manifest) => {
                    let lab = Lab { manifest, numbers: OnceCell::new() };
                    labs.insert(lab.name.clone(), lab);
                }
                Err(e) => faults.push(("labs".to_owned(), e.to_string())),
            }
        }
        Project {
            root: root.to_owned(),
            target: target.to_owned(),
            labs,
            sources: OnceCell::new(),
            calibrations: OnceCell::new(),
            shown: RefCell::default(),
            texts,
            claims,
            repository,
            faults,
        }
    }

    /// The lab of this name.
    pub fn lab(&self, name: &str) -> Option<&Lab> {
        self.labs.get(name)
    }

    /// The names of all labs.
    pub fn lab_names(&self) -> impl Iterator<Item = &str> {
        self.labs.keys().map(String::as_str)
    }

    /// The claim of this id.
    pub fn claim(&self, id: &str) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.id == id)
    }

    /// A lab's results, read at the first call.
    pub fn numbers<'a>(&self, lab: &'a Lab) -> &'a Numbers {
        lab.numbers.get_or_init(|| self.read_numbers(lab))
    }

    /// Every lab.
    pub fn labs(&self) -> impl Iterator<Item = &Lab> {
        self.labs.values()
    }

    /// A chapter shows this table, or a number of it.
    pub(crate) fn note_use(&self, lab: &Lab, table: &str) {
        self.shown.borrow_mut().insert((lab.name.clone(), table.to_owned()));
    }

    /// Tables of a lab that no chapter shows, whole or in part.
    pub(crate) fn unused(&self, lab: &Lab) -> Vec<String> {
        let shown = self.shown.borrow();
        let counts = self.numbers(lab).counts.iter().map(|dated| &dated.ledger.body);
        let tables = counts.flat_map(|counts| {
            let tables = counts.tables.iter().map(|t| &t.name);
            let sites = counts.sites.iter().map(|t| &t.name);
            tables.chain(sites).chain(counts.grids.iter().map(|grid| &grid.name))
        });
        let observed = self.numbers(lab).times.iter().chain(&self.numbers(lab).peers);
        let observed = observed.flat_map(|dated| &dated.ledger.body.grids).map(|grid| &grid.name);
        tables
            .chain(observed)
            .filter(|table| !shown.contains(&(lab.name.clone(), (*table).clone())))
            .cloned()
            .collect()
    }

    /// Results that a chapter has used so far.
    pub fn used(&self) -> impl Iterator<Item = (&Lab, &Numbers)> {
        self.labs.values().filter_map(|lab| lab.numbers.get().map(|numbers| (lab, numbers)))
    }

    fn sources(&self) -> Result<&Sources, String> {
        let sources =
            self.sources.get_or_init(|| Sources::read(&self.root).map_err(|e| e.to_string()));
        sources.as_ref().map_err(Clone::clone)
    }

    fn key_of_lab(&self, lab: &str) -> Result<Key, String> {
        self.sources()?.key_of_lab(lab).map_err(|e| e.to_string())
    }

    fn read_numbers(&self, lab: &Lab) -> Numbers {
        let mut numbers = Numbers::default();
        let key = self
            .key_of_lab(&lab.name)
            .map_err(|message| numbers.faults.push(("Cargo.lock".into(), message)))
            .ok();
        let committed = lab.dir.join("ledger");
        let keep =
            |fault: Option<(String, String)>, numbers: &mut Numbers| numbers.faults.extend(fault);

        let (counts, fault) =
            self.read_one(&committed.join("counts.json"), &lab.name, key.as_ref());
        numbers.counts = counts;
        keep(fault, &mut numbers);
        let go_file = committed.join("go.json");
        let go_key = ledger::key_of_go(&lab.dir);
        if let Err(e) = &go_key
            && go_file.is_file()
        {
            let message = format!("its programs are not there: {e}");
            numbers.faults.push((self.shown_path(&go_file), message));
        }
        let (go, fault) = self.read_one(&go_file, &lab.name, go_key.as_ref().ok());
        numbers.go = go;
        keep(fault, &mut numbers);
        for path in machine_files(&committed, TIMES) {
            let (times, fault) = self.read_one(&path, &lab.name, key.as_ref());
            numbers.times.extend(times);
            keep(fault, &mut numbers);
        }
        let peers = machine_files(&committed, PEERS);
        if !peers.is_empty() {
            let key = self.sources().and_then(|sources| {
                sources.key_of_peers(&lab.name).map_err(|message| message.to_string())
            });
            for path in peers {
                let (times, fault) = self.read_one(&path, &lab.name, key.as_ref().ok());
                numbers.peers.extend(times);
                keep(fault, &mut numbers);
            }
        }
        // The reader's own results can be of any age: what cannot be read is
        // not shown, and said, but is no reason to have no book.
        let own = self.target.join("labs").join(&lab.name);
        let note = |(file, message): (String, String)| format!("{file} is not shown: {message}");
        let (counts, fault) = self.read_one(&own.join("counts.json"), &lab.name, key.as_ref());
        numbers.your_counts = counts;
        numbers.notes.extend(fault.map(note));
        for path in machine_files(&own, TIMES) {
            let (times, fault) = self.read_one::<Times>(&path, &lab.name, key.as_ref());
            numbers.notes.extend(fault.map(note));
            let newer = |dated: &Dated<Times>| {
                numbers
                    .your_times
                    .as_ref()
                    .is_none_or(|known| known.ledger.provenance.date < dated.ledger.provenance.date)
            };
            if let Some(times) = times.filter(newer) {
                numbers.your_times = Some(times);
            }
        }
        numbers
    }

    /// A ledger, or the fault that keeps it away; neither if there is no file.
    fn read_one<B: Body>(
        &self,
        path: &Path,
        lab: &str,
        key: Option<&Key>,
    ) -> (Option<Dated<B>>, Option<(String, String)>) {
        let file = self.shown_path(path);
        match ledger::read::<B>(path) {
            Ok(ledger) if ledger.lab != lab => {
                (None, Some((file, format!("it is of {:?} and lies with {lab}", ledger.lab))))
            }
            Ok(ledger) => {
                let stale = key.is_some_and(|key| *key != ledger.provenance.key);
                (Some(Dated { ledger, file, stale }), None)
            }
            Err(Error::Missing { .. }) => (None, None),
            Err(e) => {
                // The message begins with the path, which the fault has already.
                let message = e.to_string();
                let message = message
                    .strip_prefix(&format!("{}: ", path.display()))
                    .unwrap_or(&message)
                    .to_owned();
                (None, Some((file, message)))
            }
        }
    }

    fn shown_path(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string().replace('\\', "/")
    }
}
