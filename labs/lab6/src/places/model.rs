//! The pool's rules as numbers: what [the design](crate::design) says, without
//! a thread, a pointer or an atomic.

use super::Step;

/// Private values in a ring at most; half of them are published at once.
const PRIVATE: usize = 16;

/// So many are taken back, or stolen, at once.
const EIGHT: usize = 8;

/// Room of the first ring; each one after it has twice as much.
const FIRST: usize = 32;

/// Values of one age that a shard keeps.
const CAP: usize = 256;

/// A pool in which each owner has so many values here and so many there.
///
/// It derives what [`count`](super::count) measures.
///
/// ```
/// use lab6::places::{Model, Step};
///
/// // The second owner finds nothing: the first one keeps its value to itself.
/// let steps = [Step::Take(0, 1), Step::Give(0, 1), Step::Take(1, 1)];
/// assert_eq!(Model::count(2, &steps), [0, 0, 0, 0, 2]);
/// ```
#[derive(Debug)]
pub struct Model {
    shards: Vec<Shard>,
    age: usize,
    /// Gets by place.
    places: [u64; 5],
}

#[derive(Debug, Default)]
struct Shard {
    slot: bool,
    /// In the current ring, of the generation that was seen.
    private: usize,
    ring: Option<usize>,
    seen: usize,
    /// Public values in each ring, by generation.
    public: [Vec<usize>; 2],
}

/// Room of a ring.
fn room(index: usize) -> usize {
    let before = FIRST * ((1 << index) - 1);
    CAP.saturating_sub(before).min(FIRST << index)
}

impl Shard {
    fn generation(&mut self) -> &mut Vec<usize> {
        &mut self.public[self.seen % 2]
    }

    /// Makes all of the current ring public.
    fn publish(&mut self) {
        if let Some(ring) = self.ring {
            let private = std::mem::take(&mut self.private);
            self.generation()[ring] += private;
        }
    }

    fn put(&mut self, most: usize) {
        if self.slot { self.put_ring(most) } else { self.slot = true }
    }

    fn put_ring(&mut self, most: usize) {
        if self.generation().iter().sum::<usize>() + self.private >= most {
            return; // At the cap: dropped.
        }
        if let Some(ring) = self.ring {
            if self.private == PRIVATE {
                self.private -= PRIVATE / 2;
                self.generation()[ring] += PRIVATE / 2;
            }
            if self.generation()[ring] + self.private < room(ring) {
                self.private += 1;
                return;
            }
        }
        self.publish();
        let rings = self.generation();
        let ring = (0..rings.len()).find(|&ring| rings[ring] < room(ring)).unwrap_or(rings.len());
        if ring == rings.len() {
            rings.push(0);
        }
        (self.ring, self.private) = (Some(ring), 1);
    }

    /// Takes note of the pool's age.
    fn turn(&mut self, age: usize) {
        if self.seen == age {
            return;
        }
        if std::mem::take(&mut self.slot) {
            self.put_ring(CAP);
        }
        self.publish();
        if age - self.seen >= 2 {
            self.generation().fill(0);
        }
        (self.ring, self.seen) = (None, age);
    }

    /// Takes up to so many of the first ring with public values.
    fn steal(&mut self, age: usize, most: usize) -> usize {
        let Some(ring) = self.public[age % 2].iter_mut().find(|public| **public > 0) else {
            return 0;
        };
        let count = most.min(*ring);
        *ring -= count;
        count
    }
}

impl Model {
    /// Gets by place of these steps, as [`count`](super::count).
    pub fn count(owners: usize, steps: &[Step]) -> [u64; 5] {
        let shards = (0..owners).map(|_| Shard::default()).collect();
        let mut model = Model { shards, age: 0, places: [0; 5] };
        for &step in steps {
            match step {
                Step::Take(owner, count) => {
                    for _ in 0..count {
                        let place = model.get(owner);
                        model.places[place] += 1;
                    }
                }
                Step::Give(owner, count) => (0..count).for_each(|_| {
                    model.shards[owner].turn(model.age);
                    model.shards[owner].put(CAP - 1);
                }),
                Step::Collect => model.collect(),
            }
        }
        model.places
    }

    /// The place of the next get's value, by its number among the five.
    fn get(&mut self, owner: usize) -> usize {
        let age = self.age;
        let own = &mut self.shards[owner];
        own.turn(age);
        if std::mem::take(&mut own.slot) {
            return 0;
        }
        if own.private > 0 {
            own.private -= 1;
            return 0;
        }
        // The largest of its rings that has public values.
        if let Some(ring) = own.generation().iter().rposition(|&public| public > 0) {
            let back = own.generation()[ring].min(EIGHT);
            own.generation()[ring] -= back;
            (own.ring, own.private) = (Some(ring), back - 1);
            return 1;
        }
        let owners = self.shards.len();
        for thief in 1..=owners {
            let stolen = self.shards[(owner + thief) % owners].steal(age, EIGHT);
            if stolen > 0 {
                (1..stolen).for_each(|_| self.shards[owner].put(CAP - 1));
                return 2;
            }
        }
        // Victims come singly.
        let victim = (1..=owners).any(|i| self.shards[(owner + i) % owners].steal(age + 1, 1) > 0);
        if victim { 3 } else { 4 }
    }

    /// Drops the generation before the last, as far as it is public.
    fn collect(&mut self) {
        self.age += 1;
        for shard in &mut self.shards {
            shard.public[self.age % 2].fill(0);
        }
    }
}
