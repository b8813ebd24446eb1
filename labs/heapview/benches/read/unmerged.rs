//! A dhat profile as pprof with nothing merged or folded: every frame of the
//! table is a location, so that pprof reads what heapview reads. `export` gives
//! it less to do.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use crate::protobuf::Message;

/// Converts the profile at `from`.
pub(crate) fn convert(from: &Path, to: &Path) {
    let profile: Value = serde_json::from_slice(&std::fs::read(from).unwrap()).unwrap();
    let list = |key: &str| profile[key].as_array().unwrap();
    let mut texts = vec![String::new()];
    let mut text = |text: &str| {
        texts.push(text.to_owned());
        texts.len() as u64 - 1
    };
    let mut file = Message::default();
    for (name, unit) in [("alloc_objects", "count"), ("alloc_space", "bytes")] {
        let mut kind = Message::default();
        kind.number(1, text(name));
        kind.number(2, text(unit));
        file.bytes(1, &kind.bytes);
    }
    for site in list("pps") {
        let number = |value: &Value| value.as_u64().unwrap();
        let mut sample = Message::default();
        sample.packed(1, site["fs"].as_array().unwrap().iter().map(|frame| number(frame) + 1));
        sample.packed(2, [number(&site["tbk"]), number(&site["tb"])]);
        file.bytes(2, &sample.bytes);
    }
    let mut functions: HashMap<(&str, &str), u64> = HashMap::new();
    for (at, frame) in (1..).zip(list("ftbl")) {
        let frame = frame.as_str().unwrap();
        let (address, rest) = frame.split_once(": ").unwrap_or(("0x0", frame));
        let (name, place) = rest.rsplit_once(" (").unwrap_or((rest, ":0:0"));
        let mut parts = place.trim_end_matches(')').rsplitn(3, ':');
        let line: u64 = parts.nth(1).unwrap().parse().unwrap();
        let path = parts.next().unwrap();
        let next = functions.len() as u64 + 1;
        let function = *functions.entry((name, path)).or_insert(next);
        if function == next {
            let mut message = Message::default();
            message.number(1, function);
            message.number(2, text(name));
            message.number(4, text(path));
            file.bytes(5, &message.bytes);
        }
        let mut call = Message::default();
        call.number(1, function);
        call.number(2, line);
        let mut location = Message::default();
        location.number(1, at);
        location.number(3, u64::from_str_radix(address.trim_start_matches("0x"), 16).unwrap());
        location.bytes(4, &call.bytes);
        file.bytes(4, &location.bytes);
    }
    for text in &texts {
        file.bytes(6, text.as_bytes());
    }
    std::fs::write(to, &file.bytes).unwrap();
}
