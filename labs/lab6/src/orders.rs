//! What the exercise sends: orders, some of which fail first.

/// One order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Its number, from zero.
    pub number: u32,
    /// So many attempts fail before one succeeds.
    pub failures: u32,
    /// It is malformed: no attempt is made.
    pub malformed: bool,
}

/// Bytes of an order as it is sent.
pub const LEN: usize = 64;

/// Builds `count` orders; every fourth fails once, every fifth is malformed.
pub fn build_orders(count: u32) -> Vec<Order> {
    let order =
        |number| Order { number, failures: u32::from(number % 4 == 3), malformed: number % 5 == 4 };
    (0..count).map(order).collect()
}

/// Writes an order behind what is in the buffer; whether it is well formed.
pub fn write(order: &Order, buffer: &mut Vec<u8>) -> bool {
    buffer.resize(buffer.len() + LEN, order.number as u8);
    !order.malformed
}

/// Sends what is in the buffer and returns its sum; the attempt may fail.
pub fn transmit(order: &Order, attempt: u32, buffer: &[u8]) -> Option<u64> {
    (attempt >= order.failures).then(|| buffer.iter().map(|&byte| u64::from(byte)).sum())
}
