//! What a worker measures: every cell once, under the allocator that its
//! program has installed.
//!
//! A cell is a way to get the frame's checksum, a size of the body and a number
//! of threads. Its value is CPU time per frame: on a machine that is shared it
//! counts only what the program itself was given. Or it measures nothing but by
//! how much one of lab4's ways with a large frame has made its process grow.

mod cells;
mod resident;
mod timed;

pub use cells::{Cell, SIZES, THREADS, WAYS, Way, cells};
pub use resident::LARGE_WAYS;
pub use timed::worker;
