//! Requests for buffers by size class, as the lab counts and times them.

use std::hint::black_box;
use std::time::Duration;

use super::{ByteBuffers, CLASSES};
use crate::{Buffers, Pool};

// The counts want no clock.
static BUFFERS: ByteBuffers = ByteBuffers::with_interval(Duration::ZERO);

/// Writes so many bytes and sums them up.
fn answer(buffer: &mut Vec<u8>, len: usize, seed: u8) -> u64 {
    buffer.resize(len, seed);
    black_box(&mut *buffer).iter().map(|&byte| u64::from(byte)).sum()
}

// ANCHOR: class
/// A request that the smallest class fits.
pub fn class_small(seed: u8) -> u64 {
    answer(&mut BUFFERS.get(CLASSES[0]), CLASSES[0], seed)
}

/// A request that needs the one in the middle.
pub fn class_medium(seed: u8) -> u64 {
    answer(&mut BUFFERS.get(CLASSES[1]), CLASSES[1], seed)
}

/// A request that needs the largest.
pub fn class_large(seed: u8) -> u64 {
    answer(&mut BUFFERS.get(CLASSES[2]), CLASSES[2], seed)
}

/// A request that says too little: its buffer grows, and moves up.
pub fn class_grown(seed: u8) -> u64 {
    answer(&mut BUFFERS.get(1), CLASSES[1], seed)
}

/// A request that no class fits.
pub fn class_oversized(seed: u8) -> u64 {
    answer(&mut BUFFERS.get(OVERSIZED), OVERSIZED, seed)
}
// ANCHOR_END: class

/// Larger than all classes.
pub const OVERSIZED: usize = CLASSES[2] + 1;

/// Requests that are answered at once in a mixed load, and its rounds.
pub const MIXED: usize = 16;

/// What the `i`th request of a round needs: one of sixteen is large, three are
/// medium, and which they are moves on by one with every round.
pub fn needs(round: usize, i: usize) -> usize {
    match (MIXED + i - round) % MIXED {
        0 => CLASSES[2],
        4 | 8 | 12 => CLASSES[1],
        _ => CLASSES[0],
    }
}

// ANCHOR: mixed
/// A mixed load on buffers by class. Nothing waits before it.
pub fn mixed_classes(seed: u8) -> u64 {
    static BUFFERS: ByteBuffers = ByteBuffers::with_interval(Duration::ZERO);
    BUFFERS.clear();
    let round = |round| {
        let mut held: [_; MIXED] = std::array::from_fn(|i| BUFFERS.get(needs(round, i)));
        let answers = held.iter_mut().enumerate();
        answers.map(|(i, buffer)| answer(buffer, needs(round, i), seed)).sum::<u64>()
    };
    (0..MIXED).map(round).sum()
}

/// The same load on one pool, whose buffers begin small and are kept up to the
/// size of the largest class.
pub fn mixed_one(seed: u8) -> u64 {
    static POOL: Pool<Vec<u8>, Buffers> =
        Pool::new(Buffers::new(CLASSES[0]).at_most(CLASSES[2])).collect_every(Duration::ZERO);
    POOL.clear();
    let round = |round| {
        let mut held: [_; MIXED] = std::array::from_fn(|_| POOL.get());
        let answers = held.iter_mut().enumerate();
        answers.map(|(i, buffer)| answer(buffer, needs(round, i), seed)).sum::<u64>()
    };
    (0..MIXED).map(round).sum()
}
// ANCHOR_END: mixed
