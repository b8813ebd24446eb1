use super::layer::layer;
use super::*;

#[test]
fn two_styles_of_one_function_become_one_name() {
    for (legacy, v0) in [
        ("alloc::vec::Vec<T,A>::push", "<alloc::vec::Vec<u8>>::push"),
        ("app::f::{{closure}}", "app::f::{closure#0}"),
        ("app::f::{{closure}}::{{closure}}", "app::f::{closure#1}::{closure#0}"),
        ("app::g", "app::g::<alloc::vec::Vec<u8>, app::T>"),
        ("<app::T as core::clone::Clone>::clone", "<app::T<u8> as core::clone::Clone>::clone"),
        ("<app::T as app::Make<A>>::make", "<app::T as app::Make<u8>>::make"),
        (
            "std::panicking::catch_unwind::do_call",
            "std::panicking::catch_unwind::do_call::<&dyn core::ops::function::Fn<(), Output = i32> \
             + core::marker::Sync, i32>",
        ),
    ] {
        assert_eq!(canonical(legacy), canonical(v0), "{legacy}");
    }
}

#[test]
fn names_keep_what_tells_them_apart() {
    for (raw, expected) in [
        ("<app::T as app::Tr>::run", "<app::T as app::Tr>::run"),
        ("<str>::repeat", "str::repeat"),
        ("<[u8]>::to_vec_in::<alloc::alloc::Global>", "[u8]::to_vec_in"),
        ("alloc::slice::<impl [T]>::repeat", "alloc::slice::<impl [T]>::repeat"),
        ("app::call::<fn(u8) -> u8>", "app::call"),
        (
            "core::ops::function::FnOnce::call_once{{vtable.shim}}",
            "core::ops::function::FnOnce::call_once{{vtable.shim}}",
        ),
        ("main.(*T[go.shape.int]).Run", "main.(*T[go.shape.int]).Run"),
        ("std::operator<< <char>", "std::operator<< <char>"),
        ("app::f::h0123456789abcdef", "app::f"),
        ("_ZN3app3run17h0123456789abcdefE", "app::run"),
        ("_RNvCs1234_3app3run", "app::run"),
        ("a<b", "a<b"),
        ("???", "???"),
        (
            "<<app::A as app::B>::run::{closure#0} as core::ops::FnOnce<()>>::call_once",
            "<<app::A as app::B>::run::{{closure}} as core::ops::FnOnce>::call_once",
        ),
    ] {
        assert_eq!(canonical(raw), expected);
    }
}

#[test]
fn brackets_without_end_are_left_alone() {
    let deep = "<".repeat(100_000) + &">".repeat(100_000);
    assert_eq!(canonical(&deep), deep);
    let open = "<".repeat(100_000);
    assert_eq!(canonical(&open), open);
    assert_eq!(canonical("app::{closure"), "app::{closure");
}

/// Real names, in the styles of rustc 1.95, and whose they are.
#[test]
fn layers_of_real_names() {
    for (name, expected) in [
        ("<alloc::alloc::Global as core::alloc::Allocator>::allocate", Layer::Allocator),
        ("alloc::raw_vec::RawVecInner<A>::try_allocate_in", Layer::Allocator),
        (
            "<alloc::raw_vec::RawVecInner<_>>::reserve::do_reserve_and_handle::<alloc::alloc::Global>",
            Layer::Allocator,
        ),
        ("<u8 as <[_]>::to_vec_in::ConvertVec>::to_vec::<alloc::alloc::Global>", Layer::Allocator),
        ("<T as alloc::vec::spec_from_elem::SpecFromElem>::from_elem", Layer::Allocator),
        ("<str>::repeat", Layer::Allocator),
        ("<[u8]>::to_vec_in::<alloc::alloc::Global>", Layer::Allocator),
        ("hashbrown::raw::RawTable<T,A>::reserve", Layer::Allocator),
        ("<dhat::Alloc as core::alloc::global::GlobalAlloc>::alloc", Layer::Allocator),
        ("<app::Counting as core::alloc::global::GlobalAlloc>::alloc", Layer::Allocator),
        ("<app::Arena as core::alloc::Allocator>::allocate", Layer::Allocator),
        ("__rustc::__rust_alloc", Layer::Allocator),
        ("backtrace::backtrace::trace", Layer::Allocator),
        ("core::iter::adapters::map::map_fold::{{closure}}", Layer::Allocator),
        ("malloc", Layer::Allocator),
        ("operator new(unsigned long)", Layer::Allocator),
        ("std::thread::builder::Builder::spawn", Layer::Std),
        ("std::sys::backtrace::__rust_begin_short_backtrace", Layer::Std),
        ("start_thread", Layer::Std),
        ("clone3", Layer::Std),
        ("(below main)", Layer::Std),
        ("main", Layer::Std),
        ("???", Layer::Unresolved),
        ("app::main", Layer::User),
        ("<app::T as core::clone::Clone>::clone", Layer::User),
        ("<&app::T as core::fmt::Display>::fmt", Layer::User),
        ("<alloc::vec::Vec<T> as serde::de::Deserialize>::deserialize", Layer::User),
        (
            "<&dyn core::ops::function::Fn<()> as core::ops::function::FnOnce<()>>::call_once",
            Layer::Allocator,
        ),
        ("main.(*T).Run", Layer::User),
        ("serde_json::from_str", Layer::User),
        ("jemalloc_user", Layer::User),
    ] {
        assert_eq!(layer(&canonical(name), None), expected, "{name}");
    }
}

#[test]
fn a_bare_name_is_told_by_its_file() {
    for (name, file, expected) in [
        ("push", "src/vec/mod.rs", Layer::Allocator),
        ("new", "alloc/src/boxed.rs", Layer::Allocator),
        ("insert", "hashbrown-0.16.1/src/map.rs", Layer::Allocator),
        ("resize_inner", "/rust/deps/hashbrown-0.16.1/src/raw/mod.rs", Layer::Allocator),
        ("alloc", "library/alloc/src/alloc.rs", Layer::Allocator),
        ("alloc", "/rustc/0123/library/alloc/src/alloc.rs", Layer::Allocator),
        ("imalloc", "out/tikv-jemalloc-sys-0123/out/build/src/jemalloc.c", Layer::Allocator),
        ("imalloc", "app/src/jemalloc.rs", Layer::User),
        ("alloc_impl", "alloc.rs", Layer::Allocator),
        ("catch_unwind", "panic.rs", Layer::Allocator),
        ("alloc", "arena.rs", Layer::User),
        ("build", "alloc.rs", Layer::User),
        ("???", "app/src/a.rs", Layer::User),
        ("???", "src/vec/mod.rs", Layer::Allocator),
        ("build", "app/src/vec.rs", Layer::User),
        ("main", "app/c.c", Layer::User),
    ] {
        assert_eq!(layer(name, Some(file)), expected, "{name} in {file}");
    }
}
