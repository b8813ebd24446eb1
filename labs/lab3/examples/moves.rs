//! Does the allocator move a block that grows? An observation of one machine.
//!
//! Vectors of bytes are pushed to from nothing to 64 MiB: one alone; two in turn,
//! so that each stands in the other's way; and two in turn after a block of 16 MiB
//! came and went, from which glibc concludes that blocks up to this size need no
//! pages of their own. After each step the address is compared with the one
//! before. Steps in a row that went alike share a line.
//!
//! ```text
//! cargo run --release -p lab3 --example moves
//! ```

use std::hint::black_box;

use lab3::steps::{Fate, fate, full, step_realloc};

const MOST: usize = 64 << 20;

/// One step of a vector: the bytes it had, and what became of them.
struct Step {
    from: usize,
    fate: Fate,
}

fn main() {
    let runs = [steps(1), steps(2), {
        drop(black_box(full(MOST / 4)));
        steps(2)
    }];
    let fates = |i: usize| runs.each_ref().map(|run| format!("{:?}", run[i].fate).to_lowercase());
    let indexes: Vec<usize> = (0..runs[0].len()).collect();
    print("steps from bytes", ["alone", "in turn", "after a free"]);
    for alike in indexes.chunk_by(|&a, &b| fates(a) == fates(b)) {
        let from = |i: usize| runs[0][i].from;
        let (first, last) = (from(alike[0]), from(alike[alike.len() - 1]));
        let range = if first == last { last.to_string() } else { format!("{first} to {last:>9}") };
        print(&range, fates(alike[0]));
    }
    print("bytes copied", runs.each_ref().map(|run| copied(run)));
    print("at most", runs.each_ref().map(|run| run.iter().map(|step| step.from).sum::<usize>()));
}

fn print(head: &str, [alone, in_turn, after]: [impl std::fmt::Display; 3]) {
    println!("{head:>22}   {alone:<10} {in_turn:<10} {after}");
}

/// Bytes of the blocks that were moved.
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
