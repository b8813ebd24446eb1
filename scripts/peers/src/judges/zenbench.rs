//! zenbench's default mode: both sides in one group of one process.
//!
//! Its own verdict is the flag `significant`: the bootstrap interval of the
//! mean difference lies wholly beyond one per cent (`noise_threshold`, by
//! default 0.01). Its guide also calls an interval that excludes zero a
//! difference; the same measurement read by that rule is a line of its own.

use std::process::exit;

use ::zenbench::{BenchGroup, Suite};
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::{Pair, Said, Verdict};
use crate::timed::{self, Timer};
use crate::versions;
use crate::worker::Task;

struct Register<'a> {
    group: &'a mut BenchGroup,
    name: &'static str,
}

impl Timer for Register<'_> {
    type Out = ();

    fn time<O, F>(self, mut call: F)
    where
        O: 'static,
        F: FnMut() -> O + Clone + Send + 'static,
    {
        self.group.bench(self.name, move |bencher| bencher.iter(&mut call));
    }
}

/// Called by zenbench's own `main`, which hands nothing in and takes no fault
/// back.
fn pair(suite: &mut Suite) {
    suite.group("pair", |group| {
        let registered = Task::from_environment().and_then(|task| {
            let task = task.context("no task")?;
            for (side, name) in task.pair()?.into_iter().zip(["base", "other"]) {
                timed::time(Register { group, name }, task.function, side)?;
            }
            Ok(())
        });
        if let Err(e) = registered {
            eprintln!("error: {e:#}");
            exit(2);
        }
        group.baseline("base");
    });
}

::zenbench::main!(pair);

pub(super) fn work() {
    main();
}

/// Of zenbench's JSON only what is asked.
#[derive(Deserialize)]
struct Results {
    unreliable: bool,
    comparisons: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    analyses: Vec<(String, String, Analysis)>,
}

#[derive(Clone, Copy, Deserialize)]
struct Analysis {
    significant: bool,
    resolution_limited: bool,
    ci_lower: f64,
    ci_upper: f64,
}

pub(super) fn judge(pair: &Pair) -> Result<Vec<Said>> {
    let printed = pair.both().run(&pair.folder, &["--bench", "--format=json"], &[0])?.stdout;
    let [own, above_zero] = verdicts(&printed).context("zenbench's results")?;
    let rule = versions::named("zenbench")?;
    Ok(vec![
        Said { rule: rule.clone(), verdict: own },
        Said { rule: format!("{rule}, interval excludes 0"), verdict: above_zero },
    ])
}

/// Its own verdict, then that of its interval alone.
fn verdicts(printed: &str) -> Result<[Verdict; 2]> {
    let results: Results = serde_json::from_str(printed)?;
    let analysis = match &results.comparisons[..] {
        [Group { analyses }] => match &analyses[..] {
            [(base, other, analysis)] if base == "base" && other == "other" => *analysis,
            _ => bail!("not just other against base"),
        },
        groups => bail!("{} groups instead of one", groups.len()),
    };
    if results.unreliable {
        return Ok([Verdict::Refused; 2]);
    }
    let Analysis { significant, resolution_limited, ci_lower, ci_upper } = analysis;
    let excludes_zero = !resolution_limited && (ci_lower > 0.0 || ci_upper < 0.0);
    Ok([significant, excludes_zero]
        .map(|found| if found { Verdict::different(ci_lower > 0.0) } else { Verdict::None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(unreliable: bool, significant: bool, lower: f64, upper: f64) -> String {
        format!(
            r#"{{"unreliable": {unreliable}, "comparisons": [{{"analyses": [["base", "other",
            {{"significant": {significant}, "resolution_limited": false,
            "ci_lower": {lower}, "ci_upper": {upper}}}]]}}]}}"#
        )
    }

    #[test]
    fn the_sign_is_that_of_the_other_side() {
        let said = |text: String| verdicts(&text).unwrap();
        assert_eq!(said(printed(false, true, 20.0, 30.0)), [Verdict::Slower; 2]);
        assert_eq!(said(printed(false, true, -30.0, -20.0)), [Verdict::Faster; 2]);
        assert_eq!(said(printed(false, false, -1.0, 1.0)), [Verdict::None; 2]);
        assert_eq!(said(printed(false, false, 0.1, 0.2)), [Verdict::None, Verdict::Slower]);
        assert_eq!(said(printed(true, true, 20.0, 30.0)), [Verdict::Refused; 2]);
    }

    #[test]
    fn anything_else_is_trouble() {
        assert!(verdicts("").is_err());
        assert!(verdicts(&printed(false, true, 1.0, 2.0).replace("base", "bass")).is_err());
        assert!(verdicts(r#"{"unreliable": false, "comparisons": []}"#).is_err());
    }
}
