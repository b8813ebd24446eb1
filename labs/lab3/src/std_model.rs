//! What `Vec` and `String` ask the allocator for, step by step.
//!
//! The rule is not promised: std's documentation says only that `push` is
//! amortised constant. It is written in `alloc/src/raw_vec`, and has been the
//! same for years. `tests/chain.rs` holds this model against real vectors.

// ANCHOR: rule
/// The capacity of a vector's first block if it grows from nothing: eight
/// elements of one byte, four of up to a kibibyte, else one.
pub fn first_capacity(width: usize) -> usize {
    match width {
        1 => 8,
        2..=1024 => 4,
        _ => 1,
    }
}

/// The capacity after growing to hold `needed` elements: at least twice what
/// there was.
pub fn grown(capacity: usize, needed: usize, width: usize) -> usize {
    needed.max(2 * capacity).max(first_capacity(width))
}
// ANCHOR_END: rule

/// A vector without its elements: length, capacity, and what it asked for.
/// `String` is one of width 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growing {
    width: usize,
    len: usize,
    capacity: usize,
    steps: Vec<u64>,
    moved: u64,
    peak: u64,
}

impl Growing {
    /// Empty, of elements of `width` bytes. Zero has no meaning here: such a
    /// vector never allocates.
    pub fn new(width: usize) -> Growing {
        Growing { width, len: 0, capacity: 0, steps: Vec::new(), moved: 0, peak: 0 }
    }

    /// Empty, with room for `capacity`.
    pub fn with_capacity(width: usize, capacity: usize) -> Growing {
        let mut vector = Growing::new(width);
        vector.request(capacity);
        vector
    }

    /// Appends one element.
    pub fn push(&mut self) {
        self.append(1);
    }

    /// Appends `more` elements whose number is known before.
    pub fn append(&mut self, more: usize) {
        self.reserve(more);
        self.len += more;
    }

    /// Room for `more` elements, at least doubled if there is none.
    pub fn reserve(&mut self, more: usize) {
        let needed = self.len + more;
        if needed > self.capacity {
            self.request(grown(self.capacity, needed, self.width));
        }
    }

    /// Room for `more` elements and for none besides.
    pub fn reserve_exact(&mut self, more: usize) {
        let needed = self.len + more;
        if needed > self.capacity {
            self.request(needed);
        }
    }

    /// Gives back what is not used.
    pub fn shrink_to(&mut self, least: usize) {
        let wanted = self.len.max(least);
        if wanted < self.capacity {
            self.request(wanted);
        }
    }

    /// One request: a new block, or the old one with another size. A size of
    /// nothing frees it.
    fn request(&mut self, capacity: usize) {
        let (old, new) = (self.bytes(self.capacity), self.bytes(capacity));
        if new > 0 {
            self.steps.push(new);
            if old > 0 {
                self.moved += self.bytes(self.len);
            }
            self.peak = self.peak.max(old + new);
        }
        self.capacity = capacity;
    }

    fn bytes(&self, elements: usize) -> u64 {
        (elements * self.width) as u64
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// For how many there is room.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The bytes of every request, in order.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// Bytes that were copied if every change of size moved the block.
    pub fn moved(&self) -> u64 {
        self.moved
    }

    /// Bytes at once, if every change of size moved the block: old and new.
    pub fn peak_if_moved(&self) -> u64 {
        self.peak
    }

    /// Bytes that are reserved and not used.
    pub fn slack(&self) -> u64 {
        self.bytes(self.capacity - self.len)
    }
}
