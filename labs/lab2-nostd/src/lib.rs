//! lab2's store in a crate that has no heap.
//!
//! `no_std` takes the standard library away and with it `Box`, `Vec`, `String` and
//! `format!`; nothing here says `extern crate alloc`, which would bring them back.
//! So all memory comes from the caller: the nodes are borrowed, a value is put
//! together in the caller's buffer, a visitor stays on the caller's stack.
//!
//! The attribute alone is no proof, since `alloc` is one line away and a
//! dependency may have written it. `tests/links.rs` is one: a program without an
//! allocator links with this crate, and does not link with one that uses `alloc`.
#![no_std]

use core::fmt;

/// What a node is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hash(pub u64);

/// A piece of a value, or the list of its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node<'a> {
    /// Bytes.
    Leaf(&'a [u8]),
    /// The hashes of other nodes, in order.
    Inner(&'a [Hash]),
}

/// Why a value was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no node with this hash.
    Missing(Hash),
    /// The buffer has no room for the value.
    Full,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing(hash) => write!(f, "no node {:016x}", hash.0),
            Error::Full => f.write_str("the value does not fit into the buffer"),
        }
    }
}

impl core::error::Error for Error {}

/// Nodes that somebody else keeps, ordered by hash.
#[derive(Debug, Clone, Copy)]
pub struct NodeStore<'a> {
    /// Ordered by hash.
    pub nodes: &'a [(Hash, Node<'a>)],
}

impl<'a> NodeStore<'a> {
    /// Shows `visit` every leaf of the value, in order.
    pub fn walk(&self, hash: Hash, visit: &mut dyn FnMut(&'a [u8])) -> Result<(), Error> {
        match self.node(hash)? {
            Node::Leaf(leaf) => visit(leaf),
            Node::Inner(children) => {
                for &child in children {
                    self.walk(child, visit)?;
                }
            }
        }
        Ok(())
    }

    // ANCHOR: read_into
    /// Puts the value together in the caller's buffer.
    pub fn read_into<'b>(&self, hash: Hash, buffer: &'b mut [u8]) -> Result<&'b [u8], Error> {
        let (mut len, mut full) = (0, false);
        self.walk(hash, &mut |leaf| match buffer.get_mut(len..len + leaf.len()) {
            Some(place) => {
                place.copy_from_slice(leaf);
                len += leaf.len();
            }
            None => full = true,
        })?;
        if full { Err(Error::Full) } else { Ok(&buffer[..len]) }
    }
    // ANCHOR_END: read_into
}

impl<'a> NodeStore<'a> {
    fn node(&self, hash: Hash) -> Result<Node<'a>, Error> {
        let place = self.nodes.binary_search_by_key(&hash, |(known, _)| *known);
        place.map(|place| self.nodes[place].1).map_err(|_| Error::Missing(hash))
    }

    /// How long the value's first leaf is. Waits as it would for a disk: an
    /// `async fn` is no allocation either.
    pub async fn first_len(&self, mut hash: Hash) -> Result<usize, Error> {
        loop {
            match core::future::ready(self.node(hash)).await? {
                Node::Leaf(leaf) => return Ok(leaf.len()),
                Node::Inner(children) => match children.first() {
                    Some(&child) => hash = child,
                    None => return Ok(0),
                },
            }
        }
    }
}
