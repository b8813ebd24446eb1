//! One way to solve the exercise: read the text twice. The first time it is
//! only counted, so that everything has room when it is read.

use std::num::ParseIntError;

use crate::columns::{Columns, fields};

/// See [`exercise::read_columns`](crate::exercise::read_columns).
pub fn read_columns(text: &str) -> Result<Columns, ParseIntError> {
    let (mut rows, mut bytes) = (0, 0);
    for line in text.lines() {
        rows += 1;
        bytes += line.split_once(',').map_or(0, |(_, name)| name.len());
    }
    let mut columns = Columns {
        ids: Vec::with_capacity(rows),
        names: String::with_capacity(bytes),
        ends: Vec::with_capacity(rows),
    };
    for line in text.lines() {
        let (id, name) = fields(line)?;
        columns.ids.push(id);
        columns.names.push_str(name);
        columns.ends.push(columns.names.len());
    }
    Ok(columns)
}
