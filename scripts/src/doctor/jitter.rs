//! What the machine does rather than what it says: short passes of the same work,
//! and how many of them were disturbed.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{Check, State};

/// How many passes; about a second in all.
const PASSES: usize = 800;

/// A pass counts as disturbed when it takes so much more than the median.
const DISTURBED: f64 = 1.2;

/// With more disturbed passes than this a machine is a poor judge.
const MANY: f64 = 0.10;

/// Time that the hypervisor gave to others.
const STOLEN: f64 = 0.01;

pub(super) fn all(root: &Path) -> Vec<Check> {
    let before = ticks(root);
    let passes = passes();
    let stolen = before.zip(ticks(root)).and_then(|(before, after)| share(before, after));
    vec![
        Check { name: "passes", state: disturbed(passes) },
        Check { name: "stolen", state: self::stolen(stolen) },
        Check { name: "clock", state: clock(step()) },
    ]
}

/// Passes of about a millisecond each.
fn passes() -> Vec<Duration> {
    let work = |steps: u64| {
        let start = Instant::now();
        black_box((0..steps).fold(0, |x: u64, i| x.wrapping_mul(31).wrapping_add(black_box(i))));
        start.elapsed()
    };
    let mut steps = 1000;
    while work(steps) < Duration::from_millis(1) && steps < 1 << 40 {
        steps *= 2;
    }
    (0..PASSES).map(|_| work(steps)).collect()
}

fn disturbed(mut passes: Vec<Duration>) -> State {
    passes.sort_unstable();
    let median = passes[passes.len() / 2].as_secs_f64();
    let slow = passes.iter().filter(|pass| pass.as_secs_f64() > DISTURBED * median).count();
    let share = slow as f64 / passes.len() as f64;
    let what = format!(
        "{:.0} % of {} passes of the same work took a fifth longer than the middle one",
        share * 100.0,
        passes.len()
    );
    if share > MANY {
        State::poor(what, "close what runs, or measure later; rounds of many short passes bear it")
    } else {
        State::fine(what)
    }
}

/// All ticks and the stolen ones of `/proc/stat`.
fn ticks(root: &Path) -> Option<(u64, u64)> {
    let text = fs::read_to_string(root.join("proc/stat")).ok()?;
    let line = text.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
    // user nice system idle iowait irq softirq steal; guests are in user already.
    Some((ticks.get(..8)?.iter().sum(), *ticks.get(7)?))
}

fn share(before: (u64, u64), after: (u64, u64)) -> Option<f64> {
    let (all, stolen) = (after.0.checked_sub(before.0)?, after.1.checked_sub(before.1)?);
    (all > 0).then(|| stolen as f64 / all as f64)
}

fn stolen(share: Option<f64>) -> State {
    match share {
        None => State::unknown("this system does not say what a hypervisor took"),
        Some(share) if share > STOLEN => State::poor(
            format!("{:.0} % of the time went to other virtual machines", share * 100.0),
            "measure at another hour, or on another host",
        ),
        Some(_) => State::fine("no time went to other virtual machines"),
    }
}

/// The smallest step that the clock made.
fn step() -> Duration {
    let step = || {
        let start = Instant::now();
        loop {
            let step = start.elapsed();
            if !step.is_zero() {
                return step;
            }
        }
    };
    (0..1000).map(|_| step()).min().unwrap_or_default()
}

fn clock(step: Duration) -> State {
    let what = format!("the clock's smallest step is {} ns", step.as_nanos());
    // A pass takes a millisecond; a thousandth of it is as fine as any verdict.
    if step > Duration::from_micros(1) {
        State::poor(what, "nothing to be done; short times are coarse here")
    } else {
        State::fine(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_poor(state: &State) -> bool {
        matches!(state, State::Poor { .. })
    }

    #[test]
    fn one_pass_in_five_is_too_many_and_one_in_fifty_is_not() {
        let passes = |every: usize| {
            let slow = |i: usize| if i.is_multiple_of(every) { 3000 } else { 1000 };
            (0..PASSES).map(|i| Duration::from_micros(slow(i))).collect()
        };
        assert!(is_poor(&disturbed(passes(5))) && !is_poor(&disturbed(passes(50))));
    }

    #[test]
    fn stolen_time_is_a_share_of_all_time() {
        let stat = |stolen: u64| {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join("proc")).unwrap();
            let text =
                format!("cpu  {} 0 100 {} 5 0 3 {stolen} 0 0\ncpu0 1 2\n", 400, 900 - stolen);
            fs::write(folder.path().join("proc/stat"), text).unwrap();
            ticks(folder.path()).unwrap()
        };
        assert_eq!(stat(40), (1408, 40));
        assert_eq!(share((1000, 10), (2000, 60)), Some(0.05));
        assert_eq!(share((1000, 10), (1000, 10)), None);
        assert!(is_poor(&stolen(Some(0.05))) && !is_poor(&stolen(Some(0.0))));
    }

    #[test]
    fn a_clock_of_a_millisecond_is_coarse() {
        assert!(is_poor(&clock(Duration::from_millis(1))));
        assert!(!is_poor(&clock(Duration::from_nanos(40))));
        assert!(step() > Duration::ZERO);
    }
}
