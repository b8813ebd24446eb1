//! What is wrong with a result.

/// Where two results part, with what stands around that place.
pub(super) fn difference(expected: &str, got: &str) -> String {
    let pairs = expected.chars().zip(got.chars());
    let same = pairs.take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let from = same.saturating_sub(30);
        let piece: String = text.chars().skip(from).take(80).collect();
        let (before, after) = (from > 0, text.chars().count() > from + 80);
        format!("{}{piece}{}", if before { "…" } else { "" }, if after { "…" } else { "" })
    };
    format!(
        "the result is wrong from character {same} on ({} are expected, {} came)\n  expected {}\n  got      {}",
        expected.chars().count(),
        got.chars().count(),
        around(expected),
        around(got)
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_late_difference_is_shown_where_it_is() {
        let long = "x".repeat(500);
        let text = super::difference(&format!("{long}abc!"), &format!("{long}abc"));
        assert!(text.contains("from character 503 on (504 are expected, 503 came)"), "{text}");
        assert!(text.contains("xxxabc!") && text.ends_with("xxxabc"), "{text}");
    }
}
