//! Yours: the same result for fewer blocks.
//!
//! `tag_index` lists, for every tag, the names of the records that carry it.
//! It is right, and it allocates far more than it needs. Run
//!
//! ```text
//! cargo labs try lab1
//! ```
//!
//! and the message names the lines that allocate. Change this file until the
//! budget holds. The signature may stay as it is.

use crate::pipeline::Record;

/// A line per tag in order of first appearance: the tag, a colon, and the
/// names of its records, each behind a space.
pub fn tag_index(records: &[Record]) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    for record in records {
        for tag in record.tags.clone() {
            let key = tag.to_string();
            match lines.iter_mut().find(|(known, _)| *known == key) {
                Some((_, line)) => line.push_str(&format!(" {}", record.name)),
                None => lines.push((key, format!(" {}", record.name))),
            }
        }
    }
    let mut text = String::new();
    for (tag, line) in lines {
        text += &format!("{tag}:{line}\n");
    }
    text
}
