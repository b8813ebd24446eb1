//! The shards of a pool, each made when its first owner comes.
#![expect(unsafe_code, reason = "shards are shared by pointer, and made while others look")]

use std::marker::PhantomData;
use std::ptr;

use crate::numbers::NUMBERS;
use crate::shard::Shard;
use crate::sync::{AtomicPtr, AtomicUsize, Mutex, MutexGuard, Ordering};

/// A place for a shard: null, then its address for as long as the table lives.
/// Written by its owner, read by all.
struct Entry<T>(AtomicPtr<Shard<T>>, PhantomData<*mut Shard<T>>);

// SAFETY: an entry owns its shard and lends it to all, so it may do what the
// shard may. (An `AtomicPtr` may be shared whatever it leads to: without the
// marker a pool of `Rc` would be `Sync`.)
unsafe impl<T> Sync for Entry<T> where Shard<T>: Sync {}
// SAFETY: as above.
unsafe impl<T> Send for Entry<T> where Shard<T>: Send {}

/// The shards of a pool: one for each number, and a common one.
pub(crate) struct Table<T> {
    entries: [Entry<T>; NUMBERS],
    /// No shard has a number as high as this. Raised by owners.
    used: AtomicUsize,
    /// For threads without a number; its owner is who holds the lock.
    common: Entry<T>,
    lock: Mutex<()>,
}

impl<T> Entry<T> {
    #[cfg(not(loom))]
    const fn new() -> Entry<T> {
        Entry(AtomicPtr::new(ptr::null_mut()), PhantomData)
    }

    #[cfg(loom)]
    fn new() -> Entry<T> {
        Entry(AtomicPtr::new(ptr::null_mut()), PhantomData)
    }

    #[inline]
    fn get(&self) -> Option<&Shard<T>> {
        // ORDERING: Acquire, partner: the Release in `get_or_make`.
        let shard = self.0.load(Ordering::Acquire);
        // SAFETY: null, or boxed by `get_or_make` and there until the entry is
        // dropped, which needs `&mut`.
        unsafe { shard.as_ref() }
    }

    /// The shard, made if it is not there. By its owner alone: two at once
    /// would lose one.
    fn get_or_make(&self, age: usize) -> &Shard<T> {
        if let Some(shard) = self.get() {
            return shard;
        }
        let shard = Box::into_raw(Box::new(Shard::new(age)));
        // ORDERING: Release, partner: the Acquire in `get`. The shard is made
        // before it can be seen.
        self.0.store(shard, Ordering::Release);
        // SAFETY: as in `get`.
        unsafe { &*shard }
    }
}

impl<T> Drop for Entry<T> {
    fn drop(&mut self) {
        // ORDERING: Relaxed. Nobody else is left, says `&mut`.
        let shard = self.0.load(Ordering::Relaxed);
        if !shard.is_null() {
            // SAFETY: from `Box::into_raw` in `get_or_make`, dropped once.
            drop(unsafe { Box::from_raw(shard) });
        }
    }
}

impl<T> Table<T> {
    #[cfg(not(loom))]
    pub(crate) const fn new() -> Table<T> {
        Table {
            entries: [const { Entry::new() }; NUMBERS],
            used: AtomicUsize::new(0),
            common: Entry::new(),
            lock: Mutex::new(()),
        }
    }

    #[cfg(loom)]
    pub(crate) fn new() -> Table<T> {
        Table {
            entries: std::array::from_fn(|_| Entry::new()),
            used: AtomicUsize::new(0),
            common: Entry::new(),
            lock: Mutex::new(()),
        }
    }

    /// The shard of this number, if it was made.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> Option<&Shard<T>> {
        self.entries.get(number)?.get()
    }

    /// The shard of this number, made if it is not there. By its owner.
    pub(crate) fn get_or_make(&self, number: usize, age: usize) -> &Shard<T> {
        let shard = self.entries[number].get_or_make(age);
        // ORDERING: Relaxed. A bound for whoever goes round; the entries order.
        if self.used.load(Ordering::Relaxed) <= number {
            // ORDERING: Relaxed; as above.
            self.used.fetch_max(number + 1, Ordering::Relaxed);
        }
        shard
    }

    /// Shards with a number below this may be there, others not.
    pub(crate) fn used(&self) -> usize {
        // ORDERING: Relaxed; see `get_or_make`.
        self.used.load(Ordering::Relaxed)
    }

    /// The common shard, if a thread without a number has come.
    pub(crate) fn common(&self) -> Option<&Shard<T>> {
        self.common.get()
    }

    /// The common shard and the lock that makes the caller its owner. No code
    /// of a user may run before the guard is gone.
    pub(crate) fn lock_common(&self, age: usize) -> (MutexGuard<'_, ()>, &Shard<T>) {
        // Nothing under the lock panics, and a shard has no state between two.
        let guard = self.lock.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        (guard, self.common.get_or_make(age))
    }

    /// All shards that there are, with their numbers; the common one has none.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Option<usize>, &Shard<T>)> {
        let numbered =
            (0..self.used()).filter_map(|number| Some((Some(number), self.get(number)?)));
        numbered.chain(self.common().map(|shard| (None, shard)))
    }
}
