//! Interleaved rounds: what every comparison rests on.
//!
//! A round is some *passes*, and in a pass every variant runs for about a
//! millisecond in turn, forwards in even passes and backwards in odd ones. A
//! variant's time in the round is the median of its passes.
//!
//! ```text
//!             pass 0     pass 1     pass 2           pass 9
//!  control    1.0 ms     1.0 ms     1.0 ms     …     1.0 ms   -> median
//!  fresh      1.0 ms     5.2 ms !   1.0 ms     …     1.0 ms   -> median
//!  pooled     1.0 ms     1.0 ms     1.0 ms     …     1.0 ms   -> median
//!               -->        <--        -->
//! ```
//!
//! Why passes so short: on a busy machine the system takes the processor away
//! for some milliseconds at a time. A batch of ten milliseconds is hit nearly
//! always, by more or by less; of ten batches of one millisecond a few are hit
//! hard, and the median does not care.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ledger::{Nanos, Round};

use super::Loop;

/// How long one variant runs in one pass.
const PASS: Duration = Duration::from_millis(1);

/// Passes of a round, unless a call is so slow that fewer fill [`ROUND`].
const PASSES: u32 = 10;

/// How long a variant may take in a round before passes are left out.
const ROUND: Duration = Duration::from_millis(10);

/// Calls of a pass from which on one more, untimed, comes before it: the variant
/// before this one has the caches.
const WARMED: u64 = 10;

