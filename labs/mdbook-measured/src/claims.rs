//! The claims of the four Go texts, with our verdicts.

use std::path::Path;

use serde::Deserialize;

/// Where the claims lie, below the book's root. mdBook publishes the file with
/// the book.
pub const FILE: &str = "src/claims.json";

/// One claim.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// `S000-03`: text and number.
    pub id: String,
    /// The text's number: `000`.
    pub source: String,
    /// Where in the text.
    pub section: String,
    /// What it says, in our words.
    pub claim: String,
    /// Its figure, or `-`.
    pub claimed: String,
    /// Ours, or `-`.
    pub measured: String,
    /// With which Go, or `-`.
    pub go_version: String,
    /// What became of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
}

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Verdict {
    /// The same result.
    #[serde(rename = "reproduced")]
    Reproduced,
    /// The same direction, another figure.
    #[serde(rename = "reproduced in shape but not in figure")]
    InShape,
    /// Another result.
    #[serde(rename = "refuted")]
    Refuted,
    /// True of an older version only.
    #[serde(rename = "outdated")]
    Outdated,
    /// The text contradicts itself.
    #[serde(rename = "internally inconsistent")]
    Inconsistent,
    /// Nothing to measure, or nothing to measure it on.
    #[serde(rename = "not checkable")]
    NotCheckable,
    /// Not about the subject.
    #[serde(rename = "off-topic filler")]
    OffTopic,
}

impl Verdict {
    /// Every verdict, in the order in which they are shown.
    pub const ALL: [Verdict; 7] = [
        Verdict::Reproduced,
        Verdict::InShape,
        Verdict::Refuted,
        Verdict::Outdated,
        Verdict::Inconsistent,
        Verdict::NotCheckable,
        Verdict::OffTopic,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::InShape => "in shape, not in figure",
            Verdict::Refuted => "refuted",
            Verdict::Outdated => "outdated",
            Verdict::Inconsistent => "contradicts itself",
            Verdict::NotCheckable => "not checkable",
            Verdict::OffTopic => "off topic",
        }
    }

    /// As a class for the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::InShape => "in-shape",
            Verdict::Refuted => "refuted",
            Verdict::Outdated => "outdated",
            Verdict::Inconsistent => "inconsistent",
            Verdict::NotCheckable => "not-checkable",
            Verdict::OffTopic => "off-topic",
        }
    }
}

/// Reads the claims of the book at `root`; none where it has no such file.
///
/// # Errors
///
/// The file cannot be read, is not such a list, or has one id twice.
pub fn read(root: &Path) -> Result<Vec<Claim>, String> {
    let path = root.join(FILE);
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(format!("reading failed: {e}")),
    };
    let claims: Vec<Claim> = serde_json::from_slice(&text).map_err(|e| e.to_string())?;
    let mut seen = std::collections::HashSet::new();
    match claims.iter().find(|claim| !seen.insert(claim.id.as_str())) {
        Some(twice) => Err(format!("the id {:?} stands there twice", twice.id)),
        None => Ok(claims),
    }
}
