//! `append`: how a slice grows.

use super::class::usable;
use super::heap::Heap;

/// What a slice is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Bytes of one.
    pub width: u64,
    /// Whether the collector must look into it.
    pub pointers: bool,
}

/// Up to here a capacity doubles, in elements.
const DOUBLING: u64 = 256;

/// The first array of a loop of appends is on the stack, up to this size.
const ON_STACK: u64 = 32;

/// The capacity after growing to hold `needed`: doubled while small, then by a
/// quarter and 192 more, and rounded up to what the allocator hands out anyway.
pub fn grown(capacity: u64, needed: u64, element: Element) -> u64 {
    let wanted = if needed > 2 * capacity {
        needed
    } else if capacity < DOUBLING {
        2 * capacity
    } else {
        let mut wider = capacity;
        while wider < needed {
            wider += (wider + 3 * DOUBLING) / 4;
        }
        wider
    };
    usable(wanted * element.width, element.pointers) / element.width
}

/// A slice without its elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    element: Element,
    len: u64,
    capacity: u64,
    on_stack: bool,
    /// Every capacity on the heap, in order.
    pub chain: Vec<u64>,
    /// Elements copied into a new array.
    pub moved: u64,
}

impl Slice {
    /// `nil`, and only a loop of single appends follows, after which it
    /// escapes: the first array is on the stack.
    pub fn of_loop(element: Element) -> Slice {
        let capacity = ON_STACK / element.width;
        Slice { on_stack: capacity > 0, capacity, ..Slice::empty(element) }
    }

    /// `nil`, and anything may follow.
    pub fn empty(element: Element) -> Slice {
        Slice { element, len: 0, capacity: 0, on_stack: false, chain: Vec::new(), moved: 0 }
    }

    /// `make([]T, 0, capacity)`, and it escapes.
    pub fn make(element: Element, capacity: u64, heap: &mut Heap) -> Slice {
        let mut slice = Slice::empty(element);
        slice.allocate(capacity, heap);
        slice
    }

    /// `append(s, …)` with so many elements.
    pub fn append(&mut self, more: u64, heap: &mut Heap) {
        self.grow(more, heap);
        self.len += more;
    }

    /// `slices.Grow(s, more)`.
    pub fn grow(&mut self, more: u64, heap: &mut Heap) {
        let needed = self.len + more;
        if needed > self.capacity {
            self.allocate(grown(self.capacity, needed, self.element), heap);
        }
    }

    /// The slice is returned: what is still on the stack is copied to the heap.
    pub fn escape(&mut self, heap: &mut Heap) {
        if self.on_stack {
            heap.allocate(self.len * self.element.width, self.element.pointers);
            self.on_stack = false;
        }
    }

    /// A new array; what was there is copied, and the old one left behind.
    fn allocate(&mut self, capacity: u64, heap: &mut Heap) {
        heap.allocate(capacity * self.element.width, self.element.pointers);
        self.moved += self.len;
        self.chain.push(capacity);
        self.capacity = capacity;
        self.on_stack = false;
    }

    /// Elements for which there is room.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }
}
