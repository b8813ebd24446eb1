//! Exact counts, each derived here before it is measured.

use std::process::ExitCode;
use std::time::Duration;

use lab6::byte_buffer::CLASSES;
use lab6::byte_buffer::requests::{
    self, MIXED, class_grown, class_large, class_medium, class_oversized, class_small,
    mixed_classes, mixed_one, needs,
};
use lab6::frames::{
    BURST, CAPACITY, LEN, OVERSIZED, burst_fresh, burst_local, burst_pooled, one_copied,
    one_detached, one_fresh, one_local, one_missed, one_oversized, one_pooled, tiny_fresh,
    tiny_pooled,
};
use lab6::life::{self, KEPT, Moment, Turn};
use lab6::places::latency::{
    Nothing, Twin, get_made, get_private, get_shared, get_stolen, get_victim, pool,
};
use lab6::places::{Model, PATTERNS, PLACES, SHARDS, count as by_turns};
use lab6::strategies::{by_exchange, by_lock, by_shards};
use labkit::heap::HeapLab;
use labkit::{Blocks, Bytes, Counted, Level, Trace, TracePlace, TraceStep, Unit};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

const BUFFER: u64 = CAPACITY as u64;

/// A buffer's pointer, capacity and length live in a box of its pool, which is a
/// cache line.
const BOX: u64 = 64;

const SEED: u8 = 7;

fn main() -> ExitCode {
    let [private, shared, stolen, victim] = [(); 4].map(|()| pool());
    let (made, twin) = (Nothing::pool(), Twin::new().expect("a number is free"));
    // Shards and rings of both generations are there, also those that a value
    // which leaves its slot needs.
    for _ in 0..2 {
        mixed_classes(SEED);
        class_grown(SEED);
        get_shared(&shared, SEED);
        get_stolen(&stolen, &twin, SEED);
        get_victim(&victim, SEED);
    }
    let mut lab = HeapLab::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"));
    let each = BURST as u64;
    lab.table("one")
        .variant("one_fresh", freed(1, BUFFER), || one_fresh(SEED))
        .variant("one_local", Counted::default(), || one_local(SEED))
        .variant("one_pooled", Counted::default(), || one_pooled(SEED));
    lab.table("burst")
        .variant("burst_fresh", freed(each, each * BUFFER), || burst_fresh(SEED))
        .variant("burst_local", Counted::default(), || burst_local(SEED))
        .variant("burst_pooled", Counted::default(), || burst_pooled(SEED));
    lab.table("miss")
        // What is made stays in the pool.
        .variant("one_missed", Counted::all_held(2, BOX + BUFFER), || one_missed(SEED))
        // The value before was detached as well, so there is none.
        .variant("one_detached", detached(), || one_detached(SEED))
        .variant("one_oversized", oversized(), || one_oversized(SEED))
        // The result, as long as the frame.
        .variant("one_copied", Counted::all_held(1, LEN as u64), || one_copied(SEED));
    lab.table("latency")
        .variant("get_private", Counted::default(), || get_private(&private, SEED))
        .variant("get_shared", Counted::default(), || get_shared(&shared, SEED))
        .variant("get_stolen", Counted::default(), || get_stolen(&stolen, &twin, SEED))
        .variant("get_victim", Counted::default(), || get_victim(&victim, SEED))
        .variant("get_made", freed(2, BOX + BUFFER), || get_made(&made, SEED))
        .variant("one_fresh", freed(1, BUFFER), || one_fresh(SEED));
    lab.table("classes")
        .variant("class_small", Counted::default(), || class_small(SEED))
        .variant("class_medium", Counted::default(), || class_medium(SEED))
        .variant("class_large", Counted::default(), || class_large(SEED))
        .variant("class_grown", grown(), || class_grown(SEED))
        .variant("class_oversized", freed(2, BOX + requests::OVERSIZED as u64), || {
            class_oversized(SEED)
        });
    lab.table("mixed").variant("mixed_classes", by_class(), || mixed_classes(SEED)).variant(
        "mixed_one",
        in_one(),
        || mixed_one(SEED),
    );
    lab.table("strategies")
        .variant("by_lock", Counted::default(), || by_lock(SEED))
        .variant("by_shards", Counted::default(), || by_shards(SEED))
        .variant("by_exchange", Counted::default(), || by_exchange(SEED));
    lab.table("tiny").variant("tiny_fresh", freed(1, 8), || tiny_fresh(SEED)).variant(
        "tiny_pooled",
        Counted::default(),
        || tiny_pooled(SEED),
    );
    for pattern in PATTERNS {
        let name = format!("places_{}", pattern.name);
        let mut grid = lab.grid(&name, "shards", Unit::Count, &PLACES);
        for shards in SHARDS {
            let steps = pattern.steps(shards);
            let derived = Model::count(shards, &steps).to_vec();
            grid.row(&shards.to_string(), derived, move || by_turns(shards, &steps).to_vec());
        }
    }
    lab.fact("kept", Unit::Count, vec![256], || vec![kept(20_000)]);
    lab.trace("life", life_derived(), life_recorded);
    lab.fact("idle", Unit::Count, vec![256, 256, 0], idle);
    // The one that grew was refused, so the next is as it was made.
    lab.fact("large", Unit::Bytes, vec![BUFFER], || vec![after_a_large_one()]);
    lab.run()
}

