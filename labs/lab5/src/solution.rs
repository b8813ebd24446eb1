//! One way to solve the exercise: order the edits without moving them, size the
//! text before it is written, and write it once.

use crate::edit::Edit;

/// See [`exercise::apply`](crate::exercise::apply).
pub fn apply(original: &[u8], edits: &[Edit<'_>]) -> Vec<u8> {
    let mut order: Vec<usize> = (0..edits.len()).collect();
    // A stable sort takes a block to work in. This one takes none, and the
    // number decides where the place does not.
    order.sort_unstable_by_key(|&number| (edits[number].at, number));
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut text = Vec::with_capacity(original.len() + added);
    let mut copied = 0;
    for edit in order.into_iter().map(|number| edits[number]) {
        text.extend_from_slice(&original[copied..edit.at]);
        text.extend_from_slice(edit.text);
        copied = edit.at;
    }
    text.extend_from_slice(&original[copied..]);
    text
}
