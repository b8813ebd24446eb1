//! Times of the ways to fill a vector and a text, with the system's allocator.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lab3::steps::{full, step_copy, step_realloc};
use lab3::texts::{
    PIECE, text_by_collect, text_by_concat, text_by_format, text_by_plus, text_by_push_str,
    text_by_write,
};
use lab3::vectors::{
    by_collect, by_collect_filtered, by_collect_in_place, by_collect_result, by_copying, by_extend,
    by_push, by_push_shrunk, by_reserve, by_reserve_exact, by_reserve_exact_each, by_try_reserve,
    by_with_capacity,
};
use labkit::times::TimeLab;

const ELEMENTS: u64 = 1000;
const PIECES: usize = 200;

fn main() -> ExitCode {
    let pieces = vec![PIECE; PIECES];
    let text = pieces.concat();
    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    lab.table("ways")
        .variant("by_push", || by_push(ELEMENTS))
        .variant("by_with_capacity", || by_with_capacity(ELEMENTS))
        .variant("by_try_reserve", || by_try_reserve(ELEMENTS))
        .variant("by_reserve", || by_reserve(ELEMENTS))
        .variant("by_reserve_exact", || by_reserve_exact(ELEMENTS))
        .variant("by_reserve_exact_each", || by_reserve_exact_each(ELEMENTS))
        .variant("by_push_shrunk", || by_push_shrunk(ELEMENTS))
        .variant("by_copying", || by_copying(ELEMENTS));
    lab.table("hints")
        .variant("by_extend", || by_extend(ELEMENTS))
        .variant("by_collect", || by_collect(ELEMENTS))
        .variant("by_collect_filtered", || by_collect_filtered(ELEMENTS))
        .variant("by_collect_result", || by_collect_result(ELEMENTS))
        .variant("by_collect_in_place", || by_collect_in_place(ELEMENTS));
    lab.table("texts")
        .variant("text_by_push_str", || text_by_push_str(&pieces))
        .variant("text_by_plus", || text_by_plus(&pieces))
        .variant("text_by_write", || text_by_write(&pieces))
        .variant("text_by_format", || text_by_format(&pieces))
        .variant("text_by_collect", || text_by_collect(&text))
        .variant("text_by_concat", || text_by_concat(&pieces));
    let grid = lab.grid("step", "from bytes");
    for bytes in [64, 1024, 16 << 10, 256 << 10, 4 << 20] {
        let row = bytes.to_string();
        grid.timed(&row, "alone", move |calls| steps(calls, bytes, 0, step_realloc))
            .timed(&row, "in_turn", move |calls| steps(calls, bytes, bytes, step_realloc))
            .timed(&row, "copied", move |calls| steps(calls, bytes, bytes, step_copy));
    }
    lab.run()
}

/// The step alone: the full vector is made before, with another behind it if
/// that has bytes, and both are dropped after.
fn steps(calls: u64, bytes: usize, behind: usize, step: fn(&mut Vec<u8>)) -> Duration {
    let mut taken = Duration::ZERO;
    for _ in 0..calls {
        let (mut growing, behind) = (full(bytes), full(behind));
        let start = Instant::now();
        step(black_box(&mut growing));
        taken += start.elapsed();
        black_box((growing, behind));
    }
    taken
}
