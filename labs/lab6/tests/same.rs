//! All variants agree, for any seed, and again when buffers are reused.

use arbtest::arbtest;
use lab6::byte_buffer::CLASSES;
use lab6::byte_buffer::requests::{
    MIXED, OVERSIZED, class_grown, class_large, class_medium, class_oversized, class_small,
    mixed_classes, mixed_one, needs,
};
use lab6::exercise;
use lab6::frames::{
    BURST, LEN, burst_fresh, burst_local, burst_pooled, one_copied, one_detached, one_fresh,
    one_local, one_missed, one_oversized, one_pooled, tiny_fresh, tiny_pooled,
};
use lab6::orders::{LEN as ORDER, Order};
use lab6::places::by_place;
use lab6::places::latency::{self, get_made, get_private, get_shared, get_stolen, get_victim};
use lab6::solution; // solution
use lab6::strategies::{by_exchange, by_lock, by_shards};

#[test]
fn every_variant_sums_up_the_same_frame() {
    arbtest(|u| {
        let seed: u8 = u.arbitrary()?;
        let sum = u64::from(seed) * LEN as u64;
        for f in [
            one_fresh,
            one_local,
            one_pooled,
            one_missed,
            one_oversized,
            by_lock,
            by_shards,
            by_exchange,
            tiny_fresh,
            tiny_pooled,
        ] {
            assert_eq!(f(seed), sum);
        }
        let (pool, twin) = (latency::pool(), latency::Twin::new().unwrap());
        for f in [get_private, get_shared, get_victim] {
            assert_eq!(f(&pool, seed), sum);
        }
        assert_eq!([(); 3].map(|()| get_stolen(&pool, &twin, seed)), [sum; 3]);
        assert_eq!(get_made(&latency::Nothing::pool(), seed), sum);
        assert_eq!(one_detached(seed), [seed; LEN]);
        assert_eq!(one_copied(seed), [seed; LEN]);
        for f in [burst_fresh, burst_local, burst_pooled] {
            assert_eq!(f(seed), sum * BURST as u64);
        }
        Ok(())
    });
}

#[test]
fn the_exercise_agrees_with_a_plain_sum() {
    arbtest(|u| {
        let orders: Vec<Order> = (0..u.int_in_range(0..=50)?)
            .map(|number| {
                let (failures, malformed) = (u.int_in_range(0..=3)?, u.arbitrary()?);
                Ok(Order { number, failures, malformed })
            })
            .collect::<Result<_, _>>()?;
        let sent = orders.iter().filter(|order| !order.malformed);
        let expected: u64 = sent.map(|order| u64::from(order.number as u8) * ORDER as u64).sum();
        assert_eq!(exercise::deliver(&orders), expected);
        assert_eq!(solution::deliver(&orders), expected); // solution
        Ok(())
    });
}

#[test]
fn every_class_answers_with_as_many_bytes_as_were_asked_for() {
    arbtest(|u| {
        let seed: u8 = u.arbitrary()?;
        let [small, medium, large] = CLASSES.map(|len| u64::from(seed) * len as u64);
        assert_eq!(
            [class_small, class_medium, class_large].map(|f| f(seed)),
            [small, medium, large]
        );
        assert_eq!(class_grown(seed), medium);
        assert_eq!(class_oversized(seed), u64::from(seed) * OVERSIZED as u64);
        let needed: usize =
            (0..MIXED).flat_map(|round| (0..MIXED).map(move |i| needs(round, i))).sum();
        assert_eq!(
            [mixed_classes, mixed_one].map(|f| f(seed)),
            [u64::from(seed) * needed as u64; 2]
        );
        Ok(())
    });
}

#[test]
fn each_latency_is_that_of_its_place() {
    const CALLS: u64 = 5_000;
    let [private, shared, stolen, victim] = [(); 4].map(|()| latency::pool());
    let (made, twin) = (latency::Nothing::pool(), latency::Twin::new().unwrap());
    for _ in 0..=CALLS {
        latency::get_private(&private, 7);
        latency::get_shared(&shared, 7);
        latency::get_stolen(&stolen, &twin, 7);
        latency::get_victim(&victim, 7);
        latency::get_made(&made, 7);
    }
    // The first get of each made its value.
    for (place, pool) in [&private, &shared, &stolen, &victim].into_iter().enumerate() {
        let mut expected = [0, 0, 0, 0, 1];
        expected[place] = CALLS;
        assert_eq!(by_place(&pool.stats()), expected, "{place}");
    }
    assert_eq!(by_place(&made.stats()), [0, 0, 0, 0, CALLS + 1]);
}
