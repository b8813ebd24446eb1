//! Does the allocator move a block that grows? An observation of one machine.
//!
//! Vectors of bytes are pushed to from nothing to 64 MiB: one alone, then two in
//! turn, so that each stands in the other's way. After each step the address is
//! compared with the one before.
//!
//! ```text
//! cargo run --release -p lab3 --example moves
//! ```

use std::hint::black_box;

use lab3::steps::{fate, step_realloc};

const MOST: usize = 64 << 20;

fn main() {
    let (alone, in_turn) = (fates(1), fates(2));
    println!("{:>10} {:>10}  {:<10} {:<10}", "from bytes", "to bytes", "alone", "in turn");
    for ((from, to, alone), (_, _, in_turn)) in alone.into_iter().zip(in_turn) {
        println!("{from:>10} {to:>10}  {alone:<10} {in_turn:<10}");
    }
}

/// What became of the first of so many vectors at each of its steps: from so many
/// bytes, to so many, and how.
fn fates(vectors: usize) -> Vec<(usize, usize, String)> {
    let mut all = vec![Vec::<u8>::with_capacity(8); vectors];
    all.iter_mut().for_each(|bytes| *bytes = Vec::with_capacity(8));
    let mut found = Vec::new();
    while all[0].capacity() < MOST {
        for (i, bytes) in all.iter_mut().enumerate() {
            let from = bytes.capacity();
            bytes.resize(from, 1);
            let before = black_box(bytes.as_ptr()) as usize;
            step_realloc(bytes);
            let after = black_box(bytes.as_ptr()) as usize;
            if i == 0 {
                let fate = format!("{:?}", fate(before, after)).to_lowercase();
                found.push((from, bytes.capacity(), fate));
            }
        }
    }
    found
}
