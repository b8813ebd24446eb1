//! The runner behind a lab's `tests/heap.rs`.
//!
//! ```text
//!   declare            measure, one by one          report
//!   -------            -------------------          ------
//!   table, variant --> two controls, then every --> the table, then libtest's
//!   fact, sites, grid  case that was asked for      lines and closing line
//!   trace
//! ```
//!
//! Everything is measured on the main thread before libtest-mimic says its
//! first word, one profiler at a time, after a warm-up call. Filters, `--list`,
//! `--ignored` and cargo-nextest work; under nextest, where each case has a
//! process of its own, it counts the same.
//!
//! Each case is held against two values: the one that the test *derives*, and
//! the row of `ledger/counts.json`. Measured with another toolchain than the
//! ledger's, a difference from the ledger is reported and does not fail.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ledger::{CountGrid, Counts, Fact, Site, Trace, Unit};
use libtest_mimic::{Conclusion, FormatSetting, Trial};

use crate::arguments::arguments;
use crate::instrument::{Counted, count};
use crate::sites::record_sites;
use crate::{record, this_build};

mod grid;
mod run;
mod trace;

pub use grid::Grid;
use run::Run;

/// A lab's counts: declare tables, facts and sites, then [`run`](HeapLab::run).
pub struct HeapLab<'a> {
    name: String,
    dir: PathBuf,
    cases: Vec<Case<'a>>,
}

impl std::fmt::Debug for HeapLab<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cases: Vec<String> = self.cases.iter().map(Case::trial_name).collect();
        f.debug_struct("HeapLab")
            .field("name", &self.name)
            .field("cases", &cases)
            .finish_non_exhaustive()
    }
}

/// Something that is measured and must come out as expected.
struct Case<'a> {
    table: String,
    name: String,
    measure: Box<dyn FnMut() -> Result<Measured, String> + 'a>,
    check: Check<'a>,
}

/// Says what is wrong with what was measured.
type Check<'a> = Box<dyn Fn(&Measured) -> Result<(), String> + 'a>;

enum Measured {
    Row(Counted),
    Fact(Fact),
    Sites(Vec<Site>),
    /// Of one row.
    Grid(CountGrid),
    Trace(Trace),
}

impl Case<'_> {
    fn trial_name(&self) -> String {
        format!("{}::{}", self.table, self.name)
    }
}

/// Declares the variants of one table; from [`HeapLab::table`].
#[derive(Debug)]
pub struct Table<'l, 'a> {
    lab: &'l mut HeapLab<'a>,
    name: String,
}

impl<'a> Table<'_, 'a> {
    /// One variant, under the name of its function. `f` is one call; what
    /// surrounds it (input, buffers that stay) belongs outside. Its result is
    /// kept alive until the count is read.
    pub fn variant<R>(
        &mut self,
        name: &str,
        expected: Counted,
        mut f: impl FnMut() -> R + 'a,
    ) -> &mut Self {
        self.lab.cases.push(Case {
            table: self.name.clone(),
            name: name.to_owned(),
            measure: Box::new(move || Ok(Measured::Row(count(&mut f)))),
            check: Box::new(move |measured| match measured {
                Measured::Row(counted) if *counted == expected => Ok(()),
                Measured::Row(counted) => Err(format!("counted {counted}\n derived {expected}")),
                _ => Err("a variant measures a row".into()),
            }),
        });
        self
    }
}

