//! tango's `compare`: two worker processes that time at the same moment.
//!
//! A difference is one whose mean is at least 2.6 standard errors from zero
//! and more than one per cent. tango compares benchmarks of two executables by
//! name; as all our sides live in one program, it is compared with itself, and
//! tango's own patterns choose the base's benchmark on one side and the other's
//! on the other.

use std::process::ExitCode;

use ::tango_bench::{Benchmark, benchmark_fn, cli};
use anyhow::{Context as _, Result, bail};

use super::{Pair, Verdict};
use crate::timed::{self, Timer};
use crate::worker::Task;

/// The second of its motto, *1 second, 1 percent, 1 error*; by default 0.1 s.
const COMPARE: [&str; 9] = [
    "--color",
    "never",
    "compare",
    "--time",
    "1",
    "--strip-baseline",
    "base/*",
    "--strip-candidate",
    "other/*",
];

/// tango's exit code for a candidate that is slower.
const SLOWER: i32 = 1;

struct Named(String);

impl Timer for Named {
    type Out = Benchmark;

    fn time<O, F>(self, call: F) -> Benchmark
    where
        O: 'static,
        F: FnMut() -> O + Clone + Send + 'static,
    {
        benchmark_fn(self.0, move |bencher| bencher.iter(call.clone()))
    }
}

pub(super) fn work(task: &Task) -> Result<ExitCode> {
    let mut benchmarks = Vec::new();
    for (side, name) in task.pair()?.into_iter().zip(["base", "other"]) {
        let name = Named(format!("{name}/{}", task.function.name()));
        benchmarks.push(timed::time(name, task.function, side)?);
    }
    cli::run(benchmarks)
}

pub(super) fn judge(pair: &Pair) -> Result<Verdict> {
    let ended = pair.both().run(&pair.folder, &COMPARE, &[0, SLOWER])?;
    let fault = || format!("tango's verdict is not in:\n{}", ended.stdout);
    let verdict = verdict(&ended.stdout, pair.function.name()).with_context(fault)?;
    if (verdict == Verdict::Slower) != (ended.code == SLOWER) {
        bail!("tango ended with exit code {}, but printed:\n{}", ended.code, ended.stdout);
    }
    Ok(verdict)
}

/// The only line: `sum  [ 1.9 us ... 2.0 us ]  +5.02%*`, starred if it is a
/// difference.
fn verdict(printed: &str, function: &str) -> Result<Verdict> {
    let [line] = printed.lines().collect::<Vec<_>>()[..] else { bail!("not one line") };
    let (Some(name), Some(change)) =
        (line.split_whitespace().next(), line.split_whitespace().last())
    else {
        bail!("an empty line")
    };
    if name != function {
        bail!("{name:?} where {function:?} was timed");
    }
    let (change, different) = match change.strip_suffix('*') {
        Some(change) => (change, true),
        None => (change, false),
    };
    let change = change.strip_suffix('%').context("no per cent")?;
    let change: f64 = change.parse().with_context(|| format!("{change:?} is no number"))?;
    Ok(if different { Verdict::different(change > 0.0) } else { Verdict::None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(change: &str) -> String {
        format!("{:50} [ {:>8} ... {:>8} ]    {change:>9}\n", "sum", "1.9 us", "2.0 us")
    }

    #[test]
    fn a_star_makes_a_difference() {
        let said = |change| verdict(&line(change), "sum").unwrap();
        assert_eq!(said("+99.02%*"), Verdict::Slower);
        assert_eq!(said("-49.80%*"), Verdict::Faster);
        assert_eq!(said("+0.80%"), Verdict::None);
        assert_eq!(said("-3.10%"), Verdict::None);
    }

    #[test]
    fn anything_else_is_trouble() {
        assert!(verdict("", "sum").is_err());
        assert!(verdict(&line("+99.02%*"), "hash").is_err());
        assert!(verdict(&line("99.02"), "sum").is_err());
        assert!(verdict(&line("about%*"), "sum").is_err());
        assert!(verdict(&line("+1.00%").repeat(2), "sum").is_err());
    }
}
