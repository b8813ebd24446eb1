//! The one switch between std's primitives and loom's.
//!
//! Everything that threads share in this crate comes from here. Under
//! `--cfg loom` a model can then try every order in which threads may take
//! turns, and tell when a value is touched by two of them at once: the cells
//! as well as the atomics are loom's.
//!
//! What loom does not see: orders weaker than its own model (it treats
//! `SeqCst` as `AcqRel`; nothing here needs more), more than the few threads
//! and turns of a model, and what a compiler may do to plain memory.

#[cfg(not(loom))]
pub(crate) use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering},
    sync::{Mutex, MutexGuard},
};

#[cfg(loom)]
pub(crate) use loom::{
    cell::{Cell, UnsafeCell},
    sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering},
    sync::{Mutex, MutexGuard},
};

/// std's cell with loom's way to reach into it.
#[cfg(not(loom))]
#[derive(Debug)]
pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    #[inline]
    pub(crate) const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }

    /// Lends a pointer to read through.
    #[inline]
    pub(crate) fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
        f(self.0.get())
    }

    /// Lends a pointer to write through.
    #[inline]
    pub(crate) fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
        f(self.0.get())
    }
}

/// A count for a person, which nothing depends on: loom need not try what
/// happens around it, and a model of a whole pool would never end.
pub(crate) use std::sync::atomic::{AtomicU32 as Tally32, AtomicU64 as Tally};
