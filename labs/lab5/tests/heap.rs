//! Exact counts, each derived here before it is measured.

mod models;

use std::collections::VecDeque;
use std::process::ExitCode;

use lab5::append::{self, append_array, append_boxed, append_fresh, append_pooled, append_reused};
use lab5::containers::{Container, first_deque, first_gap, first_rope, first_vec, text};
use lab5::gap::GapBuffer;
use lab5::in_place::{
    self, copy_append, copy_fresh, copy_in_place, insert_in_place, offer_flushed, offer_growing,
    offer_lossy,
};
use lab5::many::{
    merge_into, paste_anew, paste_one_by_one, paste_splice, scatter_anew, scatter_merge,
    scatter_one_by_one, splice_into,
};
use lab5::mix::{Toward, scattered, skewed, typed};
use lab5::places::Places;
use lab5::{COPIES, INSERTS, LEN, TIMES};
use labkit::heap::HeapLab;
use labkit::{Blocks, Bytes, Counted, Level, Unit};
use models::{DequeModel, GapModel, Model, RopeModel, VecModel};
use ropey::Rope;

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

/// How often one is offered to a buffer that holds fewer.
const OFFERS: usize = 40;

fn main() -> ExitCode {
    let text = text(LEN);
    let added = vec![b'!'; INSERTS];
    let scattered = scattered(LEN, INSERTS);

    let mut lab = HeapLab::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"));
    at_the_end(&mut lab);
    in_places(&mut lab);
    positions(&mut lab, &text);
    mixes(&mut lab, &text);
    moved_together(&mut lab, &text, &scattered);
    rope(&mut lab, &text);

    let (len, room) = (LEN as u64, (LEN + INSERTS) as u64);
    // A copy has no room to spare, so the first insert doubles it.
    let doubled = Counted::grown(&[len, 2 * len]);
    lab.table("first")
        .variant("first_vec", doubled, || first_vec(&text))
        .variant("first_deque", doubled, || first_deque(&text))
        .variant("first_gap", doubled, || first_gap(&text))
        .variant("first_rope", tree(), || first_rope(&text));
    lab.table("paste")
        .variant("paste_one_by_one", doubled, || paste_one_by_one(&text, LEN / 2, &added))
        .variant("paste_splice", doubled, || paste_splice(&text, LEN / 2, &added))
        .variant("paste_anew", Counted::grown(&[room]), || paste_anew(&text, LEN / 2, &added));
    lab.table("scatter")
        .variant("scatter_one_by_one", doubled, || scatter_one_by_one(&text, &scattered, b'!'))
        .variant("scatter_merge", doubled, || scatter_merge(&text, &scattered, b'!'))
        .variant("scatter_anew", Counted::grown(&[room]), || scatter_anew(&text, &scattered, b'!'));
    lab.run()
}

/// Appending: tables `append`, `offers` and `copies`.
fn at_the_end(lab: &mut HeapLab<'_>) {
    let times = TIMES as u64;
    let (buffer, place) = (append::CAPACITY as u64, in_place::CAPACITY as u64);
    // A pointer, a capacity and a length go into the box of a pool of anything.
    let header = 3 * 8;
    // What the warm-up left in the pool is freed, and the last box stays.
    let boxed = Counted {
        blocks: Blocks(times),
        bytes: Bytes(times * header),
        ..Counted::grown(&[header])
    };
    lab.table("append")
        .variant("append_fresh", freed(times, buffer), || append_fresh(TIMES))
        .variant("append_array", Counted::default(), || append_array(TIMES))
        .variant("append_reused", freed(1, buffer), || append_reused(TIMES))
        .variant("append_pooled", Counted::default(), || append_pooled(TIMES))
        .variant("append_boxed", boxed, || append_boxed(TIMES));

    // One doubling holds what is offered.
    let grown = Counted { held: Level::default(), ..Counted::grown(&[place, 2 * place]) };
    lab.table("offers")
        .variant("offer_lossy", freed(1, place), || delivered(offer_lossy))
        .variant("offer_flushed", freed(1, place), || delivered(offer_flushed))
        .variant("offer_growing", grown, || delivered(offer_growing));
    lab.table("copies")
        .variant("copy_fresh", freed(COPIES as u64, in_place::TEXT.len() as u64), || {
            copy_fresh(COPIES)
        })
        .variant("copy_in_place", freed(1, place), || copy_in_place(COPIES))
        .variant("copy_append", freed(1, place), || copy_append(COPIES));
}

