//! Allocators without a pool. Each is called as what it is; none is installed
//! as the program's own, so that all are in one run.
#![expect(unsafe_code, reason = "an allocator is called by hand")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

/// The system's.
pub(crate) static GLIBC: System = System;
pub(crate) static JEMALLOC: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;
pub(crate) static MIMALLOC: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A block of so many bytes, known when the program is compiled, as a user's
/// mostly are.
pub(crate) struct Block<A: GlobalAlloc + 'static, const SIZE: usize> {
    allocator: &'static A,
    at: *mut u8,
}

impl<A: GlobalAlloc, const SIZE: usize> Block<A, SIZE> {
    const LAYOUT: Layout = match Layout::from_size_align(SIZE, 1) {
        Ok(layout) if SIZE > 0 => layout,
        _ => panic!("a block has a size"),
    };

    #[inline]
    pub(crate) fn new(allocator: &'static A) -> Block<A, SIZE> {
        // SAFETY: the layout is not empty.
        let at = unsafe { allocator.alloc(Self::LAYOUT) };
        if at.is_null() {
            std::alloc::handle_alloc_error(Self::LAYOUT);
        }
        Block { allocator, at }
    }

    /// Writes its first bytes, at most sixteen.
    #[inline]
    pub(crate) fn touch(&mut self) {
        let from: *const u8 = black_box(&[7_u8; 16]).as_ptr();
        // SAFETY: no more than the block and the array have; nobody else has the
        // block.
        unsafe { self.at.copy_from_nonoverlapping(from, if SIZE < 16 { SIZE } else { 16 }) };
        black_box(self.at);
    }
}

impl<A: GlobalAlloc, const SIZE: usize> Drop for Block<A, SIZE> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: from `alloc` of the same allocator with the same layout.
        unsafe { self.allocator.dealloc(self.at, Self::LAYOUT) };
    }
}
