//! Finds the source a profile names.
//!
//! dhat keeps the last three parts of a path: `lab1/src/pipeline.rs`, but also
//! `src/a/b.rs`, whose crate is gone. So a path is tried below the working
//! folder and each folder above it, as pprof does; then by its ending anywhere
//! below; and where several files end so, the function's crate decides.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A tree with more entries is no source tree; the search ends there.
const ENTRY_LIMIT: usize = 50_000;
/// Folders nobody writes sources in.
const SKIPPED: [&str; 3] = ["target", "node_modules", "vendor"];
/// A larger file is no source that a person reads.
const SIZE_LIMIT: u64 = 8 << 20;

/// A source, or why there is none.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file that was found.
    pub path: Option<PathBuf>,
    /// Its lines.
    pub lines: Vec<String>,
    /// What the reader of the listing must know.
    pub note: Option<String>,
}

/// Looks for sources, walking a tree once.
#[derive(Debug)]
pub struct Sources {
    roots: Vec<PathBuf>,
    /// Whether somebody named the roots: then a file's name alone is enough.
    named: bool,
    /// When the profile was written; a newer source is another one.
    written: Option<SystemTime>,
    /// Files below the roots by their last part, once it was needed.
    index: Option<HashMap<String, Vec<PathBuf>>>,
}

impl Sources {
    /// Looks below `roots`, or below the working folder where there are none.
    pub fn new(roots: &[PathBuf], written: Option<SystemTime>) -> Self {
        let named = !roots.is_empty();
        let roots = match roots {
            [] => vec![std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."))],
            roots => roots.to_vec(),
        };
        Self { roots, named, written, index: None }
    }

    /// The source of `file` as the profile names it, in which `function` is.
    pub fn find(&mut self, file: &str, function: &str) -> Source {
        let found = match self.directly(file) {
            Some(path) => Ok(path),
            None => self.by_ending(file, function),
        };
        let path = match found {
            Ok(path) => path,
            Err(note) => return Source { path: None, lines: Vec::new(), note: Some(note) },
        };
        match read(&path) {
            Ok(text) => {
                let note = self.age_note(&path);
                let lines = text.lines().map(str::to_owned).collect();
                Source { path: Some(path), lines, note }
            }
            Err(fault) => {
                let note = Some(format!("{}: {fault}", path.display()));
                Source { path: None, lines: Vec::new(), note }
            }
        }
    }

    /// The path itself, or below a root or a folder above it.
    fn directly(&self, file: &str) -> Option<PathBuf> {
        let path = Path::new(file);
        if path.is_absolute() {
            return path.is_file().then(|| path.to_owned());
        }
        let folders = self.roots.iter().flat_map(|root| root.ancestors());
        folders.map(|folder| folder.join(path)).find(|path| path.is_file())
    }

    /// Files below the roots whose path ends like `file`. An absolute path of
    /// another machine is shortened from the front.
    fn by_ending(&mut self, file: &str, function: &str) -> Result<PathBuf, String> {
        let roots = &self.roots;
        let index = self.index.get_or_insert_with(|| index(roots));
        let last = file.rsplit('/').next().unwrap_or(file);
        let named = index.get(last).map(Vec::as_slice).unwrap_or_default();
        let ending = Path::new(file.trim_start_matches('/'));
        let parts = ending.components().count();
        // A deep path of another machine: three parts are what dhat keeps too. Go's
        // paths begin with the module's name, which need not be a folder's.
        let shortest = if self.named { parts.min(1) } else { parts.min(3) };
        let mut found: Vec<&PathBuf> = Vec::new();
        for skipped in 0..=parts - shortest {
            let ending: PathBuf = ending.components().skip(skipped).collect();
            found = named.iter().filter(|path| path.ends_with(&ending)).collect();
            if !found.is_empty() {
                break;
            }
        }
        if found.len() > 1 {
            let of_crate: Vec<_> =
                found.iter().copied().filter(|path| is_in_crate(path, function)).collect();
            if !of_crate.is_empty() {
                found = of_crate;
            }
        }
        match found.as_slice() {
            [path] => Ok((*path).clone()),
            [] => Err(format!("no {file} below here; name its folder with --source-path")),
            several => {
                let names: Vec<_> = several.iter().map(|path| path.display().to_string()).collect();
                Err(format!(
                    "{file} could be {}; name one's folder with --source-path",
                    names.join(" or ")
                ))
            }
        }
    }

    fn age_note(&self, path: &Path) -> Option<String> {
        let changed = fs::metadata(path).and_then(|meta| meta.modified()).ok()?;
        (changed > self.written?).then(|| {
            "changed after the profile was written: lines may have moved; take a new profile"
                .to_owned()
        })
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    if fs::metadata(path)?.len() > SIZE_LIMIT {
        return Err(std::io::Error::other("too large for a source"));
    }
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

/// Whether a folder on the path is named like the crate that `function` is of.
fn is_in_crate(path: &Path, function: &str) -> bool {
    let name = function.trim_start_matches(['<', '&']);
    let Some((krate, _)) = name.split_once("::") else {
        return false;
    };
    let plain = |part: &str| part.replace('-', "_");
    path.components().any(|part| part.as_os_str().to_str().map(plain).as_deref() == Some(krate))
}

fn index(roots: &[PathBuf]) -> HashMap<String, Vec<PathBuf>> {
    let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
    let mut open: Vec<PathBuf> = roots.to_vec();
    let mut entries = 0;
    while let Some(folder) = open.pop() {
        // A folder that cannot be read holds no source for us.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            entries += 1;
            if entries > ENTRY_LIMIT {
                return files;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            match entry.file_type() {
                Ok(kind)
                    if kind.is_dir()
                        && !name.starts_with('.')
                        && !SKIPPED.contains(&name.as_str()) =>
                {
                    open.push(entry.path());
                }
                Ok(kind) if kind.is_file() => files.entry(name).or_default().push(entry.path()),
                _ => {}
            }
        }
    }
    for paths in files.values_mut() {
        paths.sort();
    }
    files
}
