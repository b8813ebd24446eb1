//! What a chapter shows of a program's output is what the program prints:
//! `labs/labN/recorded/*.txt` begin with a command, and the rest is compared with
//! what that command says now. `LABS_RECORD=1 cargo test -p labs --test recorded`
//! writes them anew.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().canonicalize().unwrap()
}

fn run(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.current_dir(root()).output().unwrap();
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn cargo(args: &[&str]) -> String {
    // Where the profiles are looked for, whatever folder the tests are built in.
    run(Command::new(env!("CARGO")).args(args).env("CARGO_TARGET_DIR", root().join("target")))
}

/// Without what differs from run to run and from machine to machine: when, where,
/// and which build.
fn lasting(text: &str) -> String {
    let root = format!("{}/", root().display());
    text.lines()
        .filter(|line| !line.starts_with("heap profile ("))
        .map(|line| format!("{}\n", line.replace(&root, "").trim_end()))
        .collect()
}

fn output(command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words[..] {
        ["cargo", "heapview", ..] => {
            let mut args = vec!["run", "--quiet", "--package", "heapview", "--"];
            args.extend(&words[2..]);
            args.extend(["--color", "never"]);
            cargo(&args)
        }
        _ => panic!("no program for {command:?}"),
    }
}

#[test]
fn what_a_chapter_shows_is_what_the_programs_print() {
    let lab = root().join("labs/lab1");
    cargo(&["test", "--quiet", "--package", "lab1", "--test", "heap"]);
    let mut compared = 0;
    for entry in fs::read_dir(lab.join("recorded")).unwrap() {
        let path = entry.unwrap().path();
        let recorded = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let first = recorded.lines().next().unwrap();
        let command = first.strip_prefix("$ ").unwrap();
        let now = format!("{first}\n{}", lasting(&output(command)));
        if std::env::var_os("LABS_RECORD").is_some() {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(recorded, now, "{}", path.display());
        }
        compared += 1;
    }
    assert!(compared > 0);
}
