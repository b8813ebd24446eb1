//! Asking the judge about every pair whose truth is known.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use ledger::judge::{self, Comparison, Refusal, Verdict};
use ledger::{Calibration, Case, Copies, Method, Tally, TimeTable};
use serde::Deserialize;

/// Our judge's name.
const OURS: &str = "this book's judge";

/// What the cases of a run are made of: no variant stands in two pairs of one
/// case, so that the pairs of a case tell independently.
const COPIES: [(&str, &str); 2] = [("copy 1", "copy 0"), ("copy 3", "copy 2")];
const SLOWER: [(Case, &str, &str); 4] = [
    (Case::Slower2, "slower 2", "copy 0"),
    (Case::Slower5, "slower 5", "copy 1"),
    (Case::Slower10, "slower 10", "copy 2"),
    (Case::Slower25, "slower 25", "copy 3"),
];

/// Counts over all runs; a run is its tables. `seconds` is what one pair took.
pub(super) fn judged(runs: &[Vec<TimeTable>], seconds: Option<f64>) -> Result<Calibration> {
    let mut counted = Counted::default();
    let mut spread: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for run in runs {
        for table in run {
            match table.name.strip_suffix(" same") {
                Some(function) => counted.same(function, table)?,
                None => {
                    counted.mixed(table)?;
                    spread.entry(&table.name).or_default().extend(ratios(table)?);
                }
            }
        }
    }
    for pair in runs.windows(2) {
        for (old, new) in pair[0].iter().zip(&pair[1]) {
            if !old.name.ends_with(" same") {
                counted.runs(old, new);
            }
        }
    }
    let copies = spread.into_iter().map(|(function, ratios)| copies(function, ratios)).collect();
    let rule = "twelve placements of six rounds; interval of the median placement beyond 1 %, \
                between two runs beyond 5 %";
    let method = Method { judge: OURS.into(), rule: rule.into(), seconds };
    Ok(Calibration { method: vec![method], tallies: counted.tallies(), copies })
}

/// What a judge said of one pair.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Answer {
    Faster,
    Slower,
    None,
    Refused,
}

impl From<Result<Verdict, Refusal>> for Answer {
    fn from(said: Result<Verdict, Refusal>) -> Answer {
        match said {
            Ok(Verdict::Faster) => Answer::Faster,
            Ok(Verdict::Slower) => Answer::Slower,
            Ok(Verdict::TooClose) => Answer::None,
            Err(_) => Answer::Refused,
        }
    }
}

/// Tallies by judge, case and function.
#[derive(Default)]
pub(super) struct Counted(BTreeMap<(String, Case, String), Tally>);

impl Counted {
    fn same(&mut self, function: &str, table: &TimeTable) -> Result<()> {
        let name = |i: usize| variant(table, &format!("same {i}"));
        for i in [0, 2, 4, 6] {
            let answer = judge::compare(table, name(i + 1)?, name(i)?, 1);
            self.ours(Case::Same, function, answer.map(|c| c.verdict));
        }
        let answers = (1..8)
            .map(|i| Ok(judge::compare(table, name(i)?, name(0)?, 7).map(|c| c.verdict)))
            .collect::<Result<Vec<_>>>()?;
        let answers: Result<Vec<Verdict>, Refusal> = answers.into_iter().collect();
        let any = answers.map(|verdicts| {
            let differs = verdicts.into_iter().find(|verdict| *verdict != Verdict::TooClose);
            differs.unwrap_or(Verdict::TooClose)
        });
        self.ours(Case::TableOfEight, function, any);
        Ok(())
    }

    fn mixed(&mut self, table: &TimeTable) -> Result<()> {
        let cases = COPIES.iter().map(|(a, b)| (Case::Copies, *a, *b)).chain(SLOWER);
        for (case, a, b) in cases {
            let answer = judge::compare(table, variant(table, a)?, variant(table, b)?, 1);
            self.ours(case, &table.name, answer.map(|c| c.verdict));
        }
        Ok(())
    }

    /// The same program in two runs, and a slower one in the later: there the old
    /// table is asked under the slower one's name.
    fn runs(&mut self, old: &TimeTable, new: &TimeTable) {
        let verdict = |answer: Result<Comparison, Refusal>| answer.map(|c| c.verdict);
        let same = judge::compare_runs(old, new, "copy 0", 1);
        self.ours(Case::Runs, &old.name, verdict(same));
        let mut renamed = old.clone();
        for name in &mut renamed.variants {
            match name.as_str() {
                "copy 2" => *name = "slower 10".into(),
                "slower 10" => *name = "not asked".into(),
                _ => {}
            }
        }
        let slower = judge::compare_runs(&renamed, new, "slower 10", 1);
        self.ours(Case::RunsSlower10, &old.name, verdict(slower));
    }

    /// Our own judge's answer.
    fn ours(&mut self, case: Case, function: &str, said: Result<Verdict, Refusal>) {
        self.count(OURS.into(), case, function.into(), said.into());
    }

