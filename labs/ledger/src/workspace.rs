//! Where the labs are, and what their manifests say of them.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::Error;
use crate::freshness::{shape, toml_file};

/// One lab, as `labs/labN/Cargo.toml` describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabManifest {
    /// Package and folder: `lab1`.
    pub name: String,
    /// What it is about, as the chapter is called.
    pub title: String,
    /// The question: the package's description.
    pub question: String,
    /// Chapter file below `src`.
    pub chapter: String,
    /// How long reading and doing takes.
    pub minutes: u32,
    /// First and last claim of each range that it covers.
    pub claims: Vec<(String, String)>,
    /// Its exercise.
    pub exercise: Exercise,
    /// Its folder.
    pub dir: PathBuf,
}

/// What a learner is told of an exercise.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// What to do, in a sentence.
    pub task: String,
    /// How long it takes.
    pub minutes: u32,
    /// Two or three, each telling more than the last.
    pub hints: Vec<String>,
}

#[derive(Deserialize)]
struct Manifest {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    description: String,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    lab: Described,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    title: String,
    chapter: String,
    minutes: u32,
    claims: Option<String>,
    exercise: Exercise,
}

/// All labs of the workspace at `root` by number, each with the error that keeps
/// its manifest from being read: absent fields, a `claims` that is no range, or too few hints.
pub fn labs(root: &Path) -> Vec<Result<LabManifest, Error>> {
    let entries = std::fs::read_dir(root.join("labs")).into_iter().flatten().flatten();
    let mut numbered: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            Some((name.strip_prefix("lab")?.parse().ok()?, entry.path()))
        })
        .collect();
    numbered.sort();
    numbered.into_iter().map(|(_, dir)| read(dir)).collect()
}

fn read(dir: PathBuf) -> Result<LabManifest, Error> {
    let path = dir.join("Cargo.toml");
    let Manifest { package } = toml_file(&path)?;
    let Described { title, chapter, minutes, claims, exercise } = package.metadata.lab;
    if !(2..=3).contains(&exercise.hints.len()) {
        let message =
            format!("two or three hints are needed, and there are {}", exercise.hints.len());
        return Err(shape(&path, "package.metadata.lab.exercise.hints", message));
    }
    let range = |range: &str| {
        let ends = range.trim().split_once("..");
        ends.map(|(from, to)| (from.to_owned(), to.to_owned())).ok_or_else(|| {
            let message = "ranges are needed, as S000-24..S000-34, S001-60..S001-62";
            shape(&path, "package.metadata.lab.claims", message.into())
        })
    };
    let claims = claims.iter().flat_map(|claims| claims.split(','));
    let claims = claims.map(range).collect::<Result<_, _>>()?;
    let (name, question) = (package.name, package.description);
    Ok(LabManifest { name, title, question, chapter, minutes, claims, exercise, dir })
}

/// Cargo's target folder of the workspace at `root`: `CARGO_TARGET_DIR`, as seen
/// from the current folder, or `target`. Absolute, since the labs' programs run
/// in folders of their own.
pub fn target_dir(root: &Path) -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let named = named.unwrap_or_else(|| root.join("target"));
    std::path::absolute(&named).unwrap_or(named)
}
