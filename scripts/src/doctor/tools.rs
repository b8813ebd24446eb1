//! Tools that a verdict needs, or that show more.

use std::path::Path;
use std::process::{Command, Stdio};

use ledger::Sources;

use super::{Check, State};
use crate::cargo;

pub(super) fn all(root: &Path) -> Vec<Check> {
    let check = |name, state| Check { name, state };
    vec![
        check("linker", linker(cargo::can_place(root))),
        check("valgrind", valgrind()),
        check(
            "go",
            tool(
                "go",
                &["version"],
                "the Go columns stay as they are",
                "a Go of the version that a lab's go.mod names",
            ),
        ),
        check("git", tool("git", &["--version"], "results name no commit", "git")),
    ]
}

fn linker(can_place: Result<bool, String>) -> State {
    match can_place {
        Ok(true) => State::fine("the linker can place code in other orders"),
        Ok(false) => State::poor(
            "the linker places code in one order only, so no verdict is given",
            "install LLD (package lld), which cargo then finds",
        ),
        Err(message) => State::unknown(message),
    }
}

fn valgrind() -> State {
    let cure = "install valgrind, where there is one (Linux)";
    tool("valgrind", &["--version"], "no instructions are counted", cure)
}

fn tool(name: &str, args: &[&str], without: &str, cure: &'static str) -> State {
    let mut command = Command::new(name);
    command.args(args).env("GOTOOLCHAIN", "local").stdin(Stdio::null());
    match command.output() {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            State::fine(text.lines().next().unwrap_or(name).to_owned())
        }
        _ => State::Missing { what: format!("without {name} {without}"), cure },
    }
}

/// Whether timing programs are optimised.
pub(super) fn profile(root: &Path) -> State {
    let set = |name: &str| std::env::var(format!("CARGO_PROFILE_BENCH_{name}")).ok();
    let level = set("OPT_LEVEL").or_else(|| setting(root, "opt-level"));
    let assertions = set("DEBUG_ASSERTIONS").or_else(|| setting(root, "debug-assertions"));
    let cure =
        "take opt-level and debug-assertions out of [profile.bench] and CARGO_PROFILE_BENCH_*";
    match (level.as_deref(), assertions.as_deref()) {
        (Some(level), _) if level != "3" => {
            State::poor(format!("programs are built with opt-level {level}"), cure)
        }
        (_, Some("true")) => State::poor("programs are built with debug assertions", cure),
        _ => State::fine("programs are optimised"),
    }
}

fn setting(root: &Path, name: &str) -> Option<String> {
    Sources::read(root).ok()?.bench_profile(name)
}
