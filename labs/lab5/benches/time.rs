//! Times: appends, a sweep of positions, mixes and sizes, with the system's
//! allocator.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::hint::black_box;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use lab5::append::{append_array, append_boxed, append_fresh, append_pooled, append_reused};
use lab5::containers::{Container, text};
use lab5::gap::GapBuffer;
use lab5::in_place::{copy_append, copy_fresh, copy_in_place};
use lab5::many::{
    paste_anew, paste_one_by_one, paste_splice, scatter_anew, scatter_merge, scatter_one_by_one,
};
use lab5::mix::{Toward, scattered, skewed, typed};
use lab5::{COPIES, INSERTS, LEN, TIMES};
use labkit::times::{Grid, TimeLab};
use ropey::Rope;

/// Inserts between two readings of the clock where the state allows it.
const BATCH: usize = 16;

fn main() -> ExitCode {
    let text = text(LEN);
    let added = vec![b'!'; INSERTS];
    let scattered = scattered(LEN, INSERTS);

    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    lab.table("append")
        .variant("append_fresh", || append_fresh(TIMES))
        .variant("append_array", || append_array(TIMES))
        .variant("append_reused", || append_reused(TIMES))
        .variant("append_pooled", || append_pooled(TIMES))
        .variant("append_boxed", || append_boxed(TIMES));
    lab.table("copies")
        .variant("copy_fresh", || copy_fresh(COPIES))
        .variant("copy_in_place", || copy_in_place(COPIES))
        .variant("copy_append", || copy_append(COPIES));
    lab.table("paste")
        .variant("paste_one_by_one", || paste_one_by_one(&text, LEN / 2, &added))
        .variant("paste_splice", || paste_splice(&text, LEN / 2, &added))
        .variant("paste_anew", || paste_anew(&text, LEN / 2, &added));
    lab.table("scatter")
        .variant("scatter_one_by_one", || scatter_one_by_one(&text, &scattered, b'!'))
        .variant("scatter_merge", || scatter_merge(&text, &scattered, b'!'))
        .variant("scatter_anew", || scatter_anew(&text, &scattered, b'!'));
    positions(lab.grid("position", "position"), &text);
    reach(lab.grid("reach", "bytes"));
    typing(lab.grid("typing", "run"), &text);
    sizes(lab.grid("sizes", "length"));
    lab.run()
}

/// One container for a whole column: where its pages lie in memory, and so in the
/// cache, is then the same in every row.
type Shared<C> = Rc<RefCell<C>>;

fn shared<C: Container>(text: &[u8]) -> Shared<C> {
    Rc::new(RefCell::new(C::build(text, BATCH)))
}

/// The sweep: one insert at every twentieth of the text.
fn positions<'a>(grid: &mut Grid<'a>, text: &[u8]) {
    let vec = shared::<Vec<u8>>(text);
    let (deque, gap) = (shared::<VecDeque<u8>>(text), shared::<GapBuffer>(text));
    let rope = shared::<Rope>(text);
    for twentieth in 0..=20 {
        let at = LEN * twentieth / 20;
        let row = &format!("{:.2}", twentieth as f64 / 20.0);
        // The second insert at a place would find the gap there.
        let alone = if at == LEN { BATCH } else { 1 };
        grid.timed(row, "memmove", moves(&vec, at))
            .timed(row, "insert_vec", lone(&vec, at, BATCH))
            .timed(row, "insert_deque", lone(&deque, at, BATCH))
            .timed(row, "insert_gap", lone(&gap, at, alone))
            .timed(row, "insert_rope", lone(&rope, at, BATCH));
    }
}

/// An insert by what it has to move.
fn reach(grid: &mut Grid<'_>) {
    const WHOLE: usize = 1 << 20;
    let vec = shared::<Vec<u8>>(&text(WHOLE));
    for bytes in [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, WHOLE] {
        let (row, at) = (&bytes.to_string(), WHOLE - bytes);
        grid.timed(row, "memmove", moves(&vec, at)).timed(row, "insert_vec", lone(&vec, at, BATCH));
    }
}

/// Inserts that go on where the last one was.
fn typing<'a>(grid: &mut Grid<'a>, text: &'a [u8]) {
    for run in [1, 5, 25, 125] {
        let row = &run.to_string();
        let at = || typed(LEN, INSERTS, run);
        grid.timed(row, "insert_vec", series::<Vec<u8>>(text.into(), at()))
            .timed(row, "insert_deque", series::<VecDeque<u8>>(text.into(), at()))
            .timed(row, "insert_gap", series::<GapBuffer>(text.into(), at()))
            .timed(row, "insert_rope", series::<Rope>(text.into(), at()));
    }
}

/// Inserts anywhere into texts of several lengths.
fn sizes(grid: &mut Grid<'_>) {
    for len in [100, 1000, 10_000, 100_000, 1_000_000] {
        let (row, text) = (&len.to_string(), text(len));
        // So few that the text stays about as long as it was.
        let at = || skewed(len, (len / 10).clamp(BATCH, INSERTS), 1, Toward::Front);
        grid.timed(row, "insert_vec", series::<Vec<u8>>(text.clone(), at()))
            .timed(row, "insert_deque", series::<VecDeque<u8>>(text.clone(), at()))
            .timed(row, "insert_gap", series::<GapBuffer>(text.clone(), at()))
            .timed(row, "insert_rope", series::<Rope>(text.clone(), at()));
    }
}

/// What an insert has to do at least, in the same memory: moves the bytes from
/// `at` on up by one.
fn moves<'a>(vec: &Shared<Vec<u8>>, at: usize) -> impl FnMut(u64) -> Duration + 'a {
    let vec = Rc::clone(vec);
    move |calls| {
        let mut vec = vec.borrow_mut();
        let len = vec.len();
        vec.push(0);
        let start = Instant::now();
        for _ in 0..calls {
            black_box(&mut *vec).copy_within(at..len, at + 1);
        }
        let took = start.elapsed();
        vec.truncate(len);
        took
    }
}

/// Inserts at one place, a batch at a time. In between, outside of the time, the
/// text becomes what it was, and a gap goes back to the end.
fn lone<'a, C: Container + 'a>(
    text: &Shared<C>,
    at: usize,
    batch: usize,
) -> impl FnMut(u64) -> Duration + 'a {
    let text = Rc::clone(text);
    move |calls| {
        let (mut text, mut took) = (text.borrow_mut(), Duration::ZERO);
        for done in (0..calls).step_by(batch) {
            let count = batch.min((calls - done) as usize);
            let start = Instant::now();
            for _ in 0..count {
                black_box(&mut *text).insert(at, b'!');
            }
            took += start.elapsed();
            text.remove(at, count);
            text.touch_end();
        }
        took
    }
}

/// Inserts at these places, one after the other. When all are done, outside of
/// the time, it begins again with the text as it was.
fn series<C: Container>(bytes: Vec<u8>, at: Vec<usize>) -> impl FnMut(u64) -> Duration {
    let build = move |room| C::build(&bytes, room);
    let (mut text, mut next) = (build(at.len()), 0);
    move |calls| {
        let (mut took, mut left) = (Duration::ZERO, calls as usize);
        while left > 0 {
            if next == at.len() {
                (text, next) = (build(at.len()), 0);
            }
            let now = &at[next..at.len().min(next + left)];
            let start = Instant::now();
            for &at in now {
                black_box(&mut text).insert(at, b'!');
            }
            took += start.elapsed();
            next += now.len();
            left -= now.len();
        }
        took
    }
}
