//! An exercise: the same result for fewer blocks.
//!
//! `tests/exercise.rs` of a lab declares one [`Exercise`], with three cases:
//!
//! - `solution`: the book's own way is right and within the budget;
//! - `exercise_is_right`: so is the learner's, without a look at the budget;
//! - `exercise`: the learner's is within the budget. Ignored, so that a fresh
//!   clone passes; `cargo labs try` runs it, and when it is over the budget the
//!   message lists the lines that still allocate.

use std::fmt::{Debug, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

use ledger::{Allocated, Attempt, Blocks, Bytes};
use libtest_mimic::Trial;

use crate::arguments::arguments;
use crate::heap::{panic_message, target_dir};
use crate::instrument::{check_control, controls, count};
use crate::record;
use crate::sites::record_sites;
use crate::this_build;
use crate::watchdog::Watchdog;

mod difference;

use difference::difference;

/// How much one call may allocate.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// At most so many blocks, reallocations included.
    pub blocks: u64,
    /// At most so many bytes requested.
    pub bytes: u64,
    /// At most so many bytes above the level that the call found.
    pub peak: u64,
}

/// The exercise of a lab.
#[derive(Debug)]
pub struct Exercise<'a, R> {
    name: String,
    dir: PathBuf,
    budget: Allocated,
    expected: &'a R,
    cases: Vec<Case<'a, R>>,
}

struct Case<'a, R> {
    name: &'static str,
    ignored: bool,
    budget: bool,
    call: Box<dyn FnMut() -> R + 'a>,
}

impl<R> Debug for Case<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl<'a, R: PartialEq + Debug> Exercise<'a, R> {
    /// Of the lab `env!("CARGO_PKG_NAME")` in `env!("CARGO_MANIFEST_DIR")`: a call
    /// must return `expected` within `budget`.
    pub fn new(name: &str, dir: impl Into<PathBuf>, budget: Budget, expected: &'a R) -> Self {
        let budget = Allocated {
            blocks: Blocks(budget.blocks),
            bytes: Bytes(budget.bytes),
            peak: Bytes(budget.peak),
        };
        Exercise { name: name.to_owned(), dir: dir.into(), budget, expected, cases: Vec::new() }
    }

    /// The book's own way.
    #[must_use]
    pub fn solution(self, call: impl FnMut() -> R + 'a) -> Self {
        self.case("solution", false, true, call)
    }

    /// The learner's way, and the end of a `main`.
    pub fn run(self, call: impl FnMut() -> R + Clone + 'a) -> ExitCode {
        let again = call.clone();
        let exercise = self.case("exercise_is_right", false, false, call);
        exercise.case("exercise", true, true, again).cases()
    }

    fn case(
        mut self,
        name: &'static str,
        ignored: bool,
        budget: bool,
        call: impl FnMut() -> R + 'a,
    ) -> Self {
        self.cases.push(Case { name, ignored, budget, call: Box::new(call) });
        self
    }

    fn cases(mut self) -> ExitCode {
        let args = arguments();
        let mut trials = Vec::new();
        for mut case in std::mem::take(&mut self.cases) {
            let (name, ignored) = (case.name, case.ignored);
            let trial = Trial::test(name, || Ok(())).with_ignored_flag(ignored);
            let asked = !args.list && !args.is_filtered_out(&trial) && !args.is_ignored(&trial);
            let outcome = if asked { self.outcome(&mut case) } else { Ok(()) };
            trials.push(
                Trial::test(name, move || outcome.map_err(Into::into)).with_ignored_flag(ignored),
            );
        }
        libtest_mimic::run(&args, trials).exit_code()
    }

    /// What the case comes to; of the learner's own also a record, if one is
    /// wanted.
    fn outcome(&self, case: &mut Case<'_, R>) -> Result<(), String> {
        for (_, counted, expected) in controls() {
            check_control(counted, expected)?;
        }
        let attempt = Watchdog::start()
            .watch(case.name, || catch_unwind(AssertUnwindSafe(|| self.attempt(case))))
            .unwrap_or_else(|panic| Ok((self.wrong(panicked(&*panic)), String::new())));
        let (attempt, message) = attempt?;
        let solved = attempt.wrong.is_none() && (!case.budget || attempt.is_solved());
        let message = attempt.wrong.clone().unwrap_or(message);
        if case.ignored
            && let Some(path) = record::wanted()
        {
            record::write(&path, &self.name, this_build(), attempt)?;
        }
        if solved { Ok(()) } else { Err(message) }
    }

    /// One attempt, and what to say when it is over the budget.
    fn attempt(&self, case: &mut Case<'_, R>) -> Result<(Attempt, String), String> {
        let result = (case.call)();
        if result != *self.expected {
            let (expected, got) = (format!("{:?}", self.expected), format!("{result:?}"));
            return Ok((self.wrong(difference(&expected, &got)), String::new()));
        }
        drop(result);
        let counted = count(&mut case.call);
        let counted =
            Allocated { blocks: counted.blocks, bytes: counted.bytes, peak: counted.peak.bytes };
        let (budget, mut profile, mut message) = (self.budget, None, String::new());
        if case.budget && !budget.allows(&counted) {
            let labs = target_dir(&self.dir).join("labs");
            let path = labs.join(&self.name).join(format!("{}.dhat.json", case.name));
            message = self.over(&counted, &path, &mut case.call)?;
            profile = Some(path.display().to_string());
        }
        Ok((Attempt { budget, counted: Some(counted), wrong: None, profile }, message))
    }

    /// What is over the budget, and the lines that allocate.
    fn over(
        &self,
        counted: &Allocated,
        profile: &std::path::Path,
        call: &mut dyn FnMut() -> R,
    ) -> Result<String, String> {
        let (got, may) = (counted, self.budget);
        let mut message = format!(
            "over the budget: one call allocates {} / {} with a peak of {}, and {} / {} with a peak of {} are allowed. These lines allocate, most blocks first:\n",
            got.blocks, got.bytes, got.peak, may.blocks, may.bytes, may.peak
        );
        let (mut sites, elsewhere) = record_sites(&self.dir, profile, call)?;
        sites.sort_by_key(|site| std::cmp::Reverse(site.blocks));
        for site in sites {
            let _ = writeln!(
                message,
                "  {}:{}: {} / {}: {}",
                site.file, site.line, site.blocks, site.bytes, site.source
            );
        }
        if elsewhere.blocks.0 > 0 {
            let _ = writeln!(
                message,
                "  elsewhere: {} / {}: asked for by no line of this lab",
                elsewhere.blocks, elsewhere.bytes
            );
        }
        Ok(message)
    }

    fn wrong(&self, message: String) -> Attempt {
        Attempt { budget: self.budget, counted: None, wrong: Some(message), profile: None }
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> String {
    format!("panicked: {}", panic_message(panic))
}
