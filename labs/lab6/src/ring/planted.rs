//! Thieves that do one thing wrong each. Models must find it; nothing else
//! calls them.
#![expect(unsafe_code, reason = "wrong on purpose")]

use super::{Ring, pack, unpack};
use crate::sync::Ordering;

/// What the thief does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thieving {
    /// Looks at the value first and then wins the slot. The owner may have
    /// taken the value back and put another in between: the word is the same
    /// again (ABA), the value is not.
    LookFirst,
    /// Wins the slot without an Acquire: it may see what was there before.
    Relaxed,
    /// Wins the slot with a load and a store in place of an exchange.
    Store,
}

impl<T> Ring<T> {
    pub(crate) fn steal_badly(&self, how: Thieving) -> Option<T> {
        let word = self.word.load(Ordering::Relaxed);
        let (split, tail) = unpack(word);
        if split == tail {
            return None;
        }
        let (slot, next) = (self.slot(tail), pack(split, tail.wrapping_add(1)));
        // SAFETY: none, which is the point.
        let look = || slot.value.with(|value| unsafe { value.read().assume_init() });
        let value = match how {
            Thieving::LookFirst => {
                // Acquire, so that the look itself is no race with the write.
                self.word.load(Ordering::Acquire);
                let value = look();
                let won =
                    self.word.compare_exchange(word, next, Ordering::Acquire, Ordering::Relaxed);
                if won.is_err() {
                    std::mem::forget(value);
                    return None;
                }
                value
            }
            Thieving::Relaxed => {
                let order = Ordering::Relaxed;
                self.word.compare_exchange(word, next, order, order).ok()?;
                look()
            }
            Thieving::Store => {
                self.word.store(next, Ordering::Release);
                look()
            }
        };
        slot.public.store(false, Ordering::Release);
        Some(value)
    }
}
