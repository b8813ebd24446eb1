//! criterion's own verdict: a saved baseline, then a second process against it.
//!
//! A t-test of the two samples (bootstrapped, p < 0.05), and the interval of
//! the change of the mean wholly beyond one per cent. criterion keeps the
//! interval in a file but the p-value nowhere, so its printed line is read.

use anyhow::{Context as _, Result, bail};
use criterion::Criterion;

use super::{Pair, Verdict};
use crate::timed::{self, Timer};
use crate::worker::Task;

/// criterion's defaults, only shorter: it would take 3 s and 5 s.
const SHORTENED: [&str; 4] = ["--warm-up-time", "0.5", "--measurement-time", "1"];

/// What follows `cargo bench --` for the base and for the other side.
const BASELINE: [[&str; 2]; 2] = [["--save-baseline", "before"], ["--baseline", "before"]];

struct Bench<'a> {
    criterion: &'a mut Criterion,
    name: &'static str,
}

impl Timer for Bench<'_> {
    type Out = ();

    fn time<O, F>(self, mut call: F)
    where
        O: 'static,
        F: FnMut() -> O + Clone + Send + 'static,
    {
        self.criterion.bench_function(self.name, |bencher| bencher.iter(&mut call));
    }
}

pub(super) fn work(task: &Task) -> Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let bench = Bench { criterion: &mut criterion, name: task.function.name() };
    timed::time(bench, task.function, task.side()?)?;
    criterion.final_summary();
    Ok(())
}

pub(super) fn judge(pair: &Pair) -> Result<Verdict> {
    let mut printed = String::new();
    for (task, baseline) in pair.each().iter().zip(BASELINE) {
        let mut arguments = vec!["--bench", "--color", "never"];
        arguments.extend(SHORTENED);
        arguments.extend(baseline);
        printed = task.run(&pair.folder, &arguments, &[0])?.stdout;
    }
    verdict(&printed).with_context(|| format!("criterion's verdict is not in:\n{printed}"))
}

/// Exactly one of criterion's four sentences, on a line of its own.
fn verdict(printed: &str) -> Result<Verdict> {
    let said: Vec<Verdict> = printed
        .lines()
        .filter_map(|line| match line.trim() {
            "Performance has regressed." => Some(Verdict::Slower),
            "Performance has improved." => Some(Verdict::Faster),
            "Change within noise threshold." | "No change in performance detected." => {
                Some(Verdict::None)
            }
            _ => None,
        })
        .collect();
    match said[..] {
        [verdict] => Ok(verdict),
        _ => bail!("{} verdicts instead of one", said.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGRESSED: &str = "sum                     time:   [1.9985 µs 2.0012 µs 2.0043 µs]\n\
        \x20                       change: [+98.512% +99.001% +99.477%] (p = 0.00 < 0.05)\n\
        \x20                       Performance has regressed.\n\
        Found 3 outliers among 100 measurements (3.00%)\n";

    #[test]
    fn each_sentence_is_its_verdict() {
        let said = |sentence| verdict(&REGRESSED.replace("Performance has regressed.", sentence));
        assert_eq!(verdict(REGRESSED).unwrap(), Verdict::Slower);
        assert_eq!(said("Performance has improved.").unwrap(), Verdict::Faster);
        assert_eq!(said("Change within noise threshold.").unwrap(), Verdict::None);
        assert_eq!(said("No change in performance detected.").unwrap(), Verdict::None);
    }

    #[test]
    fn anything_else_is_trouble() {
        assert!(verdict("").is_err());
        assert!(verdict(&REGRESSED.replace("regressed", "changed")).is_err());
        assert!(verdict(&format!("{REGRESSED}{REGRESSED}")).is_err());
    }
}
