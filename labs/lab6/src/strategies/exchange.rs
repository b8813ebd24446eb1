//! Slots that are taken and filled by one exchange each.
#![expect(unsafe_code, reason = "a box goes through a slot as a pointer")]

use std::fmt;
use std::marker::PhantomData;
use std::ptr;

use crate::sync::{AtomicPtr, Ordering};

/// Slots; more at once are dropped.
const SLOTS: usize = if cfg!(loom) { 2 } else { 8 };

/// A row of slots for boxes. A slot is null or a box that nobody else has:
/// written and taken by whoever wins the exchange.
pub struct ByExchange<T> {
    slots: [AtomicPtr<T>; SLOTS],
    owns: PhantomData<*mut T>,
}

// SAFETY: a value goes from thread to thread and is never seen by two.
unsafe impl<T: Send> Sync for ByExchange<T> {}
// SAFETY: as above; the slots own what they lead to.
unsafe impl<T: Send> Send for ByExchange<T> {}

impl<T> ByExchange<T> {
    /// All are empty.
    #[expect(clippy::new_without_default, reason = "a static needs a const fn")]
    #[cfg(not(loom))]
    pub const fn new() -> ByExchange<T> {
        ByExchange { slots: [const { AtomicPtr::new(ptr::null_mut()) }; SLOTS], owns: PhantomData }
    }

    /// All are empty.
    #[cfg(loom)]
    pub fn new() -> ByExchange<T> {
        let slot = |_| AtomicPtr::new(ptr::null_mut());
        ByExchange { slots: std::array::from_fn(slot), owns: PhantomData }
    }

    /// Takes the first value there is.
    pub fn take(&self) -> Option<Box<T>> {
        self.slots.iter().find_map(|slot| {
            // ORDERING: Acquire, partner: the Release in `put`. The value's
            // bytes are there. Looking before winning would be the ABA fault
            // that `tests/loom.rs` plants.
            let value = slot.swap(ptr::null_mut(), Ordering::Acquire);
            // SAFETY: from `Box::into_raw` in `put`; the exchange took it out,
            // so nobody else has it.
            (!value.is_null()).then(|| unsafe { Box::from_raw(value) })
        })
    }

    /// Puts a value into the first empty slot, or drops it.
    pub fn put(&self, value: Box<T>) {
        let value = Box::into_raw(value);
        let put = self.slots.iter().any(|slot| {
            // ORDERING: Release on success, partner: the Acquire in `take`.
            // Relaxed on failure: nothing was read that is used.
            slot.compare_exchange(ptr::null_mut(), value, Ordering::Release, Ordering::Relaxed)
                .is_ok()
        });
        if !put {
            // SAFETY: from `Box::into_raw` above, and in no slot.
            drop(unsafe { Box::from_raw(value) });
        }
    }
}

impl<T> Drop for ByExchange<T> {
    fn drop(&mut self) {
        while let Some(value) = self.take() {
            drop(value);
        }
    }
}

impl<T> fmt::Debug for ByExchange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // ORDERING: Relaxed. A number for a person.
        let full = self.slots.iter().filter(|slot| !slot.load(Ordering::Relaxed).is_null());
        f.debug_struct("ByExchange").field("full", &full.count()).finish()
    }
}
