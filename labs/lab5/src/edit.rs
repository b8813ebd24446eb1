//! What the exercise inserts.

/// Something to insert.
#[derive(Debug, Clone, Copy)]
pub struct Edit<'a> {
    /// Where, in the text as it was before any edit.
    pub at: usize,
    /// What.
    pub text: &'a [u8],
}
