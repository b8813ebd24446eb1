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

/// The name of a lab's chapter: `hotspots`.
fn chapter(lab: &Lab) -> &str {
    lab.chapter.strip_suffix(".md").unwrap_or(&lab.chapter)
}

/// The labs with these names, or with chapters of these names; all for none.
pub(crate) fn choose(labs: Vec<Lab>, names: &[String]) -> Result<Vec<Lab>> {
    let is_it = |lab: &Lab, name: &String| lab.name == *name || chapter(lab) == name;
    let Some(unknown) = names.iter().find(|name| !labs.iter().any(|lab| is_it(lab, name))) else {
        let chosen = |lab: &Lab| names.is_empty() || names.iter().any(|name| is_it(lab, name));
        return Ok(labs.into_iter().filter(chosen).collect());
    };
    let known = labs.iter().flat_map(|lab| [lab.name.as_str(), chapter(lab)]);
    let nearest = known.min_by_key(|name| strsim::damerau_levenshtein(name, unknown));
    let nearest = nearest.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lab_is_chosen_by_its_name_or_its_chapters() {
        let root = workspace_root().expect("the tests run in the workspace");
        let chosen = |name: &str| choose(labs(&root).expect("they are sound"), &[name.to_owned()]);
        for name in ["lab1", "hotspots"] {
            let chosen = chosen(name).expect("it is there");
            assert_eq!(chosen.iter().map(|lab| &*lab.name).collect::<Vec<_>>(), ["lab1"], "{name}");
        }
        let message = chosen("hotspost").expect_err("it is not there").to_string();
        assert!(message.contains("did you mean hotspots?"), "{message}");
    }
}
