//! The judge of times: is one variant faster than another?
//!
//! A verdict is about *code*, so it must survive what changes no code. Two such
//! things move a time: the machine from one moment to the next, and the place
//! where the linker happened to put a function. So a table is timed in several
//! *placements*, programs linked in different orders, and in each of them in
//! several *rounds*, in which all variants run in turn:
//!
//! ```text
//!  placement 0   round 0: ln(a/b)   round 1: ln(a/b)   …   -> median  m0
//!  placement 1   round 0: ln(a/b)   round 1: ln(a/b)   …   -> median  m1
//!      …                                                       …
//!  placement 11                                            -> median  m11
//!
//!  estimate: the median of m0 … m11     interval: from the k-th smallest of them
//!                                      to the k-th largest
//! ```
//!
//! Within a round the machine's moment hits both alike, and the ratio stays. A
//! placement counts *once*, however many rounds it has: no number of rounds
//! says anything about the next placement. If half of all placements favour
//! the one and half the other, then each `m` falls above or below as a coin
//! does, and `k` follows exactly from the binomial distribution (the sign test;
//! no bell curve is assumed). With several comparisons in a table the level is
//! raised for each, so that the whole table is wrong in no more than one of
//! twenty (Bonferroni).
//!
//! A verdict needs the whole interval beyond [`MARGIN`]: a difference that
//! small would be no reason to change code, even where it is there.
//!
//! The limits: placements of one machine say nothing about another machine,
//! and what differs between *builds* beyond their order (another compiler,
//! other flags) is not in the interval.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Provenance, Round, TimeTable};

mod median;
mod runs;

pub(crate) use median::{median, middle, order};
pub use runs::{RUNS_MARGIN, compare_runs};

/// Differences below one per cent are never a verdict.
pub const MARGIN: f64 = 0.01;

/// How often a whole table may be wrong.
pub const ERROR: f64 = 0.05;

/// The fewest rounds, over all placements.
pub const MIN_ROUNDS: usize = 50;

/// What the judge says of `a` against `b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// Time of `a` over time of `b`: the median over placements.
    pub ratio: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Smallest and largest ratio of any placement: how far the linker alone
    /// moves it.
    pub placements: (f64, f64),
    /// How many rounds it rests on.
    pub rounds: usize,
    /// The verdict.
    pub verdict: Verdict,
}

/// One of three answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// `a` takes less time, beyond doubt and margin.
    Faster,
    /// `a` takes more time, beyond doubt and margin.
    Slower,
    /// Neither can be said.
    TooClose,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::TooClose => "too close to call",
        })
    }
}

/// Why there is no verdict at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The table has no such variant.
    #[error("the table has timed no variant {0:?}")]
    Unknown(String),
    /// Not enough rounds.
    #[error("{found} rounds are too few for a verdict; {MIN_ROUNDS} are needed")]
    TooFewRounds {
        /// How many there are.
        found: usize,
    },
    /// Not enough placements for so many comparisons.
    #[error(
        "{found} placements are too few for a verdict among {comparisons}; {needed} are needed"
    )]
    TooFewPlacements {
        /// How many there are.
        found: usize,
        /// How many it takes.
        needed: usize,
        /// How many comparisons the table makes.
        comparisons: usize,
    },
    /// Two runs have nothing in common to hold them against.
    #[error(
        "the {which} result has rounds without a control; `cargo labs measure --only times` makes new ones"
    )]
    NoControl {
        /// `old` or `new`.
        which: &'static str,
    },
    /// Results that must not be compared.
    #[error("measured with another {what}: {a} and {b}")]
    Differs {
        /// `machine`, `allocator`, `toolchain`, `profile`.
        what: &'static str,
        /// The one.
        a: String,
        /// The other.
        b: String,
    },
}

/// Judges variant `a` against `b`, as one of `comparisons` in the same table.
///
/// # Errors
///
/// A variant that is not there, too few rounds or placements.
pub fn compare(
    table: &TimeTable,
    a: &str,
    b: &str,
    comparisons: usize,
) -> Result<Comparison, Refusal> {
    let medians = logarithms(table, a, b)?;
    let rounds = table.rounds.len();
    if rounds < MIN_ROUNDS {
        return Err(Refusal::TooFewRounds { found: rounds });
    }
    let error = ERROR / comparisons.max(1) as f64;
    let found = medians.len();
    let Some(k) = order(found, error) else {
        let needed = (found..).find(|&n| order(n, error).is_some()).unwrap_or(usize::MAX);
        return Err(Refusal::TooFewPlacements { found, needed, comparisons });
    };
    let ratio = middle(&medians).exp();
    let (low, high) = (medians[k - 1].exp(), medians[found - k].exp());
    let placements = (medians[0].exp(), medians[found - 1].exp());
    Ok(Comparison { ratio, low, high, placements, rounds, verdict: beyond(low, high, MARGIN) })
}

/// Time of `a` over time of `b`: the median of each placement's rounds, in
/// ascending order.
///
/// # Errors
///
/// [`Refusal::Unknown`].
pub fn placements(table: &TimeTable, a: &str, b: &str) -> Result<Vec<f64>, Refusal> {
    Ok(logarithms(table, a, b)?.into_iter().map(f64::exp).collect())
}

fn logarithms(table: &TimeTable, a: &str, b: &str) -> Result<Vec<f64>, Refusal> {
    let index = |name: &str| table.variants.iter().position(|variant| variant == name);
    let a = index(a).ok_or_else(|| Refusal::Unknown(a.to_owned()))?;
    let b = index(b).ok_or_else(|| Refusal::Unknown(b.to_owned()))?;
    Ok(medians(table, |round| (round.times[a].get() / round.times[b].get()).ln()))
}

/// The verdict of an interval.
fn beyond(low: f64, high: f64, margin: f64) -> Verdict {
    if high < 1.0 - margin {
        Verdict::Faster
    } else if low > 1.0 + margin {
        Verdict::Slower
    } else {
        Verdict::TooClose
    }
}

/// `value` of every round, and of these the median per placement, sorted.
fn medians(table: &TimeTable, value: impl Fn(&Round) -> f64) -> Vec<f64> {
    let mut by_placement: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for round in &table.rounds {
        by_placement.entry(round.placement).or_default().push(value(round));
    }
    let mut medians: Vec<f64> = by_placement.values_mut().map(|values| median(values)).collect();
    medians.sort_by(f64::total_cmp);
    medians
}

/// Whether two results may be compared at all.
///
/// # Errors
///
/// [`Refusal::Differs`] with what differs.
pub fn comparable(a: &Provenance, b: &Provenance) -> Result<(), Refusal> {
    let (machine_a, machine_b) = (a.machine.slug(), b.machine.slug());
    for (what, a, b) in [
        ("machine", &machine_a, &machine_b),
        ("allocator", &a.allocator, &b.allocator),
        ("toolchain", &a.build.toolchain, &b.build.toolchain),
        ("profile", &a.build.profile, &b.build.profile),
    ] {
        if a != b {
            return Err(Refusal::Differs { what, a: a.clone(), b: b.clone() });
        }
    }
    Ok(())
}
