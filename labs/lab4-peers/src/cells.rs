//! The cells, in an order that all workers share.

use lab4::frame::{
    BODY, exact, fresh, pooled, pooled_slots, reused, stack, streamed, thread_local,
};

/// Threads that work at once.
pub const THREADS: [usize; 2] = [1, 4];

/// Bytes of the body in a sweep.
pub const SIZES: [usize; 6] = [64, 512, 4 << 10, 32 << 10, 256 << 10, 1 << 20];

/// One frame; a thread has a buffer of its own for the ways that want one.
pub type Way = fn(&mut Vec<u8>, &[u8]) -> u32;

/// Every way, by the name that it has in lab4.
pub const WAYS: [(&str, Way); 8] = [
    ("fresh", |_, body| fresh(body)),
    ("exact", |_, body| exact(body)),
    ("reused", reused),
    ("thread_local", |_, body| thread_local(body)),
    ("pooled", |_, body| pooled(body)),
    ("pooled_slots", |_, body| pooled_slots(body)),
    ("stack", |_, body| stack(body)),
    ("streamed", |_, body| streamed(body)),
];

/// Ways that are taken through all sizes.
const SWEPT: [&str; 3] = ["fresh", "reused", "streamed"];

/// What is measured at once.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// Name of the way.
    pub way: &'static str,
    /// What is called.
    pub call: Way,
    /// Bytes of the body.
    pub size: usize,
    /// Threads.
    pub threads: usize,
}

/// All cells: every way with the chapter's body, and some with every size.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for threads in THREADS {
        for (way, call) in WAYS {
            let sizes = SIZES.iter().filter(|&&size| size == BODY || SWEPT.contains(&way));
            cells.extend(sizes.map(|&size| Cell { way, call, size, threads }));
        }
    }
    cells
}
