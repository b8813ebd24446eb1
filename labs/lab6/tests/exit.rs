//! What a thread leaves behind when it ends.
//!
//! One test at a time: what a dead thread left in its private part is in reach
//! unless its number went to another thread that lives, such as another test's.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lab6::{Buffers, ByteBuffers, Guard, Pool};

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

#[test]
fn works_as_a_static() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    static POOL: Pool<Vec<u8>, Buffers> = buffers();
    let guard: Guard<'static, _, _> = POOL.get();
    thread::spawn(move || drop(guard)).join().unwrap();
    assert_eq!(POOL.len(), 1);
    drop(POOL.get());
    assert_eq!(POOL.stats().made, 1);
}

#[test]
fn a_guard_in_a_thread_local_goes_back_when_the_thread_ends() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    static POOL: Pool<Vec<u8>, Buffers> = buffers();
    thread_local! {
        static KEPT: RefCell<Option<Guard<'static, Vec<u8>, Buffers>>> = const { RefCell::new(None) };
    }
    // The local is made before the pool gives the thread a number in the one
    // order, after it in the other; so one guard is dropped without a number.
    for first in [true, false] {
        thread::spawn(move || {
            if first {
                KEPT.with_borrow(|_| ());
            }
            let guard = POOL.get();
            KEPT.set(Some(guard));
        })
        .join()
        .unwrap();
        assert_eq!(POOL.len(), 1, "first {first}");
    }
    assert_eq!(POOL.stats().made, 1);
}

#[test]
fn byte_buffers_work_as_a_static_and_across_threads() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    static BUFFERS: ByteBuffers = ByteBuffers::with_interval(Duration::ZERO);
    let buffer = BUFFERS.get(2000);
    thread::spawn(move || drop(buffer)).join().unwrap();
    drop(BUFFERS.get(2000));
    assert_eq!((BUFFERS.len(), BUFFERS.stats()[1].made), ([0, 1, 0], 1));
    BUFFERS.collect();
    assert_eq!(BUFFERS.len(), [0, 1, 0]);
    BUFFERS.collect();
    assert!(BUFFERS.is_empty());
}
