//! The budget of the exercise: three columns, each exactly as long as it must be.

use std::process::ExitCode;

use lab3::columns::Columns;
use lab3::exercise;
use lab3::solution; // solution
use labkit::budget::{Budget, Exercise};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

const ROWS: u32 = 1000;

fn main() -> ExitCode {
    let text: String = (0..ROWS).map(|id| format!("{id},name-{id}\n")).collect();
    let mut columns = Columns::default();
    for id in 0..ROWS {
        columns.ids.push(id);
        columns.names += &format!("name-{id}");
        columns.ends.push(columns.names.len());
    }
    let rows = u64::from(ROWS);
    let bytes = rows * 4 + columns.names.len() as u64 + rows * 8;
    let budget = Budget { blocks: 3, bytes, peak: bytes };
    let expected = Ok(columns);
    Exercise::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"), budget, &expected)
        .solution(|| solution::read_columns(&text)) // solution
        .run(|| exercise::read_columns(&text))
}
