//! One large frame, then many small ones: what becomes of the large frame's
//! buffer. Each returns the sum of the checksums and what waits for the next
//! frame.

use crate::frame::{BODY, PREFIX, exact, reused, streamed};

/// Bytes of the large body.
pub const LARGE: usize = 16 << 20;

/// Small frames that follow it.
pub const SMALL: usize = 1000;

/// Capacity up to which a buffer is kept: room for sixteen of the usual frames.
pub const KEEP: usize = 16 * BODY;

/// One large body and the small one that follows it again and again.
#[derive(Debug)]
pub struct Bodies {
    /// The large one.
    pub large: Vec<u8>,
    /// The small one.
    pub small: Vec<u8>,
}

impl Bodies {
    /// In the order in which they are sent.
    pub fn in_turn(&self) -> impl Iterator<Item = &[u8]> {
        let small = std::iter::repeat_n(self.small.as_slice(), SMALL);
        std::iter::once(self.large.as_slice()).chain(small)
    }

    /// Sends each with the buffer that the frame before left behind.
    fn each(&self, mut send: impl FnMut(&mut Vec<u8>, &[u8]) -> u32) -> (u32, Vec<u8>) {
        let mut frame = Vec::new();
        let sums =
            self.in_turn().fold(0, |sum: u32, body| sum.wrapping_add(send(&mut frame, body)));
        (sums, frame)
    }
}

// ANCHOR: large_kept
/// The buffer stays as it is.
pub fn large_kept(bodies: &Bodies) -> (u32, Vec<u8>) {
    bodies.each(reused)
}
// ANCHOR_END: large_kept

// ANCHOR: large_dropped
/// A buffer that has grown beyond the cap goes, and the next frame begins with
/// an empty one.
pub fn large_dropped(bodies: &Bodies) -> (u32, Vec<u8>) {
    bodies.each(capped::<KEEP>)
}

fn capped<const KEEP: usize>(frame: &mut Vec<u8>, body: &[u8]) -> u32 {
    let sum = reused(frame, body);
    if frame.capacity() > KEEP {
        *frame = Vec::new();
    }
    sum
}
// ANCHOR_END: large_dropped

// ANCHOR: large_shrunk
/// It is cut down to the cap instead.
pub fn large_shrunk(bodies: &Bodies) -> (u32, Vec<u8>) {
    bodies.each(|frame, body| {
        let sum = reused(frame, body);
        // No vector shrinks below its length.
        frame.clear();
        frame.shrink_to(KEEP);
        sum
    })
}
// ANCHOR_END: large_shrunk

// ANCHOR: large_apart
/// A frame that is too large gets a buffer of its own from the start.
pub fn large_apart(bodies: &Bodies) -> (u32, Vec<u8>) {
    bodies.each(
        |frame, body| {
            if PREFIX.len() + body.len() > KEEP { exact(body) } else { reused(frame, body) }
        },
    )
}
// ANCHOR_END: large_apart

// ANCHOR: large_low_cap
/// A cap of the body's size. The frame is a prefix longer.
pub fn large_low_cap(bodies: &Bodies) -> (u32, Vec<u8>) {
    bodies.each(capped::<BODY>)
}
// ANCHOR_END: large_low_cap

// ANCHOR: large_streamed
/// There is no buffer.
pub fn large_streamed(bodies: &Bodies) -> (u32, Vec<u8>) {
    bodies.each(|_, body| streamed(body))
}
// ANCHOR_END: large_streamed
