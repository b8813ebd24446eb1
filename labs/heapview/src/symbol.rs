//! Names of functions: one style out of several, and whose they are.
//!
//! One file holds legacy names (`app::f::{{closure}}`, `alloc::vec::Vec<T,A>::push`)
//! beside v0 ones (`<alloc::vec::Vec<u8>>::push`, `app::f::{closure#0}`), and
//! mangled ones where the profiler knew no better. Generic arguments, hashes
//! and the brackets of an inherent type go, so that one function has one name.

use std::borrow::Cow;

/// What stands for a function whose name the profiler did not find.
pub(crate) const UNRESOLVED: &str = "???";

/// Deeper brackets than this are no name that a compiler made.
const DEPTH_LIMIT: usize = 64;

/// How far a frame is from the user's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The user's own code, or a crate that is not part of Rust.
    User,
    /// Nobody knows: no name.
    Unresolved,
    /// std, and what starts threads and `main`.
    Std,
    /// The allocator, alloc, core, hashbrown, the profiler.
    Allocator,
}

/// Crates whose frames stand between an allocation and the line that asked for it.
const ALLOCATOR_CRATES: [&str; 7] =
    ["alloc", "core", "hashbrown", "dhat", "backtrace", "__rustc", "heapscope"];
const STD_CRATES: [&str; 3] = ["std", "std_detect", "compiler_builtins"];

/// Functions of a C library, of Rust's shims and of replaced allocators.
const ALLOCATOR_FUNCTIONS: [&str; 12] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
    "operator new",
    "operator new[]",
    "_Znwm",
    "_Znam",
    "runtime.mallocgc",
];
const ALLOCATOR_PREFIXES: [&str; 7] =
    ["__rust_", "__rg_", "__rdl_", "_rjem_", "je_", "mi_malloc", "__rustc["];
const START_FUNCTIONS: [&str; 8] = [
    "_start",
    "(below main)",
    "start_thread",
    "clone",
    "clone3",
    "__libc_start_main",
    "__libc_start_main_impl",
    "__libc_start_call_main",
];

/// Where std's sources lie, after dhat has cut the path to three parts. Used
/// only for a name without a path, which a build with line tables only gives
/// to inlined frames.
const STD_FOLDERS: [&str; 22] = [
    "alloc/src/",
    "core/src/",
    "std/src/",
    "src/raw_vec/",
    "src/vec/",
    "src/boxed/",
    "src/collections/",
    "src/string/",
    "src/str/",
    "src/slice/",
    "src/fmt/",
    "src/iter/",
    "src/ops/",
    "src/thread/",
    "src/sys/",
    "src/raw/",
    "src/ptr/",
    "src/alloc/",
    "iter/adapters/",
    "iter/traits/",
    "collections/hash/",
    "src/mem/",
];

/// Whose frame this is.
pub(crate) fn layer(name: &str, file: Option<&str>) -> Layer {
    if name == UNRESOLVED {
        // The line is known, if not the name: it is a line to look at.
        return match file {
            Some(file) if is_std_file(file) => Layer::Allocator,
            Some(_) => Layer::User,
            None => Layer::Unresolved,
        };
    }
    if let Some(known) = function_layer(name) {
        return known;
    }
    match owner(name) {
        Owner::Crate(krate) if ALLOCATOR_CRATES.contains(&krate) => Layer::Allocator,
        Owner::Crate(krate) if STD_CRATES.contains(&krate) => Layer::Std,
        Owner::Crate(_) => Layer::User,
        // An inherent method of `str` or `[T]`: only Rust itself has those.
        Owner::Language => Layer::Allocator,
        Owner::Nobody => match file {
            Some(file) if is_std_file(file) || is_std_pair(name, file) => Layer::Allocator,
            // The shim around Rust's `main`, and C's without line tables.
            None if name == "main" => Layer::Std,
            _ => Layer::User,
        },
    }
}

