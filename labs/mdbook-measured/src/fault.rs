//! What is wrong with the book, and where.

use std::fmt;

/// One fault of a run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Chapter file below `src`, page of the finished book, or ledger.
    pub file: String,
    /// Line from one; zero where the fault has none.
    pub line: usize,
    /// The directive, link or figure it is about; empty where there is none.
    pub about: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if !self.about.is_empty() {
            write!(f, ": {}", self.about)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// `; did you mean x?` with the nearest of `valid`, or the list of them where
/// none is near.
pub(crate) fn nearest<'a>(name: &str, valid: impl Iterator<Item = &'a str>) -> String {
    let valid: Vec<&str> = valid.collect();
    match (near(name, valid.iter().copied()), valid.len()) {
        (Some(near), _) => near,
        (None, 0) => "; there is none at all".into(),
        (None, 1) => format!("; there is {}", listed(&valid)),
        (None, _) => format!("; there are {}", listed(&valid)),
    }
}

/// `; did you mean x?` with the nearest of `valid`, if it is near.
pub(crate) fn near<'a>(name: &str, valid: impl Iterator<Item = &'a str>) -> Option<String> {
    let (distance, nearest) = valid.map(|v| (strsim::damerau_levenshtein(v, name), v)).min()?;
    (distance <= (name.chars().count() / 2).max(2)).then(|| format!("; did you mean `{nearest}`?"))
}

fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(12).map(|name| format!("`{name}`")).collect();
    format!("{}{}", shown.join(", "), if names.len() > 12 { ", …" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered_and_else_the_list() {
        let names = || ["encode_fresh", "encode_exact"].into_iter();
        assert_eq!(nearest("encode_frehs", names()), "; did you mean `encode_fresh`?");
        assert_eq!(nearest("zzzz", names()), "; there are `encode_fresh`, `encode_exact`");
        assert_eq!(nearest("x", std::iter::empty()), "; there is none at all");
    }
}
