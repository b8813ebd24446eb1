//! Allocators without a pool. Each is called as what it is; none is installed
//! as the program's own, so that all are in one run.
#![expect(unsafe_code, reason = "an allocator is called by hand")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

use crate::rows::CAPACITY;

/// An allocator to take buffers from.
pub(crate) struct Raw<A: 'static>(&'static A);

pub(crate) const GLIBC: Raw<System> = Raw(&System);
pub(crate) const JEMALLOC: Raw<tikv_jemallocator::Jemalloc> = Raw(&tikv_jemallocator::Jemalloc);
pub(crate) const MIMALLOC: Raw<mimalloc::MiMalloc> = Raw(&mimalloc::MiMalloc);

impl<A> Clone for Raw<A> {
    fn clone(&self) -> Raw<A> {
        *self
    }
}

impl<A> Copy for Raw<A> {}

const LAYOUT: Layout = match Layout::from_size_align(CAPACITY, 1) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};

/// A block of a buffer's size.
pub(crate) struct Block<A: GlobalAlloc + 'static> {
    allocator: Raw<A>,
    at: *mut u8,
}

impl<A: GlobalAlloc> Raw<A> {
    #[inline]
    pub(crate) fn get(self) -> Block<A> {
        // SAFETY: the layout is not empty.
        let at = unsafe { self.0.alloc(LAYOUT) };
        if at.is_null() {
            std::alloc::handle_alloc_error(LAYOUT);
        }
        Block { allocator: self, at }
    }
}

impl<A: GlobalAlloc> Block<A> {
    /// Writes sixteen bytes, as into a buffer.
    #[inline]
    pub(crate) fn touch(&mut self) {
        // SAFETY: the block is larger, and nobody else has it.
        unsafe { self.at.cast::<[u8; 16]>().write(*black_box(&[7; 16])) };
        black_box(self.at);
    }
}

impl<A: GlobalAlloc> Drop for Block<A> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: from `alloc` of the same allocator with the same layout.
        unsafe { self.allocator.0.dealloc(self.at, LAYOUT) };
    }
}
