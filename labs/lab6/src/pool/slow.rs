//! The way of a value when the thread's private part cannot help.
//!
//! No code of a user runs while a shard is between two states or the common
//! lock is held: values that must go are carried out first, and dropped there.
//! So a recipe or a value's drop may use the pool it belongs to.
#![expect(unsafe_code, reason = "the owner's methods are called by the owner")]

use super::Pool;
use crate::counters::{Place, Refused};
use crate::guard::Line;
use crate::numbers;
use crate::recipe::Recipe;
use crate::shard::{Shard, Turned};

/// A thief takes up to so many values at once.
const STOLEN: usize = if cfg!(loom) { 2 } else { 8 };

impl<T, R> Pool<T, R> {
    /// Calls `f` as the owner of a shard: the thread's own, or the common one
    /// if the thread has no number or came too late for this pool. `f` must
    /// not run code of a user.
    fn as_owner<'p, Q>(&'p self, f: impl FnOnce(&'p Shard<Line<T>>) -> Q) -> Q {
        let number = numbers::register();
        if number < self.shards {
            return f(self.table.get_or_make(number, self.age()));
        }
        let (_lock, shard) = self.table.lock_common(self.age());
        f(shard)
    }

    /// A put whose slot is taken, or of a value that is not kept.
    #[inline(never)]
    pub(super) fn put_rest(&self, value: Box<Line<T>>, why: Option<Refused>) {
        if let Some(why) = why {
            return self.refuse(value, why);
        }
        let Some(shard) = self.own() else { return self.put_slow(value) };
        // SAFETY: the shard of this thread's number: it is the owner.
        if let Err(value) = unsafe { shard.push_known(self.age(), value) } {
            self.put_slow(value);
        }
    }

    /// Gives up a value, and says why.
    #[cold]
    #[inline(never)]
    fn refuse(&self, value: Box<Line<T>>, why: Refused) {
        self.as_owner(|shard| shard.counters.count_refused(why));
        drop(value);
    }

    /// A put that finds no free place it knows of.
    #[cold]
    #[inline(never)]
    fn put_slow(&self, value: Box<Line<T>>) {
        let age = self.age();
        let (shard, turned, full) = self.as_owner(|shard| {
            // SAFETY: `as_owner` made this thread the owner.
            let turned = unsafe { shard.turn(age, self.cap) };
            // SAFETY: as above.
            (shard, turned, unsafe { shard.push_public(self.cap, value) }.err())
        });
        if let Some(value) = full {
            self.refuse(value, Refused::Full);
        }
        self.let_go(shard, turned);
    }

    /// Drops what was too old, or too much, when the owner of this shard came
    /// back to it.
    pub(super) fn let_go(&self, shard: &Shard<Line<T>>, turned: Turned<Line<T>>) {
        if let Some(value) = turned.surplus {
            self.refuse(value, Refused::Full);
        }
        if let Some(age) = turned.expired {
            self.drain(shard, age);
        }
    }

    /// A value of another shard's public part, or of the last generation.
    fn steal(&self, age: usize) -> Option<(Box<Line<T>>, Place)> {
        let (used, own) = (self.table.used(), numbers::current());
        // Another thread's first choice should not be mine: begin behind the
        // own number, as Go does.
        let start = if own < used { own + 1 } else { 0 };
        let others = || {
            let numbered = (0..used).map(move |i| (start + i) % used);
            let shards = numbered.filter_map(|number| self.table.get(number));
            shards.chain(self.table.common())
        };
        // The own shard is empty, so it has room for what its cap allows.
        let mut places = [const { None }; STOLEN];
        let places = &mut places[..STOLEN.min(self.cap as usize)];
        if others().any(|shard| shard.steal_into(age, places) > 0) {
            let first = places[0].take();
            self.keep_stolen(&mut places[1..]);
            return Some((first?, Place::Stolen));
        }
        // After the others, so that what is old goes if it can; and singly, so
        // that only what is used becomes young again.
        let victim = others().find_map(|shard| shard.steal(age.wrapping_sub(1)));
        victim.map(|value| (value, Place::Victim))
    }

    /// Puts what was stolen beyond the one value into the own shard.
    fn keep_stolen(&self, places: &mut [Option<Box<Line<T>>>]) {
        self.as_owner(|shard| {
            for place in &mut *places {
                if let Some(value) = place.take() {
                    // SAFETY: `as_owner` made this thread the owner.
                    *place = unsafe { shard.push_public(self.cap, value) }.err();
                }
            }
        });
        for value in places.iter_mut().filter_map(Option::take) {
            self.refuse(value, Refused::Full);
        }
    }

    /// Makes public what threads that have exited left in their private parts,
    /// and what late threads and this one have in theirs. Says whether there was
    /// any.
    pub(crate) fn hand_on(&self) -> bool {
        let mut found = false;
        for (number, _) in self.table.iter().filter(|(_, shard)| shard.private_len() > 0) {
            let mut surplus = None;
            self.held(number, |shard| {
                found = true;
                // SAFETY: `held` made this thread the owner.
                surplus = unsafe { shard.publish_all(self.cap) };
            });
            if let Some(value) = surplus {
                self.refuse(value, Refused::Full);
            }
        }
        found
    }

    /// Calls `f` as the owner of this shard, if this thread is, or nobody is
    /// and it can be for a moment. `f` must not run code of a user.
    pub(super) fn held<'p>(&'p self, number: Option<usize>, f: impl FnOnce(&'p Shard<Line<T>>)) {
        match number {
            None => {
                let (_lock, shard) = self.table.lock_common(self.age());
                f(shard);
            }
            Some(number) => {
                let _lease = if numbers::current() == number {
                    None
                } else if let Some(lease) = numbers::all().lease(number) {
                    Some(lease)
                } else {
                    return;
                };
                if let Some(shard) = self.table.get(number) {
                    f(shard);
                }
            }
        }
    }
}

impl<T, R: Recipe<T>> Pool<T, R> {
    /// A get whose slot is empty.
    #[inline(never)]
    pub(super) fn get_known(&self) -> Box<Line<T>> {
        // SAFETY: the shard of this thread's number: it is the owner.
        let value = self.own().and_then(|shard| unsafe { shard.pop_known(self.age()) });
        value.unwrap_or_else(|| self.get_slow())
    }

    /// A get whose private part is empty, or that has to look around.
    #[cold]
    #[inline(never)]
    fn get_slow(&self) -> Box<Line<T>> {
        if self.as_owner(|shard| shard.counters.count_get_and_wind()) {
            self.collect_if_due();
        }
        let age = self.age();
        let (shard, turned, own) = self.as_owner(|shard| {
            // SAFETY: `as_owner` made this thread the owner.
            let turned = unsafe { shard.turn(age, self.cap) };
            // With something to drop there is no value in hand yet, that a drop
            // which panics could take along.
            if turned.expired.is_some() || turned.surplus.is_some() {
                return (shard, turned, None);
            }
            // SAFETY: as above.
            (shard, turned, unsafe { shard.pop_public() })
        });
        self.let_go(shard, turned);
        let found = own.or_else(|| self.steal(age)).or_else(|| {
            // Rare: only before a value would be made.
            self.hand_on().then(|| self.steal(self.age())).flatten()
        });
        let place = found.as_ref().map_or(Place::Made, |(_, place)| *place);
        self.as_owner(|shard| shard.counters.count_place(place));
        found.map_or_else(|| Box::new(Line(self.recipe.make())), |(value, _)| value)
    }
}
