//! The claims of the four Go texts, with our verdicts.

use std::path::Path;

use serde::Deserialize;

/// Where the claims lie, below the book's root. mdBook publishes the file with
/// the book.
pub const FILE: &str = "src/claims.json";

/// The texts and what they claim.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The texts, in order.
    pub texts: Vec<Text>,
    /// Their claims, in order.
    pub claims: Vec<Claim>,
}

/// A text, as it is cited.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// `S000`.
    pub id: String,
    /// Its title, as it is.
    pub title: String,
    /// Its title in English.
    pub english: String,
    /// Its author, if it names one.
    pub author: Option<String>,
    /// What it names as its own source.
    pub links: Vec<String>,
}

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
/// The file cannot be read, is not of this form, has one id twice, or a claim
/// of a text that it does not list.
pub fn read(root: &Path) -> Result<Claims, String> {
    let text = match std::fs::read(root.join(FILE)) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Claims::default()),
        Err(e) => return Err(format!("reading failed: {e}")),
    };
    let claims: Claims = serde_json::from_slice(&text).map_err(|e| e.to_string())?;
    let mut seen = std::collections::HashSet::new();
    let texts = claims.texts.iter().map(|text| text.id.as_str());
    let ids = claims.claims.iter().map(|claim| claim.id.as_str());
    if let Some(twice) = texts.chain(ids).find(|id| !seen.insert(*id)) {
        return Err(format!("the id {twice:?} stands there twice"));
    }
    let listed = |claim: &&Claim| claims.texts.iter().any(|text| text.id == claim.text());
    match claims.claims.iter().find(|claim| !listed(claim)) {
        Some(claim) => Err(format!("{} is of a text that is not listed", claim.id)),
        None => Ok(claims),
    }
}

impl Claim {
    /// `S000`: the text it is of.
    pub fn text(&self) -> String {
        format!("S{}", self.source)
    }
}
