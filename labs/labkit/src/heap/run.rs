//! One run: measure what was asked for, compare, report, hand over.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use ledger::{CountRow, CountTable, Counts, Ledger, SiteTable};
use libtest_mimic::{Arguments, Conclusion, Trial};

use super::{Case, Measured, grid, panic_message};
use crate::instrument::{Counted, check_control, controls};
use crate::record;
use crate::text_table::text_table;
use crate::watchdog::Watchdog;

/// One run's results, in the order of declaration.
#[derive(Default)]
pub(super) struct Run {
    /// Trial name and outcome of every case; `Ok` for what was not asked for,
    /// which libtest-mimic then filters out itself.
    pub(super) outcomes: Vec<(String, Result<(), String>)>,
    counts: Counts,
    controls: Vec<(String, Counted)>,
    notes: Vec<String>,
}

impl Run {
    pub(super) fn measure(&mut self, cases: Vec<Case<'_>>, args: &Arguments) {
        let watchdog = Watchdog::start();
        // The controls run in every process, whatever the filter is.
        let mut broken = None;
        for (name, counted, expected) in watchdog.watch("controls", controls) {
            let outcome = check_control(counted, expected);
            broken = broken.or_else(|| outcome.clone().err());
            self.controls.push((name.to_owned(), counted));
            self.outcomes.push((format!("controls::{name}"), outcome));
        }
        for mut case in cases {
            let name = case.trial_name();
            let trial = Trial::test(name.clone(), || Ok(()));
            if args.is_filtered_out(&trial) || args.is_ignored(&trial) {
                self.outcomes.push((name, Ok(())));
                continue;
            }
            let measured =
                watchdog.watch(&name, || catch_unwind(AssertUnwindSafe(|| (case.measure)())));
            let outcome = match measured {
                Ok(Ok(measured)) => {
                    let outcome = (case.check)(&measured);
                    self.keep(&case.table, &case.name, measured);
                    outcome
                }
                Ok(Err(message)) => Err(message),
                Err(panic) => Err(format!("panicked: {}", panic_message(&*panic))),
            };
            self.outcomes.push((name, outcome));
        }
        if let Some(message) = broken {
            self.fail_all(&message);
        }
    }

