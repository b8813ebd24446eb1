//! Yours: the same columns, and nothing that grows.
//!
//! `read_columns` reads lines of a number and a name into columns. It is right,
//! and it makes every mistake of the chapter. Run
//!
//! ```text
//! cargo labs try lab3
//! ```
//!
//! and the message names the lines that allocate. Change this file until the
//! budget holds. The signature may stay as it is.

use std::num::ParseIntError;

use crate::columns::{Columns, fields};

/// The columns of a text with a row a line, or the first number that is none.
pub fn read_columns(text: &str) -> Result<Columns, ParseIntError> {
    let rows = text.lines().map(fields).collect::<Result<Vec<_>, _>>()?;
    let mut columns = Columns::default();
    for (id, name) in rows {
        columns.ids.reserve_exact(1);
        columns.ids.push(id);
        columns.names = format!("{}{name}", columns.names);
        columns.ends.push(columns.names.len());
    }
    columns.ends.shrink_to_fit();
    Ok(columns)
}
