//! The pool, and the way of a value when all is well.
//!
//! The rest of the way is in `slow.rs`, how values age in `ages.rs`, what can be
//! set in `settings.rs`, and how a pool is taken apart in `inside.rs`.
#![expect(unsafe_code, reason = "a thread's number makes it the owner of its shard")]

use std::fmt;

use crate::counters::{Refused, Stats};
use crate::guard::{Guard, Line};
use crate::numbers;
use crate::recipe::Recipe;
use crate::shard::Shard;
use crate::sync::{AtomicBool, AtomicUsize, Ordering, Tally};
use crate::table::Table;

mod ages;
mod inside;
mod settings;
mod slow;

/// A set of values that are expensive to make and wait for their next use.
///
/// `get` lends one, made by the [`Recipe`] if none is there; its [`Guard`]
/// resets it and gives it back. Values wait in a shard of their thread; a
/// thread that has none takes one from another shard before it makes one.
/// Idle values go after two collections. [The design](crate::design) tells why
/// all this is as it is.
///
/// ```
/// use lab6::{Buffers, Pool};
///
/// static BUFFERS: Pool<Vec<u8>, Buffers> = Pool::new(Buffers::new(4096));
///
/// fn checksum(parts: &[&[u8]]) -> u32 {
///     let mut whole = BUFFERS.get();
///     parts.iter().for_each(|part| whole.extend_from_slice(part));
///     whole.iter().map(|&byte| u32::from(byte)).sum()
/// } // the buffer goes back here
///
/// assert_eq!(checksum(&[&[1, 2], &[3]]), 6);
/// assert_eq!(BUFFERS.len(), 1);
/// ```
///
/// A pool lends to any number of threads, also from a scope, and a guard may be
/// dropped on another thread than it was taken on:
///
/// ```
/// let pool = lab6::Pool::new((Vec::<u8>::new, Vec::clear));
/// let buffer = pool.get();
/// std::thread::scope(|scope| {
///     scope.spawn(|| drop(buffer));
/// });
/// ```
///
/// # What it is not for
///
/// Not for a fixed number of things (connections, permits): `get` never waits
/// and always has a value. Not for values that are cheap to make: on a small
/// block there is little to save, and an allocator keeps nothing alive. Not for
/// handing data on: which value you get, and whether it was used before,
/// is never promised. A value has a box of its own, made with it, so getting and
/// giving back moves a pointer however large it is.
///
/// # Threads
///
/// Values are used by one thread after another, never by two at once: they
/// must be `Send` and need not be `Sync`. The recipe is called by several at
/// once and must be `Sync`.
///
/// ```
/// use std::cell::Cell;
/// fn shared<P: Sync + Send>(_: &P) {}
/// shared(&lab6::Pool::new((|| Cell::new(0), |_: &mut Cell<i32>| {})));
/// ```
///
/// ```compile_fail,E0277
/// # fn shared<P: Sync>(_: &P) {}
/// // The value is not `Send`.
/// shared(&lab6::Pool::new((|| std::rc::Rc::new(0), |_: &mut std::rc::Rc<i32>| {})));
/// ```
///
/// ```compile_fail,E0277
/// # fn shared<P: Sync>(_: &P) {}
/// // `Sync`, but not `Send`: a lock must be unlocked by who locked it.
/// shared(&lab6::Pool::new((|| unreachable!(), |_: &mut std::sync::MutexGuard<'static, i32>| {})));
/// ```
///
/// ```compile_fail,E0277
/// # fn shared<P: Sync>(_: &P) {}
/// // The recipe is not `Sync`.
/// let calls = std::cell::Cell::new(0);
/// shared(&lab6::Pool::new((move || calls.replace(1), |_: &mut i32| {})));
/// ```
///
/// ```compile_fail,E0277
/// # fn sent<P: Send>(_: P) {}
/// // The recipe is not `Send`.
/// let count = std::rc::Rc::new(0);
/// sent(lab6::Pool::new((move || *count, |_: &mut i32| {})));
/// ```
///
/// ```compile_fail,E0277
/// # fn shared<P: Sync>(_: &P) {}
/// // A guard lends what it holds: of a value that is not `Sync` it is not.
/// let pool = lab6::Pool::new((|| std::cell::Cell::new(0), |_: &mut std::cell::Cell<i32>| {}));
/// shared(&pool.get());
/// ```
pub struct Pool<T, R = (fn() -> T, fn(&mut T))> {
    /// Collections so far. Raised by `collect` and `clear`, read by all.
    age: AtomicUsize,
    table: Table<Line<T>>,
    /// Threads with a number from here on use the common shard.
    shards: usize,
    /// A shard keeps so many values of one age.
    cap: u32,
    /// Nanoseconds between collections that gets bring about; 0 for never.
    every: u64,
    /// When the next is due, on `ages::clock`. Who collects sets it.
    due: Tally,
    /// Somebody collects.
    collecting: AtomicBool,
    detached: Tally,
    aged: Tally,
    cleared: Tally,
    collections: Tally,
    recipe: R,
}

