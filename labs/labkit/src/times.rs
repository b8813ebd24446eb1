//! The runner behind a lab's `benches/time.rs`: two instruments over one
//! declaration of the variants.
//!
//! - `cargo bench -p labN` shows criterion as people know it; its estimate
//!   with its interval is a table's time column.
//! - Comparisons never come from criterion's separate runs, which call
//!   identical code different in two of three cases on a shared machine. For
//!   them the variants run *interleaved* in one process, and every round's time
//!   is kept; see `times/rounds.rs`.
//!
//! Both instruments time the same loop: a call, and the drop of its result.
//! Freeing is half of what a block costs, so it is inside.
//!
//! `cargo labs measure` chooses the instrument through the environment:
//! `LABKIT_CALLS` asks for so many calls of the variant that `LABKIT_VARIANT`
//! names, as `table/variant`, and nothing else, for a program that counts
//! instructions. `LABKIT_RECORD` names the file to write, `LABKIT_ROUNDS` asks for so many
//! rounds instead of criterion, `LABKIT_PROCESS` and `LABKIT_PLACEMENT` number
//! the process and how its program was linked, and `LABKIT_QUICK` shortens
//! criterion. `LABKIT_GRIDS` asks for so many rounds of the grids and of nothing
//! else, see `times/grid.rs`; without a record to write it asks how many cells
//! there are.

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use criterion::Criterion;
use ledger::{TimeTable, Times};

use crate::{criterion_files, record, this_build};

mod grid;
mod rounds;

pub use grid::Grid;
use rounds::interleaved;

/// A lab's times: declare tables as in `tests/heap.rs`, then
/// [`run`](TimeLab::run).
#[derive(Debug)]
pub struct TimeLab<'a> {
    name: String,
    tables: Vec<Table<'a>>,
    grids: Vec<Grid<'a>>,
}

/// Declares the variants of one table; from [`TimeLab::table`].
pub struct Table<'a> {
    name: String,
    variants: Vec<(String, Loop<'a>)>,
}

/// Runs a variant so many times and says how long that took.
type Loop<'a> = Box<dyn FnMut(u64) -> Duration + 'a>;

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let variants: Vec<&String> = self.variants.iter().map(|(name, _)| name).collect();
        f.debug_struct("Table").field("name", &self.name).field("variants", &variants).finish()
    }
}

impl<'a> Table<'a> {
    /// One variant, under the name of its function. `f` is one call; the drop
    /// of its result is timed with it.
    pub fn variant<R>(&mut self, name: &str, f: impl FnMut() -> R + 'a) -> &mut Self {
        self.timed(name, calls_of(f))
    }

    /// A variant with a loop of its own, so that what it sets up stays outside:
    /// it makes so many calls and says how long they took.
    pub fn timed(&mut self, name: &str, timed: impl FnMut(u64) -> Duration + 'a) -> &mut Self {
        self.variants.push((name.to_owned(), Box::new(timed)));
        self
    }
}

/// The loop around a call, and around the drop of its result.
fn calls_of<'a, R>(mut f: impl FnMut() -> R + 'a) -> impl FnMut(u64) -> Duration + 'a {
    move |calls| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(f());
        }
        start.elapsed()
    }
}

