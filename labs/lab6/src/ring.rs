//! A ring of slots: one owner at the head, any number of thieves at the tail.
//!
//! ```text
//!             tail            split           head           limit
//!              |                |               |               |
//!   . . . . .  [ public  public [ private  private . . . . . .  ]
//!              thieves take     the owner pushes and pops here,
//!              from this end    with plain loads and stores
//!
//!   publish:   split moves right, half of the private values become public
//!   reclaim:   split moves left, public values become private again
//!   steal:     tail moves right
//! ```
//!
//! `split` and `tail` are the two halves of one 64-bit word. The three moves
//! are atomic read-modify-writes on it, so two of them cannot both take a slot.
//! `head`, and how far the owner may go (`limit`), are the owner's business:
//! they live in `Shard`, not here.
//!
//! The word, the owner's empty check of a slot and the order in which a thief
//! reads (first win the slot, then look at it) follow `poolDequeue` of Go
//! 1.27.0, `src/sync/poolqueue.go` (notice in the crate's NOTICE file). Go's
//! head takes the place of our split and moves by one with every put and get;
//! ours moves by up to eight values at a time, which is what a put and a get
//! without a read-modify-write cost. A split between a private and a public
//! part is from T. van Dijk and J. van de Pol, "Lace: non-blocking split deque
//! for work-stealing", 2014.
#![expect(unsafe_code, reason = "slots hold values that two parties hand to each other")]

use std::mem::MaybeUninit;

use crate::sync::{AtomicBool, AtomicU64, Ordering, UnsafeCell};

#[cfg(loom)]
mod planted;
#[cfg(loom)]
pub use planted::Thieving;

/// A place for one value.
struct Slot<T> {
    /// The slot was made public and nobody is done with it. Written `true` by
    /// the owner before it publishes; `false` by the thief who has read the
    /// value out, which hands the slot back, or by the owner who reclaims it.
    /// Read by the owner before it writes a value over the slot.
    public: AtomicBool,
    /// Initialised from the owner's write until somebody reads it out.
    value: UnsafeCell<MaybeUninit<T>>,
}

/// A ring of slots with a public part. See the module.
pub(crate) struct Ring<T> {
    /// Split (high half) and tail (low half), counted up for ever and wrapping;
    /// a slot is an index modulo the length. The owner publishes and reclaims,
    /// thieves steal.
    word: AtomicU64,
    /// As many as a power of two.
    slots: Box<[Slot<T>]>,
    /// At most so many values at a time.
    room: u32,
}

// SAFETY: a value is written by the owner and read out by one other thread,
// never looked at by two: that needs `T: Send` and no more. Which thread may
// touch a slot is what the word decides; see `steal_into` and the owner's methods.
unsafe impl<T: Send> Sync for Ring<T> {}

const ONE_SPLIT: u64 = 1 << 32;