impl<T, R> Pool<T, R> {
    /// How many values wait in the pool. While other threads use it, a number
    /// of no one moment.
    pub fn len(&self) -> usize {
        self.table
            .iter()
            .map(|(_, shard)| shard.private_len() + shard.public_len(0) + shard.public_len(1))
            .sum()
    }

    /// No value waits in the pool.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What has happened so far. While other threads use the pool, numbers of
    /// no one moment.
    pub fn stats(&self) -> Stats {
        // ORDERING: Relaxed. Numbers for a person.
        let read = |counter: &Tally| counter.load(Ordering::Relaxed);
        let mut stats = Stats {
            detached: read(&self.detached),
            aged: read(&self.aged),
            cleared: read(&self.cleared),
            collections: read(&self.collections),
            ..Stats::default()
        };
        self.table.iter().for_each(|(_, shard)| shard.counters.add_to(&mut stats));
        stats
    }

    pub(crate) fn count_detached(&self) {
        // ORDERING: Relaxed. A number for a person.
        self.detached.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn age(&self) -> usize {
        // ORDERING: Relaxed. A stamp: it says how old a value is and makes
        // nothing visible. A thread that knows of a collection (was told by
        // whoever collected) reads the age after it.
        self.age.load(Ordering::Relaxed)
    }

    /// The calling thread's shard, if it has one.
    #[inline]
    fn own(&self) -> Option<&Shard<Line<T>>> {
        self.table.get(numbers::current())
    }
}

impl<T, R: Recipe<T>> Pool<T, R> {
    /// Lends a value: one that waits, or a new one.
    ///
    /// The thread's own values first: its slot, then the one put last. Then those of
    /// other threads, the oldest first; then what the last collection set aside.
    ///
    /// # Panics
    ///
    /// Only if the recipe does. A value in hand is then dropped, and the pool
    /// is as before.
    #[inline]
    pub fn get(&self) -> Guard<'_, T, R> {
        // SAFETY: the shard of this thread's number: it is the owner.
        let value = self.own().and_then(|shard| unsafe { shard.pop(self.age()) });
        Guard::new(self, value.unwrap_or_else(|| self.get_known()))
    }

    /// Takes a value back; from its guard.
    ///
    /// Only the slot is inlined into the user's code, here as in `get`, and one
    /// call for all else.
    /// PERF: with the ring inlined as well, a get and put took a fifth longer.
    #[inline]
    pub(crate) fn put(&self, mut value: Box<Line<T>>) {
        let why = if std::thread::panicking() {
            Some(Refused::Panicking)
        } else {
            self.recipe.reset(&mut value.0);
            if self.recipe.keeps(&value.0) {
                match self.put_slot(value) {
                    Ok(()) => return,
                    Err(back) => value = back,
                }
                None
            } else {
                Some(Refused::Unfit)
            }
        };
        self.put_rest(value, why);
    }

    #[inline]
    fn put_slot(&self, value: Box<Line<T>>) -> Result<(), Box<Line<T>>> {
        let Some(shard) = self.own() else { return Err(value) };
        // SAFETY: the shard of this thread's number: it is the owner.
        unsafe { shard.push(self.age(), value) }
    }
}

impl<T, R> fmt::Debug for Pool<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("len", &self.len())
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}