/// So many blocks at once, and none left.
fn freed(blocks: u64, bytes: u64) -> Counted {
    Counted { held: Level::default(), ..Counted::all_held(blocks, bytes) }
}

/// A buffer and its box; the box is freed when the buffer is taken out of it.
fn detached() -> Counted {
    let held = Level { blocks: Blocks(1), bytes: Bytes(BUFFER) };
    Counted { held, ..Counted::all_held(2, BOX + BUFFER) }
}

/// A buffer and its box, the buffer grown; none of it is kept.
fn oversized() -> Counted {
    // The vector is empty: what is reserved is its new capacity, exactly.
    let (blocks, bytes) = (3, BOX + BUFFER + OVERSIZED as u64);
    let peak = Level { blocks: Blocks(2), bytes: Bytes(BOX + OVERSIZED as u64) };
    Counted { blocks: Blocks(blocks), bytes: Bytes(bytes), peak, held: Level::default() }
}

/// The one before has left its class, so there is none; it grows once, and
/// waits in the next class. A vector that is empty grows to what it needs.
fn grown() -> Counted {
    let [small, medium, _] = CLASSES.map(|least| least as u64);
    let held = Level { blocks: Blocks(2), bytes: Bytes(BOX + medium) };
    Counted { blocks: Blocks(3), bytes: Bytes(BOX + small + medium), peak: held, held }
}

/// Each round needs as many of each class as the first, which makes them.
fn by_class() -> Counted {
    let bytes: u64 = (0..MIXED).map(|i| BOX + needs(0, i) as u64).sum();
    Counted::all_held(2 * MIXED as u64, bytes)
}

/// Every buffer grows to the largest request that it ever meets.
fn in_one() -> Counted {
    // Buffers in the order in which the next round gets them.
    let mut waiting = [CLASSES[0] as u64; MIXED];
    let mut blocks = 2 * MIXED as u64;
    let mut bytes: u64 = waiting.iter().map(|capacity| BOX + capacity).sum();
    for round in 0..MIXED {
        for (i, capacity) in waiting.iter_mut().enumerate() {
            let needed = needs(round, i) as u64;
            if *capacity < needed {
                *capacity = needed;
                (blocks, bytes) = (blocks + 1, bytes + needed);
            }
        }
        // The first that comes back goes to the slot; of the rest the last
        // that came comes first.
        waiting[1..].reverse();
    }
    let held: u64 = waiting.iter().map(|capacity| BOX + capacity).sum();
    let held = Level { blocks: Blocks(2 * MIXED as u64), bytes: Bytes(held) };
    Counted { blocks: Blocks(blocks), bytes: Bytes(bytes), peak: held, held }
}

fn full(count: usize) -> lab6::Pool<[u8; LEN], impl lab6::Recipe<[u8; LEN]>> {
    let pool = lab6::Pool::new((|| [0; LEN], |_: &mut [u8; LEN]| {})).collect_every(Duration::ZERO);
    drop((0..count).map(|_| pool.get()).collect::<Vec<_>>());
    pool
}

/// Values that stay of so many that come back at once.
fn kept(count: usize) -> u64 {
    full(count).len() as u64
}

/// Capacity of what a pool lends after one of its buffers grew to 16 MiB.
fn after_a_large_one() -> u64 {
    let pool = lab6::Pool::new(lab6::Buffers::new(CAPACITY)).collect_every(Duration::ZERO);
    pool.get().reserve(16 << 20);
    pool.get().capacity() as u64
}

/// Values that wait before, after one and after two collections.
fn idle() -> Vec<u64> {
    let pool = full(20_000);
    let before = pool.len() as u64;
    let after = (0..2).map(|_| {
        pool.collect();
        pool.len() as u64
    });
    std::iter::once(before).chain(after).collect()
}

