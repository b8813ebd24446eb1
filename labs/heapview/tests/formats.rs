//! What else is in the files: other writers, other order, broken ones.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use heapview::{By, Filter, Metric, Origin, View};
use made::{Made, committed, fault, flat, lines, plain, profile, read, text};
use serde_json::{Value, json};

#[test]
fn a_semicolon_in_a_symbol_splits_no_frame() {
    let real = committed("semicolon-in-a-symbol.json");
    let mut out = Vec::new();
    let view = View::new(&real, &Filter::default());
    heapview::export(&view, heapview::Format::Folded, Metric::Bytes, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "main (a/b.rs);<[u8, 4] as foo::Bar>::f 10\n");
}

#[test]
fn valgrinds_own_file() {
    let real = committed("valgrind.json");
    assert_eq!((real.origin, real.time_unit.as_str()), (Origin::Valgrind, "instrs"));
    assert_eq!(flat(&real), plain(&[("g (c.c)", 1045), ("main (c.c)", 72)]));
    assert_eq!(lines(&real), plain(&[("c.c:3", 1045), ("c.c:4", 72)]));
    assert_eq!(real.total.live, 520);
}

/// What Valgrind's own viewer sums of the same files: its `dh_view.js`, run under
/// Node, `gRoot` after `buildTree()`.
#[test]
fn the_sums_are_those_of_valgrinds_viewer() {
    for (name, bytes, blocks, lifetimes, peak, live) in [
        ("pipeline.json", 128_760, 2_013, 8_437_761, (112_384, 2_002), (0, 0)),
        ("two-symbol-styles.json", 1_190_577, 3_677, 8_055_373, (484_290, 840), (450_410, 774)),
        ("untrimmed.json", 1_190_577, 3_677, 12_262_541, (484_290, 840), (450_410, 774)),
        ("valgrind.json", 1_117, 12, 35_467, (629, 6), (520, 5)),
        ("ad-hoc.json", 1_045, 11, 0, (0, 0), (0, 0)),
    ] {
        let total = committed(name).total;
        assert_eq!(
            (total.bytes, total.blocks, total.lifetime),
            (bytes, blocks, lifetimes),
            "{name}"
        );
        assert_eq!((total.peak, total.peak_blocks), peak, "{name}");
        assert_eq!((total.live, total.live_blocks), live, "{name}");
    }
}

/// heapscope writes the format with another mode and a key of its own.
#[test]
fn unknown_keys_and_modes_are_no_fault() {
    let mut file: Value =
        serde_json::from_slice(&text(&[Made::new(10, 1, &["app::f (app/src/a.rs:1:1)"])])).unwrap();
    file["heapscope"] = json!({"version": [1, {"deep": null}]});
    file["pps"][0]["sz"] = json!([1, 2]);
    file["tu"] = json!("events");
    file["mode"] = json!("else");
    assert_eq!(read(serde_json::to_vec(&file).unwrap()).total.bytes, 10);
}

#[test]
fn keys_come_in_any_order_and_gzip_and_a_mark_are_seen_by_content() {
    let file = r#"{"ftbl": ["[root]", "0x1: app::f (a.rs:1:2)"],
        "pps": [{"fs": [1], "tbk": 1, "tb": 10}, {"fs": [], "tbk": 1, "tb": 5}]}"#;
    let found = flat(&read(file.into()));
    assert_eq!(found, plain(&[("app::f", 10), ("[root]", 5)]));
    let marked = [b"\xef\xbb\xbf \n", file.as_bytes()].concat();
    assert_eq!(flat(&read(marked)), found);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, file.as_bytes()).unwrap();
    assert_eq!(flat(&read(packed.finish().unwrap())), found);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let with =
        |sites: &str| format!(r#"{{"dhatFileVersion": 2, "pps": [{sites}], "ftbl": ["[root]"]}}"#);
    for (text, expected) in [
        ("{}".to_owned(), "no `pps` in it"),
        (r#"{"pps": []}"#.to_owned(), "no `ftbl` in it"),
        (r#"{"dhatFileVersion": 3, "pps": [], "ftbl": []}"#.to_owned(), "version 3"),
        (
            with(r#"{"tb": 1, "tbk": 1, "fs": [0]}, {"tb": 1, "tbk": 1, "fs": [0, 7]}"#),
            "site 1 names frame 7",
        ),
        (with(r#"{"tbk": 1, "fs": [0]}"#), "missing field `tb` at line 1"),
        (with(r#"{"tb": 1, "tbk": 1}"#), "missing field `fs`"),
        (with(r#"{"tb": -1, "tbk": 1, "fs": [0]}"#), "invalid value: integer `-1`"),
        (with(r#"{"tb": 1.5, "tbk": 1, "fs": [0]}"#), "invalid type: floating point"),
        (
            with(&format!(
                r#"{{"tb": {0}, "tbk": 1, "fs": [0]}}, {{"tb": {0}, "tbk": 1, "fs": [0]}}"#,
                u64::MAX
            )),
            "sum of the bytes is above 2^64",
        ),
        (r#"{"pps": [], "pps": [], "ftbl": []}"#.to_owned(), "duplicate field `pps`"),
        (with("") + "x", "trailing characters at line 1"),
        ("{\"pps\": [1]}".to_owned(), "expected a site at line 1 column 10"),
        ("[1]".to_owned(), "neither a dhat profile"),
        ("\u{7f}ELF".to_owned(), "it begins with \"\\x7fELF\""),
    ] {
        let found = fault(text.clone());
        assert!(found.contains(expected), "{text}\n  gave: {found}\n  not:  {expected}");
    }
}

#[test]
fn a_gzip_bomb_is_refused_and_a_broken_stream_named() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut packed, &vec![b' '; (1 << 20) + 1]).unwrap();
    let bomb = packed.finish().unwrap();
    assert!(bomb.len() < 2_000);
    assert!(fault(bomb.clone()).contains("more than 1048576 bytes; raise the limit"));
    assert!(fault(&bomb[..bomb.len() / 2]).contains("the gzip stream is broken"));
    // One byte below the limit is no bomb, just no profile.
    let blank = heapview::read_profile(bomb, (1 << 20) + 1).unwrap_err().to_string();
    assert!(blank.contains("the file is empty"), "{blank}");
}

/// A service with deep stacks: read, walked and printed without recursion.
#[test]
fn a_stack_of_many_thousand_frames_overflows_nothing() {
    let frames: Vec<String> =
        (0..50_000).map(|at| format!("app::f{at} (app/src/a.rs:{at}:1)")).collect();
    let deep = Made { stack: frames, ..Made::new(1, 1, &[]) };
    let deep = profile(&[deep]);
    let view = View::new(&deep, &Filter::default());
    let options = heapview::TreeOptions {
        metric: Metric::Bytes,
        depth: usize::MAX,
        min_share: 0.0,
        by: By::Line,
    };
    let tree = heapview::tree(&view, &options);
    assert_eq!((tree.nodes.len(), tree.nodes[49_999].cum), (50_000, 1));
    let mut out = Vec::new();
    heapview::export(&view, heapview::Format::Folded, Metric::Bytes, &mut out).unwrap();
    assert_eq!(out.iter().filter(|&&byte| byte == b';').count(), 49_999);
}
