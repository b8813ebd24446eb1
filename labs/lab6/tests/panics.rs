//! A panic in what the pool calls loses at most the value it was about.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicIsize, Ordering::SeqCst};
use std::time::Duration;

use lab6::{Pool, Recipe};

/// How many values live, and which call is to panic.
struct Fuse {
    alive: AtomicIsize,
    make: Cell<bool>,
    reset: Cell<bool>,
    keeps: Cell<bool>,
    drop: Cell<bool>,
}

impl Fuse {
    fn new() -> Fuse {
        let off = || Cell::new(false);
        Fuse { alive: AtomicIsize::new(0), make: off(), reset: off(), keeps: off(), drop: off() }
    }

    fn alive(&self) -> isize {
        self.alive.load(SeqCst)
    }
}

fn blow(fuse: &Cell<bool>) {
    if fuse.replace(false) {
        panic!("as planned");
    }
}

struct Value<'f>(&'f Fuse);

impl Drop for Value<'_> {
    fn drop(&mut self) {
        self.0.alive.fetch_sub(1, SeqCst);
        blow(&self.0.drop);
    }
}

struct Fused<'f>(&'f Fuse);

impl<'f> Recipe<Value<'f>> for Fused<'f> {
    fn make(&self) -> Value<'f> {
        blow(&self.0.make);
        self.0.alive.fetch_add(1, SeqCst);
        Value(self.0)
    }

    fn reset(&self, _: &mut Value<'f>) {
        blow(&self.0.reset);
    }

    fn keeps(&self, _: &Value<'f>) -> bool {
        blow(&self.0.keeps);
        true
    }
}

type Fragile<'f> = Pool<Value<'f>, Fused<'f>>;

fn filled(fuse: &Fuse) -> Fragile<'_> {
    let pool = Pool::new(Fused(fuse)).collect_every(Duration::ZERO);
    drop((0..50).map(|_| pool.get()).collect::<Vec<_>>());
    assert_eq!((pool.len(), fuse.alive()), (50, 50));
    pool
}

/// `f` panics, and the pool has so many values after it and works.
fn panics(fuse: &Fuse, pool: &Fragile<'_>, left: usize, f: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(f)).is_err());
    assert_eq!((pool.len(), fuse.alive()), (left, left as isize));
    drop(pool.get());
    assert_eq!(pool.len(), left.max(1));
}

#[test]
fn a_reset_that_panics() {
    let fuse = Fuse::new();
    let pool = filled(&fuse);
    let value = pool.get();
    fuse.reset.set(true);
    panics(&fuse, &pool, 49, || drop(value));
}

#[test]
fn a_check_that_panics() {
    let fuse = Fuse::new();
    let pool = filled(&fuse);
    let value = pool.get();
    fuse.keeps.set(true);
    panics(&fuse, &pool, 49, || drop(value));
}

#[test]
fn a_make_that_panics() {
    let fuse = Fuse::new();
    let pool = Pool::new(Fused(&fuse));
    fuse.make.set(true);
    panics(&fuse, &pool, 0, || drop(pool.get()));
}

#[test]
fn a_drop_that_panics_in_a_collection() {
    let fuse = Fuse::new();
    let pool = filled(&fuse);
    pool.collect();
    fuse.drop.set(true);
    panics(&fuse, &pool, 49, || pool.collect());
    pool.collect();
    pool.collect();
    pool.collect();
    assert_eq!((pool.len(), fuse.alive()), (0, 0), "later collections go on");
}

#[test]
fn a_drop_that_panics_in_clear() {
    let fuse = Fuse::new();
    let pool = filled(&fuse);
    fuse.drop.set(true);
    panics(&fuse, &pool, 49, || pool.clear());
    pool.clear();
    assert_eq!((pool.len(), fuse.alive()), (0, 0));
}

#[test]
fn a_drop_that_panics_beyond_the_cap() {
    let fuse = Fuse::new();
    let pool = Pool::new(Fused(&fuse)).keep(4);
    let held: Vec<_> = (0..6).map(|_| pool.get()).collect();
    fuse.drop.set(true);
    panics(&fuse, &pool, 4, || drop(held));
}

#[test]
fn a_drop_that_panics_when_the_pool_goes() {
    let fuse = Fuse::new();
    let pool = filled(&fuse);
    fuse.drop.set(true);
    assert!(catch_unwind(AssertUnwindSafe(|| drop(pool))).is_err());
    assert_eq!(fuse.alive(), 0, "the other values are dropped all the same");
}

/// A value whose end uses the pool it came from.
struct Tangled<'p>(&'p std::sync::OnceLock<Knot<'p>>);
type Knot<'p> = Pool<Tangled<'p>, (fn() -> Tangled<'p>, fn(&mut Tangled<'p>))>;

impl Drop for Tangled<'_> {
    fn drop(&mut self) {
        if let Some(pool) = self.0.get() {
            pool.len();
            pool.collect();
            pool.clear();
        }
    }
}

#[test]
fn a_drop_may_use_the_pool() {
    static KNOT: std::sync::OnceLock<Knot<'static>> = std::sync::OnceLock::new();
    fn make() -> Tangled<'static> {
        Tangled(&KNOT)
    }
    fn reset(value: &mut Tangled<'static>) {
        // A second one while the first is on its way back.
        if let Some(pool) = value.0.get().filter(|pool| pool.len() > 3) {
            drop(lab6::Guard::detach(pool.get()));
        }
    }
    let pool = KNOT.get_or_init(|| Pool::new((make as fn() -> _, reset as fn(&mut _))).keep(3));
    for _ in 0..20 {
        drop((0..10).map(|_| pool.get()).collect::<Vec<_>>());
        pool.collect();
    }
    assert!(pool.len() <= 10);
}
