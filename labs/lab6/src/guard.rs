//! A value on loan.
#![expect(unsafe_code, reason = "a value leaves its guard by drop or by detach, never by both")]

use std::fmt;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};

use crate::pool::Pool;
use crate::recipe::Recipe;

/// A value on a cache line that it shares with no other: neighbours are used by
/// different threads once values have gone round.
///
/// PERF: a burst of two threads on two processors took up to half as long again
/// while two values could share a line.
#[repr(align(64))]
pub(crate) struct Line<T>(pub(crate) T);

/// A value of a pool, on loan; from [`Pool::get`]. It goes back when the guard
/// is dropped, on whatever thread that is.
///
/// A value cannot be given back twice, nor to another pool:
///
/// ```compile_fail,E0382
/// let pool = lab6::Pool::new((Vec::<u8>::new, Vec::clear));
/// let buffer = pool.get();
/// drop(buffer);
/// drop(buffer); // moved
/// ```
///
/// nor be used after it went back, nor outlive its pool:
///
/// ```compile_fail,E0505
/// let pool = lab6::Pool::new((Vec::<u8>::new, Vec::clear));
/// let buffer = pool.get();
/// let bytes: &[u8] = &buffer;
/// drop(buffer); // still borrowed
/// println!("{}", bytes.len());
/// ```
///
/// A guard that is leaked (`std::mem::forget`) leaks its value and harms
/// nothing else.
#[must_use = "a guard that is not kept goes back at once"]
pub struct Guard<'p, T, R: Recipe<T>> {
    pool: &'p Pool<T, R>,
    value: ManuallyDrop<Box<Line<T>>>,
}

impl<'p, T, R: Recipe<T>> Guard<'p, T, R> {
    #[inline]
    pub(crate) fn new(pool: &'p Pool<T, R>, value: Box<Line<T>>) -> Guard<'p, T, R> {
        Guard { pool, value: ManuallyDrop::new(value) }
    }

    /// Gives the value to another pool when its time comes.
    #[cfg(not(loom))]
    #[inline]
    pub(crate) fn goes_to(&mut self, pool: &'p Pool<T, R>) {
        self.pool = pool;
    }

    /// Keeps the value: it will not go back.
    ///
    /// An associated function, so that it hides no method of the value.
    ///
    /// ```
    /// let pool = lab6::Pool::new((String::new, String::clear));
    /// let mut text = pool.get();
    /// text.push_str("mine");
    /// let text: String = lab6::Guard::detach(text);
    /// assert_eq!((text.as_str(), pool.len()), ("mine", 0));
    /// ```
    pub fn detach(guard: Guard<'p, T, R>) -> T {
        let mut guard = ManuallyDrop::new(guard);
        guard.pool.count_detached();
        // SAFETY: the guard is not dropped, so this is the only taker.
        unsafe { ManuallyDrop::take(&mut guard.value) }.0
    }
}

impl<T, R: Recipe<T>> Drop for Guard<'_, T, R> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: drop runs once, and nobody looks at the value after it.
        let value = unsafe { ManuallyDrop::take(&mut self.value) };
        self.pool.put(value);
    }
}

impl<T, R: Recipe<T>> Deref for Guard<'_, T, R> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value.0
    }
}

impl<T, R: Recipe<T>> DerefMut for Guard<'_, T, R> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value.0
    }
}

impl<T: fmt::Debug, R: Recipe<T>> fmt::Debug for Guard<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