/// So many blocks of one size, one after the other, and none left.
fn freed(blocks: u64, each: u64) -> Counted {
    let peak = Level { blocks: Blocks(1), bytes: Bytes(each) };
    Counted { blocks: Blocks(blocks), bytes: Bytes(blocks * each), peak, held: Level::default() }
}

/// One of the ways to offer.
type Offer = fn(usize, &mut dyn FnMut(&[u8]));

/// How many bytes arrive of what is offered.
fn delivered(offer: Offer) -> u64 {
    let mut bytes = 0;
    offer(OFFERS, &mut |text| bytes += text.len() as u64);
    bytes
}

/// What becomes of texts that do not fit, and other facts about the end.
fn in_places(lab: &mut HeapLab<'_>) {
    let text = in_place::TEXT.len() as u64;
    let fit = in_place::CAPACITY as u64 / text;
    let lost = OFFERS as u64 - fit;
    lab.fact("times", Unit::Count, vec![TIMES as u64], || {
        vec![(append_reused(TIMES) / append::TEXT.len()) as u64]
    });
    lab.fact("offers", Unit::Count, vec![OFFERS as u64], move || {
        vec![delivered(offer_growing) / text]
    });
    lab.fact("offered", Unit::Bytes, vec![OFFERS as u64 * text], || vec![delivered(offer_growing)]);
    lab.fact("flushed", Unit::Bytes, vec![OFFERS as u64 * text], || vec![delivered(offer_flushed)]);
    lab.fact("kept", Unit::Bytes, vec![fit * text], || vec![delivered(offer_lossy)]);
    lab.fact("lost", Unit::Count, vec![lost], move || {
        vec![(delivered(offer_growing) - delivered(offer_lossy)) / text]
    });
    lab.fact("refused", Unit::Count, vec![lost], move || {
        let mut buffer = Vec::with_capacity(in_place::CAPACITY);
        let offers = (0..OFFERS).map(|_| insert_in_place(&mut buffer, &in_place::TEXT));
        vec![offers.filter(Result::is_err).count() as u64]
    });
    // Never emptied: the first buffer full is all there ever is.
    lab.fact("endless", Unit::Bytes, vec![fit * text, COPIES as u64 * text], || {
        let mut kept = 0;
        offer_lossy(COPIES, &mut |text| kept += text.len() as u64);
        vec![kept, copy_append(COPIES) as u64]
    });
}

/// The containers' columns, under the names of their inserts.
const CONTAINERS: [&str; 4] = ["insert_vec", "insert_deque", "insert_gap", "insert_rope"];

/// The sweep: one insert at every twentieth of the text.
fn positions<'a>(lab: &mut HeapLab<'a>, text: &'a [u8]) {
    let mut moved = lab.grid("moved", "position", Unit::Bytes, &CONTAINERS);
    for twentieth in 0..=20 {
        let at = vec![LEN * twentieth / 20];
        let name = format!("{:.2}", twentieth as f64 / 20.0);
        moved.row(&name, derived_all(&at), move || measured_all(text, &at));
    }
    lab.fact("len", Unit::Bytes, vec![LEN as u64], || vec![text.len() as u64]);
}

/// A thousand inserts each, leaning to one side or going on where they were.
fn mixes<'a>(lab: &mut HeapLab<'a>, text: &'a [u8]) {
    let mut grid = lab.grid("skewed", "mix", Unit::Bytes, &CONTAINERS);
    for (name, skew, toward) in [
        ("front-8", 8, Toward::Front),
        ("front-4", 4, Toward::Front),
        ("front-2", 2, Toward::Front),
        ("even", 1, Toward::Front),
        ("end-2", 2, Toward::End),
        ("end-4", 4, Toward::End),
        ("end-8", 8, Toward::End),
    ] {
        let at = skewed(LEN, INSERTS, skew, toward);
        grid.row(name, derived_all(&at), move || measured_all(text, &at));
    }
    let mut grid = lab.grid("typed", "run", Unit::Bytes, &CONTAINERS);
    for run in [1, 5, 25, 125] {
        let at = typed(LEN, INSERTS, run);
        grid.row(&run.to_string(), derived_all(&at), move || measured_all(text, &at));
    }
    lab.fact("inserts", Unit::Count, vec![INSERTS as u64], || {
        vec![typed(LEN, INSERTS, 1).len() as u64]
    });
}

fn derived_all(at: &[usize]) -> Vec<u64> {
    vec![
        derived::<VecModel>(at),
        derived::<DequeModel>(at),
        derived::<GapModel>(at),
        derived::<RopeModel>(at),
    ]
}

