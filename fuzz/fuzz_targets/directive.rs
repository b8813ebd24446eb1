//! Any chapter is scanned and every directive read without a panic, and a
//! directive's span holds what it says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mdbook_measured::directive::{parse, scan};

fuzz_target!(|chapter: &str| {
    let mut end = 0;
    for found in scan(chapter) {
        assert!(found.range.start >= end, "spans overlap");
        end = found.range.end;
        let text = found.text(chapter);
        assert!(text.starts_with("{{") && text.ends_with("}}"));
        assert!(chapter[found.range.start + found.arguments_at..].starts_with(found.arguments));
        let _ = parse(found.name, found.arguments);
    }
});
