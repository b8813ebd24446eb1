//! `cargo labs start DIR`: a workspace of the learner's own, with the exercises
//! and nothing of the solutions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use ledger::LabManifest as Lab;

use crate::catalog;

/// Where to.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// A folder that does not exist yet, or an empty one
    dir: PathBuf,
}

/// Crates that the exercises need.
const CRATES: [&str; 4] = ["labs/labkit", "labs/ledger", "labs/heapview", "scripts"];

/// Files of the workspace.
const FILES: [&str; 4] = ["Cargo.lock", "rustfmt.toml", "LICENSE-MIT", "LICENSE-APACHE"];

/// Of a lab or a crate: what a learner has no use for. `solution.rs` is what this
/// command is about; `ledger` are a lab's results.
const LEFT_OUT: [&str; 6] = ["src/solution.rs", "go", "target", "ledger", "peers", "web"];

/// Files of a lab that name its solution, in lines of their own.
const SOLUTIONS: [&str; 3] = ["src/lib.rs", "tests/exercise.rs", "tests/same.rs"];

/// Writes it, whole or not at all.
pub(crate) fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let dir = std::path::absolute(&options.dir)?;
    let taken = fs::read_dir(&dir).is_ok_and(|mut entries| entries.next().is_some());
    if taken || dir.is_file() {
        bail!("{} is there already and not empty; name another folder", dir.display());
    }
    let parent = dir.parent().context("a folder below another one is needed")?;
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    let made = tempfile::tempdir_in(parent).with_context(|| parent.display().to_string())?;
    let labs = catalog::labs(root)?;
    write(root, made.path(), &labs)?;
    // An empty folder gives way to the finished one.
    let _ = fs::remove_dir(&dir);
    fs::rename(made.path(), &dir).with_context(|| dir.display().to_string())?;
    // It has another name now, so there is nothing left to remove.
    let _ = made.keep();
    anstream::println!(
        "{} has {} exercise{}. Go there, then:\n\n  cargo labs            lists them\n  cargo labs try {}   tries the first\n  cargo labs hint {}  helps",
        options.dir.display(),
        labs.len(),
        if labs.len() == 1 { "" } else { "s" },
        labs[0].name,
        labs[0].name
    );
    Ok(ExitCode::SUCCESS)
}

/// The lab's results, below its folder.
fn results(lab: &Path) -> Result<Vec<PathBuf>> {
    let folder = lab.join("ledger");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.with_context(|| folder.display().to_string())?.file_name();
        let file = Path::new("ledger").join(name);
        if file.extension().is_some_and(|extension| extension == "json") {
            found.push(file);
        }
    }
    Ok(found)
}

fn write(root: &Path, to: &Path, labs: &[Lab]) -> Result<()> {
    for file in FILES {
        copy_file(&root.join(file), &to.join(file))?;
    }
    for folder in CRATES {
        copy(&root.join(folder), &to.join(folder), Path::new(""))?;
    }
    for lab in labs {
        let target = to.join("labs").join(&lab.name);
        copy(&lab.dir, &target, Path::new(""))?;
        // What the lab's own tests compare with.
        for result in results(&lab.dir)? {
            copy_file(&lab.dir.join(&result), &target.join(&result))?;
        }
        for file in SOLUTIONS {
            let path = target.join(file);
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            put(&path, &without_solution(&text))?;
        }
        // Also where the learner has begun in our own clone.
        copy_file(&lab.dir.join(super::STARTER), &target.join(super::FILE))?;
    }
    let manifest = root.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
    let names: Vec<&str> = labs.iter().map(|lab| lab.name.as_str()).collect();
    put(&to.join("Cargo.toml"), &manifest_of(&text, &names)?)?;
    let config = root.join(".cargo/config.toml");
    let text = fs::read_to_string(&config).with_context(|| config.display().to_string())?;
    let kept = text.lines().filter(|line| !line.starts_with("book ="));
    put(&to.join(".cargo/config.toml"), &kept.map(|line| format!("{line}\n")).collect::<String>())?;
    put(&to.join("README.md"), README)
}

const README: &str = "# Exercises of *Every Allocation Counts*

```console
$ cargo labs             # which there are, and how far you are
$ cargo labs try lab1    # budget, yours, and the lines that still allocate
$ cargo labs hint lab1   # one more hint each time
$ cargo labs reset lab1  # begin anew; yours is kept in .labs/
```

You write in `labs/lab1/src/exercise.rs`. The chapters are in the book.
";

