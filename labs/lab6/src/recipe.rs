//! How values are made, cleaned and judged.

/// How a pool makes values, cleans them, and which it keeps.
///
/// Two or three closures are a recipe: `(make, reset)` or `(make, reset,
/// keeps)`. A type of your own can be named, so a pool can be a `static`, and
/// its methods are inlined where a pool of `fn` pointers calls.
///
/// ```
/// use lab6::{Pool, Recipe};
///
/// struct Lines;
///
/// impl Recipe<Vec<String>> for Lines {
///     fn make(&self) -> Vec<String> {
///         Vec::with_capacity(64)
///     }
///
///     fn reset(&self, lines: &mut Vec<String>) {
///         lines.clear();
///     }
///
///     fn keeps(&self, lines: &Vec<String>) -> bool {
///         lines.capacity() <= 4096
///     }
/// }
///
/// static LINES: Pool<Vec<String>, Lines> = Pool::new(Lines);
/// LINES.get().push("one".into());
/// assert!(LINES.get().is_empty());
/// ```
///
/// All three may panic. A value that is in hand then is dropped; the pool goes
/// on. They may use the pool they belong to.
pub trait Recipe<T> {
    /// A new value, when the pool has none.
    fn make(&self) -> T;

    /// Makes a value as good as new, when it comes back. What the next user
    /// must not find has to go here.
    ///
    /// A value that comes back while its user is panicking is dropped instead:
    /// whoever was interrupted half way may have left what no reset expects.
    fn reset(&self, value: &mut T);

    /// Whether to keep a value, asked after its reset. The place for a limit on
    /// what an idle value may retain: one large request would otherwise hold
    /// its memory for as long as the pool is busy.
    fn keeps(&self, value: &T) -> bool {
        let _ = value;
        true
    }
}

impl<T, M: Fn() -> T, S: Fn(&mut T)> Recipe<T> for (M, S) {
    #[inline]
    fn make(&self) -> T {
        (self.0)()
    }

    #[inline]
    fn reset(&self, value: &mut T) {
        (self.1)(value);
    }
}

impl<T, M: Fn() -> T, S: Fn(&mut T), K: Fn(&T) -> bool> Recipe<T> for (M, S, K) {
    #[inline]
    fn make(&self) -> T {
        (self.0)()
    }

    #[inline]
    fn reset(&self, value: &mut T) {
        (self.1)(value);
    }

    #[inline]
    fn keeps(&self, value: &T) -> bool {
        (self.2)(value)
    }
}

/// Byte buffers: made with a capacity, cleared, dropped when they have grown
/// too large.
///
/// ```
/// use lab6::{Buffers, Pool};
///
/// static BUFFERS: Pool<Vec<u8>, Buffers> = Pool::new(Buffers::new(4096).at_most(65_536));
/// let mut buffer = BUFFERS.get();
/// buffer.extend_from_slice(b"hello");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Buffers {
    capacity: usize,
    most: usize,
}

impl Buffers {
    /// Buffers of this capacity in bytes; those that grow to more than sixteen
    /// times as much are not kept.
    pub const fn new(capacity: usize) -> Buffers {
        Buffers { capacity, most: capacity.saturating_mul(16) }
    }

    /// Keeps no buffer with a larger capacity than this, in bytes.
    #[must_use]
    pub const fn at_most(self, most: usize) -> Buffers {
        Buffers { most, ..self }
    }
}

impl Recipe<Vec<u8>> for Buffers {
    fn make(&self) -> Vec<u8> {
        Vec::with_capacity(self.capacity)
    }

    #[inline]
    fn reset(&self, buffer: &mut Vec<u8>) {
        buffer.clear();
    }

    #[inline]
    fn keeps(&self, buffer: &Vec<u8>) -> bool {
        buffer.capacity() <= self.most
    }
}
