//! What is inside sync.Pool, and is it worth having in Rust?

mod chain;
mod counters;
mod guard;
#[cfg(loom)]
pub mod models;
mod numbers;
mod pool;
mod recipe;
mod ring;
mod shard;
mod sync;
mod table;
pub mod design {}

pub use counters::Stats;
pub use guard::Guard;
pub use pool::Pool;
pub use recipe::{Buffers, Recipe};
