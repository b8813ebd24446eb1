//! One line of dhat's frame table.
//!
//! ```text
//!   0xADDR: SYMBOL (PATH:LINE:COL)     dhat-rs
//!   0xADDR: SYMBOL (PATH:LINE)         Valgrind
//!   0xADDR: SYMBOL (in /lib/x.so)      Valgrind, no line
//!   0xADDR: ??? (???:0:0)              nothing found
//! ```

use crate::intern::RawFrame;
use crate::symbol::UNRESOLVED;

/// Reads any text: what is no frame is a symbol.
pub(crate) fn parse(text: &str) -> RawFrame<'_> {
    let (address, rest) = match text.split_once(": ") {
        Some((address, rest)) => match address.strip_prefix("0x") {
            Some(digits) => (u64::from_str_radix(digits, 16).ok(), rest),
            None => (None, text),
        },
        None => (None, text),
    };
    let (symbol, place) = split_place(rest);
    let (file, line) = place.map_or((None, 0), read_place);
    let symbol = symbol.trim();
    // The latter is Valgrind's, of an inlined function without a name.
    let known = !["", UNRESOLVED, "UnknownInlinedFun"].contains(&symbol);
    RawFrame { address, symbol: known.then_some(symbol), file, line }
}

/// Splits off the last pair of brackets. Paths and symbols may hold brackets
/// themselves, so they are counted from the end.
fn split_place(text: &str) -> (&str, Option<&str>) {
    let Some(body) = text.strip_suffix(')') else {
        return (text, None);
    };
    let mut depth = 1_usize;
    for (at, byte) in body.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return match body[..at].strip_suffix(' ') {
                Some(symbol) => (symbol, Some(&body[at + 1..])),
                // `operator()` or `f(int)`: a symbol without a place.
                None => (text, None),
            };
        }
    }
    // A path with a lone bracket.
    match body.rsplit_once(" (") {
        Some((symbol, place)) => (symbol, Some(place)),
        None => (text, None),
    }
}

/// The path and the line; the column goes, as one line is what people look at.
fn read_place(place: &str) -> (Option<&str>, u32) {
    if place.starts_with("in ") {
        return (None, 0);
    }
    let number = |text: &str| text.parse::<u32>().ok();
    let (path, line) = match place.rsplit_once(':') {
        Some((rest, last)) if number(last).is_some() => match rest.rsplit_once(':') {
            Some((path, line)) if number(line).is_some() => (path, number(line)),
            _ => (rest, number(last)),
        },
        _ => (place, None),
    };
    ((!path.is_empty() && path != UNRESOLVED).then_some(path), line.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame<'a>(symbol: Option<&'a str>, file: Option<&'a str>, line: u32) -> RawFrame<'a> {
        RawFrame { address: Some(0x10), symbol, file, line }
    }

    #[test]
    fn every_form_of_a_frame() {
        let some = Some("f");
        for (text, expected) in [
            ("0x10: f (a/src/lib.rs:3:9)", frame(some, Some("a/src/lib.rs"), 3)),
            ("0x10: g (c.c:3)", frame(Some("g"), Some("c.c"), 3)),
            ("0x10: f (in /usr/lib/x (1).so)", frame(some, None, 0)),
            ("0x10: ??? (???:0:0)", frame(None, None, 0)),
            ("0x10: UnknownInlinedFun (a.rs:7)", frame(None, Some("a.rs"), 7)),
            ("0x10: main (???:0:0)", frame(Some("main"), None, 0)),
            ("0x10: f (src/raw_vec/mod.rs:0:0)", frame(some, Some("src/raw_vec/mod.rs"), 0)),
            (
                "0x10: f (my dir (copy)/src/a.rs:1:2)",
                frame(some, Some("my dir (copy)/src/a.rs"), 1),
            ),
            ("0x10: f (a)/src/a.rs:1:2)", frame(some, Some("a)/src/a.rs"), 1)),
            (
                "0x10: C::operator()(int) const (a.cc:7)",
                frame(Some("C::operator()(int) const"), Some("a.cc"), 7),
            ),
            (
                "0x10: <dyn Fn(u8) -> (u8, u8)>::call (a/b.rs:1:2)",
                frame(Some("<dyn Fn(u8) -> (u8, u8)>::call"), Some("a/b.rs"), 1),
            ),
            ("0x10: f (C:\\src\\a.rs:1:2)", frame(some, Some("C:\\src\\a.rs"), 1)),
            (
                "0x10: <[u8; 4] as foo::Bar>::f (a/b/c.rs:1:2)",
                frame(Some("<[u8; 4] as foo::Bar>::f"), Some("a/b/c.rs"), 1),
            ),
            ("0x10: f", frame(some, None, 0)),
            ("0x10: f (a.rs:99999999999999:1)", frame(some, Some("a.rs:99999999999999"), 1)),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
        assert_eq!(parse("[root]").symbol, Some("[root]"));
        for odd in ["", ")", "()", " ()", ": ", "0x: ", "0xzz: f ()", "é (é:1)"] {
            let _ = parse(odd);
        }
    }
}
