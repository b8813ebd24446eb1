//! What can be wrong with a profile.

use std::io;
use std::path::PathBuf;

use crate::model::Origin;

/// Why a profile could not be read. The text says what, where and what to do;
/// the file's name is added by [`ReadError::File`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A fault, and the file it is in.
    #[error("{}: {source}", path.display())]
    File {
        /// The file as the caller named it.
        path: PathBuf,
        /// The fault.
        source: Box<ReadError>,
    },
    /// The file cannot be read at all.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A folder was named.
    #[error("this is a folder; name the profile in it")]
    Folder,
    /// Nothing is in the file.
    #[error(
        "the file is empty; a profile is written when the profiler is dropped, which neither \
         process::exit nor a signal does"
    )]
    Empty,
    /// The first bytes belong to none of the formats.
    #[error(
        "neither a dhat profile (JSON) nor a pprof one (protobuf, also gzipped); it begins with {0}"
    )]
    Unknown(String),
    /// The text is no JSON, or not that of a profile.
    #[error("{0}; was the program stopped while it wrote the profile?")]
    Truncated(serde_json::Error),
    /// The text is no JSON, or not that of a profile.
    #[error("{0}")]
    Json(serde_json::Error),
    /// A later version of the format.
    #[error("the profile has format version {0}; this reads version 2")]
    Version(u64),
    /// JSON, but without what makes it a profile.
    #[error("no `{0}` in it: this is JSON, but no dhat profile")]
    Missing(&'static str),
    /// A stack names a frame that the table does not have.
    #[error("site {site} names frame {frame}, but the table ends at {table}")]
    Frame {
        /// Which entry of `pps`, from zero.
        site: usize,
        /// The index it gives.
        frame: u64,
        /// How many frames there are.
        table: usize,
    },
    /// The sums are beyond any machine's memory.
    #[error("the sum of the {0} is above 2^64: no program allocates that")]
    Overflow(&'static str),
    /// More of something than this program counts.
    #[error("more than 4,294,967,295 {0}")]
    TooMany(&'static str),
    /// The stacks are longer than a file of this size can have.
    #[error("its stacks have more than {0} frames, which no profile of this size has")]
    Frames(usize),
    /// The protobuf message is broken.
    #[error("no pprof profile: {0}")]
    Pprof(String),
    /// A pprof profile of something else.
    #[error(
        "a pprof profile of {0}, not of a heap: heapview reads alloc_space, alloc_objects, \
         inuse_space and inuse_objects"
    )]
    NotHeap(String),
    /// A difference of two profiles.
    #[error("it has negative values, so it is a difference; give both profiles to `heapview diff`")]
    Negative,
    /// Profiles that do not add up.
    #[error(
        "{0:?} and {1:?} (or profiles that measure other things) do not add up; name profiles of \
         one kind"
    )]
    Kinds(Origin, Origin),
    /// The gzip stream is broken.
    #[error("the gzip stream is broken: {0}")]
    Gzip(io::Error),
    /// The gzip stream expands beyond the limit.
    #[error("it unpacks to more than {0} bytes; raise the limit with --max-unpacked")]
    Bomb(u64),
}

impl ReadError {
    /// Adds the file's name.
    pub(crate) fn at(self, path: &std::path::Path) -> ReadError {
        ReadError::File { path: path.to_owned(), source: Box::new(self) }
    }
}
