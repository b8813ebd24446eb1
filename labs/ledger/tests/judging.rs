//! The judge on made-up machines: how often it is wrong where there is nothing
//! to find, and what it finds. Seeds are fixed, so a run repeats; rates are held
//! against the bars that the method chapter states.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use ledger::judge::{Comparison, Refusal, Verdict, comparable, compare, compare_runs};
use ledger::{Nanos, Round, TimeTable};

/// SplitMix64: small, and the same everywhere.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Roughly normal with this deviation; now and then far out, as a shared
    /// machine is.
    fn noise(&mut self, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.next()).sum::<f64>() - 6.0;
        let spike = if self.next() < 0.03 { self.next() * 0.5 } else { 0.0 };
        sum * deviation + spike
    }
}

/// A machine on which every variant truly takes `times`, placement moves each by
/// up to `placement`, and whole processes drift by up to a fifth.
fn measured(seed: u64, times: &[f64], placement: f64, rounds: u32) -> TimeTable {
    let mut chance = Chance(seed);
    let mut kept = Vec::new();
    for process in 0..12 {
        let drift = 1.0 + 0.2 * chance.next();
        let moved: Vec<f64> =
            times.iter().map(|_| (chance.next() * 2.0 - 1.0) * placement).collect();
        for round in 0..rounds {
            let moment = chance.noise(0.03);
            let time = |(time, moved): (&f64, &f64)| {
                Nanos::new(time * drift * (moved + moment + chance.noise(0.01)).exp()).unwrap()
            };
            let mut time = time;
            let times = times.iter().zip(&moved).map(&mut time).collect();
            let control = Some(time((&50.0, &0.0)));
            kept.push(Round { process, placement: process, round, control, times });
        }
    }
    let variants = (0..times.len()).map(|i| i.to_string()).collect();
    TimeTable { name: "t".into(), variants, rounds: kept, ..TimeTable::default() }
}

fn judged(seed: u64, slowdown: f64, placement: f64) -> Comparison {
    compare(&measured(seed, &[100.0 * slowdown, 100.0], placement, 6), "0", "1", 1).unwrap()
}

/// Share of 400 machines on which this verdict falls.
fn rate(slowdown: f64, placement: f64, verdict: Verdict) -> f64 {
    let falls =
        (0..400).filter(|&seed| judged(seed, slowdown, placement).verdict == verdict).count();
    falls as f64 / 400.0
}

#[test]
fn identical_code_at_the_same_address_is_hardly_ever_called_different() {
    let wrong = rate(1.0, 0.0, Verdict::Faster) + rate(1.0, 0.0, Verdict::Slower);
    assert!(wrong <= 0.02, "{wrong}");
}

#[test]
fn identical_copies_that_placement_moves_are_rarely_called_different() {
    let (faster, slower) = (rate(1.0, 0.12, Verdict::Faster), rate(1.0, 0.12, Verdict::Slower));
    assert!(faster + slower <= 0.05, "{faster} {slower}");
    // One-sided errors would be the mark of a broken rule.
    assert!(
        faster > 0.0 && slower > 0.0,
        "the machine is too tame to say anything: {faster} {slower}"
    );
}

#[test]
fn true_slowdowns_are_found_and_never_on_the_wrong_side() {
    for (slowdown, placement, bar) in [(1.05, 0.01, 0.85), (1.10, 0.01, 0.95), (1.25, 0.07, 0.95)] {
        let found = rate(slowdown, placement, Verdict::Slower);
        assert!(found >= bar, "{slowdown} with placement {placement}: {found}");
        assert_eq!(rate(slowdown, placement, Verdict::Faster), 0.0);
    }
}

#[test]
fn a_table_of_eight_is_rarely_wrong_anywhere() {
    let wrong = (0..200).filter(|&seed| {
        let table = measured(seed, &[100.0; 8], 0.12, 6);
        let verdict = |i: usize| compare(&table, &i.to_string(), "0", 7).unwrap().verdict;
        (1..8).any(|i| verdict(i) != Verdict::TooClose)
    });
    let wrong = wrong.count() as f64 / 200.0;
    assert!(wrong <= 0.05, "{wrong}");
}

#[test]
fn the_interval_holds_the_truth_about_as_often_as_it_says() {
    let held = (0..400).filter(|&seed| {
        let c = judged(seed, 1.07, 0.05);
        c.low <= 1.07 && 1.07 <= c.high
    });
    let held = held.count() as f64 / 400.0;
    assert!(held >= 0.93, "{held}");
}

