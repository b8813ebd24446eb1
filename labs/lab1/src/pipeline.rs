//! A pipeline: build records, then encode them as text.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// One record: `rec-<id>` and two tags.
#[derive(Debug, Clone, PartialEq, Eq)]
// ANCHOR: record
pub struct Record {
    /// Its number, from zero.
    pub id: usize,
    /// `rec-<id>`.
    pub name: String,
    /// Always `a` and `b`.
    pub tags: Vec<&'static str>,
}
// ANCHOR_END: record

/// Builds `n` records.
// ANCHOR: build_records
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

/// Appends one line per record: name, comma, tags, newline.
// ANCHOR: append_records
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

/// Encodes into a String that starts empty and grows.
pub fn encode_fresh(records: &[Record]) -> String {
    let mut text = String::new();
    append_records(&mut text, records);
    text
}

/// Encodes into a String of the right size.
pub fn encode_exact(records: &[Record]) -> String {
    let mut text = String::with_capacity(encoded_len(records));
    append_records(&mut text, records);
    text
}

/// Encodes into a reused buffer and copies the result out of it.
pub fn encode_pooled(records: &[Record]) -> String {
    encode_with(records, str::to_owned)
}

/// Encodes into a reused buffer and lends it to `f`.
// ANCHOR: encode_with
pub fn encode_with<R>(records: &[Record], f: impl FnOnce(&str) -> R) -> R {
    let mut text = pool().pop().unwrap_or_default();
    text.clear();
    append_records(&mut text, records);
    let result = f(&text);
    pool().push(text);
    result
}
// ANCHOR_END: encode_with

/// How long the text will be.
pub fn encoded_len(records: &[Record]) -> usize {
    let line = |record: &Record| {
        record.name.len() + 1 + record.tags.iter().map(|tag| tag.len()).sum::<usize>() + 1
    };
    records.iter().map(line).sum()
}

/// Buffers that wait for their next use. The simplest pool there is.
static POOL: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A pool has no invariant that a panic elsewhere could break.
fn pool() -> MutexGuard<'static, Vec<String>> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}
