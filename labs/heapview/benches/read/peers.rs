//! Other readers, where they are installed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Cost, Program, cost_of, costs_of};
use crate::{Bar, heapview};

fn is_installed(name: &str, arguments: &[&str]) -> bool {
    let run =
        Command::new(name).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

/// Our command and the peer's, in turn.
fn against(name: &str, ours: Program, peer: Program, rounds: usize) -> f64 {
    let costs = costs_of(&[ours, peer], rounds);
    let [ours, peer]: [Cost; 2] = costs.try_into().unwrap();
    println!("{name}: {peer}; heapview: {ours}");
    peer.seconds / ours.seconds
}

pub(crate) fn bars(folder: &Path, profile: &Path, rounds: usize) -> Vec<Bar> {
    let mut bars = Vec::new();
    let path = profile.display().to_string();
    if is_installed("python3", &["--version"]) {
        let load = format!("import json; json.load(open({path:?}, encoding='utf-8'))");
        let peer = Program::new("python3").with(&["-c", &load]);
        let ratio = against("python3's json.load", heapview(&["top"], profile), peer, rounds);
        bars.push(Bar::least("top, times faster than python3's bare json.load", ratio, 1.0));
    } else {
        println!("skipped: python3 is not installed");
    }
    if is_installed("go", &["version"]) {
        let whole = folder.join("whole.pb");
        crate::unmerged::convert(profile, &whole);
        let ratio = against_go("every frame", profile, &whole, rounds);
        bars.push(Bar::least("top, times faster than go tool pprof -top, same data", ratio, 5.0));
        let exported = folder.join("export.pb.gz");
        export(profile, "pprof", &exported);
        against_go("heapview's smaller export", profile, &exported, rounds);
    } else {
        println!("skipped: go is not installed");
    }
    if is_installed("dhat-to-flamegraph", &["--help"]) {
        let out = folder.join("peer.folded").display().to_string();
        let peer = Program::new("dhat-to-flamegraph")
            .with(&["--format", "folded", "--output", &out, &path]);
        let ours = heapview(&["export", "--to", "folded"], profile);
        let ratio = against("dhat-to-flamegraph", ours, peer, rounds.min(2));
        bars.push(Bar::least(
            "export --to folded, times faster than dhat-to-flamegraph",
            ratio,
            10.0,
        ));
    } else {
        let ours = cost_of(&heapview(&["export", "--to", "folded"], profile), rounds);
        println!("skipped: dhat-to-flamegraph is not installed; heapview's export: {ours}");
    }
    bars
}

fn against_go(what: &str, profile: &Path, exported: &Path, rounds: usize) -> f64 {
    let exported = exported.display().to_string();
    let peer = Program::new("go").with(&["tool", "pprof", "-top", &exported]);
    let name = format!("go tool pprof -top of {what}");
    against(&name, heapview(&["top"], profile), peer, rounds)
}

fn export(profile: &Path, format: &str, to: &Path) {
    let program = heapview(&["export", "--to", format], profile);
    let file = std::fs::File::create(to).unwrap();
    let done = Command::new(program.name).args(program.arguments).stdout(file).status().unwrap();
    assert!(done.success());
}
