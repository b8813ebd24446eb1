//! The bars of the reader: time and memory of whole commands, alone and beside
//! other readers on the same file in the same run.
//!
//! ```console
//! $ cargo bench -p heapview              # some two minutes
//! $ cargo bench -p heapview -- --test    # small files, seconds
//! ```
//!
//! Every command is a process of its own, as a person runs it; its time is the
//! least of several, in turn with the others', and its memory what the system says
//! it held at most. A peer that is not installed is named as skipped.
#![expect(clippy::unwrap_used, reason = "a bench may fail by panicking")]

mod peers;
mod process;
#[path = "../../src/protobuf.rs"]
#[expect(dead_code, reason = "the bench only writes")]
mod protobuf;
mod synth;
mod unmerged;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use process::{Cost, Program, cost_of};

/// Most a run's cost may be.
struct Bar {
    what: String,
    seen: f64,
    limit: f64,
    unit: &'static str,
    /// Whether `limit` is the least instead.
    least: bool,
}

impl Bar {
    fn most(what: impl Into<String>, seen: f64, limit: f64, unit: &'static str) -> Self {
        Self { what: what.into(), seen, limit, unit, least: false }
    }

    fn least(what: impl Into<String>, seen: f64, limit: f64) -> Self {
        Self { what: what.into(), seen, limit, unit: "×", least: true }
    }

    fn holds(&self) -> bool {
        if self.least { self.seen >= self.limit } else { self.seen <= self.limit }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("--cost", command)) = arguments.split_first().map(|(f, rest)| (f.as_str(), rest)) {
        return process::print_cost_of(command);
    }
    let quick = arguments.iter().any(|argument| argument == "--test");
    let folder = tempfile::tempdir().unwrap();
    let (small, large, sizes): (usize, usize, &[usize]) = if quick {
        (100, 2_000, &[500, 2_000])
    } else {
        (1_000, 100_000, &[1_000, 10_000, 100_000, 400_000])
    };
    let rounds = if quick { 1 } else { 7 };
    let mut bars = Vec::new();
    let file = |sites: usize| write_profile(folder.path(), sites);
    let big = file(large);
    bars.extend(top_bars(&file(small), &big, rounds, (small, large)));
    bars.extend(peers::bars(folder.path(), &big, rounds));
    bars.extend(growth_bars(sizes, &file, if quick { 1 } else { 3 }));
    if quick {
        println!("\nsmall files: this run only shows that the bench works");
    }
    println!("\n{:<66} {:>12} {:>14}", "bar", "seen", "limit");
    for bar in &bars {
        let limit = format!("{} {:.2} {}", if bar.least { "≥" } else { "≤" }, bar.limit, bar.unit);
        // Small files say nothing of the bars.
        let verdict = if quick || bar.holds() { "" } else { "  NOT MET" };
        println!("{:<66} {:>9.3} {:<2} {limit:>14}{verdict}", bar.what, bar.seen, bar.unit);
    }
    if quick || bars.iter().all(Bar::holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn write_profile(folder: &Path, sites: usize) -> PathBuf {
    let path = folder.join(format!("synth-{sites}.json"));
    if !path.exists() {
        let synth = synth::synth(sites, 1);
        std::fs::write(&path, &synth.json).unwrap();
        // A fast reader of something else would be no news.
        let read = heapview::read_file(&path, 0).unwrap();
        assert_eq!((read.total.bytes, read.total.blocks), (synth.bytes, synth.blocks));
        assert_eq!(read.sites.len(), sites);
    }
    path
}

fn heapview(arguments: &[&str], file: &Path) -> Program {
    let mut program = Program::new(env!("CARGO_BIN_EXE_heapview"));
    program.arguments.extend(arguments.iter().map(|&a| a.to_owned()));
    program.arguments.push(file.display().to_string());
    program
}

fn megabytes(path: &Path) -> f64 {
    std::fs::metadata(path).unwrap().len() as f64 / 1e6
}

fn top_bars(small: &Path, big: &Path, rounds: usize, (few, many): (usize, usize)) -> Vec<Bar> {
    let top_small = cost_of(&heapview(&["top"], small), rounds);
    let top_big = cost_of(&heapview(&["top"], big), rounds);
    println!("top of {many} sites ({:.1} MB): {top_big}", megabytes(big));
    println!("top of {few} sites ({:.1} MB): {top_small}", megabytes(small));
    let mut bars = vec![
        Bar::most(format!("top, {many} sites"), top_big.seconds, 0.35, "s"),
        Bar::most(format!("top, {few} sites"), top_small.seconds * 1e3, 25.0, "ms"),
    ];
    if let Some(memory) = top_big.megabytes {
        let ratio = memory / megabytes(big);
        bars.push(Bar::most(format!("top, {many} sites: memory per file"), ratio, 3.0, "×"));
    }
    bars
}

/// Cost per site of the largest file against that of the middle ones: linear is
/// one; the smallest file's time is mostly the start of a process.
fn growth_bars(sizes: &[usize], file: &dyn Fn(usize) -> PathBuf, rounds: usize) -> Vec<Bar> {
    let mut costs: Vec<(usize, Cost)> = Vec::new();
    for &sites in sizes {
        let path = file(sites);
        let cost = cost_of(&heapview(&["top"], &path), rounds);
        println!("top of {sites} sites ({:.1} MB): {cost}", megabytes(&path));
        costs.push((sites, cost));
    }
    let [.., (some, before), (most, last)] = costs.as_slice() else {
        return Vec::new();
    };
    let times = *most as f64 / *some as f64;
    let mut bars = vec![Bar::most(
        format!("time of {most} sites per time of {some}, by number of sites"),
        last.seconds / before.seconds / times,
        1.5,
        "×",
    )];
    if let (Some(last), Some(before)) = (last.megabytes, before.megabytes) {
        let what = format!("memory of {most} sites per memory of {some}, by number of sites");
        bars.push(Bar::most(what, last / before / times, 1.2, "×"));
    }
    bars
}
