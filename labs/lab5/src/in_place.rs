//! Appending without growing: what becomes of a text that does not fit?

use std::error::Error;
use std::fmt;
use std::hint::black_box;

use crate::append::emptied;

/// Capacity of every buffer here.
pub const CAPACITY: usize = 4096;

/// What is offered, again and again.
pub const TEXT: [u8; 128] = [b'x'; 128];

// ANCHOR: signature
/// A text that did not fit, given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused<'a> {
    /// All of it: nothing was inserted.
    pub text: &'a [u8],
    /// Room that was left.
    pub free: usize,
}
// ANCHOR_END: signature

/// Appends `text` if there is room for it, and never grows the buffer.
///
/// # Errors
///
/// [`Refused`], with the text, if it does not fit whole. Who ignores it hears of it
/// from the compiler, and where warnings are errors it does not compile:
///
/// ```compile_fail
/// # #![deny(unused_must_use)]
/// let mut buffer = Vec::with_capacity(4);
/// lab5::in_place::insert_in_place(&mut buffer, b"too long");
/// ```
///
/// ```
/// # #![deny(unused_must_use)]
/// let mut buffer = Vec::with_capacity(4);
/// assert!(lab5::in_place::insert_in_place(&mut buffer, b"too long").is_err());
/// ```
// ANCHOR: insert_in_place
pub fn insert_in_place<'a>(buffer: &mut Vec<u8>, text: &'a [u8]) -> Result<(), Refused<'a>> {
    let free = buffer.capacity() - buffer.len();
    if text.len() > free {
        return Err(Refused { text, free });
    }
    buffer.extend_from_slice(text);
    Ok(())
}
// ANCHOR_END: insert_in_place

impl fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a text of {} bytes does not fit into {}", self.text.len(), self.free)
    }
}

impl Error for Refused<'_> {}

/// What the Go text prints, said in Rust: who calls it cannot know.
pub fn insert_or_lose(buffer: &mut Vec<u8>, text: &[u8]) {
    if buffer.capacity() - buffer.len() >= text.len() {
        buffer.extend_from_slice(text);
    }
}

/// Offers the text so often; gives what is left in the buffer to `deliver`.
pub fn offer_lossy(times: usize, deliver: &mut dyn FnMut(&[u8])) {
    let mut buffer = Vec::with_capacity(CAPACITY);
    for _ in 0..times {
        insert_or_lose(&mut buffer, &TEXT);
    }
    deliver(&buffer);
}

/// The same, and a full buffer is delivered before it goes on.
pub fn offer_flushed(times: usize, deliver: &mut dyn FnMut(&[u8])) {
    let mut buffer = Vec::with_capacity(CAPACITY);
    for _ in 0..times {
        if let Err(refused) = insert_in_place(&mut buffer, &TEXT) {
            deliver(&buffer);
            buffer.clear();
            buffer.extend_from_slice(refused.text);
        }
    }
    deliver(&buffer);
}

/// The same, and a full buffer grows.
pub fn offer_growing(times: usize, deliver: &mut dyn FnMut(&[u8])) {
    let mut buffer = Vec::with_capacity(CAPACITY);
    for _ in 0..times {
        buffer.extend_from_slice(&TEXT);
    }
    deliver(&buffer);
}

/// Every text into a vector of its own.
pub fn copy_fresh(times: usize) -> usize {
    let mut total = 0;
    for _ in 0..times {
        let copy = TEXT.to_vec();
        total += black_box(&copy).len();
    }
    total
}

/// Every text into one buffer that may not grow.
pub fn copy_in_place(times: usize) -> usize {
    let mut buffer = Vec::with_capacity(CAPACITY);
    let mut total = 0;
    for _ in 0..times {
        buffer.clear();
        if insert_in_place(&mut buffer, &TEXT).is_ok() {
            total += black_box(&buffer).len();
        }
    }
    total
}

/// Every text into one buffer that could grow.
pub fn copy_append(times: usize) -> usize {
    emptied(times, CAPACITY, &TEXT)
}