    /// The names alone, in the same order.
    pub(super) fn list(&mut self, cases: &[Case<'_>]) {
        let controls = ["one_block", "no_block"].map(|name| format!("controls::{name}"));
        let names = controls.into_iter().chain(cases.iter().map(Case::trial_name));
        self.outcomes = names.map(|name| (name, Ok(()))).collect();
    }

    fn keep(&mut self, table: &str, name: &str, measured: Measured) {
        match measured {
            Measured::Row(counted) => {
                let row = CountRow {
                    variant: name.to_owned(),
                    calls: 1,
                    blocks: counted.blocks,
                    bytes: counted.bytes,
                    peak: Some(counted.peak),
                    held: Some(counted.held),
                };
                match self.counts.tables.iter_mut().find(|known| known.name == table) {
                    Some(known) => known.rows.push(row),
                    None => self
                        .counts
                        .tables
                        .push(CountTable { name: table.to_owned(), rows: vec![row] }),
                }
            }
            Measured::Fact(fact) => self.counts.facts.push(fact),
            Measured::Grid(grid) => grid::keep(&mut self.counts.grids, grid),
            Measured::Trace(trace) => self.counts.traces.push(trace),
            Measured::Sites(rows) => {
                self.counts.sites.push(SiteTable { name: name.to_owned(), rows })
            }
        }
    }

    /// Holds what was measured against the committed ledger.
    pub(super) fn compare(
        &mut self,
        lab: &str,
        ledger: &Result<Ledger<Counts>, ledger::Error>,
        toolchain: &str,
    ) {
        let ledger = match ledger {
            Ok(ledger) => ledger,
            Err(ledger::Error::Missing { .. }) => {
                self.notes.push(format!(
                    "no ledger yet: `cargo labs measure {lab} --only counts --reference` makes it"
                ));
                return;
            }
            Err(e) => {
                self.fail_all(&e.to_string());
                return;
            }
        };
        let differences = differences(&self.counts, &ledger.body);
        let same_toolchain = ledger.provenance.build.toolchain == toolchain;
        for (name, outcome) in &mut self.outcomes {
            let Some(difference) = differences.get(name) else {
                continue;
            };
            if same_toolchain && outcome.is_ok() {
                *outcome = Err(format!(
                    "{difference}\n the derived value agrees with what was measured, so the committed result is of other code; \
                     an author measures again with `cargo labs measure {lab} --only counts --reference`"
                ));
            } else if !same_toolchain {
                self.notes.push(format!(
                    "{name}: {difference}, measured with {}",
                    ledger.provenance.build.toolchain
                ));
            }
        }
    }

    fn fail_all(&mut self, message: &str) {
        for (_, outcome) in &mut self.outcomes {
            *outcome = Err(message.to_owned());
        }
    }

    /// The table that was measured, for people.
    pub(super) fn report(&self, lab: &str, toolchain: &str) -> String {
        let mut text = String::new();
        let mut rows = Vec::new();
        for (name, counted) in &self.controls {
            rows.push(vec![
                format!("control {name}"),
                counted.blocks.0.to_string(),
                counted.bytes.0.to_string(),
                String::new(),
                String::new(),
            ]);
        }
        for table in &self.counts.tables {
            for row in &table.rows {
                let level = |level: Option<ledger::Level>| {
                    level.map_or(String::new(), |level| ledger::grouped(level.bytes.0))
                };
                rows.push(vec![
                    format!("{} {}", table.name, row.variant),
                    ledger::grouped(row.blocks.0),
                    ledger::grouped(row.bytes.0),
                    level(row.peak),
                    level(row.held),
                ]);
            }
        }
        let _ = writeln!(text, "\n{lab}: one call each, {toolchain}\n");
        text += &text_table(&["", "blocks", "bytes", "peak bytes", "held bytes"], &rows);
        for table in &self.counts.sites {
            let rows: Vec<Vec<String>> = table
                .rows
                .iter()
                .map(|site| {
                    vec![
                        format!("{}:{} {}", site.file, site.line, site.source),
                        ledger::grouped(site.blocks.0),
                        ledger::grouped(site.bytes.0),
                    ]
                })
                .collect();
            let _ = writeln!(text, "\n{}: lines that allocate\n", table.name);
            text += &text_table(&["", "blocks", "bytes"], &rows);
        }
        for counted in &self.counts.grids {
            let (head, rows) = grid::report(counted);
            let _ = writeln!(text, "\n{}: by {}\n", counted.name, counted.by);
            text += &text_table(&head, &rows);
        }
        for note in &self.notes {
            let _ = writeln!(text, "\nnote: {note}");
        }
        text
    }

    pub(super) fn hand_over(
        self,
        path: &PathBuf,
        lab: &str,
        build: ledger::Build,
        conclusion: &Conclusion,
    ) -> Result<(), String> {
        if conclusion.has_failed() {
            return Err("no record is written, since a case failed".into());
        }
        if conclusion.num_filtered_out > 0 {
            return Err("no record is written, since cases were filtered out".into());
        }
        record::write(path, lab, build, self.counts)
    }
}

/// What differs between measured counts and a ledger, by trial name.
fn differences(measured: &Counts, ledger: &Counts) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for table in &measured.tables {
        let known = ledger.tables.iter().find(|known| known.name == table.name);
        for row in &table.rows {
            let name = format!("{}::{}", table.name, row.variant);
            match known
                .and_then(|known| known.rows.iter().find(|known| known.variant == row.variant))
            {
                Some(known) if known == row => {}
                Some(known) => {
                    found.insert(
                        name,
                        format!(
                            "the ledger says {} / {}, this run counted {} / {}",
                            known.blocks, known.bytes, row.blocks, row.bytes
                        ),
                    );
                }
                None => {
                    found.insert(name, "the ledger has no such row".into());
                }
            }
        }
    }
    for fact in &measured.facts {
        let known = ledger.facts.iter().find(|known| known.name == fact.name);
        if known != Some(fact) {
            let known = known.map_or("nothing".to_owned(), |known| format!("{:?}", known.values));
            found.insert(
                format!("facts::{}", fact.name),
                format!("the ledger says {known}, this run measured {:?}", fact.values),
            );
        }
    }
    found.extend(grid::differences(&measured.grids, &ledger.grids));
    for trace in &measured.traces {
        let known = ledger.traces.iter().find(|known| known.name == trace.name);
        if let Some(difference) = super::trace::difference(trace, known) {
            found.insert(format!("traces::{}", trace.name), difference);
        }
    }
    for table in &measured.sites {
        if ledger.sites.iter().find(|known| known.name == table.name) != Some(table) {
            found.insert(format!("sites::{}", table.name), "the ledger has other lines".into());
        }
    }
    found
}
