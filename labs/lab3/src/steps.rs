//! One step of growth, taken by itself: what the allocator makes of it.

// ANCHOR: steps
/// The next step as `Vec` takes it: through `realloc`, which may move the block
/// or extend it where it is.
pub fn step_realloc(full: &mut Vec<u8>) {
    full.reserve(1);
}

/// The next step as it is where there is no `realloc`: a wider block, a copy, and
/// the old block freed.
pub fn step_copy(full: &mut Vec<u8>) {
    let mut wider = Vec::with_capacity(2 * full.capacity());
    wider.extend_from_slice(full);
    *full = wider;
}
// ANCHOR_END: steps

/// A vector without room: its next push makes a step.
pub fn full(bytes: usize) -> Vec<u8> {
    vec![1; bytes]
}

/// What became of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stands where it stood, and is longer.
    Extended,
    /// It was copied to another place.
    Moved,
    /// Its pages stand at another address; none was copied.
    Remapped,
}

/// Where glibc puts a block that has pages of its own: behind two words.
const OWN_PAGES: usize = 16;

/// Under glibc, by the addresses before and after.
pub fn fate(before: usize, after: usize) -> Fate {
    let own_pages = |address: usize| address % 4096 == OWN_PAGES;
    match (before == after, own_pages(before) && own_pages(after)) {
        (true, _) => Fate::Extended,
        (false, true) => Fate::Remapped,
        (false, false) => Fate::Moved,
    }
}
