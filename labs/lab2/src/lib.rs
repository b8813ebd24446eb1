//! Which call hides an allocation, and how do we make the compiler forbid it?
//!
//! In Rust a block has a word in the text: `Box::new`, `clone`, `to_vec`. The
//! word can be hidden in what you call, and `clone` is one word for two prices.
//! What must not allocate can be held to it: by a budget of no blocks, and by a
//! crate that has no heap to allocate from.
//!
//! - [`store`]: nodes by their hashes, and values made of them
//! - [`receivers`]: the Go text's method, by value and by pointer
//! - [`sharing`]: one `clone`, three prices
//! - [`callbacks`]: a visitor in a box, behind a reference, as a type
//! - [`futures`]: a method that waits, with a box per call and without
//! - [`results`]: a `Vec`, a slice, a `Cow`
//! - [`refused`]: what the compiler does not accept
//! - [`workload`]: what is read, and how often
//! - [`audit`]: what the exercise works with
//! - [`exercise`]: yours; [`solution`]: one way to solve it
//!
//! `tests/heap.rs` counts, `tests/same.rs` proves that all variants agree,
//! `tests/refused.rs` asks the compiler, `tests/exercise.rs` holds the budget,
//! `benches/time.rs` times. `labs/lab2-nostd` is the crate without a heap.

pub mod audit;
pub mod callbacks;
pub mod exercise;
pub mod futures;
pub mod receivers;
pub mod refused;
pub mod results;
pub mod sharing;
pub mod solution;
pub mod store;
pub mod workload;