/// Without the lines that name it.
fn without_solution(text: &str) -> String {
    text.lines().filter(|line| !line.contains("solution")).map(|line| format!("{line}\n")).collect()
}

/// The workspace's manifest with these labs and what they need.
fn manifest_of(text: &str, labs: &[&str]) -> Result<String> {
    let (before, rest) = text.split_once("members = [").context("Cargo.toml names no members")?;
    let (_, after) = rest.split_once(']').context("Cargo.toml's members do not end")?;
    let members = labs.iter().map(|lab| format!("labs/{lab}"));
    let members = members.chain(CRATES.map(str::to_owned));
    let list: Vec<String> = members.map(|member| format!("\"{member}\"")).collect();
    let text = format!("{before}members = [{}]{after}", list.join(", "));
    // How single packages are built: the book tool's are not here, and cargo
    // would warn of each.
    let mut single = false;
    let kept = text.lines().filter(|line| {
        if line.starts_with('[') {
            single = line.starts_with("[profile.dev.package.") && !line.contains('*');
        }
        !single
    });
    Ok(kept.map(|line| format!("{line}\n")).collect())
}

/// A folder's files; `below` is where we are in it.
fn copy(from: &Path, to: &Path, below: &Path) -> Result<()> {
    let folder = from.join(below);
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let name = below.join(entry?.file_name());
        if LEFT_OUT.iter().any(|left| name == Path::new(left)) {
            continue;
        }
        if from.join(&name).is_dir() {
            copy(from, to, &name)?;
        } else {
            copy_file(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| from.display().to_string())?;
    folder_of(to)?;
    fs::write(to, bytes).with_context(|| to.display().to_string())
}

fn put(path: &Path, text: &str) -> Result<()> {
    folder_of(path)?;
    fs::write(path, text).with_context(|| path.display().to_string())
}

fn folder_of(path: &Path) -> Result<()> {
    let parent = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { files(&path, found) } else { found.push(path) }
        }
    }

    #[test]
    fn a_started_workspace_has_every_exercise_and_no_solution() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("mine");
        run(&root(), &Options { dir: dir.clone() }).unwrap();
        for lab in catalog::labs(&root()).unwrap() {
            let name = lab.name;
            let lab = dir.join("labs").join(&name);
            for file in ["Cargo.toml", "src/exercise.rs", "tests/exercise.rs", "ledger/counts.json"]
            {
                assert!(lab.join(file).is_file(), "{file}");
            }
            // All results, times and peers too: tests of decisions read them.
            let ours = results(&root().join("labs").join(&name)).unwrap();
            assert!(ours.len() > 1, "{ours:?}");
            assert!(ours.iter().all(|result| lab.join(result).is_file()), "{ours:?}");
            let mut found = Vec::new();
            files(&lab, &mut found);
            for path in found.iter().filter(|path| path.extension().is_some_and(|e| e == "rs")) {
                let text = fs::read_to_string(path).unwrap();
                assert!(!text.contains("solution"), "{}", path.display());
            }
        }
        // Nor does the last hint lead to one.
        let led = |lab: &Lab| crate::exercise::last_words(lab).contains("solution.rs");
        // This test is a learner's as well, where there are none to begin with.
        let here = catalog::labs(&root()).unwrap();
        assert!(here.iter().all(|lab| led(lab) == lab.dir.join("src/solution.rs").is_file()));
        assert!(!catalog::labs(&dir).unwrap().iter().any(led));
        // The sources of the crate `ledger` are no results.
        assert!(dir.join("labs/ledger/src/lib.rs").is_file());
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }

    #[test]
    fn a_folder_with_something_in_it_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.txt"), "x").unwrap();
        let options = Options { dir: folder.path().to_owned() };
        let message = run(&root(), &options).unwrap_err().to_string();
        assert!(message.contains("is there already and not empty"), "{message}");
    }

    #[test]
    fn the_manifest_keeps_all_but_its_members() {
        let text = "[workspace]\nmembers = [\"a\", \"b\"]\n[profile.dev.package.\"*\"]\ndebug = false\n\
                    [profile.dev.package.b]\nopt-level = 1\n\n[profile.release]\ndebug = true\n";
        let made = manifest_of(text, &["lab1"]).unwrap();
        assert!(
            made.starts_with("[workspace]\nmembers = [\"labs/lab1\", \"labs/labkit\""),
            "{made}"
        );
        let rest = "\"scripts\"]\n[profile.dev.package.\"*\"]\ndebug = false\n[profile.release]\ndebug = true\n";
        assert!(made.ends_with(rest), "{made}");
    }
}
