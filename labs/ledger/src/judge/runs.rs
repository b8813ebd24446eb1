//! One variant in two runs: is the new code faster than the old?
//!
//! Rounds of two runs are not pairs: an hour, another neighbour and another
//! clock speed lie between them. What both have in common is the *control*,
//! which ran beside every variant and is the same code in both. So each round
//! gives ln(variant/control), each placement its median, and the old medians are
//! held against the new ones:
//!
//! ```text
//!  old:  m0 … m11      every difference new - old, 12 x 12 of them, in order:
//!  new:  n0 … n11      the estimate is their median, the interval reaches from
//!                      the k-th smallest to the k-th largest
//! ```
//!
//! `k` follows exactly from the Mann-Whitney distribution of two samples (Hodges
//! and Lehmann's estimate and interval). The control does not feel all that a
//! variant feels: a neighbour who fills the cache slows the one and not the
//! other. So the margin is wider than between two variants of one run;
//! `cargo labs calibrate` measures how often it is not wide enough.

use crate::TimeTable;
use crate::judge::{Comparison, ERROR, MIN_ROUNDS, Refusal, beyond, median, medians};

/// Differences between two runs below five per cent are never a verdict.
pub const RUNS_MARGIN: f64 = 0.05;

/// Judges `variant` in table `new` against the same in table `old`, as one of
/// `comparisons`. [`comparable`](crate::judge::comparable) says whether the two
/// results may be compared at all.
///
/// # Errors
///
/// A variant that one of them lacks, rounds without control, too few rounds or
/// placements.
pub fn compare_runs(
    old: &TimeTable,
    new: &TimeTable,
    variant: &str,
    comparisons: usize,
) -> Result<Comparison, Refusal> {
    let (old_medians, new_medians) = (of(old, variant, "old")?, of(new, variant, "new")?);
    let (n, m) = (old_medians.len(), new_medians.len());
    let error = ERROR / comparisons.max(1) as f64;
    let Some(k) = order(n, m, error) else {
        let found = n.min(m);
        let needed = (found..).find(|&n| order(n, n, error).is_some()).unwrap_or(usize::MAX);
        return Err(Refusal::TooFewPlacements { found, needed, comparisons });
    };
    let mut differences: Vec<f64> =
        new_medians.iter().flat_map(|new| old_medians.iter().map(move |old| new - old)).collect();
    let ratio = median(&mut differences).exp();
    let at = |i: usize| differences[i].exp();
    let (low, high) = (at(k - 1), at(n * m - k));
    Ok(Comparison {
        ratio,
        low,
        high,
        placements: (at(0), at(n * m - 1)),
        rounds: old.rounds.len() + new.rounds.len(),
        verdict: beyond(low, high, RUNS_MARGIN),
    })
}

/// The variant's time over the control's: a logarithm per placement.
fn of(table: &TimeTable, variant: &str, which: &'static str) -> Result<Vec<f64>, Refusal> {
    let index = table.variants.iter().position(|known| known == variant);
    let index = index.ok_or_else(|| Refusal::Unknown(variant.to_owned()))?;
    let found = table.rounds.len();
    if found < MIN_ROUNDS {
        return Err(Refusal::TooFewRounds { found });
    }
    if table.rounds.iter().any(|round| round.control.is_none()) {
        return Err(Refusal::NoControl { which });
    }
    Ok(medians(table, |round| {
        let control = round.control.map_or(f64::NAN, |control| control.get());
        (round.times[index].get() / control).ln()
    }))
}

/// The largest `k` for which the k-th smallest to the k-th largest of all
/// differences of `n` and `m` values hold the shift with at most `error` of
/// failing; `None` if not even the whole range does.
fn order(n: usize, m: usize, error: f64) -> Option<usize> {
    // In how many of the orders of n and m values the statistic U is u: how many
    // partitions of u have at most n parts of at most m. The product of
    // (1 - q^(m + i)) / (1 - q^i) over i up to n has them as coefficients.
    let mut ways = vec![0.0_f64; n * m + 1];
    ways[0] = 1.0;
    for i in 1..=n {
        for u in (m + i..ways.len()).rev() {
            ways[u] -= ways[u - m - i];
        }
        for u in i..ways.len() {
            ways[u] += ways[u - i];
        }
    }
    let all: f64 = ways.iter().sum();
    let mut below = 0.0;
    let fits = ways.iter().take(n * m / 2).take_while(|ways| {
        below += **ways / all;
        2.0 * below <= error
    });
    Some(fits.count()).filter(|&k| k > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_mann_whitney_test() {
        // From a printed table of critical values, two-sided, 5 %: U is
        // significant up to 2, 13, 23 and 37; k is one more.
        let critical = [(5, 5, 2), (8, 8, 13), (10, 10, 23), (12, 12, 37)];
        for (n, m, u) in critical {
            assert_eq!(order(n, m, 0.05), Some(u + 1), "{n} and {m}");
        }
        // Three and three have 20 orders: 2 / 20 > 5 %.
        assert_eq!(order(3, 3, 0.05), None);
        assert_eq!(order(3, 3, 0.10), Some(1));
        assert_eq!(order(7, 5, 0.05), order(5, 7, 0.05));
    }
}
