//! What a push costs on average: the elements that growing has moved so far.

use crate::claimed::claimed_step;
use crate::go_model::{Element, Heap, Slice};

const WORD: Element = Element { width: 8, pointers: false };

/// After `n` pushes of words: how many were moved, and for how many more there
/// is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grown {
    /// Elements that stood in a block that was left, each time.
    pub moved: u64,
    /// Elements that fit without another step.
    pub free: u64,
}

impl Grown {
    /// Moved for a thousand pushes.
    pub fn per_thousand(self, n: u64) -> u64 {
        1000 * self.moved / n
    }
}

/// A real vector. What it moves is at most this: the allocator may extend the
/// block instead.
pub fn vec_grown(n: u64) -> Grown {
    let (mut words, mut moved) = (Vec::new(), 0);
    for word in 0..n {
        if words.len() == words.capacity() {
            moved += words.len() as u64;
        }
        words.push(word);
    }
    Grown { moved, free: (words.capacity() - words.len()) as u64 }
}

/// A slice in the model of Go. It always moves.
pub fn go_grown(n: u64) -> Grown {
    let mut slice = Slice::of_loop(WORD);
    (0..n).for_each(|_| slice.append(1, &mut Heap::default()));
    Grown { moved: slice.moved, free: slice.capacity() - n }
}

/// A slice that follows the rule of the Go text, without its rounding.
pub fn claimed_grown(n: u64) -> Grown {
    let (mut capacity, mut moved) = (0, 0);
    for len in 0..n {
        if len == capacity {
            moved += len;
            capacity = claimed_step(capacity);
        }
    }
    Grown { moved, free: capacity - n }
}
