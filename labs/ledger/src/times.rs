//! Times: observations of one machine.

use serde::{Deserialize, Serialize};

use crate::read::{Body, Checker};
use crate::{Nanos, ObservedGrid};

/// What one machine observed of one lab.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// One per table of the lab that is timed.
    pub tables: Vec<TimeTable>,
    /// What counted instructions, as `callgrind of valgrind-3.19.0`; absent where
    /// nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// Times, or bytes of memory, by rows and columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grids: Vec<ObservedGrid>,
}

/// Times of the variants of one table, from two instruments: criterion for
/// the absolute time, interleaved rounds for every comparison.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeTable {
    /// The table's name, as in [`Counts`](crate::Counts).
    pub name: String,
    /// Variants in order; a round's times stand in this order.
    pub variants: Vec<String>,
    /// criterion's estimates; one per variant, or none where it did not run.
    pub estimates: Vec<Estimate>,
    /// The rounds, raw: a judge needs them paired.
    pub rounds: Vec<Round>,
    /// Instructions of one call; one per variant, or none where nothing counted
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<Instructions>,
}

/// Instructions of one call of a variant: exact for this program and this
/// machine's libraries, and no time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructions {
    /// The variant.
    pub variant: String,
    /// How many, on average over some calls.
    pub per_call: u64,
}

/// criterion's typical time of one variant: the slope of its regression where
/// it has one, else the mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The variant.
    pub variant: String,
    /// Time per call.
    pub time: Nanos,
    /// Lower bound of the interval.
    pub low: Nanos,
    /// Upper bound of the interval.
    pub high: Nanos,
    /// The interval's confidence level, between 0 and 1.
    pub confidence: f64,
    /// How many samples it rests on.
    pub samples: u64,
}

/// One round: every variant in turn, several times over, in one process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Which process, from zero.
    pub process: u32,
    /// In which order the program was linked; programs of one placement have
    /// their functions at the same addresses. See [`judge`](crate::judge).
    pub placement: u32,
    /// Which round of that process, from zero.
    pub round: u32,
    /// Time per call of the control, the same work in every lab and version: what
    /// two runs have in common. Absent in results that are older than it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Nanos>,
    /// Time per call, in the order of [`TimeTable::variants`].
    pub times: Vec<Nanos>,
}

impl Body for Times {
    fn rows(&self) -> usize {
        self.tables
            .iter()
            .map(|table| {
                let estimates = table.estimates.len() + table.instructions.len();
                estimates + table.rounds.len() * table.variants.len().max(1)
            })
            .sum::<usize>()
            + self.grids.iter().map(ObservedGrid::values).sum::<usize>()
    }

    fn check(&self, check: &mut Checker) {
        let names = self.tables.iter().map(|table| &table.name);
        check.unique("body.tables", names.chain(self.grids.iter().map(|grid| &grid.name)));
        for (g, grid) in self.grids.iter().enumerate() {
            grid.check(check, &format!("body.grids[{g}]"));
        }
        for (t, table) in self.tables.iter().enumerate() {
            check.unique(format_args!("body.tables[{t}].variants"), table.variants.iter());
            for (e, estimate) in table.estimates.iter().enumerate() {
                let at = format!("body.tables[{t}].estimates[{e}]");
                check.holds(
                    table.variants.contains(&estimate.variant),
                    &at,
                    "its variant is not among the table's variants",
                );
                check.holds(
                    estimate.low <= estimate.time && estimate.time <= estimate.high,
                    &at,
                    "the interval does not hold the estimate",
                );
                check.holds(
                    estimate.confidence > 0.0 && estimate.confidence < 1.0,
                    &at,
                    "the confidence level must lie between 0 and 1",
                );
            }
            check.unique(
                format_args!("body.tables[{t}].estimates"),
                table.estimates.iter().map(|estimate| &estimate.variant),
            );
            let at = format!("body.tables[{t}].instructions");
            for (i, counted) in table.instructions.iter().enumerate() {
                check.holds(
                    table.variants.contains(&counted.variant),
                    format_args!("{at}[{i}]"),
                    "its variant is not among the table's variants",
                );
            }
            check.unique(&at, table.instructions.iter().map(|counted| &counted.variant));
            check.countable(&at, table.instructions.iter().map(|counted| counted.per_call));
            for (r, round) in table.rounds.iter().enumerate() {
                check.holds(
                    round.times.len() == table.variants.len(),
                    format_args!("body.tables[{t}].rounds[{r}].times"),
                    "a round needs one time per variant",
                );
            }
        }
    }
}
