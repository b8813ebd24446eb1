//! Exact counts, each derived here before it is measured.

use std::cell::Cell;
use std::hint::black_box;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use lab2::callbacks::{callback_boxed, callback_boxed_empty, callback_dyn, callback_generic};
use lab2::futures::{first_leaf_len, future_boxed, future_in_trait};
use lab2::receivers::View;
use lab2::results::{read_cow, read_slice, read_vec};
use lab2::sharing::{by_arc, by_clone, by_rc, by_reference};
use lab2::store::{Hash, LazyValue, Node, NodeStore};
use lab2::workload::{CALLS, LEAF, LEAVES, VALUES, build_store, kept, owned, repeated};
use labkit::heap::HeapLab;
use labkit::{Blocks, Bytes, Counted, Level, Unit};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

/// Size of a pointer and of a length, on the 64-bit machines the book is for.
const POINTER: u64 = 8;

/// How many stripes make a view large.
const STRIPES: usize = 256;

/// A value of one leaf, read into a block of its own.
const RESULT: u64 = LEAF as u64;

fn main() -> ExitCode {
    let (store, hashes) = build_store();
    let reads = Cell::new(0);
    let (rc, arc) = (Rc::new(store.clone()), Arc::new(store.clone()));
    let mut lab = HeapLab::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"));
    receivers(&mut lab, &store, hashes[0], &reads);
    sharing(&mut lab, &store, &rc, &arc, &hashes);
    callbacks(&mut lab, &store, &hashes);
    futures(&mut lab, &store, &hashes);
    results(&mut lab, &store, &hashes);
    facts(&mut lab, &store, &hashes, &reads);
    lines(&mut lab, &store, &hashes, &reads);
    lab.run()
}

/// The Go text's method: the result, and the view where it is boxed.
fn receivers<'a>(lab: &mut HeapLab<'a>, store: &'a NodeStore, hash: Hash, reads: &'a Cell<usize>) {
    let small = View { chunks: store, reads, stripes: [] };
    let large = View { chunks: store, reads, stripes: [0; STRIPES] };
    let result = each(&[RESULT]);
    lab.table("receivers")
        .variant("field_concrete", result, owned(move |owner| owner.field_concrete(store, hash)))
        .variant("field_dyn", result, owned(move |owner| owner.field_dyn(store, hash)))
        .variant("listing_pointer", result, kept(move || small.listing_pointer(hash)))
        .variant("listing_value", result, kept(move || small.listing_value(hash)))
        .variant("boxed_pointer", result, kept(move || small.boxed_pointer(hash)))
        .variant(
            "boxed_value",
            each(&[view_size(0), RESULT]),
            kept(move || small.boxed_value(hash)),
        );
    lab.table("large")
        .variant("listing_pointer", result, kept(move || large.listing_pointer(hash)))
        .variant("listing_value", result, kept(move || large.listing_value(hash)))
        .variant("listing_unseen", result, kept(move || large.listing_unseen(hash)))
        .variant("boxed_pointer", result, kept(move || large.boxed_pointer(hash)))
        .variant(
            "boxed_value",
            each(&[view_size(STRIPES), RESULT]),
            kept(move || large.boxed_value(hash)),
        );
}

fn sharing<'a>(
    lab: &mut HeapLab<'a>,
    store: &'a NodeStore,
    rc: &'a Rc<NodeStore>,
    arc: &'a Arc<NodeStore>,
    hashes: &'a [Hash; VALUES],
) {
    lab.table("sharing")
        .variant("by_reference", Counted::default(), || {
            repeated(|n| by_reference(store, nth(hashes, n)))
        })
        .variant("by_clone", each(&store_blocks()), || {
            repeated(|n| by_clone(store, nth(hashes, n)))
        })
        .variant("by_rc", Counted::default(), || repeated(|n| by_rc(rc, nth(hashes, n))))
        .variant("by_arc", Counted::default(), || repeated(|n| by_arc(arc, nth(hashes, n))));
}

