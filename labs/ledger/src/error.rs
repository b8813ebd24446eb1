use std::io;
use std::path::PathBuf;

/// What can go wrong with a ledger. Every message names the file; those about
/// its content also name the row and the field, as `body.tables[0].rows[2].bytes`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not there.
    #[error("{}: no such ledger", path.display())]
    Missing {
        /// The file that was asked for.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("{}: {action} failed: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried: `reading`, `writing`.
        action: &'static str,
        /// The system's reason.
        #[source]
        source: io::Error,
    },
    /// Over [`MAX_FILE`](crate::MAX_FILE) bytes or [`MAX_ROWS`](crate::MAX_ROWS) rows.
    #[error("{}: {found} {what}, more than the {limit} a ledger may hold", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// `bytes` or `rows`.
        what: &'static str,
        /// How many there are.
        found: u64,
        /// How many there may be.
        limit: u64,
    },
    /// Written by a later version of this workspace.
    #[error(
        "{}: format {found} is newer than format {known}, which this version reads; update the workspace",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The file's format.
        found: u64,
        /// Ours.
        known: u64,
    },
    /// No JSON, or a value of the wrong type, or an unknown or absent field.
    #[error("{}: at {at}: {message}", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// Row and field.
        at: String,
        /// What is wrong there.
        message: String,
    },
    /// Well-formed but not sensible: an empty name, a name twice, a row of no call.
    #[error("{}: at {at}: {message}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Row and field.
        at: String,
        /// What is wrong there.
        message: String,
    },
}
