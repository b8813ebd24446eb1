//! What Go's runtime charges, as a Rust model: bytes and objects of a program
//! on a 64-bit machine, for Go 1.26 and 1.27.
//!
//! ```text
//!   append, Buffer.Write      how large the next array is     slice, buffer
//!          |
//!          v
//!   one object of n bytes     what it is charged with         class
//!          |
//!          +-- n < 16, no pointers: into an open block        tiny
//! ```
//!
//! `tests/go.rs` holds it against Go's own runs of `go/`. What it does not
//! predict: time, when a collection runs, what the runtime allocates for itself.
//! Rebuilt from Go's sources, see `NOTICE`.

mod buffer;
mod class;
mod heap;
pub mod listings;
mod slice;
mod tiny;

pub use buffer::Buffer;
pub use class::{CLASSES, PAGE, charge, size_class, usable};
pub use heap::Heap;
pub use slice::{Element, Slice, grown};
pub use tiny::{TINY_BLOCK, Tiny};
