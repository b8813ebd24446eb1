//! Yours: the same result without a block.
//!
//! `audit` adds up what the values of a store come to. It is right, and every
//! value costs it a store. Run
//!
//! ```text
//! cargo labs try lab2
//! ```
//!
//! and the message names the lines that allocate. Change this file until the
//! budget holds: no block at all. The signature may stay as it is.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use crate::audit::{Audit, walk};
use crate::store::{Hash, Missing, NodeStore, ValueStore};

/// Adds up the values with these hashes; one that stands there twice counts
/// twice.
pub fn audit(store: &Arc<NodeStore>, hashes: &[Hash]) -> Result<Audit, Missing> {
    let mut audit = Audit::default();
    let list = hashes.to_vec();
    for hash in list {
        let (leaves, bytes) = measure(NodeStore::clone(store), hash)?;
        audit.values += 1;
        audit.leaves += leaves;
        audit.bytes += bytes;
        audit.longest = audit.longest.max(bytes);
    }
    Ok(audit)
}

/// How many leaves and how many bytes a value has.
fn measure(store: NodeStore, hash: Hash) -> Result<(usize, usize), Missing> {
    let bytes = store.read_bytes(hash)?;
    let leaves = Rc::new(Cell::new(0));
    let seen = leaves.clone();
    walk(&store, hash, Box::new(move |_| seen.set(seen.get() + 1)))?;
    Ok((leaves.get(), bytes.len()))
}
