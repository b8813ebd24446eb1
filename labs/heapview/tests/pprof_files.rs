//! pprof's protobuf, made by hand: what a writer may do, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;
#[path = "../src/protobuf.rs"]
#[expect(dead_code, reason = "the test only writes")]
mod protobuf;

use std::io::Write as _;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use heapview::{Metric, Origin, read_profile};
use made::{fault, flat, lines, plain, read};
use protobuf::Message;

/// Texts by number; what the messages below refer to.
const TEXTS: [&str; 9] = [
    "",
    "alloc_objects",
    "alloc_space",
    "count",
    "bytes",
    "app.outer",
    "app.inner",
    "app/a.go",
    "app/b.go",
];

fn message(fill: impl FnOnce(&mut Message)) -> Vec<u8> {
    let mut message = Message::default();
    fill(&mut message);
    message.bytes
}

fn sample_type(name: u64, unit: u64) -> Vec<u8> {
    message(|m| {
        m.number(1, name);
        m.number(2, unit);
    })
}

fn function(id: u64, name: u64, file: u64) -> Vec<u8> {
    message(|m| {
        m.number(1, id);
        m.number(2, name);
        m.number(4, file);
    })
}

/// A location of these functions and lines, innermost first.
fn location(id: u64, address: u64, calls: &[(u64, u64)]) -> Vec<u8> {
    message(|m| {
        m.number(1, id);
        m.number(3, address);
        for &(function, line) in calls {
            let line = message(|m| {
                m.number(1, function);
                m.number(2, line);
            });
            m.bytes(4, &line);
        }
    })
}

fn sample(locations: &[u64], values: &[u64]) -> Vec<u8> {
    message(|m| {
        m.packed(1, locations.iter().copied());
        m.packed(2, values.iter().copied());
    })
}

/// A file of these samples; location 1 is `inner` inlined into `outer`, 2 has no
/// line.
fn file(samples: &[Vec<u8>]) -> Vec<u8> {
    message(|m| {
        m.bytes(1, &sample_type(1, 3));
        m.bytes(1, &sample_type(2, 4));
        for sample in samples {
            m.bytes(2, sample);
        }
        m.bytes(4, &location(1, 0x10, &[(2, 7), (1, 3)]));
        m.bytes(4, &location(2, 0x20, &[]));
        m.bytes(5, &function(1, 5, 7));
        m.bytes(5, &function(2, 6, 8));
        for text in TEXTS {
            m.bytes(6, text.as_bytes());
        }
    })
}

#[test]
fn inlined_lines_are_innermost_first() {
    let profile = read(file(&[sample(&[1], &[2, 100]), sample(&[2, 1], &[1, 8])]));
    assert_eq!(profile.origin, Origin::Pprof);
    assert_eq!(profile.metrics, [Metric::Bytes, Metric::Blocks]);
    assert_eq!((profile.total.bytes, profile.total.blocks), (108, 3));
    // What has no line folds, as its caller is known.
    assert_eq!(flat(&profile), plain(&[("app.inner", 108)]));
    assert_eq!(lines(&profile), plain(&[("app/b.go:7", 108)]));
    let unresolved = profile.locations.iter().find_map(|location| location.address);
    assert_eq!(unresolved, Some(0x20));
}

#[test]
fn lists_may_be_unpacked_and_fields_in_any_order() {
    let mut reversed = Message::default();
    for text in TEXTS {
        reversed.bytes(6, text.as_bytes());
    }
    reversed.bytes(5, &function(9, 5, 7));
    reversed.bytes(4, &location(70, 0, &[(9, 1)]));
    let unpacked = message(|m| {
        m.number(1, 70);
        m.number(1, 70);
        m.number(2, 3);
        m.number(2, 24);
    });
    reversed.bytes(2, &unpacked);
    reversed.bytes(1, &sample_type(1, 3));
    reversed.bytes(1, &sample_type(2, 4));
    let profile = read(reversed.bytes);
    assert_eq!(flat(&profile), plain(&[("app.outer", 24)]));
    assert_eq!(profile.stack(&profile.sites[0]).len(), 2);
}

