//! Yours: a pool that keeps what it lends.
//!
//! `deliver` sends orders, each written into a buffer of a small pool. It is
//! right, and the pool is not one: on one way out a buffer is lost, on another
//! it is given back twice. Run
//!
//! ```text
//! cargo labs try lab6
//! ```
//!
//! and the message names the lines that allocate. Change this file until the
//! budget holds. The signature may stay as it is.

use crate::orders::{LEN, Order, transmit, write};

/// Buffers that wait for their next use.
#[derive(Default)]
struct Shelf(Vec<Vec<u8>>);

impl Shelf {
    fn take(&mut self) -> Vec<u8> {
        self.0.pop().unwrap_or_else(|| Vec::with_capacity(LEN))
    }

    fn put(&mut self, buffer: Vec<u8>) {
        self.0.push(buffer);
    }
}

/// Sends every order that is well formed, again until it arrives; the sums of
/// all that was sent, added up.
pub fn deliver(orders: &[Order]) -> u64 {
    let mut shelf = Shelf::default();
    orders.iter().map(|order| deliver_one(&mut shelf, order)).sum()
}

fn deliver_one(shelf: &mut Shelf, order: &Order) -> u64 {
    for attempt in 0.. {
        let mut buffer = shelf.take();
        buffer.clear();
        if !write(order, &mut buffer) {
            // Nothing to send.
            return 0;
        }
        let sent = transmit(order, attempt, &buffer);
        if sent.is_none() {
            // For the next attempt.
            shelf.put(buffer.clone());
        }
        shelf.put(buffer);
        if let Some(sum) = sent {
            return sum;
        }
    }
    0
}
