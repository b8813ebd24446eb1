//! The same for protobuf, plain and behind gzip, whose checksum a mutation would
//! never get right; and no stream unpacks to more than the limit.
#![no_main]

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use heapview::{ReadError, read_profile};
use libfuzzer_sys::fuzz_target;

mod heap;

const LIMIT: u64 = 1 << 16;

fuzz_target!(|bytes: &[u8]| {
    let Some((&repeats, message)) = bytes.split_first() else { return };
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    // Many times the same is what a bomb is made of.
    let repeats = u64::from(repeats) * u64::from(repeats) + 1;
    for _ in 0..repeats.min(2 * LIMIT / (message.len() as u64 + 1) + 1) {
        packed.write_all(message).expect("memory takes it");
    }
    let packed = packed.finish().expect("memory takes it");
    match read_profile(packed, LIMIT) {
        Ok(profile) => heap::every_command(&profile),
        Err(ReadError::Bomb(limit)) => assert_eq!(limit, LIMIT),
        Err(_) => {}
    }
    if let Ok(profile) = read_profile(message.to_vec(), LIMIT) {
        heap::every_command(&profile);
    }
});
