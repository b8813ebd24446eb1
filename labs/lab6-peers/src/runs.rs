//! The runs that are no pairs: buffers taken on one thread and returned on
//! another, and how evenly eight threads get on.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::go::{GO, GO_ALONE, Go};
use crate::rows::{CAPACITY, LINEAR, OBJECT, OPOOL, OURS, POOL, QUEUE, REGEX, fresh, lock, touch};
use crate::table::median;

const MESSAGES: u64 = 200_000;
const SLOTS: usize = 64;
/// Each is run so many times, in turn.
const REPEATS: usize = 11;

/// What a pool came to: name, nanoseconds a message on the clock of every run, and
/// values made in the first.
pub(crate) type Handed = Vec<(String, Vec<f64>, u64)>;

/// Name of the row for the slots.
pub(crate) const ALONE: &str = "slots-alone";

static MADE: AtomicU64 = AtomicU64::new(0);

fn counted() -> Vec<u8> {
    MADE.fetch_add(1, Relaxed);
    fresh()
}

/// One run: `get` here, `put` there. The slots are a vector behind a lock, from
/// which the receiver takes all there is; who cannot go on lets others run. A
/// channel that puts threads to sleep, or one whose two sides meet at each
/// message, costs several times what is to be compared.
fn hand<G: Send>(get: impl Fn() -> G, using: impl Fn(&mut G), put: impl Fn(G) + Sync) -> f64 {
    let (slots, sent) = (Mutex::new(Vec::with_capacity(SLOTS)), AtomicBool::new(false));
    let lock = || slots.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut taken = Vec::with_capacity(SLOTS);
            loop {
                let last = sent.load(Acquire);
                std::mem::swap(&mut *lock(), &mut taken);
                if taken.is_empty() {
                    if last {
                        return;
                    }
                    thread::yield_now();
                }
                taken.drain(..).for_each(&put);
            }
        });
        for _ in 0..MESSAGES {
            let mut value = get();
            using(&mut value);
            loop {
                let mut slots = lock();
                if slots.len() < SLOTS {
                    slots.push(value);
                    break;
                }
                drop(slots);
                thread::yield_now();
            }
        }
        sent.store(true, Release);
    });
    start.elapsed().as_nanos() as f64 / MESSAGES as f64
}

/// One run of a pool, by its place in the list, and how many values it made.
fn run(at: usize) -> Option<(&'static str, f64, u64)> {
    let made = || MADE.swap(0, Relaxed);
    made();
    Some(match at {
        0 => {
            POOL.clear();
            let before = POOL.stats().made;
            let nanos = hand(|| POOL.get(), |guard| touch(guard), drop);
            (OURS, nanos, POOL.stats().made - before)
        }
        1 => {
            let nanos = hand(
                || QUEUE.pop().unwrap_or_else(counted),
                touch,
                |buffer| drop(QUEUE.push(buffer)),
            );
            ("crossbeam-ArrayQueue-0.3.14", nanos, made())
        }
        2 => {
            let get = || lock().pop().unwrap_or_else(counted);
            let nanos = hand(get, touch, |buffer| lock().push(buffer));
            ("Mutex-Vec", nanos, made())
        }
        3 => {
            let nanos = hand(|| OBJECT.pull(counted), |guard| touch(guard), drop);
            ("object-pool-0.6.0", nanos, made())
        }
        // These make by a recipe of their own, so they are asked for time only.
        4 => ("opool-0.2.0", hand(|| OPOOL.get(), |guard| touch(guard), drop), u64::MAX),
        5 => (
            "lockfree-object-pool-0.1.6",
            hand(|| LINEAR.pull(), |guard| touch(guard), drop),
            u64::MAX,
        ),
        6 => ("regex-automata-0.4.19", hand(|| REGEX.get(), |guard| touch(guard), drop), u64::MAX),
        7 => ("glibc-Vec", hand(counted, touch, drop), made()),
        8 => (ALONE, hand(Vec::<u8>::new, |_| (), drop), 0),
        _ => return None,
    })
}

/// Every pool that can, in turn, and Go.
pub(crate) fn handed(go: Option<&mut Go>) -> Result<Handed> {
    let mut all: Vec<(String, Vec<f64>, u64)> = Vec::new();
    for repeat in 0..REPEATS {
        for (at, (name, nanos, made)) in (0..).map_while(|at| run(at).map(|run| (at, run))) {
            if repeat == 0 {
                all.push((name.to_owned(), Vec::new(), made));
            }
            all[at].1.push(nanos);
        }
        for (name, mode) in [(GO, "handed"), (GO_ALONE, "alone")] {
            let Some(go) = &go else { break };
            let (nanos, made) = go.handed(MESSAGES, mode)?;
            match all.iter_mut().find(|(known, ..)| known == name) {
                Some((_, rounds, _)) => rounds.push(nanos),
                None => all.push((name.to_owned(), vec![nanos], made)),
            }
        }
    }
    Ok(all)
}

/// The least of the runs and their median.
pub(crate) fn least_and_median(rounds: &[f64]) -> [f64; 2] {
    [rounds.iter().copied().fold(f64::INFINITY, f64::min), median(rounds.to_vec())]
}

pub(crate) fn print_handed(handed: &Handed) {
    println!("taken on one thread, returned on another: {MESSAGES} messages, {SLOTS} slots");
    println!("{:32} {:>12} {:>10} {:>10}", "ns a message", "least", "median", "made");
    for (name, rounds, made) in handed {
        let [least, median] = least_and_median(rounds);
        let made = if *made == u64::MAX { "-".to_owned() } else { made.to_string() };
        println!("{name:32} {least:12.0} {median:10.0} {made:>10}");
    }
    println!();
}

/// Pairs of the slowest and the fastest of eight threads.
pub(crate) fn fairness() -> (u64, u64) {
    let stop = AtomicBool::new(false);
    let pairs: Vec<u64> = thread::scope(|scope| {
        let threads = [(); 8].map(|()| {
            scope.spawn(|| {
                let mut pairs = 0;
                while !stop.load(Relaxed) {
                    (0..1000).for_each(|_| touch(&mut POOL.get()));
                    pairs += 1000;
                }
                pairs
            })
        });
        thread::sleep(Duration::from_secs(3));
        stop.store(true, Relaxed);
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let (min, max) = (pairs.iter().min(), pairs.iter().max());
    (min.copied().unwrap_or(0), max.copied().unwrap_or(0))
}

/// Values kept of so many that come back at once; how many of them large; and
/// what is left after one and after two collections.
pub(crate) fn many(count: usize) -> [usize; 4] {
    let pool = lab6::Pool::new(lab6::Buffers::new(CAPACITY)).collect_every(Duration::ZERO);
    let mut held: Vec<_> = (0..count).map(|_| pool.get()).collect();
    held[0].reserve(16 << 20);
    drop(held);
    let kept = pool.len();
    let large = (0..kept).map(|_| lab6::Guard::detach(pool.get()));
    let large = large.filter(|buffer| buffer.capacity() >= 16 << 20).count();
    drop((0..count).map(|_| pool.get()).collect::<Vec<_>>());
    let after = [(); 2].map(|()| {
        pool.collect();
        pool.len()
    });
    [kept, large, after[0], after[1]]
}
