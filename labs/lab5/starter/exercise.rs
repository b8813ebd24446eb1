//! Yours: the same result for fewer blocks.
//!
//! `apply` makes a number of edits to a text. It is right, and it copies the
//! whole text for every one of them. Run
//!
//! ```text
//! cargo labs try lab5
//! ```
//!
//! and the message names the lines that allocate. Change this file until the
//! budget holds. The signature may stay as it is.

use crate::edit::Edit;

/// The original with all edits made. They come in any order; where several have
/// the same place, the first of them stands first.
pub fn apply(original: &[u8], edits: &[Edit<'_>]) -> Vec<u8> {
    let mut ordered = edits.to_vec();
    ordered.sort_by_key(|edit| edit.at);
    let mut text = original.to_vec();
    let mut shift = 0;
    for edit in ordered {
        let (before, behind) = text.split_at(edit.at + shift);
        text = [before, edit.text, behind].concat();
        shift += edit.text.len();
    }
    text
}
