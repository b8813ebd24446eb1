//! How many bytes each container has to move, derived from how it works and
//! from nothing that it is asked.

/// A container that is not there: it only knows what it would move.
pub(crate) trait Model {
    /// Of a text of `len` bytes, as built.
    fn new(len: usize) -> Self;
    /// What an insert of one byte at `at` moves.
    fn insert(&mut self, at: usize) -> usize;
}

/// A vector: all that lies behind.
#[derive(Debug)]
pub(crate) struct VecModel(usize);

impl Model for VecModel {
    fn new(len: usize) -> VecModel {
        VecModel(len)
    }
    fn insert(&mut self, at: usize) -> usize {
        self.0 += 1;
        self.0 - 1 - at
    }
}

/// A ring: the shorter side.
#[derive(Debug)]
pub(crate) struct DequeModel(usize);

impl Model for DequeModel {
    fn new(len: usize) -> DequeModel {
        DequeModel(len)
    }
    fn insert(&mut self, at: usize) -> usize {
        self.0 += 1;
        at.min(self.0 - 1 - at)
    }
}

/// A gap buffer: all that lies between the gap and the place.
#[derive(Debug)]
pub(crate) struct GapModel(usize);

impl Model for GapModel {
    /// The gap is at the end.
    fn new(len: usize) -> GapModel {
        GapModel(len)
    }
    fn insert(&mut self, at: usize) -> usize {
        let moved = self.0.abs_diff(at);
        self.0 = at + 1;
        moved
    }
}

/// A rope: the lengths of its leaves. A node is a kilobyte, with two counters, a
/// tag, and the leaf's capacity and length; the rest is text.
#[derive(Debug)]
pub(crate) struct RopeModel(Vec<usize>);

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

    /// How many leaves there are.
    pub(crate) fn leaves(&self) -> usize {
        self.0.len()
    }

    /// How many nodes a rope of so many leaves is built with, leaves included.
    /// Leaf after leaf goes into the last node of the level above. When that
    /// would be full it splits: a half stays behind, and is a child of the next
    /// level from then on; the other half is filled further.
    pub(crate) fn nodes(leaves: usize) -> usize {
        let (mut nodes, mut below) = (leaves, leaves);
        loop {
            let here = if below < Self::CHILDREN { 1 } else { below / (Self::CHILDREN / 2) };
            nodes += here;
            if here == 1 {
                return nodes;
            }
            below = here - 1;
        }
    }
}

impl Model for RopeModel {
    /// Full leaves; the last two share what is left when that is too short.
    fn new(len: usize) -> RopeModel {
        let mut leaves = vec![Self::LEAF; len / Self::LEAF];
        let rest = len % Self::LEAF;
        if rest > 0 && (rest >= Self::SHORT || leaves.is_empty()) {
            leaves.push(rest);
        } else if let Some(full) = leaves.pop() {
            let both = full + rest;
            leaves.extend([both / 2, both - both / 2]);
        }
        RopeModel(leaves)
    }

    fn insert(&mut self, mut at: usize) -> usize {
        let last = self.0.len() - 1;
        let mut leaf = 0;
        while leaf < last && at >= self.0[leaf] {
            at -= self.0[leaf];
            leaf += 1;
        }
        let len = self.0[leaf];
        if len < Self::LEAF {
            self.0[leaf] += 1;
            return len - at;
        }
        // No room: it splits in half. What was in the right half moves to the
        // new leaf, and in the left half all that lies behind the place.
        let half = len.div_ceil(2);
        self.0[leaf] = half;
        self.0.insert(leaf + 1, len + 1 - half);
        (len - at).max(len - half)
    }
}
