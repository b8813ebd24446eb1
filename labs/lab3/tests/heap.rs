//! Exact counts, each derived here before it is measured.

use std::collections::BTreeSet;
use std::iter::successors;
use std::process::ExitCode;

use lab3::amortised::{claimed_grown, go_grown, vec_grown};
use lab3::claimed::{claimed_step, claimed_step_rounded};
use lab3::go_model::{self, Element, usable};
use lab3::std_model::Growing;
use lab3::texts::{
    PIECE, text_by_collect, text_by_concat, text_by_format, text_by_plus, text_by_push_str,
    text_by_write,
};
use lab3::vectors::{
    BATCH, by_collect, by_collect_filtered, by_collect_in_place, by_collect_result, by_copying,
    by_extend, by_push, by_push_shrunk, by_reserve, by_reserve_exact, by_reserve_exact_each,
    by_try_reserve, by_with_capacity, push_bytes, push_frames, push_triples, push_words,
};
use labkit::heap::HeapLab;
use labkit::{Blocks, Bytes, Counted, Level, Unit};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

const ELEMENTS: u64 = 1000;
const PIECES: usize = 200;

const BYTE: usize = 1;
const WORD: usize = 8;
const TRIPLE: usize = 24;
const FRAME: usize = 2048;
const GO_WORD: Element = Element { width: WORD as u64, pointers: false };

fn main() -> ExitCode {
    let pieces = vec![PIECE; PIECES];
    let text = pieces.concat();
    let mut lab = HeapLab::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"));
    widths(&mut lab);
    ways(&mut lab);
    texts(&mut lab, &pieces, &text);
    facts(&mut lab);
    rules(&mut lab);
    averages(&mut lab);
    lab.run()
}

fn widths(lab: &mut HeapLab<'_>) {
    let n = ELEMENTS as usize;
    lab.table("widths")
        .variant("push_bytes", in_place(&pushed(BYTE, n)), move || push_bytes(n))
        .variant("push_words", in_place(&pushed(WORD, n)), move || push_words(n))
        .variant("push_triples", in_place(&pushed(TRIPLE, n)), move || push_triples(n))
        .variant("push_frames", in_place(&pushed(FRAME, n)), move || push_frames(n));
}

fn ways(lab: &mut HeapLab<'_>) {
    let n = ELEMENTS;
    let grown = pushed(WORD, n as usize);
    let exact = Counted::grown(&[n * WORD as u64]);
    let mut shrunk = grown.clone();
    shrunk.shrink_to(0);
    lab.table("ways")
        .variant("by_push", in_place(&grown), || by_push(ELEMENTS))
        .variant("by_with_capacity", exact, || by_with_capacity(ELEMENTS))
        .variant("by_try_reserve", exact, || by_try_reserve(ELEMENTS))
        .variant("by_reserve", in_place(&batches(n, BATCH, Growing::reserve)), || {
            by_reserve(ELEMENTS)
        })
        .variant("by_reserve_exact", in_place(&batches(n, BATCH, Growing::reserve_exact)), || {
            by_reserve_exact(ELEMENTS)
        })
        .variant("by_reserve_exact_each", in_place(&batches(n, 1, Growing::reserve_exact)), || {
            by_reserve_exact_each(ELEMENTS)
        })
        .variant("by_push_shrunk", in_place(&shrunk), || by_push_shrunk(ELEMENTS))
        .variant("by_copying", copied(&grown), || by_copying(ELEMENTS));
    lab.table("hints")
        .variant("by_extend", exact, || by_extend(ELEMENTS))
        .variant("by_collect", exact, || by_collect(ELEMENTS))
        // At least none will come: collect begins as push does.
        .variant("by_collect_filtered", in_place(&grown), || by_collect_filtered(ELEMENTS))
        .variant("by_collect_result", in_place(&grown), || by_collect_result(ELEMENTS))
        .variant("by_collect_in_place", exact, || by_collect_in_place(ELEMENTS));
}

fn texts<'a>(lab: &mut HeapLab<'a>, pieces: &'a [&'a str], text: &'a str) {
    let mut grown = Growing::new(BYTE);
    pieces.iter().for_each(|piece| grown.append(piece.len()));
    let len = text.len();
    // A character has at most four bytes. One must come before collect asks how
    // many will follow, but a String asks first.
    let mut collected = Growing::new(BYTE);
    collected.reserve(len.div_ceil(4));
    (0..len).for_each(|_| collected.push());
    lab.table("texts")
        .variant("text_by_push_str", in_place(&grown), || text_by_push_str(pieces))
        .variant("text_by_plus", in_place(&grown), || text_by_plus(pieces))
        .variant("text_by_write", in_place(&grown), || text_by_write(pieces))
        .variant("text_by_format", formatted(pieces), || text_by_format(pieces))
        .variant("text_by_collect", in_place(&collected), || text_by_collect(text))
        .variant("text_by_concat", Counted::grown(&[len as u64]), || text_by_concat(pieces));
    lab.fact("text", Unit::Bytes, vec![(PIECES * PIECE.len()) as u64], || vec![text.len() as u64]);
    lab.fact("piece", Unit::Bytes, vec![PIECE.len() as u64], || vec![pieces[0].len() as u64]);
    lab.fact("pieces", Unit::Count, vec![PIECES as u64], || vec![pieces.len() as u64]);
}

