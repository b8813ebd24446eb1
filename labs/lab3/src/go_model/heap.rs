//! A heap that only adds up.

use super::class::charge;
use super::tiny::{TINY_BLOCK, Tiny};

/// Bytes and objects allocated so far, and the open tiny block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heap {
    /// `TotalAlloc`.
    pub bytes: u64,
    /// `Mallocs`.
    pub objects: u64,
    /// Objects that a heap profile of every allocation shows.
    pub profiled: u64,
    tiny: Tiny,
}

impl Heap {
    /// One object. Whether a profile shows it.
    pub fn allocate(&mut self, bytes: u64, pointers: bool) -> bool {
        if bytes == 0 {
            return false;
        }
        self.objects += 1;
        let (charged, shown) = if !pointers && bytes < TINY_BLOCK {
            let opened = self.tiny.place(bytes);
            (if opened { TINY_BLOCK } else { 0 }, opened)
        } else {
            (charge(bytes, pointers), true)
        };
        self.bytes += charged;
        self.profiled += u64::from(shown);
        shown
    }

    /// What a collection, or reading the statistics, does to the open block.
    pub fn close_tiny_block(&mut self) {
        self.tiny = Tiny::default();
    }

    /// The first use of a `sync.Pool` after a collection: an array of one slot
    /// of 128 bytes for each P, and a place in the list of pools.
    pub fn register_pool(&mut self, procs: u64) {
        self.allocate(128 * procs, true);
        self.allocate(8, true);
    }
}
