//! The model of Go's growth against Go's own runs: every figure that `go/`
//! measured, in both versions that are kept.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use lab3::go_model::listings::{
    build_records, encode_exact, encode_fresh, encode_pooled, frame_escaping, frame_local,
};
use lab3::go_model::{Buffer, Element, Heap, Slice, grown};
use serde_json::Value;

mod programs;

const BYTE: Element = Element { width: 1, pointers: false };
const WORD: Element = Element { width: 8, pointers: false };
const TRIPLE: Element = Element { width: 24, pointers: false };
const FRAME: Element = Element { width: 2048, pointers: false };
const STRING: Element = Element { width: 16, pointers: true };
const POINTER: Element = Element { width: 8, pointers: true };

const ELEMENTS: u64 = 1000;
const PIECES: u64 = 200;
const PIECE: u64 = 5;

/// What one version of Go measured.
struct Run {
    version: String,
    body: Value,
}

/// The ledger, and what another version printed.
fn runs() -> Vec<Run> {
    let read = |path: &str| {
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let (ledger, other) = (read("ledger/go.json"), read("recorded/go-1.26.2.json"));
    let version = |build: &Value| build["toolchain"].as_str().unwrap().to_owned();
    vec![
        Run { version: version(&ledger["provenance"]["build"]), body: ledger["body"].clone() },
        Run { version: version(&other["build"]), body: other["body"].clone() },
    ]
}

/// The one of this name.
fn named<'v>(list: &'v Value, key: &str, name: &str) -> &'v Value {
    let found = list.as_array().unwrap().iter().find(|one| one[key] == name);
    found.unwrap_or_else(|| panic!("nothing is called {name}"))
}

impl Run {
    /// A fact's values, and of how many calls they are the sum.
    fn fact(&self, name: &str) -> (Vec<u64>, u64) {
        let fact = named(&self.body["facts"], "name", name);
        let values = fact["values"].as_array().unwrap().iter();
        (values.map(|v| v.as_u64().unwrap()).collect(), fact["calls"].as_u64().unwrap_or(1))
    }

    #[track_caller]
    fn assert_fact(&self, name: &str, expected: &[u64]) {
        assert_eq!(self.fact(name).0, expected, "{name}, {}", self.version);
    }

    /// Bytes and objects of single measurements.
    #[track_caller]
    fn assert_series(&self, name: &str, expected: &[Heap]) {
        let bytes: Vec<u64> = expected.iter().map(|heap| heap.bytes).collect();
        let objects: Vec<u64> = expected.iter().map(|heap| heap.objects).collect();
        self.assert_fact(&format!("{name}_bytes"), &bytes);
        self.assert_fact(&format!("{name}_objects"), &objects);
    }

    /// A row, and so many calls in the model that it is the sum of.
    #[track_caller]
    fn assert_row(&self, table: &str, variant: &str, call: impl Fn(&mut Heap)) {
        let table = named(&self.body["tables"], "name", table);
        let row = named(&table["rows"], "variant", variant);
        let heap = heap_after(|heap| (0..row["calls"].as_u64().unwrap()).for_each(|_| call(heap)));
        let measured = (row["bytes"].as_u64().unwrap(), row["blocks"].as_u64().unwrap());
        assert_eq!(measured, (heap.bytes, heap.objects), "{variant}, {}", self.version);
    }
}

/// A heap that begins without an open block, as after reading the statistics.
fn heap_after(f: impl FnOnce(&mut Heap)) -> Heap {
    let mut heap = Heap::default();
    f(&mut heap);
    heap
}

/// A loop of single appends whose slice is returned.
fn append_loop(element: Element, n: u64, heap: &mut Heap) -> Slice {
    let mut slice = Slice::of_loop(element);
    (0..n).for_each(|_| slice.append(1, heap));
    slice.escape(heap);
    slice
}

#[test]
fn two_versions_were_run() {
    let versions: Vec<String> = runs().into_iter().map(|run| run.version).collect();
    assert_eq!(versions, ["go1.27.0", "go1.26.2"]);
}

#[test]
fn pushing_costs_what_the_model_says() {
    for run in runs() {
        let rows = [
            ("push_bytes", BYTE),
            ("push_words", WORD),
            ("push_triples", TRIPLE),
            ("push_frames", FRAME),
        ];
        for (variant, element) in rows {
            run.assert_row("widths", variant, |heap| {
                append_loop(element, ELEMENTS, heap);
            });
        }
    }
}

#[test]
fn every_way_costs_what_the_model_says() {
    let all_at_once = |heap: &mut Heap| Slice::empty(WORD).append(ELEMENTS, heap);
    for run in runs() {
        run.assert_row("ways", "by_push", |heap| {
            append_loop(WORD, ELEMENTS, heap);
        });
        run.assert_row("ways", "by_with_capacity", |heap| {
            Slice::make(WORD, ELEMENTS, heap);
        });
        run.assert_row("hints", "by_extend", all_at_once);
        // What yields is called through a pointer, so the slice is on the heap
        // from the first element.
        run.assert_row("hints", "by_collect_filtered", |heap| {
            let mut slice = Slice::empty(WORD);
            (0..ELEMENTS).for_each(|_| slice.append(1, heap));
        });
        run.assert_row("ways", "by_reserve", |heap| {
            let mut slice = Slice::empty(WORD);
            (0..ELEMENTS / 100).for_each(|_| slice.append(100, heap));
        });
        run.assert_row("ways", "by_push_shrunk", |heap| {
            append_loop(WORD, ELEMENTS, heap);
            all_at_once(heap);
        });
    }
}

