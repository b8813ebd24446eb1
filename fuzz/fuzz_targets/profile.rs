//! Any bytes are read as a profile or refused, in bounded memory, and every
//! command works on what was read.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod heap;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(profile) = heapview::read_profile(bytes.to_vec(), 1 << 20) {
        heap::every_command(&profile);
    }
});
