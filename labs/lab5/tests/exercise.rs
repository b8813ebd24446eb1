//! The budget of the exercise: the order of the edits and the text, nothing
//! else.

use std::process::ExitCode;

use lab5::containers::text;
use lab5::edit::Edit;
use lab5::exercise;
use lab5::mix::{Toward, skewed};
use lab5::solution; // solution
use labkit::budget::{Budget, Exercise};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

const LEN: usize = 10_000;
const EDITS: usize = 1000;

fn main() -> ExitCode {
    let original = text(LEN);
    // Some places are drawn twice, and they are in no order.
    let edits: Vec<Edit<'_>> = skewed(LEN, EDITS, 1, Toward::Front)
        .into_iter()
        .zip(["<b>", "</b>", "\n"].into_iter().cycle())
        .map(|(at, text)| Edit { at: at.min(LEN), text: text.as_bytes() })
        .collect();
    // As plainly as it can be said: at every place what belongs there.
    let here =
        |at: usize| edits.iter().filter(move |edit| edit.at == at).flat_map(|edit| edit.text);
    let expected: Vec<u8> =
        (0..=LEN).flat_map(|at| here(at).copied().chain(original.get(at).copied())).collect();
    // A number per edit, and the text. Both are there at once.
    let bytes = (EDITS * 8 + expected.len()) as u64;
    let budget = Budget { blocks: 2, bytes, peak: bytes };
    Exercise::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"), budget, &expected)
        .solution(|| solution::apply(&original, &edits)) // solution
        .run(|| exercise::apply(&original, &edits))
}
