//! Does the allocator move a block that grows? An observation of one machine.
//!
//! Vectors of bytes are pushed to from nothing to 64 MiB: one alone, then two in
//! turn, so that each stands in the other's way. After each step the address is
//! compared with the one before. Steps in a row that went alike share a line.
//!
//! ```text
//! cargo run --release -p lab3 --example moves
//! ```

use std::hint::black_box;

use lab3::steps::{Fate, fate, step_realloc};

const MOST: usize = 64 << 20;

/// One step of a vector: the bytes it had, and what became of them.
struct Step {
    from: usize,
    fate: Fate,
}

fn main() {
    let (alone, in_turn) = (steps(1), steps(2));
    println!("{:>22}   {:<10} {:<10}", "steps from bytes", "alone", "in turn");
    let both: Vec<(usize, String, String)> = alone
        .iter()
        .zip(&in_turn)
        .map(|(a, b)| (a.from, format!("{:?}", a.fate), format!("{:?}", b.fate)))
        .collect();
    for alike in both.chunk_by(|a, b| (&a.1, &a.2) == (&b.1, &b.2)) {
        let (first, last) = (&alike[0], &alike[alike.len() - 1]);
        let from = if first.0 == last.0 { String::new() } else { format!("{} to", first.0) };
        println!(
            "{from:>12} {:>9}   {:<10} {:<10}",
            last.0,
            first.1.to_lowercase(),
            first.2.to_lowercase()
        );
    }
    println!("{:>22}   {:<10} {:<10}", "bytes copied", copied(&alone), copied(&in_turn));
    let most: usize = alone.iter().map(|step| step.from).sum();
    println!("{:>22}   {most:<10} {most:<10}", "at most");
}

fn copied(steps: &[Step]) -> usize {
    steps.iter().filter(|step| step.fate == Fate::Moved).map(|step| step.from).sum()
}

/// What became of the first of so many vectors at each of its steps.
fn steps(vectors: usize) -> Vec<Step> {
    let mut all: Vec<Vec<u8>> = (0..vectors).map(|_| Vec::with_capacity(8)).collect();
    let mut found = Vec::new();
    while all[0].capacity() < MOST {
        for (i, bytes) in all.iter_mut().enumerate() {
            let from = bytes.capacity();
            bytes.resize(from, 1);
            let before = black_box(bytes.as_ptr()) as usize;
            step_realloc(bytes);
            let after = black_box(bytes.as_ptr()) as usize;
            if i == 0 {
                found.push(Step { from, fate: fate(before, after) });
            }
        }
    }
    found
}
