//! Three ways to share a few buffers, and the pool, on one, two and eight threads.

use std::hint::black_box;

use lab6::frames::one_pooled;
use lab6::strategies::{by_exchange, by_lock, by_shards};

use crate::rows::Row;
use crate::table::{Kind, THREADS, timed};

/// Name, and nanoseconds round by round for each number of threads.
pub(crate) type Contended = Vec<(&'static str, [Vec<f64>; 3])>;

fn row(name: &'static str, one: fn(u8) -> u64) -> Row {
    let pairs = move |count| {
        for _ in 0..count {
            black_box(one(black_box(7)));
        }
    };
    Row { name, pairs: Box::new(pairs), bursts: Box::new(|_| ()) }
}

/// Every cell in every round.
pub(crate) fn measure(rounds: usize, millis: u64) -> Contended {
    let rows = [
        row("by_lock", by_lock),
        row("by_shards", by_shards),
        row("by_exchange", by_exchange),
        row("one_pooled", one_pooled),
    ];
    let mut all: Contended = rows.iter().map(|row| (row.name, [const { Vec::new() }; 3])).collect();
    let mut order: Vec<(usize, usize)> =
        (0..rows.len()).flat_map(|r| (0..THREADS.len()).map(move |t| (r, t))).collect();
    for _ in 0..rounds {
        for &(r, t) in &order {
            all[r].1[t].push(timed(&rows[r], Kind::Pair, THREADS[t], millis));
        }
        order.reverse();
    }
    all
}
