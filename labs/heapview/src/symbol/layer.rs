//! Whose frame it is: the user's, or one that stands between the user's line and
//! the allocation.

use super::{UNRESOLVED, closing, split_as};

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
const ALLOCATOR_CRATES: [&str; 10] = [
    "alloc",
    "core",
    "hashbrown",
    "dhat",
    "backtrace",
    "__rustc",
    "heapscope",
    "tikv_jemallocator",
    "jemallocator",
    "mimalloc",
];
const ALLOCATOR_TRAITS: [&str; 2] =
    [" as core::alloc::global::GlobalAlloc>::", " as core::alloc::Allocator>::"];
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
const START_FUNCTIONS: [&str; 14] = [
    "_start",
    "(below main)",
    "start_thread",
    "clone",
    "clone3",
    "__libc_start_main",
    "__libc_start_main_impl",
    "__libc_start_call_main",
    // Of Apple's systems and of Windows.
    "thread_start",
    "_pthread_start",
    "invoke_main",
    "__scrt_common_main_seh",
    "BaseThreadInitThunk",
    "RtlUserThreadStart",
];

/// Where std's sources lie, after dhat has cut the path to three parts. Used
/// only for a name without a path, which a build with line tables only gives
/// to inlined frames.
const STD_FOLDERS: [&str; 25] = [
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
    "collections/btree/",
    "collections/vec_deque/",
    "collections/binary_heap/",
    "src/mem/",
];

/// Whose a name is. Only a name without a path needs its file too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Known(Layer),
    /// The file decides.
    Bare,
    /// No name: what is known of the file counts.
    Unresolved,
}

/// Whose this name is.
pub(crate) fn owner(name: &str) -> Owner {
    if name == UNRESOLVED {
        return Owner::Unresolved;
    }
    if let Some(known) = function_layer(name) {
        return Owner::Known(known);
    }
    // An allocator, whoever wrote it: the line is further out.
    if ALLOCATOR_TRAITS.iter().any(|part| name.starts_with('<') && name.contains(part)) {
        return Owner::Known(Layer::Allocator);
    }
    match crate_of(name) {
        Root::Crate(krate) if ALLOCATOR_CRATES.contains(&krate) => Owner::Known(Layer::Allocator),
        Root::Crate(krate) if STD_CRATES.contains(&krate) => Owner::Known(Layer::Std),
        Root::Crate(_) => Owner::Known(Layer::User),
        // An inherent method of `str` or `[T]`: only Rust itself has those.
        Root::Language => Owner::Known(Layer::Allocator),
        Root::Nobody => Owner::Bare,
    }
}

impl Owner {
    /// With the file, and whether that is std's.
    pub(crate) fn layer(self, name: &str, file: Option<(&str, bool)>) -> Layer {
        match (self, file) {
            (Owner::Known(layer), _) => layer,
            (_, Some((_, true))) => Layer::Allocator,
            // The line is known, if not the name: it is a line to look at.
            (Owner::Unresolved, Some(_)) => Layer::User,
            (Owner::Unresolved, None) => Layer::Unresolved,
            (Owner::Bare, Some((file, _))) if is_std_pair(name, file) => Layer::Allocator,
            // The shim around Rust's `main`, and C's without line tables.
            (Owner::Bare, None) if name == "main" => Layer::Std,
            (Owner::Bare, _) => Layer::User,
        }
    }
}

/// All of it at once.
#[cfg(test)]
pub(super) fn layer(name: &str, file: Option<&str>) -> Layer {
    owner(name).layer(name, file.map(|file| (file, is_std_file(file))))
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

/// Whether a file is one of std's, or of a crate that is folded with it.
pub(crate) fn is_std_file(file: &str) -> bool {
    STD_FOLDERS.iter().any(|folder| file.starts_with(folder))
        || ["library/alloc/", "library/core/", "library/std/"]
            .iter()
            .any(|folder| file.starts_with(folder) || file.contains(&format!("/{folder}")))
        // jemalloc's C, built by its Rust crate or by hand.
        || (file.contains("jemalloc") && file.ends_with(['c', 'h']))
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

enum Root<'a> {
    Crate(&'a str),
    /// A type or trait without a path.
    Language,
    /// A function without a path.
    Nobody,
}

/// The crate a function's code is of. An `impl` is in the type's crate or in
/// the trait's, so it is Rust's own only if both are.
fn crate_of(name: &str) -> Root<'_> {
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
            Some(krate) => Root::Crate(krate),
            None => Root::Language,
        };
    }
    if name.starts_with(['[', '*', '&']) {
        return Root::Language;
    }
    match name.split_once("::") {
        Some((root, _)) if is_primitive(root) => Root::Language,
        Some((root, _)) => Root::Crate(root),
        None => Root::Nobody,
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
