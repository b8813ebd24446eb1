//! What a learner reads after an attempt.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use ledger::{Allocated, Attempt, LabManifest as Lab, grouped};

use super::lines::{Line, lines};

/// The attempt in words: the result, the budget, the guess, the lines.
pub(super) fn report(lab: &Lab, attempt: &Attempt, predicted: Option<u64>) -> Result<String> {
    let mut text =
        format!("\n{}: {} ({} minutes)\n\n", lab.name, lab.exercise.task, lab.exercise.minutes);
    if let Some(wrong) = &attempt.wrong {
        let _ = writeln!(text, "{wrong}\n\nFirst make it right again; the budget comes after.");
        return Ok(text);
    }
    let Some(counted) = attempt.counted else { return Ok(text) };
    text += &table(&attempt.budget, &counted);
    if let Some(predicted) = predicted {
        let _ = writeln!(text, "\n{}", guess(predicted, counted.blocks.0));
    }
    match &attempt.profile {
        Some(profile) => {
            text += &listing(&lines(Path::new(profile), &lab.dir)?);
            let _ = writeln!(text, "\nStuck? cargo labs hint {}", lab.name);
        }
        None => text += "\nWithin the budget.\n",
    }
    Ok(text)
}

fn table(budget: &Allocated, counted: &Allocated) -> String {
    let mut text = format!("{:8} {:>12} {:>12}\n", "", "budget", "yours");
    for (name, may, got) in [
        ("blocks", budget.blocks.0, counted.blocks.0),
        ("bytes", budget.bytes.0, counted.bytes.0),
        ("peak", budget.peak.0, counted.peak.0),
    ] {
        let over = if got > may { "  over" } else { "" };
        let _ = writeln!(text, "{name:8} {:>12} {:>12}{over}", grouped(may), grouped(got));
    }
    text
}

/// A guess beside what came.
fn guess(predicted: u64, blocks: u64) -> String {
    let (said, came) = (grouped(predicted), grouped(blocks));
    let times = |more: u64, fewer: u64| match more as f64 / fewer as f64 {
        times if times < 10.0 => format!("{times:.1}"),
        times => grouped(times.round() as u64),
    };
    match predicted {
        p if p == blocks => format!("You expected {said} blocks, and {came} it is."),
        0 => format!("You expected no block; {came} came."),
        _ if blocks == 0 => format!("You expected {said} blocks; none came."),
        p if blocks > p => {
            format!("You expected {said} blocks; {came} came, {} times as many.", times(blocks, p))
        }
        p => format!("You expected {said} blocks; {came} came, {} times fewer.", times(p, blocks)),
    }
}

/// The lines that still allocate, most blocks first.
fn listing(lines: &[Line]) -> String {
    let mut text = String::from("\nThese lines allocate, most blocks first:\n\n");
    let _ = writeln!(text, "{:>10} {:>12}", "blocks", "bytes");
    for line in lines {
        let (blocks, bytes) = (grouped(line.blocks), grouped(line.bytes));
        let _ = writeln!(text, "{blocks:>10} {bytes:>12}  {}:{}", line.file, line.line);
        if !line.source.is_empty() {
            let _ = writeln!(text, "{:23}    {}", "", line.source);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_held_against_what_came() {
        assert_eq!(guess(2, 2), "You expected 2 blocks, and 2 it is.");
        assert_eq!(guess(3, 7029), "You expected 3 blocks; 7,029 came, 2,343 times as many.");
        assert_eq!(guess(10, 2), "You expected 10 blocks; 2 came, 5.0 times fewer.");
        assert_eq!(guess(0, 4), "You expected no block; 4 came.");
    }

    #[test]
    fn what_is_over_is_marked() {
        let allocated = |blocks, bytes, peak| Allocated {
            blocks: ledger::Blocks(blocks),
            bytes: ledger::Bytes(bytes),
            peak: ledger::Bytes(peak),
        };
        let text = table(&allocated(2, 900, 800), &allocated(2, 900, 900));
        let over: Vec<&str> = text.lines().filter(|line| line.ends_with("over")).collect();
        assert!(over.len() == 1 && over[0].starts_with("peak"), "{text}");
    }
}
