//! The method of the Go text in its forms: before and after the refactor, by
//! value and by pointer, as the text prints it and as the project publishes it.
//!
//! ```text
//!   before    the value's owner walks, and appends to a field of its own
//!   listing   a view of the store walks what its field points to
//!   boxed     a view hands *itself* to a walk that takes any reader
//! ```

use std::cell::Cell;
use std::hint::black_box;

use crate::store::{Chunks, Hash, Missing, Node, NodeStore, append_leaf};

// ANCHOR: view
/// Where the chunks are, who counts, and a table of counters that makes the
/// struct as large as you like.
#[derive(Debug, Clone, Copy)]
pub struct View<'a, const STRIPES: usize> {
    /// Where nodes come from.
    pub chunks: &'a dyn Chunks,
    /// How many values were read.
    pub reads: &'a Cell<usize>,
    /// Only its size matters.
    pub stripes: [usize; STRIPES],
}
// ANCHOR_END: view

/// Owns the bytes that it loads.
#[derive(Debug, Default)]
pub struct Owner {
    /// The value.
    pub bytes: Vec<u8>,
}

impl Owner {
    /// Loads from a store whose type is known.
    pub fn field_concrete(&mut self, store: &NodeStore, hash: Hash) -> Result<(), Missing> {
        store.walk_nodes(hash, &mut |node| append_leaf(&mut self.bytes, node))
    }

    /// Loads from any store.
    pub fn field_dyn(&mut self, store: &dyn Chunks, hash: Hash) -> Result<(), Missing> {
        store.walk_nodes(hash, &mut |node| append_leaf(&mut self.bytes, node))
    }
}

// ANCHOR: listing
impl<const STRIPES: usize> View<'_, STRIPES> {
    /// Borrows the view.
    #[inline(never)]
    pub fn listing_pointer(&self, hash: Hash) -> Result<Vec<u8>, Missing> {
        self.reads.set(self.reads.get() + 1);
        let mut result = Vec::new();
        self.chunks.walk_nodes(hash, &mut |node| append_leaf(&mut result, node))?;
        Ok(result)
    }

    /// Copies the view: one character less.
    #[inline(never)]
    pub fn listing_value(self, hash: Hash) -> Result<Vec<u8>, Missing> {
        self.reads.set(self.reads.get() + 1);
        let mut result = Vec::new();
        self.chunks.walk_nodes(hash, &mut |node| append_leaf(&mut result, node))?;
        Ok(result)
    }
}
// ANCHOR_END: listing

/// A method that takes a view by value.
type Method<'a, const STRIPES: usize> = fn(View<'a, STRIPES>, Hash) -> Result<Vec<u8>, Missing>;

impl<'a, const STRIPES: usize> View<'a, STRIPES> {
    /// By value through a pointer to the method, as through a table of methods:
    /// nobody sees here that the method would do with the original.
    pub fn listing_unseen(self, hash: Hash) -> Result<Vec<u8>, Missing> {
        let method: Method<'a, STRIPES> = black_box(Self::listing_value);
        method(self, hash)
    }
}

/// Reads nodes; a view is one.
pub trait Reader {
    /// The node with this hash.
    fn read(&self, hash: Hash) -> Result<&Node, Missing>;
}

/// Walks what any reader reads.
#[inline(never)]
fn walk(reader: &dyn Reader, hash: Hash, visit: &mut dyn FnMut(&Node)) -> Result<(), Missing> {
    let node = reader.read(hash)?;
    visit(node);
    if let Node::Inner(children) = node {
        for &child in children {
            walk(reader, child, visit)?;
        }
    }
    Ok(())
}

impl<const STRIPES: usize> Reader for View<'_, STRIPES> {
    fn read(&self, hash: Hash) -> Result<&Node, Missing> {
        self.reads.set(self.reads.get() + 1);
        self.chunks.node(hash)
    }
}

impl<const STRIPES: usize> View<'_, STRIPES> {
    /// Lends itself as a reader.
    pub fn boxed_pointer(&self, hash: Hash) -> Result<Vec<u8>, Missing> {
        let mut result = Vec::new();
        walk(self, hash, &mut |node| append_leaf(&mut result, node))?;
        Ok(result)
    }

    /// Becomes a reader of its own: what Go does on the quiet is a call here.
    pub fn boxed_value(self, hash: Hash) -> Result<Vec<u8>, Missing> {
        let reader: Box<dyn Reader + '_> = Box::new(self);
        let mut result = Vec::new();
        walk(&*reader, hash, &mut |node| append_leaf(&mut result, node))?;
        Ok(result)
    }
}
