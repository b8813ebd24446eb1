//! One text in four containers, and an insert into each.

use std::collections::VecDeque;

use ropey::Rope;

use crate::gap::GapBuffer;
use crate::places::Places;

// ANCHOR: inserts
/// Inserts into one block: everything behind the place moves up by one.
pub fn insert_vec(text: &mut Vec<u8>, at: usize, byte: u8) {
    text.insert(at, byte);
}

/// Inserts into a ring: the shorter side makes room.
pub fn insert_deque(text: &mut VecDeque<u8>, at: usize, byte: u8) {
    text.insert(at, byte);
}

/// Inserts where the gap is, after bringing the gap there.
pub fn insert_gap(text: &mut GapBuffer, at: usize, byte: u8) {
    text.insert(at, byte);
}

/// Inserts into a leaf of a tree. A rope holds text, so this is a `char`, and
/// for ASCII places are bytes.
pub fn insert_rope(text: &mut Rope, at: usize, byte: u8) {
    text.insert_char(at, char::from(byte));
}
// ANCHOR_END: inserts

/// Copies the text and inserts in the middle of it: the first insert of all.
pub fn first_vec(text: &[u8]) -> Vec<u8> {
    let mut copy = text.to_vec();
    insert_vec(&mut copy, text.len() / 2, b'!');
    copy
}

/// The same in a ring.
pub fn first_deque(text: &[u8]) -> VecDeque<u8> {
    let mut copy = VecDeque::from(text.to_vec());
    insert_deque(&mut copy, text.len() / 2, b'!');
    copy
}

/// The same in a gap buffer that begins without a gap.
pub fn first_gap(text: &[u8]) -> GapBuffer {
    let mut copy = GapBuffer::new(text, 0);
    insert_gap(&mut copy, text.len() / 2, b'!');
    copy
}

/// The same in a rope.
pub fn first_rope(text: &[u8]) -> Rope {
    let mut copy = Rope::build(text, 0);
    insert_rope(&mut copy, text.len() / 2, b'!');
    copy
}

/// A text of `len` bytes, all ASCII.
pub fn text(len: usize) -> Vec<u8> {
    (b'a'..=b'z').cycle().take(len).collect()
}

/// What the measurements need of a container.
pub trait Container: Sized {
    /// A copy of the text, with room for `room` more where there is such a thing.
    fn build(text: &[u8], room: usize) -> Self;
    /// Inserts one byte before the byte at `at`.
    fn insert(&mut self, at: usize, byte: u8);
    /// Takes `count` bytes out, from `at` on.
    fn remove(&mut self, at: usize, count: usize);
    /// Where its bytes lie.
    fn places(&self) -> Places;
    /// Leaves the place of the last insert, where there is such a thing.
    fn touch_end(&mut self) {}
}

impl Container for Vec<u8> {
    fn build(text: &[u8], room: usize) -> Self {
        let mut copy = Vec::with_capacity(text.len() + room);
        copy.extend_from_slice(text);
        copy
    }
    fn insert(&mut self, at: usize, byte: u8) {
        insert_vec(self, at, byte);
    }
    fn remove(&mut self, at: usize, count: usize) {
        self.drain(at..at + count);
    }
    fn places(&self) -> Places {
        Places::of([self.as_slice()])
    }
}

impl Container for VecDeque<u8> {
    fn build(text: &[u8], room: usize) -> Self {
        let mut copy = VecDeque::with_capacity(text.len() + room);
        copy.extend(text);
        copy
    }
    fn insert(&mut self, at: usize, byte: u8) {
        insert_deque(self, at, byte);
    }
    fn remove(&mut self, at: usize, count: usize) {
        self.drain(at..at + count);
    }
    fn places(&self) -> Places {
        let (front, back) = self.as_slices();
        Places::of([front, back])
    }
}

impl Container for GapBuffer {
    fn build(text: &[u8], room: usize) -> Self {
        GapBuffer::new(text, room)
    }
    fn insert(&mut self, at: usize, byte: u8) {
        insert_gap(self, at, byte);
    }
    fn remove(&mut self, at: usize, count: usize) {
        GapBuffer::remove(self, at, count);
    }
    fn touch_end(&mut self) {
        GapBuffer::remove(self, self.len(), 0);
    }
    fn places(&self) -> Places {
        let (before, behind) = self.as_slices();
        Places::of([before, behind])
    }
}

impl Container for Rope {
    /// `text` is ASCII.
    fn build(text: &[u8], _room: usize) -> Self {
        Rope::from_str(&String::from_utf8_lossy(text))
    }
    fn insert(&mut self, at: usize, byte: u8) {
        insert_rope(self, at, byte);
    }
    fn remove(&mut self, at: usize, count: usize) {
        Rope::remove(self, at..at + count);
    }
    fn places(&self) -> Places {
        Places::of(self.chunks().map(str::as_bytes))
    }
}
