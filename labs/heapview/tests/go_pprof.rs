//! What `go tool pprof` reads out of our exports, and out of a Go program's own
//! profile: the same totals in the same order. Skipped where Go is not installed.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use std::path::Path;
use std::process::Command;

use heapview::{By, Filter, Format, Metric, Profile, View, export};
use made::{committed, path, rows};

/// Names, flat and cumulative values of `-top`, and the total.
type Top = (Vec<(String, u64, u64)>, u64);

/// `None` where Go is not installed.
fn pprof_top(file: &Path, index: &str) -> Option<Top> {
    let index = format!("-sample_index={index}");
    let arguments =
        ["tool", "pprof", "-top", "-unit=B", "-nodecount=9999", "-nodefraction=0", &index];
    let output = match Command::new("go").args(arguments).arg(file).output() {
        Ok(output) => output,
        Err(_) => {
            println!("skipped: go is not installed");
            return None;
        }
    };
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let total = text.lines().find_map(|line| line.strip_suffix(" total")).unwrap();
    let total = number(total.rsplit(' ').next().unwrap());
    let table = text.lines().skip_while(|line| !line.trim_start().starts_with("flat ")).skip(1);
    let row = |line: &str| {
        let mut cells = line.split_whitespace();
        let flat = number(cells.next().unwrap());
        let cum = number(cells.nth(2).unwrap());
        let name = cells.skip(1).collect::<Vec<_>>().join(" ");
        (name.trim_end_matches(" (inline)").to_owned(), flat, cum)
    };
    Some((table.map(row).collect(), total))
}

fn number(text: &str) -> u64 {
    text.trim_end_matches('B').parse().unwrap()
}

fn ours(profile: &Profile, filter: &Filter, metric: Metric) -> Top {
    let order = rows(profile, filter, By::Function, metric);
    let rows = order.rows.into_iter().map(|row| (row.function, row.flat, row.cum));
    (rows.collect(), order.total)
}

/// pprof breaks ties by its own rules, so those rows are sorted by name.
fn same(mut ours: Top, mut theirs: Top, what: &str) {
    assert_eq!(ours.1, theirs.1, "{what}: total");
    let values = |top: &Top| top.0.iter().map(|row| row.1).collect::<Vec<_>>();
    assert_eq!(values(&ours), values(&theirs), "{what}: order");
    ours.0.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.cmp(b)));
    theirs.0.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.cmp(b)));
    assert_eq!(ours.0, theirs.0, "{what}");
}

const INDICES: [(&str, Metric); 4] = [
    ("alloc_space", Metric::Bytes),
    ("alloc_objects", Metric::Blocks),
    ("inuse_space", Metric::Live),
    ("inuse_objects", Metric::LiveBlocks),
];

#[test]
fn our_exports_have_the_same_totals_and_order() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "two-symbol-styles.json",
        "untrimmed.json",
        "pipeline.json",
        "valgrind.json",
        "semicolon-in-a-symbol.json",
    ] {
        for all_frames in [false, true] {
            let (profile, filter) = (committed(name), Filter { all_frames, ..Filter::default() });
            let file = folder.path().join(name);
            let mut out = Vec::new();
            export(&View::new(&profile, &filter), Format::Pprof, Metric::Bytes, &mut out).unwrap();
            std::fs::write(&file, out).unwrap();
            for (index, metric) in INDICES.into_iter().filter(|&(_, m)| profile.total.get(m) > 0) {
                let Some(theirs) = pprof_top(&file, index) else { return };
                same(ours(&profile, &filter, metric), theirs, &format!("{name}, {index}"));
            }
        }
    }
}

#[test]
fn a_go_programs_profile_reads_like_in_pprof() {
    let (profile, file) = (committed("go-heap.pb.gz"), path("go-heap.pb.gz"));
    let filter = Filter { all_frames: true, ..Filter::default() };
    for (index, metric) in INDICES {
        let Some(theirs) = pprof_top(&file, index) else { return };
        same(ours(&profile, &filter, metric), theirs, index);
    }
}

/// pprof's own reading, recorded: `go tool pprof -top -unit=B
/// -sample_index=alloc_space`. So that a machine without Go checks something too.
#[test]
fn a_go_programs_profile_has_the_values_that_pprof_printed() {
    let (rows, total) = ours(&committed("go-heap.pb.gz"), &Filter::default(), Metric::Bytes);
    assert_eq!(total, 634_872);
    let expected = [
        ("main.grow", 357_568, 357_568),
        ("main.(*shape[go.shape.float64]).fill", 128_240, 128_240),
        ("strings.(*Builder).WriteString", 113_408, 113_408),
        ("main.keep", 33_528, 33_528),
    ];
    assert_eq!(rows[..4], expected.map(|(name, flat, cum)| (name.to_owned(), flat, cum)));
}
