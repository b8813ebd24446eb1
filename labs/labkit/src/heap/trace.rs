//! Traces: a run recorded step by step.

use ledger::Trace;

use super::{Case, HeapLab, Measured};

impl<'a> HeapLab<'a> {
    /// A run that `f` records, under this name. `expected` derives what happens:
    /// a line a step, lane, event and how often, as `A get: made` or
    /// `B put, 3 times`. Where the values lie, `f` asks the code that it runs,
    /// and panics where that breaks a law of it; that each lies in one place is
    /// checked here.
    pub fn trace(
        &mut self,
        name: &str,
        expected: Vec<String>,
        mut f: impl FnMut() -> Trace + 'a,
    ) -> &mut Self {
        let trace_name = name.to_owned();
        self.cases.push(Case {
            table: "traces".into(),
            name: name.to_owned(),
            measure: Box::new(move || {
                Ok(Measured::Trace(Trace { name: trace_name.clone(), ..f() }))
            }),
            check: Box::new(move |measured| match measured {
                Measured::Trace(trace) => check(trace, &expected),
                _ => Err("a trace is a run".into()),
            }),
        });
        self
    }
}

fn check(trace: &Trace, expected: &[String]) -> Result<(), String> {
    if let Some((at, message)) = trace.fault() {
        return Err(format!("{at}: {message}"));
    }
    let happened = happened(trace);
    let pairs =
        happened.iter().map(Some).chain([None]).zip(expected.iter().map(Some).chain([None]));
    match pairs.enumerate().find(|(_, (happened, expected))| happened != expected) {
        None => Ok(()),
        Some((step, (happened, expected))) => {
            let said =
                |line: Option<&String>| line.map_or("the end".to_owned(), |l| format!("{l:?}"));
            Err(format!(
                "step {}\n recorded {}\n derived {}",
                step + 1,
                said(happened),
                said(expected)
            ))
        }
    }
}

/// A line a step.
fn happened(trace: &Trace) -> Vec<String> {
    let line = |step: &ledger::TraceStep| {
        let lane = &trace.lanes[step.lane];
        match step.times {
            1 => format!("{lane} {}", step.event),
            times => format!("{lane} {}, {times} times", step.event),
        }
    };
    trace.steps.iter().map(line).collect()
}

/// How a recorded run differs from the ledger's.
pub(super) fn difference(measured: &Trace, known: Option<&Trace>) -> Option<String> {
    let Some(known) = known else { return Some("the ledger has no such trace".into()) };
    if measured == known {
        return None;
    }
    let steps = measured.steps.iter().zip(&known.steps);
    let other = steps.enumerate().find(|(_, (measured, known))| measured != known);
    Some(match other {
        Some((step, _)) => format!("the ledger has another step {}", step + 1),
        None => "the ledger has other lanes, places or steps".into(),
    })
}
