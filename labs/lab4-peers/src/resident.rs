//! What of one large frame stays resident after a thousand small ones.

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use lab4::frame::{BODY, fresh};
use lab4::large::{
    Bodies, LARGE, SMALL, large_apart, large_dropped, large_kept, large_low_cap, large_shrunk,
    large_streamed,
};

/// Sends the bodies; returns the sum of the checksums and what waits for the next.
type Way = fn(&Bodies) -> (u32, Vec<u8>);

/// Every way, by the name that it has in lab4.
pub const LARGE_WAYS: [(&str, Way); 6] = [
    ("large_kept", large_kept),
    ("large_dropped", large_dropped),
    ("large_shrunk", large_shrunk),
    ("large_apart", large_apart),
    ("large_low_cap", large_low_cap),
    ("large_streamed", large_streamed),
];

/// How long an allocator gets to give back what it keeps for later.
const PAUSE: Duration = Duration::from_millis(1500);

/// By how many bytes this process has grown when the way has sent all bodies and
/// what it keeps is still there; and again after a pause and ten times as many
/// small frames, since an allocator acts when it is called. A process is good for one
/// way: the next would find the pages of the last.
pub(crate) fn grown(name: &str) -> Result<[usize; 2]> {
    let (_, way) = LARGE_WAYS.iter().find(|(known, _)| *known == name).context("no such way")?;
    let bodies = Bodies { large: vec![b'a'; LARGE], small: vec![b'a'; BODY] };
    // The first look makes what later ones need.
    resident()?;
    let before = resident()?;
    let kept = black_box(way(&bodies));
    let after = resident()?;
    thread::sleep(PAUSE);
    for _ in 0..10 * SMALL {
        black_box(fresh(&bodies.small));
    }
    let later = resident()?;
    drop(kept);
    Ok([after, later].map(|bytes| bytes.saturating_sub(before)))
}

/// Bytes of this process that are in memory.
fn resident() -> Result<usize> {
    let stats = memory_stats::memory_stats().context("this system tells of no resident memory")?;
    Ok(stats.physical_mem)
}
