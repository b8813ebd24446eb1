//! What a pool promises, one claim a test.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicIsize, Ordering::SeqCst};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use arbtest::arbtest;
use lab6::{Buffers, Guard, Pool, Recipe};

/// Counts how many of its values are alive.
#[derive(Default)]
struct Census(AtomicIsize);

impl Census {
    fn alive(&self) -> isize {
        self.0.load(SeqCst)
    }
}

struct Member<'c> {
    census: &'c Census,
    number: u32,
}

impl<'c> Member<'c> {
    fn new(census: &'c Census) -> Member<'c> {
        census.0.fetch_add(1, SeqCst);
        Member { census, number: 0 }
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        self.census.0.fetch_sub(1, SeqCst);
    }
}

/// A pool of members, which has no reset.
fn members(census: &Census) -> Pool<Member<'_>, impl Recipe<Member<'_>>> {
    Pool::new((|| Member::new(census), |_: &mut Member<'_>| {})).collect_every(Duration::ZERO)
}

fn buffers() -> Pool<Vec<u8>, Buffers> {
    Pool::new(Buffers::new(64)).collect_every(Duration::ZERO)
}

/// Takes so many and gives them all back.
fn burst<T, R: Recipe<T>>(pool: &Pool<T, R>, count: usize) {
    drop((0..count).map(|_| pool.get()).collect::<Vec<_>>());
}

#[test]
fn one_get_makes_one_value() {
    let census = Census::default();
    let pool = members(&census);
    let value = pool.get();
    assert_eq!((census.alive(), pool.stats().made, pool.len()), (1, 1, 0));
    drop(value);
    assert_eq!((census.alive(), pool.stats().made, pool.len()), (1, 1, 1));
    drop(pool);
    assert_eq!(census.alive(), 0);
}

#[test]
fn the_slot_comes_first_then_the_value_that_was_put_last() {
    let census = Census::default();
    let pool = members(&census);
    let mut held: Vec<_> = (0..100).map(|_| pool.get()).collect();
    for (i, value) in held.iter_mut().enumerate() {
        value.number = i as u32;
    }
    // A Vec drops in order: 99 is put last.
    drop(held);
    let got: Vec<u32> = (0..4)
        .map(|_| {
            // Never given back.
            ManuallyDrop::new(pool.get()).number
        })
        .collect();
    // As in Go: the first value that came back took the private slot.
    assert_eq!(got, [0, 99, 98, 97]);
}

#[test]
fn steady_use_makes_no_new_value() {
    let pool = buffers();
    for round in 0..20 {
        (0..1000).for_each(|_| drop(pool.get()));
        [1, 2, 15, 16, 17, 18, 31, 32, 33, 34, 64, 100]
            .iter()
            .for_each(|&count| burst(&pool, count));
        assert_eq!(pool.stats().made, 100, "round {round}");
    }
    let stats = pool.stats();
    assert_eq!(stats.gets(), 20 * (1000 + 363));
    assert_eq!(stats.hits(), stats.gets() - 100);
    assert_eq!((pool.len(), stats.dropped()), (100, 0));
}

#[test]
fn nothing_of_the_last_user_is_readable() {
    arbtest(|u| {
        let pool = buffers();
        for _ in 0..u.int_in_range(1..=5)? {
            let mut held: Vec<_> = (0..u.int_in_range(1..=20)?).map(|_| pool.get()).collect();
            for buffer in &mut held {
                assert!(buffer.is_empty(), "{buffer:?}");
                buffer.resize(u.int_in_range(0..=64)?, 0xEE);
                // What grows into the old place is what was asked for.
                let len = buffer.len();
                buffer.resize(len + 64, 0);
                assert!(buffer[len..].iter().all(|&byte| byte == 0));
            }
        }
        Ok(())
    });
}

#[test]
fn a_value_whose_user_panicked_does_not_come_back() {
    let census = Census::default();
    let pool = members(&census);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut value = pool.get();
        value.number = 0xEE;
        panic!("the user");
    }));
    assert!(outcome.is_err());
    assert_eq!((census.alive(), pool.len(), pool.stats().panicking), (0, 0, 1));
    assert_eq!(pool.get().number, 0);
}

#[test]
fn a_value_too_large_is_not_kept() {
    let pool: Pool<Vec<u8>, _> = Pool::new(Buffers::new(16).at_most(1024));
    let mut held: Vec<_> = (0..64).map(|_| pool.get()).collect();
    held[7].reserve_exact(16 << 20);
    held[8].reserve_exact(1024);
    drop(held);
    assert_eq!((pool.len(), pool.stats().unfit), (63, 1));
    let capacities: Vec<usize> = (0..63).map(|_| Guard::detach(pool.get()).capacity()).collect();
    assert!(capacities.iter().all(|&capacity| capacity <= 1024), "{capacities:?}");
    assert!(capacities.contains(&1024));
}

#[test]
fn steady_large_users_are_seen_in_the_counters() {
    let pool: Pool<Vec<u8>, _> = Pool::new(Buffers::new(16).at_most(64 << 10));
    for _ in 0..10 {
        pool.get().reserve(100 << 10);
    }
    let stats = pool.stats();
    assert_eq!((stats.unfit, stats.made, stats.hits()), (10, 10, 0));
}

