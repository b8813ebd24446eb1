//! A trace comes back as it was written, and one that cannot be drawn is
//! refused with its place.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::path::Path;

use ledger::{Build, Counts, FORMAT, Record, Trace, TracePlace, TraceStep, parse_record};

/// Two lanes of two places; value 1 goes from the first to the second.
fn sound() -> Trace {
    let place = |name: &str, open| TracePlace { name: name.into(), note: "n".into(), open };
    let step = |event: &str, cells| TraceStep { lane: 0, event: event.into(), times: 1, cells };
    Trace {
        name: "life".into(),
        lanes: vec!["A".into(), "B".into()],
        places: vec![place("slot", false), place("public", true)],
        steps: vec![
            step("get: made", vec![vec![vec![1], vec![]], vec![vec![], vec![2, 3]]]),
            step("put", vec![vec![vec![], vec![1]], vec![vec![], vec![2, 3]]]),
        ],
    }
}

fn read(trace: Trace) -> Result<Vec<Trace>, String> {
    let build = Build { toolchain: "r".into(), target: "t".into(), profile: "dev".into() };
    let body = Counts { traces: vec![trace], ..Counts::default() };
    let record = Record { format: FORMAT, lab: "lab0".into(), build, body };
    let text = serde_json::to_vec(&record).unwrap();
    let read = parse_record::<Counts>(Path::new("x"), &text).map_err(|e| e.to_string());
    read.map(|record| record.body.traces)
}

#[test]
fn a_trace_comes_back_as_it_was() {
    assert_eq!(read(sound()).unwrap(), [sound()]);
}

#[test]
fn a_ledger_without_traces_does_not_mention_them() {
    let text = serde_json::to_string(&Counts::default()).unwrap();
    assert!(!text.contains("traces"), "{text}");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_its_place() {
    let many = |count: usize| (0..count).map(|i| i.to_string()).collect::<Vec<String>>();
    type Spoil = Box<dyn Fn(&mut Trace)>;
    let spoils: Vec<(Spoil, &str)> = vec![
        (Box::new(|t| t.name = " ".into()), "traces[0]"),
        (Box::new(|t| t.lanes[1] = "B\nC".into()), "traces[0].lanes[1]"),
        (Box::new(|t| t.places[1].note = String::new()), "traces[0].places[1].note"),
        (Box::new(|t| t.steps[1].event = String::new()), "traces[0].steps[1].event"),
        (Box::new(|t| t.lanes.clear()), "traces[0].lanes"),
        (Box::new(move |t| t.lanes = many(Trace::LANES + 1)), "traces[0].lanes"),
        (Box::new(|t| t.lanes[1] = "A".into()), "traces[0].lanes"),
        (Box::new(|t| t.places.clear()), "traces[0].places"),
        (Box::new(|t| t.places[1].name = "slot".into()), "traces[0].places"),
        (Box::new(|t| t.steps.clear()), "traces[0].steps"),
        (Box::new(|t| t.steps = vec![t.steps[0].clone(); Trace::STEPS + 1]), "traces[0].steps"),
        (Box::new(|t| t.steps[1].lane = 2), "traces[0].steps[1].lane"),
        (Box::new(|t| t.steps[1].times = 0), "traces[0].steps[1].times"),
        (Box::new(|t| t.steps[1].cells.truncate(1)), "traces[0].steps[1].cells"),
        (Box::new(|t| t.steps[1].cells[1].truncate(1)), "traces[0].steps[1].cells[1]"),
        (Box::new(|t| t.steps[1].cells[1][0].push(2)), "value 2 lies in two places"),
        (Box::new(|t| t.steps[1].cells[1][1].push(3)), "value 3 lies in two places"),
        (Box::new(|t| t.steps[1].cells[1][1].push(1000)), "at most 999"),
        (Box::new(|t| t.steps[1].cells[1][1].extend(100..164)), "traces[0].steps[1].cells"),
    ];
    for (spoil, part) in spoils {
        let mut trace = sound();
        spoil(&mut trace);
        let message = read(trace).unwrap_err();
        assert!(message.contains(part), "{part} is not in {message}");
    }
}

#[test]
fn the_largest_trace_is_let_pass() {
    let mut trace = sound();
    trace.steps = vec![trace.steps[0].clone(); Trace::STEPS];
    trace.steps[99].cells[0][1] = (100..161).collect();
    assert_eq!(read(trace.clone()).unwrap(), [trace]);
}
