//! Reads a profile, whatever its format: told by content, never by name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::error::ReadError;
use crate::model::Profile;

mod dhat;
mod frame;
mod pprof;

/// How much a gzip stream may unpack to, in bytes, unless the caller says
/// otherwise. A profile of 400,000 sites has a quarter of it.
pub const MAX_UNPACKED: u64 = 512 << 20;

/// Reads the profile in a file; `-` is standard input. Memory needed: some
/// twice the size of the (unpacked) file.
///
/// # Errors
///
/// The file cannot be read, or holds no heap profile.
pub fn read_file(path: &Path, max_unpacked: u64) -> Result<Profile, ReadError> {
    let bytes = if path == Path::new("-") { read_stdin() } else { read_all(path) };
    bytes.and_then(|bytes| read_profile(bytes, max_unpacked)).map_err(|fault| fault.at(path))
}

fn read_stdin() -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_all(path: &Path) -> Result<Vec<u8>, ReadError> {
    let mut file = File::open(path)?;
    let meta = file.metadata()?;
    if meta.is_dir() {
        return Err(ReadError::Folder);
    }
    let mut bytes = Vec::new();
    let expected = usize::try_from(meta.len()).unwrap_or_default();
    bytes.try_reserve_exact(expected).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a profile from a file's bytes.
///
/// # Errors
///
/// These are no heap profile, or a gzip stream that unpacks to more than
/// `max_unpacked` bytes.
pub fn read_profile(bytes: Vec<u8>, max_unpacked: u64) -> Result<Profile, ReadError> {
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        let unpacked = unpack(&bytes, max_unpacked)?;
        drop(bytes);
        unpacked
    } else {
        bytes
    };
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        None => Err(ReadError::Empty),
        Some(b'{') => dhat::read(text),
        Some(_) if pprof::may_be(&bytes) => pprof::read(&bytes),
        Some(_) => Err(ReadError::Unknown(beginning(text))),
    }
}

fn unpack(bytes: &[u8], limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(limit.saturating_add(1)).read_to_end(&mut unpacked);
    read.map_err(ReadError::Gzip)?;
    if unpacked.len() as u64 > limit { Err(ReadError::Bomb(limit)) } else { Ok(unpacked) }
}

/// The first bytes as people can read them.
fn beginning(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(16)];
    format!("\"{}\"", shown.escape_ascii())
}
