//! Reading a value: as a block of the caller's, or on loan.

use std::borrow::Cow;

use crate::store::{Chunks as _, Hash, LazyValue, Missing, Node, NodeStore, ValueStore as _};

/// The caller gets a block and may do anything with it.
pub fn read_vec(store: &NodeStore, hash: Hash) -> Result<Vec<u8>, Missing> {
    store.read_bytes(hash)
}

/// Loads on first reading; lends from then on.
pub fn read_slice<'a>(store: &NodeStore, value: &'a LazyValue) -> Result<&'a [u8], Missing> {
    value.bytes(store)
}

/// Lends a value that lies in one leaf; puts any other together.
pub fn read_cow(store: &NodeStore, hash: Hash) -> Result<Cow<'_, [u8]>, Missing> {
    match store.node(hash)? {
        Node::Leaf(leaf) => Ok(Cow::Borrowed(leaf)),
        Node::Inner(_) => Ok(Cow::Owned(store.read_bytes(hash)?)),
    }
}
