//! `bytes.Buffer`, written and never read.

use super::class::usable;
use super::heap::Heap;

/// The first array if the first write fits into it.
const FIRST: u64 = 64;

/// The struct itself, allocated only if it escapes.
const STRUCT: u64 = 40;

/// A buffer without its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Buffer {
    len: u64,
    capacity: u64,
    /// Every capacity, in order.
    pub chain: Vec<u64>,
    /// The length that made each step necessary.
    pub lengths: Vec<u64>,
}

impl Buffer {
    /// `new(bytes.Buffer)` that escapes.
    pub fn on_heap(heap: &mut Heap) -> Buffer {
        heap.allocate(STRUCT, true);
        Buffer::default()
    }

    /// `Grow`, before anything is written.
    pub fn grow(&mut self, bytes: u64, heap: &mut Heap) {
        self.widen(bytes, bytes, heap);
    }

    /// `Write`, `WriteString`, `WriteByte`.
    pub fn write(&mut self, bytes: u64, heap: &mut Heap) {
        let needed = self.len + bytes;
        if needed > self.capacity {
            self.lengths.push(needed);
            self.widen(bytes, needed, heap);
        }
        self.len = needed;
    }

    /// `String`: a copy.
    pub fn string(&self, heap: &mut Heap) {
        heap.allocate(self.len, false);
    }

    fn widen(&mut self, more: u64, needed: u64, heap: &mut Heap) {
        let capacity = if self.capacity == 0 && more <= FIRST {
            FIRST
        } else {
            usable(needed.max(2 * self.capacity), false)
        };
        heap.allocate(capacity, false);
        self.chain.push(capacity);
        self.capacity = capacity;
    }

    /// Bytes written.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether none were.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes for which there is room.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }
}
