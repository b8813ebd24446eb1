//! A gap buffer: the free room lies where the last insert was.
//!
//! ```text
//!  bytes   h e l l o . . . . . w o r l d      "hello" "world"
//!                    ^         ^
//!                    start     end
//!
//!  insert ',' at 5       nothing moves: the gap is there
//!          h e l l o , . . . . w o r l d
//!
//!  insert '!' at 11      the gap goes to the end, and "world" before it
//!          h e l l o , w o r l d ! . . .
//! ```

// ANCHOR: struct
/// Bytes with a gap.
#[derive(Debug, Clone)]
pub struct GapBuffer {
    /// Text, gap, text; what stands in the gap means nothing.
    bytes: Vec<u8>,
    /// The gap's first byte, so also the length of the text before it.
    start: usize,
    /// The first byte behind the gap.
    end: usize,
}
// ANCHOR_END: struct

impl GapBuffer {
    /// A copy of `text` with a gap of `room` bytes at its end.
    pub fn new(text: &[u8], room: usize) -> GapBuffer {
        let mut bytes = Vec::with_capacity(text.len() + room);
        bytes.extend_from_slice(text);
        bytes.resize(text.len() + room, 0);
        GapBuffer { start: text.len(), end: bytes.len(), bytes }
    }

    /// Inserts one byte before the byte that is now at `at`.
    pub fn insert(&mut self, at: usize, byte: u8) {
        if self.start == self.end {
            self.grow();
        }
        self.move_gap(at);
        self.bytes[self.start] = byte;
        self.start += 1;
    }

    /// Moves the gap so that it begins at `to`. All that lies between moves, and
    /// nothing else.
    fn move_gap(&mut self, to: usize) {
        if to < self.start {
            let moved = self.start - to;
            self.bytes.copy_within(to..self.start, self.end - moved);
            self.end -= moved;
        } else {
            let moved = to - self.start;
            self.bytes.copy_within(self.end..self.end + moved, self.start);
            self.end += moved;
        }
        self.start = to;
    }
}

impl GapBuffer {
    /// Doubles the bytes; the new half becomes the gap, where the old one was.
    fn grow(&mut self) {
        let (old, behind) = (self.bytes.len(), self.bytes.len() - self.end);
        self.bytes.resize((2 * old).max(8), 0);
        self.end = self.bytes.len() - behind;
        self.bytes.copy_within(self.start..old, self.end);
    }

    /// Takes `count` bytes out, from `at` on: they become gap.
    pub fn remove(&mut self, at: usize, count: usize) {
        self.move_gap(at);
        self.end += count;
    }

    /// How long the text is.
    pub fn len(&self) -> usize {
        self.bytes.len() - (self.end - self.start)
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text before the gap, and the text behind it.
    pub fn as_slices(&self) -> (&[u8], &[u8]) {
        (&self.bytes[..self.start], &self.bytes[self.end..])
    }
}
