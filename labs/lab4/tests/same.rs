//! All variants agree, for any body, and again when buffers are reused.

use std::io::{self, BufWriter, IoSlice, Write};

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use lab4::events::{Event, build_events};
use lab4::exercise;
use lab4::frame::{
    PREFIX, exact, fresh, pooled, pooled_slots, reused, stack, stack_in, streamed, thread_local,
};
use lab4::large::{
    Bodies, SMALL, large_apart, large_dropped, large_kept, large_low_cap, large_shrunk,
    large_streamed,
};
use lab4::outlet::{pipe, pipe_to_a_thread, socket};
use lab4::solution; // solution
use lab4::written::{write_buffered, write_fresh, write_parts, write_reused, write_streamed};

/// Any bytes, now and then more than the array on the stack has room for.
fn any_body(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let times = *u.choose(&[1, 1, 1, 50, 500])?;
    let part: Vec<u8> = u.arbitrary()?;
    Ok(part.repeat(times))
}

/// As plainly as it can be said.
fn whole(body: &[u8]) -> Vec<u8> {
    [PREFIX, body].concat()
}

#[test]
fn every_variant_sums_up_the_same_frame() {
    let mut frame = Vec::new();
    arbtest(|u| {
        let body = any_body(u)?;
        let expected = crc32fast::hash(&whole(&body));
        let ways =
            [fresh, exact, thread_local, pooled, pooled_slots, stack, stack_in::<9>, streamed];
        for way in ways {
            assert_eq!(way(&body), expected);
        }
        assert_eq!(reused(&mut frame, &body), expected);
        assert_eq!(frame, whole(&body));
        Ok(())
    });
}

#[test]
fn the_checksum_is_the_common_one() {
    // The check value of CRC-32, which every implementation of it gives.
    assert_eq!(crc32fast::hash(b"123456789"), 0xCBF4_3926);
    // What four thousand and ninety-six `a` behind the prefix come to in Go.
    assert_eq!(streamed(&[b'a'; 4096]), 958_774_125);
}

#[test]
fn pools_serve_several_threads() {
    let expected = streamed(b"body");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..500 {
                    assert_eq!(pooled(b"body"), expected);
                    assert_eq!(pooled_slots(b"body"), expected);
                }
            });
        }
    });
}

/// A writer that takes as much as it likes, and is interrupted now and then.
struct Moody<'u, 'b> {
    u: &'u mut Unstructured<'b>,
    taken: Vec<u8>,
    interrupted: bool,
}

impl Write for Moody<'_, '_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.write_vectored(&[IoSlice::new(part)])
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.interrupted = !self.interrupted && self.u.ratio(1, 3).unwrap_or(false);
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let all: Vec<u8> = parts.iter().flat_map(|part| part.iter().copied()).collect();
        let most = self.u.int_in_range(1..=all.len().max(1)).unwrap_or(1).min(all.len());
        self.taken.extend_from_slice(&all[..most]);
        Ok(most)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A way to write a body's frame.
type Way<W> = fn(&mut W, &[u8]) -> io::Result<u32>;

fn ways<W: Write>() -> [Way<W>; 5] {
    [
        |out, body| write_fresh(out, body),
        |out, body| write_reused(out, &mut b"left over".to_vec(), body),
        |out, body| write_buffered(&mut BufWriter::with_capacity(16, out), body),
        |out, body| write_parts(out, body),
        |out, body| write_streamed(out, body),
    ]
}

#[test]
fn every_way_writes_the_same_frame_however_little_a_call_takes() {
    arbtest(|u| {
        let body: Vec<u8> = u.arbitrary()?;
        for at in 0..ways::<Moody<'_, '_>>().len() {
            let way = ways()[at];
            let mut out = Moody { u, taken: Vec::new(), interrupted: false };
            let sum = way(&mut out, &body).expect("it takes at least a byte");
            assert_eq!(out.taken, whole(&body));
            assert_eq!(sum, crc32fast::hash(&whole(&body)));
        }
        Ok(())
    });
}

/// Takes so many bytes and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let taken = part.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_takes_nothing_more_is_an_error_and_no_endless_loop() {
    for room in 0..PREFIX.len() + 4 {
        for way in ways() {
            let error = way(&mut Full(room), b"body").expect_err("a byte is left");
            assert_eq!(error.kind(), io::ErrorKind::WriteZero);
        }
    }
    for way in ways() {
        assert!(way(&mut Full(PREFIX.len() + 4), b"body").is_ok());
    }
}

fn goes_through(mut outlet: impl Write) {
    let body = [b'a'; 4096];
    for _ in 0..100 {
        for way in ways() {
            assert_eq!(way(&mut outlet, &body).expect("written"), streamed(&body));
        }
    }
}

#[test]
fn frames_go_through_pipes_and_a_socket_without_end() {
    goes_through(pipe().expect("a pipe"));
    goes_through(pipe_to_a_thread().expect("a pipe"));
    goes_through(socket().expect("a socket"));
}

#[test]
fn every_way_with_a_large_frame_sums_up_the_same() {
    let bodies = Bodies { large: vec![b'l'; 1 << 20], small: vec![b's'; 4096] };
    let small = streamed(&bodies.small).wrapping_mul(SMALL as u32);
    let expected = streamed(&bodies.large).wrapping_add(small);
    let ways =
        [large_kept, large_dropped, large_shrunk, large_apart, large_low_cap, large_streamed];
    for way in ways {
        assert_eq!(way(&bodies).0, expected);
    }
}

fn any_events(u: &mut Unstructured<'_>) -> Result<Vec<Event>> {
    let event = |id, u: &mut Unstructured<'_>| {
        Ok(Event { id, topic: u.arbitrary()?, lines: u.arbitrary()? })
    };
    (0..u.int_in_range(0..=20)?).map(|id| event(id, u)).collect()
}

/// As plainly as it can be said.
fn plain_stream(events: &[Event]) -> String {
    let event = |Event { id, topic, lines }: &Event| {
        let data: String = lines.iter().map(|line| format!("data: {line}\n")).collect();
        format!("id: {id}\ntopic: {topic}\nlength: {}\n{data}\n", data.len())
    };
    events.iter().map(event).collect()
}

#[test]
fn the_exercise_agrees_with_a_plain_stream() {
    arbtest(|u| {
        let events = any_events(u)?;
        let expected = crc32fast::hash(plain_stream(&events).as_bytes());
        assert_eq!(exercise::stream_sum(&events), expected);
        assert_eq!(solution::stream_sum(&events), expected); // solution
        Ok(())
    });
}

#[test]
fn the_stream_looks_as_the_exercise_says() {
    let events = build_events(18);
    let last = plain_stream(&events[17..]);
    assert_eq!(last, "id: 17\ntopic: light\nlength: 29\ndata: reading 0 of sensor 19\n\n");
}
