//! What every lab measures with. A lab declares its variants; this crate
//! counts, times, prints, compares with the ledger and hands the result over.
//!
//! - [`heap`]: exact counts of blocks and bytes, as a test runner of its own
//!   (`tests/heap.rs` of a lab). libtest's threads allocate while a test runs,
//!   so a count taken under `#[test]` is wrong now and then.
//!   It also finds the source lines that allocate, from dhat's own profile.
//! - [`budget`]: an exercise that may allocate no more than it is allowed to,
//!   and on failure the lines that still do.
//! - [`times`]: the two instruments of `benches/time.rs`, criterion and
//!   interleaved rounds, over one declaration of the variants.
//!
//! A counting program installs [`CountingAllocator`] as its global allocator;
//! a timing program must not, since every call would pay for the counting.

mod arguments;
pub mod budget;
mod build;
mod criterion_files;
pub mod heap;
mod instrument;
mod record;
mod sites;
mod text_table;
pub mod times;
mod watchdog;

pub use build::this_build;
/// dhat's allocator: the system's, with every call counted while a profiler
/// runs. `#[global_allocator] static HEAP: labkit::CountingAllocator =
/// labkit::CountingAllocator;` in the test program, never in a library.
pub use dhat::Alloc as CountingAllocator;
pub use instrument::Counted;
/// The results format, for a test that holds a decision against the ledger.
pub use ledger;
pub use ledger::{Blocks, Bytes, Level, Trace, TracePlace, TraceStep, Unit};
