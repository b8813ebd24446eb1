//! Which line allocates?
//!
//! Building has nearly all blocks and three quarters of the bytes, and its lines
//! rank differently by the one and by the other. Sizing or reusing the buffer
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
