//! What the exercise sums up: events as a server sends them, line by line.

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number, from zero.
    pub id: u32,
    /// What it is about.
    pub topic: String,
    /// Its lines, without their ends.
    pub lines: Vec<String>,
}

/// Builds `count` events with up to three lines each.
pub fn build_events(count: u32) -> Vec<Event> {
    let line = |id: u32, n: u32| format!("reading {n} of sensor {}", id * 7 % 100);
    (0..count)
        .map(|id| Event {
            id,
            topic: if id.is_multiple_of(2) { "heat".into() } else { "light".into() },
            lines: (0..id % 4).map(|n| line(id, n)).collect(),
        })
        .collect()
}
