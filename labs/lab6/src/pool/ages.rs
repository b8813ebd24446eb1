//! How values age, and go.
//!
//! ```text
//!              age 4               collect           age 5
//!   puts go to [ even ]                           -> [ odd  ]  empty
//!   victims    [ odd  ]  dropped                     [ even ]  one collection old
//! ```
//!
//! Go stops the world for this (`poolCleanup`, `src/sync/pool.go`). Here every
//! shard takes note by itself: an owner sees with its next get or put that the
//! age has changed, and makes its private values public, in the generation
//! they were put to. A collector reaches what is public, and also the private
//! part of a shard whose thread has exited. It does not reach the private part
//! of a thread that lives and does nothing; if that thread comes back after
//! two collections or more, it drops those values itself.

#![expect(unsafe_code, reason = "the owner's methods are called by the owner")]

use std::sync::OnceLock;
use std::time::Instant;

use super::Pool;
use crate::guard::Line;
use crate::shard::Shard;
use crate::sync::{AtomicBool, Ordering, Tally};

/// Held while somebody collects.
struct Collecting<'p>(&'p AtomicBool);

impl<'p> Collecting<'p> {
    fn begin(flag: &'p AtomicBool) -> Option<Collecting<'p>> {
        // ORDERING: Acquire, partner: the Release in `drop`. One collection
        // after another: the second sees the age that the first left.
        // A closure: an eager `Collecting` would be dropped and lower the flag.
        (!flag.swap(true, Ordering::Acquire)).then(|| Collecting(flag))
    }
}

impl Drop for Collecting<'_> {
    fn drop(&mut self) {
        // ORDERING: Release, partner: the Acquire in `begin`.
        self.0.store(false, Ordering::Release);
    }
}

/// Nanoseconds on a clock of this process; never zero.
fn clock() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
}

impl<T, R> Pool<T, R> {
    /// One collection: drops the values that have waited since before the last
    /// one, and sets those aside that came since.
    ///
    /// So an idle value survives one collection and is gone at the second; one
    /// that is used between two lives on. Call it from a timer of yours, when
    /// memory is short, or not at all: see
    /// [`collect_every`](Pool::collect_every). Does nothing while another
    /// thread is at it.
    ///
    /// Out of reach are up to seventeen values (slot and private part) of each
    /// *other* thread that lives and does not use the pool.
    ///
    /// # Panics
    ///
    /// If the drop of a value does. That value is gone; the rest waits for the
    /// next collection.
    pub fn collect(&self) {
        let Some(_collecting) = Collecting::begin(&self.collecting) else { return };
        let age = self.age();
        for (number, shard) in self.table.iter() {
            self.hold_and_turn(number, age);
            self.drain(shard, age.wrapping_sub(1));
        }
        self.advance(1);
        // ORDERING: Relaxed. A number for a person.
        self.collections.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes note of the age in a shard, if this thread may.
    fn hold_and_turn(&self, number: Option<usize>, age: usize) {
        let mut turned = None;
        self.held(number, |shard| {
            // SAFETY: `held` made this thread the owner.
            turned = Some((shard, unsafe { shard.turn(age, self.cap) }));
        });
        if let Some((shard, turned)) = turned {
            self.let_go(shard, turned);
        }
    }

    fn advance(&self, by: usize) {
        // ORDERING: Relaxed; see `age`.
        self.age.fetch_add(by, Ordering::Relaxed);
    }

    /// Drops what is public in a shard's generation of this age: what is there
    /// now, and not what others put meanwhile.
    pub(super) fn drain(&self, shard: &Shard<Line<T>>, age: usize) {
        self.drop_counting(shard, age, &self.aged);
    }

    fn drop_counting(&self, shard: &Shard<Line<T>>, age: usize, counter: &Tally) {
        for _ in 0..shard.public_len(age) {
            let Some(value) = shard.steal(age) else { return };
            // ORDERING: Relaxed. A number for a person.
            counter.fetch_add(1, Ordering::Relaxed);
            drop(value);
        }
    }

    /// Drops every value that waits, busy or idle.
    ///
    /// The private values of other live threads are out of reach; each drops
    /// them with its next get or put.
    ///
    /// # Panics
    ///
    /// If the drop of a value does. That value is gone, the rest stays.
    pub fn clear(&self) {
        let age = self.age();
        for (number, shard) in self.table.iter() {
            let mut surplus = None;
            self.held(number, |shard| {
                // SAFETY: `held` made this thread the owner.
                surplus = unsafe { shard.publish_all(self.cap) };
            });
            if surplus.is_some() {
                // ORDERING: Relaxed. A number for a person.
                self.cleared.fetch_add(1, Ordering::Relaxed);
            }
            drop(surplus);
            self.drop_counting(shard, age, &self.cleared);
            self.drop_counting(shard, age.wrapping_sub(1), &self.cleared);
        }
        // What could not be reached is now too old.
        self.advance(2);
    }

    /// A collection, if the last was long enough ago.
    pub(super) fn collect_if_due(&self) {
        if self.every == 0 {
            return;
        }
        let (now, due) = (clock(), &self.due);
        // ORDERING: Relaxed, both. A time and no more; who collects is decided
        // by `collecting`, and twice would do no harm.
        let was_due = due.load(Ordering::Relaxed);
        if now < was_due {
            return;
        }
        // ORDERING: Relaxed; as above.
        due.store(now.saturating_add(self.every), Ordering::Relaxed);
        if was_due != 0 {
            self.collect();
        }
    }
}