#[test]
fn swapping_the_sides_swaps_the_verdict() {
    let table = measured(7, &[130.0, 100.0], 0.02, 6);
    let (ab, ba) = (compare(&table, "0", "1", 1).unwrap(), compare(&table, "1", "0", 1).unwrap());
    assert_eq!((ab.verdict, ba.verdict), (Verdict::Slower, Verdict::Faster));
    assert!((ab.ratio * ba.ratio - 1.0).abs() < 1e-12 && (ab.low * ba.high - 1.0).abs() < 1e-12);
}

#[test]
fn too_little_is_refused_with_what_is_needed() {
    let few = measured(1, &[100.0, 140.0], 0.0, 4);
    assert_eq!(compare(&few, "0", "1", 1), Err(Refusal::TooFewRounds { found: 48 }));
    let table = measured(1, &[100.0, 140.0], 0.0, 6);
    let refusal = compare(&table, "0", "1", 120).unwrap_err();
    assert_eq!(refusal, Refusal::TooFewPlacements { found: 12, needed: 13, comparisons: 120 });
    assert_eq!(compare(&table, "0", "9", 1), Err(Refusal::Unknown("9".into())));
    let mut one = table;
    one.rounds.iter_mut().for_each(|round| round.placement = 0);
    let refusal = compare(&one, "0", "1", 1).unwrap_err();
    assert_eq!(refusal.to_string(), "1 placements are too few for a verdict among 1; 6 are needed");
}

/// Two runs of one variant, the later on a machine that `drift` slows down.
fn two_runs(seed: u64, slowdown: f64, drift: f64) -> (TimeTable, TimeTable) {
    let old = measured(2 * seed, &[100.0], 0.03, 6);
    let mut new = measured(2 * seed + 1, &[100.0 * slowdown], 0.03, 6);
    let slowed = |time: &mut Nanos| *time = Nanos::new(time.get() * drift).unwrap();
    for round in &mut new.rounds {
        round.times.iter_mut().chain(&mut round.control).for_each(slowed);
    }
    (old, new)
}

#[test]
fn a_slower_hour_is_no_slower_code() {
    let verdicts = |slowdown: f64, drift: f64| {
        (0..200).map(move |seed| {
            let (old, new) = two_runs(seed, slowdown, drift);
            compare_runs(&old, &new, "0", 1).unwrap().verdict
        })
    };
    let differs = |verdict: &Verdict| *verdict != Verdict::TooClose;
    assert_eq!(verdicts(1.0, 1.4).filter(differs).count(), 0);
    let found = verdicts(1.15, 0.7).filter(|verdict| *verdict == Verdict::Slower).count();
    assert!(found >= 190, "{found} of 200");
    assert_eq!(verdicts(1.15, 0.7).filter(|verdict| *verdict == Verdict::Faster).count(), 0);
}

#[test]
fn two_runs_need_a_control_and_as_much_as_one() {
    let (old, mut new) = two_runs(1, 1.0, 1.0);
    assert_eq!(compare_runs(&old, &new, "7", 1), Err(Refusal::Unknown("7".into())));
    let few = TimeTable { rounds: old.rounds[..48].to_vec(), ..old.clone() };
    assert_eq!(compare_runs(&few, &new, "0", 1), Err(Refusal::TooFewRounds { found: 48 }));
    new.rounds[3].control = None;
    assert_eq!(compare_runs(&old, &new, "0", 1), Err(Refusal::NoControl { which: "new" }));
    assert_eq!(compare_runs(&new, &old, "0", 1), Err(Refusal::NoControl { which: "old" }));
}

#[test]
fn results_of_different_origin_are_not_compared() {
    let text = include_str!("provenance.json");
    let a: ledger::Provenance = serde_json::from_str(text).unwrap();
    assert_eq!(comparable(&a, &a), Ok(()));
    for (from, to, what) in [
        ("Xeon", "EPYC", "machine"),
        ("glibc", "jemalloc", "allocator"),
        ("1.95.0", "1.96.0", "toolchain"),
        ("\"bench\"", "\"dev\"", "profile"),
    ] {
        let b: ledger::Provenance = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
        assert!(
            matches!(comparable(&a, &b), Err(Refusal::Differs { what: w, .. }) if w == what),
            "{what}"
        );
    }
    // A reboot is no other machine.
    let later: ledger::Provenance = serde_json::from_str(&text.replacen("T12", "T13", 1)).unwrap();
    assert_eq!(comparable(&a, &later), Ok(()));
}
