//! Where a get finds its value, by pattern of use and number of shards.
//!
//! Real threads use a pool by turns: one of them acts, the others wait for it.
//! So every thread has its number and its shard, nothing races, and the counts
//! are the same in every run, in debug and in release:
//!
//! ```text
//!   steps     0 takes 8   0 gives 8   1 takes 8   1 gives 8   collect   ...
//!   owner 0   =========   =========   .........   .........   .......
//!   owner 1   .........   .........   =========   =========   .......
//! ```
//!
//! What is counted is derived by [`Model`], the pool's rules without a thread
//! or a pointer.
//!
//! What a get costs by place is in [`latency`].
//!
//! Mind when you compare with Go: `private` is the slot *and* the private part
//! of the ring, up to seventeen values. Go's private is one value; what lies
//! behind it in Go is `shared`, and costs an atomic operation for each.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::{Guard, Pool, Recipe, Stats, numbers};

pub mod latency;
mod model;

pub use model::Model;

/// Numbers of shards that are tried.
pub const SHARDS: [usize; 4] = [1, 2, 4, 8];

/// Rounds of a pattern.
pub const ROUNDS: usize = 100;

/// Columns of what [`count`] and [`Model::count`] return: places in the order
/// in which a get tries them.
pub const PLACES: [&str; 5] = ["private", "shared", "stolen", "victim", "made"];

/// What happens next. Owners are numbered from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The owner gets so many values; they lie on a common table.
    Take(usize, usize),
    /// The owner gives back so many from the table, those longest there first.
    Give(usize, usize),
    /// A thread that owns nothing collects.
    Collect,
}

/// A pattern of use.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// Its name, a part of its table's name.
    pub name: &'static str,
    /// One round for so many owners.
    round: fn(round: usize, owners: usize) -> Vec<Step>,
}

impl Pattern {
    /// All rounds.
    pub fn steps(&self, owners: usize) -> Vec<Step> {
        (0..ROUNDS).flat_map(|round| (self.round)(round, owners)).collect()
    }
}

/// Every owner takes `count(owner)` values and gives them back, one after the
/// other.
fn each(owners: usize, count: impl Fn(usize) -> usize) -> Vec<Step> {
    (0..owners).flat_map(|o| [Step::Take(o, count(o)), Step::Give(o, count(o))]).collect()
}

// ANCHOR: patterns
/// The patterns.
pub const PATTERNS: [Pattern; 6] = [
    // One value at a time: Go's ideal.
    Pattern { name: "one", round: |_, owners| each(owners, |_| 1) },
    // Eight at once. Go serves seven of eight from its shared queue.
    Pattern { name: "eight", round: |_, owners| each(owners, |_| 8) },
    // More at once than a thread keeps for itself.
    Pattern { name: "hundred", round: |_, owners| each(owners, |_| 100) },
    // The first owner takes, the others give back by turns; ten in a round.
    Pattern { name: "handed", round: hand },
    // Each owner needs half as many as the one before it.
    Pattern { name: "skewed", round: |_, owners| each(owners, |o| (64 >> o).max(1)) },
    // Eight at once, and a collection after every fourth round.
    Pattern { name: "collected", round: collect_every_fourth },
];

fn hand(round: usize, owners: usize) -> Vec<Step> {
    let to = |i| if owners == 1 { 0 } else { 1 + i % (owners - 1) };
    (10 * round..10 * round + 10).flat_map(|i| [Step::Take(0, 1), Step::Give(to(i), 1)]).collect()
}

fn collect_every_fourth(round: usize, owners: usize) -> Vec<Step> {
    let mut steps = each(owners, |_| 8);
    steps.extend((round % 4 == 3).then_some(Step::Collect));
    steps
}
// ANCHOR_END: patterns

/// A value that is cheap to make.
#[derive(Debug)]
struct Small;

impl Recipe<u64> for Small {
    fn make(&self) -> u64 {
        0
    }

    fn reset(&self, value: &mut u64) {
        *value = 0;
    }
}

type Small64 = Pool<u64, Small>;

/// Gets by place of these steps: [`PLACES`].
///
/// # Panics
///
/// If a step gives back what is not there.
pub fn count(owners: usize, steps: &[Step]) -> [u64; 5] {
    by_place(&run(owners, steps))
}

/// Gets by place.
pub fn by_place(stats: &Stats) -> [u64; 5] {
    [stats.private, stats.shared, stats.stolen, stats.victim, stats.made]
}

/// Lets so many threads, each with a shard, do these steps by turns.
fn run(owners: usize, steps: &[Step]) -> Stats {
    let pool = Small64::new(Small).collect_every(Duration::ZERO);
    let table = Mutex::new(Vec::new());
    // One experiment at a time: thieves go round by number, and numbers are the
    // process's.
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        let (ended, turn_ended) = sync_channel(0);
        let (turns, threads): (Vec<_>, Vec<_>) = (0..owners)
            .map(|_| {
                let (turn, turns) = sync_channel(0);
                let (pool, table, ended) = (&pool, &table, ended.clone());
                let thread = scope.spawn(move || own(pool, table, &turns, &ended));
                // It has its number before the next one asks.
                turn_ended.recv().expect("the owner lives");
                (turn, thread)
            })
            .unzip();
        let act = |step| match step {
            Step::Collect => pool.collect(),
            Step::Take(owner, _) | Step::Give(owner, _) => {
                turns[owner].send(step).expect("the owner lives");
                turn_ended.recv().expect("the owner lives");
            }
        };
        steps.iter().copied().for_each(act);
        // What is left on the table: this thread must not give it back, which
        // would need a number, and keep it.
        let left = table.lock().unwrap_or_else(PoisonError::into_inner).len();
        act(Step::Give(0, left));
        drop(turns);
        // A scope may end before its threads gave their numbers back; a join
        // does not.
        threads.into_iter().for_each(|thread| thread.join().expect("nobody panicked"));
    });
    pool.stats()
}

/// Lets so many threads hold so many values in every round, all at once and
/// free to race.
pub fn race(threads: usize, hold: usize, rounds: usize) -> Stats {
    let pool = Small64::new(Small).collect_every(Duration::ZERO);
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let all = Barrier::new(threads);
    let use_it = || {
        all.wait();
        for _ in 0..rounds {
            drop((0..hold).map(|_| pool.get()).collect::<Vec<_>>());
        }
        // Nobody's values are handed on before all are done.
        all.wait();
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(use_it)).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("nobody panicked"));
    });
    pool.stats()
}

static ALONE: Mutex<()> = Mutex::new(());

/// The life of one owner: takes a number, then does what it is told to.
fn own<'p>(
    pool: &'p Small64,
    table: &Mutex<Vec<Guard<'p, u64, Small>>>,
    turns: &Receiver<Step>,
    ended: &SyncSender<()>,
) {
    numbers::register();
    let end = || ended.send(()).expect("somebody waits");
    end();
    for step in turns {
        let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
        match step {
            Step::Take(_, count) => table.extend((0..count).map(|_| pool.get())),
            Step::Give(_, count) => drop(table.drain(..count)),
            Step::Collect => {}
        }
        end();
    }
}
