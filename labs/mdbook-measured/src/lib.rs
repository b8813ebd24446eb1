//! From ledgers to pages: the directives of the book, and the checks that keep
//! every figure in it measured.
//!
//! ```text
//!  src/*.md        labs/labN/ledger      target/labs (the reader's)
//!     |                   |                       |
//!     v                   v                       v
//!  [directive] --->  [project] reads, tells stale from fresh
//!     |                   |
//!     +----> [preprocess] replaces directives with [render]ed HTML,
//!                 |       collects every [fault]
//!                 v
//!             mdBook renders
//!                 |
//!                 v
//!             [site] checks the finished pages, completes their heads
//! ```
//!
//! The build measures nothing and writes nothing into `src`. All faults of a
//! run are reported together, each with chapter, line and the nearest valid
//! name; then the build fails and the book that was there stays.
//!
//! Two programs use this library: `mdbook-measured`, a preprocessor that any
//! mdBook 0.5 can run, and `book`, which is `cargo book` and does all in one
//! process.

mod address;
mod audits;
pub mod build;
pub mod claims;
pub mod directive;
pub mod fault;
mod figures;
mod includes;
mod logged;
pub mod preprocess;
pub mod project;
mod render;
mod results;
pub mod serve;
mod shown;
mod site;
