//! The budget of the exercise: no block at all.

use std::process::ExitCode;
use std::sync::Arc;

use lab2::audit::Audit;
use lab2::exercise;
use lab2::solution; // solution
use lab2::workload::{LEAF, LEAVES, VALUES, build_store};
use labkit::budget::{Budget, Exercise};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

fn main() -> ExitCode {
    let (store, hashes) = build_store();
    let store = Arc::new(store);
    let leaves = VALUES - 1 + LEAVES;
    let expected =
        Ok(Audit { values: VALUES, leaves, bytes: leaves * LEAF, longest: LEAVES * LEAF });
    let budget = Budget { blocks: 0, bytes: 0, peak: 0 };
    Exercise::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"), budget, &expected)
        .solution(|| solution::audit(&store, &hashes)) // solution
        .run(|| exercise::audit(&store, &hashes))
}
