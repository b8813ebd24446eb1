//! Exact counts, each derived here before it is measured.

use std::process::ExitCode;

use lab1::pipeline::{
    Record, build_records, encode_exact, encode_fresh, encode_pooled, encode_with, encoded_len,
};
use labkit::Counted;
use labkit::Unit;
use labkit::heap::HeapLab;

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

const RECORDS: usize = 1000;

fn main() -> ExitCode {
    let records = build_records(RECORDS);
    let text = text_len(RECORDS);
    let chain = growth_chain(RECORDS);

    let mut lab = HeapLab::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"));
    lab.table("pipeline")
        .variant("build_records", built(RECORDS), || build_records(RECORDS))
        .variant("encode_fresh", Counted::grown(&chain), || {
            encode_fresh(&records)
        })
        .variant("encode_exact", Counted::grown(&[text]), || {
            encode_exact(&records)
        })
        .variant("encode_pooled", Counted::grown(&[text]), || {
            encode_pooled(&records)
        })
        .variant("encode_with", Counted::default(), || {
            encode_with(&records, str::len)
        });

    lab.fact("records", Unit::Count, vec![RECORDS as u64], || {
        vec![build_records(RECORDS).len() as u64]
    });
    lab.fact("text", Unit::Bytes, vec![text], || {
        vec![encode_fresh(&records).len() as u64]
    });
    lab.fact("chain", Unit::Bytes, chain.clone(), || {
        observed_chain(&records)
    });
    lab.fact("record", Unit::Bytes, vec![record_size()], || {
        vec![size_of::<Record>() as u64]
    });

    let each = RECORDS as u64;
    lab.sites(
        "lines",
        vec![
            (
                "build_records",
                "Vec::with_capacity(n)",
                1,
                each * record_size(),
            ),
            ("build_records", "format!", each, each * 8),
            ("build_records", "vec![", each, each * 2 * POINTER * 2),
            (
                "append_records",
                "text.push_str(&record.name)",
                steps(&chain, Piece::Name).0,
                steps(&chain, Piece::Name).1,
            ),
            (
                "append_records",
                "text.push(',')",
                steps(&chain, Piece::Comma).0,
                steps(&chain, Piece::Comma).1,
            ),
            (
                "append_records",
                "text.push_str(tag)",
                steps(&chain, Piece::Tag).0,
                steps(&chain, Piece::Tag).1,
            ),
            (
                "append_records",
                "text.push('\\n')",
                steps(&chain, Piece::Newline).0,
                steps(&chain, Piece::Newline).1,
            ),
        ]
        .into_iter()
        .filter(|(_, _, blocks, _)| *blocks > 0)
        .collect(),
        || encode_fresh(&build_records(RECORDS)),
    );
    lab.run()
}

/// Size of a pointer and of a length, on the 64-bit machines the book is for.
const POINTER: u64 = 8;

/// An id, a String and a Vec of three words each.
fn record_size() -> u64 {
    POINTER + 3 * POINTER + 3 * POINTER
}

/// One block of records; per record one for the name and one for two `&str`.
/// `format!` sizes its String from the literal part, `rec-`, twice its four
/// bytes, and no name here is longer than those eight.
fn built(n: usize) -> Counted {
    let n = n as u64;
    let (name, tags) = (8, 2 * 2 * POINTER);
    Counted::all_held(1 + 2 * n, n * (record_size() + name + tags))
}

/// `rec-` and the digits, then comma, two tags and newline.
fn text_len(n: usize) -> u64 {
    (0..n as u64).map(|id| 4 + digits(id) + 4).sum()
}

fn digits(id: u64) -> u64 {
    u64::from(id.checked_ilog10().unwrap_or(0)) + 1
}

/// The pieces that are appended, in order.
fn pieces(n: usize) -> impl Iterator<Item = (Piece, u64)> {
    (0..n as u64).flat_map(|id| {
        [
            (Piece::Name, 4 + digits(id)),
            (Piece::Comma, 1),
            (Piece::Tag, 1),
            (Piece::Tag, 1),
            (Piece::Newline, 1),
        ]
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Name,
    Comma,
    Tag,
    Newline,
}

/// The capacities a String passes through: at least eight, and at least twice
/// the capacity before, which is how std's amortised growth is written.
fn growth_chain(n: usize) -> Vec<u64> {
    growth_steps(n)
        .into_iter()
        .map(|(_, capacity)| capacity)
        .collect()
}

fn growth_steps(n: usize) -> Vec<(Piece, u64)> {
    let (mut len, mut capacity, mut chain) = (0, 0, Vec::new());
    for (piece, added) in pieces(n) {
        len += added;
        if len > capacity {
            capacity = len.max(2 * capacity).max(8);
            chain.push((piece, capacity));
        }
    }
    chain
}

/// How many steps of the chain a piece takes, and their bytes. dhat charges
/// them all to the line of the first: a realloc belongs to its block.
fn steps(chain: &[u64], piece: Piece) -> (u64, u64) {
    let first = growth_steps(RECORDS).first().map(|(piece, _)| *piece);
    if first == Some(piece) {
        (chain.len() as u64, chain.iter().sum())
    } else {
        (0, 0)
    }
}

/// The capacities as they are: the same appends by hand.
fn observed_chain(records: &[Record]) -> Vec<u64> {
    let (mut text, mut chain) = (String::new(), Vec::new());
    let mut append = |piece: &str| {
        text.push_str(piece);
        let capacity = text.capacity() as u64;
        if chain.last() != Some(&capacity) {
            chain.push(capacity);
        }
    };
    for record in records {
        append(&record.name);
        append(",");
        record.tags.iter().for_each(|tag| append(tag));
        append("\n");
    }
    assert_eq!(
        text.len(),
        encoded_len(records),
        "the appends by hand are those of the pipeline"
    );
    chain
}
