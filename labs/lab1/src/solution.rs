//! One way to solve the exercise: borrow the tags, size the text before it is
//! written, and write it once.

use crate::pipeline::Record;

/// See [`exercise::tag_index`](crate::exercise::tag_index).
pub fn tag_index(records: &[Record]) -> String {
    let mut tags: Vec<(&str, usize)> = Vec::new();
    for record in records {
        for &tag in &record.tags {
            let len = 1 + record.name.len();
            match tags.iter_mut().find(|(known, _)| *known == tag) {
                Some((_, sum)) => *sum += len,
                None => tags.push((tag, len)),
            }
        }
    }
    let mut text =
        String::with_capacity(tags.iter().map(|(tag, sum)| tag.len() + 1 + sum + 1).sum());
    for (tag, _) in tags {
        text.push_str(tag);
        text.push(':');
        for record in records.iter().filter(|record| record.tags.contains(&tag)) {
            text.push(' ');
            text.push_str(&record.name);
        }
        text.push('\n');
    }
    text
}
