//! Where a get finds its value, derived: by a formula where there is one, by
//! the model for all.

use arbtest::arbtest;
use lab6::places::{Model, PATTERNS, ROUNDS, SHARDS, Step, by_place, count, race};

fn steps(pattern: &str, owners: usize) -> Vec<Step> {
    let known = PATTERNS.iter().find(|known| known.name == pattern);
    known.expect("a pattern of this name").steps(owners)
}

fn measured(pattern: &str, owners: usize) -> [u64; 5] {
    count(owners, &steps(pattern, owners))
}

const R: u64 = ROUNDS as u64;

#[test]
fn every_pattern_is_as_the_model_derives_it() {
    for pattern in PATTERNS {
        for owners in SHARDS {
            let steps = pattern.steps(owners);
            let derived = Model::count(owners, &steps);
            assert_eq!(count(owners, &steps), derived, "{} {owners}", pattern.name);
        }
    }
}

#[test]
fn one_at_a_time_makes_one_value_for_each_owner() {
    // The value lies in its owner's slot, where nobody else finds it.
    for n in SHARDS {
        let made = n as u64;
        assert_eq!(measured("one", n), [made * (R - 1), 0, 0, 0, made]);
    }
}

#[test]
fn eight_at_a_time_never_leave_their_owner() {
    // One in the slot, seven in the ring, whose private part has room for
    // sixteen. In Go these seven of eight are the shared ones.
    for n in SHARDS {
        let made = 8 * n as u64;
        assert_eq!(measured("eight", n), [made * (R - 1), 0, 0, 0, made]);
    }
}

#[test]
fn a_hundred_on_one_shard_come_back_by_eights() {
    // One in the slot, then rings of 32 and 64 that are full, hence left, hence
    // public, and 3 in the third, private. A reclaim brings eight: one counts
    // as shared, seven as private.
    let (full, private) = (32 + 64, 1 + 3);
    assert_eq!(full + private, 100);
    let shared = full / 8;
    let rounds = R - 1;
    assert_eq!(measured("hundred", 1), [rounds * (100 - shared), rounds * shared, 0, 0, 100]);
}

#[test]
fn values_handed_on_come_back_stolen_by_eights() {
    for n in SHARDS.into_iter().filter(|&n| n > 1) {
        // A giver keeps one in the slot and sixteen in the ring. With the next
        // it publishes eight, and from then on eight with every eighth. Givers
        // take turns, so the first to have so many is the first giver.
        let (gets, made) = (10 * R, 17 * (n as u64 - 1) + 1);
        let stolen = (gets - made).div_ceil(8);
        let private = gets - made - stolen;
        assert_eq!(measured("handed", n), [private, 0, stolen, 0, made]);
    }
}

#[test]
fn a_collection_makes_busy_values_victims_once() {
    // After a collection an owner publishes its eight, and finds them as what
    // the collection set aside: others' are still private, or used.
    let rounds_after_one = R / 4 - u64::from(R.is_multiple_of(4));
    for n in SHARDS {
        let (made, victim) = (8 * n as u64, 8 * n as u64 * rounds_after_one);
        let private = 8 * n as u64 * (R - 1 - rounds_after_one);
        assert_eq!(measured("collected", n), [private, 0, 0, victim, made]);
    }
}

#[test]
fn whatever_the_steps_are_the_model_and_the_pool_agree() {
    arbtest(|u| {
        let owners = u.int_in_range(1..=4)?;
        let (mut steps, mut held) = (Vec::new(), 0);
        for _ in 0..u.int_in_range(1..=60)? {
            let owner = u.int_in_range(0..=owners - 1)?;
            match u.int_in_range(0..=9)? {
                0..=1 => steps.push(Step::Collect),
                2..=5 => {
                    let count = if u.ratio(1, 4)? {
                        u.int_in_range(80..=300)?
                    } else {
                        u.int_in_range(1..=20)?
                    };
                    held += count;
                    steps.push(Step::Take(owner, count));
                }
                _ => {
                    let count = u.int_in_range(0..=held)?;
                    held -= count;
                    steps.push(Step::Give(owner, count));
                }
            }
        }
        assert_eq!(count(owners, &steps), Model::count(owners, &steps), "{owners} {steps:?}");
        Ok(())
    })
    .size_min(512)
    .budget_ms(500);
}

#[test]
fn threads_that_race_for_eight_get_what_they_get_by_turns() {
    let rounds = if cfg!(miri) { 20 } else { 10_000 };
    for threads in [2, 4, 8] {
        // Nothing of this is ever public, so nothing can race.
        let made = 8 * threads as u64;
        let stats = race(threads, 8, rounds);
        assert_eq!(by_place(&stats), [made * (rounds as u64 - 1), 0, 0, 0, made]);
    }
}

#[test]
fn threads_that_race_for_a_hundred_are_all_accounted_for() {
    let rounds = if cfg!(miri) { 5 } else { 500 };
    for threads in [2, 4, 8] {
        let stats = race(threads, 100, rounds);
        let gets = (threads * 100 * rounds) as u64;
        assert_eq!(stats.gets(), gets);
        assert_eq!(by_place(&stats).iter().sum::<u64>(), gets);
        assert_eq!(stats.dropped(), 0);
        // Held by each, kept private by each, and in each hand while stealing;
        // as much again for what slipped past a thief that looked around.
        let most = 2 * threads as u64 * (100 + 17 + 8);
        assert!(stats.made <= most, "{stats:?}");
    }
}
