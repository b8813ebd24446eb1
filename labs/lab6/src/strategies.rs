//! Three ways to share a few buffers among threads, as small as they can be:
//! one lock, a lock for each shard with a bound, and an exchange.
//!
//! They are here to be compared with each other and with [`Pool`](crate::Pool),
//! not to be used: none ages, none finds what waits in another shard.

use std::sync::{Mutex, PoisonError, TryLockError};

mod exchange;

pub use exchange::ByExchange;

/// Capacity of a buffer in bytes.
const CAPACITY: usize = crate::frames::CAPACITY;

fn fresh() -> Vec<u8> {
    Vec::with_capacity(CAPACITY)
}

/// Writes a frame and sums it up, as the variants of [`frames`](crate::frames).
fn fill(buffer: &mut Vec<u8>, seed: u8) -> u64 {
    buffer.clear();
    buffer.extend_from_slice(&[seed; crate::frames::LEN]);
    buffer.iter().map(|&byte| u64::from(byte)).sum()
}

// ANCHOR: by_lock
static STACK: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// One stack behind one lock: strict (last in, first out), and every thread
/// waits for every other.
pub fn by_lock(seed: u8) -> u64 {
    let lock = || STACK.lock().unwrap_or_else(PoisonError::into_inner);
    let mut buffer = lock().pop().unwrap_or_else(fresh);
    let sum = fill(&mut buffer, seed);
    lock().push(buffer);
    sum
}
// ANCHOR_END: by_lock

// ANCHOR: by_shards
const SHARDS: usize = 8;

/// A shard keeps no more buffers than this.
const BOUND: usize = 8;

static STACKS: [Mutex<Vec<Vec<u8>>>; SHARDS] = [const { Mutex::new(Vec::new()) }; SHARDS];

thread_local! {
    /// Where this thread begins: the address of a local of its own.
    static SHARD: usize = {
        let here = 0_u8;
        (&raw const here as usize >> 12) % SHARDS
    };
}

/// A stack for each of a few groups of threads: whoever finds the lock taken
/// goes without, and whoever finds the stack full drops its buffer.
pub fn by_shards(seed: u8) -> u64 {
    let stack = &STACKS[SHARD.with(|&shard| shard)];
    let lock = || match stack.try_lock() {
        Ok(stack) => Some(stack),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    };
    let mut buffer = lock().and_then(|mut stack| stack.pop()).unwrap_or_else(fresh);
    let sum = fill(&mut buffer, seed);
    if let Some(mut stack) = lock().filter(|stack| stack.len() < BOUND) {
        stack.push(buffer);
    }
    sum
}
// ANCHOR_END: by_shards

// ANCHOR: by_exchange
static SLOTS: ByExchange<Vec<u8>> = ByExchange::new();

/// A row of slots, each taken and filled by one exchange: no thread waits, and
/// nothing is said about the order.
pub fn by_exchange(seed: u8) -> u64 {
    let mut buffer = SLOTS.take().unwrap_or_else(|| Box::new(fresh()));
    let sum = fill(&mut buffer, seed);
    SLOTS.put(buffer);
    sum
}
// ANCHOR_END: by_exchange
