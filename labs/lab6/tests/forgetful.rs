//! What holds of a pool holds of one that forgets, however much.

use std::thread;
use std::time::Duration;

use arbtest::arbtest;
use lab6::{Buffers, Forgetful, Guard, Pool, Stats};

type Forgetting = Pool<Vec<u8>, Forgetful<Buffers>>;

const fn forgetting(percent: u32, seed: u64) -> Forgetting {
    Pool::new(Forgetful::new(Buffers::new(64), percent, seed)).collect_every(Duration::ZERO)
}

/// What a user may assert, whatever a pool forgets.
fn check(pool: &Forgetting) {
    let stats = pool.stats();
    assert_eq!(stats.gets(), stats.hits() + stats.made);
    let out = stats.dropped() + stats.detached;
    assert_eq!(pool.len() as u64, stats.made - out, "all that was made is somewhere: {stats:?}");
}

#[test]
fn for_any_steps_gets_are_hits_and_misses() {
    arbtest(|u| {
        let pool = forgetting(u.int_in_range(0..=100)?, u.arbitrary()?);
        let (mut held, mut gets) = (Vec::new(), 0);
        for step in 0..u.int_in_range(0..=300)? {
            match u.int_in_range(0..=9)? {
                0..=4 => {
                    let mut buffer = pool.get();
                    gets += 1;
                    assert!(buffer.is_empty() && buffer.capacity() >= 64);
                    buffer.push(step as u8);
                    held.push((step as u8, buffer));
                }
                5..=7 => drop(held.pop()),
                8 => {
                    let last = held.pop().map(|(mark, buffer)| (mark, Guard::detach(buffer)));
                    assert!(last.is_none_or(|(mark, buffer)| buffer == [mark]));
                }
                _ => pool.collect(),
            }
            // Nobody else has what is held.
            assert!(held.iter().all(|(mark, buffer)| buffer.as_slice() == [*mark]));
        }
        drop(held);
        assert_eq!(pool.stats().gets(), gets);
        check(&pool);
        Ok(())
    });
}

#[test]
fn a_pool_that_forgets_all_serves_as_one_that_forgets_nothing() {
    for percent in [0, 25, 100, u32::MAX] {
        let pool = forgetting(percent, 3);
        thread::scope(|scope| {
            for mark in 1..=4 {
                let pool = &pool;
                scope.spawn(move || {
                    for count in (1..40).cycle().take(if cfg!(miri) { 5 } else { 500 }) {
                        let mut held: Vec<_> = (0..count).map(|_| pool.get()).collect();
                        assert!(held.iter().all(|buffer| buffer.is_empty()));
                        held.iter_mut().for_each(|buffer| buffer.resize(count, mark));
                        assert!(held.iter().all(|b| **b == vec![mark; count]));
                    }
                });
            }
        });
        check(&pool);
        let stats = pool.stats();
        match percent {
            0 => assert_eq!(stats.unfit, 0),
            25 => assert!(stats.unfit > 0 && stats.hits() > 0),
            _ => assert_eq!((stats.hits(), stats.unfit, pool.len()), (0, stats.made, 0)),
        }
    }
}

/// Which of a hundred puts are forgotten.
fn forgotten(percent: u32, seed: u64) -> Vec<bool> {
    let pool = forgetting(percent, seed);
    let unfit = |stats: Stats| stats.unfit;
    (0..100)
        .map(|_| {
            let before = unfit(pool.stats());
            drop(pool.get());
            unfit(pool.stats()) > before
        })
        .collect()
}

#[test]
fn a_seed_forgets_the_same_puts_again_and_another_seed_others() {
    for percent in [1, 25, 50, 99] {
        assert_eq!(forgotten(percent, 7), forgotten(percent, 7));
    }
    assert_ne!(forgotten(50, 7), forgotten(50, 8));
    assert_eq!([0, 100].map(|percent| forgotten(percent, 7)), [[false; 100], [true; 100]]);
}

#[test]
fn as_many_are_forgotten_as_was_asked_for() {
    for percent in [1, 25, 75] {
        let pool = forgetting(percent, 1);
        (0..100_000).for_each(|_| drop(pool.get()));
        let (found, wanted) = (pool.stats().unfit, u64::from(percent) * 1000);
        // Five times the standard deviation of as many coins.
        let slack = 5 * (wanted * u64::from(100 - percent) / 100).isqrt();
        assert!(found.abs_diff(wanted) <= slack, "{percent} per cent: {found}");
    }
}

#[test]
fn what_the_recipe_refuses_is_refused_all_the_same() {
    let pool = Pool::new(Forgetful::new(Buffers::new(16).at_most(1024), 0, 1));
    pool.get().reserve(2048);
    assert_eq!((pool.len(), pool.stats().unfit), (0, 1));
}

#[test]
fn works_as_a_static() {
    static POOL: Forgetting = forgetting(100, 0);
    drop(POOL.get());
    assert!(POOL.is_empty());
}

/// The misuse that it is for: holds on a pool that happens to remember.
#[test]
fn a_user_who_counts_on_the_value_put_is_found() {
    let counts_on_it = |pool: &Forgetting| {
        drop(pool.get());
        (0..20).for_each(|_| drop(pool.get()));
        pool.stats().made == 1
    };
    assert!(counts_on_it(&forgetting(0, 1)));
    assert!(!counts_on_it(&forgetting(25, 1)));
}
