//! The store that everything here reads from, and how often.

use std::hint::black_box;

use crate::receivers::Owner;
use crate::store::{Hash, Missing, NodeStore};

/// How often a row of a table calls its variant.
pub const CALLS: usize = 1000;

/// How many values the store has.
pub const VALUES: usize = 10;

/// How long a leaf is.
pub const LEAF: usize = 100;

/// How many leaves the last value has; all others have one.
pub const LEAVES: usize = 3;

/// A store and the hashes of its values; the last one lies in several leaves.
pub fn build_store() -> (NodeStore, [Hash; VALUES]) {
    let mut store = NodeStore::default();
    let hashes = std::array::from_fn(|number| {
        let leaves = if number == VALUES - 1 { LEAVES } else { 1 };
        let bytes: Vec<u8> = (0..leaves * LEAF).map(|at| (number * 20 + at / LEAF) as u8).collect();
        store.put_value(&bytes, LEAF)
    });
    (store, hashes)
}

/// The sum of what so many calls return; each is told its number.
pub fn repeated<E>(mut call: impl FnMut(usize) -> Result<usize, E>) -> Result<usize, E> {
    (0..CALLS).try_fold(0, |sum, number| Ok(sum + call(number)?))
}

/// All calls of a variant that returns bytes; each result is dropped before the
/// next call.
pub fn kept(
    mut call: impl FnMut() -> Result<Vec<u8>, Missing>,
) -> impl FnMut() -> Result<usize, Missing> {
    move || repeated(|_| call().map(|bytes| black_box(bytes).len()))
}

/// All calls of a variant that appends to its owner's bytes, which are then taken
/// from it.
pub fn owned(
    mut load: impl FnMut(&mut Owner) -> Result<(), Missing>,
) -> impl FnMut() -> Result<usize, Missing> {
    move || {
        let mut owner = Owner::default();
        repeated(|_| {
            load(&mut owner)?;
            Ok(black_box(std::mem::take(&mut owner.bytes)).len())
        })
    }
}
