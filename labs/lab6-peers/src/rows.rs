//! The rows of the table. A row is a name and two loops; what a buffer goes
//! through is the same in all: got, cleared, sixteen bytes written, given back.

use std::alloc::GlobalAlloc;
use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::ops::DerefMut;
use std::sync::{LazyLock, Mutex, PoisonError};

use crossbeam_queue::ArrayQueue;
use lab6::{Buffers, Pool};
use lockfree_object_pool::LinearObjectPool;

use crate::allocators::{Block, GLIBC, JEMALLOC, MIMALLOC};

/// Bytes that a buffer has room for.
pub(crate) const CAPACITY: usize = 4096;
/// Buffers that are out at once in a burst.
pub(crate) const BURST: usize = 16;

/// One row.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Takes and returns so many, one at a time.
    pub(crate) pairs: Box<dyn Fn(u64) + Sync>,
    /// Takes and returns so many, sixteen at a time.
    pub(crate) bursts: Box<dyn Fn(u64) + Sync>,
}

/// The limit: a slot of the thread, and for bursts a stack of the thread.
pub(crate) const LIMIT: &str = "thread-local";
/// The pool of lab6.
pub(crate) const OURS: &str = "lab6";
/// jemalloc without a pool.
pub(crate) const JEMALLOC_ROW: &str = "jemalloc";

pub(crate) fn fresh() -> Vec<u8> {
    Vec::with_capacity(CAPACITY)
}

/// What a user does with a buffer.
#[inline(always)]
pub(crate) fn touch(buffer: &mut Vec<u8>) {
    buffer.clear();
    buffer.extend_from_slice(black_box(&[7; 16]));
    black_box(buffer);
}

/// Rows without a pool.
pub(crate) const ALLOCATORS: [&str; 4] = [JEMALLOC_ROW, "mimalloc", "glibc", "glibc-Vec"];

/// A row of a pool whose values are got, used through `buffer`, and put.
pub(crate) fn row<G: 'static>(
    name: &'static str,
    get: impl Fn() -> G + Copy + Sync + 'static,
    buffer: impl Fn(&mut G) + Copy + Sync + 'static,
    put: impl Fn(G) + Copy + Sync + 'static,
) -> Row {
    let pairs = move |count| {
        for _ in 0..count {
            let mut value = get();
            buffer(&mut value);
            put(value);
        }
    };
    let bursts = move |count| {
        for _ in 0..count / BURST as u64 {
            let mut held: [G; BURST] = std::array::from_fn(|_| get());
            held.iter_mut().for_each(buffer);
            held.into_iter().for_each(put);
        }
    };
    Row { name, pairs: Box::new(pairs), bursts: Box::new(bursts) }
}

/// A row of a pool with guards.
fn guarded<G: DerefMut<Target = Vec<u8>> + 'static>(
    name: &'static str,
    get: impl Fn() -> G + Copy + Sync + 'static,
) -> Row {
    row(name, get, |guard| touch(guard), drop)
}

/// A row of a pool of bare buffers.
fn bare(
    name: &'static str,
    get: impl Fn() -> Vec<u8> + Copy + Sync + 'static,
    put: impl Fn(Vec<u8>) + Copy + Sync + 'static,
) -> Row {
    row(name, get, touch, put)
}

