//! Every order in which two or three threads can take turns, by loom.
//!
//! ```console
//! $ RUSTFLAGS="--cfg loom" cargo test -p lab6 --test loom --release
//! ```
//!
//! Each prints how many orders it tried. loom remembers of each object only
//! the last access, so a thread that looks before it exchanges can hide from
//! it that another thread looked earlier; where a model came to a single order
//! for that reason, the parties are the other way round here.
//!
//! One claim a model. Models named `planted_…` are of a broken variant, and
//! loom must find it. What loom does not cover: more threads, more turns, and
//! what it says of itself in `src/sync.rs`.
#![cfg(loom)]

use lab6::Pool;
use lab6::models::{Estate, Owner, Thief, Thieving, ring};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use loom::thread;

#[path = "loom/hazards.rs"]
mod hazards;

/// Enough preemptions for every bug that is planted here, and an end within
/// seconds.
fn model(f: impl Fn() + Sync + Send + 'static) {
    bounded(3, f);
}

fn bounded(preemptions: usize, f: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 10_000;
    let turns = std::sync::atomic::AtomicU64::new(0);
    let turns = std::sync::Arc::new(turns);
    let counted = std::sync::Arc::clone(&turns);
    builder.check(move || {
        counted.fetch_add(1, SeqCst);
        f();
    });
    println!("{} orders", turns.load(SeqCst));
}

/// Every value that was put was taken by one party.
fn once(parties: [Vec<u32>; 3], count: u32) {
    let mut all = parties.concat();
    all.sort_unstable();
    assert_eq!(all, (0..count).collect::<Vec<_>>());
}

fn filled(room: u32, count: u32) -> (Owner<u32>, Thief<u32>) {
    let (mut owner, thief) = ring(room);
    (0..count).for_each(|i| owner.push(i).unwrap());
    owner.publish();
    (owner, thief)
}

fn rest(owner: &mut Owner<u32>) -> Vec<u32> {
    std::iter::from_fn(|| owner.pop(8)).collect()
}

#[test]
fn two_thieves_and_the_owner_take_each_value_once() {
    model(|| {
        let (mut owner, thief) = filled(4, 3);
        let thieves = [(); 2].map(|()| {
            let thief = thief.clone();
            thread::spawn(move || thief.steal().into_iter().collect::<Vec<_>>())
        });
        let mut mine: Vec<u32> = owner.pop(1).into_iter().collect();
        let [a, b] = thieves.map(|thief| thief.join().unwrap());
        mine.extend(rest(&mut owner));
        once([mine, a, b], 3);
    });
}

#[test]
fn a_thief_who_takes_two_and_one_who_takes_one_meet_the_owner() {
    model(|| {
        let (mut owner, thief) = filled(4, 4);
        let other = thief.clone();
        let two = thread::spawn(move || thief.steal_two());
        let one = thread::spawn(move || other.steal().into_iter().collect::<Vec<_>>());
        let mut mine: Vec<u32> = owner.pop(1).into_iter().collect();
        let (two, one) = (two.join().unwrap(), one.join().unwrap());
        mine.extend(rest(&mut owner));
        once([mine, two, one], 4);
    });
}

#[test]
fn the_owner_takes_back_several_while_a_thief_takes_them_singly() {
    model(|| {
        let (mut owner, thief) = filled(4, 4);
        let thief = thread::spawn(move || std::iter::from_fn(|| thief.steal()).collect());
        let mut mine: Vec<u32> = owner.pop(2).into_iter().collect();
        mine.extend(owner.pop(2));
        let stolen = thief.join().unwrap();
        mine.extend(rest(&mut owner));
        once([mine, stolen, Vec::new()], 4);
    });
}

#[test]
fn what_is_published_while_thieves_look_is_found_whole() {
    model(|| {
        let (mut owner, thief) = ring(2);
        let thief =
            thread::spawn(move || [thief.steal(), thief.steal()].into_iter().flatten().collect());
        let mut left = Vec::new();
        for i in 0..3 {
            left.extend(owner.push(i).err());
            owner.publish();
        }
        let stolen = thief.join().unwrap();
        let mine = rest(&mut owner);
        once([mine, stolen, left], 3);
    });
}

#[test]
fn a_slot_is_not_written_over_while_a_thief_reads_it() {
    model(|| {
        let (mut owner, thief) = filled(1, 1);
        let owner = thread::spawn(move || {
            let left = owner.push(1).err();
            (owner, left)
        });
        let stolen = thief.steal().into_iter().collect();
        let (mut owner, left) = owner.join().unwrap();
        let mine = rest(&mut owner);
        once([mine, stolen, left.into_iter().collect()], 2);
    });
}

