//! What a pool promises when threads come and go.

use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use lab6::{Buffers, Pool};

const fn buffers() -> Pool<Vec<u8>, Buffers> {
    Pool::new(Buffers::new(64)).collect_every(Duration::ZERO)
}

fn burst(pool: &Pool<Vec<u8>, Buffers>, count: usize) {
    drop((0..count).map(|_| pool.get()).collect::<Vec<_>>());
}

#[test]
fn a_value_waiting_elsewhere_is_taken_before_one_is_made() {
    let pool = &buffers();
    let (ready, is_ready) = sync_channel(0);
    let (done, is_done) = sync_channel::<()>(0);
    thread::scope(|scope| {
        scope.spawn(move || {
            burst(pool, 200);
            ready.send(()).unwrap();
            is_done.recv().unwrap();
        });
        is_ready.recv().unwrap();
        let held: Vec<_> = (0..150).map(|_| pool.get()).collect();
        let stats = pool.stats();
        assert_eq!((stats.made, stats.gets()), (200, 350));
        // Up to eight come at a time, and are then the thief's own.
        assert!((150 / 8..=150).contains(&stats.stolen), "{stats:?}");
        drop(held);
        done.send(()).unwrap();
    });
}

#[test]
fn values_put_on_another_thread_come_round() {
    let pool = &buffers();
    let (sender, receiver) = sync_channel(64);
    thread::scope(|scope| {
        scope.spawn(move || receiver.into_iter().for_each(drop));
        for _ in 0..50_000 {
            sender.send(pool.get()).unwrap();
        }
        drop(sender);
    });
    let stats = pool.stats();
    // The channel, a value in each hand, and what the consumer keeps private.
    assert!(stats.made <= 64 + 2 + 17, "{stats:?}");
    assert!(stats.hits() * 100 > stats.gets() * 99, "{stats:?}");
}

#[test]
fn more_threads_than_numbers_still_find_values() {
    let pool = &buffers();
    let all = &std::sync::Barrier::new(200);
    thread::scope(|scope| {
        for _ in 0..200 {
            scope.spawn(|| {
                drop(pool.get());
                all.wait();
                (0..100).for_each(|_| drop(pool.get()));
                all.wait();
                all.wait();
            });
        }
    });
    let stats = pool.stats();
    assert_eq!(stats.gets(), 200 * 101);
    assert!(stats.made <= 200, "{stats:?}");
    assert_eq!(pool.len() as u64, stats.made - stats.dropped());
}

#[test]
fn without_shards_all_share_the_common_one() {
    let pool = &buffers().shards(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..1000).for_each(|_| burst(pool, 3)));
        }
    });
    let stats = pool.stats();
    assert_eq!(stats.gets(), 4 * 3000);
    assert!(stats.made <= 12, "{stats:?}");
    assert_eq!(pool.len() as u64, stats.made);
    pool.collect();
    pool.collect();
    assert!(pool.is_empty());
}

#[test]
fn a_scope_may_end_before_its_threads_give_their_numbers_back() {
    for _ in 0..200 {
        let pool = buffers();
        thread::scope(|scope| {
            scope.spawn(|| burst(&pool, 20));
            scope.spawn(|| burst(&pool, 20));
        });
        assert!(pool.len() >= 20);
    }
}
