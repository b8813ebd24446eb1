//! The key: a hash of what can change a number.
//!
//! It is computed from `Cargo.lock` and the sources alone, so that the book
//! tool can tell a stale number in a millisecond, without asking cargo.
//! SipHash-128 with a zero key: stable over platforms and versions, and nobody
//! gains by a collision here.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;
use siphasher::sip128::{Hasher128 as _, SipHasher13};

use crate::{Error, Key};

/// The workspace at one moment: its lock file and manifest, read once for all
/// labs.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    lock: Lock,
    manifest: toml::Table,
}

impl Sources {
    /// Reads `Cargo.lock` and `Cargo.toml` of the workspace at `root`.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if one cannot be read, [`Error::Shape`] if it is not the
    /// TOML that cargo writes.
    pub fn read(root: &Path) -> Result<Sources, Error> {
        let lock = toml_file(&root.join("Cargo.lock"))?;
        let manifest = toml_file(&root.join("Cargo.toml"))?;
        Ok(Sources { root: root.to_owned(), lock, manifest })
    }

    /// The locked version of a package; of several the first.
    pub fn locked_version(&self, package: &str) -> Option<&str> {
        let packages = &self.lock.package;
        packages.iter().find(|known| known.name == package).map(|known| known.version.as_str())
    }

    /// A setting of `[profile.bench]`, or of `[profile.release]`, which it follows.
    pub fn bench_profile(&self, setting: &str) -> Option<String> {
        let profiles = self.manifest.get("profile")?;
        let of = |profile: &str| profiles.get(profile).and_then(|profile| profile.get(setting));
        let value = of("bench").or_else(|| of("release"))?;
        Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    }

    /// `[workspace.NAME]` of the root manifest.
    fn inherited(&self, name: &str) -> Option<&toml::Value> {
        self.manifest.get("workspace")?.get(name)
    }

    /// A manifest with what it inherits, without what is only said about it.
    fn manifest_of(&self, path: &Path) -> Result<String, Error> {
        let mut table: toml::Table = toml_file(path)?;
        if let Some(package) = table.get_mut("package").and_then(toml::Value::as_table_mut) {
            package.remove("description");
            package.remove("metadata");
        }
        let mut text = table.to_string();
        let dependencies = self.inherited("dependencies").and_then(toml::Value::as_table);
        for (name, dependency) in dependencies.into_iter().flatten() {
            if inherits(&table, name) {
                text += &format!("\n{name} = {dependency}");
            }
        }
        let edition = self.inherited("package").and_then(|package| package.get("edition"));
        text += &edition.map(toml::Value::to_string).unwrap_or_default();
        Ok(text)
    }

    /// The key of lab `lab`. It covers
    ///
    /// - of the lab: `Cargo.toml`, `build.rs`, `src` without the learner's
    ///   `src/exercise.rs`, `tests/heap.rs` and `benches`;
    /// - of every workspace crate it uses: `Cargo.toml`, `build.rs` and `src`;
    /// - what these manifests inherit from the workspace's, and its `[profile]`
    ///   tables;
    /// - name, version and checksum of every locked package it uses.
    ///
    /// A manifest counts without its description and `[package.metadata]`, and
    /// line ends count as `\n`, so a Windows checkout has the same key.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if a file cannot be read; [`Error::Shape`] if the lock
    /// file does not know the lab, or a manifest is no TOML.
    pub fn key_of_lab(&self, lab: &str) -> Result<Key, Error> {
        let unknown = || {
            shape(&self.root.join("Cargo.lock"), "package", format!("it knows no package {lab}"))
        };
        let mut dependencies = SipHasher13::new();
        let mut files = Vec::new();
        let mut sources = SipHasher13::new();
        for package in self.lock.closure(lab).ok_or_else(unknown)? {
            if let Some(checksum) = &package.checksum {
                feed(&mut dependencies, &[&package.name, &package.version, checksum]);
                continue;
            }
            let folder = self.root.join("labs").join(&package.name);
            feed(&mut sources, &[&package.name, &self.manifest_of(&folder.join("Cargo.toml"))?]);
            files.push(folder.join("build.rs"));
            rust_files(&folder.join("src"), &mut files)?;
            if package.name == lab {
                files.retain(|file| *file != folder.join("src/exercise.rs"));
                files.push(folder.join("tests/heap.rs"));
                rust_files(&folder.join("benches"), &mut files)?;
            }
        }
        let profiles = self.manifest.get("profile").map(toml::Value::to_string);
        feed(&mut sources, &[&profiles.unwrap_or_default()]);
        feed_files(&mut sources, &self.root, files)?;
        Ok(Key { sources: hex(&sources), dependencies: hex(&dependencies) })
    }

