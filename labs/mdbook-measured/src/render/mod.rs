//! HTML for directives. Every text that comes from a ledger or from the claims
//! goes through [`escaped`]; a block of HTML has no empty line, since Markdown
//! would end it there.

use std::fmt::Write as _;

mod amount;
mod audit;
mod calibration;
mod card;
mod chart;
mod columns;
mod grid;
mod lines;
mod number;
mod predict;
mod provenance;
mod table;
mod trace;
mod variants;
mod verdict;

pub(crate) use audit::{audit, claim, claims};
pub(crate) use calibration::calibration;
pub(crate) use card::card;
pub(crate) use chart::chart;
pub(crate) use number::{IS_NOT_THERE, SEE_ITS_OWN, lab_of, number};
pub(crate) use predict::predict;
pub(crate) use table::{Wanted, table, table_id};
pub(crate) use trace::trace;
pub(crate) use verdict::{Judged, verdict};

/// The mark of what was measured with other sources than there are now.
pub(crate) const STALE: &str =
    " <strong class=\"stale\">measured with an older version of this lab</strong>";

/// Text that is text in HTML and in Markdown alike: whatever could be markup
/// in either is written as a character reference. An opening brace stands in
/// an element of its own, so that no two of them ever look like a directive,
/// neither to the preprocessor after us nor to the check of the pages.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = attribute(text);
    if out.contains("&#123;") {
        out = out.replace("&#123;", "<span>&#123;</span>");
    }
    out
}

/// The same for an attribute's value, where no element can stand.
pub(crate) fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // PERF: most text is plain, and is copied in runs; character by character
    // a table of 10,000 rows took half as long again.
    while let Some(at) = rest.find(|c| !is_plain(c)) {
        let (plain, from) = rest.split_at(at);
        out.push_str(plain);
        let mut chars = from.chars();
        if let Some(c) = chars.next() {
            let _ = write!(out, "&#{};", u32::from(c));
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out
}

/// A character that is text everywhere.
fn is_plain(c: char) -> bool {
    match c {
        'a'..='z'
        | 'A'..='Z'
        | '0'..='9'
        | ' '
        | ','
        | '.'
        | ';'
        | ':'
        | '('
        | ')'
        | '/'
        | '%'
        | '?' => true,
        c => !c.is_ascii() && !c.is_control(),
    }
}

/// The beginning of a figure, with these `attributes` besides its class, and of
/// a table in it that scrolls in a box of its own; the
/// title stands above the box, so that it does not scroll away. To be closed
/// with `</table>`, `</div>` and `</figure>`.
fn scrolling_table(class: &str, attributes: &str, title: &str) -> String {
    table_with_tabs(class, attributes, title, "")
}

/// The same with tabs, or what keeps their place, above the box.
fn table_with_tabs(class: &str, attributes: &str, title: &str, tabs: &str) -> String {
    let (title, label) = (escaped(title), attribute(title));
    format!(
        "<figure class=\"{class}\"{attributes}>\n<p class=\"table-title\">{title}</p>\n{tabs}\
         <div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">\n<table aria-label=\"{label}\">\n"
    )
}

/// `table-lab1-pipeline`: letters, digits and dashes.
pub(crate) fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        let text =
            "<script>alert('x')</script> *a* _b_ `c` [d](e) {{#include /etc/passwd}} & -- \n\n# x";
        let out = escaped(text);
        assert!(!attribute(text).contains('<'));
        let out = out.replace("<span>&#123;</span>", "");
        for c in ['<', '>', '*', '_', '`', '[', '{', '\n', '"', '\'', '-'] {
            assert!(!out.contains(c), "{c:?} in {out}");
        }
        assert!(out.starts_with("&#60;script&#62;alert(&#39;x&#39;)"), "{out}");
        // And it comes back as it was.
        let mut html = String::new();
        pulldown_cmark::html::push_html(
            &mut html,
            pulldown_cmark::Parser::new(&escaped("<b>*x*</b>")),
        );
        assert_eq!(html, "<p>&lt;b&gt;*x*&lt;/b&gt;</p>\n");
    }

    #[test]
    fn a_slug_is_an_id() {
        assert_eq!(slug("table lab1/pipeline <x>"), "table-lab1-pipeline-x");
    }
}
