//! Yours: the checksum of a text that nobody needs.
//!
//! `stream_sum` sums up a stream of events. It is right, and it builds every
//! byte of the stream in memory, some of them three times. Run
//!
//! ```text
//! cargo labs try lab4
//! ```
//!
//! and the message names the lines that allocate. Change this file until the
//! budget holds. The signature may stay as it is.

use crate::events::Event;

/// The checksum of the events in this form, one after the other:
///
/// ```text
/// id: 17
/// topic: heat
/// length: 58                      of the data lines, with their ends
/// data: reading 0 of sensor 19
/// data: reading 1 of sensor 19
///                                 an empty line
/// ```
pub fn stream_sum(events: &[Event]) -> u32 {
    let mut text = String::new();
    for event in events {
        let data: Vec<String> = event.lines.iter().map(|line| format!("data: {line}\n")).collect();
        let data = data.concat();
        text += &format!("id: {}\ntopic: {}\n", event.id, event.topic);
        text += &format!("length: {}\n", data.len());
        text += &data;
        text.push('\n');
    }
    crc32fast::hash(text.as_bytes())
}
