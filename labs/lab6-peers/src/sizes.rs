//! From which size on a pool pays: one thread gets blocks and gives them back, one
//! by one or sixteen at a time, from a pool and from three allocators.

use std::alloc::GlobalAlloc;

use lab6::{Pool, Recipe};

use crate::allocators::{GLIBC, JEMALLOC, MIMALLOC};
use crate::rows::{JEMALLOC_ROW, OURS, Row, allocated, row};
use crate::table::{Kind, timed};

/// A block of the pool.
struct Blocks<const SIZE: usize>;

impl<const SIZE: usize> Recipe<[u8; SIZE]> for Blocks<SIZE> {
    fn make(&self) -> [u8; SIZE] {
        [0; SIZE]
    }

    // As an allocator's, what it held may still be there.
    fn reset(&self, _: &mut [u8; SIZE]) {}
}

/// The pool's row: what is written is as much as into an allocator's block.
fn pooled<const SIZE: usize>() -> Row {
    let pool: &'static Pool<[u8; SIZE], Blocks<SIZE>> = Box::leak(Box::new(Pool::new(Blocks)));
    let touch = |block: &mut lab6::Guard<'_, [u8; SIZE], Blocks<SIZE>>| {
        let from = std::hint::black_box(&[7_u8; 16]);
        let len = SIZE.min(16);
        block[..len].copy_from_slice(&from[..len]);
        std::hint::black_box(&mut **block);
    };
    row(OURS, move || pool.get(), touch, drop)
}

fn of<A: GlobalAlloc + Sync, const SIZE: usize>(name: &'static str, allocator: &'static A) -> Row {
    allocated::<A, SIZE>(name, allocator)
}

fn rows<const SIZE: usize>() -> (usize, Vec<Row>) {
    let rows = vec![
        pooled::<SIZE>(),
        of::<_, SIZE>(JEMALLOC_ROW, &JEMALLOC),
        of::<_, SIZE>("mimalloc", &MIMALLOC),
        of::<_, SIZE>("glibc", &GLIBC),
    ];
    (SIZE, rows)
}

/// One size: its bytes, and of each row its name and nanoseconds, round by round.
pub(crate) type Sized = (usize, Vec<(&'static str, Vec<f64>)>);

/// Every size in every round.
pub(crate) fn measure(kind: Kind, rounds: usize, millis: u64) -> Vec<Sized> {
    let sizes = [
        rows::<2>(),
        rows::<16>(),
        rows::<64>(),
        rows::<256>(),
        rows::<1024>(),
        rows::<4096>(),
        rows::<16_384>(),
        rows::<65_536>(),
    ];
    let none = |(size, rows): &(usize, Vec<Row>)| {
        (*size, rows.iter().map(|row| (row.name, Vec::new())).collect())
    };
    let mut all: Vec<Sized> = sizes.iter().map(none).collect();
    let mut order: Vec<(usize, usize)> =
        (0..sizes.len()).flat_map(|s| (0..sizes[s].1.len()).map(move |r| (s, r))).collect();
    for _ in 0..rounds {
        for &(s, r) in &order {
            let nanos = timed(&sizes[s].1[r], kind, 1, millis);
            all[s].1[r].1.push(nanos);
        }
        order.reverse();
    }
    all
}
