//! What a pool has done, counted without a read-modify-write on the way.
//!
//! Each shard has its own counters, written by its owner alone with a load
//! and a store. Only the collector's are shared. A reader adds them up; while
//! other threads work the sums are of no one moment.

use crate::shard::TURN;
use crate::sync::{Ordering, Tally, Tally32};

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The owner's private part.
    Private,
    /// The owner's own public values, taken back.
    Shared,
    /// Another shard's public values.
    Stolen,
    /// The generation before.
    Victim,
    /// Nowhere: it was made.
    Made,
}

/// Why a value was dropped and not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The recipe would not keep it.
    Unfit,
    /// The shard was at its cap.
    Full,
    /// Its guard was dropped while the thread was panicking.
    Panicking,
}

/// One shard's counters.
#[derive(Debug)]
pub(crate) struct Counters {
    /// Gets until the owner looks around, counted down: the one counter on
    /// the fast path. Written by the owner, read by all.
    left: Tally32,
    /// Gets that were counted down before.
    gets: Tally,
    places: [Tally; 4],
    refused: [Tally; 3],
}

/// Adds to a counter that one thread writes.
fn add(counter: &Tally, amount: u64) {
    // ORDERING: Relaxed, both. One writer, so nothing is lost between load and
    // store; readers want a number and no more. The next owner sees it through
    // what made it the owner.
    counter.store(counter.load(Ordering::Relaxed).wrapping_add(amount), Ordering::Relaxed);
}

fn read(counter: &Tally) -> u64 {
    // ORDERING: Relaxed. A number for a person.
    counter.load(Ordering::Relaxed)
}

impl Counters {
    pub(crate) fn new() -> Counters {
        Counters {
            left: Tally32::new(TURN),
            gets: Tally::new(0),
            places: std::array::from_fn(|_| Tally::new(0)),
            refused: std::array::from_fn(|_| Tally::new(0)),
        }
    }

    /// Counts a get; `false`, and not counted, when it is time to look around.
    /// By the owner.
    #[inline]
    pub(crate) fn count_get(&self) -> bool {
        // ORDERING: Relaxed; see `add`.
        let left = self.left.load(Ordering::Relaxed);
        if left == 0 {
            return false;
        }
        // ORDERING: Relaxed; see `add`.
        self.left.store(left - 1, Ordering::Relaxed);
        true
    }

    /// Counts a get in any case; says whether it was time to look around. By
    /// the owner.
    pub(crate) fn count_get_and_wind(&self) -> bool {
        if self.count_get() {
            return false;
        }
        add(&self.gets, u64::from(TURN));
        // ORDERING: Relaxed; see `add`.
        self.left.store(TURN - 1, Ordering::Relaxed);
        true
    }

    /// Says of a get that was counted that it was not from the private part.
    /// By the owner.
    pub(crate) fn count_place(&self, place: Place) {
        if place != Place::Private {
            add(&self.places[place as usize - 1], 1);
        }
    }

    /// A value that was not kept. By the owner.
    pub(crate) fn count_refused(&self, why: Refused) {
        add(&self.refused[why as usize], 1);
    }

    /// Adds these to a sum.
    pub(crate) fn add_to(&self, stats: &mut Stats) {
        // The places first: a get is counted before its place is, so their sum
        // never exceeds the gets that are read after it.
        let [shared, stolen, victim, made] = self.places.each_ref().map(read);
        // ORDERING: Relaxed; see `read`.
        let since = u64::from(TURN - self.left.load(Ordering::Relaxed));
        let gets = read(&self.gets) + since;
        stats.private += gets.saturating_sub(shared + stolen + victim + made);
        stats.shared += shared;
        stats.stolen += stolen;
        stats.victim += victim;
        stats.made += made;
        let [unfit, full, panicking] = self.refused.each_ref().map(read);
        stats.unfit += unfit;
        stats.full += full;
        stats.panicking += panicking;
    }
}

/// What a pool has done since it was made, from [`Pool::stats`](crate::Pool::stats).
///
/// Every get is one of `private`, `shared`, `stolen`, `victim` and `made`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Gets served from the thread's private part, without synchronisation.
    pub private: u64,
    /// Gets served from the thread's own public values, which it took back;
    /// up to seven more come with the one and are then private.
    pub shared: u64,
    /// Gets served from another shard; up to seven more come with the one and are
    /// then private.
    pub stolen: u64,
    /// Gets served from what the last collection set aside.
    pub victim: u64,
    /// Gets for which a value was made: misses.
    pub made: u64,
    /// Values that were too large, or that the recipe refused for another
    /// reason, and were dropped.
    pub unfit: u64,
    /// Values that were dropped since the shard was at its cap.
    pub full: u64,
    /// Values that were dropped since their user panicked.
    pub panicking: u64,
    /// Values that [`detach`](crate::Guard::detach) took away.
    pub detached: u64,
    /// Idle values that a collection dropped.
    pub aged: u64,
    /// Values that [`clear`](crate::Pool::clear) dropped.
    pub cleared: u64,
    /// Collections.
    pub collections: u64,
}

impl Stats {
    /// Gets in all.
    pub fn gets(&self) -> u64 {
        self.hits() + self.made
    }

    /// Gets that were served from the pool.
    pub fn hits(&self) -> u64 {
        self.private + self.shared + self.stolen + self.victim
    }

    /// Values that were given back and not kept.
    pub fn refused(&self) -> u64 {
        self.unfit + self.full + self.panicking
    }

    /// Values that were dropped, for whatever reason.
    pub fn dropped(&self) -> u64 {
        self.refused() + self.aged + self.cleared
    }
}
