//! Exact counts: blocks and bytes.

use serde::{Deserialize, Serialize};

use crate::read::{Body, Checker};
use crate::{Blocks, Bytes, CountGrid, Trace};

/// What one lab counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Variants side by side.
    pub tables: Vec<CountTable>,
    /// Allocations by source line, from a heap profile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<SiteTable>,
    /// Single exact values that a chapter's text needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// Exact values by rows and columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grids: Vec<CountGrid>,
    /// Recorded runs, step by step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<Trace>,
}

/// Variants of one piece of work, in the order in which the page shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountTable {
    /// Unique among the lab's tables and site tables.
    pub name: String,
    /// One row a variant.
    pub rows: Vec<CountRow>,
}

/// What a number of calls of one variant allocated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountRow {
    /// The variant: its function's name.
    pub variant: String,
    /// How many calls `blocks` and `bytes` are the sum of. One in Rust, where
    /// every call counts alike; more where single calls differ (Go's tiny
    /// allocator) and only the mean is a fact.
    pub calls: u64,
    /// Blocks allocated, reallocations included.
    pub blocks: Blocks,
    /// Bytes requested, the full new size for each reallocation.
    pub bytes: Bytes,
    /// The highest level while it ran, when bytes were at their maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak: Option<Level>,
    /// What the result still held when the call returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Level>,
}

/// Live blocks and bytes at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Live blocks.
    pub blocks: Blocks,
    /// Live bytes.
    pub bytes: Bytes,
}

/// Allocation sites of one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteTable {
    /// Unique among the lab's tables and site tables.
    pub name: String,
    /// One row a source line, by file and line.
    pub rows: Vec<Site>,
}

/// A source line that allocates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// The function, without its path: `encode_fresh`.
    pub function: String,
    /// Path below the lab's folder, with `/`.
    pub file: String,
    /// Line, from one.
    pub line: u32,
    /// The line itself, trimmed.
    pub source: String,
    /// Blocks allocated there.
    pub blocks: Blocks,
    /// Bytes requested there.
    pub bytes: Bytes,
}

/// A value, or a short list of them, that is exact but no row: the length of a
/// text, the steps of a growth chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Unique among the lab's facts.
    pub name: String,
    /// Unit of every value.
    pub unit: Unit,
    /// At least one.
    pub values: Vec<u64>,
    /// What to divide each value by: calls it is the sum of.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub calls: u64,
}

fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_one(calls: &u64) -> bool {
    *calls == 1
}

/// Unit of a [`Fact`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Blocks.
    Blocks,
    /// Bytes.
    Bytes,
    /// Plain number: records, steps.
    Count,
}

impl Body for Counts {
    fn rows(&self) -> usize {
        self.tables.iter().map(|table| table.rows.len()).sum::<usize>()
            + self.sites.iter().map(|table| table.rows.len()).sum::<usize>()
            + self.facts.iter().map(|fact| fact.values.len()).sum::<usize>()
            + self.grids.iter().map(|grid| grid.rows.len() * grid.columns.len()).sum::<usize>()
            + self.traces.iter().map(Trace::rows).sum::<usize>()
    }

    fn check(&self, check: &mut Checker) {
        let names = self.tables.iter().map(|t| &t.name);
        let names = names.chain(self.sites.iter().map(|t| &t.name));
        check.unique("body.tables", names.chain(self.grids.iter().map(|grid| &grid.name)));
        for (t, table) in self.tables.iter().enumerate() {
            let at = format!("body.tables[{t}].rows");
            check.unique(&at, table.rows.iter().map(|row| &row.variant));
            for (r, row) in table.rows.iter().enumerate() {
                let at = format!("{at}[{r}]");
                check.holds(
                    row.calls > 0,
                    format_args!("{at}.calls"),
                    "a row needs at least one call",
                );
                let levels = row.peak.iter().chain(&row.held);
                let values = levels.flat_map(|level| [level.blocks.0, level.bytes.0]);
                check.countable(at, values.chain([row.calls, row.blocks.0, row.bytes.0]));
            }
        }
        for (t, table) in self.sites.iter().enumerate() {
            for (r, site) in table.rows.iter().enumerate() {
                for (field, text) in
                    [("function", &site.function), ("file", &site.file), ("source", &site.source)]
                {
                    check.name(format_args!("body.sites[{t}].rows[{r}].{field}"), text);
                }
            }
            let at = format!("body.sites[{t}].rows");
            check.countable(&at, table.rows.iter().map(|site| site.blocks.0));
            check.countable(&at, table.rows.iter().map(|site| site.bytes.0));
        }
        check.unique("body.facts", self.facts.iter().map(|fact| &fact.name));
        for (f, fact) in self.facts.iter().enumerate() {
            let at = format!("body.facts[{f}]");
            check.holds(!fact.values.is_empty() && fact.calls > 0, &at, "a fact needs a value");
            check.countable(&at, fact.values.iter().copied());
        }
        for (g, grid) in self.grids.iter().enumerate() {
            grid.check(check, &format!("body.grids[{g}]"));
        }
        check.unique("body.traces", self.traces.iter().map(|trace| &trace.name));
        for (t, trace) in self.traces.iter().enumerate() {
            trace.check(check, &format!("body.traces[{t}]"));
        }
    }
}
