//! A shard: what one thread owns of a pool.
//!
//! ```text
//!   Shard
//!     owner:  slot    ring, head, floor, limit    seen
//!                      |
//!     generations      v
//!       even age   [ ring 32 | ring 64 | ring 128 | ... ]
//!       odd age    [ ring 32 |    -    |    -     | ... ]
//! ```
//!
//! The slot is Go's `private` (`poolLocal`, `src/sync/pool.go` of Go 1.27.0;
//! notice in the crate's NOTICE file): one value that no other thread takes.
//! Behind it stand up to sixteen more, the private part of the owner's current
//! ring. The rest is public, in that ring or in others: what the owner leaves
//! it publishes, so its state is a slot, a pointer and three numbers.
//!
//! Two generations take turns by the pool's age: puts go to the one of the
//! current age, the other is the victim of the last collection.
#![expect(unsafe_code, reason = "the owner's methods are only for the owner")]

use std::ptr;

use crate::chain::Chain;
use crate::counters::Counters;
use crate::ring::Ring;
use crate::sync::{AtomicPtr, AtomicU32, Cell, Ordering};

mod owner;

/// So many private values in a ring at most; half of them become public at once.
///
/// PERF: a burst of 16 taken and returned costs no read-modify-write with 16.
const PRIVATE: u32 = if cfg!(loom) { 2 } else { 16 };

/// After so many gets the owner looks around; see `Pool::collect_every`.
pub(crate) const TURN: u32 = 1024;

/// One thread's part of a pool. See the module.
///
/// Methods that are `unsafe` are for the *owner*: whoever holds the number of
/// this shard (or, for the common shard, its lock). One thread at a time does,
/// and what it did is visible to the next.
#[repr(align(128))]
pub(crate) struct Shard<T> {
    /// The value that was put last, or null; see the module. Written by the
    /// owner, read by `private_len`. Not exchanged: nobody else takes from it.
    slot: AtomicPtr<T>,
    /// The owner's current ring; null at first. Owner only.
    ring: Cell<*const Ring<Box<T>>>,
    /// Where the next private value goes. Written by the owner, read by
    /// `private_len`.
    head: AtomicU32,
    /// Where the private values begin: the ring's split. As `head`.
    floor: AtomicU32,
    /// How far the owner may push without looking. Owner only.
    limit: Cell<u32>,
    /// The pool's age when the owner last looked. Owner only.
    seen: Cell<usize>,
    /// What has happened here. Written by the owner.
    pub(crate) counters: Counters,
    generations: [Chain<Box<T>>; 2],
}

/// What an owner finds when the pool has aged; see [`Shard::turn`].
#[must_use]
pub(crate) struct Turned<T> {
    /// The value of the slot, where there was no room for it. The caller drops
    /// it when it is no longer the owner.
    pub(crate) surplus: Option<Box<T>>,
    /// What is public in the generation of this age was put two collections
    /// ago or earlier, and must go.
    pub(crate) expired: Option<usize>,
}

/// What lay in one thread's part of a pool; from
/// [`Pool::into_inside`](crate::Pool::into_inside).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inside<T> {
    /// The value that was put last, if the thread has not taken it since.
    pub slot: Option<T>,
    /// The private part of the ring, in the order in which the thread takes them.
    pub private: Vec<T>,
    /// What is public, in the order in which thieves take it.
    pub public: Vec<T>,
    /// What the last collection set aside, in the order in which it is taken.
    pub victims: Vec<T>,
}

// SAFETY: what is not atomic belongs to the owner, whose methods are unsafe to
// call for anybody else; values pass from thread to thread, which is `T: Send`.
unsafe impl<T: Send> Sync for Shard<T> {}
// SAFETY: what the pointers lead to belongs to the shard alone.
unsafe impl<T: Send> Send for Shard<T> {}

impl<T> Shard<T> {
    /// An empty shard of a pool of this age.
    pub(crate) fn new(age: usize) -> Shard<T> {
        Shard {
            slot: AtomicPtr::new(ptr::null_mut()),
            ring: Cell::new(ptr::null()),
            head: AtomicU32::new(0),
            floor: AtomicU32::new(0),
            limit: Cell::new(0),
            seen: Cell::new(age),
            counters: Counters::new(),
            generations: [Chain::new(), Chain::new()],
        }
    }

    fn chain(&self, age: usize) -> &Chain<Box<T>> {
        &self.generations[age % 2]
    }

    /// Takes a public value of the generation of this age. Anybody may.
    pub(crate) fn steal(&self, age: usize) -> Option<Box<T>> {
        self.chain(age).rings().find_map(Ring::steal)
    }

    /// Takes some public values of the generation of this age, up to as many as
    /// there are places; how many. Anybody may.
    pub(crate) fn steal_into(&self, age: usize, places: &mut [Option<Box<T>>]) -> usize {
        let mut counts = self.chain(age).rings().map(|ring| ring.steal_into(places));
        counts.find(|&count| count > 0).unwrap_or(0)
    }

