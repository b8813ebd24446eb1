//! A run of the pool to look at: three threads take turns, and after each turn
//! it is told where every value lies.
//!
//! Nobody can look into a pool that is in use: what a shard's owner does is
//! nobody else's business, and that is what makes it fast. So the run begins
//! anew for each of its turns, is stopped there, and the pool is taken apart
//! ([`Pool::into_inside`]). The threads are real. They only wait for each other,
//! so every run does the same.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::{Guard, Inside, Pool, Recipe, Stats};

/// How many threads take turns.
pub const THREADS: usize = 3;

/// The pool keeps so many values of a shard and generation: the slot's, sixteen
/// that are private, and one that makes the older half of them public.
pub const KEPT: usize = 18;

/// What a thread does when it is its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Gets so many values, one after the other, and holds them.
    Get(usize),
    /// Gives so many back, those first that it has held for longest.
    Put(usize),
    /// Makes a collection.
    Collect,
    /// Ends. It holds no value then.
    Exit,
}

/// A thread, and its turn.
pub type Move = (usize, Turn);

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

/// The run.
pub const TURNS: &[Move] = &[
    // One value, there and back.
    (A, Turn::Get(1)),
    (A, Turn::Put(1)),
    (A, Turn::Get(1)),
    // A burst: one more than is kept.
    (A, Turn::Get(KEPT)),
    (A, Turn::Put(1)),
    (A, Turn::Put(16)),
    (A, Turn::Put(1)),
    (A, Turn::Put(1)),
    // What is public is still A's, as long as nobody takes it.
    (A, Turn::Get(10)),
    (A, Turn::Get(1)),
    (A, Turn::Put(10)),
    (A, Turn::Put(1)),
    (B, Turn::Get(1)),
    (B, Turn::Put(1)),
    // A has values, all of them private.
    (C, Turn::Get(1)),
    (C, Turn::Put(1)),
    (C, Turn::Exit),
    (B, Turn::Get(8)),
    (B, Turn::Get(1)),
    (B, Turn::Put(9)),
    // A thread notices with its next get that there was a collection.
    (A, Turn::Collect),
    (A, Turn::Get(1)),
    (A, Turn::Put(1)),
    (B, Turn::Get(1)),
    (B, Turn::Put(1)),
    // What nobody has used goes; of B, which has not been there, not even then.
    (A, Turn::Collect),
    (A, Turn::Collect),
    (B, Turn::Get(1)),
];

/// What things are like after a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// Whose turn it was, and what it was.
    pub last: Move,
    /// The pool's own counters.
    pub stats: Stats,
    /// The values that each thread holds, by their numbers.
    pub held: [Vec<u32>; THREADS],
    /// What lay in each thread's shard; `None` of one that has not come yet.
    pub inside: [Option<Inside<u32>>; THREADS],
}

impl Moment {
    /// For each thread the values that it holds, and those in slot, private part,
    /// public part and among the victims; in each the nearest to the thread first.
    pub fn cells(&self) -> Vec<Vec<Vec<u32>>> {
        let lane = |thread: usize| {
            let held = self.held[thread].clone();
            let Some(inside) = &self.inside[thread] else {
                return vec![held, vec![], vec![], vec![], vec![]];
            };
            let reversed = |values: &[u32]| values.iter().rev().copied().collect();
            let slot = inside.slot.into_iter().collect();
            let (public, victims) = (reversed(&inside.public), reversed(&inside.victims));
            vec![held, slot, inside.private.clone(), public, victims]
        };
        (0..THREADS).map(lane).collect()
    }

