//! What a profile says to do: rules over lifetimes, sizes and stacks.
//!
//! A rule speaks only of what is worth it (1 % of the blocks or bytes) and never
//! without figures. Its threshold is stated and derived at the rule.

use std::fmt::Write as _;

use serde::Serialize;

use crate::model::{LocationId, Metric, Origin, Profile, Values};
use crate::text::{BOLD, DIM, cut, styled, wrapped};
use crate::view::View;

mod facts;
mod rules;

/// Less than this share of the program's blocks or bytes is not worth a word.
const WORTH: f64 = 0.01;
/// A rule names at most this many lines.
const PER_RULE: usize = 3;

/// Which rule speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// A collection grows in four steps or more that one `with_capacity` would
    /// replace. Seen from stacks through a growing function, and from sizes: in
    /// a chain of n doublings the last block is n / (2 − 2^(1−n)) times the
    /// mean one, which is twice or more from four steps on.
    Growth,
    /// Many blocks of one size that live a hundredth of the run or less, and
    /// never more than a hundredth of them at once: one block would do.
    ShortLived,
    /// Boxed values, or a `vec![…]`, of sixteen bytes or fewer: two pointers, and no larger than
    /// what an allocator adds.
    TinyBoxes,
    /// Blocks that were still live at the end, from a hundredth of the peak on.
    StillLive,
    /// A third of the blocks come from one line and a third of the bytes from
    /// another: "what allocates most?" has two answers.
    TwoLeaders,
}

/// What one rule says of one line.
#[derive(Debug, Clone, Serialize)]
pub struct Advice {
    /// Which rule.
    pub rule: Rule,
    /// The function it is about.
    pub function: String,
    /// File and line.
    pub place: Option<String>,
    /// What to do.
    pub action: String,
    /// The figures it rests on.
    pub evidence: String,
    /// The book's chapter on it.
    pub chapter: &'static str,
    /// What the line allocated.
    pub values: Values,
}

/// All that the rules say.
#[derive(Debug, Serialize)]
pub struct Advices {
    /// By rule, then by size.
    pub advices: Vec<Advice>,
    /// How many lines each rule did not name, being the smaller ones.
    pub left: usize,
    /// Why a rule could not speak.
    pub silent: Vec<String>,
}

/// Asks every rule.
pub fn advise(view: &View<'_>) -> Advices {
    let facts = facts::collect(view);
    let profile = view.profile;
    let mut silent = Vec::new();
    let mut all = Vec::new();
    if !profile.measures(Metric::Bytes) {
        silent.push("the profile has only what is live, not what was allocated".to_owned());
    } else if profile.origin == Origin::DhatAdHoc {
        silent.push("an ad hoc profile counts events, not blocks".to_owned());
    } else {
        all.push(rules::two_leaders(view, &facts));
        all.push(rules::tiny_boxes(view, &facts));
        if profile.measures(Metric::Lifetime) {
            all.push(rules::growth(view, &facts));
            all.push(rules::short_lived(view, &facts));
            all.push(rules::still_live(view, &facts));
        } else {
            silent.push(
                "the profile has no lifetimes and no maxima: three rules need them".to_owned(),
            );
        }
    }
    let (mut advices, mut left) = (Vec::new(), 0);
    for mut spoken in all {
        left += spoken.len().saturating_sub(PER_RULE);
        spoken.truncate(PER_RULE);
        advices.extend(spoken);
    }
    advices.sort_by_key(|advice| advice.rule);
    Advices { advices, left, silent }
}

/// The line's name, for an [`Advice`].
fn named(profile: &Profile, at: LocationId) -> (String, Option<String>) {
    (profile.function_name(at).to_owned(), profile.place(at))
}

impl Advices {
    /// As text, cut to the width.
    pub fn render(&self, width: Option<usize>) -> String {
        let mut out = String::new();
        for (at, advice) in self.advices.iter().enumerate() {
            let place = advice.place.as_deref().unwrap_or("no line");
            let head = format!("{}. {}  {place}", at + 1, advice.function);
            let _ = writeln!(out, "{}", styled(BOLD, &cut(&head, width.unwrap_or(usize::MAX))));
            for text in [&advice.evidence, &advice.action] {
                out += &wrapped(text, width.or(Some(100)));
            }
            let _ = writeln!(out, "   {}", styled(DIM, &format!("chapter: {}", advice.chapter)));
        }
        if self.advices.is_empty() {
            let _ = writeln!(out, "no rule has anything to say");
        }
        if self.left > 0 {
            let note = format!("and {} smaller ones; --focus narrows the view", self.left);
            let _ = writeln!(out, "{}", styled(DIM, &note));
        }
        for reason in &self.silent {
            out += &wrapped(&format!("note: {reason}"), width.or(Some(100)));
        }
        out
    }
}
