//! `cargo labs doctor`: what makes this machine a poor judge of times, and what
//! helps.
//!
//! The same checks run before times are measured, and what they find stands in
//! the provenance: a table from a busy laptop says so.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use ledger::Machine;

use crate::machine::this_machine;

mod jitter;
mod system;
mod tools;

/// One thing that was looked at.
#[derive(Debug)]
pub(crate) struct Check {
    /// What: `load`, `governor`.
    pub(crate) name: &'static str,
    pub(crate) state: State,
}

/// What was found.
#[derive(Debug, PartialEq)]
pub(crate) enum State {
    /// Nothing against it.
    Fine(String),
    /// Something that makes times worth less, and what helps.
    Poor { what: String, cure: &'static str },
    /// A tool that would show more, and how to get it; times are none the worse.
    Missing { what: String, cure: &'static str },
    /// This system does not say.
    Unknown(String),
}

impl State {
    fn poor(what: impl Into<String>, cure: &'static str) -> State {
        State::Poor { what: what.into(), cure }
    }

    fn fine(what: impl Into<String>) -> State {
        State::Fine(what.into())
    }

    fn unknown(what: impl Into<String>) -> State {
        State::Unknown(what.into())
    }
}

/// Looks at everything; a finding makes the exit code 1.
pub(crate) fn run(root: &Path) -> Result<ExitCode> {
    let machine = this_machine();
    let mut checks = machine_checks(root, &machine);
    checks.extend(tools::all(root));
    let poor = checks.iter().filter(|check| matches!(check.state, State::Poor { .. })).count();
    let text = report(&machine, &checks, poor);
    std::io::Write::write_all(&mut anstream::stdout(), text.as_bytes())?;
    Ok(ExitCode::from(u8::from(poor > 0)))
}

/// What speaks against the times that this machine is about to measure, in one
/// line each; takes a second.
pub(crate) fn findings(root: &Path, machine: &Machine) -> Vec<String> {
    let poor = |check: Check| match check.state {
        State::Poor { what, .. } => Some(what),
        _ => None,
    };
    machine_checks(root, machine).into_iter().filter_map(poor).collect()
}

fn machine_checks(root: &Path, machine: &Machine) -> Vec<Check> {
    let mut checks = system::all(Path::new("/"), machine);
    checks.extend(jitter::all(Path::new("/")));
    checks.push(Check { name: "profile", state: tools::profile(root) });
    checks
}

fn report(machine: &Machine, checks: &[Check], poor: usize) -> String {
    let mut text = format!(
        "{}, {} logical processors, {} {}: a judge of times?\n\n",
        machine.cpu, machine.cores, machine.os, machine.arch
    );
    for Check { name, state } in checks {
        let (mark, what, cure) = match state {
            State::Fine(what) => ("ok", what, None),
            State::Poor { what, cure } => ("POOR", what, Some(cure)),
            State::Missing { what, cure } => ("missing", what, Some(cure)),
            State::Unknown(what) => ("?", what, None),
        };
        let _ = writeln!(text, "{mark:8} {name:10} {what}");
        if let Some(cure) = cure {
            let _ = writeln!(text, "{:8} {:10}   {cure}", "", "");
        }
    }
    text += &match poor {
        0 => "\nNothing speaks against this machine's times.\n".to_owned(),
        n => format!(
            "\n{n} of {} checks speak against this machine's times. Counts do not mind, and verdicts\n\
             are made for a shared machine: they become `too close to call` more often.\n",
            checks.len()
        ),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_comes_with_its_cure() {
        let checks = [
            Check { name: "load", state: State::poor("two are busy", "close them") },
            Check { name: "clock", state: State::fine("20 ns") },
        ];
        let text = report(&this_machine(), &checks, 1);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[2].starts_with("POOR") && lines[2].ends_with("two are busy"), "{text}");
        assert!(lines[3].trim() == "close them" && lines[4].starts_with("ok"), "{text}");
        assert!(text.contains("1 of 2 checks"), "{text}");
    }
}
