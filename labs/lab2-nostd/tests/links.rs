//! The crate allocates nowhere, nor does what it depends on: a program that has no
//! allocator links with it. The control is the same with `alloc` in it.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

/// What the compiler says of `source`, as a crate of this type; nothing if all is
/// well.
fn compile(name: &str, kind: &str, source: &str) -> String {
    let file = Path::new(FOLDER).join(format!("{name}.rs"));
    fs::write(&file, source).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--edition", "2024", "-C", "panic=abort", "--crate-name", name])
        .args(["--crate-type", kind, "--out-dir", FOLDER, "-L", FOLDER])
        .args(if kind == "rlib" { &[][..] } else { &["--extern", "lab2_nostd"] })
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.success(), text.is_empty(), "{text}");
    text
}

#[test]
fn it_links_without_an_allocator_and_with_alloc_it_does_not() {
    let program = include_str!("final/program.rs");
    let crate_text = include_str!("../src/lib.rs");
    assert_eq!(compile("lab2_nostd", "rlib", crate_text), "");
    assert_eq!(compile("without_heap", "staticlib", program), "");

    let planted = crate_text.replacen("use core::fmt;", "extern crate alloc;\nuse core::fmt;", 1);
    assert_eq!(compile("lab2_nostd", "rlib", &planted), "");
    let said = compile("with_heap", "staticlib", program);
    assert!(said.contains("no global memory allocator found"), "{said}");
}
