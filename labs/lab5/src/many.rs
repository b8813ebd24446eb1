//! Many bytes at once: one by one, in one go, or into a new vector.

// ANCHOR: paste
/// Copies the text, then inserts byte by byte.
pub fn paste_one_by_one(text: &[u8], at: usize, added: &[u8]) -> Vec<u8> {
    let mut result = text.to_vec();
    for (i, &byte) in added.iter().enumerate() {
        result.insert(at + i, byte);
    }
    result
}

/// Copies the text, then inserts in one go.
pub fn paste_splice(text: &[u8], at: usize, added: &[u8]) -> Vec<u8> {
    let mut result = text.to_vec();
    result.splice(at..at, added.iter().copied());
    result
}

/// Builds the result from its three parts.
pub fn paste_anew(text: &[u8], at: usize, added: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len() + added.len());
    result.extend_from_slice(&text[..at]);
    result.extend_from_slice(added);
    result.extend_from_slice(&text[at..]);
    result
}
// ANCHOR_END: paste

// ANCHOR: scatter
/// Inserts `byte` at each of these places of the text as it was, in ascending
/// order. From the back, so that no insert shifts the places of the others.
pub fn scatter_one_by_one(text: &[u8], places: &[usize], byte: u8) -> Vec<u8> {
    let mut result = text.to_vec();
    for &at in places.iter().rev() {
        result.insert(at, byte);
    }
    result
}

/// The same in one pass over the text.
pub fn scatter_anew(text: &[u8], places: &[usize], byte: u8) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len() + places.len());
    let mut copied = 0;
    for &at in places {
        result.extend_from_slice(&text[copied..at]);
        result.push(byte);
        copied = at;
    }
    result.extend_from_slice(&text[copied..]);
    result
}
// ANCHOR_END: scatter