    /// The key of what the peers of lab `lab` observed: that of the lab, and of its
    /// peers the manifest, the lock file, the sources and their Go program.
    ///
    /// # Errors
    ///
    /// As [`key_of_lab`](Sources::key_of_lab).
    pub fn key_of_peers(&self, lab: &str) -> Result<Key, Error> {
        let Key { sources: of_lab, dependencies } = self.key_of_lab(lab)?;
        let dir = peers_dir(&self.root.join("labs").join(lab));
        let mut files = vec![dir.join("Cargo.toml"), dir.join("Cargo.lock")];
        rust_files(&dir.join("src"), &mut files)?;
        if dir.join("go").is_dir() {
            go_files(&dir.join("go"), &mut files)?;
        }
        let mut sources = SipHasher13::new();
        feed(&mut sources, &[&of_lab]);
        feed_files(&mut sources, &self.root, files)?;
        Ok(Key { sources: hex(&sources), dependencies })
    }

    /// The key of the judge's calibration. It covers what can change a verdict and
    /// nothing else, since measuring it again takes an hour. `sources` is what is
    /// timed and how: `labs/calibration`, labkit's rounds, the `[profile]` tables
    /// that a bench is built with.
    /// `dependencies` is what judges: the judge, or with `peers` the programs and
    /// the lock file of `scripts/peers`.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if a file cannot be read.
    pub fn key_of_calibration(&self, peers: bool) -> Result<Key, Error> {
        let labs = self.root.join("labs");
        let (mut timed, mut judges) = (Vec::new(), Vec::new());
        rust_files(&labs.join("calibration"), &mut timed)?;
        if peers {
            let peers = self.root.join("scripts/peers");
            rust_files(&peers.join("src"), &mut judges)?;
            rust_files(&peers.join("benches"), &mut judges)?;
            judges.push(peers.join("Cargo.lock"));
        } else {
            timed.push(labs.join("labkit/src/times/rounds.rs"));
            judges.push(labs.join("ledger/src/judge.rs"));
            rust_files(&labs.join("ledger/src/judge"), &mut judges)?;
        }
        let (mut sources, mut dependencies) = (SipHasher13::new(), SipHasher13::new());
        // bench follows release, and nothing else does.
        for profile in ["bench", "release"] {
            let profile = self.manifest.get("profile").and_then(|profiles| profiles.get(profile));
            feed(&mut sources, &[&profile.map(toml::Value::to_string).unwrap_or_default()]);
        }
        feed_files(&mut sources, &self.root, timed)?;
        feed_files(&mut dependencies, &self.root, judges)?;
        Ok(Key { sources: hex(&sources), dependencies: hex(&dependencies) })
    }
}

/// The folder of a lab's peers: a package of its own beside the lab.
pub fn peers_dir(lab_dir: &Path) -> PathBuf {
    let mut name = lab_dir.file_name().unwrap_or_default().to_owned();
    name.push("-peers");
    lab_dir.with_file_name(name)
}

