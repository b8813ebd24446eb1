//! An exercise as a learner meets it who is wrong, over the budget, or stuck. The
//! program starts itself again as an exercise and reads what that says and hands
//! over.

use std::process::{Command, ExitCode, Output};

use labkit::budget::{Budget, Exercise};
use ledger::{Attempt, Record};
use libtest_mimic::{Arguments, Failed, Trial};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

fn main() -> ExitCode {
    if let Ok(kind) = std::env::var("LABKIT_TEST_INNER") {
        return exercise(&kind);
    }
    let trials = vec![
        Trial::test("within_the_budget_is_solved", within),
        Trial::test("a_wrong_result_is_shown_and_not_counted", wrong),
        Trial::test("a_panic_is_a_wrong_result", panics),
        Trial::test("a_peak_over_the_budget_is_over_it", peak),
        Trial::test("an_endless_loop_is_stopped", endless),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Numbers in a Vec: one block of 800 bytes does it.
fn numbers(kind: &str) -> Vec<u64> {
    let room = match kind {
        // Within blocks and bytes in all, and over the peak while both live.
        "peak" => vec![0_u8; 100],
        _ => Vec::new(),
    };
    let mut numbers = Vec::with_capacity(100);
    numbers.extend(0..100);
    match kind {
        "wrong" => numbers[7] = 1000,
        "panics" => panic!("no idea"),
        "endless" => loop {
            std::hint::black_box(&numbers);
        },
        _ => {}
    }
    drop(std::hint::black_box(room));
    numbers
}

fn exercise(kind: &str) -> ExitCode {
    let expected = numbers("right");
    let budget = Budget { blocks: 2, bytes: 900, peak: 800 };
    let kind = kind.to_owned();
    Exercise::new("labkit", env!("CARGO_MANIFEST_DIR"), budget, &expected)
        .solution(|| numbers("right"))
        .run(move || numbers(&kind))
}

/// Runs the learner's case; its output and what it handed over.
fn run(kind: &str) -> Result<(Output, Option<Attempt>), Failed> {
    let path = std::env::temp_dir().join(format!("labkit-{kind}-{}.json", std::process::id()));
    let output = Command::new(std::env::current_exe()?)
        .args(["--ignored", "--exact", "exercise"])
        .envs([("LABKIT_TEST_INNER", kind), ("LABKIT_TIMEOUT", "1")])
        .env("LABKIT_RECORD", &path)
        .output()?;
    let attempt = std::fs::read(&path).ok().map(|text| {
        let record: Record<Attempt> = ledger::parse_record(&path, &text).map_err(Failed::from)?;
        Ok::<_, Failed>(record.body)
    });
    let _ = std::fs::remove_file(&path);
    Ok((output, attempt.transpose()?))
}

fn holds(condition: bool, found: &impl std::fmt::Debug) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(format!("{found:?}").into()) }
}

fn within() -> Result<(), Failed> {
    let (output, attempt) = run("right")?;
    let counted = attempt.as_ref().and_then(|attempt| attempt.counted);
    holds(output.status.success(), &output)?;
    holds(attempt.as_ref().is_some_and(Attempt::is_solved), &attempt)?;
    holds(counted.is_some_and(|c| (c.blocks.0, c.bytes.0, c.peak.0) == (1, 800, 800)), &counted)
}

fn wrong() -> Result<(), Failed> {
    let (output, attempt) = run("wrong")?;
    let said = attempt.as_ref().and_then(|attempt| attempt.wrong.clone()).unwrap_or_default();
    holds(said.contains("the result is wrong from character"), &said)?;
    holds(attempt.is_some_and(|attempt| attempt.counted.is_none()), &output)?;
    holds(output.status.code() == Some(101), &output)
}

fn panics() -> Result<(), Failed> {
    let (output, attempt) = run("panics")?;
    let said = attempt.and_then(|attempt| attempt.wrong).unwrap_or_default();
    holds(said == "panicked: no idea" && output.status.code() == Some(101), &(said, output))
}

fn peak() -> Result<(), Failed> {
    let (output, attempt) = run("peak")?;
    let counted = attempt.as_ref().and_then(|attempt| attempt.counted);
    holds(counted.is_some_and(|c| (c.blocks.0, c.bytes.0, c.peak.0) == (2, 900, 900)), &counted)?;
    holds(attempt.is_some_and(|a| !a.is_solved() && a.profile.is_some()), &output)?;
    holds(output.status.code() == Some(101), &output)
}

fn endless() -> Result<(), Failed> {
    let (output, attempt) = run("endless")?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    holds(said.contains("timed out: it did not end within 1 s"), &output)?;
    holds(attempt.is_none() && !output.status.success(), &output)
}
