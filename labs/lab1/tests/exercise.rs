//! The budget of the exercise: the list of tags and the text, nothing else.

use std::process::ExitCode;

use lab1::exercise;
use lab1::pipeline::build_records;
use lab1::solution; // solution
use labkit::budget::{Budget, Exercise};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

fn main() -> ExitCode {
    let records = build_records(1000);
    let expected: String = ["a", "b"]
        .map(|tag| {
            let names: String = records.iter().map(|record| format!(" {}", record.name)).collect();
            format!("{tag}:{names}\n")
        })
        .concat();
    // A Vec's first block has room for four pairs of a &str and a length; both
    // blocks are there at once.
    let bytes = expected.len() as u64 + 4 * 3 * 8;
    let budget = Budget { blocks: 2, bytes, peak: bytes };
    Exercise::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"), budget, &expected)
        .solution(|| solution::tag_index(&records)) // solution
        .run(|| exercise::tag_index(&records))
}
