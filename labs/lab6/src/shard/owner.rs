//! What the owner of a shard does when its private part is empty or full, or
//! the pool has aged.
#![expect(unsafe_code, reason = "the owner's methods are only for the owner")]

use std::ptr;

use super::{Inside, PRIVATE, Shard, Turned};
use crate::counters::Place;
use crate::ring::Ring;
use crate::sync::Ordering;

impl<T> Shard<T> {
    /// Makes every private value public, in the generation the owner knows.
    /// Gives the slot's value back if that generation is at its cap.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    pub(crate) unsafe fn publish_all(&self, cap: u32) -> Option<Box<T>> {
        // ORDERING: Relaxed; see `private`.
        let slot = self.slot.load(Ordering::Relaxed);
        let mut surplus = None;
        if !slot.is_null() {
            self.set_slot(ptr::null_mut());
            // SAFETY: from `Box::into_raw` in `push`, and taken once.
            let value = unsafe { Box::from_raw(slot) };
            // SAFETY: the caller is the owner.
            surplus = unsafe { self.push_ring(cap, cap, value) }.err();
        }
        // SAFETY: the caller is the owner.
        unsafe { self.publish_ring() };
        surplus
    }

    /// Makes the private part of the current ring public.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    unsafe fn publish_ring(&self) {
        let (head, floor) = self.private();
        if head != floor {
            // SAFETY: the caller is the owner.
            unsafe { self.publish(head.wrapping_sub(floor)) };
        }
    }

    /// Makes the `count` oldest private values of the ring public.
    ///
    /// # Safety
    ///
    /// The caller is the owner, and there are as many, at least one.
    unsafe fn publish(&self, count: u32) {
        let (_, floor) = self.private();
        // SAFETY: there are private values, so there is a ring.
        let ring = unsafe { &*self.ring.get() };
        // SAFETY: the caller is the owner, and floor is the split.
        unsafe { ring.publish(floor, count) };
        self.set_floor(floor.wrapping_add(count));
    }

    /// Leaves the current ring for another.
    ///
    /// # Safety
    ///
    /// The caller is the owner, and the ring one of the generation it knows.
    unsafe fn enter(&self, ring: &Ring<Box<T>>) {
        // SAFETY: the caller is the owner.
        unsafe { self.publish_ring() };
        let split = ring.split();
        self.ring.set(ring);
        self.set_head(split);
        self.set_floor(split);
        self.limit.set(split);
    }

    /// Takes note of the pool's age. Everything private becomes public, in the
    /// generation it was put to, where a collector reaches it.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    pub(crate) unsafe fn turn(&self, age: usize, cap: u32) -> Turned<T> {
        let seen = self.seen.get();
        if seen == age {
            return Turned { surplus: None, expired: None };
        }
        // SAFETY: the caller is the owner.
        let surplus = unsafe { self.publish_all(cap) };
        self.seen.set(age);
        // The next push or pop finds a ring of its generation.
        self.ring.set(ptr::null());
        self.set_head(0);
        self.set_floor(0);
        self.limit.set(0);
        Turned { surplus, expired: (age.wrapping_sub(seen) >= 2).then_some(seen) }
    }

    /// [`pop`](Shard::pop) where that found nothing: takes back public values
    /// of the owner's own. `turn` has been called.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    pub(crate) unsafe fn pop_public(&self) -> Option<(Box<T>, Place)> {
        // ORDERING: Relaxed; see `private`.
        let slot = self.slot.load(Ordering::Relaxed);
        if !slot.is_null() {
            self.set_slot(ptr::null_mut());
            // SAFETY: from `Box::into_raw` in `push`, and taken once.
            return Some((unsafe { Box::from_raw(slot) }, Place::Private));
        }
        // SAFETY: the caller is the owner.
        if let Some(value) = unsafe { self.pop_ring() } {
            return Some((value, Place::Private));
        }
        let chain = self.chain(self.seen.get());
        for ring in chain.rings().rev().filter(|ring| ring.public_len() > 0) {
            // SAFETY: the caller is the owner.
            unsafe { self.enter(ring) };
            // SAFETY: the caller is the owner and has no private value. The
            // limit stays where it was: all below it is the owner's now.
            let count = unsafe { ring.reclaim(PRIVATE / 2) };
            let (_, floor) = self.private();
            self.set_floor(floor.wrapping_sub(count));
            // SAFETY: the caller is the owner.
            if let Some(value) = unsafe { self.pop_ring() } {
                return Some((value, Place::Shared));
            }
        }
        None
    }

    /// Takes everything out; the generation of this age first, then the other.
    ///
    /// # Safety
    ///
    /// The caller is the owner, and nobody else uses the shard any more.
    pub(crate) unsafe fn take_apart(&self, age: usize) -> Inside<Box<T>> {
        // ORDERING: Relaxed; see `private`.
        let slot = self.slot.load(Ordering::Relaxed);
        self.set_slot(ptr::null_mut());
        Inside {
            // SAFETY: null, or from `Box::into_raw` in `push` and taken once.
            slot: (!slot.is_null()).then(|| unsafe { Box::from_raw(slot) }),
            // SAFETY: the caller is the owner.
            private: std::iter::from_fn(|| unsafe { self.pop_ring() }).collect(),
            public: std::iter::from_fn(|| self.steal(age)).collect(),
            victims: std::iter::from_fn(|| self.steal(age.wrapping_sub(1))).collect(),
        }
    }

    /// [`push`](Shard::push) where that found no room. Gives the value back
    /// when the generation is at its cap. `turn` has been called.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    pub(crate) unsafe fn push_public(&self, cap: u32, value: Box<T>) -> Result<(), Box<T>> {
        // SAFETY: the caller is the owner.
        let value = match unsafe { self.push_known(self.seen.get(), value) } {
            Ok(()) => return Ok(()),
            Err(value) => value,
        };
        // One place stays free, for the value of the slot when the pool ages.
        // SAFETY: the caller is the owner.
        unsafe { self.push_ring(cap, cap - 1, value) }
    }

    /// Puts a value into a ring of the generation that the owner knows, if that
    /// has less than `most`: publishes, looks for places that became free,
    /// changes to another ring, makes one.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    unsafe fn push_ring(&self, cap: u32, most: u32, value: Box<T>) -> Result<(), Box<T>> {
        // SAFETY: the caller is the owner.
        if !unsafe { self.make_room(cap, most) } {
            return Err(value);
        }
        // SAFETY: as above.
        unsafe { self.push_private(value) }
    }

    /// Brings the owner to a ring with a free place, unless all are full and
    /// the cap allows no other, or `most` values are there.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    unsafe fn make_room(&self, cap: u32, most: u32) -> bool {
        let (head, floor) = self.private();
        let there = self.public_len(self.seen.get()) as u32 + head.wrapping_sub(floor);
        let most = most.saturating_sub(there);
        if most == 0 {
            return false;
        }
        // SAFETY: null, or a ring of this shard's, which stay.
        if let Some(ring) = unsafe { self.ring.get().as_ref() } {
            let (head, floor) = self.private();
            let held = head.wrapping_sub(floor);
            if head == self.limit.get() && held >= PRIVATE.min(ring.room().div_ceil(2)) {
                // SAFETY: the caller is the owner.
                unsafe { self.publish(held.div_ceil(2)) };
            }
            // SAFETY: the caller is the owner.
            if unsafe { self.extend(ring, most) } {
                return true;
            }
        }
        let chain = self.chain(self.seen.get());
        for ring in chain.rings().filter(|ring| ring.public_len() < ring.room()) {
            // The current one was tried.
            if ptr::eq(ring, self.ring.get()) {
                continue;
            }
            // SAFETY: the caller is the owner.
            unsafe { self.enter(ring) };
            // SAFETY: as above.
            if unsafe { self.extend(ring, most) } {
                return true;
            }
        }
        let Some(ring) = chain.add(cap) else { return false };
        // SAFETY: the caller is the owner.
        unsafe { self.enter(ring) };
        // SAFETY: as above.
        unsafe { self.extend(ring, most) }
    }

    /// Moves the limit as far as places are free, `most` at the most; says
    /// whether there is one.
    ///
    /// # Safety
    ///
    /// The caller is the owner, and this is its ring.
    unsafe fn extend(&self, ring: &Ring<Box<T>>, most: u32) -> bool {
        let (head, floor) = self.private();
        let most = most.min(PRIVATE.saturating_sub(head.wrapping_sub(floor)));
        // SAFETY: the caller is the owner.
        self.limit.set(unsafe { ring.free_until(head, most) });
        self.limit.get() != head
    }
}

impl<T> Drop for Shard<T> {
    fn drop(&mut self) {
        /// Goes on after a value whose drop panicked, as std's collections do.
        struct Emptied<'s, T>(&'s Shard<T>);

        impl<T> Emptied<'_, T> {
            fn empty(&self) {
                // SAFETY: `&mut` in the shard's drop makes this the owner.
                drop(unsafe { self.0.publish_all(0) });
                while let Some(value) = self.0.steal(0).or_else(|| self.0.steal(1)) {
                    drop(value);
                }
            }
        }

        impl<T> Drop for Emptied<'_, T> {
            fn drop(&mut self) {
                self.empty();
            }
        }

        Emptied(self).empty();
    }
}

impl<T> std::fmt::Debug for Shard<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shard")
            .field("private", &self.private_len())
            .field("public", &[self.public_len(0), self.public_len(1)])
            .finish_non_exhaustive()
    }
}