fn function_layer(name: &str) -> Option<Layer> {
    let plain = name.split(['(', '@']).next().filter(|plain| !plain.is_empty()).unwrap_or(name);
    if ALLOCATOR_FUNCTIONS.contains(&plain)
        || ALLOCATOR_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    {
        return Some(Layer::Allocator);
    }
    let start = START_FUNCTIONS.contains(&plain) || name == "(below main)";
    (start || name.ends_with("__rust_begin_short_backtrace")).then_some(Layer::Std)
}

fn is_std_file(file: &str) -> bool {
    STD_FOLDERS.iter().any(|folder| file.starts_with(folder))
        || ["library/alloc/", "library/core/", "library/std/"]
            .iter()
            .any(|folder| file.starts_with(folder) || file.contains(&format!("/{folder}")))
        || ["hashbrown-", "dhat-"]
            .iter()
            .any(|krate| file.starts_with(krate) || file.contains(&format!("/{krate}")))
}

/// A bare name and a file without a folder, which is all that Valgrind tells of
/// the frames that were inlined into std as it is shipped.
fn is_std_pair(name: &str, file: &str) -> bool {
    const FILES: [&str; 8] = [
        "alloc.rs",
        "boxed.rs",
        "function.rs",
        "mod.rs",
        "panic.rs",
        "panicking.rs",
        "rt.rs",
        "stack_overflow.rs",
    ];
    const NAMES: [&str; 16] = [
        "alloc",
        "alloc_impl",
        "alloc_impl_runtime",
        "allocate",
        "box_new_uninit",
        "call_once",
        "catch_unwind",
        "do_call",
        "exchange_malloc",
        "finish_grow",
        "grow_amortized",
        "grow_one",
        "try_allocate_in",
        "with_capacity_in",
        "{{closure}}",
        "init",
    ];
    !file.contains('/') && FILES.contains(&file) && NAMES.contains(&name)
}

enum Owner<'a> {
    Crate(&'a str),
    /// A type or trait without a path.
    Language,
    /// A function without a path.
    Nobody,
}

/// The crate a function's code is of. An `impl` is in the type's crate or in
/// the trait's, so it is Rust's own only if both are.
fn owner(name: &str) -> Owner<'_> {
    if let Some(inner) = name.strip_prefix('<').and_then(|rest| {
        let end = closing(name)?;
        rest.get(..end - 1)
    }) {
        let (of, by) = match split_as(inner) {
            Some((of, by)) => (type_crate(of), type_crate(by)),
            None => (type_crate(inner), None),
        };
        let foreign = |krate: &&str| !is_rust_crate(krate);
        return match of.filter(foreign).or(by.filter(foreign)).or(of).or(by) {
            Some(krate) => Owner::Crate(krate),
            None => Owner::Language,
        };
    }
    if name.starts_with(['[', '*', '&']) {
        return Owner::Language;
    }
    match name.split_once("::") {
        Some((root, _)) if is_primitive(root) => Owner::Language,
        Some((root, _)) => Owner::Crate(root),
        None => Owner::Nobody,
    }
}

fn is_rust_crate(krate: &str) -> bool {
    ALLOCATOR_CRATES.contains(&krate) || STD_CRATES.contains(&krate)
}

fn is_primitive(name: &str) -> bool {
    matches!(
        name,
        "str"
            | "bool"
            | "char"
            | "f32"
            | "f64"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
    )
}

/// The crate of a type's path; none of `T`, `u8`, `[app::T]` and tuples.
fn type_crate(mut name: &str) -> Option<&str> {
    for sign in ["&", "mut ", "*const ", "*mut ", "dyn ", "<"] {
        name = name.trim_start().strip_prefix(sign).unwrap_or(name);
    }
    if name.starts_with(['[', '(']) {
        return None;
    }
    let (root, _) = name.split_once("::")?;
    root.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(root)
}

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
#[path = "symbol_tests.rs"]
mod tests;
