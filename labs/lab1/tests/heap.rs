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
    // Building is another job than encoding: no row of the one stands beside a row
    // of the other.
    lab.table("building").variant("build_records", built(RECORDS), || build_records(RECORDS));
    lab.table("pipeline")
        .variant("encode_fresh", Counted::grown(&chain), || encode_fresh(&records))
        .variant("encode_exact", Counted::grown(&[text]), || encode_exact(&records))
        .variant("encode_pooled", Counted::grown(&[text]), || encode_pooled(&records))
        .variant("encode_with", Counted::default(), || encode_with(&records, str::len));

    lab.fact("records", Unit::Count, vec![RECORDS as u64], || {
        vec![build_records(RECORDS).len() as u64]
    });
    lab.fact("text", Unit::Bytes, vec![text], || vec![encode_fresh(&records).len() as u64]);
    lab.fact("chain", Unit::Bytes, chain.clone(), || {
        observed_steps(&records).into_iter().map(|(_, capacity)| capacity).collect()
    });
    lab.fact("name", Unit::Bytes, vec![NAME], || vec![records[0].name.capacity() as u64]);
    lab.fact("tags", Unit::Bytes, vec![TAGS], || {
        vec![(records[0].tags.capacity() * size_of::<&str>()) as u64]
    });
    lab.fact("record", Unit::Bytes, vec![record_size()], || vec![size_of::<Record>() as u64]);

    // How many of the chain's steps the line takes that all are charged to.
    let at_name = growth_steps(RECORDS).iter().filter(|(piece, _)| *piece == Piece::Name).count();
    lab.fact("name_steps", Unit::Count, vec![at_name as u64], || {
        vec![observed_steps(&records).iter().filter(|(piece, _)| *piece == Piece::Name).count()
            as u64]
    });

    let each = RECORDS as u64;
    // dhat charges a realloc to its block's first request, so the whole chain
    // stands at the line that appended first: the name's.
    let (steps, grown) = (chain.len() as u64, chain.iter().sum());
    lab.sites(
        "lines",
        vec![
            ("build_records", "Vec::with_capacity(n)", 1, each * record_size()),
            ("build_records", "format!", each, each * NAME),
            ("build_records", "vec![", each, each * TAGS),
            ("append_records", "text.push_str(&record.name)", steps, grown),
        ],
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

/// `format!` sizes its String from the literal part, `rec-`, twice its four
/// bytes, and no name here is longer than those eight.
const NAME: u64 = 8;

/// Two `&str`, a pointer and a length each.
const TAGS: u64 = 2 * 2 * POINTER;

/// One block of records; per record one for the name and one for the tags.
fn built(n: usize) -> Counted {
    let n = n as u64;
    Counted::all_held(1 + 2 * n, n * (record_size() + NAME + TAGS))
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
    growth_steps(n).into_iter().map(|(_, capacity)| capacity).collect()
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

/// The capacities as they are: the same appends by hand.
fn observed_steps(records: &[Record]) -> Vec<(Piece, u64)> {
    let (mut text, mut steps) = (String::new(), Vec::new());
    let mut append = |piece: Piece, part: &str| {
        let before = text.capacity();
        text.push_str(part);
        if text.capacity() != before {
            steps.push((piece, text.capacity() as u64));
        }
    };
    for record in records {
        append(Piece::Name, &record.name);
        append(Piece::Comma, ",");
        record.tags.iter().for_each(|tag| append(Piece::Tag, tag));
        append(Piece::Newline, "\n");
    }
    assert_eq!(text.len(), encoded_len(records), "the appends by hand are those of the pipeline");
    steps
}
