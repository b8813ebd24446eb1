//! Exact counts, each derived here before it is measured.

use std::io::{self, BufWriter, IoSlice, Write};
use std::process::ExitCode;

use lab4::frame::{
    BODY, PREFIX, exact, fresh, pooled, pooled_slots, reused, stack, streamed, thread_local,
};
use lab4::large::{
    Bodies, KEEP, LARGE, SMALL, large_apart, large_dropped, large_kept, large_low_cap,
    large_shrunk, large_streamed,
};
use lab4::outlet::{pipe, socket};
use lab4::written::{write_buffered, write_fresh, write_parts, write_reused, write_streamed};
use labkit::heap::HeapLab;
use labkit::{Counted, Level, Unit};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

/// The frame, its body and what stands before it.
const FRAME: u64 = FIRST + BODY as u64;
const FIRST: u64 = PREFIX.len() as u64;

fn main() -> ExitCode {
    let (mut kept, body) = (Vec::new(), vec![b'a'; BODY]);
    let bodies = Bodies { large: vec![b'a'; LARGE], small: body.clone() };

    let mut lab = HeapLab::new(env!("CARGO_PKG_NAME"), env!("CARGO_MANIFEST_DIR"));
    lab.table("frame")
        .variant("fresh", freed(&chain(FRAME)), || fresh(&body))
        .variant("exact", freed(&[FRAME]), || exact(&body))
        .variant("reused", Counted::default(), || reused(&mut kept, &body))
        .variant("thread_local", Counted::default(), || thread_local(&body))
        .variant("pooled", Counted::default(), || pooled(&body))
        .variant("pooled_slots", Counted::default(), || pooled_slots(&body))
        .variant("stack", Counted::default(), || stack(&body))
        .variant("streamed", Counted::default(), || streamed(&body));
    lab.fact("body", Unit::Bytes, vec![4 * 1024], || vec![whole(&body) - FIRST]);
    lab.fact("prefix", Unit::Bytes, vec!["data".len() as u64 + 2], || vec![FIRST]);
    lab.fact("chain", Unit::Bytes, chain(FRAME), || observed_chain(&body));

    written(&mut lab, "pipe", || pipe().expect("a pipe"), &body);
    written(&mut lab, "socket", || socket().expect("a socket"), &body);
    calls(&mut lab, &body);

    let large = large_chains();
    lab.table("large")
        .variant("large_kept", large.kept, || large_kept(&bodies))
        .variant("large_dropped", large.dropped, || large_dropped(&bodies))
        .variant("large_shrunk", large.shrunk, || large_shrunk(&bodies))
        .variant("large_apart", large.apart, || large_apart(&bodies))
        .variant("large_low_cap", large.low_cap, || large_low_cap(&bodies))
        .variant("large_streamed", Counted::default(), || large_streamed(&bodies));
    waiting(&mut lab, &bodies);
    lab.fact("large_body", Unit::Bytes, vec![16 << 20], || vec![whole(&bodies.large) - FIRST]);
    lab.fact("small_frames", Unit::Count, vec![1000], || vec![bodies.in_turn().count() as u64 - 1]);
    lab.fact("cap", Unit::Bytes, vec![16 * 4 * 1024], || {
        vec![large_shrunk(&bodies).1.capacity() as u64]
    });
    lab.run()
}

/// What a call allocates that grows one block through these sizes and frees it.
fn freed(sizes: &[u64]) -> Counted {
    Counted { held: Level::default(), ..Counted::grown(sizes) }
}

/// The capacities of a `Vec<u8>` that gets the prefix and then as much as makes
/// `frame`: at least eight, and at least twice the capacity before.
fn chain(frame: u64) -> Vec<u64> {
    let mut capacity = 0;
    let mut sizes = Vec::new();
    for len in [FIRST, frame] {
        if len > capacity {
            capacity = len.max(2 * capacity).max(8);
            sizes.push(capacity);
        }
    }
    sizes
}

/// Bytes of the frame that is built of a body.
fn whole(body: &[u8]) -> u64 {
    let mut frame = Vec::new();
    reused(&mut frame, body);
    frame.len() as u64
}

/// The capacities as they are.
fn observed_chain(body: &[u8]) -> Vec<u64> {
    let mut frame = Vec::new();
    let parts = [PREFIX, body].map(|part| {
        frame.extend_from_slice(part);
        frame.capacity() as u64
    });
    parts.to_vec()
}