impl<'a> HeapLab<'a> {
    /// The lab `name` in its folder: `env!("CARGO_PKG_NAME")` and
    /// `env!("CARGO_MANIFEST_DIR")`.
    pub fn new(name: &str, dir: impl Into<PathBuf>) -> HeapLab<'a> {
        HeapLab { name: name.to_owned(), dir: dir.into(), cases: Vec::new() }
    }

    /// Begins a table of variants.
    pub fn table(&mut self, name: &str) -> Table<'_, 'a> {
        Table { name: name.to_owned(), lab: self }
    }

    /// An exact value that is no row: `f` measures it, `expected` derives it.
    pub fn fact(
        &mut self,
        name: &str,
        unit: Unit,
        expected: Vec<u64>,
        mut f: impl FnMut() -> Vec<u64> + 'a,
    ) -> &mut Self {
        let fact_name = name.to_owned();
        self.cases.push(Case {
            table: "facts".into(),
            name: name.to_owned(),
            measure: Box::new(move || {
                Ok(Measured::Fact(Fact { name: fact_name.clone(), unit, values: f(), calls: 1 }))
            }),
            check: Box::new(move |measured| match measured {
                Measured::Fact(fact) if fact.values == expected => Ok(()),
                Measured::Fact(fact) => {
                    Err(format!("measured {:?}\n derived {expected:?}", fact.values))
                }
                _ => Err("a fact measures values".into()),
            }),
        });
        self
    }

    /// The lines that allocate during one call of `f`, by dhat's profile.
    /// `expected` holds them all, in any order: function, a part of the line,
    /// blocks, bytes.
    pub fn sites<R>(
        &mut self,
        name: &str,
        expected: Vec<(&'a str, &'a str, u64, u64)>,
        mut f: impl FnMut() -> R + 'a,
    ) -> &mut Self {
        let (dir, lab, table) = (self.dir.clone(), self.name.clone(), name.to_owned());
        self.cases.push(Case {
            table: "sites".into(),
            name: name.to_owned(),
            measure: Box::new(move || {
                let profile =
                    target_dir(&dir).join("labs").join(&lab).join(format!("{table}.dhat.json"));
                let (sites, elsewhere) = record_sites(&dir, &profile, &mut f)?;
                if elsewhere.blocks.0 > 0 {
                    return Err(format!(
                        "{} / {} were asked for by no line of this lab",
                        elsewhere.blocks, elsewhere.bytes
                    ));
                }
                Ok(Measured::Sites(sites))
            }),
            check: Box::new(move |measured| match measured {
                Measured::Sites(sites) => check_sites(sites, &expected),
                _ => Err("sites are lines".into()),
            }),
        });
        self
    }

    /// Measures, prints, reports. The whole `main` of a `tests/heap.rs`.
    pub fn run(self) -> ExitCode {
        let args = arguments();
        let build = this_build();
        let ledger = ledger::read::<Counts>(&self.dir.join("ledger/counts.json"));
        let recording = record::wanted();
        let mut run = Run::default();
        if !args.list {
            run.measure(self.cases, &args);
            if recording.is_none() {
                run.compare(&self.name, &ledger, &build.toolchain);
            }
            let quiet = matches!(args.format, Some(FormatSetting::Json));
            if !quiet {
                print!("{}", run.report(&self.name, &build.toolchain));
            }
        } else {
            run.list(&self.cases);
        }
        let trials = run.outcomes.iter().map(|(name, outcome)| {
            let outcome = outcome.clone();
            Trial::test(name.clone(), move || outcome.map_err(Into::into))
        });
        let conclusion: Conclusion = libtest_mimic::run(&args, trials.collect());
        if let Some(path) = recording
            && let Err(message) = run.hand_over(&path, &self.name, build, &conclusion)
        {
            eprintln!("{}: {message}", self.name);
            return ExitCode::from(2);
        }
        conclusion.exit_code()
    }
}

/// Holds lines that allocate against what was derived, in whatever order.
fn check_sites(sites: &[Site], expected: &[(&str, &str, u64, u64)]) -> Result<(), String> {
    let fits = |site: &Site, (function, part, blocks, bytes): &(&str, &str, u64, u64)| {
        let counts = (site.blocks.0, site.bytes.0) == (*blocks, *bytes);
        site.function == *function && site.source.contains(part) && counts
    };
    let surplus = sites.iter().filter(|site| !expected.iter().any(|line| fits(site, line)));
    let absent = expected.iter().filter(|line| !sites.iter().any(|site| fits(site, line)));
    let surplus = surplus.map(|site| {
        format!("  measured {}: {} / {}: {}", site.function, site.blocks, site.bytes, site.source)
    });
    let absent = absent.map(|(function, part, blocks, bytes)| {
        format!(
            "  derived  {function}: {} / {}: {part}",
            ledger::Blocks(*blocks),
            ledger::Bytes(*bytes)
        )
    });
    let differences: Vec<String> = surplus.chain(absent).collect();
    if differences.is_empty() && sites.len() == expected.len() {
        return Ok(());
    }
    Err(format!("these lines differ from what tests/heap.rs derives:\n{}", differences.join("\n")))
}

/// `CARGO_TARGET_DIR` or the workspace's `target`.
pub(crate) fn target_dir(lab_dir: &Path) -> PathBuf {
    // A test runs in its package's folder; a relative folder was meant from
    // where cargo was started, which is the workspace.
    let workspace = lab_dir.ancestors().nth(2).unwrap_or(lab_dir);
    workspace.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
