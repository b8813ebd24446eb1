//! Making a pool, and what can be set.

use std::time::Duration;

use super::Pool;
use crate::chain::MOST;
use crate::numbers::NUMBERS;
use crate::recipe::Recipe;
use crate::sync::{AtomicBool, AtomicUsize, Tally};
use crate::table::Table;

/// How often a pool collects unless it is told otherwise.
const EVERY: u64 = 10_000_000_000;

/// Values of one age that a shard keeps unless it is told otherwise.
const CAP: u32 = if cfg!(loom) { 6 } else { 256 };

macro_rules! const_unless_loom {
    ($(#[$meta:meta])* pub fn $name:ident($($args:tt)*) -> $out:ty $body:block) => {
        #[cfg(not(loom))]
        $(#[$meta])*
        pub const fn $name($($args)*) -> $out $body
        #[cfg(loom)]
        $(#[$meta])*
        pub fn $name($($args)*) -> $out $body
    };
}

impl<T, R: Recipe<T>> Pool<T, R> {
    const_unless_loom! {
        /// An empty pool. Allocates nothing yet; each thread's shard comes with
        /// its first get or put.
        pub fn new(recipe: R) -> Pool<T, R> {
            Pool {
                age: AtomicUsize::new(0),
                table: Table::new(),
                shards: NUMBERS,
                cap: CAP,
                every: EVERY,
                due: Tally::new(0),
                collecting: AtomicBool::new(false),
                detached: Tally::new(0),
                aged: Tally::new(0),
                cleared: Tally::new(0),
                collections: Tally::new(0),
                recipe,
            }
        }
    }
}

impl<T, R> Pool<T, R> {
    /// Keeps at most so many values per shard and generation (of which there
    /// are two, see [`collect`](Pool::collect)); what comes back beyond is
    /// dropped. 256 unless said; at least one, at most 131,040.
    #[must_use]
    pub const fn keep(mut self, values: usize) -> Pool<T, R> {
        self.cap = if values == 0 {
            1
        } else if values > MOST as usize {
            MOST
        } else {
            values as u32
        };
        self
    }

    /// At most so many shards, one of them for each thread that is first; later
    /// threads share one more, behind a lock. 128 unless said, which is also
    /// the most.
    #[must_use]
    pub const fn shards(mut self, shards: usize) -> Pool<T, R> {
        self.shards = if shards > NUMBERS { NUMBERS } else { shards };
        self
    }

    /// Lets gets bring about a collection when the last one was so long ago.
    /// Ten seconds unless said; zero for never.
    ///
    /// No thread runs behind your back: every 1,024 gets a thread looks at the
    /// clock. A pool that nobody uses stays as it is until somebody calls
    /// [`collect`](Pool::collect).
    #[must_use]
    pub const fn collect_every(mut self, interval: Duration) -> Pool<T, R> {
        let nanos = interval.as_nanos();
        self.every = if nanos > u64::MAX as u128 { u64::MAX } else { nanos as u64 };
        self
    }
}
