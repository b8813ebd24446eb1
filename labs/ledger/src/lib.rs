//! The results format between a lab, which measures, and the book, which may
//! show nothing else.
//!
//! A [`Ledger`] is one JSON file: what was measured ([`Counts`] or [`Times`]),
//! and the [`Provenance`] that says where, when, with what and from which
//! sources. Three parties handle it:
//!
//! ```text
//!  labN's own process          cargo labs measure           the book tool
//!  ------------------          ------------------           -------------
//!  measures, prints and   -->  adds the provenance,    -->  reads, checks the
//!  hands over a [Record]       writes a [Ledger]            [Key], renders
//! ```
//!
//! Counts are facts: exact, the same on every 64-bit machine. Times are
//! observations of one machine, so they stand in a file of their own per
//! machine.
//!
//! Reading is strict. A file that is torn, newer than this code, over a limit
//! ([`MAX_FILE`], [`MAX_ROWS`]), or that holds an unknown field, a value that
//! is no number, or one name twice is refused with the file, the row and the
//! field; nothing is dropped in silence. The crate does no other I/O than
//! reading and, with the feature `store`, replacing a file atomically and
//! hashing sources for the key.

mod attempt;
mod calibration;
mod counts;
mod error;
#[cfg(feature = "store")]
mod freshness;
mod grid;
pub mod judge;
mod machine_files;
mod provenance;
mod read;
#[cfg(feature = "store")]
mod store;
mod times;
mod trace;
mod unit;
#[cfg(feature = "store")]
mod workspace;

pub use attempt::{Allocated, Attempt};
pub use calibration::{Calibration, Case, Copies, Method, Tally};
pub use counts::{CountRow, CountTable, Counts, Fact, Level, Site, SiteTable, Unit};
pub use error::Error;
#[cfg(feature = "store")]
pub use freshness::{Sources, key_of_go, peers_dir};
pub use grid::{CountGrid, CountGridRow, ObservedGrid, ObservedGridRow, Quantity, Spread};
pub use machine_files::{PEERS, TIMES, machine_files};
pub use provenance::{Build, Key, Machine, Provenance};
pub use read::{Body, FORMAT, Ledger, MAX_FILE, MAX_ROWS, Record, parse, parse_record, read};
#[cfg(feature = "store")]
pub use store::{write, write_bytes};
pub use times::{Estimate, Instructions, Round, TimeTable, Times};
pub use trace::{Trace, TracePlace, TraceStep};
pub use unit::{Blocks, Bytes, Nanos, grouped};
#[cfg(feature = "store")]
pub use workspace::{Exercise, LabManifest, labs, target_dir};
