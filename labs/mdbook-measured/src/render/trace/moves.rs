//! What changed between two steps.

use std::collections::BTreeMap;

use ledger::{Trace, TraceStep};

/// A lane and a place in it.
pub(super) type Spot = (usize, usize);

/// Values that went the same way in one step.
pub(super) struct Move {
    pub(super) values: Vec<u32>,
    /// `None`: it was not there before.
    pub(super) from: Option<Spot>,
    /// `None`: it is gone.
    pub(super) to: Option<Spot>,
}

/// Where each value lies.
fn spots(step: &TraceStep) -> BTreeMap<u32, Spot> {
    let mut spots = BTreeMap::new();
    for (lane, places) in step.cells.iter().enumerate() {
        for (place, cell) in places.iter().enumerate() {
            spots.extend(cell.iter().map(|&value| (value, (lane, place))));
        }
    }
    spots
}

/// What moved, by where from and where to.
pub(super) fn moves(before: Option<&TraceStep>, after: &TraceStep) -> Vec<Move> {
    let (before, after) = (before.map(spots).unwrap_or_default(), spots(after));
    let mut found: BTreeMap<(Option<Spot>, Option<Spot>), Vec<u32>> = BTreeMap::new();
    let new = after.keys().filter(|value| !before.contains_key(value));
    for value in before.keys().chain(new) {
        let (from, to) = (before.get(value).copied(), after.get(value).copied());
        if from != to {
            found.entry((from, to)).or_default().push(*value);
        }
    }
    found.into_iter().map(|((from, to), values)| Move { values, from, to }).collect()
}

impl Move {
    /// `2 to 9: A private → A public`.
    pub(super) fn words(&self, trace: &Trace) -> String {
        let name = |spot: Option<Spot>, none: &str| match spot {
            Some((lane, place)) => format!("{} {}", trace.lanes[lane], trace.places[place].name),
            None => none.to_owned(),
        };
        format!("{}: {} → {}", ranges(&self.values), name(self.from, "new"), name(self.to, "gone"))
    }
}

/// `2 to 9, 18`: runs that rise or fall by one, of three or more.
pub(super) fn ranges(values: &[u32]) -> String {
    let mut parts = Vec::new();
    let mut rest = values;
    while let [first, ..] = rest {
        let run = |step: i64| {
            let pairs = rest.windows(2);
            1 + pairs.take_while(|p| i64::from(p[1]) - i64::from(p[0]) == step).count()
        };
        let length = run(1).max(run(-1));
        let length = if length < 3 { 1 } else { length };
        parts.push(match length {
            1 => first.to_string(),
            length => format!("{first} to {}", rest[length - 1]),
        });
        rest = &rest[length..];
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_three_are_a_range() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[7]), "7");
        assert_eq!(ranges(&[1, 2]), "1, 2");
        assert_eq!(ranges(&[2, 3, 4, 18, 17, 16, 9, 8]), "2 to 4, 18 to 16, 9, 8");
    }

    #[test]
    fn what_comes_goes_and_stays_is_told_apart() {
        let step = |cells: [&[u32]; 2]| TraceStep {
            lane: 0,
            event: "x".into(),
            times: 1,
            cells: vec![cells.map(<[u32]>::to_vec).to_vec()],
        };
        let (first, second) = (step([&[1, 2, 3], &[4]]), step([&[5, 3], &[2]]));
        let moves = moves(Some(&first), &second);
        let moves: Vec<_> = moves.iter().map(|m| (m.values.as_slice(), m.from, m.to)).collect();
        let (left, right) = (Some((0, 0)), Some((0, 1)));
        assert_eq!(
            moves,
            [
                (&[5][..], None, left),
                (&[1][..], left, None),
                (&[2][..], left, right),
                (&[4][..], right, None),
            ]
        );
    }
}
