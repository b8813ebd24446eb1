//! Twelve quirks of the profiles that dhat 0.3.3 writes on rustc 1.95, each seen
//! in a real one.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use heapview::{By, Filter, Metric, Origin, Sources, View, list};
use made::{Made, committed, fault, flat, lines, plain, profile, read, rows, text, text_at};
use regex::Regex;
use serde_json::Value;

const ALLOCATE: &str =
    "<alloc::alloc::Global as core::alloc::Allocator>::allocate (alloc/src/alloc.rs:429:14)";

/// Quirk 1: paths are cut to three parts, so a deep module has lost its crate.
#[test]
fn a_cut_path_is_found_by_its_ending_and_the_functions_crate() {
    let folder = tempfile::tempdir().unwrap();
    for krate in ["one", "two-b"] {
        let source = folder.path().join(krate).join("src/a");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("b.rs"), format!("fn f() {{\n    {krate}\n}}\n")).unwrap();
    }
    let profile = profile(&[Made::new(10, 1, &[ALLOCATE, "two_b::a::b::f (src/a/b.rs:2:5)"])]);
    let view = View::new(&profile, &Filter::default());
    let mut sources = Sources::new(&[folder.path().to_owned()], None);
    let listing = list(&view, &Regex::new("f$").unwrap(), &mut sources);
    let line = listing.functions[0].lines.iter().find(|line| line.line == 2).unwrap();
    assert_eq!(line.text.as_deref(), Some("    two-b"));
    assert_eq!(line.flat.bytes, 10);
    // A crate of neither name: both are told.
    let other = made::profile(&[Made::new(10, 1, &["three::f (src/a/b.rs:2:5)"])]);
    let view = View::new(&other, &Filter::default());
    let listing = list(&view, &Regex::new("f$").unwrap(), &mut sources);
    let note = listing.functions[0].note.clone().unwrap();
    assert!(note.contains("one/src/a/b.rs or ") && note.contains("--source-path"), "{note}");
}

/// Go's paths begin with the module's name; where a folder is named, a file's own
/// name is enough.
#[test]
fn a_named_folder_needs_only_the_files_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.go"), "line one\n").unwrap();
    let go = profile(&[Made::new(10, 1, &["main.main (sample/main.go:1)"])]);
    let view = View::new(&go, &Filter::default());
    let named = &mut Sources::new(&[folder.path().to_owned()], None);
    let listing = list(&view, &Regex::new("main").unwrap(), named);
    assert_eq!(listing.functions[0].lines[0].text.as_deref(), Some("line one"));
}

/// Quirk 2: one function under two names in one file.
#[test]
fn two_symbol_styles_are_one_function() {
    let two = profile(&[
        Made::new(10, 1, &["app::f::{{closure}} (app/src/a.rs:1:1)"]),
        Made::new(5, 1, &["app::f::{closure#0} (app/src/a.rs:1:1)"]),
        Made::new(3, 1, &["<app::T<u8>>::g (app/src/a.rs:2:1)"]),
        Made::new(2, 1, &["app::T<A>::g (app/src/a.rs:2:1)"]),
    ]);
    assert_eq!(flat(&two), plain(&[("app::f::{{closure}}", 15), ("app::T::g", 5)]));
    assert_eq!(lines(&two).len(), 2);
}

/// A build with line tables only names an inlined frame without its path.
#[test]
fn a_bare_name_joins_the_one_function_of_its_file() {
    let bare = profile(&[
        Made::new(10, 1, &["build<u8> (app/src/a.rs:1:1)", "app::main (app/src/main.rs:3:1)"]),
        Made::new(5, 1, &["app::a::build (app/src/a.rs:1:1)"]),
        // Two functions of the file have this last name: it stays.
        Made::new(4, 1, &["new (app/src/a.rs:9:1)"]),
        Made::new(2, 1, &["app::a::T::new (app/src/a.rs:9:1)"]),
        Made::new(1, 1, &["app::a::U::new (app/src/a.rs:10:1)"]),
    ]);
    let expected = [
        ("app::a::build", 15),
        ("new (app/src/a.rs)", 4),
        ("app::a::T::new", 2),
        ("app::a::U::new", 1),
    ];
    assert_eq!(flat(&bare), plain(&expected));
    let order = rows(&bare, &Filter::default(), By::Line, Metric::Bytes);
    assert_eq!(order.rows[0].flat, 15, "two names of one line are one row");
}

/// Quirk 3: dhat's trimming leaves five to thirteen frames above the user's.
#[test]
fn the_first_frame_of_the_users_own_counts() {
    for name in ["two-symbol-styles.json", "untrimmed.json"] {
        let real = committed(name);
        for (function, _) in flat(&real) {
            assert!(function.starts_with("dhatsample::"), "{name}: {function}");
        }
        let all = Filter { all_frames: true, ..Filter::default() };
        let order = rows(&real, &all, By::Function, Metric::Bytes);
        assert!(
            order.rows.iter().all(|row| row.flat == 0 || !row.function.starts_with("dhatsample"))
        );
    }
    // Trimmed or not, the lines are the same.
    assert_eq!(lines(&committed("two-symbol-styles.json")), lines(&committed("untrimmed.json")));
}

/// Quirk 3, of threads: their bottom is never trimmed.
#[test]
fn frames_that_start_a_thread_fold_away() {
    let real = committed("untrimmed.json");
    let order = rows(&real, &Filter::default(), By::Function, Metric::Bytes);
    let shown: Vec<&str> = order.rows.iter().map(|row| row.function.as_str()).collect();
    assert!(shown.iter().all(|name| name.starts_with("dhatsample::")), "{shown:?}");
}

