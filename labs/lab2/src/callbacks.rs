//! One walk, three ways to take the visitor.

use crate::store::{Chunks as _, Hash, Missing, Node, NodeStore};

/// Any visitor, in a box of its own.
type Boxed<'a> = Box<dyn FnMut(&[u8]) -> usize + 'a>;

/// Adds up what the visitor returns for the value's leaves.
#[inline(never)]
fn walk_boxed(store: &NodeStore, hash: Hash, mut visit: Boxed<'_>) -> Result<usize, Missing> {
    walk_dyn(store, hash, &mut *visit)
}

// ANCHOR: boxed_calls
/// The visitor holds a limit.
pub fn callback_boxed(store: &NodeStore, hash: Hash, limit: usize) -> Result<usize, Missing> {
    walk_boxed(store, hash, Box::new(move |leaf| leaf.len().min(limit)))
}

/// The visitor holds nothing.
pub fn callback_boxed_empty(store: &NodeStore, hash: Hash) -> Result<usize, Missing> {
    walk_boxed(store, hash, Box::new(|leaf| leaf.len()))
}
// ANCHOR_END: boxed_calls

/// Borrows any visitor. The reference ends with the call, and the compiler
/// knows.
#[inline(never)]
fn walk_dyn(
    store: &NodeStore,
    hash: Hash,
    visit: &mut dyn FnMut(&[u8]) -> usize,
) -> Result<usize, Missing> {
    match store.node(hash)? {
        Node::Leaf(leaf) => Ok(visit(leaf)),
        Node::Inner(children) => {
            children.iter().try_fold(0, |sum, &child| Ok(sum + walk_dyn(store, child, visit)?))
        }
    }
}

/// The visitor stays where it was made: on the stack.
pub fn callback_dyn(store: &NodeStore, hash: Hash, limit: usize) -> Result<usize, Missing> {
    walk_dyn(store, hash, &mut move |leaf| leaf.len().min(limit))
}

/// Is compiled anew for every visitor.
fn walk_generic<F: FnMut(&[u8]) -> usize>(
    store: &NodeStore,
    hash: Hash,
    visit: &mut F,
) -> Result<usize, Missing> {
    match store.node(hash)? {
        Node::Leaf(leaf) => Ok(visit(leaf)),
        Node::Inner(children) => {
            children.iter().try_fold(0, |sum, &child| Ok(sum + walk_generic(store, child, visit)?))
        }
    }
}

/// Nothing is dynamic.
pub fn callback_generic(store: &NodeStore, hash: Hash, limit: usize) -> Result<usize, Missing> {
    walk_generic(store, hash, &mut move |leaf| leaf.len().min(limit))
}
