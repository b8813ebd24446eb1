//! A rope after ropey 1.6: leaves of text in a tree of nodes, each of a kilobyte.
//!
//! ```text
//!  built      [ 984 984 984 … ]   a dozen full leaves to a node
//!  insert     [ 984 492 493 984 … ]   a full leaf splits in half
//!  later      two dozen half-full leaves: the next insert into them first
//!             compacts the node
//! ```

use super::Model;

/// A rope: its leaves, by the nodes right above them. A node is a kilobyte, with
/// two counters, a tag, and the leaf's capacity and length; the rest is text.
#[derive(Debug)]
pub(crate) struct RopeModel {
    nodes: Vec<Vec<Leaf>>,
    made: usize,
}

/// Which one it is, and how long.
type Leaf = (usize, usize);

impl RopeModel {
    /// What a whole node takes.
    pub(crate) const NODE: usize = 1024;
    /// The longest leaf.
    pub(crate) const LEAF: usize = Self::NODE - 2 * 8 - 8 - 2 * 8;
    /// The shortest that a rope is built with: half of the longest less a
    /// thirty-second.
    const SHORT: usize = Self::LEAF / 2 - Self::LEAF / 32;
    /// The most children of an inner node.
    const CHILDREN: usize = 24;
    /// A full node of leaves with less text than this is compacted.
    const SPARSE: usize = Self::LEAF * Self::CHILDREN / 2 + Self::LEAF / 32;

    /// How many leaves there are.
    pub(crate) fn leaves(&self) -> usize {
        self.nodes.iter().map(Vec::len).sum()
    }

    /// How many nodes a rope of so many leaves is built with, leaves included.
    /// Leaf after leaf goes into the last node of the level above. When that
    /// would be full it splits: a half stays behind, and is a child of the next
    /// level from then on; the other half is filled further.
    pub(crate) fn nodes(leaves: usize) -> usize {
        let (mut nodes, mut below) = (leaves, leaves);
        loop {
            let here = Self::above(below);
            nodes += here;
            if here == 1 {
                return nodes;
            }
            below = here - 1;
        }
    }

    /// How many nodes so many children come to lie in.
    fn above(children: usize) -> usize {
        if children < Self::CHILDREN { 1 } else { children / (Self::CHILDREN / 2) }
    }

    /// Where `at` lies: node, leaf, and place in it. The end is the last leaf's.
    fn find(&self, mut at: usize) -> (usize, usize, usize) {
        let mut found = (0, 0, at);
        for (n, node) in self.nodes.iter().enumerate() {
            for (l, &(_, len)) in node.iter().enumerate() {
                found = (n, l, at);
                if at < len {
                    return found;
                }
                at -= len;
            }
        }
        let (n, l, _) = found;
        (n, l, self.nodes[n][l].1)
    }

    /// Fills every leaf from the one behind it: with all of it, or up to one byte
    /// short of full, since ropey looks for the break *before* the last byte that
    /// would fit.
    fn compact(node: &mut Vec<Leaf>) {
        let mut leaf = 1;
        while leaf < node.len() {
            let (left, right) = (node[leaf - 1].1, node[leaf].1);
            if left + right <= Self::LEAF {
                node[leaf - 1].1 += right;
                node.remove(leaf);
            } else {
                let moved = (Self::LEAF - left).saturating_sub(1);
                node[leaf - 1].1 += moved;
                node[leaf].1 -= moved;
                leaf += 1;
            }
        }
    }
}

/// Every byte of a node: which leaf, and where in it.
fn bytes(node: &[Leaf]) -> Vec<(usize, usize)> {
    node.iter().flat_map(|&(leaf, len)| (0..len).map(move |at| (leaf, at))).collect()
}

impl Model for RopeModel {
    /// Full leaves; the last two share what is left when that is too short.
    fn new(len: usize) -> RopeModel {
        let mut lens = vec![Self::LEAF; len / Self::LEAF];
        let rest = len % Self::LEAF;
        if rest > 0 && (rest >= Self::SHORT || lens.is_empty()) {
            lens.push(rest);
        } else if let Some(full) = lens.pop() {
            let both = full + rest;
            lens.extend([both / 2, both - both / 2]);
        }
        let made = lens.len();
        let mut leaves: Vec<Leaf> = lens.into_iter().enumerate().collect();
        // All but the last node are the halves that stayed behind.
        let whole = (Self::above(made) - 1) * (Self::CHILDREN / 2);
        let last = leaves.split_off(whole);
        let halves = leaves.chunks(Self::CHILDREN / 2).map(<[Leaf]>::to_vec);
        RopeModel { nodes: halves.chain([last]).collect(), made }
    }

    fn insert(&mut self, at: usize) -> usize {
        let (n, _, _) = self.find(at);
        let len = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.1).sum::<usize>();
        let start: usize = self.nodes[..n].iter().map(|node| len(node)).sum();
        // On the way down, before the insert: who is full and sparse is compacted.
        let node = &mut self.nodes[n];
        let sparse = node.len() == Self::CHILDREN && len(node) < Self::SPARSE;
        let before = sparse.then(|| bytes(node));
        if sparse {
            Self::compact(node);
        }
        let (n, l, place) = self.find(at);
        let len = self.nodes[n][l].1;
        let mut moved = len - place;
        if len < Self::LEAF {
            self.nodes[n][l].1 += 1;
        } else {
            // No room: it splits in half. What was in the right half moves to the
            // new leaf, and in the left half all that lies behind the place.
            let half = len.div_ceil(2);
            self.nodes[n][l].1 = half;
            self.nodes[n].insert(l + 1, (self.made, len + 1 - half));
            self.made += 1;
            moved = moved.max(len - half);
        }
        if let Some(before) = before {
            let mut after = bytes(&self.nodes[n]);
            after.remove(at - start);
            moved = before.iter().zip(&after).filter(|(old, new)| old != new).count();
        }
        // A node with one too many splits in half as well; no text moves for it.
        if self.nodes[n].len() > Self::CHILDREN {
            let half = self.nodes[n].len().div_ceil(2);
            let right = self.nodes[n].split_off(half);
            self.nodes.insert(n + 1, right);
        }
        moved
    }
}
