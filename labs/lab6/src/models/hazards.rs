//! What goes wrong in small pools that are written by hand, each beside the
//! form that does not. For the models in `tests/loom/hazards.rs`.
//!
//! There is no `unsafe` here: a value is a number, a pointer an index, and a
//! value that two parties have is seen when they compare. What would be read
//! after free in C++ is here a number too many.

use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// No node.
const END: usize = usize::MAX >> 32;

// ANCHOR: treiber
/// A free list of nodes (Treiber's stack): `head` leads to the first, each
/// node's `next` to the one below. Anybody pushes and pops.
///
/// `tagged`: every pop raises a count that shares a word with the head, so a
/// head that is the same again is not taken for one that stayed.
pub struct FreeList {
    /// Tag (high half) and node (low half).
    head: AtomicU64,
    next: Vec<AtomicUsize>,
    tagged: bool,
}

fn split(head: u64) -> (u64, usize) {
    (head >> 32, (head & u64::from(u32::MAX)) as usize)
}

impl FreeList {
    /// All nodes are free, and node 0 is the first.
    pub fn new(nodes: usize, tagged: bool) -> FreeList {
        let below = |node| if node + 1 == nodes { END } else { node + 1 };
        let next = (0..nodes).map(|node| AtomicUsize::new(below(node))).collect();
        FreeList { head: AtomicU64::new(0), next, tagged }
    }

    pub fn pop(&self) -> Option<usize> {
        // ORDERING: Acquire, partner: the Release in `push`, here and below.
        let mut head = self.head.load(Ordering::Acquire);
        loop {
            let (tag, node) = split(head);
            if node == END {
                return None;
            }
            // What was next when I looked. Is it still when I exchange?
            let next = self.next[node].load(Ordering::Acquire);
            let tag = if self.tagged { tag + 1 } else { tag };
            let new = tag << 32 | next as u64;
            match self.head.compare_exchange(head, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(node),
                Err(found) => head = found,
            }
        }
    }

    pub fn push(&self, node: usize) {
        // ORDERING: as in `pop`.
        let mut head = self.head.load(Ordering::Acquire);
        loop {
            let (tag, below) = split(head);
            // ORDERING: Release, partner: the Acquire in `pop`.
            self.next[node].store(below, Ordering::Release);
            let new = tag << 32 | node as u64;
            match self.head.compare_exchange(head, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return,
                Err(found) => head = found,
            }
        }
    }
}
// ANCHOR_END: treiber

// ANCHOR: flagged
/// A slot whose flag says whose its value is: set by the owner when it is
/// there, and by nobody else.
pub struct Flagged {
    full: AtomicBool,
    /// Two words that belong together. Relaxed: the flag is what orders.
    value: [AtomicUsize; 2],
    publish: Ordering,
    observe: Ordering,
}

impl Flagged {
    /// With these orders for the store and the load of the flag.
    pub fn new(publish: Ordering, observe: Ordering) -> Flagged {
        let value = [AtomicUsize::new(0), AtomicUsize::new(0)];
        Flagged { full: AtomicBool::new(false), value, publish, observe }
    }

    pub fn put(&self, value: usize) {
        // ORDERING: Relaxed; ordered by the flag, if that is.
        self.value.iter().for_each(|word| word.store(value, Ordering::Relaxed));
        // ORDERING: the model's; sound is Release, partner: `get`'s Acquire.
        self.full.store(true, self.publish);
    }

    pub fn get(&self) -> Option<[usize; 2]> {
        // ORDERING: the model's; sound is Acquire, partner: `put`'s Release.
        let full = self.full.load(self.observe);
        // ORDERING: Relaxed; as in `put`.
        full.then(|| self.value.each_ref().map(|word| word.load(Ordering::Relaxed)))
    }
}
// ANCHOR_END: flagged

// ANCHOR: slot
/// A slot for a number; zero is empty.
pub struct Slot(AtomicUsize);

impl Slot {
    pub fn new(value: usize) -> Slot {
        Slot(AtomicUsize::new(value))
    }

    /// Looks, and then empties the slot: two may have looked.
    pub fn take_in_two_steps(&self) -> usize {
        // ORDERING: none would help: it is two steps.
        let value = self.0.load(Ordering::SeqCst);
        if value != 0 {
            // ORDERING: as above.
            self.0.store(0, Ordering::SeqCst);
        }
        value
    }

    /// Looks, and empties the slot if what it saw is still there: the
    /// compare-and-swap with nil of the Go text.
    pub fn take_if_same(&self) -> usize {
        // ORDERING: Acquire, partner: whoever put the value, in a real slot.
        let value = self.0.load(Ordering::Acquire);
        // ORDERING: as above; a failure looks at nothing.
        let won = self.0.compare_exchange(value, 0, Ordering::Acquire, Ordering::Relaxed);
        won.unwrap_or(0)
    }
}
// ANCHOR_END: slot
