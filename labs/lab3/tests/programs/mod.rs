//! The many small programs of `go/programs.go`, in the model.

use lab3::go_model::listings::{build_records, encode_fresh};
use lab3::go_model::{Buffer, Heap};

use crate::{BYTE, POINTER, STRING, append_loop, heap_after, runs};

const SIZES: [u64; 59] = [
    16, 17, 24, 25, 33, 48, 49, 64, 65, 100, 128, 129, 200, 256, 257, 500, 512, 513, 1000, 1024,
    1025, 1152, 2000, 2048, 2049, 3000, 4096, 4097, 4102, 4864, 4865, 5000, 8000, 8192, 8193,
    10000, 10240, 10241, 10880, 10881, 10890, 12288, 12289, 16384, 20000, 24576, 27264, 27265,
    32752, 32760, 32761, 32767, 32768, 32769, 40000, 65536, 65537, 100_000, 1_000_000,
];

const POINTERS: [u64; 24] = [
    1, 2, 3, 8, 32, 63, 64, 65, 100, 127, 128, 129, 255, 256, 500, 1000, 1023, 1024, 2000, 4000,
    4094, 4095, 4096, 10000,
];

const APPENDS: [u64; 6] = [1, 10, 100, 1000, 5000, 100_000];

const RECORDS: [u64; 13] = [1, 10, 64, 65, 100, 255, 256, 257, 300, 1000, 1024, 4096, 10000];

const SCRIPTS: usize = 40;

/// The generator of `go/programs.go`.
struct Dice(u32);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u64::from(self.0 >> 8) % sides
    }
}

#[test]
fn plain_objects_cost_what_the_model_says() {
    for run in runs() {
        let heaps = SIZES.map(|bytes| {
            heap_after(|heap| {
                heap.allocate(bytes, false);
            })
        });
        run.assert_series("programs_sizes", &heaps);
        let heaps = POINTERS.map(|count| {
            heap_after(|heap| {
                heap.allocate(8 * count, true);
            })
        });
        run.assert_series("programs_pointers", &heaps);
    }
}

#[test]
fn loops_of_appends_cost_what_the_model_says() {
    let each = |n| {
        [BYTE, POINTER, STRING].map(|element| {
            heap_after(|heap| {
                append_loop(element, n, heap);
            })
        })
    };
    let heaps: Vec<Heap> = APPENDS.into_iter().flat_map(each).collect();
    for run in runs() {
        run.assert_series("programs_appends", &heaps);
    }
}

#[test]
fn buffers_and_tiny_objects_cost_what_the_model_says() {
    let mut dice = Dice(7);
    let (mut buffers, mut capacities) = (Vec::new(), Vec::new());
    for script in 0..SCRIPTS {
        let largest = [8, 70, 300, 5000, 40000][script % 5];
        buffers.push(heap_after(|heap| {
            let mut buffer = Buffer::on_heap(heap);
            for _ in 0..=dice.roll(60) {
                buffer.write(1 + dice.roll(largest), heap);
            }
            capacities.push(buffer.capacity());
        }));
    }
    let tiny: Vec<Heap> = (0..SCRIPTS)
        .map(|_| {
            heap_after(|heap| {
                for _ in 0..5 + dice.roll(200) {
                    heap.allocate(1 + dice.roll(15), false);
                }
            })
        })
        .collect();
    for run in runs() {
        run.assert_series("programs_buffers", &buffers);
        run.assert_fact("programs_buffers_capacity", &capacities);
        run.assert_series("programs_tiny", &tiny);
    }
}

#[test]
fn records_cost_what_the_model_says() {
    let builds = RECORDS.map(|records| {
        heap_after(|heap| {
            build_records(records, heap);
        })
    });
    let encodes = RECORDS.map(|records| heap_after(|heap| drop(encode_fresh(records, heap))));
    for run in runs() {
        run.assert_series("programs_build", &builds);
        run.assert_series("programs_encode", &encodes);
    }
}