    /// What the pool's counters say of the last turn, and how often it happened.
    ///
    /// # Panics
    ///
    /// If the counters have lost a get, or count one twice.
    pub fn event(&self, before: Option<&Moment>) -> (String, u32) {
        let (now, then) = (self.stats, before.map(|before| before.stats).unwrap_or_default());
        let aged = now.aged > then.aged;
        let (thread, turn) = self.last;
        let public = |moment: &Moment| moment.inside[thread].as_ref().map_or(0, |i| i.public.len());
        match turn {
            Turn::Get(count) => {
                let places = [
                    ("private", now.private - then.private),
                    ("own public", now.shared - then.shared),
                    ("stolen", now.stolen - then.stolen),
                    ("victim", now.victim - then.victim),
                    ("made", now.made - then.made),
                ];
                let from = places.iter().filter(|(_, gets)| *gets > 0);
                let from: Vec<String> = from.map(|(name, _)| (*name).to_owned()).collect();
                assert_eq!(now.gets() - then.gets(), count as u64, "a get is counted once");
                let own = if aged { ", and its own too old" } else { "" };
                (format!("get: {}{own}", from.join(" and ")), count as u32)
            }
            Turn::Put(count) if now.full > then.full => {
                ("put: full, so dropped".into(), count as u32)
            }
            Turn::Put(count) if public(self) > before.map_or(0, public) => {
                ("put: half becomes public".into(), count as u32)
            }
            Turn::Put(count) => ("put".into(), count as u32),
            Turn::Collect if aged => ("collect: drops what was idle".into(), 1),
            Turn::Collect => ("collect".into(), 1),
            Turn::Exit => ("exit".into(), 1),
        }
    }
}

/// The run, a moment for each turn.
pub fn moments() -> Vec<Moment> {
    (0..TURNS.len()).map(|last| moment(&TURNS[..last], TURNS[last])).collect()
}

/// Runs these turns and a last one on a new pool, and takes it apart.
fn moment(before: &[Move], last: Move) -> Moment {
    let made = AtomicU32::new(0);
    // ORDERING: Relaxed. Numbers the values; threads take turns by messages.
    let number = || made.fetch_add(1, Ordering::Relaxed) + 1;
    let pool = Pool::new((number, |_: &mut u32| {})).keep(KEPT).collect_every(Duration::ZERO);
    let (stats, held) = thread::scope(|scope| {
        let mut players: [Option<Player<'_>>; THREADS] = [const { None }; THREADS];
        for &(thread, turn) in before.iter().chain([&last]) {
            match turn {
                Turn::Exit => drop(players[thread].take()),
                turn => {
                    players[thread].get_or_insert_with(|| Player::enter(scope, &pool)).play(turn);
                }
            }
        }
        let held = players.each_mut().map(|p| p.as_mut().map_or(Vec::new(), |p| p.held.clone()));
        (pool.stats(), held)
    });
    // Numbers rise in the order in which the threads came, and so do shards.
    let mut inside = pool.into_inside().into_iter();
    Moment { last, stats, held, inside: [(); THREADS].map(|()| inside.next()) }
}

/// A thread that waits for its turn. Its drop ends it.
struct Player<'scope> {
    turns: Option<mpsc::Sender<Turn>>,
    done: mpsc::Receiver<Vec<u32>>,
    held: Vec<u32>,
    thread: Option<ScopedJoinHandle<'scope, ()>>,
}

impl<'scope> Player<'scope> {
    fn enter<R: Recipe<u32> + Send + Sync>(
        scope: &'scope Scope<'scope, '_>,
        pool: &'scope Pool<u32, R>,
    ) -> Player<'scope> {
        let ((turns, next), (report, done)) = (mpsc::channel(), mpsc::channel());
        let thread = scope.spawn(move || {
            let mut held: Vec<Guard<'_, u32, R>> = Vec::new();
            for turn in next {
                match turn {
                    Turn::Get(count) => held.extend((0..count).map(|_| pool.get())),
                    Turn::Put(count) => held.drain(..count).for_each(drop),
                    Turn::Collect => pool.collect(),
                    Turn::Exit => {}
                }
                if report.send(held.iter().map(|value| **value).collect()).is_err() {
                    break;
                }
            }
            // The run is over: what is held does not go back.
            for guard in held {
                Guard::detach(guard);
            }
        });
        Player { turns: Some(turns), done, held: Vec::new(), thread: Some(thread) }
    }

    fn play(&mut self, turn: Turn) {
        let turns = self.turns.as_ref().expect("taken by the drop alone");
        turns.send(turn).expect("the thread waits for it");
        self.held = self.done.recv().expect("the thread says what it holds");
    }
}

impl Drop for Player<'_> {
    /// Waits for the thread's end, not only for its closure's: its number is free
    /// then.
    fn drop(&mut self) {
        drop(self.turns.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "a thread of the run panicked");
        }
    }
}
