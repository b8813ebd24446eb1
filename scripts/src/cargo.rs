//! Asking cargo to build one program and tell where it is.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};
use ledger::target_dir;
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
    /// `tests/exercise.rs`, in the dev profile.
    Exercise,
}

impl Program {
    fn command(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Program::Heap => ("test", "--test", "heap"),
            Program::Time => ("bench", "--bench", "time"),
            Program::Exercise => ("test", "--test", "exercise"),
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
    executable(&output.stdout, kind, name)
        .ok_or_else(|| anyhow!("{lab}: cargo built no {kind} {name}"))
}

/// Links the timing program with its functions in another order, which `seed`
/// chooses. `None` where the linker cannot: LLD can, and rustc uses it by
/// default on x86-64 Linux.
pub(crate) fn build_placed(root: &Path, lab: &str, seed: u32) -> Result<Option<PathBuf>> {
    let order = format!("link-arg=-Wl,--shuffle-sections=.text*={seed}");
    let (_, kind, name) = Program::Time.command();
    for linker in [None, Some("link-arg=-fuse-ld=lld")] {
        let mut command = cargo(root);
        command.args(["rustc", "--package", lab, kind, name, "--profile", "bench"]);
        command.args(["--message-format", "json-render-diagnostics", "--", "-C", &order]);
        command.args(linker.iter().flat_map(|linker| ["-C", linker]));
        let output = command.output().context("cargo cannot be started")?;
        if output.status.success() {
            return Ok(executable(&output.stdout, kind, name));
        }
    }
    Ok(None)
}

/// Whether the linker can do that; asked with the smallest program there is.
pub(crate) fn can_place(root: &Path) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let source = folder.path().join("smallest.rs");
    std::fs::write(&source, "fn main() {}").map_err(|e| e.to_string())?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    for linker in [None, Some("link-arg=-fuse-ld=lld")] {
        let mut command = Command::new(&rustc);
        command.current_dir(root).args(["-C", "link-arg=-Wl,--shuffle-sections=.text*=1"]);
        command.args(linker.iter().flat_map(|linker| ["-C", linker]));
        command.arg("-o").arg(folder.path().join("smallest")).arg(&source);
        let output = command.output().map_err(|e| format!("rustc cannot be started: {e}"))?;
        if output.status.success() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Where the program is, of what cargo says about its artifacts.
fn executable(messages: &[u8], kind: &str, name: &str) -> Option<PathBuf> {
    let messages = messages.split(|&byte| byte == b'\n');
    let messages = messages.filter_map(|line| serde_json::from_slice(line).ok());
    let mut executables = messages.filter_map(|message| match message {
        Message::CompilerArtifact { target, executable }
            if target.name == name && target.kind == [&kind[2..]] =>
        {
            executable
        }
        _ => None,
    });
    executables.next_back()
}

/// The cargo that runs us, or the one on the path.
pub(crate) fn program() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The same, at work on the workspace at `root`.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = program();
    command.current_dir(root).env("CARGO_TARGET_DIR", target_dir(root));
    command
}
