//! Two results of one machine: which variants became faster?

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use ledger::judge::{RUNS_MARGIN, comparable, compare_runs};
use ledger::{Ledger, TimeTable, Times};

use super::line;

/// A line per variant that both have timed.
pub(super) fn verdicts(old: &Path, new: &Path) -> Result<String> {
    let (old_times, new_times) = (read(old)?, read(new)?);
    if old_times.lab != new_times.lab {
        bail!("{} is of {}, {} of {}", old.display(), old_times.lab, new.display(), new_times.lab);
    }
    comparable(&old_times.provenance, &new_times.provenance)
        .with_context(|| format!("{} and {}", old.display(), new.display()))?;
    let mut text = String::new();
    for (which, path, times) in [("old", old, &old_times), ("new", new, &new_times)] {
        let p = &times.provenance;
        let commit: String = p.commit.chars().take(10).collect();
        let with = if p.modified { " with changes" } else { "" };
        let _ = writeln!(text, "{which}: {} ({}, commit {commit}{with})", path.display(), p.date);
    }
    for table in &new_times.body.tables {
        match old_times.body.tables.iter().find(|known| known.name == table.name) {
            Some(known) => text += &of_table(known, table)?,
            None => {
                let _ = writeln!(text, "\n{}: not in the old result", table.name);
            }
        }
    }
    for table in &old_times.body.tables {
        if !new_times.body.tables.iter().any(|known| known.name == table.name) {
            let _ = writeln!(text, "\n{}: not in the new result", table.name);
        }
    }
    let _ = writeln!(
        text,
        "\nnew against old, each over the control that ran beside it; since time lies between the two, \
         the whole interval must lie beyond {:.0} %",
        RUNS_MARGIN * 100.0
    );
    Ok(text)
}

fn read(path: &Path) -> Result<Ledger<Times>> {
    Ok(ledger::read(path)?)
}

fn of_table(old: &TimeTable, new: &TimeTable) -> Result<String> {
    let in_both = |variant: &&String| old.variants.contains(*variant);
    let comparisons = new.variants.iter().filter(in_both).count();
    let width = new.variants.iter().chain(&old.variants).map(String::len).max().unwrap_or(0);
    let mut text = format!("\n{}\n", new.name);
    for variant in &new.variants {
        let said = match old.variants.contains(variant) {
            true => line(
                &compare_runs(old, new, variant, comparisons)
                    .with_context(|| format!("table {}, variant {variant}", new.name))?,
            ),
            false => "not in the old result".to_owned(),
        };
        let _ = writeln!(text, "  {variant:width$}  {said}");
    }
    for variant in old.variants.iter().filter(|variant| !new.variants.contains(variant)) {
        let _ = writeln!(text, "  {variant:width$}  not in the new result");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Nanos, Round};

    fn table(name: &str, variants: &[(&str, f64)]) -> TimeTable {
        let nanos = |time| Nanos::new(time).unwrap();
        let round = |i: u32| Round {
            process: i / 6,
            placement: i / 6,
            round: i % 6,
            control: Some(nanos(50.0 + f64::from(i % 3))),
            times: variants.iter().map(|(_, time)| nanos(*time)).collect(),
        };
        TimeTable {
            name: name.to_owned(),
            variants: variants.iter().map(|(name, _)| (*name).to_owned()).collect(),
            rounds: (0..72).map(round).collect(),
            ..TimeTable::default()
        }
    }

    #[test]
    fn each_variant_of_either_result_has_a_line() {
        let old = table("t", &[("kept", 100.0), ("mended", 100.0), ("gone", 1.0)]);
        let new = table("t", &[("kept", 100.0), ("mended", 50.0), ("added", 1.0)]);
        let text = of_table(&old, &new).unwrap();
        let said = |variant: &str| {
            let mut lines = text.lines().filter(|line| line.trim_start().starts_with(variant));
            lines.next().unwrap_or_default().to_owned()
        };
        assert!(said("kept").contains("too close to call"), "{text}");
        assert!(said("mended").contains("faster") && said("mended").contains("0.500 x"), "{text}");
        assert!(said("gone").contains("not in the new result"), "{text}");
        assert!(said("added").contains("not in the old result"), "{text}");
    }

    #[test]
    fn a_refusal_says_which_table_and_variant() {
        let (mut old, new) = (table("t", &[("a", 1.0)]), table("t", &[("a", 1.0)]));
        old.rounds.truncate(40);
        let message = format!("{:#}", of_table(&old, &new).unwrap_err());
        assert!(message.starts_with("table t, variant a: 40 rounds are too few"), "{message}");
    }
}
