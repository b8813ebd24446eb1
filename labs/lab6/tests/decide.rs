//! When a pool, and when not: every row of the chapter's table is held against
//! the committed results. Where a new measurement fails one, the row is wrong
//! now and has to be written anew, here and in `src/pool.md`.
//!
//! Counts are of every machine. Times are of the machines that have a ledger; a
//! row asks no more of them than it says.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::path::{Path, PathBuf};

use labkit::ledger::judge::{self, Verdict};
use labkit::ledger::{Counts, Ledger, PEERS, TIMES, Times, machine_files, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ledger")
}

fn counts() -> Counts {
    read::<Counts>(&folder().join("counts.json")).unwrap().body
}

fn all(name: &str) -> Vec<Ledger<Times>> {
    let files = machine_files(&folder(), name);
    assert!(!files.is_empty(), "there is no {name}-*.json");
    files.iter().map(|file| read(file).unwrap()).collect()
}

fn blocks(table: &str, variant: &str) -> u64 {
    let counts = counts();
    let table = counts.tables.iter().find(|known| known.name == table).unwrap();
    table.rows.iter().find(|row| row.variant == variant).unwrap().blocks.0
}

fn fact(name: &str) -> Vec<u64> {
    counts().facts.iter().find(|fact| fact.name == name).unwrap().values.clone()
}

/// The verdict of every machine, as one of the table's comparisons.
fn verdicts(table: &str, variant: &str, against: &str) -> Vec<Verdict> {
    let of = |ledger: Ledger<Times>| {
        let table = ledger.body.tables.into_iter().find(|known| known.name == table).unwrap();
        let comparisons = table.variants.len() - 1;
        judge::compare(&table, variant, against, comparisons).unwrap().verdict
    };
    all(TIMES).into_iter().map(of).collect()
}

#[test]
fn buffers_made_and_dropped_all_the_time_if_the_allocator_is_slow() {
    assert_eq!((blocks("one", "one_fresh"), blocks("one", "one_pooled")), (1, 0));
    for verdict in verdicts("one", "one_pooled", "one_fresh") {
        assert_eq!(verdict, Verdict::Faster);
    }
    // By how much depends on the allocator: glibc costs several times what
    // jemalloc does.
    for Ledger { body, .. } in all(PEERS) {
        let pair = body.grids.iter().find(|grid| grid.name == "pair").unwrap();
        let times = |row| pair.ratio((row, "threads_1"), ("lab6", "threads_1")).unwrap();
        assert!(times("glibc").low > 2.0, "{:?}", times("glibc"));
        assert!(times("jemalloc").high < times("glibc").low, "{:?}", times("jemalloc"));
    }
}

#[test]
fn no_value_that_lives_across_requests() {
    let idle = fact("idle");
    assert!(idle[0] > 0 && idle[1] == idle[0], "one collection spares what is idle: {idle:?}");
    assert_eq!(idle[2], 0, "the second does not");
}

#[test]
fn small_structs_win_a_little_and_have_no_scan_to_relieve() {
    assert_eq!((blocks("tiny", "tiny_fresh"), blocks("tiny", "tiny_pooled")), (1, 0));
    for verdict in verdicts("tiny", "tiny_pooled", "tiny_fresh") {
        assert_eq!(verdict, Verdict::Faster);
    }
}

#[test]
fn a_result_that_is_new_gains_nothing() {
    assert_eq!(blocks("miss", "one_copied"), blocks("one", "one_fresh"));
    // And who takes the buffer itself has the next get miss.
    assert!(blocks("miss", "one_detached") > blocks("one", "one_fresh"));
}

#[test]
fn no_cache_since_hits_hang_on_collections() {
    let counts = counts();
    let victims = |name: &str, row: &str| {
        counts.grids.iter().find(|grid| grid.name == name).unwrap().value(row, "victim").unwrap()
    };
    // The same pattern of use, with collections and without: what is found among
    // the victims would miss after one collection more.
    for shards in ["1", "2", "4", "8"] {
        assert!(victims("places_collected", shards) > 0, "{shards}");
        assert_eq!(victims("places_eight", shards), 0, "{shards}");
    }
    assert_eq!(fact("idle").last(), Some(&0));
    // And an empty pool serves a get all the same, with a new value.
    assert_eq!(blocks("miss", "one_missed"), 2);
}

#[test]
fn at_most_so_many_values() {
    let kept = fact("kept")[0];
    assert!(kept > 0 && kept < 20_000, "{kept}");
}
