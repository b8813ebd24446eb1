//! A content-addressed store: what is put in is found again by its hash.
//!
//! ```text
//!   a value of one leaf          a value of several
//!
//!   hash ──> Leaf(bytes)         hash ──> Inner ──> Leaf(bytes)
//!                                           ├─────> Leaf(bytes)
//!                                           └─────> Leaf(bytes)
//! ```

use std::cell::OnceCell;
use std::fmt;

/// What a node is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hash(u64);

// ANCHOR: node
/// A piece of a value, or the list of its pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Bytes.
    Leaf(Vec<u8>),
    /// The hashes of other nodes, in order.
    Inner(Vec<Hash>),
}
// ANCHOR_END: node

impl Node {
    /// Of the content, kind included. A toy (FNV-1a): whoever wants to find two
    /// contents with one hash will.
    pub fn hash(&self) -> Hash {
        let over = |seed: u64, bytes: &[u8]| {
            bytes
                .iter()
                .fold(seed, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        };
        const SEED: u64 = 0xcbf2_9ce4_8422_2325;
        Hash(match self {
            Node::Leaf(bytes) => over(over(SEED, b"leaf"), bytes),
            Node::Inner(children) => children
                .iter()
                .fold(over(SEED, b"inner"), |hash, child| over(hash, &child.0.to_le_bytes())),
        })
    }
}

/// The store has no node with this hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing(pub Hash);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no node {:016x}", self.0.0)
    }
}

impl std::error::Error for Missing {}

// ANCHOR: node_store
/// Nodes in memory, ordered by hash.
#[derive(Debug, Default)]
pub struct NodeStore {
    nodes: Vec<(Hash, Node)>,
}
// ANCHOR_END: node_store

/// What derive would write. By hand, so that it has a line of its own.
impl Clone for NodeStore {
    fn clone(&self) -> NodeStore {
        NodeStore { nodes: self.nodes.clone() }
    }
}

impl NodeStore {
    /// Puts a value in, cut into leaves of at most `chunk` bytes.
    ///
    /// # Panics
    ///
    /// If `chunk` is zero.
    pub fn put_value(&mut self, bytes: &[u8], chunk: usize) -> Hash {
        if bytes.len() <= chunk {
            return self.put(Node::Leaf(bytes.to_vec()));
        }
        let leaves = bytes.chunks(chunk).map(|part| self.put(Node::Leaf(part.to_vec()))).collect();
        self.put(Node::Inner(leaves))
    }

    /// Puts a node in. One that is there already is not stored twice.
    pub fn put(&mut self, node: Node) -> Hash {
        let hash = node.hash();
        if let Err(place) = self.place(hash) {
            self.nodes.insert(place, (hash, node));
        }
        hash
    }

    /// The nodes, ordered by hash.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().map(|(_, node)| node)
    }

    fn place(&self, hash: Hash) -> Result<usize, usize> {
        self.nodes.binary_search_by_key(&hash, |(known, _)| *known)
    }
}

/// Where nodes come from: memory here, a disk or a network elsewhere.
pub trait Chunks: fmt::Debug {
    /// The node with this hash.
    fn node(&self, hash: Hash) -> Result<&Node, Missing>;

    /// Shows `visit` the node and everything below it, in order.
    fn walk_nodes(&self, hash: Hash, visit: &mut dyn FnMut(&Node)) -> Result<(), Missing>;
}

impl Chunks for NodeStore {
    fn node(&self, hash: Hash) -> Result<&Node, Missing> {
        let place = self.place(hash).map_err(|_| Missing(hash))?;
        Ok(&self.nodes[place].1)
    }

    fn walk_nodes(&self, hash: Hash, visit: &mut dyn FnMut(&Node)) -> Result<(), Missing> {
        let node = self.node(hash)?;
        visit(node);
        if let Node::Inner(children) = node {
            for &child in children {
                self.walk_nodes(child, visit)?;
            }
        }
        Ok(())
    }
}

/// Appends a leaf's bytes; a list of other nodes has none of its own.
pub fn append_leaf(bytes: &mut Vec<u8>, node: &Node) {
    if let Node::Leaf(leaf) = node {
        bytes.extend_from_slice(leaf);
    }
}

/// Puts values together out of nodes.
pub trait ValueStore {
    /// The value's bytes, in a block of their own.
    fn read_bytes(&self, hash: Hash) -> Result<Vec<u8>, Missing>;
}

/// A value that is loaded when it is first read.
#[derive(Debug)]
pub struct LazyValue {
    hash: Hash,
    bytes: OnceCell<Vec<u8>>,
}

impl LazyValue {
    /// Lends the bytes; loads them if nobody has.
    pub fn bytes(&self, store: &dyn ValueStore) -> Result<&[u8], Missing> {
        if let Some(bytes) = self.bytes.get() {
            return Ok(bytes);
        }
        let loaded = store.read_bytes(self.hash)?;
        Ok(self.bytes.get_or_init(|| loaded))
    }
}

impl LazyValue {
    /// Not loaded yet.
    pub fn new(hash: Hash) -> LazyValue {
        LazyValue { hash, bytes: OnceCell::new() }
    }
}

impl ValueStore for NodeStore {
    fn read_bytes(&self, hash: Hash) -> Result<Vec<u8>, Missing> {
        let mut bytes = Vec::new();
        self.walk_nodes(hash, &mut |node| append_leaf(&mut bytes, node))?;
        Ok(bytes)
    }
}
