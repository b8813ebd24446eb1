//! Where and when: what the labs' own processes cannot know.

use std::path::Path;
use std::process::Command;

use ledger::{Build, Bytes, Key, Machine, Provenance};

/// This machine, with `unknown` for what it does not tell.
pub(crate) fn this_machine() -> Machine {
    use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};
    let wanted = RefreshKind::nothing()
        .with_cpu(CpuRefreshKind::nothing())
        .with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(wanted);
    let cpu = system
        .cpus()
        .first()
        .map(|cpu| cpu.brand().trim().to_owned())
        .filter(|brand| !brand.is_empty());
    let cores = std::thread::available_parallelism()
        .map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX));
    Machine {
        os: std::env::consts::OS.into(),
        arch: std::env::consts::ARCH.into(),
        cpu: cpu.unwrap_or_else(|| "unknown".into()),
        cores,
        memory: Some(system.total_memory()).filter(|&bytes| bytes > 0).map(Bytes),
    }
}

/// What stands beside a result, as of now.
pub(crate) fn provenance(
    root: &Path,
    machine: &Machine,
    build: Build,
    key: Key,
    allocator: &str,
    command: String,
) -> Provenance {
    let (commit, modified) = commit(root);
    Provenance {
        date: now(),
        commit,
        modified,
        build,
        allocator: allocator.to_owned(),
        machine: machine.clone(),
        key,
        command,
        findings: Vec::new(),
    }
}

/// The time now, RFC 3339, whole seconds, UTC.
fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

/// The commit of the working folder and whether what is measured differs from
/// it. Ledgers, prose and the learner's exercise do not count.
fn commit(root: &Path) -> (String, bool) {
    let git = |args: &[&str]| {
        let output = Command::new("git").current_dir(root).args(args).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    // A copy that merely lies inside another repository has no commit.
    let top =
        git(&["rev-parse", "--show-toplevel"]).and_then(|top| Path::new(&top).canonicalize().ok());
    if top.is_none() || top != root.canonicalize().ok() {
        return ("unknown".into(), false);
    }
    let Some(commit) = git(&["rev-parse", "HEAD"]).filter(|commit| !commit.is_empty()) else {
        return ("unknown".into(), false);
    };
    let excluded = [
        ":(exclude,glob)labs/*/ledger/**",
        ":(exclude,glob)**/*.md",
        ":(exclude,glob)labs/*/src/exercise.rs",
    ];
    let mut args = vec![
        "status",
        "--porcelain",
        "--untracked-files=all",
        "--",
        "labs",
        "Cargo.toml",
        "Cargo.lock",
    ];
    args.extend(excluded);
    let modified = git(&args).is_none_or(|changes| !changes.is_empty());
    (commit, modified)
}

/// The system's allocator, as far as its name can be found out.
pub(crate) fn system_allocator() -> String {
    let libc = Command::new("getconf")
        .arg("GNU_LIBC_VERSION")
        .output()
        .ok()
        .filter(|output| output.status.success());
    let libc = libc
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .filter(|name| !name.is_empty());
    libc.map_or_else(|| "system".into(), |name| format!("system ({name})"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_date_is_rfc_3339_in_whole_seconds() {
        let now = super::now();
        assert_eq!((now.len(), now.as_bytes()[10], now.as_bytes()[19]), (20, b'T', b'Z'), "{now}");
    }

    #[test]
    fn a_folder_inside_another_repository_has_no_commit() {
        let inside = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        assert_eq!(super::commit(std::path::Path::new(inside)).0, "unknown");
    }

    #[test]
    fn a_folder_outside_git_has_no_commit() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(super::commit(folder.path()), ("unknown".into(), false));
    }
}