#[test]
fn every_text_costs_what_the_model_says() {
    for run in runs() {
        run.assert_row("texts", "text_by_push_str", |heap| {
            let mut slice = Slice::empty(BYTE);
            (0..PIECES).for_each(|_| slice.append(PIECE, heap));
        });
        // The first piece is taken as it is.
        run.assert_row("texts", "text_by_plus", |heap| {
            (2..=PIECES).for_each(|n| {
                heap.allocate(n * PIECE, false);
            });
        });
        // Both arguments become interfaces, each with a string's header; nothing
        // is needed for a text that is empty.
        run.assert_row("texts", "text_by_format", |heap| {
            for n in 1..=PIECES {
                if n > 1 {
                    heap.allocate(16, true);
                }
                heap.allocate(16, true);
                heap.allocate(n * PIECE, false);
            }
        });
        run.assert_row("texts", "text_by_concat", |heap| {
            Slice::make(BYTE, PIECES * PIECE, heap);
        });
    }
}

#[test]
fn slices_pass_through_the_capacities_of_the_model() {
    let chains = [
        ("chain_bytes", BYTE, 200_000),
        ("chain", WORD, 4096),
        ("chain_words", WORD, 10_000_000),
        ("chain_triples", TRIPLE, 20_000),
        ("chain_frames", FRAME, 2_000),
        ("chain_strings", STRING, 20_000),
        ("chain_pointers", POINTER, 20_000),
    ];
    for run in runs() {
        for (name, element, n) in chains {
            let on_stack = 32 / element.width;
            let mut expected: Vec<u64> = Some(on_stack).filter(|&n| n > 0).into_iter().collect();
            expected.extend(append_loop(element, n, &mut Heap::default()).chain);
            run.assert_fact(name, &expected);
        }
        let moved = (1..=7).map(|zeros| 10_u64.pow(zeros));
        let moved = moved.map(|n| append_loop(WORD, n, &mut Heap::default()).moved);
        let next = [4, 64, 256, 512, 1024, 2048, 4096, 65536];
        run.assert_fact("next", &next.map(|full| grown(full, full + 1, WORD)));
        run.assert_fact("moved", &moved.collect::<Vec<_>>());
    }
}

#[test]
fn encoding_costs_what_the_model_says() {
    let mut buffer = Buffer::default();
    let heaps = [encode_fresh, encode_exact, encode_pooled].map(|encode| {
        heap_after(|heap| {
            let used = encode(ELEMENTS, heap);
            if buffer.is_empty() {
                buffer = used;
            }
        })
    });
    for run in runs() {
        run.assert_series("encode", &heaps);
        run.assert_fact("text", &[buffer.len()]);
        run.assert_fact("buffer_chain", &buffer.chain);
        run.assert_fact("buffer_lengths", &buffer.lengths);
    }
}

#[test]
fn building_costs_what_the_model_says() {
    let heaps = [1, 2].map(|calls| {
        heap_after(|heap| {
            (0..calls).for_each(|_| {
                build_records(ELEMENTS, heap);
            });
        })
    });
    for run in runs() {
        run.assert_series("build", &heaps);
        let (builder, calls) = run.fact("profiled_builder");
        let (sprintf, _) = run.fact("profiled_sprintf");
        let (mut heap, mut expected) = (Heap::default(), (0, 0));
        for _ in 0..calls {
            let profiled = build_records(ELEMENTS, &mut heap);
            expected = (expected.0 + profiled.builder, expected.1 + profiled.sprintf);
        }
        assert_eq!((builder[0], sprintf[0]), expected, "{}", run.version);
        assert_eq!(heap.profiled, builder[0] + sprintf[0]);
    }
}

#[test]
fn a_frame_costs_what_the_model_says() {
    let escaping = heap_after(|heap| {
        frame_escaping(heap);
    });
    let local = heap_after(|heap| {
        frame_local(heap);
    });
    // Two collections empty the pool, which also has to register again.
    let emptied = heap_after(|heap| {
        heap.register_pool(1);
        frame_escaping(heap);
    });
    const SERVICE: u64 = 4096;
    let last = frame_escaping(&mut Heap::default()).chain.pop().unwrap();
    for run in runs() {
        run.assert_series(
            "frame",
            &[escaping.clone(), local.clone(), Heap::default(), emptied.clone()],
        );
        run.assert_fact("service_grown_bytes", &[SERVICE * last]);
        run.assert_fact("service_grown", &[SERVICE]);
    }
}

#[test]
fn a_pool_registers_as_the_model_says() {
    let heaps = [1, 2, 4, 5, 10, 32].map(|procs| heap_after(|heap| heap.register_pool(procs)));
    for run in runs() {
        run.assert_series("pool", &heaps);
    }
}

/// The figures that the Go texts print for the same programs, with their claims.
#[test]
fn the_model_gives_the_figures_of_the_texts() {
    let fresh = heap_after(|heap| drop(encode_fresh(ELEMENTS, heap)));
    let pooled = heap_after(|heap| drop(encode_pooled(ELEMENTS, heap)));
    assert_eq!((fresh.objects, pooled.objects), (10, 1)); // S000-02
    assert_eq!(fresh.bytes, 44_992); // S000-03
    let built = heap_after(|heap| {
        build_records(ELEMENTS, heap);
    });
    assert_eq!(built.objects, 3745); // S000-10
    let frame = heap_after(|heap| drop(frame_escaping(heap)));
    assert_eq!((frame.bytes, frame.objects), (4976, 3)); // S002-02
    // The size of no object: the string, and the pool's array for ten Ps shared
    // by the calls between two collections. S000-04
    let registered = heap_after(|heap| heap.register_pool(10));
    let calls = 283;
    assert_eq!(pooled.bytes + registered.bytes / calls, 12_293);
}
