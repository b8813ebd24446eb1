//! The chapter's decision table, row by row, held against the committed
//! results. Counts decide where they can. A time decides only where the ratio is
//! beyond doubt, more than three; a row that fails here after a new measurement
//! wants another text in the chapter, not another number here.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::path::Path;

use labkit::ledger::{self, CountGrid, CountRow, Counts, Times};

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/ledger"))
}

fn counts() -> Counts {
    ledger::read::<Counts>(&folder().join("counts.json")).unwrap().body
}

/// Of every machine that is committed.
fn times() -> Vec<Times> {
    let files = ledger::machine_files(folder(), ledger::TIMES).into_iter();
    let all: Vec<Times> = files.map(|path| ledger::read::<Times>(&path).unwrap().body).collect();
    assert!(!all.is_empty(), "no times are committed");
    all
}

/// The value of a cell of a grid of counts.
fn value(counts: &Counts, grid: &str, row: &str, column: &str) -> u64 {
    let grid: &CountGrid = counts.grids.iter().find(|known| known.name == grid).unwrap();
    grid.value(row, column).unwrap()
}

fn row<'a>(counts: &'a Counts, table: &str, variant: &str) -> &'a CountRow {
    let table = counts.tables.iter().find(|known| known.name == table).unwrap();
    table.rows.iter().find(|known| known.variant == variant).unwrap()
}

/// Whether the one cell takes more than three times as long as the other: by the
/// lower end of the interval, on every machine.
fn far_slower(grid: &str, of: (&str, &str), to: (&str, &str)) -> bool {
    times().into_iter().all(|times| {
        let grid = times.grids.iter().find(|known| known.name == grid).unwrap();
        grid.ratio(of, to).unwrap().low > 3.0
    })
}

#[test]
fn only_at_the_end_takes_a_vec() {
    let counts = counts();
    assert_eq!(value(&counts, "moved", "1.00", "insert_vec"), 0);
    // None moves less, and a rope has a block for every leaf.
    let [vec, rope] = ["first_vec", "first_rope"].map(|name| row(&counts, "first", name));
    assert!(rope.held.unwrap().blocks.0 > 1000 * vec.held.unwrap().blocks.0);
}

#[test]
fn at_both_ends_takes_a_ring() {
    let counts = counts();
    for end in ["0.00", "1.00"] {
        assert_eq!(value(&counts, "moved", end, "insert_deque"), 0);
    }
    let [all, front] = ["1.00", "0.00"].map(|at| value(&counts, "moved", at, "insert_vec"));
    assert!(all == 0 && front > 0);
    // Leaning far to the front it still moves less than a tenth.
    let lean = |column| value(&counts, "skewed", "front-8", column);
    assert!(lean("insert_vec") > 10 * lean("insert_deque"));
    // In the middle and behind it there is nothing to win.
    for at in ["0.50", "0.75"] {
        let moved = |column| value(&counts, "moved", at, column);
        assert_eq!(moved("insert_deque"), moved("insert_vec"));
    }
}

#[test]
fn anywhere_in_a_short_text_takes_a_vec() {
    assert!(far_slower("sizes", ("100", "insert_rope"), ("100", "insert_vec")));
}

#[test]
fn anywhere_in_a_long_text_takes_a_rope() {
    let counts = counts();
    for step in 0..20 {
        let moved =
            |column| value(&counts, "moved", &format!("{:.2}", f64::from(step) / 20.0), column);
        assert!(moved("insert_vec") > 90 * moved("insert_rope"), "at {step}");
    }
    assert!(far_slower("sizes", ("1000000", "insert_vec"), ("1000000", "insert_rope")));
}

#[test]
fn where_the_last_one_was_takes_a_gap_buffer() {
    let counts = counts();
    let moved = |run, column| value(&counts, "typed", run, column);
    assert!(moved("125", "insert_vec") > 100 * moved("125", "insert_gap"));
    assert!(far_slower("typing", ("125", "insert_vec"), ("125", "insert_gap")));
    // One at a time it has less than half of that to offer.
    assert!(moved("1", "insert_vec") < 2 * moved("1", "insert_gap"));
}

#[test]
fn many_that_are_known_go_in_at_once() {
    let counts = counts();
    for column in ["paste", "scatter"] {
        let moved = |way| value(&counts, "moved_together", way, column);
        assert!(moved("one_by_one") > 100 * moved("at_once").max(moved("anew")), "{column}");
    }
    for (table, anew, other) in
        [("paste", "paste_anew", "paste_splice"), ("scatter", "scatter_anew", "scatter_merge")]
    {
        assert!(row(&counts, table, anew).bytes < row(&counts, table, other).bytes);
    }
}

#[test]
fn a_buffer_that_stays_takes_no_pool() {
    let counts = counts();
    for none in ["append_array", "append_pooled"] {
        assert_eq!(row(&counts, "append", none).blocks.0, 0);
    }
    assert_eq!(row(&counts, "append", "append_reused").blocks.0, 1);
    assert!(
        row(&counts, "append", "append_boxed").blocks
            == row(&counts, "append", "append_fresh").blocks
    );
}
