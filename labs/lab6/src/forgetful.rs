//! A pool that forgets, to find users who count on it.

use crate::recipe::Recipe;
use crate::sync::{Ordering, Tally};

/// A recipe that now and then keeps nothing of what comes back: for tests.
///
/// A pool promises a value, never which: any get may find nothing. A test that
/// asserts "what I put I get", or how many values are made, holds on one thread
/// and fails some day on two. Under this recipe it fails today, and again
/// with the same seed. (Go's pool drops a quarter of all puts at random under
/// its race detector.)
///
/// ```
/// use lab6::{Buffers, Forgetful, Pool};
///
/// // A quarter, as Go does.
/// let pool = Pool::new(Forgetful::new(Buffers::new(64), 25, 1));
/// for _ in 0..100 {
///     let mut buffer = pool.get();
///     assert!(buffer.is_empty()); // holds whatever the pool forgets
///     buffer.push(1);
/// }
/// assert!(pool.stats().unfit > 0);
/// ```
///
/// It costs the pool nothing: a pool without it has none of its code. What is
/// forgotten is counted as [`unfit`](crate::Stats::unfit).
///
/// Which puts are forgotten follows from the seed and from how many there were
/// before. On several threads it is the same puts by number; whose they are
/// is for the threads' turns to say.
#[derive(Debug)]
pub struct Forgetful<R> {
    recipe: R,
    percent: u64,
    seed: u64,
    /// Values judged so far. Anybody raises it.
    judged: Tally,
}

impl<R> Forgetful<R> {
    /// Forgets so many per cent of what the recipe would have kept: 0 for none,
    /// 100 and more for all.
    pub const fn new(recipe: R, percent: u32, seed: u64) -> Forgetful<R> {
        Forgetful { recipe, percent: percent as u64, seed, judged: Tally::new(0) }
    }

    fn forgets(&self) -> bool {
        // ORDERING: Relaxed. A number that no two get; it orders nothing.
        let number = self.judged.fetch_add(1, Ordering::Relaxed);
        mix(self.seed ^ mix(number)) % 100 < self.percent
    }
}

/// Spreads a number over all bits: the finaliser of `SplitMix64` (G. Steele, D.
/// Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl<T, R: Recipe<T>> Recipe<T> for Forgetful<R> {
    fn make(&self) -> T {
        self.recipe.make()
    }

    fn reset(&self, value: &mut T) {
        self.recipe.reset(value);
    }

    fn keeps(&self, value: &T) -> bool {
        self.recipe.keeps(value) && !self.forgets()
    }
}
