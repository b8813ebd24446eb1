//! What does the position of an insert cost?
//!
//! In one block all that lies behind it: at the front everything, at the end
//! nothing. A ring moves the shorter side, a gap buffer the way from the last
//! insert, a rope at most a leaf. Many inserts at once cost one pass.
//!
//! - [`append`]: at the end, into a buffer that is fresh, reused or pooled
//! - [`in_place`]: at the end, into a buffer that may not grow
//! - [`containers`]: anywhere, into a vector, a ring, a gap buffer ([`gap`]) and a
//!   rope; [`places`] sees what was moved, [`mix`] says where inserts go
//! - [`many`]: a thousand at once
//! - [`edit`] and [`exercise`]: yours; [`solution`]: one way to solve it
//!
//! `tests/heap.rs` counts, `tests/same.rs` proves that all variants agree,
//! `tests/decide.rs` holds the chapter's decisions against the results,
//! `tests/exercise.rs` holds the budget, `benches/time.rs` times.

pub mod append;
pub mod containers;
pub mod edit;
pub mod exercise;
pub mod gap;
pub mod in_place;
pub mod many;
pub mod mix;
pub mod places;
pub mod solution;

/// How often a short text is appended in the tables: as often as in the Go text.
pub const TIMES: usize = 1_000_000;

/// How often one is copied.
pub const COPIES: usize = 100_000;

/// How long the text is into which is inserted.
pub const LEN: usize = 1_000_000;

/// How many inserts a mix has, and how many bytes are inserted together.
pub const INSERTS: usize = 1000;
