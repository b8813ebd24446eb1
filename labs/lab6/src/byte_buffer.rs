//! Byte buffers by size class: a pool for each of three sizes.
//!
//! ```text
//!                  get(300)      get(1500)       get(8000)     get(20000)
//!                     v              v               v             v
//!    at least      [ 512 B ]     [ 2 KiB ]       [ 8 KiB ]       fresh
//!                     ^              ^               ^             |
//!    capacity on    512..          2 KiB..         8 KiB         above:
//!    its return     2 KiB          8 KiB                         dropped
//! ```
//!
//! With one pool for all sizes every buffer grows, in the end, to the largest
//! request that any of them has met, and is kept at that: a few large requests
//! make all of an idle pool large. With a pool for each class a large request
//! finds a large buffer, and small ones stay small.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use crate::guard::{Guard, Line};
use crate::pool::Pool;
use crate::{Recipe, Stats};

pub mod requests;

/// The classes: a buffer of one has at least so many bytes.
pub const CLASSES: [usize; 3] = [512, 2 << 10, 8 << 10];

/// A class: buffers of `least` bytes are made, and kept with less than `below`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Class {
    least: usize,
    below: usize,
}

impl Class {
    const fn pool(least: usize, below: usize, interval: Duration) -> Pool<Vec<u8>, Class> {
        Pool::new(Class { least, below }).collect_every(interval)
    }
}

impl Recipe<Vec<u8>> for Class {
    fn make(&self) -> Vec<u8> {
        Vec::with_capacity(self.least)
    }

    #[inline]
    fn reset(&self, buffer: &mut Vec<u8>) {
        buffer.clear();
    }

    #[inline]
    fn keeps(&self, buffer: &Vec<u8>) -> bool {
        (self.least..self.below).contains(&buffer.capacity())
    }
}

/// Buffers of three sizes that wait for their next use.
///
/// ```
/// use lab6::ByteBuffers;
///
/// static BUFFERS: ByteBuffers = ByteBuffers::new();
///
/// let mut body = BUFFERS.get(1500);
/// assert_eq!(body.capacity(), 2048);
/// body.extend_from_slice(b"hello");
/// drop(body); // goes back, and is cleared
/// assert!(BUFFERS.get(1500).is_empty());
/// assert_eq!(BUFFERS.len(), [0, 1, 0]);
/// ```
///
/// A buffer that has grown goes to the class that it is large enough for:
///
/// ```
/// # let buffers = lab6::ByteBuffers::new();
/// let mut body = buffers.get(10);
/// body.reserve(2048);
/// drop(body);
/// assert_eq!(buffers.len(), [0, 1, 0]);
/// ```
///
/// It is always missing in the class it came from, where the next one is made.
/// So ask for what you will need: growing is what a pool cannot save.
#[derive(Debug)]
pub struct ByteBuffers {
    pools: [Pool<Vec<u8>, Class>; 3],
}

impl ByteBuffers {
    /// Three empty pools, which allocate nothing yet.
    pub const fn new() -> ByteBuffers {
        ByteBuffers::with_interval(Duration::from_secs(10))
    }

    /// As [`new`](ByteBuffers::new), with another interval between collections;
    /// see [`Pool::collect_every`].
    pub const fn with_interval(interval: Duration) -> ByteBuffers {
        let [small, medium, large] = CLASSES;
        ByteBuffers {
            pools: [
                Class::pool(small, medium, interval),
                Class::pool(medium, large, interval),
                Class::pool(large, large + 1, interval),
            ],
        }
    }

    /// Lends an empty buffer with room for `len` bytes at least: one of the
    /// smallest class that fits. What is larger than all of them is made, and
    /// dropped after use.
    pub fn get(&self, len: usize) -> ByteBuffer<'_> {
        let guard = match CLASSES.iter().position(|&least| len <= least) {
            Some(class) => self.pools[class].get(),
            // The last pool will refuse it, and count that.
            None => Guard::new(&self.pools[2], Box::new(Line(Vec::with_capacity(len)))),
        };
        ByteBuffer { guard, of: self }
    }

    /// How many buffers of each class wait.
    pub fn len(&self) -> [usize; 3] {
        self.pools.each_ref().map(Pool::len)
    }

    /// No buffer waits.
    pub fn is_empty(&self) -> bool {
        self.len() == [0; 3]
    }

    /// What has happened in each class. A get is counted where it was served,
    /// a refusal where the buffer came back to; what is too large for all is
    /// the last one's.
    pub fn stats(&self) -> [Stats; 3] {
        self.pools.each_ref().map(Pool::stats)
    }

    /// One collection in each class; see [`Pool::collect`].
    pub fn collect(&self) {
        self.pools.iter().for_each(Pool::collect);
    }

    /// Drops every buffer that waits; see [`Pool::clear`].
    pub fn clear(&self) {
        self.pools.iter().for_each(Pool::clear);
    }
}

impl Default for ByteBuffers {
    fn default() -> ByteBuffers {
        ByteBuffers::new()
    }
}

/// A buffer on loan, from [`ByteBuffers::get`]. When it is dropped it goes back
/// to the class that its capacity is in then.
///
/// It is a `Vec<u8>` in all but its end. `std::mem::take` keeps what is in it:
///
/// ```
/// # let buffers = lab6::ByteBuffers::new();
/// let mut buffer = buffers.get(5);
/// buffer.extend_from_slice(b"mine");
/// let mine: Vec<u8> = std::mem::take(&mut *buffer);
/// drop(buffer);
/// assert_eq!((mine.as_slice(), buffers.len()), (&b"mine"[..], [0, 0, 0]));
/// ```
#[must_use = "a buffer that is not kept goes back at once"]
pub struct ByteBuffer<'b> {
    guard: Guard<'b, Vec<u8>, Class>,
    of: &'b ByteBuffers,
}

impl Drop for ByteBuffer<'_> {
    #[inline]
    fn drop(&mut self) {
        let capacity = self.guard.capacity();
        // What is too small for all of them the first one refuses.
        let class = CLASSES.iter().rposition(|&least| least <= capacity).unwrap_or(0);
        self.guard.goes_to(&self.of.pools[class]);
    }
}

impl Deref for ByteBuffer<'_> {
    type Target = Vec<u8>;

    #[inline]
    fn deref(&self) -> &Vec<u8> {
        &self.guard
    }
}

impl DerefMut for ByteBuffer<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.guard
    }
}

impl fmt::Debug for ByteBuffer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
