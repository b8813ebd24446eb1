//! The Mann-Whitney U test, two-sided and exact, ties included.
//!
//! With ten values a side there are 184 756 ways to say which ten ranks are
//! the base's, and all are equally likely if both sides are alike. Those are
//! counted by rank sum, one value after the other; nothing is approximated.
//! Not meant for large samples: time grows with the fourth power of the size.

/// How likely a rank sum at least as far out as this one is if the sides do
/// not differ. 1 if a side is empty.
pub(crate) fn p_value(base: &[f64], other: &[f64]) -> f64 {
    let ranks = doubled_ranks(base, other);
    let observed: usize = ranks[..base.len()].iter().sum();
    let ways = ways_by_sum(&ranks, base.len());
    let all: f64 = ways.iter().sum();
    let low: f64 = ways[..=observed].iter().sum();
    let high: f64 = ways[observed..].iter().sum();
    (2.0 * low.min(high) / all).min(1.0)
}

/// Twice the rank of every value, base first: tied values share their mean
/// rank, and doubling keeps it whole.
fn doubled_ranks(base: &[f64], other: &[f64]) -> Vec<usize> {
    let values: Vec<f64> = base.iter().chain(other).copied().collect();
    let below = |value: f64| values.iter().filter(|v| **v < value).count();
    let equal = |value: f64| values.iter().filter(|v| **v == value).count();
    values.iter().map(|v| 2 * below(*v) + equal(*v) + 1).collect()
}

/// `ways[s]`: in how many ways `picked` of the ranks add up to `s`.
fn ways_by_sum(ranks: &[usize], picked: usize) -> Vec<f64> {
    let most: usize = ranks.iter().sum();
    let mut ways = vec![vec![0.0; most + 1]; picked + 1];
    ways[0][0] = 1.0;
    for rank in ranks {
        // From many to few, so that no rank is picked twice.
        for count in (1..=picked).rev() {
            for sum in *rank..=most {
                ways[count][sum] += ways[count - 1][sum - rank];
            }
        }
    }
    ways.swap_remove(picked)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sides of `n` without ties, whose U is `u`: the base is below all of
    /// the other, then `u` single steps up are taken.
    fn sides(n: usize, mut u: usize) -> (Vec<f64>, Vec<f64>) {
        let mut places: Vec<usize> = (0..n).collect();
        for place in places.iter_mut().rev() {
            let up = u.min(n);
            *place += up;
            u -= up;
        }
        let other = (0..2 * n).filter(|place| !places.contains(place)).map(|p| p as f64).collect();
        (places.iter().map(|p| *p as f64).collect(), other)
    }

    #[track_caller]
    fn check(n: usize, u: usize, expected: f64) {
        let (base, other) = sides(n, u);
        let p = p_value(&base, &other);
        assert!((p - expected).abs() < 1e-12, "n {n}, U {u}: {p} instead of {expected}");
        assert!((p_value(&other, &base) - p).abs() < 1e-12, "the test has two sides");
    }

    /// Counted by hand: the partitions of 0..=U into at most n parts of at most n.
    #[test]
    fn small_cases_are_exact() {
        check(3, 0, 2.0 / 20.0);
        check(4, 0, 2.0 / 70.0);
        check(5, 2, 8.0 / 252.0);
        check(10, 0, 2.0 / 184_756.0);
    }

    /// The printed tables of critical values at 0.05, two-sided: U is
    /// significant up to this and not beyond.
    #[test]
    fn the_tables_critical_values_are_met() {
        for (n, critical) in [(4, 0), (5, 2), (6, 5), (7, 8), (8, 13), (9, 17), (10, 23)] {
            let p = |u| {
                let (base, other) = sides(n, u);
                p_value(&base, &other)
            };
            assert!(p(critical) <= 0.05, "n {n}: {} at {critical}", p(critical));
            assert!(p(critical + 1) > 0.05, "n {n}: {} beyond", p(critical + 1));
        }
    }

    #[test]
    fn ties_are_exact_too() {
        // All alike: whatever is observed, everything is at least as far out.
        assert_eq!(p_value(&[1.0; 4], &[1.0; 4]), 1.0);
        // 1 1 | 1 2: half of the six pairs of ranks (2 2 2 4) add up to just 4.
        assert_eq!(p_value(&[1.0, 1.0], &[1.0, 2.0]), 1.0);
        // 1 1 2 2 | 3 3 4 4: as separate as can be, ties or not.
        let p = p_value(&[1.0, 1.0, 2.0, 2.0], &[3.0, 3.0, 4.0, 4.0]);
        assert!((p - 2.0 / 70.0).abs() < 1e-12);
    }
}