fn facts(lab: &mut HeapLab<'_>) {
    let widths = [BYTE, WORD, TRIPLE, FRAME];
    lab.fact("elements", Unit::Count, vec![ELEMENTS], || vec![by_push(ELEMENTS).len() as u64]);
    lab.fact("batch", Unit::Count, vec![ELEMENTS / 10], || vec![BATCH]);
    lab.fact("widths", Unit::Bytes, widths.map(|width| width as u64).to_vec(), || {
        let widths =
            [size_of::<u8>(), size_of::<u64>(), size_of::<[u64; 3]>(), size_of::<[u8; 2048]>()];
        widths.map(|width| width as u64).to_vec()
    });
    let first = widths.map(|width| pushed(width, 1).capacity() as u64).to_vec();
    lab.fact("first", Unit::Count, first, || {
        let capacities = [
            push_bytes(1).capacity(),
            push_words(1).capacity(),
            push_triples(1).capacity(),
            push_frames(1).capacity(),
        ];
        capacities.map(|capacity| capacity as u64).to_vec()
    });
    let chain = |width| pushed(width, ELEMENTS as usize).steps().to_vec();
    lab.fact("chain_bytes", Unit::Bytes, chain(BYTE), || observed::<u8>(ELEMENTS));
    lab.fact("chain_words", Unit::Bytes, chain(WORD), || observed::<u64>(ELEMENTS));
    lab.fact("chain_triples", Unit::Bytes, chain(TRIPLE), || observed::<[u64; 3]>(ELEMENTS));
    lab.fact("slack", Unit::Bytes, vec![pushed(WORD, ELEMENTS as usize).slack()], || {
        let words = by_push(ELEMENTS);
        vec![((words.capacity() - words.len()) * WORD) as u64]
    });
    // One, two, four ... up to the length: a step for every doubling.
    let lengths = || (1..=6).map(|zeros| 10_u64.pow(zeros));
    let steps = lengths().map(|n| u64::from(n.next_power_of_two().ilog2()) - 1);
    lab.fact("steps", Unit::Count, steps.collect(), move || {
        lengths().map(|n| observed::<u64>(n).len() as u64).collect()
    });
    let million = 1_000_000_u64;
    let doublings = million.next_power_of_two().ilog2() - 2;
    lab.fact("million", Unit::Blocks, vec![1 + u64::from(doublings)], move || {
        vec![observed::<u64>(million).len() as u64]
    });
    lab.fact("format", Unit::Bytes, formats().map(|(derived, _)| derived).to_vec(), || {
        formats().map(|(_, text)| text.capacity() as u64).to_vec()
    });
}

/// What follows on a capacity that is full, by every rule.
fn rules(lab: &mut HeapLab<'_>) {
    let columns = ["vec", "go", "claimed", "rounded"];
    let mut grid = lab.grid("next", "full at", Unit::Count, &columns);
    for full in [4, 64, 256, 512, 1024, 2048, 4096, 65536] {
        let (wider, quarter) = (full + (full + 768) / 4, full + full / 4);
        let go = usable(8 * if full < 256 { 2 * full } else { wider }, false) / 8;
        // A quarter more than a power of two, rounded up to one, is twice as much.
        let claimed = if full < 1024 { 2 * full } else { quarter };
        grid.row(&full.to_string(), vec![2 * full, go, claimed, 2 * full], move || {
            let mut words = vec![0_u64; full as usize];
            words.push(0);
            let go = go_model::grown(full, full + 1, GO_WORD);
            vec![words.capacity() as u64, go, claimed_step(full), claimed_step_rounded(full)]
        });
    }
}

