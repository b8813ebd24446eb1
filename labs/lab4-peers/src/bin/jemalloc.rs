//! The cells under jemalloc, which is not to be had on Windows.

use std::process::ExitCode;

#[cfg(not(windows))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> anyhow::Result<ExitCode> {
    lab4_peers::worker()
}
