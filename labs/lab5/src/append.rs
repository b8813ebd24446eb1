//! Many short texts, each appended to a buffer of one kilobyte.
//!
//! The five ways differ only in where the buffer comes from and who keeps it.

use std::any::Any;
use std::hint::black_box;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Capacity of every buffer here.
pub const CAPACITY: usize = 1024;

/// What is appended.
pub const TEXT: [u8; 100] = [b'x'; 100];

/// A new buffer for every text.
pub fn append_fresh(times: usize) -> usize {
    let mut total = 0;
    for _ in 0..times {
        let mut buffer = Vec::with_capacity(CAPACITY);
        buffer.extend_from_slice(&TEXT);
        total += black_box(&buffer).len();
    }
    total
}

/// A new buffer for every text, on the stack: its size is in its type.
pub fn append_array(times: usize) -> usize {
    let mut total = 0;
    for _ in 0..times {
        let mut buffer = [0_u8; CAPACITY];
        let text = &mut buffer[..TEXT.len()];
        text.copy_from_slice(&TEXT);
        total += black_box(text).len();
    }
    total
}

/// One buffer for all texts, emptied before each.
pub fn append_reused(times: usize) -> usize {
    emptied(times, CAPACITY, &TEXT)
}

/// Appends a text so often to one buffer, and empties it before.
#[inline]
pub(crate) fn emptied(times: usize, capacity: usize, text: &[u8]) -> usize {
    let mut buffer = Vec::with_capacity(capacity);
    let mut total = 0;
    for _ in 0..times {
        buffer.clear();
        buffer.extend_from_slice(text);
        total += black_box(&buffer).len();
    }
    total
}

/// Buffers that wait, as what they are.
static TYPED: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// A buffer from the pool for every text. Giving it back moves three words.
pub fn append_pooled(times: usize) -> usize {
    let mut total = 0;
    for _ in 0..times {
        let waiting = lock(&TYPED).pop();
        let mut buffer = waiting.unwrap_or_else(|| Vec::with_capacity(CAPACITY));
        buffer.clear();
        buffer.extend_from_slice(&TEXT);
        total += black_box(&buffer).len();
        lock(&TYPED).push(buffer);
    }
    total
}

/// Values that wait, as anything: what an interface is in Go.
static UNTYPED: Mutex<Vec<Box<dyn Any + Send>>> = Mutex::new(Vec::new());

/// The same from a pool of anything. What goes in must be boxed.
pub fn append_boxed(times: usize) -> usize {
    let mut total = 0;
    for _ in 0..times {
        let waiting = lock(&UNTYPED).pop().and_then(|any| any.downcast::<Vec<u8>>().ok());
        let mut buffer = waiting.map_or_else(|| Vec::with_capacity(CAPACITY), |boxed| *boxed);
        buffer.clear();
        buffer.extend_from_slice(&TEXT);
        total += black_box(&buffer).len();
        lock(&UNTYPED).push(Box::new(buffer));
    }
    total
}

/// A pool has no invariant that a panic elsewhere could break.
fn lock<T>(pool: &Mutex<T>) -> MutexGuard<'_, T> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}
