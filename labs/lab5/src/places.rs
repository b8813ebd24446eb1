//! How many bytes an insert moved: seen from outside, by where they lie.
//!
//! Before and after an insert a container shows its text as slices, and every
//! slice says where it lies. A byte that had one address before and has another
//! now was moved. No container has to be believed, and none has to be changed:
//!
//! ```text
//!             at = 2
//!  before   a b c d e        addresses 0 1 2 3 4
//!  after    a b X c d e      addresses 0 1   3 4 5     c, d and e moved
//! ```

/// Where a text lies: address and length of every piece, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places(Vec<(usize, usize)>);

impl Places {
    /// Of these pieces.
    pub fn of<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Places {
        let place = |piece: &[u8]| (piece.as_ptr().addr(), piece.len());
        Places(pieces.into_iter().map(place).filter(|(_, len)| *len > 0).collect())
    }

    /// How many bytes lie elsewhere `after`wards, when `count` bytes were
    /// inserted at `at`.
    pub fn moved(&self, after: &Places, at: usize, count: usize) -> usize {
        let mut before = self.0.iter().copied();
        let mut after = after.without(at, count).into_iter();
        let (mut moved, mut old, mut new) = (0, (0, 0), (0, 0));
        while refill(&mut old, &mut before) && refill(&mut new, &mut after) {
            // So many bytes lie in one piece both times.
            let len = old.1.min(new.1);
            if old.0 != new.0 {
                moved += len;
            }
            old = (old.0 + len, old.1 - len);
            new = (new.0 + len, new.1 - len);
        }
        moved
    }

    /// The same without the bytes from `at` on, so many.
    fn without(&self, at: usize, count: usize) -> Vec<(usize, usize)> {
        let (mut start, mut kept) = (0, Vec::with_capacity(self.0.len() + 1));
        for &(address, len) in &self.0 {
            // What of this piece lies before the hole, and what behind it.
            let before = at.saturating_sub(start).min(len);
            let behind = (start + len).saturating_sub(at + count).min(len);
            kept.push((address, before));
            kept.push((address + len - behind, behind));
            start += len;
        }
        kept.retain(|(_, len)| *len > 0);
        kept
    }
}

/// Takes the next piece when this one is used up; false when there is none.
fn refill(piece: &mut (usize, usize), pieces: &mut impl Iterator<Item = (usize, usize)>) -> bool {
    if piece.1 == 0 {
        match pieces.next() {
            Some(next) => *piece = next,
            None => return false,
        }
    }
    true
}
