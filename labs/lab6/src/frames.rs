//! A buffer for each frame: a fresh one, a thread's own, one of a pool.
//!
//! Each function builds frames of [`LEN`] bytes in a buffer of [`CAPACITY`] and
//! sums them up, so that the buffer is needed and nothing of it leaves.

use std::cell::RefCell;
use std::time::Duration;

use crate::{Buffers, Guard, Pool, Recipe};

/// Capacity of a buffer in bytes.
pub const CAPACITY: usize = 4096;

/// Bytes that a frame has.
pub const LEN: usize = 16;

/// Buffers that are held at once in a burst.
pub const BURST: usize = 16;

/// Writes the frame of a seed and sums it up. Opaque to the optimiser, which
/// would otherwise do without a fresh buffer altogether.
pub(crate) fn fill(buffer: &mut Vec<u8>, seed: u8) -> u64 {
    buffer.extend_from_slice(&[seed; LEN]);
    std::hint::black_box(&mut *buffer).iter().map(|&byte| u64::from(byte)).sum()
}

// ANCHOR: pool
/// Lives as long as the program. The counts want no clock, so nothing here
/// collects by itself.
static POOL: Pool<Vec<u8>, Buffers> =
    Pool::new(Buffers::new(CAPACITY)).collect_every(Duration::ZERO);
// ANCHOR_END: pool

// ANCHOR: one_fresh
/// A frame in a buffer of its own.
pub fn one_fresh(seed: u8) -> u64 {
    let mut buffer = Vec::with_capacity(CAPACITY);
    fill(&mut buffer, seed)
}
// ANCHOR_END: one_fresh

thread_local! {
    static LOCAL: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

fn take_local() -> Vec<u8> {
    LOCAL.with_borrow_mut(Vec::pop).unwrap_or_else(|| Vec::with_capacity(CAPACITY))
}

fn put_local(mut buffer: Vec<u8>) {
    buffer.clear();
    LOCAL.with_borrow_mut(|stack| stack.push(buffer));
}

// ANCHOR: one_local
/// A frame in a buffer of a stack that the thread keeps.
pub fn one_local(seed: u8) -> u64 {
    let mut buffer = take_local();
    let sum = fill(&mut buffer, seed);
    put_local(buffer);
    sum
}
// ANCHOR_END: one_local

// ANCHOR: one_pooled
/// A frame in a buffer of the pool.
pub fn one_pooled(seed: u8) -> u64 {
    fill(&mut POOL.get(), seed)
}
// ANCHOR_END: one_pooled

// ANCHOR: burst
/// Frames in buffers of their own, all at once.
pub fn burst_fresh(seed: u8) -> u64 {
    let mut held: [Vec<u8>; BURST] = std::array::from_fn(|_| Vec::with_capacity(CAPACITY));
    held.iter_mut().map(|buffer| fill(buffer, seed)).sum()
}

/// Frames in buffers of the thread's stack, all at once.
pub fn burst_local(seed: u8) -> u64 {
    let mut held: [Vec<u8>; BURST] = std::array::from_fn(|_| take_local());
    let sum = held.iter_mut().map(|buffer| fill(buffer, seed)).sum();
    held.into_iter().for_each(put_local);
    sum
}

/// Frames in buffers of the pool, all at once.
pub fn burst_pooled(seed: u8) -> u64 {
    let mut held: [Guard<'_, _, _>; BURST] = std::array::from_fn(|_| POOL.get());
    held.iter_mut().map(|buffer| fill(buffer, seed)).sum()
}
// ANCHOR_END: burst

// ANCHOR: misses
/// A frame in a pool that is empty: what a miss costs.
pub fn one_missed(seed: u8) -> u64 {
    POOL.clear();
    fill(&mut POOL.get(), seed)
}

/// A frame whose buffer stays with the caller.
pub fn one_detached(seed: u8) -> Vec<u8> {
    let mut buffer = Guard::detach(POOL.get());
    fill(&mut buffer, seed);
    buffer
}

/// A frame that is built in a buffer of the pool and copied out: what a function
/// comes to that returns its result.
pub fn one_copied(seed: u8) -> Vec<u8> {
    let mut buffer = POOL.get();
    fill(&mut buffer, seed);
    buffer.to_vec()
}

/// A frame after which the buffer has grown beyond what the pool keeps.
pub fn one_oversized(seed: u8) -> u64 {
    let mut buffer = POOL.get();
    buffer.reserve_exact(OVERSIZED);
    fill(&mut buffer, seed)
}
// ANCHOR_END: misses

/// More than the sixteen capacities that [`Buffers`] keeps.
pub const OVERSIZED: usize = 17 * CAPACITY;

// ANCHOR: tiny
/// A word on the heap: the least that there is to save.
pub fn tiny_fresh(seed: u8) -> u64 {
    let word = std::hint::black_box(Box::new(u64::from(seed)));
    *word * LEN as u64
}

struct Words;

impl Recipe<u64> for Words {
    fn make(&self) -> u64 {
        0
    }

    fn reset(&self, word: &mut u64) {
        *word = 0;
    }
}

static WORDS: Pool<u64, Words> = Pool::new(Words).collect_every(Duration::ZERO);

/// The same word from a pool.
pub fn tiny_pooled(seed: u8) -> u64 {
    let mut word = WORDS.get();
    *word = u64::from(seed);
    *std::hint::black_box(&mut *word) * LEN as u64
}
// ANCHOR_END: tiny
