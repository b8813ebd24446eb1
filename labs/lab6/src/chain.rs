//! A chain of rings: what a shard holds of one generation.
//!
//! ```text
//!   [ ring 32 | ring 64 | ring 128 | - | - | ... ]
//! ```
//!
//! Every ring is twice as large as the one before and made when it is needed,
//! after `poolChain` of Go 1.27.0 (`src/sync/poolqueue.go`; notice in the
//! crate's NOTICE file). Go links its rings and leaves drained ones to the
//! collector. Here nobody collects, so a ring stays until its shard goes: the
//! cap bounds how many there are, and no thief can meet a ring that was freed.
#![expect(unsafe_code, reason = "rings are shared by pointer, and made while others look")]

use std::marker::PhantomData;
use std::ptr;

use crate::ring::Ring;
use crate::sync::{AtomicPtr, Ordering};

/// Rings in a chain at most.
#[cfg(not(loom))]
const RINGS: usize = 12;
#[cfg(loom)]
const RINGS: usize = 2;

/// Room of a chain's first ring.
const FIRST: u32 = if cfg!(loom) { 2 } else { 32 };

/// A chain holds no more than this, whatever cap is asked for.
pub(crate) const MOST: u32 = FIRST * ((1 << RINGS) - 1);

/// The rings of one generation, smallest first.
///
/// Written by the owner, from null to a ring and never again; read by all.
pub(crate) struct Chain<T>([AtomicPtr<Ring<T>>; RINGS], PhantomData<*mut Ring<T>>);

impl<T> Chain<T> {
    pub(crate) fn new() -> Chain<T> {
        Chain(std::array::from_fn(|_| AtomicPtr::new(ptr::null_mut())), PhantomData)
    }

    fn ring(&self, index: usize) -> Option<&Ring<T>> {
        // ORDERING: Acquire, partner: the Release in `add`.
        let ring = self.0[index].load(Ordering::Acquire);
        // SAFETY: null, or a ring that `add` boxed and that stays until the
        // chain is dropped, which needs `&mut`.
        unsafe { ring.as_ref() }
    }

    /// The rings there are, smallest first.
    pub(crate) fn rings(&self) -> impl DoubleEndedIterator<Item = &Ring<T>> {
        (0..RINGS).filter_map(|index| self.ring(index))
    }

    /// Makes the next ring if less than `cap` values have room. Owner only:
    /// two at once would lose a ring.
    pub(crate) fn add(&self, cap: u32) -> Option<&Ring<T>> {
        let room: u32 = self.rings().map(Ring::room).sum();
        let index = self.rings().count();
        if room >= cap || index == RINGS {
            return None;
        }
        let ring = Box::new(Ring::new((cap - room).min(FIRST << index)));
        // ORDERING: Release, partner: the Acquire in `ring`. The ring is made
        // before it can be seen.
        self.0[index].store(Box::into_raw(ring), Ordering::Release);
        self.ring(index)
    }
}

impl<T> Drop for Chain<T> {
    fn drop(&mut self) {
        for slot in &self.0 {
            // ORDERING: Relaxed. Nobody else is left, says `&mut`.
            let ring = slot.load(Ordering::Relaxed);
            if !ring.is_null() {
                // SAFETY: from `Box::into_raw` in `add`, and dropped once.
                drop(unsafe { Box::from_raw(ring) });
            }
        }
    }
}
