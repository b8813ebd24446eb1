//! The labs, as their manifests describe them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use serde::Deserialize;

/// One lab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lab {
    /// Package and folder: `lab1`.
    pub(crate) name: String,
    /// What it is about, as the chapter is called.
    pub(crate) title: String,
    /// The question: the package's description.
    pub(crate) question: String,
    /// Chapter file below `src`.
    pub(crate) chapter: String,
    /// How long reading and doing takes.
    pub(crate) minutes: u32,
    /// Its folder.
    pub(crate) dir: PathBuf,
}

#[derive(Deserialize)]
struct Manifest {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    description: Option<String>,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    lab: Option<LabMetadata>,
}

#[derive(Deserialize)]
struct LabMetadata {
    title: String,
    chapter: String,
    minutes: u32,
}

/// The folder with `book.toml` and `labs`, at or above the current one.
pub(crate) fn workspace_root() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder cannot be found out")?;
    let is_root = |dir: &&Path| dir.join("book.toml").is_file() && dir.join("labs").is_dir();
    let root = here.ancestors().find(is_root);
    root.map(Path::to_owned).ok_or_else(|| {
        anyhow!(
            "{} is not inside the book's workspace (no book.toml at or above it)",
            here.display()
        )
    })
}

/// All labs, by number.
pub(crate) fn labs(root: &Path) -> Result<Vec<Lab>> {
    let folder = root.join("labs");
    let mut labs = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let dir = entry?.path();
        let path = dir.join("Cargo.toml");
        let Some(number) = number(&dir) else { continue };
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let manifest: Manifest =
            toml::from_str(&text).with_context(|| path.display().to_string())?;
        let package = manifest.package;
        let (Some(question), Some(lab)) =
            (package.description, package.metadata.and_then(|m| m.lab))
        else {
            bail!(
                "{}: a lab needs a description (its question) and [package.metadata.lab]",
                path.display()
            );
        };
        let LabMetadata { title, chapter, minutes } = lab;
        labs.push((number, Lab { name: package.name, title, question, chapter, minutes, dir }));
    }
    labs.sort_by_key(|(number, _)| *number);
    Ok(labs.into_iter().map(|(_, lab)| lab).collect())
}

/// The number of a folder `labN`.
fn number(dir: &Path) -> Option<u32> {
    dir.file_name()?.to_str()?.strip_prefix("lab")?.parse().ok()
}

/// The labs with these names, all for none.
pub(crate) fn choose(labs: Vec<Lab>, names: &[String]) -> Result<Vec<Lab>> {
    let Some(unknown) = names.iter().find(|name| !labs.iter().any(|lab| lab.name == **name)) else {
        return Ok(labs
            .into_iter()
            .filter(|lab| names.is_empty() || names.contains(&lab.name))
            .collect());
    };
    let nearest = labs.iter().min_by_key(|lab| strsim::damerau_levenshtein(&lab.name, unknown));
    let nearest = nearest.map(|lab| format!("; did you mean {}?", lab.name)).unwrap_or_default();
    bail!("there is no lab {unknown:?}{nearest} `cargo labs` lists them all")
}

/// What `cargo labs` prints.
pub(crate) fn listing(labs: &[Lab]) -> String {
    let mut text = String::from("Every Allocation Counts: the labs\n\n");
    for lab in labs {
        let _ = writeln!(text, "{}  {}: {}", lab.name, lab.title, lab.question);
        let _ = writeln!(text, "      chapter   src/{} ({} minutes)", lab.chapter, lab.minutes);
        let _ = writeln!(text, "      count     cargo test -p {}", lab.name);
        let _ = writeln!(text, "      time      cargo bench -p {}", lab.name);
        let _ = writeln!(text, "      keep      cargo labs measure {}", lab.name);
        let _ = writeln!(
            text,
            "      exercise  cargo test -p {} --test exercise -- --ignored\n",
            lab.name
        );
    }
    text += "Read      cargo book\nCommands  cargo labs --help\n";
    text
}
