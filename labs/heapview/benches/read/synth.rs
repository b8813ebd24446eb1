//! Makes dhat profiles of any size: a random call tree with the frames that
//! rustc 1.95 puts above the user's own.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// A profile's text, and the sums that a reader must find.
#[derive(Debug)]
pub(crate) struct Synth {
    /// As dhat-rs writes it.
    pub(crate) json: String,
    /// Sum of `tb`.
    pub(crate) bytes: u64,
    /// Sum of `tbk`.
    pub(crate) blocks: u64,
}

type Frame = (&'static str, &'static str, u32, u32);

const ALLOCATE: Frame =
    ("<alloc::alloc::Global as core::alloc::Allocator>::allocate", "alloc/src/alloc.rs", 429, 14);

/// What stands between an allocation and the user's line.
const LEAVES: [&[Frame]; 5] = [
    &[
        ALLOCATE,
        ("alloc::raw_vec::RawVecInner<A>::try_allocate_in", "src/raw_vec/mod.rs", 464, 47),
        ("alloc::raw_vec::RawVecInner<A>::with_capacity_in", "src/raw_vec/mod.rs", 433, 15),
        ("alloc::raw_vec::RawVec<T,A>::with_capacity_in", "src/raw_vec/mod.rs", 177, 20),
        ("alloc::vec::Vec<T,A>::with_capacity_in", "src/vec/mod.rs", 965, 20),
        ("alloc::vec::Vec<T>::with_capacity", "src/vec/mod.rs", 524, 9),
    ],
    &[
        ALLOCATE,
        ("<alloc::raw_vec::RawVecInner>::finish_grow", "src/raw_vec/mod.rs", 558, 24),
        ("<alloc::raw_vec::RawVecInner>::grow_amortized", "src/raw_vec/mod.rs", 527, 33),
        ("<alloc::raw_vec::RawVec<u8>>::grow_one", "src/raw_vec/mod.rs", 188, 29),
        ("alloc::vec::Vec<T,A>::push", "src/vec/mod.rs", 992, 22),
    ],
    &[
        ALLOCATE,
        ("alloc::boxed::box_new_uninit", "alloc/src/boxed.rs", 248, 18),
        ("alloc::boxed::Box<T>::new", "alloc/src/boxed.rs", 286, 19),
    ],
    &[
        (
            "<dhat::Alloc as core::alloc::global::GlobalAlloc>::alloc",
            "dhat-0.3.3/src/lib.rs",
            1176,
            9,
        ),
        ("alloc::vec::from_elem", "src/vec/mod.rs", 3651, 5),
    ],
    &[
        ("<alloc::string::String>::with_capacity", "alloc/src/string.rs", 485, 23),
        ("alloc::fmt::format::format_inner", "alloc/src/fmt.rs", 652, 26),
        ("alloc::fmt::format::{{closure}}", "alloc/src/fmt.rs", 659, 34),
        ("core::option::Option<T>::map_or_else", "core/src/option.rs", 1278, 21),
    ],
];

const MODULES: [&str; 10] = [
    "parse",
    "net::conn",
    "store::wal",
    "store::page",
    "util::buf",
    "http::h1",
    "query::plan",
    "query::exec",
    "cache::lru",
    "codec::json",
];
const SIZES: [u64; 12] = [8, 16, 24, 32, 48, 64, 100, 128, 256, 1024, 4096, 65536];
const BASE: u64 = 0x55cf_34b0_0000;
const END: u64 = 12_345_678;

/// SplitMix64: the same numbers on every machine.
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// In (0, 1].
    fn unit(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }
}

#[derive(Debug, Default)]
struct Table {
    text: String,
    numbers: HashMap<(u64, usize, u32, u32), usize>,
}

impl Table {
    /// `identity` tells names apart that have the same address and place.
    fn number(
        &mut self,
        address: u64,
        identity: usize,
        name: &str,
        path: &str,
        at: (u32, u32),
    ) -> usize {
        let next = self.numbers.len() + 1;
        let (line, column) = at;
        let number = *self.numbers.entry((address, identity, line, column)).or_insert(next);
        if number == next {
            let _ = write!(self.text, ",\n\"0x{address:x}: {name} ({path}:{line}:{column})\"");
        }
        number
    }
}

