//! The cells under the system's allocator.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    lab4_peers::worker()
}
