//! Which line allocates?
//!
//! Building the records allocates most blocks, growing the text and building
//! share the bytes, and the two orders are not the same. Sizing the buffer
//! leaves one block, the result; only a caller who borrows needs none.
//!
//! - [`pipeline`]: the records, and four ways to encode them
//! - [`exercise`]: yours; [`solution`]: one way to solve it
//!
//! `tests/heap.rs` counts, `tests/same.rs` proves that all variants agree,
//! `tests/exercise.rs` holds the budget, `benches/time.rs` times.

pub mod exercise;
pub mod pipeline;
pub mod solution;
