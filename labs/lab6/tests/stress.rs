//! Exact accounting while threads do whatever they like: every value that is
//! put is got once or dropped once, and nobody holds what another holds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use lab6::{Guard, Pool, Recipe};

/// Under Miri a few steps must do.
const STEPS: u64 = if cfg!(miri) { 100 } else { 20_000 };
const THREADS: u64 = if cfg!(miri) { 3 } else { 8 };

#[derive(Default)]
struct Books {
    made: AtomicU64,
    dropped: AtomicU64,
    resets: AtomicU64,
}

struct Item<'b> {
    books: &'b Books,
    in_use: AtomicBool,
    /// Where its bytes lie must be seen by the next user as they were left.
    marks: Box<[u64; 4]>,
}

impl Drop for Item<'_> {
    fn drop(&mut self) {
        assert!(!self.in_use.load(SeqCst) || thread::panicking(), "dropped while in use");
        self.books.dropped.fetch_add(1, SeqCst);
    }
}

struct Booked<'b>(&'b Books);

impl<'b> Recipe<Item<'b>> for Booked<'b> {
    fn make(&self) -> Item<'b> {
        self.0.made.fetch_add(1, SeqCst);
        Item { books: self.0, in_use: AtomicBool::new(false), marks: Box::new([0; 4]) }
    }

    fn reset(&self, item: &mut Item<'b>) {
        self.0.resets.fetch_add(1, SeqCst);
        assert!(item.in_use.swap(false, SeqCst), "given back twice");
        assert!(item.marks.iter().all(|&mark| mark == item.marks[0]), "torn");
    }
}

type Booking<'b> = Pool<Item<'b>, Booked<'b>>;
type Held<'p, 'b> = Guard<'p, Item<'b>, Booked<'b>>;

fn take<'p, 'b>(pool: &'p Booking<'b>, mark: u64) -> Held<'p, 'b> {
    let mut item = pool.get();
    assert!(!item.in_use.swap(true, SeqCst), "got while another has it");
    *item.marks = [mark; 4];
    item
}

/// A plain generator: the same steps in every run.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

fn wander<'b>(pool: &Booking<'b>, seed: u64, detached: &AtomicU64) {
    let (mut state, mut held) = (seed, Vec::new());
    for step in 0..STEPS {
        match next(&mut state) % 64 {
            0..24 => held.push(take(pool, step)),
            24..56 => drop(held.pop()),
            56..60 => {
                let count = (next(&mut state) % 50) as usize;
                drop((0..count).map(|_| take(pool, step)).collect::<Vec<_>>());
            }
            60 => held.clear(),
            61 if step % 16 == 0 => pool.collect(),
            62 if step % 256 == 0 => pool.clear(),
            _ => {
                if let Some(item) = held.pop() {
                    detached.fetch_add(1, SeqCst);
                    Guard::detach(item).in_use.store(false, SeqCst);
                }
            }
        }
    }
}

fn check(pool: Booking<'_>, books: &Books, detached: u64) {
    let (stats, read) = (pool.stats(), |count: &AtomicU64| count.load(SeqCst));
    assert_eq!(stats.made, read(&books.made));
    assert_eq!(stats.detached, detached);
    // What came back was reset once for every get that was not detached.
    assert_eq!(stats.gets() - detached, read(&books.resets));
    // What was made waits, was dropped by the pool, or was taken away.
    assert_eq!(read(&books.dropped), stats.dropped() + detached);
    assert_eq!(pool.len() as u64, stats.made - stats.dropped() - detached, "{stats:?}");
    drop(pool);
    assert_eq!(read(&books.dropped), read(&books.made));
}

fn wandering(pool: impl for<'b> Fn(&'b Books) -> Booking<'b>) {
    let (books, detached) = (Books::default(), AtomicU64::new(0));
    let pool = pool(&books);
    thread::scope(|scope| {
        for seed in 0..THREADS {
            let (pool, detached) = (&pool, &detached);
            scope.spawn(move || wander(pool, seed, detached));
        }
    });
    check(pool, &books, detached.into_inner());
}

#[test]
fn threads_that_wander_lose_nothing_and_get_nothing_twice() {
    wandering(|books| Pool::new(Booked(books)).collect_every(Duration::ZERO));
}

#[test]
fn nor_with_a_small_cap() {
    wandering(|books| Pool::new(Booked(books)).keep(4).collect_every(Duration::ZERO));
}

#[test]
fn nor_with_few_shards() {
    wandering(|books| Pool::new(Booked(books)).shards(2).collect_every(Duration::ZERO));
}

#[test]
fn nor_when_gets_collect_all_the_time() {
    wandering(|books| Pool::new(Booked(books)).collect_every(Duration::from_nanos(1)));
}

#[test]
fn values_handed_from_thread_to_thread_are_each_there_once() {
    let books = Books::default();
    let pool = Pool::new(Booked(&books)).collect_every(Duration::ZERO);
    thread::scope(|scope| {
        let (first, mut receiver) = channel::<Held<'_, '_>>();
        for _ in 0..3 {
            let (sender, next) = channel();
            let incoming = std::mem::replace(&mut receiver, next);
            scope.spawn(move || {
                for item in incoming {
                    sender.send(item).unwrap();
                }
            });
        }
        scope.spawn(move || receiver.into_iter().for_each(drop));
        (0..STEPS).for_each(|step| first.send(take(&pool, step)).unwrap());
        drop(first);
    });
    check(pool, &books, 0);
}

/// A pool that is nearly full must not lose what has room: no more values are
/// made than are out at once.
#[test]
fn nothing_is_dropped_for_being_full_for_a_moment() {
    let books = Books::default();
    let pool = Pool::new(Booked(&books)).keep(64).collect_every(Duration::ZERO);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for step in 0..STEPS * 5 {
                    drop(take(&pool, step));
                }
            });
        }
    });
    let stats = pool.stats();
    assert!(stats.made <= 4, "{stats:?}");
    assert_eq!(stats.full, 0);
    check(pool, &books, 0);
}
