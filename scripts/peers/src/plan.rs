//! Which measurements are made, and in which order.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::cases::{Case, Function};
use crate::judges::Judge;

/// One case for one judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) judge: Judge,
    pub(crate) function: Function,
    pub(crate) case: Case,
}

/// Every judge × function × case, `runs` times. Each repetition has its own
/// order, and is complete before the next starts: a run that is ended early
/// still has about the same number of everything, and no judge has the quiet
/// hours to itself.
pub(crate) fn steps(
    runs: usize,
    judges: &[Judge],
    functions: &[Function],
    cases: &[Case],
    seed: u64,
) -> Vec<Step> {
    let mut random = Random(seed);
    let mut steps = Vec::new();
    for _ in 0..runs {
        let mut repetition = Vec::new();
        for judge in judges {
            for function in functions {
                for case in cases {
                    repetition.push(Step { judge: *judge, function: *function, case: *case });
                }
            }
        }
        random.shuffle(&mut repetition);
        steps.extend(repetition);
    }
    steps
}

/// A seed for who did not choose one.
pub(crate) fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64
}

/// SplitMix64: short, and good enough to mix an order.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Fisher-Yates. The remainder's tilt is one in 2^64 by the length.
    fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            let place = self.next() % (last as u64 + 1);
            all.swap(last, place as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(seed: u64) -> Vec<Step> {
        steps(2, &Judge::ALL, &Function::ALL, &Case::tried(), seed)
    }

    #[test]
    fn every_repetition_has_every_step_once() {
        let plan = plan(7);
        assert_eq!(plan.len(), 2 * 4 * 4 * 6);
        let (first, second) = plan.split_at(plan.len() / 2);
        for step in first {
            assert_eq!(first.iter().filter(|other| *other == step).count(), 1);
            assert!(second.contains(step));
        }
        assert_ne!(first, second);
    }

    #[test]
    fn the_seed_decides_the_order() {
        assert_eq!(plan(7), plan(7));
        assert_ne!(plan(7), plan(8));
    }
}