#[test]
fn what_is_wrong_is_named() {
    let with = |field: u64, message: &[u8]| {
        let mut whole = Message { bytes: file(&[sample(&[1], &[1, 8])]) };
        whole.bytes(field, message);
        whole.bytes
    };
    let negative = (-8_i64) as u64;
    for (field, message, expected) in [
        (2, sample(&[1], &[1, negative]), "it is a difference"),
        (2, sample(&[9], &[1, 8]), "sample 1 names location 9, which is absent"),
        (2, sample(&[1], &[1]), "sample 1 has 1 values for 2 types"),
        (4, location(3, 0, &[(8, 1)]), "names function 8, which is absent"),
        (5, function(3, 99, 0), "text 99 is named, but there are 9"),
    ] {
        let found = fault(with(field, &message));
        assert!(found.contains(expected), "{found}, not {expected}");
    }
    let cut = [file(&[]), vec![0x12]].concat();
    assert!(fault(cut).contains("the message ends early"));
    // A text that is none is a fault only if somebody names it.
    assert_eq!(read(with(6, b"\xff")).total.bytes, 8);
    let mut named = Message { bytes: with(6, b"\xff") };
    named.bytes(5, &function(3, 9, 0));
    let found = fault(named.bytes);
    assert!(found.contains("text 9 is no UTF-8"), "{found}");
}

#[test]
fn a_profile_of_time_is_no_heap_profile() {
    let cpu = message(|m| {
        m.bytes(1, &sample_type(1, 2));
        m.bytes(1, &sample_type(3, 4));
        for text in ["", "samples", "count", "cpu", "nanoseconds"] {
            m.bytes(6, text.as_bytes());
        }
    });
    let found = fault(cpu);
    assert!(found.contains("a pprof profile of samples, cpu, not of a heap"), "{found}");
}

#[test]
fn sums_above_the_largest_number_are_refused() {
    let largest = i64::MAX as u64;
    let found = fault(file(&[
        sample(&[1], &[1, largest]),
        sample(&[1], &[1, largest]),
        sample(&[1], &[1, 2]),
    ]));
    assert!(found.contains("the sum of the bytes is above 2^64"), "{found}");
    let fits = read(file(&[sample(&[1], &[1, largest]), sample(&[1], &[1, largest])]));
    assert_eq!(fits.total.bytes, u64::MAX - 1);
}

/// A thousand inlined lines, and a byte for each reference to them.
#[test]
fn stacks_longer_than_the_file_are_refused() {
    let mut bomb = Message { bytes: file(&[]) };
    bomb.bytes(4, &location(3, 0, &[(1, 1); 1000]));
    bomb.bytes(2, &sample(&[3; 100_000], &[1, 8]));
    let found = fault(bomb.bytes);
    assert!(found.contains("which no profile of this size has"), "{found}");
}

/// A megabyte of a name, and fifty thousand functions that have it.
#[test]
fn a_long_name_costs_its_length_once() {
    let started = Instant::now();
    let mut long = Message { bytes: file(&[]) };
    long.bytes(6, "long".repeat(1 << 18).as_bytes());
    for at in 0..50_000 {
        long.bytes(6, format!("{at}.go").as_bytes());
        long.bytes(5, &function(10 + at, 9, 10 + at));
        long.bytes(4, &location(10 + at, 0, &[(10 + at, 1)]));
        long.bytes(2, &sample(&[10 + at], &[1, 8]));
    }
    let profile = read(long.bytes);
    let view = heapview::View::new(&profile, &heapview::Filter::default());
    let options = heapview::TopOptions {
        metrics: vec![Metric::Bytes],
        by: heapview::By::Function,
        cum: false,
        rows: 3,
    };
    let order = heapview::top(&view, &options).orders.remove(0);
    assert_eq!((order.rows[0].flat, order.rows_left), (8, 49_997));
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

/// A gibibyte in a megabyte: unpacking must end at the limit, not after.
#[test]
fn a_bomb_is_not_unpacked_first() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&vec![0; 16 << 20]).unwrap();
    let bomb = packed.finish().unwrap().repeat(64);
    let started = Instant::now();
    let found = read_profile(bomb, 1 << 20).unwrap_err().to_string();
    assert!(found.contains("more than 1048576 bytes"), "{found}");
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}
