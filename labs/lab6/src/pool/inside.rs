//! Taking a pool apart.
#![expect(unsafe_code, reason = "the owner's methods are called by the owner")]

use super::Pool;
use crate::guard::Line;
use crate::shard::Inside;

impl<T, R> Pool<T, R> {
    /// Takes the pool apart and tells what lay where: one [`Inside`] for each
    /// thread's shard, in the order of the threads' numbers (the lowest free one
    /// goes to a thread with its first use of any pool), and last the one that
    /// late threads share. For teaching and for tests: of a pool in use nobody can
    /// tell, and here nobody uses it any more.
    ///
    /// ```
    /// let pool = lab6::Pool::new((Vec::<u8>::new, Vec::clear));
    /// drop([pool.get(), pool.get()]);
    /// let [inside] = &pool.into_inside()[..] else { panic!("one thread used it") };
    /// assert!(inside.slot.is_some());
    /// assert_eq!((inside.private.len(), inside.public.len()), (1, 0));
    /// ```
    pub fn into_inside(self) -> Vec<Inside<T>> {
        let age = self.age();
        let shards = self.table.iter().map(|(_, shard)| {
            // SAFETY: the pool is this function's own: it is the owner of every
            // shard, and no guard or other thread is left.
            let inside = unsafe { shard.take_apart(age) };
            let bare = |values: Vec<Box<Line<T>>>| values.into_iter().map(|line| line.0).collect();
            Inside {
                slot: inside.slot.map(|line| line.0),
                private: bare(inside.private),
                public: bare(inside.public),
                victims: bare(inside.victims),
            }
        });
        shards.collect()
    }
}