impl<'a> TimeLab<'a> {
    /// The lab `name`: `env!("CARGO_PKG_NAME")`.
    pub fn new(name: &str) -> TimeLab<'a> {
        TimeLab { name: name.to_owned(), tables: Vec::new(), grids: Vec::new() }
    }

    /// Begins a grid: a time for each of some rows (one for each `by`) and
    /// columns. Names of one word, so that a chapter can ask for
    /// `grid/row.column`; rows whose names are numbers make a line in a chart.
    pub fn grid(&mut self, name: &str, by: &str) -> &mut Grid<'a> {
        self.grids.push(Grid::new(name, by));
        self.grids.last_mut().expect("one was pushed")
    }

    /// Begins a table of variants.
    pub fn table(&mut self, name: &str) -> &mut Table<'a> {
        self.tables.push(Table { name: name.to_owned(), variants: Vec::new() });
        self.tables.last_mut().expect("one was pushed")
    }

    /// Times with the instrument that was asked for. The whole `main` of a
    /// `benches/time.rs`.
    pub fn run(mut self) -> ExitCode {
        if let Some(calls) = number("LABKIT_CALLS") {
            return self.call(&std::env::var("LABKIT_VARIANT").unwrap_or_default(), calls);
        }
        let outcome = match (record::wanted(), number("LABKIT_GRIDS"), number("LABKIT_ROUNDS")) {
            (None, Some(_), _) => {
                println!("{}", self.grids.iter().map(Grid::len).sum::<usize>());
                Ok(())
            }
            (None, None, _) => {
                let grids = std::mem::take(&mut self.grids);
                self.criterion(Criterion::default().configure_from_args());
                look_at(grids)
            }
            (Some(path), Some(rounds), _) => self.record_grids(&path, rounds),
            (Some(path), None, Some(rounds)) => self.interleave(&path, rounds),
            (Some(path), None, None) => self.record_criterion(&path),
        };
        match outcome {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("{message}");
                ExitCode::from(2)
            }
        }
    }

    /// So many calls of one variant, and nothing else.
    fn call(&mut self, wanted: &str, calls: u32) -> ExitCode {
        for table in &mut self.tables {
            for (name, timed) in &mut table.variants {
                if wanted == format!("{}/{name}", table.name) {
                    timed(u64::from(calls));
                    return ExitCode::SUCCESS;
                }
            }
        }
        eprintln!("LABKIT_VARIANT: there is no variant {wanted:?}; table/variant is needed");
        ExitCode::from(2)
    }

    fn criterion(mut self, mut criterion: Criterion) {
        for table in &mut self.tables {
            let mut group = criterion.benchmark_group(&table.name);
            for (name, timed) in &mut table.variants {
                group.bench_function(name.as_str(), |b| b.iter_custom(&mut *timed));
            }
            group.finish();
        }
        criterion.final_summary();
    }

    /// criterion into a folder of its own beside the record, so that nothing
    /// of an earlier run is read.
    fn record_criterion(self, path: &Path) -> Result<(), String> {
        let output = path.with_extension("criterion");
        if output.exists() {
            std::fs::remove_dir_all(&output).map_err(|e| format!("{}: {e}", output.display()))?;
        }
        let mut criterion =
            Criterion::default().output_directory(&output).warm_up_time(Duration::from_secs(1));
        if std::env::var_os("LABKIT_QUICK").is_some() {
            criterion = criterion
                .warm_up_time(Duration::from_millis(200))
                .measurement_time(Duration::from_secs(1));
        }
        let names: Vec<(String, Vec<String>)> = self.names();
        let lab = self.name.clone();
        self.criterion(criterion);
        let mut tables = Vec::new();
        for (table, variants) in names {
            let estimates = variants
                .iter()
                .map(|variant| criterion_files::estimate(&output, &table, variant))
                .collect::<Result<_, _>>()?;
            tables.push(TimeTable {
                name: table,
                variants,
                estimates,
                rounds: Vec::new(),
                instructions: Vec::new(),
            });
        }
        hand_over(path, &lab, Times { tables, ..Times::default() })
    }

    fn record_grids(mut self, path: &Path, rounds: u32) -> Result<(), String> {
        let grids = self.grids.iter_mut().map(|grid| grid.measure(rounds));
        let grids = grids.collect::<Result<_, _>>()?;
        hand_over(path, &self.name, Times { grids, ..Times::default() })
    }

    fn names(&self) -> Vec<(String, Vec<String>)> {
        let names =
            |table: &Table<'a>| table.variants.iter().map(|(name, _)| name.clone()).collect();
        self.tables.iter().map(|table| (table.name.clone(), names(table))).collect()
    }

    fn interleave(mut self, path: &Path, rounds: u32) -> Result<(), String> {
        let number = |name| number(name).unwrap_or(0);
        let place = (number("LABKIT_PROCESS"), number("LABKIT_PLACEMENT"));
        let names = self.names();
        let mut tables = Vec::new();
        for (table, (name, variants)) in self.tables.iter_mut().zip(names) {
            let rounds = interleaved(&mut table.variants, place, rounds)?;
            tables.push(TimeTable {
                name,
                variants,
                estimates: Vec::new(),
                rounds,
                instructions: Vec::new(),
            });
        }
        hand_over(path, &self.name, Times { tables, ..Times::default() })
    }
}

/// Grids for people, after criterion: those that a filter leaves, a few rounds of
/// each, or in test mode every cell once.
fn look_at(grids: Vec<Grid<'_>>) -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let filters: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    for mut grid in grids {
        let wanted = filters.is_empty() || filters.iter().any(|part| grid.name().contains(*part));
        if !wanted || has("--list") {
            continue;
        }
        if has("--test") || !has("--bench") {
            grid.test();
        } else {
            println!("{}", grid.look()?);
        }
    }
    Ok(())
}

fn hand_over(path: &Path, lab: &str, times: Times) -> Result<(), String> {
    let mut build = this_build();
    // Cargo's bench profile is its release profile; a build script is told of
    // the latter only.
    if build.profile == "release" {
        build.profile = "bench".into();
    }
    record::write(&path.to_owned(), lab, build, times)
}

fn number(name: &str) -> Option<u32> {
    std::env::var(name).ok()?.parse().ok()
}
