//! What a chapter shows of a program's output is what the program prints:
//! `labs/labN/recorded/*.txt` begin with a command, and the rest is compared with
//! what that command says now. `LABS_RECORD=1 cargo test -p labs --test recorded`
//! writes them anew.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::io::Write as _;
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

fn go(args: &[&str]) -> Command {
    let mut command = Command::new("go");
    command.args(args).env("GOTOOLCHAIN", "local").env("GOPROXY", "off");
    command
}

/// Whether the Go of that lab's `go.mod` is here.
fn has_go(lab: &Path) -> bool {
    let manifest = fs::read_to_string(lab.join("go/go.mod")).unwrap();
    let wanted = manifest.lines().find_map(|line| line.strip_prefix("go ")).unwrap();
    let found = go(&["version"]).output();
    found.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains(&format!("go{wanted} ")))
}

/// Without what differs from run to run and from machine to machine: when, where,
/// and which build.
fn lasting(text: &str) -> String {
    let root = format!("{}/", root().display());
    let passing = ["heap profile (", "File: ", "Build ID: ", "Type: ", "Time: "];
    text.lines()
        .filter(|line| !passing.iter().any(|start| line.starts_with(start)))
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
        ["go", ..] => run(&mut go(&words[1..])),
        _ => panic!("no program for {command:?}"),
    }
}

#[test]
fn what_a_chapter_shows_is_what_the_programs_print() {
    let lab = root().join("labs/lab1");
    cargo(&["test", "--quiet", "--package", "lab1", "--test", "heap"]);
    let with_go = has_go(&lab);
    if with_go {
        let program = root().join("target/labs/lab1/go-program");
        let mut build = go(&["build", "-o"]);
        let built = build.arg(&program).arg(".").current_dir(lab.join("go")).status();
        assert!(built.unwrap().success());
        run(Command::new(program).args(["profile", "target/labs/lab1/go.pb.gz"]));
    }
    let mut compared = 0;
    for entry in fs::read_dir(lab.join("recorded")).unwrap() {
        let path = entry.unwrap().path();
        let recorded = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let first = recorded.lines().next().unwrap();
        let command = first.strip_prefix("$ ").unwrap();
        if command.starts_with("go ") && !with_go {
            // Past libtest, which shows nothing of a test that passes.
            writeln!(std::io::stderr(), "skipped: {} needs its Go", path.display()).unwrap();
            continue;
        }
        let now = format!("{first}\n{}", lasting(&output(command)));
        if std::env::var_os("LABS_RECORD").is_some() {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(recorded, now, "{}", path.display());
        }
        compared += 1;
    }
    assert!(compared >= 2);
}
