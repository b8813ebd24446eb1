//! benchstat's rule: ten processes a side, Mann-Whitney p < 0.05, no threshold.
//!
//! The program itself is not run; its rule is (`AssumeNothing` of
//! golang.org/x/perf/benchmath). Ours is generous to it: the processes of both
//! sides take turns, where benchstat is given two files that were recorded one
//! after the other, and each gives the median of short rounds, where
//! `go test -bench` gives the mean of one long one.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::{Pair, Verdict};
use crate::mann_whitney;
use crate::timed::{self, Timer};
use crate::worker::Task;

/// Processes of a side: what benchstat asks for.
const PROCESSES: usize = 10;
/// Rounds of a process, 0.2 s together: twenty processes take about 5 s.
const ROUNDS: usize = 20;
const ROUND: Duration = Duration::from_millis(10);
const WARM_UP: Duration = Duration::from_millis(40);

/// Gives the median time of a call in nanoseconds.
struct Rounds;

impl Timer for Rounds {
    type Out = f64;

    fn time<O, F>(self, mut call: F) -> f64
    where
        O: 'static,
        F: FnMut() -> O + Clone + Send + 'static,
    {
        let (start, mut calls) = (Instant::now(), 0_u32);
        while start.elapsed() < WARM_UP {
            black_box(call());
            calls += 1;
        }
        let calls = (f64::from(calls) * ROUND.div_duration_f64(WARM_UP)).ceil() as u32;
        let mut times = Vec::with_capacity(ROUNDS);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for _ in 0..calls {
                black_box(call());
            }
            times.push(start.elapsed().as_nanos() as f64 / f64::from(calls));
        }
        median(&mut times)
    }
}

pub(super) fn work(task: &Task) -> Result<()> {
    println!("{}", timed::time(Rounds, task.function, task.side()?)?);
    Ok(())
}

pub(super) fn judge(pair: &Pair) -> Result<Verdict> {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..PROCESSES {
        for (task, times) in pair.each().iter().zip(&mut times) {
            let printed = task.run(&pair.folder, &[], &[0])?.stdout;
            let time: f64 = printed
                .trim()
                .parse()
                .with_context(|| format!("a worker printed {printed:?} instead of a time"))?;
            times.push(time);
        }
    }
    let [base, other] = times;
    Ok(verdict(base, other))
}

/// As benchstat says it: `~`, or the difference of the medians.
fn verdict(mut base: Vec<f64>, mut other: Vec<f64>) -> Verdict {
    let p = mann_whitney::p_value(&base, &other);
    let (base, other) = (median(&mut base), median(&mut other));
    if p < 0.05 && base != other { Verdict::different(other > base) } else { Verdict::None }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let (low, high) = ((values.len() - 1) / 2, values.len() / 2);
    f64::midpoint(values[low], values[high])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_is_that_of_the_other_side() {
        let base: Vec<f64> = (0..10).map(f64::from).collect();
        let other: Vec<f64> = base.iter().map(|v| v + 20.0).collect();
        assert_eq!(verdict(base.clone(), other.clone()), Verdict::Slower);
        assert_eq!(verdict(other, base.clone()), Verdict::Faster);
        assert_eq!(verdict(base.clone(), base), Verdict::None);
    }

    #[test]
    fn a_median_of_an_even_number_lies_between_two() {
        assert_eq!(median(&mut [4.0, 1.0, 3.0, 2.0]), 2.5);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
    }
}
