//! One variant has one name: as a function, in the heap test, in the
//! benchmark, in the ledgers and so in the table. Proved for every lab there is.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ledger::{Counts, Times};

/// The folders `labs/labN`.
fn labs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("labs");
    let is_lab = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.strip_prefix("lab").is_some_and(|number| number.parse::<u32>().is_ok())
    };
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(is_lab).collect()
}

/// What `cargo test … -- --list` prints.
fn listed(lab: &Path, target: [&str; 2]) -> String {
    let name = lab.file_name().unwrap().to_string_lossy().into_owned();
    let output = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "--package", &name, target[0], target[1], "--", "--list"])
        .current_dir(lab)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Table and variant of the heap test: `pipeline::encode_fresh: test`.
fn heap_cases(lab: &Path) -> BTreeSet<(String, String)> {
    let listing = listed(lab, ["--test", "heap"]);
    let cases = listing.lines().filter_map(|line| line.strip_suffix(": test")?.split_once("::"));
    let is_variant =
        |(table, _): &(&str, &str)| !["controls", "facts", "sites", "traces"].contains(table);
    cases.filter(is_variant).map(|(table, name)| (table.to_owned(), name.to_owned())).collect()
}

/// Table and variant of the benchmark: `pipeline/encode_fresh: benchmark`.
fn bench_ids(lab: &Path) -> BTreeSet<(String, String)> {
    let listing = listed(lab, ["--bench", "time"]);
    let ids = listing.lines().filter_map(|line| line.strip_suffix(": benchmark")?.split_once('/'));
    ids.map(|(table, name)| (table.to_owned(), name.to_owned())).collect()
}

/// Names of public functions below `src`.
fn functions(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            functions(&path, found);
            continue;
        }
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(rest) = line.trim_start().strip_prefix("pub fn ") {
                found.insert(rest.split(['(', '<']).next().unwrap().to_owned());
            }
        }
    }
}

fn rows(counts: &Counts) -> BTreeSet<(String, String)> {
    let tables = counts.tables.iter();
    tables
        .flat_map(|table| table.rows.iter().map(|row| (table.name.clone(), row.variant.clone())))
        .collect()
}

fn grid_rows(counts: &Counts) -> BTreeSet<(String, String)> {
    let grids = counts.grids.iter();
    grids
        .flat_map(|grid| grid.rows.iter().map(|row| (grid.name.clone(), row.row.clone())))
        .collect()
}

#[test]
fn one_variant_has_one_name_everywhere() {
    let labs = labs();
    assert!(!labs.is_empty());
    for lab in labs {
        let counts = ledger::read::<Counts>(&lab.join("ledger/counts.json")).unwrap();
        // A row of a grid is no variant: it names what the values are by.
        let of_grid =
            |(table, _): &(String, String)| counts.body.grids.iter().any(|g| g.name == *table);
        let (grids, cases): (BTreeSet<_>, _) = heap_cases(&lab).into_iter().partition(of_grid);
        assert!(!cases.is_empty(), "{}: no case is listed", lab.display());
        assert_eq!(grid_rows(&counts.body), grids, "{}: ledger and heap test", lab.display());
        let mut known = BTreeSet::new();
        functions(&lab.join("src"), &mut known);
        for (_, name) in &cases {
            assert!(known.contains(name), "{}: no public function is called {name}", lab.display());
        }
        assert_eq!(rows(&counts.body), cases, "{}: ledger and heap test", lab.display());
        let ids = bench_ids(&lab);
        assert!(
            ids.is_subset(&cases),
            "{}: benchmark and heap test: {ids:?} {cases:?}",
            lab.display()
        );
        if lab.join("ledger/go.json").exists() {
            let go = ledger::read::<Counts>(&lab.join("ledger/go.json")).unwrap();
            assert!(rows(&go.body).is_subset(&cases), "{}: Go column and heap test", lab.display());
        }
        for entry in fs::read_dir(lab.join("ledger")).unwrap() {
            let path = entry.unwrap().path();
            if path.file_name().unwrap().to_string_lossy().starts_with("times-") {
                let times = ledger::read::<Times>(&path).unwrap();
                let tables = times.body.tables.iter();
                let timed =
                    tables.flat_map(|t| t.variants.iter().map(|v| (t.name.clone(), v.clone())));
                assert_eq!(timed.collect::<BTreeSet<_>>(), ids, "{}", path.display());
            }
        }
    }
}