fn callbacks<'a>(lab: &mut HeapLab<'a>, store: &'a NodeStore, hashes: &'a [Hash; VALUES]) {
    let limit = black_box(usize::MAX);
    lab.table("callbacks")
        // What the visitor holds: the limit.
        .variant("callback_boxed", each(&[POINTER]), move || {
            repeated(|n| callback_boxed(store, nth(hashes, n), limit))
        })
        .variant("callback_boxed_empty", Counted::default(), || {
            repeated(|n| callback_boxed_empty(store, nth(hashes, n)))
        })
        // ANCHOR: budget
        // No block and no byte.
        .variant("callback_dyn", Counted::default(), move || {
            repeated(|n| callback_dyn(store, nth(hashes, n), limit))
        })
        // ANCHOR_END: budget
        .variant("callback_generic", Counted::default(), move || {
            repeated(|n| callback_generic(store, nth(hashes, n), limit))
        });
}

fn futures<'a>(lab: &mut HeapLab<'a>, store: &'a NodeStore, hashes: &'a [Hash; VALUES]) {
    let future = size_of_val(&first_leaf_len(store, hashes[0])) as u64;
    lab.table("futures")
        .variant("future_boxed", each(&[future]), || {
            repeated(|n| future_boxed(store, nth(hashes, n)))
        })
        .variant("future_in_trait", Counted::default(), || {
            repeated(|n| future_in_trait(store, nth(hashes, n)))
        });
}

fn results<'a>(lab: &mut HeapLab<'a>, store: &'a NodeStore, hashes: &'a [Hash; VALUES]) {
    let (rounds, chain) = (CALLS / VALUES, growth_chain());
    let single = vec![RESULT; (VALUES - 1) * rounds];
    let grown: Vec<u64> = chain.iter().copied().cycle().take(chain.len() * rounds).collect();
    let all: Vec<u64> = single.iter().chain(&grown).copied().collect();
    // What the longest holds is the most there is at once.
    let last = chain.last().copied().unwrap_or_default();
    let peak = Level { blocks: Blocks(1), bytes: Bytes(last) };
    // Every value is loaded once, and all are held until the last call is done.
    let loaded = (VALUES as u64 - 1, (VALUES as u64 - 1) * RESULT);
    let lazy = Counted {
        blocks: Blocks(loaded.0 + chain.len() as u64),
        bytes: Bytes(loaded.1 + chain.iter().sum::<u64>()),
        peak: Level { blocks: Blocks(VALUES as u64), bytes: Bytes(loaded.1 + last) },
        held: Level::default(),
    };
    lab.table("results")
        .variant("read_vec", freed(&all, peak), || {
            repeated(|n| read_vec(store, nth(hashes, n)).map(|bytes| black_box(bytes).len()))
        })
        .variant("read_cow", freed(&grown, peak), || {
            repeated(|n| read_cow(store, nth(hashes, n)).map(|bytes| black_box(bytes).len()))
        })
        .variant("read_slice", lazy, || {
            let values = hashes.map(LazyValue::new);
            repeated(|n| read_slice(store, &values[n % VALUES]).map(|bytes| black_box(bytes).len()))
        });
}

