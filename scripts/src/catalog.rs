//! The labs, as their manifests describe them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use ledger::LabManifest as Lab;

use crate::exercise::progress::Progress;

/// The folder with `Cargo.lock` and `labs`, at or above the current one.
pub(crate) fn workspace_root() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder cannot be found out")?;
    let is_root = |dir: &&Path| dir.join("Cargo.lock").is_file() && dir.join("labs").is_dir();
    let root = here.ancestors().find(is_root);
    root.map(Path::to_owned).ok_or_else(|| {
        anyhow!(
            "{} is not inside the workspace of the labs (no Cargo.lock and labs at or above it)",
            here.display()
        )
    })
}

/// All labs, by number.
pub(crate) fn labs(root: &Path) -> Result<Vec<Lab>> {
    Ok(ledger::labs(root).into_iter().collect::<Result<_, _>>()?)
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
pub(crate) fn listing(root: &Path, labs: &[Lab], progress: &Progress) -> String {
    let mut text = String::from("Every Allocation Counts: the labs\n\n");
    for lab in labs {
        let _ = writeln!(text, "{}  {}: {}", lab.name, lab.title, lab.question);
        let chapter = format!("src/{}", lab.chapter);
        // A workspace of the learner's own has no book.
        if root.join(&chapter).is_file() {
            let _ = writeln!(text, "      chapter   {chapter} ({} minutes)", lab.minutes);
        }
        let _ = writeln!(text, "      count     cargo test -p {}", lab.name);
        let _ = writeln!(text, "      time      cargo bench -p {}", lab.name);
        let _ = writeln!(text, "      keep      cargo labs measure {}", lab.name);
        let far = progress.known(&lab.name).map(|known| format!(": {}", known.words()));
        let _ = writeln!(
            text,
            "      exercise  cargo labs try {} ({} minutes){}\n",
            lab.name,
            lab.exercise.minutes,
            far.unwrap_or_default()
        );
    }
    if root.join("book.toml").is_file() {
        text += "Read      cargo book\n";
    }
    text += "Commands  cargo labs --help\n";
    text
}
