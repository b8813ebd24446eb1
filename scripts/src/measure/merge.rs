//! One record from those of several processes: rounds of the same tables come
//! together; grids come from one process.

use anyhow::{Context as _, Result, bail};
use ledger::{Record, Times};

/// The first record with the rounds of all the others.
pub(crate) fn merged(records: Vec<Record<Times>>) -> Result<Record<Times>> {
    let mut records = records.into_iter();
    let mut merged = records.next().context("no step was planned")?;
    for record in records {
        if record.build != merged.build {
            bail!("the steps were built differently: {:?} and {:?}", record.build, merged.build);
        }
        for table in record.body.tables {
            let known = merged
                .body
                .tables
                .iter_mut()
                .find(|known| known.name == table.name && known.variants == table.variants);
            let Some(known) = known else {
                bail!("table {} has other variants in another step", table.name)
            };
            known.rounds.extend(table.rounds);
        }
        merged.body.grids.extend(record.body.grids);
    }
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Build, Estimate, Nanos, Round, TimeTable};

    fn record(variants: &[&str], estimates: Vec<Estimate>, rounds: Vec<Round>) -> Record<Times> {
        let build =
            Build { toolchain: "rustc".into(), target: "t".into(), profile: "bench".into() };
        let variants = variants.iter().map(|&variant| variant.to_owned()).collect();
        let tables = vec![TimeTable {
            name: "t".into(),
            variants,
            estimates,
            rounds,
            ..TimeTable::default()
        }];
        Record { format: 1, lab: "lab0".into(), build, body: Times { tables, ..Times::default() } }
    }

    fn round(process: u32) -> Round {
        Round {
            process,
            placement: process,
            round: 0,
            control: None,
            times: vec![Nanos::new(1.0).unwrap()],
        }
    }

    #[test]
    fn the_rounds_of_all_processes_come_together() {
        let merged = merged(vec![
            record(&["a"], vec![], vec![]),
            record(&["a"], vec![], vec![round(0)]),
            record(&["a"], vec![], vec![round(1)]),
        ]);
        assert_eq!(merged.unwrap().body.tables[0].rounds, [round(0), round(1)]);
    }

    #[test]
    fn steps_of_other_variants_or_builds_are_not_mixed() {
        assert!(
            merged(vec![record(&["a"], vec![], vec![]), record(&["b"], vec![], vec![])]).is_err()
        );
        let mut other = record(&["a"], vec![], vec![]);
        other.build.profile = "dev".into();
        assert!(merged(vec![record(&["a"], vec![], vec![]), other]).is_err());
    }
}