/// The variants over one kind of outlet, each with one of its own, which
/// allocates before the count begins.
fn written<'a, W: Write + 'a>(
    lab: &mut HeapLab<'a>,
    table: &str,
    outlet: impl Fn() -> W,
    body: &'a [u8],
) {
    let [mut a, mut b, c, mut d, mut e] = [(); 5].map(|()| outlet());
    let (mut frame, mut c) = (Vec::new(), BufWriter::new(c));
    lab.table(table)
        .variant("write_fresh", freed(&chain(FRAME)), move || done(write_fresh(&mut a, body)))
        .variant("write_reused", Counted::default(), move || {
            done(write_reused(&mut b, &mut frame, body))
        })
        .variant("write_buffered", Counted::default(), move || done(write_buffered(&mut c, body)))
        .variant("write_parts", Counted::default(), move || done(write_parts(&mut d, body)))
        .variant("write_streamed", Counted::default(), move || done(write_streamed(&mut e, body)));
}

fn done(outcome: io::Result<u32>) -> u32 {
    outcome.expect("the reader reads until the end")
}

/// Calls of the writer that one frame takes, by what the writer can do: one for
/// the whole frame, and one for both parts if it takes several at once.
fn calls<'a>(lab: &mut HeapLab<'a>, body: &'a [u8]) {
    lab.grid("calls", "variant", Unit::Count, &["vectored", "default"])
        .row("write_fresh", vec![1, 1], || Calls::by(|out| write_fresh(out, body)))
        .row("write_reused", vec![1, 1], || {
            Calls::by(|out| write_reused(out, &mut Vec::new(), body))
        })
        .row("write_buffered", vec![1, 1], || {
            Calls::by(|out| write_buffered(&mut BufWriter::new(out), body))
        })
        .row("write_parts", vec![2, 2], || Calls::by(|out| write_parts(out, body)))
        .row("write_streamed", vec![1, 2], || Calls::by(|out| write_streamed(out, body)));
}

/// Takes all that is written and counts the calls.
struct Calls {
    count: u64,
    /// Whether it takes several parts at once, or leaves that to std's default.
    vectored: bool,
}

impl Calls {
    /// With a writer that takes several parts, and with one that does not.
    fn by(write: impl Fn(&mut Calls) -> io::Result<u32>) -> Vec<u64> {
        let count = |vectored| {
            let mut calls = Calls { count: 0, vectored };
            done(write(&mut calls));
            calls.count
        };
        [true, false].map(count).to_vec()
    }
}

impl Write for Calls {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.count += 1;
        Ok(part.len())
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        if !self.vectored {
            return Plain(self).write_vectored(parts);
        }
        self.count += 1;
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer as most are written: `write_vectored` is std's default.
struct Plain<'c>(&'c mut Calls);

impl Write for Plain<'_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.0.write(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// What is derived of the table of the large frame.
struct Large {
    kept: Counted,
    dropped: Counted,
    shrunk: Counted,
    apart: Counted,
    low_cap: Counted,
}

/// The capacity of what waits for the next frame.
fn waiting<'a>(lab: &mut HeapLab<'a>, bodies: &'a Bodies) {
    let (big, cap) = (FIRST + LARGE as u64, KEEP as u64);
    let waits = |way: fn(&Bodies) -> (u32, Vec<u8>)| vec![way(bodies).1.capacity() as u64];
    lab.grid("waiting", "variant", Unit::Bytes, &["capacity"])
        .row("large_kept", vec![big], move || waits(large_kept))
        .row("large_dropped", vec![FRAME], move || waits(large_dropped))
        .row("large_shrunk", vec![cap], move || waits(large_shrunk))
        .row("large_apart", vec![FRAME], move || waits(large_apart))
        .row("large_low_cap", vec![0], move || waits(large_low_cap))
        .row("large_streamed", vec![0], move || waits(large_streamed));
}

fn large_chains() -> Large {
    let (big, cap) = (FIRST + LARGE as u64, KEEP as u64);
    let grown = |chains: &[Vec<u64>]| {
        let peak = Counted::grown(&[big]).peak;
        Counted { peak, ..Counted::grown(&chains.concat()) }
    };
    // After the last frame its buffer waits, which `grown` counts as held.
    Large {
        kept: grown(&[chain(big)]),
        dropped: grown(&[chain(big), chain(FRAME)]),
        shrunk: grown(&[chain(big), vec![cap]]),
        apart: grown(&[vec![big], chain(FRAME)]),
        low_cap: Counted {
            held: Level::default(),
            ..grown(&[chain(big), vec![chain(FRAME); SMALL].concat()])
        },
    }
}
