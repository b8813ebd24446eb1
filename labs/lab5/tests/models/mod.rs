//! How many bytes each container has to move, derived from how it works and
//! from nothing that it is asked.

mod rope;

pub(crate) use rope::RopeModel;

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