/// The key of a lab's Go column: `go/go.mod` and the `.go` files beside it, its
/// tests excepted, and those of the folders that `go.mod` puts in a module's place.
///
/// # Errors
///
/// [`Error::Io`] if a file cannot be read.
pub fn key_of_go(lab_dir: &Path) -> Result<Key, Error> {
    let mut files = Vec::new();
    let dir = lab_dir.join("go");
    go_files(&dir, &mut files)?;
    let modules = dir.join("go.mod");
    let modules = fs::read_to_string(&modules).map_err(|source| reading(&modules, source))?;
    for (_, module) in modules.lines().filter_map(|line| line.split_once("=> .")) {
        go_files(&dir.join(format!(".{}", module.trim())), &mut files)?;
    }
    let mut sources = SipHasher13::new();
    feed_files(&mut sources, lab_dir, files)?;
    Ok(Key { sources: hex(&sources), dependencies: "none".into() })
}

/// `go.mod` and the `.go` files of a folder, tests excepted.
fn go_files(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(dir).map_err(|source| reading(dir, source))? {
        let path = entry.map_err(|source| reading(dir, source))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name == "go.mod" || (name.ends_with(".go") && !name.ends_with("_test.go")) {
            files.push(path);
        }
    }
    Ok(())
}

#[derive(Debug, Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    version: String,
    checksum: Option<String>,
    #[serde(default)]
    dependencies: Vec<String>,
}

impl Lock {
    /// The package and all that it uses, sorted; `None` if it is not there.
    fn closure(&self, root: &str) -> Option<Vec<&Package>> {
        let mut by_name: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
        for package in &self.package {
            by_name.entry(&package.name).or_default().push(package);
        }
        // A dependency is `name`, or `name version` where the name is not enough.
        let find = |dependency: &str| {
            let mut words = dependency.split(' ');
            let candidates = by_name.get(words.next()?)?;
            let version = words.next();
            candidates
                .iter()
                .copied()
                .find(|package| version.is_none_or(|version| package.version == version))
        };
        let mut seen = BTreeSet::new();
        let mut used = Vec::new();
        let mut open = vec![find(root)?];
        while let Some(package) = open.pop() {
            if seen.insert((&package.name, &package.version)) {
                open.extend(package.dependencies.iter().filter_map(|dependency| find(dependency)));
                used.push(package);
            }
        }
        used.sort_by_key(|package| (&package.name, &package.version));
        Some(used)
    }
}

/// Whether any dependency table of the manifest has `NAME = { workspace = true }`.
fn inherits(table: &toml::Table, name: &str) -> bool {
    table.iter().any(|(key, value)| match value {
        toml::Value::Table(inner) if key.ends_with("dependencies") => {
            inner.get(name).and_then(|dependency| dependency.get("workspace")).is_some()
        }
        toml::Value::Table(inner) => inherits(inner, name),
        _ => false,
    })
}

pub(crate) fn toml_file<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = fs::read_to_string(path).map_err(|source| reading(path, source))?;
    toml::from_str(&text).map_err(|e| shape(path, "the file", e.message().to_owned()))
}

/// Every `.rs` file below `folder`; none if it is not there.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(|source| reading(folder, source))? {
        let path = entry.map_err(|source| reading(folder, source))?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn feed_files(hasher: &mut SipHasher13, root: &Path, files: Vec<PathBuf>) -> Result<(), Error> {
    let mut named: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|file| {
            let relative = file.strip_prefix(root).unwrap_or(&file);
            let parts: Vec<_> =
                relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            (parts.join("/"), file.clone())
        })
        .collect();
    named.sort();
    for (name, file) in named {
        match fs::read_to_string(&file) {
            Ok(text) => feed(hasher, &[&name, &text.replace("\r\n", "\n")]),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(reading(&file, source)),
        }
    }
    Ok(())
}

/// Each part with its length, so that no two lists of parts feed alike.
fn feed(hasher: &mut SipHasher13, parts: &[&str]) {
    for part in parts {
        hasher.write(&(part.len() as u64).to_le_bytes());
        hasher.write(part.as_bytes());
    }
}

fn hex(hasher: &SipHasher13) -> String {
    format!("{:032x}", hasher.finish128().as_u128())
}

fn reading(path: &Path, source: io::Error) -> Error {
    Error::Io { path: path.to_owned(), action: "reading", source }
}

pub(crate) fn shape(path: &Path, at: &str, message: String) -> Error {
    Error::Shape { path: path.to_owned(), at: at.into(), message }
}
