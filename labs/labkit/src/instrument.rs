//! Counting one call.

use std::fmt;
use std::hint::black_box;

use dhat::{HeapStats, Profiler};
use ledger::{Blocks, Bytes, Level};

/// What one call allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// Blocks allocated in all; a `realloc` counts as one more.
    pub blocks: Blocks,
    /// Bytes requested in all; a `realloc` counts with its full new size.
    pub bytes: Bytes,
    /// The level when live bytes were at their maximum.
    pub peak: Level,
    /// The level on return, with the result still alive.
    pub held: Level,
}

impl Counted {
    /// A call that allocates `blocks` of `bytes` in all and never frees one
    /// while it runs: the peak and what is held are the total.
    pub fn all_held(blocks: u64, bytes: u64) -> Counted {
        let level = Level { blocks: Blocks(blocks), bytes: Bytes(bytes) };
        Counted { blocks: level.blocks, bytes: level.bytes, peak: level, held: level }
    }

    /// A call that grows one block through these sizes and returns it.
    pub fn grown(sizes: &[u64]) -> Counted {
        let last = Level {
            blocks: Blocks(u64::from(!sizes.is_empty())),
            bytes: Bytes(sizes.last().copied().unwrap_or(0)),
        };
        Counted {
            blocks: Blocks(sizes.len() as u64),
            bytes: Bytes(sizes.iter().sum()),
            peak: last,
            held: last,
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} / {} (peak {} / {}, held {} / {})",
            self.blocks,
            self.bytes,
            self.peak.blocks,
            self.peak.bytes,
            self.held.blocks,
            self.held.bytes
        )
    }
}

/// Calls `f` once uncounted, so that what is made on first use is there (a
/// lock, a thread-local, a pooled buffer), then once under dhat.
///
/// The program must have [`CountingAllocator`](crate::CountingAllocator)
/// installed, else everything counts zero; [`controls`] tell.
///
/// # Panics
///
/// If a profiler is already running: counting does not nest.
pub(crate) fn count<R>(f: &mut dyn FnMut() -> R) -> Counted {
    drop(black_box(f()));
    let profiler = Profiler::builder().testing().build();
    let result = black_box(f());
    let stats = HeapStats::get();
    // Stopped before anything else runs here: a failing assertion under a
    // profiler would count the panic's own blocks.
    drop(profiler);
    drop(result);
    Counted {
        blocks: Blocks(stats.total_blocks),
        bytes: Bytes(stats.total_bytes),
        peak: Level {
            blocks: Blocks(stats.max_blocks as u64),
            bytes: Bytes(stats.max_bytes as u64),
        },
        held: Level {
            blocks: Blocks(stats.curr_blocks as u64),
            bytes: Bytes(stats.curr_bytes as u64),
        },
    }
}

/// What the two controls count, by name: one must count exactly one block, the
/// other none. A difference means that nothing counted here can be trusted.
pub(crate) fn controls() -> [(&'static str, Counted, Counted); 2] {
    let one = count(&mut || Some(Box::new(1_u64)));
    let none = count(&mut || None::<Box<u64>>);
    [("one_block", one, Counted::all_held(1, 8)), ("no_block", none, Counted::default())]
}

/// What to say of a control; `Ok` if it counted what it must.
pub(crate) fn check_control(counted: Counted, expected: Counted) -> Result<(), String> {
    if counted == expected {
        return Ok(());
    }
    Err(format!(
        "the instrument is broken: this control must count {expected}, and it counted {counted}.\n\
         Is CountingAllocator this program's global allocator, does another thread allocate, \
         or did the optimiser remove the block?"
    ))
}
