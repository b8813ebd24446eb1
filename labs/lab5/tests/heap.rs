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
use lab5::many::{paste_anew, paste_one_by_one, paste_splice, scatter_anew, scatter_one_by_one};
use lab5::mix::{Toward, skewed, typed};
use labkit::heap::HeapLab;
use labkit::{Blocks, Bytes, Counted, Level, Unit};
use models::{DequeModel, GapModel, Model, RopeModel, VecModel};
use ropey::Rope;

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

/// How often a text is appended or copied.
const TIMES: usize = 100_000;

/// How often one is offered to a buffer that holds fewer.
const OFFERS: usize = 40;

/// How long the text is into which is inserted.
const LEN: usize = 1_000_000;

/// How many inserts a mix has, and how many bytes are inserted together.
const INSERTS: usize = 1000;

fn main() -> ExitCode {
    let text = text(LEN);
    let added = vec![b'!'; INSERTS];
    let mut scattered = skewed(LEN, INSERTS, 1, Toward::Front);
    scattered.iter_mut().for_each(|at| *at = (*at).min(LEN));
    scattered.sort_unstable();

    let mut lab = HeapLab::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"));
    at_the_end(&mut lab);
    facts(&mut lab, &text);

    let (len, room) = (LEN as u64, (LEN + INSERTS) as u64);
    // A copy has no room to spare, so the first insert doubles it.
    let doubled = Counted::grown(&[len, 2 * len]);
    lab.table("first")
        .variant("first_vec", doubled, || first_vec(&text))
        .variant("first_deque", doubled, || first_deque(&text))
        .variant("first_gap", doubled, || first_gap(&text))
        .variant("first_rope", Counted::default(), || first_rope(&text));
    lab.table("together")
        .variant("paste_one_by_one", doubled, || paste_one_by_one(&text, LEN / 2, &added))
        .variant("paste_splice", doubled, || paste_splice(&text, LEN / 2, &added))
        .variant("paste_anew", Counted::grown(&[room]), || paste_anew(&text, LEN / 2, &added))
        .variant("scatter_one_by_one", doubled, || scatter_one_by_one(&text, &scattered, b'!'))
        .variant("scatter_anew", Counted::grown(&[room]), || {
            scatter_anew(&text, &scattered, b'!')
        });
    lab.run()
}

/// Appending: tables `append`, `offers` and `copies`.
fn at_the_end(lab: &mut HeapLab<'_>) {
    let times = TIMES as u64;
    let (buffer, place) = (append::CAPACITY as u64, in_place::CAPACITY as u64);
    // A pointer, a capacity and a length go into the box of a pool of anything.
    let header = 3 * 8;
    // What the warm-up left in the pool is freed, and the last box stays.
    let boxed = Counted { blocks: Blocks(times), bytes: Bytes(times * header), ..Counted::grown(&[header]) };
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
        .variant("copy_fresh", freed(times, in_place::TEXT.len() as u64), || copy_fresh(TIMES))
        .variant("copy_in_place", freed(1, place), || copy_in_place(TIMES))
        .variant("copy_append", freed(1, place), || copy_append(TIMES));
}

/// So many blocks of one size, one after the other, and none left.
fn freed(blocks: u64, each: u64) -> Counted {
    let peak = Level { blocks: Blocks(1), bytes: Bytes(each) };
    Counted { blocks: Blocks(blocks), bytes: Bytes(blocks * each), peak, held: Level::default() }
}

/// How many bytes arrive of what is offered.
fn delivered(offer: fn(usize, &mut dyn FnMut(&[u8]))) -> u64 {
    let mut bytes = 0;
    offer(OFFERS, &mut |text| bytes += text.len() as u64);
    bytes
}
