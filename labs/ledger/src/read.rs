//! Strict reading.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Build, Error, Provenance};

/// The version of the format that this code writes and reads.
pub const FORMAT: u64 = 1;

/// The most bytes that a ledger may have.
pub const MAX_FILE: u64 = 16 << 20;

/// The most rows (variants, sites, values, times of a round) that a ledger may
/// have; a page that shows more is no page.
pub const MAX_ROWS: usize = 20_000;

/// One results file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger<B> {
    /// Always [`FORMAT`].
    pub format: u64,
    /// The lab's package name.
    pub lab: String,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// [`Counts`](crate::Counts) or [`Times`](crate::Times).
    pub body: B,
}

/// What a lab's process hands to `cargo labs measure`, which knows the rest of
/// the provenance. The path to write it to comes in the environment variable
/// `LABKIT_RECORD`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record<B> {
    /// Always [`FORMAT`].
    pub format: u64,
    /// The lab's package name.
    pub lab: String,
    /// How the measured program was compiled.
    pub build: Build,
    /// What it measured.
    pub body: B,
}

/// A kind of content: [`Counts`](crate::Counts) or [`Times`](crate::Times).
pub trait Body: Serialize + DeserializeOwned {
    /// How many rows it has, for the limit.
    fn rows(&self) -> usize;
    /// Tells `check` what is not sensible.
    #[doc(hidden)]
    fn check(&self, check: &mut Checker);
}

/// Collects the first fault of a content.
#[derive(Debug, Default)]
pub struct Checker {
    fault: Option<(String, String)>,
}

impl Checker {
    pub(crate) fn holds(&mut self, condition: bool, at: impl Display, message: &str) {
        if !condition && self.fault.is_none() {
            self.fault = Some((at.to_string(), message.to_owned()));
        }
    }

    /// A name is one line of text, not empty and not a page long. Markup in it
    /// is text like any other; the book escapes it.
    pub(crate) fn name(&mut self, at: impl Display, name: &str) {
        let sensible = !name.trim().is_empty()
            && name.chars().count() <= 400
            && !name.chars().any(char::is_control);
        self.holds(sensible, at, "one line of 1 to 400 characters is needed");
    }

    /// Counts are added up and shown exactly; beyond 2^53 neither a double nor a
    /// reader could tell one from the next.
    pub(crate) fn countable(&mut self, at: impl Display, values: impl Iterator<Item = u64>) {
        let sum: u128 = values.map(u128::from).sum();
        self.holds(sum <= 1 << 53, at, "the numbers add up to more than 2^53, which no lab counts");
    }

    pub(crate) fn unique<'a>(&mut self, at: impl Display, names: impl Iterator<Item = &'a String>) {
        let mut seen = HashSet::new();
        for (i, name) in names.enumerate() {
            self.name(format_args!("{at}[{i}]"), name);
            if !seen.insert(name) {
                self.holds(
                    false,
                    format_args!("{at}[{i}]"),
                    &format!("the name {name:?} stands there twice"),
                );
            }
        }
    }
}

/// Reads and checks a ledger.
///
/// # Errors
///
/// [`Error::Missing`] where there is no file, and every other fault with the
/// file, the row and the field.
pub fn read<B: Body>(path: &Path) -> Result<Ledger<B>, Error> {
    let io_error = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => Error::Missing { path: path.to_owned() },
        _ => Error::Io { path: path.to_owned(), action: "reading", source },
    };
    let file = File::open(path).map_err(io_error)?;
    let mut text = Vec::new();
    file.take(MAX_FILE + 1).read_to_end(&mut text).map_err(io_error)?;
    parse(path, &text)
}

/// Reads a ledger from memory; `path` is for the messages.
///
/// # Errors
///
/// As [`read`].
pub fn parse<B: Body>(path: &Path, text: &[u8]) -> Result<Ledger<B>, Error> {
    let ledger: Ledger<B> = shape(path, text)?;
    check_format(path, ledger.format)?;
    let mut check = Checker::default();
    check.name("lab", &ledger.lab);
    ledger.provenance.check(&mut check);
    finish(path, &ledger.body, check)?;
    Ok(ledger)
}

/// Reads what a lab's process handed over.
///
/// # Errors
///
/// As [`read`].
pub fn parse_record<B: Body>(path: &Path, text: &[u8]) -> Result<Record<B>, Error> {
    let record: Record<B> = shape(path, text)?;
    check_format(path, record.format)?;
    let mut check = Checker::default();
    check.name("lab", &record.lab);
    check.name("build.toolchain", &record.build.toolchain);
    finish(path, &record.body, check)?;
    Ok(record)
}

/// Size, JSON, types and fields. Of another format the reader should hear that
/// it is another, not which of its fields is unknown; so a file that does not
/// fit is asked for its format.
fn shape<T: DeserializeOwned>(path: &Path, text: &[u8]) -> Result<T, Error> {
    if text.len() as u64 > MAX_FILE {
        return Err(Error::TooLarge {
            path: path.to_owned(),
            what: "bytes",
            found: text.len() as u64,
            limit: MAX_FILE,
        });
    }
    // PERF: following the path costs a third of the reading, so it is done
    // when there is a fault to place.
    serde_json::from_slice(text).map_err(|_| match format_of(text) {
        Some(found) if found > FORMAT => {
            Error::Newer { path: path.to_owned(), found, known: FORMAT }
        }
        _ => {
            let (at, message) = place::<T>(text);
            Error::Shape { path: path.to_owned(), at, message }
        }
    })
}

/// Where the fault lies, and what it is.
fn place<T: DeserializeOwned>(text: &[u8]) -> (String, String) {
    let mut json = serde_json::Deserializer::from_slice(text);
    match serde_path_to_error::deserialize::<_, T>(&mut json) {
        Err(e) => {
            // `.` and `?` stand for the top and for what has no name.
            let at = Some(e.path().to_string()).filter(|at| at.len() > 1);
            (at.unwrap_or_else(|| "the top level".into()), e.inner().to_string())
        }
        // The value is sound, so it is what comes behind it.
        Ok(_) => ("the end".into(), json.end().err().map(|e| e.to_string()).unwrap_or_default()),
    }
}

/// The one field that every version has.
fn format_of(text: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct Head {
        format: u64,
    }
    serde_json::from_slice::<Head>(text).ok().map(|head| head.format)
}

/// Any number but ours is refused, also where the rest would fit.
fn check_format(path: &Path, found: u64) -> Result<(), Error> {
    match found {
        FORMAT => Ok(()),
        0 => Err(Error::Shape {
            path: path.to_owned(),
            at: "format".into(),
            message: "there is no format 0".into(),
        }),
        _ => Err(Error::Newer { path: path.to_owned(), found, known: FORMAT }),
    }
}

fn finish<B: Body>(path: &Path, body: &B, mut check: Checker) -> Result<(), Error> {
    if body.rows() > MAX_ROWS {
        return Err(Error::TooLarge {
            path: path.to_owned(),
            what: "rows",
            found: body.rows() as u64,
            limit: MAX_ROWS as u64,
        });
    }
    body.check(&mut check);
    match check.fault {
        Some((at, message)) => Err(Error::Invalid { path: path.to_owned(), at, message }),
        None => Ok(()),
    }
}
