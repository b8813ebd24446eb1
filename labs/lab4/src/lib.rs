//! Do we need the buffer at all?
//!
//! A frame that is only summed up and written needs none: the checksum takes
//! its parts, and so does the system. A buffer that is kept saves the blocks and
//! still copies every byte; and what it keeps is as large as its largest frame.
//!
//! - [`frame`]: eight ways to get the room for a frame, and one of them is none
//! - [`written`]: the frame really written, to an [`outlet`]: a pipe or a socket
//! - [`large`]: one large frame, then small ones, and what stays
//! - [`events`] and [`exercise`]: yours; [`solution`]: one way to solve it
//!
//! `tests/heap.rs` counts, `tests/same.rs` proves that all variants agree,
//! `tests/exercise.rs` holds the budget, `benches/time.rs` times. Under other
//! allocators and on several threads: `labs/lab4-peers`.

pub mod events;
pub mod exercise;
pub mod frame;
pub mod large;
pub mod outlet;
pub mod solution; // solution
pub mod written;
