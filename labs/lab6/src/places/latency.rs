//! A get and a put by the place that served the get.
//!
//! Each function arranges that every call is served from one place, on one
//! thread and without a race; `tests/same.rs` holds it against the pool's
//! counters. What brings a value to its place is a part of the call, since a
//! pool pays it as well: a value is public because it was published, a victim
//! because there was a collection. In a pool at work a publication is for eight
//! values, as a reclaim and a steal are; here one value pays for all of it.

use std::cell::Cell;
use std::time::Duration;

use crate::frames::{CAPACITY, fill};
use crate::numbers::{self, Lease};
use crate::{Buffers, Pool, Recipe};

/// A pool of buffers that never collects by itself.
pub type Plain = Pool<Vec<u8>, Buffers>;

/// An empty pool for the functions here.
pub fn pool() -> Plain {
    Pool::new(Buffers::new(CAPACITY)).collect_every(Duration::ZERO)
}

// ANCHOR: get_private
/// From the slot: nobody else takes it from there.
pub fn get_private(pool: &Plain, seed: u8) -> u64 {
    fill(&mut pool.get(), seed)
}
// ANCHOR_END: get_private

// ANCHOR: get_shared
/// From the thread's own public part: published, and taken back.
pub fn get_shared(pool: &Plain, seed: u8) -> u64 {
    pool.hand_on();
    fill(&mut pool.get(), seed)
}
// ANCHOR_END: get_shared

// ANCHOR: get_stolen
/// From another shard, where it was published.
pub fn get_stolen(pool: &Plain, twin: &Twin, seed: u8) -> u64 {
    twin.take_turns(|| {
        let sum = fill(&mut pool.get(), seed);
        pool.hand_on();
        sum
    })
}
// ANCHOR_END: get_stolen

// ANCHOR: get_victim
/// From what a collection has set aside.
pub fn get_victim(pool: &Plain, seed: u8) -> u64 {
    pool.collect();
    fill(&mut pool.get(), seed)
}
// ANCHOR_END: get_victim

// ANCHOR: get_made
/// Made, and not kept.
pub fn get_made(pool: &Pool<Vec<u8>, Nothing>, seed: u8) -> u64 {
    fill(&mut pool.get(), seed)
}
// ANCHOR_END: get_made

/// Buffers of which none is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nothing;

impl Nothing {
    /// A pool that keeps nothing.
    pub fn pool() -> Pool<Vec<u8>, Nothing> {
        Pool::new(Nothing).collect_every(Duration::ZERO)
    }
}

impl Recipe<Vec<u8>> for Nothing {
    fn make(&self) -> Vec<u8> {
        Vec::with_capacity(CAPACITY)
    }

    fn reset(&self, buffer: &mut Vec<u8>) {
        buffer.clear();
    }

    fn keeps(&self, _: &Vec<u8>) -> bool {
        false
    }
}

/// A second number for a thread: it can act as two threads would that take
/// turns, without waiting for the other.
#[derive(Debug)]
pub struct Twin {
    lease: Lease<'static>,
    /// Whether the last turn was the twin's.
    was_twin: Cell<bool>,
}

impl Twin {
    /// Takes a number for it, if one is free.
    pub fn new() -> Option<Twin> {
        // The thread's own comes first, as for threads one after the other.
        numbers::register();
        Some(Twin { lease: numbers::all().lowest()?, was_twin: Cell::new(true) })
    }

    /// Calls `f` as the thread itself and as its twin, by turns.
    fn take_turns<Q>(&self, f: impl FnOnce() -> Q) -> Q {
        let is_twin = !self.was_twin.replace(!self.was_twin.get());
        if is_twin { numbers::acting(&self.lease, f) } else { f() }
    }
}
