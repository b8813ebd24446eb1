//! Objects without pointers below sixteen bytes share blocks.

/// A shared block.
pub const TINY_BLOCK: u64 = 16;

/// The block that is open, and how far it is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tiny {
    used: Option<u64>,
}

impl Tiny {
    /// Places an object; whether a new block was needed. Only then are bytes
    /// charged, and only then does a heap profile see the object.
    pub fn place(&mut self, bytes: u64) -> bool {
        let align = match bytes {
            _ if bytes.is_multiple_of(8) => 8,
            _ if bytes.is_multiple_of(4) => 4,
            _ if bytes.is_multiple_of(2) => 2,
            _ => 1,
        };
        if let Some(used) = self.used {
            let end = used.next_multiple_of(align) + bytes;
            if end <= TINY_BLOCK {
                self.used = Some(end);
                return false;
            }
        }
        // The block with more room left is the open one from here on.
        if self.used.is_none_or(|used| bytes < used) {
            self.used = Some(bytes);
        }
        true
    }
}
