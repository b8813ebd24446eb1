//! What does growing cost, step by step?
//!
//! A vector that must grow asks for twice what it has, so pushing costs a step
//! for every doubling, and less than two moved elements a push. Whoever says the
//! length first pays one block; whoever says it in small exact pieces pays for
//! every piece with all that came before.
//!
//! - [`std_model`]: what `Vec` and `String` ask for, step by step
//! - [`vectors`], [`texts`]: ways to fill one, side by side
//! - [`go_model`]: what Go's runtime charges for the same, as a Rust model
//! - [`claimed`]: the rule that the Go text prints
//! - [`amortised`]: what a push costs on average, by all three
//! - [`steps`]: one step, and what the allocator makes of it
//! - [`columns`] and [`exercise`]: yours; [`solution`]: one way to solve it
//!
//! `tests/heap.rs` counts, `tests/chain.rs` holds the models against real
//! vectors, `tests/go.rs` against Go's own runs, `tests/same.rs` proves that all
//! variants agree, `tests/exercise.rs` holds the budget, `benches/time.rs`
//! times, `examples/moves.rs` asks the allocator whether it moved.

pub mod amortised;
pub mod claimed;
pub mod columns;
pub mod exercise;
pub mod go_model;
pub mod solution; // solution
pub mod std_model;
pub mod steps;
pub mod texts;
pub mod vectors;
