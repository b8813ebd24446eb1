//! What the exercise works with.

use crate::store::{Chunks as _, Hash, Missing, Node, NodeStore};

/// What the values of a store come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Audit {
    /// How many values.
    pub values: usize,
    /// How many leaves they lie in.
    pub leaves: usize,
    /// How many bytes they have.
    pub bytes: usize,
    /// How many the longest has.
    pub longest: usize,
}

/// Any visitor, in a box of its own.
pub type Boxed<'a> = Box<dyn FnMut(&[u8]) + 'a>;

/// Shows a boxed visitor every leaf of a value.
pub fn walk(store: &NodeStore, hash: Hash, mut visit: Boxed<'_>) -> Result<(), Missing> {
    walk_with(store, hash, &mut *visit)
}

/// Shows any visitor every leaf of a value.
pub fn walk_with(
    store: &NodeStore,
    hash: Hash,
    mut visit: impl FnMut(&[u8]),
) -> Result<(), Missing> {
    store.walk_nodes(hash, &mut |node| {
        if let Node::Leaf(leaf) = node {
            visit(leaf);
        }
    })
}
