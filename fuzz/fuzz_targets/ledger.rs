//! Any bytes are read or refused without a panic, and what is read comes back
//! as it was.
#![no_main]

use std::path::Path;

use ledger::{Body, Counts, Times, parse, parse_record};
use libfuzzer_sys::fuzz_target;

fn comes_back<B: Body + PartialEq + std::fmt::Debug>(text: &[u8]) {
    let path = Path::new("fuzz.json");
    if let Ok(ledger) = parse::<B>(path, text) {
        let again = serde_json::to_vec(&ledger).expect("what was read can be written");
        assert_eq!(parse::<B>(path, &again).expect("and be read again"), ledger);
    }
    let _ = parse_record::<B>(path, text);
}

fuzz_target!(|text: &[u8]| {
    comes_back::<Counts>(text);
    comes_back::<Times>(text);
});