/// Quirk 4: the depth limit repeats a recursive function and hides `main`.
#[test]
fn recursion_counts_once() {
    let deep = ["app::walk (app/src/a.rs:7:1)"; 9];
    let order = rows(
        &profile(&[Made::new(100, 2, &deep)]),
        &Filter::default(),
        By::Function,
        Metric::Bytes,
    );
    assert_eq!((order.rows.len(), order.rows[0].flat, order.rows[0].cum), (1, 100, 100));
}

/// Quirk 5: one line has many addresses; ten unrolled calls are ten sites.
#[test]
fn a_line_is_one_row_whatever_its_addresses() {
    let real = committed("ad-hoc.json");
    assert_eq!(real.sites.len(), 11);
    let expected = [("dhatsample/src/main.rs:10", 1000), ("dhatsample/src/main.rs:9", 45)];
    assert_eq!(lines(&real), plain(&expected));
    assert_eq!(real.origin, Origin::DhatAdHoc);
    assert_eq!(real.metrics, [Metric::Bytes, Metric::Blocks]);
    assert_eq!((real.unit(Metric::Bytes), real.unit(Metric::Blocks)), ("units", "events"));
}

/// Quirk 6: addresses are random.
#[test]
fn a_profile_of_another_address_space_differs_in_nothing() {
    let sites = [
        Made::new(10, 1, &[ALLOCATE, "app::f (app/src/a.rs:1:1)"]),
        Made::new(20, 2, &["??? (???:0:0)"]),
    ];
    let (one, two) =
        (read(text_at(0x55aa_0000_0000, 9, &sites)), read(text_at(0x7f01_0000_0000, 9, &sites)));
    let options =
        heapview::DiffOptions { metric: Metric::Bytes, by: By::Line, cum: false, rows: 9 };
    let (one, two) = (View::new(&one, &Filter::default()), View::new(&two, &Filter::default()));
    let diff = heapview::diff(&one, &two, &options);
    assert_eq!((diff.rows.len(), diff.same, diff.base), (0, 2, 30));
}

/// Quirk 7: a realloc adds a block of the new size to the first site.
#[test]
fn a_growth_chain_is_counted_in_full() {
    let real = committed("pipeline.json");
    let order = rows(&real, &Filter::default(), By::Function, Metric::Blocks);
    let append = order.rows.iter().find(|row| row.function.ends_with("append_records")).unwrap();
    // 8, 16, … 16,384.
    let chain: Vec<u64> = (3..15).map(|power| 1 << power).collect();
    assert_eq!(append.flat, chain.len() as u64);
    assert!(flat(&real).contains(&(append.function.clone(), chain.iter().sum())));
}

/// Quirk 8: what was zeroed is charged like any other block: the frame above
/// `vec![0; n]` is the profiler's own.
#[test]
fn the_profilers_own_frame_folds_away() {
    let zeroed = profile(&[Made::new(
        8000,
        1,
        &[
            "<dhat::Alloc as core::alloc::global::GlobalAlloc>::alloc (dhat-0.3.3/src/lib.rs:1176:9)",
            "alloc::vec::from_elem (src/vec/mod.rs:3651:5)",
            "app::zeros (app/src/a.rs:4:5)",
        ],
    )]);
    assert_eq!(lines(&zeroed), plain(&[("app/src/a.rs:4", 8000)]));
}

/// Quirk 9: names and lines may be missing.
#[test]
fn unresolved_frames_keep_their_address_and_never_beat_a_known_one() {
    let mixed = profile(&[
        Made::new(1, 1, &["??? (???:0:0)", "app::f (app/src/a.rs:1:1)"]),
        Made::new(2, 1, &["main (???:0:0)", "_start (???:0:0)"]),
        Made::new(4, 1, &[ALLOCATE, "??? (???:0:0)"]),
        Made::new(8, 1, &["app::g (src/raw.rs:0:0)"]),
    ]);
    let expected = [("app::g", 8), ("???", 4), ("main", 2), ("app::f", 1)];
    assert_eq!(flat(&mixed), plain(&expected));
    let unresolved = mixed.locations.iter().filter(|location| location.address.is_some()).count();
    assert_eq!(unresolved, 2, "of the two frames without a name");
    // Of 15 bytes, all but the one have no line.
    assert_eq!(View::new(&mixed, &Filter::default()).unresolved(), (14, 15));
}

/// Quirk 10: sites come in any order, and a stack may come twice.
#[test]
fn a_repeated_stack_is_one_site() {
    let mut file: Value = serde_json::from_slice(&text(&[
        Made::new(10, 1, &["app::f (app/src/a.rs:1:1)"]),
        Made::new(7, 2, &["app::g (app/src/a.rs:2:1)"]),
    ]))
    .unwrap();
    let again = file["pps"][0].clone();
    file["pps"].as_array_mut().unwrap().push(again);
    let twice = read(serde_json::to_vec(&file).unwrap());
    let view = View::new(&twice, &Filter::default());
    let sites = heapview::sites(&view, Metric::Bytes, 9, 9).sites;
    let found: Vec<_> = sites.iter().map(|site| (site.values.bytes, site.values.blocks)).collect();
    assert_eq!(found, [(20, 2), (7, 2)]);
    file["pps"].as_array_mut().unwrap().reverse();
    assert_eq!(flat(&read(serde_json::to_vec(&file).unwrap())), flat(&twice));
}

/// Quirks 11 and 12: the program ended without dropping the profiler.
#[test]
fn a_profile_that_was_not_written_says_why() {
    assert!(fault("").contains("process::exit"));
    let whole = text(&[Made::new(10, 1, &["app::f (app/src/a.rs:1:1)"])]);
    for end in [1, whole.len() / 2, whole.len() - 1] {
        let cut = fault(&whole[..end]);
        assert!(cut.contains("stopped while it wrote"), "{end}: {cut}");
    }
}
