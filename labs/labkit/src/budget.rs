//! An exercise: the same result for fewer blocks.
//!
//! `tests/exercise.rs` of a lab declares one [`Budget`]. The solution must
//! meet it in every run. The learner's own try is an ignored case, so that a
//! fresh clone passes; it runs with `-- --ignored`, and when it is over the
//! budget the message lists the lines that still allocate.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::arguments::arguments;
use crate::heap::{panic_message, target_dir};
use crate::instrument::{Counted, check_control, controls, count};
use crate::sites::record_sites;
use crate::watchdog::Watchdog;

/// How many blocks and bytes one call may allocate.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// At most so many blocks, reallocations included.
    pub blocks: u64,
    /// At most so many bytes requested.
    pub bytes: u64,
}

impl Budget {
    fn allows(self, counted: &Counted) -> bool {
        counted.blocks.0 <= self.blocks && counted.bytes.0 <= self.bytes
    }
}

/// Runs the two cases `solution` and `exercise` (ignored by default): each
/// must return `expected` and stay within `budget`. The whole `main` of a
/// `tests/exercise.rs`.
pub fn run<R: PartialEq + std::fmt::Debug>(
    dir: impl Into<PathBuf>,
    budget: Budget,
    expected: &R,
    mut solution: impl FnMut() -> R,
    mut exercise: impl FnMut() -> R,
) -> ExitCode {
    let dir = dir.into();
    let args = arguments();
    let cases: [(&str, bool, &mut dyn FnMut() -> R); 2] =
        [("solution", false, &mut solution), ("exercise", true, &mut exercise)];
    let mut trials = Vec::new();
    for (name, ignored, f) in cases {
        let trial = Trial::test(name, || Ok(())).with_ignored_flag(ignored);
        let asked = !args.list && !args.is_filtered_out(&trial) && !args.is_ignored(&trial);
        let outcome = if asked { attempt(name, &dir, budget, expected, f) } else { Ok(()) };
        trials.push(
            Trial::test(name, move || outcome.map_err(Into::into)).with_ignored_flag(ignored),
        );
    }
    libtest_mimic::run(&args, trials).exit_code()
}

fn attempt<R: PartialEq + std::fmt::Debug>(
    name: &str,
    dir: &std::path::Path,
    budget: Budget,
    expected: &R,
    f: &mut dyn FnMut() -> R,
) -> Result<(), String> {
    let attempt = || {
        for (_, counted, expected) in controls() {
            check_control(counted, expected)?;
        }
        let result = f();
        if result != *expected {
            return Err(difference(&format!("{expected:?}"), &format!("{result:?}")));
        }
        let counted = count(f);
        if budget.allows(&counted) {
            return Ok(());
        }
        let mut message = format!(
            "over the budget: one call allocates {} / {}, and {} / {} are allowed. These lines allocate, most blocks first:\n",
            counted.blocks,
            counted.bytes,
            ledger::Blocks(budget.blocks),
            ledger::Bytes(budget.bytes)
        );
        let lab = dir.file_name().unwrap_or_default();
        let profile = target_dir(dir).join("labs").join(lab).join(format!("{name}.dhat.json"));
        let (mut sites, elsewhere) = record_sites(dir, &profile, f)?;
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
        Err(message)
    };
    Watchdog::start()
        .watch(name, || catch_unwind(AssertUnwindSafe(attempt)))
        .unwrap_or_else(|panic| Err(format!("panicked: {}", panic_message(&*panic))))
}

/// Where two results part, with what stands around that place.
fn difference(expected: &str, got: &str) -> String {
    let pairs = expected.chars().zip(got.chars());
    let same = pairs.take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let from = same.saturating_sub(30);
        let piece: String = text.chars().skip(from).take(80).collect();
        let (before, after) = (from > 0, text.chars().count() > from + 80);
        format!("{}{piece}{}", if before { "…" } else { "" }, if after { "…" } else { "" })
    };
    format!(
        "the result is wrong from character {same} on ({} are expected, {} came)\n  expected {}\n  got      {}",
        expected.chars().count(),
        got.chars().count(),
        around(expected),
        around(got)
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_late_difference_is_shown_where_it_is() {
        let long = "x".repeat(500);
        let text = super::difference(&format!("{long}abc!"), &format!("{long}abc"));
        assert!(text.contains("from character 503 on (504 are expected, 503 came)"), "{text}");
        assert!(text.contains("xxxabc!") && text.ends_with("xxxabc"), "{text}");
    }
}