fn measured_all(text: &[u8], at: &[usize]) -> Vec<u64> {
    vec![
        measured::<Vec<u8>>(text, at),
        measured::<VecDeque<u8>>(text, at),
        measured::<GapBuffer>(text, at),
        measured::<Rope>(text, at),
    ]
}

/// What these inserts should move in all.
fn derived<M: Model>(at: &[usize]) -> u64 {
    let mut model = M::new(LEN);
    at.iter().map(|&at| model.insert(at) as u64).sum()
}

/// What they do move: who lies elsewhere afterwards.
fn measured<C: Container>(text: &[u8], at: &[usize]) -> u64 {
    let mut text = C::build(text, at.len());
    let mut before = text.places();
    let moved = at.iter().map(|&at| {
        text.insert(at, b'!');
        let after = text.places();
        let moved = before.moved(&after, at, 1);
        before = after;
        moved as u64
    });
    moved.sum()
}

/// A thousand inserts: one by one, all at once, and into a new vector.
fn moved_together<'a>(lab: &mut HeapLab<'a>, text: &'a [u8], scattered: &'a [usize]) {
    let (len, count, middle) = (LEN as u64, INSERTS as u64, LEN as u64 / 2);
    // From the back: all that lies behind the place, and what was inserted there.
    let behind = |(done, &at): (usize, &usize)| (LEN - at + done) as u64;
    let each: u64 = scattered.iter().rev().enumerate().map(behind).sum();
    lab.grid("moved_together", "way", Unit::Bytes, &["paste", "scatter"])
        .row("one_by_one", vec![count * (len - middle), each], move || {
            let paste: Vec<usize> = (LEN / 2..LEN / 2 + INSERTS).collect();
            let scatter: Vec<usize> = scattered.iter().rev().copied().collect();
            vec![measured::<Vec<u8>>(text, &paste), measured::<Vec<u8>>(text, &scatter)]
        })
        // All behind the first place, and each of it once.
        .row("at_once", vec![len - middle, len - scattered[0] as u64], move || {
            let (mut paste, mut scatter) = (Vec::build(text, INSERTS), Vec::build(text, INSERTS));
            let before = [paste.places(), scatter.places()];
            splice_into(&mut paste, LEN / 2, &[b'!'; INSERTS]);
            merge_into(&mut scatter, scattered, b'!');
            vec![
                moved_by_paste(&before[0], &paste),
                moved_by_scatter(&before[1], &scatter, scattered),
            ]
        })
        // In a new vector nothing lies where it was.
        .row("anew", vec![len, len], move || {
            let before = Places::of([text]);
            let paste = paste_anew(text, LEN / 2, &[b'!'; INSERTS]);
            let scatter = scatter_anew(text, scattered, b'!');
            vec![moved_by_paste(&before, &paste), moved_by_scatter(&before, &scatter, scattered)]
        });
}

fn moved_by_paste(before: &Places, after: &[u8]) -> u64 {
    before.moved(&Places::of([after]), LEN / 2, INSERTS) as u64
}

/// The same where a byte was inserted at each of these places.
fn moved_by_scatter(before: &Places, after: &[u8], scattered: &[usize]) -> u64 {
    let starts = std::iter::once(0).chain(scattered.iter().enumerate().map(|(i, at)| at + i + 1));
    let ends = scattered.iter().enumerate().map(|(i, at)| at + i).chain([after.len()]);
    let old = starts.zip(ends).map(|(start, end)| &after[start..end]);
    before.moved(&Places::of(old), 0, 0) as u64
}

/// What a rope of the text is made of.
fn rope<'a>(lab: &mut HeapLab<'a>, text: &'a [u8]) {
    let leaf = move |rope: &Rope| rope.chunks().map(str::len).max().unwrap_or(0) as u64;
    lab.fact("leaf", Unit::Bytes, vec![RopeModel::LEAF as u64], move || {
        vec![leaf(&Rope::build(text, 0))]
    });
    lab.fact("leaves", Unit::Count, vec![RopeModel::new(LEN).leaves() as u64], move || {
        vec![Rope::build(text, 0).chunks().count() as u64]
    });
}

/// A rope with one insert. The builder begins with an empty leaf that it throws
/// away; the insert finds a full one and splits it.
fn tree() -> Counted {
    let nodes = RopeModel::nodes(RopeModel::new(LEN).leaves()) as u64;
    let of = |nodes: u64| (Blocks(nodes), Bytes(nodes * RopeModel::NODE as u64));
    let ((blocks, bytes), (held_blocks, held_bytes)) = (of(1 + nodes + 1), of(nodes + 1));
    let held = Level { blocks: held_blocks, bytes: held_bytes };
    Counted { blocks, bytes, peak: held, held }
}
