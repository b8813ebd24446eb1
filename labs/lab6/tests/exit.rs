//! What a thread leaves behind when it ends.
//!
//! One test at a time: what a dead thread left in its private part is in reach
//! unless its number went to another thread that lives, such as another test's.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lab6::{Buffers, Pool};

static ALONE: Mutex<()> = Mutex::new(());

const fn buffers() -> Pool<Vec<u8>, Buffers> {
    Pool::new(Buffers::new(64)).collect_every(Duration::ZERO)
}

fn burst(pool: &Pool<Vec<u8>, Buffers>, count: usize) {
    drop((0..count).map(|_| pool.get()).collect::<Vec<_>>());
}

#[test]
fn a_thread_that_exits_hands_its_values_on() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let pool = &buffers();
    // Fewer than are made public at once: all of them are private.
    thread::scope(|scope| scope.spawn(|| burst(pool, 10)).join().unwrap());
    assert_eq!(pool.len(), 10);
    burst(pool, 10);
    assert_eq!((pool.stats().made, pool.len()), (10, 10));
}

#[test]
fn a_collection_reaches_what_dead_threads_left() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let pool = &buffers();
    thread::scope(|scope| {
        for thread in [(); 8].map(|()| scope.spawn(|| burst(pool, 50))) {
            thread.join().unwrap();
        }
    });
    assert!(pool.len() >= 50);
    pool.collect();
    pool.collect();
    assert_eq!(pool.len(), 0);
}

#[test]
fn a_thousand_short_threads_share_what_one_left() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let pool = &buffers();
    for _ in 0..1000 {
        thread::scope(|scope| scope.spawn(|| drop(pool.get())).join().unwrap());
    }
    assert_eq!((pool.stats().made, pool.len()), (1, 1));
}
