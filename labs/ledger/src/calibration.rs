//! How often judges of times are right: what `cargo labs calibrate` counts.

use serde::{Deserialize, Serialize};

use crate::read::{Body, Checker};

/// Verdicts on code whose truth is known, counted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// What each verdict rests on, in words: rounds, placements, seconds.
    pub method: Vec<Method>,
    /// Counted verdicts.
    pub tallies: Vec<Tally>,
    /// How far identical copies differ, by function.
    pub copies: Vec<Copies>,
}

/// A judge, and what one of its verdicts costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Method {
    /// Its name, with a version where it is somebody else's.
    pub judge: String,
    /// Its rule, in a few words.
    pub rule: String,
    /// Seconds of measuring that one pair takes; absent where it was not taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// How one judge decided on one kind of pair of one function.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Who decided.
    pub judge: String,
    /// The function that was timed.
    pub function: String,
    /// The truth.
    pub case: Case,
    /// How many pairs, or tables, were judged.
    pub judged: u64,
    /// Of these called faster.
    pub faster: u64,
    /// Of these called slower.
    pub slower: u64,
    /// Of these refused.
    pub refused: u64,
}

/// What is true of the second of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// The very same code.
    Same,
    /// Eight variants that are the very same code; a table with any verdict
    /// among its seven counts once.
    TableOfEight,
    /// The same code at another address.
    Copies,
    /// The same program, measured again.
    Runs,
    /// Two per cent more work.
    Slower2,
    /// Five per cent more work.
    Slower5,
    /// Ten per cent more work.
    Slower10,
    /// A quarter more work.
    Slower25,
    /// Ten per cent more work, in a later run.
    RunsSlower10,
}

impl Case {
    /// Every case, in the order of a page.
    pub const ALL: [Case; 9] = [
        Case::Same,
        Case::TableOfEight,
        Case::Copies,
        Case::Slower2,
        Case::Slower5,
        Case::Slower10,
        Case::Slower25,
        Case::Runs,
        Case::RunsSlower10,
    ];

    /// Whether the second is truly slower, so that *slower* is right.
    pub fn is_slower(self) -> bool {
        !matches!(self, Case::Same | Case::TableOfEight | Case::Copies | Case::Runs)
    }
}

/// How far identical copies of a function differ, by their address and by what
/// was left of the noise: ratios of copies, each the median of a placement's
/// rounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Copies {
    /// The function.
    pub function: String,
    /// How many ratios.
    pub ratios: u64,
    /// A twentieth of the ratios lies below.
    pub low: f64,
    /// A twentieth lies above.
    pub high: f64,
    /// A quarter of the ratios lies below.
    pub half_low: f64,
    /// A quarter lies above.
    pub half_high: f64,
}

impl Body for Calibration {
    fn rows(&self) -> usize {
        self.method.len() + self.tallies.len() + self.copies.len()
    }

    fn check(&self, check: &mut Checker) {
        check.unique("body.method", self.method.iter().map(|method| &method.judge));
        for (i, method) in self.method.iter().enumerate() {
            check.name(format_args!("body.method[{i}].rule"), &method.rule);
            let sensible = method.seconds.is_none_or(|s| s.is_finite() && s >= 0.0);
            check.holds(sensible, format_args!("body.method[{i}].seconds"), "no time is negative");
        }
        for (i, tally) in self.tallies.iter().enumerate() {
            let at = format!("body.tallies[{i}]");
            check.name(format_args!("{at}.function"), &tally.function);
            let known = self.method.iter().any(|method| method.judge == tally.judge);
            check.holds(known, format_args!("{at}.judge"), "its judge is not among the methods");
            let verdicts = [tally.faster, tally.slower, tally.refused];
            let most = verdicts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
            let fits = most.is_some_and(|most| most <= tally.judged) && tally.judged > 0;
            check.holds(fits, &at, "there are more verdicts than pairs, or no pair at all");
            let same = |known: &Tally| {
                (&known.judge, &known.function, known.case)
                    == (&tally.judge, &tally.function, tally.case)
            };
            let twice = self.tallies[..i].iter().any(same);
            check.holds(!twice, &at, "the same judge, function and case stand there twice");
        }
        check.unique("body.copies", self.copies.iter().map(|copies| &copies.function));
        for (i, copies) in self.copies.iter().enumerate() {
            let Copies { low, half_low, half_high, high, .. } = *copies;
            let ordered =
                0.0 < low && low <= half_low && half_low <= half_high && half_high <= high;
            check.holds(
                ordered && high.is_finite(),
                format_args!("body.copies[{i}]"),
                "positive ratios in ascending order are needed",
            );
        }
    }
}