thread_local! {
    static SLOT: Cell<Option<Vec<u8>>> = const { Cell::new(None) };
    static STACK: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

fn limit() -> Row {
    let slot = bare(LIMIT, || SLOT.take().unwrap_or_else(fresh), |buffer| SLOT.set(Some(buffer)));
    let stack = stack(LIMIT);
    Row { bursts: stack.bursts, ..slot }
}

fn stack(name: &'static str) -> Row {
    bare(
        name,
        || STACK.with_borrow_mut(Vec::pop).unwrap_or_else(fresh),
        |buffer| STACK.with_borrow_mut(|stack| stack.push(buffer)),
    )
}

/// A buffer from an allocator and back, with no pool and no `Vec`.
pub(crate) fn allocated<A: GlobalAlloc + Sync, const SIZE: usize>(
    name: &'static str,
    allocator: &'static A,
) -> Row {
    row(name, move || Block::<A, SIZE>::new(allocator), |block| block.touch(), drop)
}

pub(crate) static POOL: Pool<Vec<u8>, Buffers> = Pool::new(Buffers::new(CAPACITY));

/// opool's recipe.
pub(crate) struct Fresh;

impl opool::PoolAllocator<Vec<u8>> for Fresh {
    fn allocate(&self) -> Vec<u8> {
        fresh()
    }

    fn reset(&self, buffer: &mut Vec<u8>) {
        buffer.clear();
    }
}

type RegexPool = regex_automata::util::pool::Pool<Vec<u8>, fn() -> Vec<u8>>;

pub(crate) static OPOOL: LazyLock<opool::Pool<Fresh, Vec<u8>>> =
    LazyLock::new(|| opool::Pool::new(64, Fresh));
pub(crate) static REGEX: LazyLock<RegexPool> = LazyLock::new(|| RegexPool::new(fresh));
pub(crate) static LINEAR: LazyLock<LinearObjectPool<Vec<u8>>> =
    LazyLock::new(|| LinearObjectPool::new(fresh, Vec::clear));
pub(crate) static OBJECT: LazyLock<object_pool::Pool<Vec<u8>>> =
    LazyLock::new(|| object_pool::Pool::new(0, fresh));
pub(crate) static OBJECTPOOL: LazyLock<objectpool::Pool<Vec<u8>>> =
    LazyLock::new(|| objectpool::Pool::bounded(64, fresh, Vec::clear));
pub(crate) static QUEUE: LazyLock<ArrayQueue<Vec<u8>>> = LazyLock::new(|| ArrayQueue::new(64));
pub(crate) static LOCKED: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());
static SLAB: LazyLock<sharded_slab::Pool<Vec<u8>>> = LazyLock::new(sharded_slab::Pool::new);

pub(crate) fn lock() -> std::sync::MutexGuard<'static, Vec<Vec<u8>>> {
    LOCKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A slab's buffer; it is cleared by its key when it goes.
struct Slabbed(Option<sharded_slab::pool::RefMut<'static, Vec<u8>>>);

impl Slabbed {
    fn get() -> Slabbed {
        Slabbed(SLAB.create())
    }

    fn touch(&mut self) {
        if let Some(buffer) = &mut self.0 {
            buffer.reserve(CAPACITY);
            touch(buffer);
        }
    }
}

impl Drop for Slabbed {
    fn drop(&mut self) {
        if let Some(buffer) = self.0.take() {
            let key = buffer.key();
            drop(buffer);
            SLAB.clear(key);
        }
    }
}

/// Every row, the limit first.
pub(crate) fn all() -> Vec<Row> {
    vec![
        limit(),
        stack("thread-local-stack"),
        guarded(OURS, || POOL.get()),
        allocated::<_, CAPACITY>(JEMALLOC_ROW, &JEMALLOC),
        allocated::<_, CAPACITY>("mimalloc", &MIMALLOC),
        allocated::<_, CAPACITY>("glibc", &GLIBC),
        bare("glibc-Vec", fresh, drop),
        guarded("regex-automata-0.4.19", || REGEX.get()),
        guarded("object-pool-0.6.0", || OBJECT.pull(fresh)),
        guarded("opool-0.2.0", || OPOOL.get()),
        guarded("lockfree-object-pool-0.1.6", || LINEAR.pull()),
        guarded("objectpool-0.1.0", || OBJECTPOOL.get()),
        bare(
            "crossbeam-ArrayQueue-0.3.14",
            || QUEUE.pop().unwrap_or_else(fresh),
            |buffer| drop(QUEUE.push(buffer)),
        ),
        row("sharded-slab-0.1.7", Slabbed::get, Slabbed::touch, drop),
        bare("Mutex-Vec", || lock().pop().unwrap_or_else(fresh), |buffer| lock().push(buffer)),
    ]
}
