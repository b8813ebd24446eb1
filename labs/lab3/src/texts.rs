//! Ways to put a text together, side by side. All make the same text.

use std::fmt::Write as _;

/// What the text is made of, over and over.
pub const PIECE: &str = "word ";

/// Appended to a text that starts empty.
pub fn text_by_push_str(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text.push_str(piece);
    }
    text
}

/// The same in fewer signs: `+` takes the text on its left and appends to it.
pub fn text_by_plus(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text = text + piece;
    }
    text
}

/// The same through the formatting machine, into the text that is there.
pub fn text_by_write(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        // Writing to a String cannot fail.
        let _ = write!(text, "{piece}");
    }
    text
}

// ANCHOR: text_by_format
/// A new text of everything so far, for every piece.
pub fn text_by_format(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text = format!("{text}{piece}");
    }
    text
}
// ANCHOR_END: text_by_format

/// Character by character: a text of so many bytes has at least a quarter as
/// many characters, and that is what `collect` makes room for.
pub fn text_by_collect(text: &str) -> String {
    text.chars().collect()
}

/// Added up first, then written.
pub fn text_by_concat(pieces: &[&str]) -> String {
    pieces.concat()
}
