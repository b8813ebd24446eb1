//! Asking cargo to build one program and tell where it is.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Message {
    CompilerArtifact {
        target: Target,
        executable: Option<PathBuf>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

/// The kinds of program that a lab measures with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Program {
    /// `tests/heap.rs`, in the dev profile.
    Heap,
    /// `benches/time.rs`, in the bench profile.
    Time,
}

impl Program {
    fn command(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Program::Heap => ("test", "--test", "heap"),
            Program::Time => ("bench", "--bench", "time"),
        }
    }
}

/// Builds the program; what cargo says while it builds goes to stderr.
pub(crate) fn build(root: &Path, lab: &str, program: Program) -> Result<PathBuf> {
    let (command, kind, name) = program.command();
    let output = cargo(root)
        .args([
            command,
            "--package",
            lab,
            kind,
            name,
            "--no-run",
            "--message-format",
            "json-render-diagnostics",
        ])
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be started")?;
    if !output.status.success() {
        bail!("{lab} does not build: see what cargo says above");
    }
    let messages = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok());
    let mut executables = messages.filter_map(|message| match message {
        Message::CompilerArtifact { target, executable }
            if target.name == name && target.kind == [&kind[2..]] =>
        {
            executable
        }
        _ => None,
    });
    executables.next_back().ok_or_else(|| anyhow!("{lab}: cargo built no {} {name}", &kind[2..]))
}

/// The cargo that runs us, or the one on the path.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).env("CARGO_TARGET_DIR", target_dir(root));
    command
}

/// Cargo's target folder.
pub(crate) fn target_dir(root: &Path) -> PathBuf {
    // Absolute: the labs' programs run in folders of their own.
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    named.map_or_else(|| root.join("target"), |named| std::path::absolute(&named).unwrap_or(named))
}
