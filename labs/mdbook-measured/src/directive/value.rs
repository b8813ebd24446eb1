//! Values that directives name, and how each is shown.

/// A value of a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// Of the Go column's ledger (`go:` before it).
    pub go: bool,
    /// The lab, if named.
    pub lab: Option<String>,
    /// The row or fact.
    pub place: Place,
}

/// Where in a ledger a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A fact's name.
    Fact(String),
    /// A field of a row: `table/row.field`.
    Row {
        /// The table.
        table: String,
        /// The row, or for lines that allocate a function or `total`.
        row: String,
        /// The field.
        field: Field,
    },
    /// A cell of a grid: `grid/row.column`. A column that has a field's name is
    /// read as that.
    Cell {
        /// The grid.
        table: String,
        /// The row.
        row: String,
        /// The column.
        column: String,
    },
}

/// The fields of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Blocks allocated.
    Blocks,
    /// Bytes requested.
    Bytes,
    /// Live blocks at the peak.
    PeakBlocks,
    /// Live bytes at the peak.
    PeakBytes,
    /// Blocks that the result holds.
    HeldBlocks,
    /// Bytes that the result holds.
    HeldBytes,
    /// criterion's time.
    Time,
}

/// How a number is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// With its unit.
    Full,
    /// Digits only.
    Bare,
    /// As a share of another value, in per cent.
    Of(Value),
    /// As a multiple of another value.
    Over(Value),
    /// The sum of a list, with its unit.
    Sum,
    /// How many values a list has.
    Count,
}