/// What growing has moved per thousand pushes, and how much room it has left.
fn averages(lab: &mut HeapLab<'_>) {
    const COLUMNS: [&str; 3] = ["vec", "go", "claimed"];
    let chains = [
        capacities(4, |full| 2 * full),
        capacities(4, |full| go_model::grown(full, full + 1, GO_WORD)),
        capacities(1, claimed_step),
    ];
    let measured = |n| [vec_grown(n), go_grown(n), claimed_grown(n)];
    let powers: Vec<u64> = (1..=6).map(|zeros| 10_u64.pow(zeros)).collect();
    for (name, lengths) in [("amortised", powers), ("saw", edges(&chains))] {
        let mut grid = lab.grid(name, "pushes", Unit::Count, &COLUMNS);
        for n in lengths {
            // Every capacity that was full before.
            let left = |chain: &Vec<u64>| chain.iter().take_while(|&&full| full < n).sum::<u64>();
            let derived = chains.iter().map(|chain| 1000 * left(chain) / n);
            grid.row(&n.to_string(), derived.collect(), move || {
                measured(n).map(|grown| grown.per_thousand(n)).to_vec()
            });
        }
    }
    let mut grid = lab.grid("room", "pushes", Unit::Bytes, &COLUMNS);
    for n in edges(&chains) {
        let last =
            |chain: &Vec<u64>| chain.iter().find(|&&full| full >= n).map_or(0, |full| full - n);
        let derived = chains.iter().map(|chain| WORD as u64 * last(chain));
        grid.row(&n.to_string(), derived.collect(), move || {
            measured(n).map(|grown| WORD as u64 * grown.free).to_vec()
        });
    }
}

/// All capacities to beyond a million, from the first.
fn capacities(first: u64, next: impl Fn(u64) -> u64) -> Vec<u64> {
    successors(Some(first), |&full| (full < 1_000_000).then(|| next(full))).collect()
}

/// Lengths at which a tooth of the saw ends or begins, and some between.
fn edges(chains: &[Vec<u64>]) -> Vec<u64> {
    let between = 512..=4096;
    let steps = chains.iter().flatten().flat_map(|&full| [full, full + 1]);
    let all = steps.chain(between.clone().step_by(256)).filter(|n| between.contains(n));
    all.collect::<BTreeSet<u64>>().into_iter().collect()
}

/// A vector after `n` single pushes.
fn pushed(width: usize, n: usize) -> Growing {
    let mut vector = Growing::new(width);
    (0..n).for_each(|_| vector.push());
    vector
}

/// Room is made for each batch, which then comes one by one.
fn batches(n: u64, batch: u64, reserve: fn(&mut Growing, usize)) -> Growing {
    let mut vector = Growing::new(WORD);
    for _ in 0..n / batch {
        reserve(&mut vector, batch as usize);
        (0..batch).for_each(|_| vector.push());
    }
    vector
}

/// One block that changes its size. dhat does not see a move, so the level never
/// holds the old block beside the new one.
fn in_place(vector: &Growing) -> Counted {
    let steps = vector.steps();
    let peak = Level { blocks: Blocks(1), bytes: Bytes(steps.iter().copied().max().unwrap_or(0)) };
    Counted { peak, ..Counted::grown(steps) }
}

/// A new block for every step: old and new at once.
fn copied(vector: &Growing) -> Counted {
    let peak = Level { blocks: Blocks(2), bytes: Bytes(vector.peak_if_moved()) };
    Counted { peak, ..Counted::grown(vector.steps()) }
}

/// A new text for every piece: first what there was, which is reserved exactly,
/// then the piece. The one before is freed when the new one is whole.
fn formatted(pieces: &[&str]) -> Counted {
    let (mut blocks, mut bytes) = (0, 0);
    let (mut old, mut peak) = (Growing::new(BYTE), Level::default());
    for piece in pieces {
        let mut new = Growing::new(BYTE);
        new.append(old.len());
        new.append(piece.len());
        blocks += new.steps().len() as u64;
        bytes += new.steps().iter().sum::<u64>();
        let level = (new.capacity() + old.capacity()) as u64;
        if level > peak.bytes.0 {
            peak = Level { blocks: Blocks(2), bytes: Bytes(level) };
        }
        old = new;
    }
    let held = Level { blocks: Blocks(1), bytes: Bytes(old.capacity() as u64) };
    Counted { blocks: Blocks(blocks), bytes: Bytes(bytes), peak, held }
}

/// The bytes of every capacity that a real vector passes through.
fn observed<T: Default>(n: u64) -> Vec<u64> {
    let (mut vector, mut chain) = (Vec::<T>::new(), Vec::new());
    for _ in 0..n {
        let before = vector.capacity();
        vector.push(T::default());
        if vector.capacity() != before {
            chain.push((vector.capacity() * size_of::<T>()) as u64);
        }
    }
    chain
}

/// What `format!` makes room for before it writes, derived and as it is: twice
/// the literal parts, or nothing if the text begins with an argument and they are
/// shorter than sixteen bytes.
fn formats() -> [(u64, String); 4] {
    let (word, number) = (std::hint::black_box("abc"), std::hint::black_box(7));
    [
        (2 * "rec-".len() as u64, format!("rec-{number}")),
        (2 * "id= name=".len() as u64, format!("id={number} name={word}")),
        // Nothing, and then as a String grows: at least eight.
        (8, format!("{word},{number}")),
        (2 * "-0123456789abcde".len() as u64, format!("{number}-0123456789abcde")),
    ]
}
