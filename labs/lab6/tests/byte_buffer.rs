//! What byte buffers by size class promise.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use arbtest::arbtest;
use lab6::ByteBuffers;
use lab6::byte_buffer::CLASSES;

const fn buffers() -> ByteBuffers {
    ByteBuffers::with_interval(Duration::ZERO)
}

#[test]
fn the_smallest_class_that_fits_serves() {
    let buffers = buffers();
    for (len, capacity) in
        [(0, 512), (1, 512), (512, 512), (513, 2048), (2048, 2048), (2049, 8192), (8192, 8192)]
    {
        assert_eq!(buffers.get(len).capacity(), capacity, "{len}");
    }
    assert_eq!((buffers.len(), buffers.stats().map(|stats| stats.made)), ([1; 3], [1; 3]));
}

#[test]
fn what_no_class_fits_is_made_and_dropped() {
    let buffers = buffers();
    for _ in 0..3 {
        let buffer = buffers.get(8193);
        assert!(buffer.is_empty() && buffer.capacity() >= 8193);
    }
    assert!(buffers.is_empty());
    // No get of a pool, and seen in the counters all the same.
    assert_eq!(buffers.stats().map(|stats| (stats.gets(), stats.unfit)), [(0, 0), (0, 0), (0, 3)]);
}

#[test]
fn a_buffer_goes_to_the_class_that_its_capacity_is_in() {
    for (capacity, len) in [
        (512, [1, 0, 0]),
        (2047, [1, 0, 0]),
        (2048, [0, 1, 0]),
        (8191, [0, 1, 0]),
        (8192, [0, 0, 1]),
        (8193, [0, 0, 0]),
        (16 << 20, [0, 0, 0]),
    ] {
        let buffers = buffers();
        let mut buffer = buffers.get(0);
        buffer.reserve_exact(capacity);
        assert_eq!(buffer.capacity(), capacity);
        drop(buffer);
        assert_eq!(buffers.len(), len, "{capacity}");
    }
}

#[test]
fn a_buffer_that_shrank_goes_down_and_one_too_small_is_dropped() {
    let buffers = buffers();
    let mut buffer = buffers.get(8192);
    buffer.shrink_to(600);
    drop(buffer);
    assert_eq!(buffers.len(), [1, 0, 0]);
    let mut buffer = buffers.get(1);
    buffer.shrink_to_fit();
    drop(buffer);
    assert!(buffers.is_empty());
    assert_eq!(buffers.stats()[0].unfit, 1);
}

#[test]
fn every_request_has_room_and_finds_nothing_of_the_last() {
    arbtest(|u| {
        let buffers = buffers();
        for _ in 0..u.int_in_range(1..=20)? {
            let mut held = Vec::new();
            for _ in 0..u.int_in_range(1..=20)? {
                let len = u.int_in_range(0..=10_000)?;
                let mut buffer = buffers.get(len);
                assert!(buffer.is_empty() && buffer.capacity() >= len);
                buffer.resize(u.int_in_range(0..=len * 2)?, 0xEE);
                held.push(buffer);
            }
        }
        // What waits in a class has its size, and is not so large that the
        // next would do.
        for (class, least) in CLASSES.into_iter().enumerate() {
            for _ in 0..buffers.len()[class] {
                let mut buffer = buffers.get(least);
                let below = CLASSES.get(class + 1).copied().unwrap_or(least + 1);
                assert!((least..below).contains(&buffer.capacity()));
                drop(std::mem::take(&mut *buffer));
            }
        }
        assert!(buffers.is_empty());
        Ok(())
    });
}

#[test]
fn a_buffer_whose_user_panicked_does_not_come_back() {
    let buffers = buffers();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut buffer = buffers.get(10);
        buffer.reserve(2048);
        panic!("the user");
    }));
    assert!(outcome.is_err() && buffers.is_empty());
    assert_eq!(buffers.stats().map(|stats| stats.panicking), [0, 1, 0]);
}