    /// How many values are public in the generation of this age.
    pub(crate) fn public_len(&self, age: usize) -> usize {
        self.chain(age).rings().map(|ring| ring.public_len() as usize).sum()
    }

    /// How many values only the owner can reach.
    pub(crate) fn private_len(&self) -> usize {
        // ORDERING: Relaxed. A count for a person, or a hint whether it is
        // worth asking for the number of this shard.
        let slot = usize::from(!self.slot.load(Ordering::Relaxed).is_null());
        let (head, floor) = self.private();
        // The two may be of different moments.
        slot + head.wrapping_sub(floor).min(PRIVATE) as usize
    }

    #[inline]
    fn private(&self) -> (u32, u32) {
        // ORDERING: Relaxed, here and wherever slot, head and floor are read or
        // written: nobody acts on them but the owner. The next owner sees them
        // through the number, or the lock, that made it the owner.
        (self.head.load(Ordering::Relaxed), self.floor.load(Ordering::Relaxed))
    }

    #[inline]
    fn set_slot(&self, value: *mut T) {
        // ORDERING: Relaxed; see `private`.
        self.slot.store(value, Ordering::Relaxed);
    }

    #[inline]
    fn set_head(&self, head: u32) {
        // ORDERING: Relaxed; see `private`.
        self.head.store(head, Ordering::Relaxed);
    }

    fn set_floor(&self, floor: u32) {
        // ORDERING: Relaxed; see `private`.
        self.floor.store(floor, Ordering::Relaxed);
    }

    /// Takes the value of the slot, if one is there, the age is the one the
    /// owner knows, and it is not time to look around.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    #[inline]
    pub(crate) unsafe fn pop(&self, age: usize) -> Option<Box<T>> {
        // ORDERING: Relaxed; see `private`.
        let slot = self.slot.load(Ordering::Relaxed);
        if slot.is_null() || self.seen.get() != age || !self.counters.count_get() {
            return None;
        }
        self.set_slot(ptr::null_mut());
        // SAFETY: from `Box::into_raw` in `push`, and taken once.
        Some(unsafe { Box::from_raw(slot) })
    }

    /// [`pop`](Shard::pop), and if the slot is empty from the private part of
    /// the ring: no read-modify-write, no fence.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    pub(crate) unsafe fn pop_known(&self, age: usize) -> Option<Box<T>> {
        // SAFETY: the caller is the owner.
        if let Some(value) = unsafe { self.pop(age) } {
            return Some(value);
        }
        let (head, floor) = self.private();
        // ORDERING: Relaxed; see `private`.
        if !self.slot.load(Ordering::Relaxed).is_null()
            || head == floor
            || self.seen.get() != age
            || !self.counters.count_get()
        {
            return None;
        }
        // SAFETY: the caller is the owner.
        unsafe { self.pop_ring() }
    }

    /// Takes the last value of the ring's private part.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    #[inline]
    unsafe fn pop_ring(&self) -> Option<Box<T>> {
        let (head, floor) = self.private();
        if head == floor {
            return None;
        }
        let head = head.wrapping_sub(1);
        self.set_head(head);
        // SAFETY: head was above floor, so there is a ring; it stays.
        let ring = unsafe { &*self.ring.get() };
        // SAFETY: the caller is the owner, and the slot between floor and head.
        Some(unsafe { ring.read(head) })
    }

    /// Puts a value into the slot, if that is empty and the age the one the
    /// owner knows.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    #[inline]
    pub(crate) unsafe fn push(&self, age: usize, value: Box<T>) -> Result<(), Box<T>> {
        // ORDERING: Relaxed; see `private`.
        if !self.slot.load(Ordering::Relaxed).is_null() || self.seen.get() != age {
            return Err(value);
        }
        self.set_slot(Box::into_raw(value));
        Ok(())
    }

    /// [`push`](Shard::push), and if the slot is taken into the ring, where a
    /// place is known to be free: no read-modify-write, no fence.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    pub(crate) unsafe fn push_known(&self, age: usize, value: Box<T>) -> Result<(), Box<T>> {
        // SAFETY: the caller is the owner.
        let value = match unsafe { self.push(age, value) } {
            Err(value) if self.seen.get() == age => value,
            other => return other,
        };
        // SAFETY: the caller is the owner.
        unsafe { self.push_private(value) }
    }

    /// Puts a value into the ring, if there is a free place below the limit.
    ///
    /// # Safety
    ///
    /// The caller is the owner.
    #[inline]
    unsafe fn push_private(&self, value: Box<T>) -> Result<(), Box<T>> {
        let (head, _) = self.private();
        if head == self.limit.get() {
            return Err(value);
        }
        // SAFETY: head is below limit, so there is a ring; it stays.
        let ring = unsafe { &*self.ring.get() };
        // SAFETY: the caller is the owner; the slot is below the limit.
        unsafe { ring.write(head, value) };
        self.set_head(head.wrapping_add(1));
        Ok(())
    }
}