/// What must happen in `life::TURNS`, by what the design says: a slot, sixteen
/// private values, the older half of them public with the next; eight at once for
/// a thief or for the owner who takes them back; what is idle survives one
/// collection.
fn life_derived() -> Vec<String> {
    const PRIVATE: usize = 16;
    const AT_ONCE: usize = 8;
    let times = |what: &str, count: usize| match count {
        1 => what.to_owned(),
        _ => format!("{what}, {count} times"),
    };
    vec![
        "A get: made".into(),
        "A put".into(),
        "A get: private".into(),
        times("A get: made", KEPT),
        "A put".into(),
        times("A put", PRIVATE),
        "A put: half becomes public".into(),
        "A put: full, so dropped".into(),
        // The slot, and what the put left private.
        times("A get: private", 1 + PRIVATE - AT_ONCE + 1),
        "A get: own public".into(),
        // As many as are away, but one.
        times("A put", KEPT - AT_ONCE),
        "A put: half becomes public".into(),
        "B get: stolen".into(),
        "B put".into(),
        "C get: made".into(),
        "C put".into(),
        "C exit".into(),
        times("B get: private", AT_ONCE),
        "B get: stolen".into(),
        times("B put", AT_ONCE + 1),
        "A collect".into(),
        "A get: victim".into(),
        "A put".into(),
        "B get: victim".into(),
        "B put".into(),
        "A collect: drops what was idle".into(),
        "A collect: drops what was idle".into(),
        "B get: made, and its own too old".into(),
    ]
}

/// The run, as a picture for each moment.
fn life_recorded() -> Trace {
    let place = |name: &str, open: bool, note: &str| TracePlace {
        name: name.into(),
        note: note.into(),
        open,
    };
    let moments = life::moments();
    let steps = moments.iter().enumerate().map(|(i, moment)| {
        let (event, times) = moment.event(moments[..i].last());
        check_moment(moment, &moments[..i]);
        TraceStep { lane: moment.last.0, event, times, cells: moment.cells() }
    });
    Trace {
        name: String::new(),
        lanes: ["A", "B", "C"].map(String::from).into(),
        places: vec![
            place("in use", false, "on loan to the thread"),
            place("slot", false, "the value that was put last"),
            place("private", false, "the thread puts and gets at its left end"),
            place("public", true, "thieves take from its right end"),
            place("victim", true, "there since before the last collection, gone with the next"),
        ],
        steps: steps.collect(),
    }
}

/// Laws that no turn may break: a value that was made and not dropped lies in
/// one place, and a get took it from where the counters say.
fn check_moment(moment: &Moment, before: &[Moment]) {
    let stats = moment.stats;
    let mut there: Vec<u32> = moment.cells().into_iter().flatten().flatten().collect();
    let all = there.len();
    there.sort_unstable();
    there.dedup();
    assert_eq!(there.len(), all, "a value lies in two places: {moment:?}");
    assert_eq!(all as u64, stats.made - stats.dropped(), "a value is lost: {moment:?}");
    let ((thread, Turn::Get(_)), Some(last)) = (moment.last, before.last()) else { return };
    // Who has not been there since a collection finds its own values to be victims.
    let away = |moment: &&Moment| moment.last.0 != thread || moment.last.1 == Turn::Collect;
    let noticed =
        !before.iter().rev().take_while(away).any(|moment| moment.last.1 == Turn::Collect);
    let (then, mut counted) = (last.stats, [0; 5]);
    for value in moment.held[thread].iter().filter(|value| !last.held[thread].contains(value)) {
        counted[came_from(*value, thread, noticed, last)] += 1;
    }
    let said = [
        stats.private - then.private,
        stats.shared - then.shared,
        stats.stolen - then.stolen,
        stats.victim - then.victim,
        stats.made - then.made,
    ];
    assert_eq!(counted, said, "the counters say otherwise: {moment:?}");
}

/// Where a value was that this thread has got: private, own public, another's,
/// victim, nowhere.
fn came_from(value: u32, thread: usize, noticed: bool, before: &Moment) -> usize {
    let lanes = before.cells();
    let lies = |(lane, places): (usize, &Vec<Vec<u32>>)| {
        let place = places.iter().position(|cell| cell.contains(&value))?;
        Some((lane, place))
    };
    match lanes.iter().enumerate().find_map(lies) {
        None => 4,
        Some((_, 4)) => 3,
        Some((lane, _)) if lane == thread && !noticed => 3,
        Some((lane, 1 | 2)) if lane == thread => 0,
        Some((lane, 3)) if lane == thread => 1,
        Some(_) => 2,
    }
}
