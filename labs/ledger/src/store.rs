//! Atomic writing.

use std::io::Write as _;
use std::path::Path;
use std::{fs, io};

use crate::read::{Body, Ledger, parse};
use crate::{Error, MAX_FILE};

/// Replaces the ledger at `path`, or leaves it as it was: the new text goes to
/// a file beside it, is flushed to the disk and renamed over it.
///
/// # Errors
///
/// [`Error::Io`] if the folder cannot be written, and the reader's errors if
/// `ledger` is one that [`read`](crate::read) would refuse.
pub fn write<B: Body>(path: &Path, ledger: &Ledger<B>) -> Result<(), Error> {
    let mut text = serde_json::to_vec_pretty(ledger).map_err(|e| Error::Shape {
        path: path.to_owned(),
        at: "the top level".into(),
        message: e.to_string(),
    })?;
    text.push(b'\n');
    parse::<B>(path, &text)?;
    write_bytes(path, &text)
}

/// Replaces any file at `path` atomically, making its folder where it is not
/// there.
///
/// # Errors
///
/// [`Error::Io`] if the folder cannot be written, [`Error::TooLarge`] for more
/// than [`MAX_FILE`] bytes.
pub fn write_bytes(path: &Path, text: &[u8]) -> Result<(), Error> {
    let io_error =
        |source: io::Error| Error::Io { path: path.to_owned(), action: "writing", source };
    if text.len() as u64 > MAX_FILE {
        return Err(Error::TooLarge {
            path: path.to_owned(),
            what: "bytes",
            found: text.len() as u64,
            limit: MAX_FILE,
        });
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(io_error)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ledger-");
    // Others may read what is committed; a temporary file's default is 0600.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut file = builder.tempfile_in(folder).map_err(io_error)?;
    file.write_all(text).map_err(io_error)?;
    file.as_file().sync_all().map_err(io_error)?;
    file.persist(path).map_err(|e| io_error(e.error))?;
    Ok(())
}
