//! A pipeline: build records, then encode them as text.

use std::sync::{Mutex, PoisonError};

/// One record: `rec-<id>` and two tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its number, from zero.
    pub id: usize,
    /// `rec-<id>`.
    pub name: String,
    /// Always `a` and `b`.
    pub tags: Vec<&'static str>,
}

// ANCHOR: build_records
/// Builds `n` records.
pub fn build_records(n: usize) -> Vec<Record> {
    let mut records = Vec::with_capacity(n);
    for id in 0..n {
        let name = format!("rec-{id}");
        let tags = vec!["a", "b"];
        records.push(Record { id, name, tags });
    }
    records
}
// ANCHOR_END: build_records

// ANCHOR: append_records
/// Appends one line per record: name, comma, tags, newline.
fn append_records(text: &mut String, records: &[Record]) {
    for record in records {
        text.push_str(&record.name);
        text.push(',');
        for tag in &record.tags {
            text.push_str(tag);
        }
        text.push('\n');
    }
}
// ANCHOR_END: append_records

// ANCHOR: encode_fresh
/// Encodes into a String that starts empty and grows.
pub fn encode_fresh(records: &[Record]) -> String {
    let mut text = String::new();
    append_records(&mut text, records);
    text
}
// ANCHOR_END: encode_fresh

// ANCHOR: encode_exact
/// Encodes into a String of the right size.
pub fn encode_exact(records: &[Record]) -> String {
    let mut text = String::with_capacity(encoded_len(records));
    append_records(&mut text, records);
    text
}

/// How long the text will be.
pub fn encoded_len(records: &[Record]) -> usize {
    let line = |record: &Record| {
        record.name.len() + 1 + record.tags.iter().map(|tag| tag.len()).sum::<usize>() + 1
    };
    records.iter().map(line).sum()
}
// ANCHOR_END: encode_exact

// ANCHOR: encode_pooled
/// Buffers that wait for their next use. The simplest pool there is.
static POOL: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Encodes into a reused buffer and copies the result out of it.
pub fn encode_pooled(records: &[Record]) -> String {
    encode_with(records, str::to_owned)
}
// ANCHOR_END: encode_pooled

// ANCHOR: encode_with
/// Encodes into a reused buffer and lends it to `f`.
pub fn encode_with<R>(records: &[Record], f: impl FnOnce(&str) -> R) -> R {
    let mut text = lock_pool().pop().unwrap_or_default();
    text.clear();
    append_records(&mut text, records);
    let result = f(&text);
    lock_pool().push(text);
    result
}

/// A pool has no invariant that a panic elsewhere could break.
fn lock_pool() -> std::sync::MutexGuard<'static, Vec<String>> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}
// ANCHOR_END: encode_with