fn unpack(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

fn pack(split: u32, tail: u32) -> u64 {
    u64::from(split) << 32 | u64::from(tail)
}

impl<T> Ring<T> {
    /// An empty ring for `room` values, at least one.
    pub(crate) fn new(room: u32) -> Ring<T> {
        let slot = |_| Slot {
            public: AtomicBool::new(false),
            value: UnsafeCell::new(MaybeUninit::uninit()),
        };
        let slots = (0..room.next_power_of_two()).map(slot).collect();
        Ring { word: AtomicU64::new(0), slots, room }
    }

    /// At most so many values at a time.
    pub(crate) fn room(&self) -> u32 {
        self.room
    }

    /// How many values are public. A moment later it may be another number.
    pub(crate) fn public_len(&self) -> u32 {
        // ORDERING: Relaxed. A hint: whoever acts on it takes part in the
        // exchange on the word, which orders what must be ordered.
        let (split, tail) = unpack(self.word.load(Ordering::Relaxed));
        split.wrapping_sub(tail)
    }

    #[inline]
    fn slot(&self, index: u32) -> &Slot<T> {
        &self.slots[index as usize & (self.slots.len() - 1)]
    }

    /// Takes the oldest public value. Anybody may call it at any time.
    pub(crate) fn steal(&self) -> Option<T> {
        let [mut one] = [None];
        self.steal_into(std::slice::from_mut(&mut one));
        one
    }

    /// Takes the oldest public values, at most as many as there are places.
    /// Returns how many. Anybody may call it at any time.
    pub(crate) fn steal_into(&self, places: &mut [Option<T>]) -> usize {
        // ORDERING: Relaxed. The exchange below decides, and orders.
        let mut word = self.word.load(Ordering::Relaxed);
        loop {
            let (split, tail) = unpack(word);
            let count = split.wrapping_sub(tail).min(places.len() as u32);
            if count == 0 {
                return 0;
            }
            // ORDERING: Acquire on success, partner: the Release in `publish`,
            // which wrote this word or an earlier one that only
            // read-modify-writes lie between; it makes the values' bytes
            // visible here. Nothing is published, so no Release: a slot is
            // handed back by its own flag. Relaxed on failure: try again.
            match self.word.compare_exchange_weak(
                word,
                pack(split, tail.wrapping_add(count)),
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => {
                    for (place, index) in places.iter_mut().zip(0..count) {
                        *place = Some(self.read_out(tail.wrapping_add(index)));
                    }
                    return count as usize;
                }
                Err(found) => word = found,
            }
        }
    }

    /// Reads the value of a slot that this thief has won, and hands the slot
    /// back to the owner.
    fn read_out(&self, index: u32) -> T {
        let slot = self.slot(index);
        // SAFETY: the exchange in `steal_into` moved the tail over this slot: no
        // other thief can win it, `reclaim` cannot reach behind the tail, and
        // the owner does not write it before `public` is false.
        let value = slot.value.with(|value| unsafe { value.read() });
        // ORDERING: Release, partner: the Acquire in `is_free`. The read above
        // has ended before the owner may write here again.
        slot.public.store(false, Ordering::Release);
        // SAFETY: the owner wrote it before it published the slot.
        unsafe { value.assume_init() }
    }

    /// Where the public part ends and the owner's begins.
    pub(crate) fn split(&self) -> u32 {
        // ORDERING: Relaxed. Only the owner moves the split, and asks.
        unpack(self.word.load(Ordering::Relaxed)).0
    }

    /// Makes the `count` private values from `split` on public.
    ///
    /// # Safety
    ///
    /// The caller is the owner, and `split..split + count` hold its values.
    pub(crate) unsafe fn publish(&self, split: u32, count: u32) {
        for index in 0..count {
            // ORDERING: Relaxed. The owner itself reads it, or a thief writes
            // it, who has seen the Release below.
            self.slot(split.wrapping_add(index)).public.store(true, Ordering::Relaxed);
        }
        // ORDERING: Release, partner: the Acquire in `steal_into`. The values'
        // bytes and the flags are there before the slots can be won. A carry
        // out of the high half is lost, as it should be.
        self.word.fetch_add(u64::from(count) * ONE_SPLIT, Ordering::Release);
    }

    /// Takes back up to `most` public values next to the split; returns how
    /// many. The split is then that much further left.
    ///
    /// # Safety
    ///
    /// The caller is the owner and has no private values here.
    pub(crate) unsafe fn reclaim(&self, most: u32) -> u32 {
        // ORDERING: Relaxed, here and in the exchange. The owner takes back
        // what it wrote itself, so there is nothing to see; that no thief has
        // won these slots follows from the exchange being atomic. A thief
        // that later reads this word still acquires from `publish`: a
        // read-modify-write carries a release sequence on.
        let mut word = self.word.load(Ordering::Relaxed);
        loop {
            let (split, tail) = unpack(word);
            let count = split.wrapping_sub(tail).min(most);
            if count == 0 {
                return 0;
            }
            let new = pack(split.wrapping_sub(count), tail);
            match self.word.compare_exchange_weak(word, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    for index in 1..=count {
                        let slot = self.slot(split.wrapping_sub(index));
                        // ORDERING: Relaxed. From here on it is the owner's.
                        slot.public.store(false, Ordering::Relaxed);
                    }
                    return count;
                }
                Err(found) => word = found,
            }
        }
    }

    /// How far the owner may write, beginning at `from`: the end of the free
    /// slots, at most `most` of them.
    ///
    /// # Safety
    ///
    /// The caller is the owner, and `from` is its head.
    pub(crate) unsafe fn free_until(&self, from: u32, most: u32) -> u32 {
        // ORDERING: Relaxed. Thieves only move the tail right, so a stale one
        // is on the safe side, and `is_free` orders.
        let tail = unpack(self.word.load(Ordering::Relaxed)).1;
        let mut end = from;
        while end.wrapping_sub(from) < most
            && end.wrapping_sub(tail) < self.room
            && self.is_free(end)
        {
            end = end.wrapping_add(1);
        }
        end
    }

    /// No thief is still reading the slot.
    fn is_free(&self, index: u32) -> bool {
        // ORDERING: Acquire, partner: the Release in `read_out`. What the
        // owner writes next comes after the thief's read.
        !self.slot(index).public.load(Ordering::Acquire)
    }

    /// Puts a value into the owner's part.
    ///
    /// # Safety
    ///
    /// The caller is the owner, `index` is its head, and below its limit.
    #[inline]
    pub(crate) unsafe fn write(&self, index: u32, value: T) {
        // SAFETY: the slot lies outside the public part and `free_until` found
        // that no thief reads it; the owner alone touches it.
        self.slot(index).value.with_mut(|slot| unsafe { slot.write(MaybeUninit::new(value)) });
    }

    /// Takes a value out of the owner's part.
    ///
    /// # Safety
    ///
    /// The caller is the owner, `index` is the last before its head and not
    /// before the split.
    #[inline]
    pub(crate) unsafe fn read(&self, index: u32) -> T {
        // SAFETY: the slot is private, so the owner alone touches it.
        let value = self.slot(index).value.with(|slot| unsafe { slot.read() });
        // SAFETY: the owner wrote it.
        unsafe { value.assume_init() }
    }
}

impl<T> std::fmt::Debug for Ring<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ring")
            .field("room", &self.room)
            .field("public", &self.public_len())
            .finish()
    }
}