/// One process's rounds of one table.
pub(super) fn interleaved(
    variants: &mut [(String, Loop<'_>)],
    (process, placement): (u32, u32),
    rounds: u32,
) -> Result<Vec<Round>, String> {
    let mut control: Loop<'_> = Box::new(control);
    let mut timed: Vec<(&str, &mut Loop<'_>)> = vec![("the control", &mut control)];
    timed.extend(variants.iter_mut().map(|(name, timed)| (name.as_str(), timed)));
    let calls: Vec<u64> = timed.iter_mut().map(|(_, timed)| calls_per_pass(timed)).collect();
    let passes = passes(&mut timed, &calls);
    let mut kept = Vec::new();
    for round in 0..rounds {
        let mut times = vec![Vec::new(); timed.len()];
        for pass in 0..passes {
            let mut order: Vec<usize> = (0..timed.len()).collect();
            if (round * passes + pass) % 2 == 1 {
                order.reverse();
            }
            for i in order {
                let (_, timed) = &mut timed[i];
                if calls[i] >= WARMED {
                    timed(1);
                }
                times[i].push(timed(calls[i]).as_nanos() as f64 / calls[i] as f64);
            }
        }
        let mut medians = Vec::new();
        for ((mut times, (name, _)), calls) in times.into_iter().zip(&timed).zip(&calls) {
            medians.push(
                Nanos::new(median(&mut times)).ok_or_else(|| {
                    format!("{name}: the clock did not move during {calls} calls")
                })?,
            );
        }
        let control = Some(medians.remove(0));
        kept.push(Round { process, placement, round, control, times: medians });
    }
    Ok(kept)
}

/// The same work in every lab and every version of it: a chain of
/// multiplications, about a microsecond a call. What it takes says how fast the
/// machine is at this moment, so that two runs can be held against each other.
fn control(calls: u64) -> Duration {
    let start = Instant::now();
    for call in 0..calls {
        let chain = (0..400_u64).fold(call, |x, i| x.wrapping_mul(31).wrapping_add(black_box(i)));
        black_box(chain);
    }
    start.elapsed()
}

/// How many calls take about [`PASS`]; running them warms the variant up.
fn calls_per_pass(timed: &mut Loop<'_>) -> u64 {
    let mut calls = 1;
    loop {
        let took = timed(calls);
        if took >= PASS / 2 || calls >= 1 << 40 {
            let per_call = took.as_secs_f64() / calls as f64;
            return ((PASS.as_secs_f64() / per_call.max(1e-12)) as u64).max(1);
        }
        // Far below the aim a time is mostly noise, so at most tenfold.
        let factor = PASS.as_secs_f64() / took.as_secs_f64().max(1e-9);
        calls = (calls as f64 * factor.clamp(2.0, 10.0)) as u64;
    }
}

/// Passes of a round: all of them, or as many as the slowest variant fits into
/// [`ROUND`].
fn passes(timed: &mut [(&str, &mut Loop<'_>)], calls: &[u64]) -> u32 {
    let slow = timed.iter_mut().zip(calls).filter(|(_, calls)| **calls == 1);
    let slowest = slow.map(|((_, timed), _)| timed(1)).max().unwrap_or(PASS).max(PASS);
    ((ROUND.as_secs_f64() / slowest.as_secs_f64()) as u32).clamp(1, PASSES)
}

/// Sorts; of an even number the mean of the middle two. No time is NaN.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn every_pass_runs_every_variant_and_the_order_alternates() {
        let log = Rc::new(RefCell::new(Vec::new()));
        // A made-up clock: variant i takes 200 (i + 1) µs a call.
        let mut variants: Vec<(String, Loop<'_>)> = (0..3_u32)
            .map(|i| {
                let log = Rc::clone(&log);
                let timed = move |calls| {
                    log.borrow_mut().push(i);
                    Duration::from_micros(200 * u64::from(i + 1) * calls)
                };
                (i.to_string(), Box::new(timed) as Loop<'_>)
            })
            .collect();
        let rounds = interleaved(&mut variants, (7, 3), 4).unwrap();
        assert_eq!(rounds.len(), 4);
        for (i, round) in rounds.iter().enumerate() {
            assert_eq!((round.process, round.placement, round.round), (7, 3, i as u32));
            let times: Vec<f64> = round.times.iter().map(|time| time.get()).collect();
            assert_eq!(times, [200_000.0, 400_000.0, 600_000.0]);
            assert!(round.control.is_some());
        }
        let log = log.borrow();
        let timed = &log[log.len() - 4 * 10 * 3..];
        for pass in timed.chunks(6) {
            assert_eq!(pass, [0, 1, 2, 2, 1, 0]);
        }
    }

    #[test]
    fn a_pass_that_was_disturbed_does_not_move_the_round() {
        let mut calls_so_far = 0_u32;
        let mut variants: Vec<(String, Loop<'_>)> = vec![(
            "disturbed".into(),
            Box::new(move |calls| {
                calls_so_far += 1;
                let slowed = if calls_so_far.is_multiple_of(3) { 5 } else { 1 };
                Duration::from_micros(200 * slowed * calls)
            }),
        )];
        for round in interleaved(&mut variants, (0, 0), 6).unwrap() {
            assert_eq!(round.times[0].get(), 200_000.0);
        }
    }

    #[test]
    fn a_pass_takes_about_a_millisecond_and_a_round_not_much_more_than_ten() {
        for nanos in [1, 50, 3_000, 900_000, 4_000_000, 40_000_000] {
            let mut timed: Loop<'_> = Box::new(move |calls| Duration::from_nanos(nanos * calls));
            let calls = calls_per_pass(&mut timed);
            let passes = passes(&mut [("made up", &mut timed)], &[calls]);
            let (pass, round) = (calls * nanos, calls * nanos * u64::from(passes));
            assert!(nanos >= 1_000_000 || (500_000..=2_000_000).contains(&pass), "{nanos}: {pass}");
            assert!(round <= 20_000_000.max(nanos), "{nanos} ns a call: a round of {round} ns");
        }
    }

    #[test]
    fn a_clock_that_stands_still_is_an_error() {
        let mut variants: Vec<(String, Loop<'_>)> =
            vec![("still".into(), Box::new(|_| Duration::ZERO))];
        assert!(interleaved(&mut variants, (0, 0), 1).unwrap_err().contains("still"));
    }

    #[test]
    fn the_control_takes_time_for_every_call() {
        // The least of several, since a busy machine adds to any.
        let least = |calls| (0..9).map(|_| control(calls)).min().unwrap();
        let (few, many) = (least(100), least(10_000));
        assert!(many > few * 10, "{few:?} {many:?}");
    }
}
