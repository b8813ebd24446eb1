//! The rule that the Go text prints: double below 1024, a quarter more from
//! there on, and then round up to a power of two.
//!
//! Read as printed, the last part undoes the one before: from a power of two a
//! quarter more is always rounded up to the next one. So both readings are here.

/// The capacity after `capacity`, without the rounding.
pub fn claimed_step(capacity: u64) -> u64 {
    if capacity < 1024 { (2 * capacity).max(1) } else { capacity + capacity / 4 }
}

/// The capacity after `capacity`, rounded as printed.
pub fn claimed_step_rounded(capacity: u64) -> u64 {
    claimed_step(capacity).next_power_of_two()
}
