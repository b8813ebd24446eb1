//! The budget of the exercise: one buffer and the shelf it waits on.

use std::process::ExitCode;

use lab6::exercise;
use lab6::orders::{LEN, build_orders};
use lab6::solution; // solution
use labkit::budget::{Budget, Exercise};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

fn main() -> ExitCode {
    let orders = build_orders(1000);
    let well_formed = orders.iter().filter(|order| !order.malformed);
    let expected: u64 = well_formed.map(|order| LEN as u64 * u64::from(order.number as u8)).sum();
    // The shelf's first block has room for four buffers of three words.
    let bytes = LEN as u64 + 4 * 3 * 8;
    let budget = Budget { blocks: 2, bytes, peak: bytes };
    Exercise::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"), budget, &expected)
        .solution(|| solution::deliver(&orders)) // solution
        .run(|| exercise::deliver(&orders))
}