fn facts<'a>(
    lab: &mut HeapLab<'a>,
    store: &'a NodeStore,
    hashes: &'a [Hash; VALUES],
    reads: &'a Cell<usize>,
) {
    lab.fact("calls", Unit::Count, one(CALLS), move || {
        let before = reads.get();
        let view = View { chunks: store, reads, stripes: [] };
        let done = repeated(|_| view.listing_pointer(hashes[0]).map(|bytes| bytes.len()));
        assert!(done.is_ok());
        one(reads.get() - before)
    });
    lab.fact("value", Unit::Bytes, one(LEAF), move || {
        one(read_vec(store, hashes[0]).map_or(0, |bytes| bytes.len()))
    });
    lab.fact("nodes", Unit::Count, one(nodes().count()), move || one(store.nodes().count()));
    lab.fact("entry", Unit::Bytes, vec![entry_size()], || one(size_of::<(Hash, Node)>()));
    lab.fact("view", Unit::Bytes, vec![view_size(0)], || one(size_of::<View<'_, 0>>()));
    lab.fact("view_large", Unit::Bytes, vec![view_size(STRIPES)], || {
        one(size_of::<View<'_, STRIPES>>())
    });
    lab.fact("stripes", Unit::Count, one(STRIPES), || {
        one(size_of::<[usize; STRIPES]>() / size_of::<usize>())
    });
    lab.fact("chain", Unit::Bytes, growth_chain(), observed_chain);
}

fn one(value: usize) -> Vec<u64> {
    vec![value as u64]
}

/// One call each of what hides a block.
fn lines<'a>(
    lab: &mut HeapLab<'a>,
    store: &'a NodeStore,
    hashes: &'a [Hash; VALUES],
    reads: &'a Cell<usize>,
) {
    let small = View { chunks: store, reads, stripes: [] };
    let future = size_of_val(&first_leaf_len(store, hashes[0])) as u64;
    let leaves = nodes().count() as u64 - 1;
    let expected = vec![
        ("clone", "self.nodes.clone()", 1, (leaves + 1) * entry_size()),
        // derive(Clone) has no line but those of what it is written for.
        ("clone", "Leaf(Vec<u8>)", leaves, leaves * RESULT),
        ("clone", "Inner(Vec<Hash>)", 1, LEAVES as u64 * POINTER),
        ("boxed_value", "Box::new(self)", 1, view_size(0)),
        ("callback_boxed", "Box::new(move |leaf|", 1, POINTER),
        ("first_len", "Box::pin(first_leaf_len(self, hash))", 1, future),
        // Two results: the boxed view's and read_vec's.
        ("append_leaf", "bytes.extend_from_slice(leaf)", 2, 2 * RESULT),
    ];
    lab.sites("lines", expected, move || {
        (
            by_clone(store, hashes[0]),
            small.boxed_value(hashes[0]),
            callback_boxed(store, hashes[0], black_box(usize::MAX)),
            future_boxed(store, hashes[0]),
            read_vec(store, hashes[0]),
        )
    });
}

fn nth(hashes: &[Hash; VALUES], number: usize) -> Hash {
    hashes[number % VALUES]
}

/// Every call makes these blocks, holds them all at once and frees them.
fn each(sizes: &[u64]) -> Counted {
    let (calls, sum) = (CALLS as u64, sizes.iter().sum::<u64>());
    Counted {
        blocks: Blocks(calls * sizes.len() as u64),
        bytes: Bytes(calls * sum),
        peak: Level { blocks: Blocks(sizes.len() as u64), bytes: Bytes(sum) },
        held: Level::default(),
    }
}

/// These blocks in all, never more than `peak` at once, and none in the end.
fn freed(sizes: &[u64], peak: Level) -> Counted {
    Counted {
        blocks: Blocks(sizes.len() as u64),
        bytes: Bytes(sizes.iter().sum()),
        peak,
        held: Level::default(),
    }
}

/// A reference to a trait object, two words; one to the counter; the stripes.
fn view_size(stripes: usize) -> u64 {
    (2 + 1 + stripes as u64) * POINTER
}

/// What the store's nodes hold: a leaf for every leaf of every value, and for the
/// last value the list of its leaves.
fn nodes() -> impl Iterator<Item = u64> {
    let leaves = (VALUES - 1 + LEAVES) as u64;
    let list = LEAVES as u64 * POINTER;
    std::iter::repeat_n(LEAF as u64, leaves as usize).chain([list])
}

/// A hash, a word that tells a leaf from a list, and a Vec of three words.
fn entry_size() -> u64 {
    POINTER + POINTER + 3 * POINTER
}

/// What a clone of the store is made of: the entries, and a block for each.
fn store_blocks() -> Vec<u64> {
    let entries = nodes().count() as u64 * entry_size();
    std::iter::once(entries).chain(nodes()).collect()
}

/// The capacities of a Vec that the leaves of the last value are appended to: at
/// least twice the one before, and at least what is needed.
fn growth_chain() -> Vec<u64> {
    let (mut capacity, mut chain) = (0, Vec::new());
    for len in (1..=LEAVES as u64).map(|leaf| leaf * LEAF as u64) {
        if len > capacity {
            capacity = len.max(2 * capacity).max(8);
            chain.push(capacity);
        }
    }
    chain
}

/// The same appends by hand.
fn observed_chain() -> Vec<u64> {
    let (mut bytes, mut chain) = (Vec::new(), Vec::new());
    for _ in 0..LEAVES {
        let before = bytes.capacity();
        bytes.extend_from_slice(&[0_u8; LEAF]);
        if bytes.capacity() != before {
            chain.push(bytes.capacity() as u64);
        }
    }
    chain
}
