//! Small numbers for threads: the number is the right to a shard.
//!
//! ```text
//!   thread    first use of a pool         exit
//!   ------    -------------------         ----
//!     A       takes 0 (lowest free)       gives 0 back
//!     B       takes 1                                      . . .
//!     C                                   takes 0, and with it whatever A
//!                                         left in shard 0 of every pool
//! ```
//!
//! A number is held by one thread at a time, so whoever holds number 3 is the
//! owner of shard 3 in every pool. When a thread has exited, another may
//! [`lease`](Numbers::lease) its number for a moment, to hand on what the dead
//! thread left in its private part.
//!
//! The lowest free number is taken, so a thousand short threads one after
//! another share one shard, and its values.

use std::cell::Cell as LocalCell;

use crate::sync::{AtomicU64, Ordering};

/// At most so many threads have a number at the same time; one bit each.
#[cfg(not(loom))]
pub(crate) const NUMBERS: usize = 128;
/// Models are small.
#[cfg(loom)]
pub(crate) const NUMBERS: usize = 4;

const WORDS: usize = NUMBERS.div_ceil(64);

/// What [`current`] says of a thread without a number.
pub(crate) const NONE: usize = usize::MAX;

/// Which numbers are taken.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// A bit for each number, set while it is held. Anybody may set a clear
    /// bit; who set it clears it.
    taken: [AtomicU64; WORDS],
}

/// A number that is held, and given back on drop.
#[derive(Debug)]
pub(crate) struct Lease<'n> {
    numbers: &'n Numbers,
    number: usize,
}

impl Numbers {
    /// All are free.
    #[cfg(not(loom))]
    pub(crate) const fn new() -> Numbers {
        Numbers { taken: [const { AtomicU64::new(0) }; WORDS] }
    }

    #[cfg(loom)]
    pub(crate) fn new() -> Numbers {
        Numbers { taken: std::array::from_fn(|_| AtomicU64::new(0)) }
    }

    /// Takes the lowest free number.
    pub(crate) fn lowest(&self) -> Option<Lease<'_>> {
        (0..NUMBERS).find_map(|number| self.lease(number))
    }

    /// Takes this number, if nobody holds it.
    pub(crate) fn lease(&self, number: usize) -> Option<Lease<'_>> {
        let (word, bit) = (&self.taken[number / 64], 1 << (number % 64));
        // ORDERING: Relaxed. Saves the write to a word that others use; the
        // read-modify-write below decides.
        if word.load(Ordering::Relaxed) & bit != 0 {
            return None;
        }
        // ORDERING: Acquire, partner: the Release in `Lease::drop`. What the
        // last holder did to its shards is visible to the next.
        let before = word.fetch_or(bit, Ordering::Acquire);
        // A closure: `then_some` would make a lease in any case and, where the
        // number is another's, drop it, which gives that number back. The model
        // `who_takes_a_number_sees_what_its_last_holder_did` found it so.
        (before & bit == 0).then(|| Lease { numbers: self, number })
    }
}

impl Lease<'_> {
    /// The number.
    pub(crate) fn number(&self) -> usize {
        self.number
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let (word, bit) = (&self.numbers.taken[self.number / 64], 1 << (self.number % 64));
        // ORDERING: Release, partner: the Acquire in `Numbers::lease`.
        word.fetch_and(!bit, Ordering::Release);
    }
}

#[cfg(not(loom))]
static ALL: Numbers = Numbers::new();

#[cfg(loom)]
loom::lazy_static! {
    // Leaked: loom drops its statics before the locals of its first thread.
    static ref ALL: &'static Numbers = Box::leak(Box::new(Numbers::new()));
}

/// The numbers of this process.
pub(crate) fn all() -> &'static Numbers {
    &ALL
}

/// The thread's lease; its drop at the thread's exit gives the number back.
struct Held(LocalCell<Option<Lease<'static>>>);

impl Drop for Held {
    fn drop(&mut self) {
        // Other thread-locals may still use a pool after this one is gone. They
        // must not use a number that another thread can take any moment.
        let _ = CURRENT.try_with(|current| current.set(NONE));
        self.0.set(None);
    }
}

#[cfg(not(loom))]
thread_local! {
    /// Read with every get and put: no destructor, hence no check whether it
    /// still lives.
    static CURRENT: LocalCell<usize> = const { LocalCell::new(NONE) };
    static HELD: Held = const { Held(LocalCell::new(None)) };
}

#[cfg(loom)]
loom::thread_local! {
    static CURRENT: LocalCell<usize> = LocalCell::new(NONE);
    static HELD: Held = Held(LocalCell::new(None));
}

/// The calling thread's number, or [`NONE`].
#[inline]
pub(crate) fn current() -> usize {
    // Fails under loom only, whose locals are all destroyed.
    CURRENT.try_with(LocalCell::get).unwrap_or(NONE)
}

/// The calling thread's number; takes one if it has none and one is free.
///
/// A thread whose locals are being destroyed gets none: it could not give it
/// back.
#[cold]
pub(crate) fn register() -> usize {
    if current() == NONE {
        let _ = HELD.try_with(|held| {
            if let Some(lease) = all().lowest() {
                CURRENT.with(|current| current.set(lease.number()));
                held.0.set(Some(lease));
            }
        });
    }
    current()
}

/// Calls `f` with another number of the caller's as the thread's: in a pool it
/// then is the owner of that number's shard.
#[cfg(not(loom))]
pub(crate) fn acting<Q>(lease: &Lease<'static>, f: impl FnOnce() -> Q) -> Q {
    /// Gives the thread its own number back, after a panic as well.
    struct Before(usize);

    impl Drop for Before {
        fn drop(&mut self) {
            CURRENT.set(self.0);
        }
    }

    let _before = Before(CURRENT.replace(lease.number()));
    f()
}