/// A profile of `sites` sites. Size and time grow linearly.
pub(crate) fn synth(sites: usize, seed: u64) -> Synth {
    let mut random = Random(seed);
    let count = 20.max(((sites as f64).sqrt() * 8.0) as u64);
    let functions: Vec<(String, String)> =
        (0..count).map(|number| function(&mut random, number)).collect();
    let mut table = Table::default();
    let mut json = format!(
        "{{\n\"dhatFileVersion\": 2,\n\"mode\": \"rust-heap\",\n\"verb\": \"Allocated\",\n\"bklt\": \
         true,\n\"bkacc\": false,\n\"tu\": \"µs\",\n\"Mtu\": \"s\",\n\"tuth\": 10,\n\"cmd\": \
         \"./synth\",\n\"pid\": 1,\n\"tg\": {},\n\"te\": {END},\n\"pps\": [",
        END / 2
    );
    let (mut bytes, mut blocks) = (0, 0);
    let mut seen = HashSet::new();
    while seen.len() < sites {
        let stack = stack(&mut random, &mut table, &functions);
        if !seen.insert(stack.clone()) {
            continue;
        }
        let comma = if seen.len() == 1 { "" } else { "," };
        let _ = write!(json, "{comma}\n{{\n");
        let (site_bytes, site_blocks) = values(&mut random, &mut json);
        bytes += site_bytes;
        blocks += site_blocks;
        let _ = write!(json, "\"fs\": [");
        for (at, frame) in stack.iter().enumerate() {
            let _ = write!(json, "{}\n{frame}", if at == 0 { "" } else { "," });
        }
        json.push_str("\n]\n}");
    }
    json.push_str("\n],\n\"ftbl\": [\n\"[root]\"");
    json.push_str(&table.text);
    json.push_str("\n]\n}");
    Synth { json, bytes, blocks }
}

fn function(random: &mut Random, number: u64) -> (String, String) {
    let module = MODULES[random.below(MODULES.len() as u64) as usize];
    let name = match random.below(10) {
        0..6 => format!("app::{module}::f{number}"),
        6..8 => format!("<app::{module}::T{number} as app::{module}::Trait>::run"),
        8 => format!("app::{module}::f{number}::{{{{closure}}}}"),
        _ => format!("app::{module}::g{number}<T,A>"),
    };
    let first = module.split("::").next().unwrap_or(module);
    let last = module.rsplit("::").next().unwrap_or(module);
    (name, format!("src/{first}/{last}.rs"))
}

fn stack(random: &mut Random, table: &mut Table, functions: &[(String, String)]) -> Vec<usize> {
    let count = functions.len() as u64;
    let leaf = random.below(LEAVES.len() as u64);
    let site = random.below(count * 2);
    let mut address = BASE + 0x10_0000 + site * 64 + leaf;
    let mut stack = Vec::new();
    for (at, &(name, path, line, column)) in LEAVES[leaf as usize].iter().enumerate() {
        stack.push(table.number(address, at, name, path, (line, column)));
    }
    let mut function = site % count;
    for _ in 0..3 + random.below(11) {
        let (name, path) = &functions[function as usize];
        let call = random.below(4);
        let (line, column) = (10 + function % 700 + call * 3, 5 + call * 4);
        let identity = 100 + function as usize;
        stack.push(table.number(address, identity, name, path, (line as u32, column as u32)));
        function = (function * 7 + call + 1) % count;
        address = BASE + 0x40_0000 + function * 256 + call * 16;
        if random.below(100) < 3 {
            stack.push(table.number(address, 99, "???", "???", (0, 0)));
        }
    }
    let line = 20 + random.below(30) as u32;
    stack.push(table.number(BASE + 0x42, 98, "app::main", "app/src/main.rs", (line, 9)));
    stack
}

/// Writes a site's values; returns its bytes and blocks.
fn values(random: &mut Random, json: &mut String) -> (u64, u64) {
    // Few sites have most blocks: Pareto's law with exponent 0.7.
    let blocks = random.unit().powf(-1.0 / 0.7).min(1e12) as u64;
    let size = SIZES[random.below(SIZES.len() as u64) as usize];
    let own = ((blocks as f64 * random.unit()) as u64).max(1);
    let peak = (own as f64 * random.unit()) as u64;
    let live = if random.below(10) == 0 { peak } else { 0 };
    let lifetime = u128::from(random.below(END)) * u128::from(blocks);
    let lifetime = u64::try_from(lifetime).unwrap_or_default();
    for (key, value) in [
        ("tb", blocks * size),
        ("tbk", blocks),
        ("tl", lifetime),
        ("mb", own * size),
        ("mbk", own),
        ("gb", peak * size),
        ("gbk", peak),
        ("eb", live * size),
        ("ebk", live),
    ] {
        let _ = writeln!(json, "\"{key}\": {value},");
    }
    (blocks * size, blocks)
}
