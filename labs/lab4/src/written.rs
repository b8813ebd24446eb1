//! The frame is summed up and really written, in five ways. Each returns the
//! checksum when the frame is out.

use std::io::{self, BufWriter, ErrorKind, IoSlice, Write};

use crate::frame::{self, PREFIX};

// ANCHOR: write_fresh
/// From a buffer that starts empty and grows.
pub fn write_fresh(out: &mut impl Write, body: &[u8]) -> io::Result<u32> {
    let mut frame = Vec::new();
    frame::append_frame(&mut frame, body);
    out.write_all(&frame)?;
    Ok(crc32fast::hash(&frame))
}
// ANCHOR_END: write_fresh

// ANCHOR: write_reused
/// From a buffer that the caller keeps.
pub fn write_reused(out: &mut impl Write, frame: &mut Vec<u8>, body: &[u8]) -> io::Result<u32> {
    let sum = frame::reused(frame, body);
    out.write_all(frame)?;
    Ok(sum)
}
// ANCHOR_END: write_reused

// ANCHOR: write_buffered
/// Through std's buffer, which the caller keeps, and out of it at the end.
pub fn write_buffered<W: Write>(out: &mut BufWriter<W>, body: &[u8]) -> io::Result<u32> {
    out.write_all(PREFIX)?;
    out.write_all(body)?;
    out.flush()?;
    Ok(frame::streamed(body))
}
// ANCHOR_END: write_buffered

// ANCHOR: write_parts
/// From where the parts lie, one after the other.
pub fn write_parts(out: &mut impl Write, body: &[u8]) -> io::Result<u32> {
    out.write_all(PREFIX)?;
    out.write_all(body)?;
    Ok(frame::streamed(body))
}
// ANCHOR_END: write_parts

// ANCHOR: write_streamed
/// From where the parts lie, both at once.
pub fn write_streamed(out: &mut impl Write, body: &[u8]) -> io::Result<u32> {
    write_all_vectored(out, &mut [IoSlice::new(PREFIX), IoSlice::new(body)])?;
    Ok(frame::streamed(body))
}
// ANCHOR_END: write_streamed

/// Writes all of the parts. One call may write less than was asked for, and
/// std's own loop over it is not stable yet.
fn write_all_vectored(out: &mut impl Write, mut parts: &mut [IoSlice<'_>]) -> io::Result<()> {
    // Parts without a byte go first: of such alone nothing is written.
    IoSlice::advance_slices(&mut parts, 0);
    while !parts.is_empty() {
        match out.write_vectored(parts) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut parts, written),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
