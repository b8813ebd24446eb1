//! Times of the variants on one thread, with the system's allocator.

use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::rc::Rc;

use lab4::frame::{
    BODY, exact, fresh, pooled, pooled_slots, reused, stack, streamed, thread_local,
};
use lab4::outlet::{pipe, socket};
use lab4::written::{write_buffered, write_fresh, write_parts, write_reused, write_streamed};
use labkit::times::TimeLab;

fn main() -> ExitCode {
    let (mut kept, body) = (Vec::new(), vec![b'a'; BODY]);
    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    lab.table("frame")
        .variant("fresh", || fresh(&body))
        .variant("exact", || exact(&body))
        .variant("reused", || reused(&mut kept, &body))
        .variant("thread_local", || thread_local(&body))
        .variant("pooled", || pooled(&body))
        .variant("pooled_slots", || pooled_slots(&body))
        .variant("stack", || stack(&body))
        .variant("streamed", || streamed(&body));
    written(&mut lab, "pipe", || pipe().expect("a pipe"), &body);
    written(&mut lab, "socket", || socket().expect("a socket"), &body);
    sizes(&mut lab);
    lab.run()
}

/// Bytes of the body in the sweep.
const SIZES: [usize; 6] = [64, 512, 4 << 10, 32 << 10, 256 << 10, 1 << 20];

/// A few of the variants, by the size of the body.
fn sizes(lab: &mut TimeLab<'_>) {
    let grid = lab.grid("sizes", "body");
    for size in SIZES {
        let (row, body) = (size.to_string(), Rc::new(vec![b'a'; size]));
        let mut kept = Vec::new();
        let [a, b, c, d] = [(); 4].map(|()| Rc::clone(&body));
        grid.cell(&row, "fresh", move || fresh(&a))
            .cell(&row, "exact", move || exact(&b))
            .cell(&row, "reused", move || reused(&mut kept, &c))
            .cell(&row, "streamed", move || streamed(&d));
    }
}

/// The variants over one kind of outlet, each with one of its own.
fn written<'a, W: Write + 'a>(
    lab: &mut TimeLab<'a>,
    table: &str,
    outlet: impl Fn() -> W,
    body: &'a [u8],
) {
    let [mut a, mut b, c, mut d, mut e] = [(); 5].map(|()| outlet());
    let (mut frame, mut c) = (Vec::new(), BufWriter::new(c));
    lab.table(table)
        .variant("write_fresh", move || write_fresh(&mut a, body).ok())
        .variant("write_reused", move || write_reused(&mut b, &mut frame, body).ok())
        .variant("write_buffered", move || write_buffered(&mut c, body).ok())
        .variant("write_parts", move || write_parts(&mut d, body).ok())
        .variant("write_streamed", move || write_streamed(&mut e, body).ok());
}
