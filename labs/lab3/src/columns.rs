//! A table as columns: one list a field, instead of one struct a row.

use std::num::ParseIntError;

/// Rows of a number and a name, as columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    /// The numbers.
    pub ids: Vec<u32>,
    /// The names, one behind the other.
    pub names: String,
    /// Where in `names` each one ends.
    pub ends: Vec<usize>,
}

impl Columns {
    /// The name of a row.
    pub fn name(&self, row: usize) -> &str {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.names[start..self.ends[row]]
    }
}

/// Number and name of a line `<number>,<name>`; without a comma it has no name.
pub fn fields(line: &str) -> Result<(u32, &str), ParseIntError> {
    let (id, name) = line.split_once(',').unwrap_or((line, ""));
    Ok((id.parse()?, name))
}