#[test]
#[should_panic]
fn planted_an_owner_who_does_not_ask_writes_over_it() {
    model(|| {
        let (mut owner, thief) = filled(1, 1);
        let thief = thread::spawn(move || thief.steal());
        if owner.pop(0).is_none() {
            owner.push_blindly(1);
        }
        thief.join().unwrap();
    });
}

/// The owner takes the value back and puts another: the word is as it was.
fn aba(how: Option<Thieving>) {
    let (mut owner, thief) = filled(2, 1);
    let thief = thread::spawn(move || {
        how.map_or_else(|| thief.steal(), |how| thief.steal_badly(how)).into_iter().collect()
    });
    let mut mine: Vec<u32> = owner.pop(1).into_iter().collect();
    let left = owner.push(1).err();
    owner.publish();
    let stolen = thief.join().unwrap();
    mine.extend(rest(&mut owner));
    once([mine, stolen, left.into_iter().collect()], 2);
}

#[test]
fn a_word_that_is_the_same_again_deceives_no_thief() {
    model(|| aba(None));
}

#[test]
#[should_panic]
fn planted_a_thief_who_looks_before_it_wins_is_deceived() {
    model(|| aba(Some(Thieving::LookFirst)));
}

#[test]
#[should_panic]
fn planted_a_thief_who_stores_takes_what_the_owner_took() {
    model(|| aba(Some(Thieving::Store)));
}

#[test]
#[should_panic]
fn planted_a_thief_without_acquire_reads_a_stale_value() {
    model(|| {
        let (mut owner, thief) = ring(2);
        let thief = thread::spawn(move || thief.steal_badly(Thieving::Relaxed));
        owner.push(7).unwrap();
        owner.publish();
        thief.join().unwrap();
    });
}

#[test]
fn who_takes_a_number_sees_what_its_last_holder_did() {
    model(|| {
        let estate = Arc::new(Estate::new());
        let visits = [(); 2].map(|()| {
            let estate = Arc::clone(&estate);
            thread::spawn(move || estate.visit())
        });
        let mine = estate.visit();
        let mut all: Vec<u32> =
            visits.map(|visit| visit.join().unwrap()).into_iter().flatten().collect();
        all.extend(mine);
        all.sort_unstable();
        assert_eq!(all, (0..all.len() as u32).collect::<Vec<_>>());
    });
}

/// A value that counts itself: made and not yet dropped.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(alive: &Arc<AtomicUsize>) -> Counted {
        alive.fetch_add(1, SeqCst);
        Counted(Arc::clone(alive))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        assert_ne!(self.0.fetch_sub(1, SeqCst), 0, "dropped twice");
    }
}

/// Two threads use a pool at once in which `waiting` values wait; afterwards
/// all that live wait, and none live when the pool is gone.
fn pool(
    waiting: usize,
    here: impl Fn(&Pool<Counted, Recipe>),
    there: impl Fn(&Pool<Counted, Recipe>) + Send + 'static,
) {
    let alive = Arc::new(AtomicUsize::new(0));
    let made = Arc::clone(&alive);
    let make: Recipe = (Box::new(move || Counted::new(&made)), |_| {});
    let pool = Arc::new(Pool::new(make).collect_every(std::time::Duration::ZERO));
    burst(&pool, waiting);
    let other = Arc::clone(&pool);
    let thread = thread::spawn(move || there(&other));
    here(&pool);
    thread.join().unwrap();
    assert_eq!(pool.len(), alive.load(SeqCst), "all that live wait in the pool");
    drop(pool);
    assert_eq!(alive.load(SeqCst), 0);
}

type Recipe = (Box<dyn Fn() -> Counted + Send + Sync>, fn(&mut Counted));

/// Takes so many at once and gives them back.
fn burst(pool: &Pool<Counted, Recipe>, count: usize) {
    drop((0..count).map(|_| pool.get()).collect::<Vec<_>>());
}

#[test]
fn a_pool_of_two_threads_loses_nothing_and_gives_nothing_twice() {
    bounded(1, || pool(4, |pool| burst(pool, 4), |pool| burst(pool, 1)));
}

#[test]
fn gets_and_puts_meet_a_collection() {
    bounded(2, || pool(4, |pool| pool.collect(), |pool| burst(pool, 1)));
}

#[test]
fn gets_and_puts_meet_the_second_collection() {
    bounded(1, || {
        let here = |pool: &Pool<Counted, Recipe>| {
            pool.collect();
            pool.collect();
        };
        pool(3, here, |pool| burst(pool, 1));
    });
}

#[test]
fn a_collection_finds_what_a_thread_leaves_that_ends() {
    bounded(2, || pool(0, |pool| pool.collect(), |pool| burst(pool, 2)));
}
