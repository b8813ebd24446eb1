//! A function that wants to own a store, and four things to give it.

use std::borrow::Borrow;
use std::rc::Rc;
use std::sync::Arc;

use crate::store::{Chunks as _, Hash, Missing, Node, NodeStore};

/// How long the value is. Owns what it reads from, as a task or a thread would.
#[inline(never)]
pub fn owned_len<S: Borrow<NodeStore>>(store: S, hash: Hash) -> Result<usize, Missing> {
    let mut len = 0;
    store.borrow().walk_nodes(hash, &mut |node| {
        if let Node::Leaf(leaf) = node {
            len += leaf.len();
        }
    })?;
    Ok(len)
}

/// A reference is something to own, too.
pub fn by_reference(store: &NodeStore, hash: Hash) -> Result<usize, Missing> {
    owned_len(store, hash)
}

/// A share, counted by this thread.
pub fn by_rc(store: &Rc<NodeStore>, hash: Hash) -> Result<usize, Missing> {
    owned_len(store.clone(), hash)
}

// ANCHOR: clone_arc
/// A store of its own.
pub fn by_clone(store: &NodeStore, hash: Hash) -> Result<usize, Missing> {
    owned_len(store.clone(), hash)
}

/// A share, counted by all threads.
pub fn by_arc(store: &Arc<NodeStore>, hash: Hash) -> Result<usize, Missing> {
    owned_len(store.clone(), hash)
}
// ANCHOR_END: clone_arc
