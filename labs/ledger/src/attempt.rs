//! A learner's attempt at an exercise, as its program hands it over.

use serde::{Deserialize, Serialize};

use crate::read::{Body, Checker};
use crate::{Blocks, Bytes};

/// What one call may allocate, or did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allocated {
    /// Blocks, reallocations included.
    pub blocks: Blocks,
    /// Bytes requested.
    pub bytes: Bytes,
    /// How far the level rose above where the call found it.
    pub peak: Bytes,
}

impl Allocated {
    /// Whether `other` is no more in any of the three.
    pub fn allows(&self, other: &Allocated) -> bool {
        other.blocks <= self.blocks && other.bytes <= self.bytes && other.peak <= self.peak
    }
}

/// One run of an exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// What it may allocate.
    pub budget: Allocated,
    /// What it did; absent when its result was wrong.
    pub counted: Option<Allocated>,
    /// What was wrong with its result, or that it panicked.
    pub wrong: Option<String>,
    /// Where its heap profile lies; absent where none was needed.
    pub profile: Option<String>,
}

impl Attempt {
    /// Whether it is right and within the budget.
    pub fn is_solved(&self) -> bool {
        self.wrong.is_none() && self.counted.is_some_and(|counted| self.budget.allows(&counted))
    }
}

impl Body for Attempt {
    fn rows(&self) -> usize {
        1
    }

    fn check(&self, check: &mut Checker) {
        check.holds(
            self.counted.is_some() != self.wrong.is_some(),
            "body",
            "an attempt is either counted or wrong",
        );
    }
}
