//! Names of functions: one style out of several.
//!
//! One file holds legacy names (`app::f::{{closure}}`, `alloc::vec::Vec<T,A>::push`)
//! beside v0 ones (`<alloc::vec::Vec<u8>>::push`, `app::f::{closure#0}`), and
//! mangled ones where the profiler knew no better. Generic arguments, hashes
//! and the brackets of an inherent type go, so that one function has one name.

use std::borrow::Cow;

mod layer;

pub use layer::Layer;
pub(crate) use layer::{Owner, is_std_file, owner};

/// What stands for a function whose name the profiler did not find.
pub(crate) const UNRESOLVED: &str = "???";

/// Deeper brackets than this are no name that a compiler made.
const DEPTH_LIMIT: usize = 64;

/// The last part of a path; none of a name without one, or of a closure.
pub(crate) fn last_part(name: &str) -> Option<&str> {
    let (_, last) = name.rsplit_once("::")?;
    (!last.is_empty() && !last.starts_with('{')).then_some(last)
}

/// The one name of a function.
pub(crate) fn canonical(raw: &str) -> Cow<'_, str> {
    let mut name = Cow::Borrowed(raw);
    if ["_ZN", "_R", "__ZN"].iter().any(|prefix| raw.starts_with(prefix))
        && let Ok(demangled) = rustc_demangle::try_demangle(raw)
    {
        name = Cow::Owned(format!("{demangled:#}"));
    }
    if let Some(cut) = without_hash(&name).map(str::len) {
        name = Cow::Owned(name[..cut].to_owned());
    }
    if !name.contains(['<', '{']) || name.contains("operator") || !is_balanced(&name) {
        return name;
    }
    Cow::Owned(simplify(&name))
}

/// Without `::h0123456789abcdef`.
fn without_hash(name: &str) -> Option<&str> {
    let (rest, hash) = name.rsplit_once("::h")?;
    (hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit())).then_some(rest)
}

/// The byte after the bracket that closes the first one. `->` is no bracket.
fn closing(name: &str) -> Option<usize> {
    let (mut depth, mut last) = (0_usize, b' ');
    for (at, byte) in name.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if last != b'-' && last != b'=' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        last = byte;
    }
    None
}

fn is_balanced(name: &str) -> bool {
    let (mut depth, mut last) = (0_usize, b' ');
    for byte in name.bytes() {
        match byte {
            b'<' => depth += 1,
            b'>' if last != b'-' && last != b'=' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
        if depth > DEPTH_LIMIT {
            return false;
        }
        last = byte;
    }
    depth == 0
}

/// Splits `T as Trait` outside brackets.
fn split_as(inner: &str) -> Option<(&str, &str)> {
    let (mut depth, mut last) = (0_usize, b' ');
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' if last == b'-' || last == b'=' => {}
            b'>' | b')' | b']' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 && inner[at..].starts_with(" as ") => {
                return Some((&inner[..at], &inner[at + 4..]));
            }
            _ => {}
        }
        last = byte;
    }
    None
}

/// Of a balanced name. Recursion is bounded by [`DEPTH_LIMIT`].
fn simplify(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(['<', '{']) {
        let (before, from) = rest.split_at(at);
        if from.starts_with('{') {
            out.push_str(before);
            rest = brace(from, &mut out);
            continue;
        }
        let end = closing(from).unwrap_or(from.len());
        let inner = from.get(1..end.saturating_sub(1)).unwrap_or_default();
        // A path begins here (`<T as Trait>::f`), or arguments follow a name.
        let begins = before.is_empty() && out.is_empty() || before.ends_with([' ', '&', '(', '[']);
        if let Some((of, by)) = split_as(inner).filter(|_| begins || before.ends_with("::")) {
            out.push_str(before);
            out.push_str(&format!("<{} as {}>", simplify(of), simplify(by)));
        } else if let Some(implementor) = inner.strip_prefix("impl ") {
            out.push_str(before);
            out.push_str(&format!("<impl {}>", simplify(implementor)));
        } else if begins {
            out.push_str(before);
            out.push_str(&simplify(inner));
        } else {
            out.push_str(before.strip_suffix("::").unwrap_or(before));
        }
        rest = &from[end..];
    }
    out.push_str(rest);
    out
}

/// `{closure#0}` and `{{closure}}` to the latter; what is left of `from` after it.
fn brace<'a>(from: &'a str, out: &mut String) -> &'a str {
    let double = from.starts_with("{{");
    let (open, close) = if double { ("{{", "}}") } else { ("{", "}") };
    let Some(end) = from.find(close) else {
        out.push_str(from);
        return "";
    };
    let inner = &from[open.len()..end];
    let name = match inner.split_once('#') {
        Some((name, number)) if number.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => inner,
    };
    out.push_str("{{");
    out.push_str(name);
    out.push_str("}}");
    &from[end + close.len()..]
}

#[cfg(test)]
mod tests;