#[test]
fn what_comes_back_beyond_the_cap_is_dropped() {
    for cap in [1, 2, 3, 16, 17, 32, 33, 100, 256, 1000] {
        let census = Census::default();
        let pool = members(&census).keep(cap);
        burst(&pool, 20_000);
        assert_eq!(pool.len(), cap, "cap {cap}");
        assert_eq!(census.alive(), cap as isize);
        assert_eq!(pool.stats().full, 20_000 - cap as u64);
        burst(&pool, cap);
        assert_eq!(pool.stats().made, 20_000, "what is kept is found again, cap {cap}");
        pool.collect();
        assert_eq!(pool.len(), cap, "a full shard survives a collection");
        pool.collect();
        assert_eq!((pool.len(), census.alive()), (0, 0), "cap {cap}");
    }
}

#[test]
fn an_idle_value_survives_one_collection_and_is_gone_at_the_second() {
    let pool = buffers();
    burst(&pool, 100);
    pool.collect();
    assert_eq!(pool.len(), 100);
    burst(&pool, 100);
    assert_eq!((pool.stats().made, pool.len()), (100, 100), "all came from the victims");
    pool.collect();
    assert_eq!(pool.len(), 100);
    pool.collect();
    assert_eq!((pool.len(), pool.stats().aged), (0, 100));
    burst(&pool, 100);
    assert_eq!(pool.stats().made, 200);
}

#[test]
fn a_busy_value_lives_on_and_the_idle_ones_beside_it_go() {
    let census = Census::default();
    let pool = members(&census);
    burst(&pool, 10);
    for _ in 0..100 {
        drop(pool.get());
        pool.collect();
    }
    assert_eq!((pool.len(), census.alive(), pool.stats().made), (1, 1, 10));
}

#[test]
fn a_value_on_loan_does_not_age() {
    let pool = buffers();
    let value = pool.get();
    (0..5).for_each(|_| pool.collect());
    drop(value);
    pool.collect();
    drop(pool.get());
    assert_eq!(pool.stats().made, 1);
}

#[test]
fn an_idle_thread_drops_what_is_too_old_when_it_comes_back() {
    let census = Census::default();
    let pool = members(&census);
    std::thread::scope(|scope| {
        let (go, gone) = sync_channel(0);
        let (back, waiting) = sync_channel(0);
        let pool = &pool;
        scope.spawn(move || {
            burst(pool, 10);
            back.send(()).unwrap();
            gone.recv().unwrap();
            drop(pool.get());
            back.send(()).unwrap();
            gone.recv().unwrap();
        });
        waiting.recv().unwrap();
        (0..3).for_each(|_| pool.collect());
        assert!(pool.len() <= 17, "only the private part is out of reach");
        go.send(()).unwrap();
        waiting.recv().unwrap();
        assert_eq!((pool.len(), census.alive(), pool.stats().aged), (1, 1, 10));
        go.send(()).unwrap();
    });
}

#[test]
fn gets_bring_about_a_collection_when_it_is_time() {
    let pool = Pool::new(Buffers::new(64)).collect_every(Duration::from_nanos(1));
    burst(&pool, 50);
    (0..10_000).for_each(|_| drop(pool.get()));
    assert!(pool.stats().collections >= 2);
    assert_eq!((pool.len(), pool.stats().made), (1, 50));
    let never = buffers();
    (0..10_000).for_each(|_| drop(never.get()));
    assert_eq!(never.stats().collections, 0);
}

#[test]
fn clear_drops_what_waits_and_nothing_else() {
    let census = Census::default();
    let pool = members(&census);
    let held = pool.get();
    burst(&pool, 100);
    pool.clear();
    assert_eq!((pool.len(), census.alive(), pool.stats().cleared), (0, 1, 100));
    drop(held);
    assert_eq!(pool.len(), 1);
}

#[test]
fn a_thread_drops_what_clear_could_not_reach_when_it_comes_back() {
    let census = Census::default();
    let pool = members(&census);
    std::thread::scope(|scope| {
        let (go, gone) = sync_channel(0);
        let (back, waiting) = sync_channel(0);
        let pool = &pool;
        scope.spawn(move || {
            burst(pool, 10);
            back.send(()).unwrap();
            gone.recv().unwrap();
            drop(pool.get());
            back.send(()).unwrap();
        });
        waiting.recv().unwrap();
        pool.clear();
        assert_eq!(pool.stats().cleared, 0, "all ten are that thread's own");
        go.send(()).unwrap();
        waiting.recv().unwrap();
    });
    assert_eq!((pool.len(), census.alive(), pool.stats().made), (1, 1, 11));
}

#[test]
fn a_detached_value_is_the_callers() {
    let census = Census::default();
    let pool = members(&census);
    let value = Guard::detach(pool.get());
    assert_eq!((pool.len(), pool.stats().detached, census.alive()), (0, 1, 1));
    drop(pool);
    assert_eq!(census.alive(), 1);
    drop(value);
    assert_eq!(census.alive(), 0);
}

#[test]
fn a_leaked_guard_leaks_its_value_and_harms_nothing_else() {
    let census = Census::default();
    let pool = members(&census);
    let _leaked = ManuallyDrop::new(pool.get());
    burst(&pool, 3);
    assert_eq!((pool.len(), census.alive()), (3, 4));
}

#[test]
fn a_pool_of_values_that_are_not_sync_is_sync_and_of_ones_not_send_stays_on_its_thread() {
    fn shared<P: Sync + Send>(_: &P) {}
    shared(&Pool::new((|| Cell::new(1), |_: &mut Cell<i32>| {})));
    // Of use on one thread all the same.
    let local = Pool::new((|| std::rc::Rc::new(5), |_: &mut std::rc::Rc<i32>| {}));
    drop(local.get());
    assert_eq!((**local.get(), local.stats().made), (5, 1));
}
