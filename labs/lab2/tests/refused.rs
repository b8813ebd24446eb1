//! Each file of `refused/` is refused for the reason that its first line names:
//! a doctest on stable Rust would accept any other error as well.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the compiler says of a file; without errors nothing.
fn complaints(file: &Path) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    // A library that another language links is where an allocator must be there.
    let kind = if file.ends_with("no_allocator.rs") { "staticlib" } else { "lib" };
    let output = Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", kind, "-C", "panic=abort", "--out-dir"])
        .args([Path::new(env!("CARGO_TARGET_TMPDIR")), file])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.success(), !text.contains("error"), "{text}");
    text
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("refused");
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn each_file_is_refused_for_the_reason_that_it_names() {
    let files = files();
    assert!(files.len() >= 8);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let (reason, _) = text.strip_prefix("// ").unwrap().split_once(": ").unwrap();
        let expected = if reason.starts_with('E') {
            format!("error[{reason}]: ")
        } else {
            format!("error: {reason}")
        };
        let said = complaints(&file);
        assert!(said.contains(&expected), "{}: {expected:?} is not in\n{said}", file.display());
    }
}

/// The control: what is refused is the planted line and not the way of asking.
#[test]
fn each_file_is_accepted_once_it_is_cured() {
    let cures = [
        ("no_lifetime.rs", "-> &i32 {\n    &x", "-> i32 {\n    x"),
        ("returned.rs", "-> &'a i32 {\n    &x", "-> Box<i32> {\n    Box::new(x)"),
        ("outlived.rs", "&x", "x"),
        ("outlived.rs", "*pointer", "pointer"),
        ("moved.rs", "(self)", "(&self)"),
        ("moved.rs", "self.leaf\n", "self.leaf.clone()\n"),
        ("unboxed.rs", "walk(view)", "walk(Box::new(view))"),
        ("kept.rs", "visit: &mut dyn", "visit: &'static mut dyn"),
        ("no_heap.rs", "#![no_std]\n", ""),
        ("no_allocator.rs", "extern crate alloc;\n", ""),
        ("no_allocator.rs", "-> alloc::vec::Vec<u8> {\n    leaf.to_vec()", "-> &[u8] {\n    leaf"),
    ];
    for file in files() {
        let name = file.file_name().unwrap().to_str().unwrap();
        let mut text = fs::read_to_string(&file).unwrap();
        for (_, line, cure) in cures.iter().filter(|(of, _, _)| *of == name) {
            assert_eq!(text.matches(line).count(), 1, "{name}: {line:?}");
            text = text.replace(line, cure);
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cured");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), text).unwrap();
        let said = complaints(&folder.join(name));
        assert!(!said.contains("error"), "{name}:\n{said}");
    }
}
