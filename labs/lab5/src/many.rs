//! Many bytes at once: one by one, in one go, or into a new vector.

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
    splice_into(&mut result, at, added);
    result
}

/// Inserts all bytes at `at`. The iterator knows how many it has, so `splice`
/// makes room for them in one step.
pub fn splice_into(text: &mut Vec<u8>, at: usize, added: &[u8]) {
    text.splice(at..at, added.iter().copied());
}

/// Builds the result from its three parts.
pub fn paste_anew(text: &[u8], at: usize, added: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len() + added.len());
    result.extend_from_slice(&text[..at]);
    result.extend_from_slice(added);
    result.extend_from_slice(&text[at..]);
    result
}

/// Inserts `byte` at each of these places of the text as it was, in ascending
/// order. From the back, so that no insert shifts the places of the others.
pub fn scatter_one_by_one(text: &[u8], places: &[usize], byte: u8) -> Vec<u8> {
    let mut result = text.to_vec();
    for &at in places.iter().rev() {
        result.insert(at, byte);
    }
    result
}

/// Copies the text, then makes room everywhere in one go.
pub fn scatter_merge(text: &[u8], places: &[usize], byte: u8) -> Vec<u8> {
    let mut result = text.to_vec();
    merge_into(&mut result, places, byte);
    result
}

/// Makes the text longer by what is missing, then goes through it from the back:
/// each piece between two places moves once, to where it will stay.
pub fn merge_into(text: &mut Vec<u8>, places: &[usize], byte: u8) {
    let mut end = text.len();
    text.resize(end + places.len(), byte);
    for (earlier, &at) in places.iter().enumerate().rev() {
        text.copy_within(at..end, at + earlier + 1);
        text[at + earlier] = byte;
        end = at;
    }
}

/// The same result in one pass over the text.
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
