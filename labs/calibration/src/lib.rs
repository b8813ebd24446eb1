//! Code of known speed, to try the judge of times on.
//!
//! A judge that says *slower* can only be trusted once it has been asked about
//! code whose truth is known. Here are four short functions whose work grows
//! evenly with their input, so that an input five per cent longer is a true
//! slowdown of five per cent. Each comes in as many copies as the caller names:
//! a copy is the same code at another address.
//!
//! | function | what takes its time |
//! |---|---|
//! | [`sum`] | a chain of multiplications, no memory to speak of |
//! | [`boxes`] | a block requested and released at every step |
//! | [`hash`] | a byte at a time, each step waiting for the last |
//! | [`grow`] | a `Vec` that grows while it is filled; where the linker puts it matters |
//!
//! `benches/time.rs` times them as a lab times its variants, and
//! `cargo labs calibrate` counts how often the judge is right.

use std::hint::black_box;

/// Steps of a call that is not slowed down.
pub const STEPS: usize = 2000;

/// True slowdowns, in per cent. The copies of the slowed-down functions follow
/// the plain ones in this order.
pub const SLOWDOWNS: [usize; 4] = [2, 5, 10, 25];

/// Steps of a call that is slower by so many per cent.
pub const fn slowed(per_cent: usize) -> usize {
    STEPS + STEPS * per_cent / 100
}

/// Adds up, each step after the last.
#[inline(never)]
pub fn sum<const COPY: u32>(numbers: &[u64]) -> u64 {
    // Without something of its own in each copy the compiler makes one of them.
    black_box(COPY);
    numbers.iter().fold(0, |sum: u64, number| sum.wrapping_mul(31).wrapping_add(*number))
}

/// Requests and releases `steps` blocks of eight bytes.
#[inline(never)]
pub fn boxes<const COPY: u32>(steps: usize) -> u64 {
    black_box(COPY);
    (0..steps as u64).map(|step| *black_box(Box::new(step))).sum()
}

/// FNV-1a of the bytes.
#[inline(never)]
pub fn hash<const COPY: u32>(bytes: &[u8]) -> u64 {
    black_box(COPY);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Fills a `Vec` that starts empty.
#[inline(never)]
pub fn grow<const COPY: u32>(steps: usize) -> usize {
    black_box(COPY);
    let mut values = Vec::new();
    for step in 0..steps {
        values.push(black_box(step as u32));
    }
    black_box(values).len()
}
