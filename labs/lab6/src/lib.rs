//! What is inside sync.Pool, and is it worth having in Rust?
//!
//! Inside are a slot for the thread alone, a ring from whose other end the rest
//! may steal, and two generations, so that what is idle goes. In Rust such a
//! pool costs little more than a thread-local slot, and works across threads.
//! Against a fresh buffer it wins with a slow allocator; with one that caches
//! for each thread it wins little, and loses in bursts.
//!
//! - [`Pool`], with [`Guard`], [`Recipe`], [`Buffers`] and [`Stats`]: for use
//!   outside the book as well
//! - [`ByteBuffers`]: pools by size class; [`Forgetful`]: for tests of users
//! - [`design`]: why it is as it is, and where it departs from Go's
//! - [`life`]: a run to look at, step by step
//! - [`frames`]: what the lab counts and times, with a pool and without
//! - [`places`]: where a get finds its value, by pattern and shards, and what a
//!   get costs from each place
//! - [`byte_buffer::requests`]: size classes against one pool for all sizes
//! - [`strategies`]: three small pools, by one lock, by shards, by exchange
//! - [`orders`] and [`exercise`]: yours; [`solution`]: one way to solve it
//!
//! `tests/heap.rs` counts, `tests/same.rs` proves that all variants agree,
//! `tests/pool.rs`, `threads.rs`, `exit.rs`, `panics.rs`, `stress.rs`,
//! `byte_buffer.rs` and `forgetful.rs` hold what is promised, `tests/places.rs`
//! holds the pool against a model of its rules, `tests/loom.rs` tries every
//! order of turns, also of what goes wrong elsewhere, `tests/exercise.rs` holds
//! the budget, `benches/time.rs` times. The pool against other pools is
//! `labs/lab6-peers`.

#[cfg(not(loom))] // a static, as `frames`
pub mod byte_buffer;
mod chain;
mod counters;
pub mod design;
pub mod exercise;
mod forgetful;
#[cfg(not(loom))] // loom's primitives are no statics
pub mod frames;
mod guard;
#[cfg(not(loom))]
pub mod life;
#[cfg(loom)]
pub mod models;
mod numbers;
pub mod orders;
#[cfg(not(loom))] // threads of the system's
pub mod places;
mod pool;
mod recipe;
mod ring;
mod shard;
pub mod solution; // solution
#[cfg(not(loom))]
pub mod strategies;
mod sync;
mod table;

#[cfg(not(loom))]
pub use byte_buffer::{ByteBuffer, ByteBuffers};
pub use counters::Stats;
pub use forgetful::Forgetful;
pub use guard::Guard;
pub use pool::Pool;
pub use recipe::{Buffers, Recipe};
pub use shard::Inside;
