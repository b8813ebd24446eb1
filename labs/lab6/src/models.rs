//! Safe handles to a ring, and what goes wrong without its care. Only for the
//! models in `tests/loom.rs`; there is no such module in a normal build.
#![expect(unsafe_code, reason = "the handle to the owner's end is the owner")]
#![expect(missing_docs, reason = "for the models alone")]
#![expect(missing_debug_implementations, reason = "for the models alone")]

use loom::sync::Arc;

use crate::numbers::{Lease, Numbers};
use crate::ring::Ring;
pub use crate::ring::Thieving;

#[path = "strategies/exchange.rs"]
mod exchange;
pub mod hazards;

pub use exchange::ByExchange;

/// The owner's end: one of it, so its calls are the owner's.
pub struct Owner<T> {
    ring: Arc<Ring<T>>,
    head: u32,
    floor: u32,
}

/// A thief's end.
pub struct Thief<T>(Arc<Ring<T>>);

pub fn ring<T>(room: u32) -> (Owner<T>, Thief<T>) {
    let ring = Arc::new(Ring::new(room));
    (Owner { ring: Arc::clone(&ring), head: 0, floor: 0 }, Thief(ring))
}

impl<T> Clone for Thief<T> {
    fn clone(&self) -> Thief<T> {
        Thief(Arc::clone(&self.0))
    }
}

impl<T> Owner<T> {
    /// Puts a value into the private part, if a place is free.
    pub fn push(&mut self, value: T) -> Result<(), T> {
        // SAFETY: this is the owner.
        if unsafe { self.ring.free_until(self.head, 1) } == self.head {
            return Err(value);
        }
        // SAFETY: this is the owner, and the place is free.
        unsafe { self.ring.write(self.head, value) };
        self.head += 1;
        Ok(())
    }

    /// Puts a value without a look whether a thief still reads the old one.
    pub fn push_blindly(&mut self, value: T) {
        // SAFETY: none, which is the point.
        unsafe { self.ring.write(self.head, value) };
        self.head += 1;
    }

    /// Makes all that is private public.
    pub fn publish(&mut self) {
        // SAFETY: this is the owner.
        unsafe { self.ring.publish(self.floor, self.head - self.floor) };
        self.floor = self.head;
    }

    /// Takes the last value, if need be after it took up to `most` back.
    pub fn pop(&mut self, most: u32) -> Option<T> {
        if self.head == self.floor {
            // SAFETY: this is the owner.
            self.floor -= unsafe { self.ring.reclaim(most) };
        }
        if self.head == self.floor {
            return None;
        }
        self.head -= 1;
        // SAFETY: this is the owner.
        Some(unsafe { self.ring.read(self.head) })
    }
}

impl<T> Thief<T> {
    pub fn steal(&self) -> Option<T> {
        self.0.steal()
    }

    /// Takes up to two at once.
    pub fn steal_two(&self) -> Vec<T> {
        let mut places = [None, None];
        self.0.steal_into(&mut places);
        places.into_iter().flatten().collect()
    }

    pub fn steal_badly(&self, how: Thieving) -> Option<T> {
        self.0.steal_badly(how)
    }
}

/// The numbers of a model, and a cell that belongs to whoever holds number 0.
pub struct Estate {
    numbers: Numbers,
    left: loom::cell::Cell<u32>,
}

// SAFETY: none but the number, which is what the model is about.
unsafe impl Sync for Estate {}
// SAFETY: as above.
unsafe impl Send for Estate {}

impl Estate {
    pub fn new() -> Estate {
        Estate { numbers: Numbers::new(), left: loom::cell::Cell::new(0) }
    }

    /// Adds one to the cell, if the number is free.
    pub fn visit(&self) -> Option<u32> {
        let lease: Lease<'_> = self.numbers.lease(0)?;
        let before = self.left.get();
        self.left.set(before + 1);
        drop(lease);
        Some(before)
    }
}
