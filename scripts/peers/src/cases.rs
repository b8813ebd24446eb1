//! What is compared: one function's base side against its other side.
//!
//! The truth of every case is known, and so is what a judge should say.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, Result, bail};
use calibration::{SLOWDOWNS, STEPS, slowed};

/// One of the functions of known speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Sum,
    Boxes,
    Hash,
    Grow,
}

impl Function {
    pub(crate) const ALL: [Function; 4] =
        [Function::Sum, Function::Boxes, Function::Hash, Function::Grow];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Function::Sum => "sum",
            Function::Boxes => "boxes",
            Function::Hash => "hash",
            Function::Grow => "grow",
        }
    }
}

impl FromStr for Function {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Function> {
        by_name(&Function::ALL, |function| function.name().to_owned(), text)
    }
}

/// A copy of the function and the number of steps that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) copy: u32,
    pub(crate) steps: usize,
}

/// As written to the environment of a worker: `4:2040`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.copy, self.steps)
    }
}

impl FromStr for Side {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Side> {
        let fault = || format!("{text:?} is no side, such as 4:2040 (copy 4, 2040 steps)");
        let (copy, steps) = text.split_once(':').with_context(fault)?;
        let side = Side {
            copy: copy.parse().with_context(fault)?,
            steps: steps.parse().with_context(fault)?,
        };
        if side.copy > 7 || side.steps > 2 * STEPS {
            bail!("{text:?}: copies go to 7 and steps to {}", 2 * STEPS);
        }
        Ok(side)
    }
}

/// How the two sides differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// The very same code at the same address.
    Same,
    /// Identical code at two addresses.
    Copies,
    /// Another copy with so many per cent more steps.
    Slower(usize),
    /// Twice the steps: whoever misses this is read wrongly here.
    Twice,
    /// The sides of [`Case::Twice`] swapped.
    Half,
}

impl Case {
    /// What is tried unless asked otherwise. The checks of ourselves are not.
    pub(crate) fn tried() -> Vec<Case> {
        let mut cases = vec![Case::Same, Case::Copies];
        cases.extend(SLOWDOWNS.map(Case::Slower));
        cases
    }

    fn all() -> Vec<Case> {
        let mut cases = Case::tried();
        cases.extend([Case::Twice, Case::Half]);
        cases
    }

    /// The base side, then the other. Slowdowns use the copies that
    /// `labs/calibration` gives them.
    pub(crate) fn sides(self) -> [Side; 2] {
        let base = Side { copy: 0, steps: STEPS };
        let twice = Side { copy: 1, steps: 2 * STEPS };
        match self {
            Case::Same => [base, base],
            Case::Copies => [base, Side { copy: 1, steps: STEPS }],
            Case::Slower(per_cent) => {
                let place = SLOWDOWNS.iter().take_while(|known| **known != per_cent).count();
                [base, Side { copy: 4 + place as u32, steps: slowed(per_cent) }]
            }
            Case::Twice => [base, twice],
            Case::Half => [twice, base],
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Case::Same => f.write_str("same"),
            Case::Copies => f.write_str("copies"),
            Case::Slower(per_cent) => write!(f, "slower {per_cent}"),
            Case::Twice => f.write_str("twice"),
            Case::Half => f.write_str("half"),
        }
    }
}

impl FromStr for Case {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Case> {
        by_name(&Case::all(), |case| case.to_string(), text)
    }
}

/// The one of that name, or a fault that lists the names there are.
pub(crate) fn by_name<T: Copy>(all: &[T], name: impl Fn(T) -> String, text: &str) -> Result<T> {
    match all.iter().find(|one| name(**one) == text) {
        Some(one) => Ok(*one),
        None => {
            let names: Vec<String> = all.iter().map(|one| name(*one)).collect();
            bail!("not one of: {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slowdowns_take_the_copies_that_calibration_gives_them() {
        let other = |per_cent| Case::Slower(per_cent).sides()[1];
        assert_eq!(other(2), Side { copy: 4, steps: 2040 });
        assert_eq!(other(5), Side { copy: 5, steps: 2100 });
        assert_eq!(other(10), Side { copy: 6, steps: 2200 });
        assert_eq!(other(25), Side { copy: 7, steps: 2500 });
    }

    #[test]
    fn what_is_written_is_read_back() {
        for case in Case::all() {
            assert_eq!(case.to_string().parse::<Case>().unwrap(), case);
            for side in case.sides() {
                assert_eq!(side.to_string().parse::<Side>().unwrap(), side);
            }
        }
        for function in Function::ALL {
            assert_eq!(function.name().parse::<Function>().unwrap(), function);
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_right_ones() {
        let fault = "slower 3".parse::<Case>().unwrap_err().to_string();
        assert_eq!(
            fault,
            "not one of: same, copies, slower 2, slower 5, slower 10, slower 25, twice, half"
        );
        assert!("8:2000".parse::<Side>().is_err());
        assert!("0:4001".parse::<Side>().is_err());
    }
}