    pub(super) fn count(&mut self, judge: String, case: Case, function: String, answer: Answer) {
        let key = (judge.clone(), case, function.clone());
        let tally = self.0.entry(key).or_insert(Tally {
            judge,
            function,
            case,
            judged: 0,
            faster: 0,
            slower: 0,
            refused: 0,
        });
        tally.judged += 1;
        match answer {
            Answer::Faster => tally.faster += 1,
            Answer::Slower => tally.slower += 1,
            Answer::Refused => tally.refused += 1,
            Answer::None => {}
        }
    }

    pub(super) fn tallies(self) -> Vec<Tally> {
        self.0.into_values().collect()
    }
}

fn variant<'a>(table: &'a TimeTable, name: &str) -> Result<&'a str> {
    let found = table.variants.iter().find(|known| *known == name);
    found.map(String::as_str).ok_or_else(|| anyhow!("table {} has no variant {name:?}", table.name))
}

/// Copies against each other, placement by placement.
fn ratios(table: &TimeTable) -> Result<Vec<f64>> {
    let mut ratios = Vec::new();
    for (a, b) in COPIES {
        let medians = judge::placements(table, variant(table, a)?, variant(table, b)?);
        ratios.extend(medians.map_err(|refusal| anyhow!("{}: {refusal}", table.name))?);
    }
    Ok(ratios)
}

fn copies(function: &str, mut ratios: Vec<f64>) -> Copies {
    ratios.sort_by(f64::total_cmp);
    let last = ratios.len() - 1;
    // The nearest of the sorted ratios.
    let at = |share: f64| ratios[(share * last as f64).round() as usize];
    Copies {
        function: function.to_owned(),
        ratios: ratios.len() as u64,
        low: at(0.05),
        high: at(0.95),
        half_low: at(0.25),
        half_high: at(0.75),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Nanos, Round};

    /// A run of one function: what each variant takes in every placement.
    fn run(time: impl Fn(&str, u32) -> f64) -> Vec<TimeTable> {
        let same = (0..8).map(|i| format!("same {i}")).collect();
        let copies = (0..4).map(|i| format!("copy {i}"));
        let slower = ["slower 2", "slower 5", "slower 10", "slower 25"].map(str::to_owned);
        let table = |name: &str, variants: Vec<String>| {
            let nanos = |time| Nanos::new(time).unwrap();
            let round = |i: u32| Round {
                process: i / 6,
                placement: i / 6,
                round: i % 6,
                control: Some(nanos(50.0)),
                times: variants.iter().map(|variant| nanos(time(variant, i / 6))).collect(),
            };
            let rounds = (0..72).map(round).collect();
            TimeTable { name: name.to_owned(), variants, rounds, ..TimeTable::default() }
        };
        vec![table("sum same", same), table("sum", copies.chain(slower).collect())]
    }

    fn tally(calibration: &Calibration, case: Case) -> (u64, u64, u64) {
        let tally = calibration.tallies.iter().find(|tally| tally.case == case).unwrap();
        (tally.judged, tally.faster, tally.slower)
    }

    #[test]
    fn a_perfect_machine_has_a_perfect_judge() {
        let truth = |variant: &str, _| match variant.strip_prefix("slower ") {
            Some(per_cent) => 100.0 + per_cent.parse::<f64>().unwrap(),
            None => 100.0,
        };
        let counted = judged(&[run(truth), run(truth)], Some(2.0)).unwrap();
        assert_eq!(tally(&counted, Case::Same), (8, 0, 0));
        assert_eq!(tally(&counted, Case::TableOfEight), (2, 0, 0));
        assert_eq!(tally(&counted, Case::Copies), (4, 0, 0));
        for case in [Case::Slower2, Case::Slower5, Case::Slower10, Case::Slower25] {
            assert_eq!(tally(&counted, case), (2, 0, 2), "{case:?}");
        }
        assert_eq!(tally(&counted, Case::Runs), (1, 0, 0));
        assert_eq!(tally(&counted, Case::RunsSlower10), (1, 0, 1));
        let copies = &counted.copies[0];
        assert_eq!((copies.ratios, copies.low, copies.high), (48, 1.0, 1.0));
    }

    #[test]
    fn what_a_bad_machine_does_is_counted() {
        // One of eight is always ahead, one copy always behind, and what should be
        // slower is faster; the second run is slow where the control is not.
        let bad = |slow: f64| {
            move |variant: &str, placement| match variant {
                "same 7" => 90.0 * slow,
                "copy 1" => 100.0 * slow * (1.1 + 0.01 * f64::from(placement)),
                "slower 25" => 50.0 * slow,
                _ => 100.0 * slow,
            }
        };
        let counted = judged(&[run(bad(1.0)), run(bad(1.2))], None).unwrap();
        assert_eq!(tally(&counted, Case::Same), (8, 2, 0));
        assert_eq!(tally(&counted, Case::TableOfEight), (2, 2, 0));
        assert_eq!(tally(&counted, Case::Copies), (4, 0, 2));
        assert_eq!(tally(&counted, Case::Slower25), (2, 2, 0));
        assert_eq!(tally(&counted, Case::Slower10), (2, 0, 0));
        assert_eq!(tally(&counted, Case::Runs), (1, 0, 1));
        let copies = &counted.copies[0];
        // One pair of copies of two is ten to twenty-one per cent apart.
        assert_eq!((copies.low, copies.half_low), (1.0, 1.0));
        assert!((copies.high - 1.20).abs() < 1e-9, "{copies:?}");
    }
}
