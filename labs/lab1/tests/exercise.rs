//! The budget of the exercise: the list of tags and the text, nothing else.

use std::process::ExitCode;

use lab1::pipeline::build_records;
use lab1::{exercise, solution};
use labkit::budget::{self, Budget};

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
    // A Vec's first block has room for four pairs of a &str and a length.
    let tags = 4 * 3 * 8;
    let budget = Budget { blocks: 2, bytes: expected.len() as u64 + tags };
    budget::run(
        env!("CARGO_MANIFEST_DIR"),
        budget,
        &expected,
        || solution::tag_index(&records),
        || exercise::tag_index(&records),
    )
}
