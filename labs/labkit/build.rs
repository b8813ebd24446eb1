//! Tells the crate which compiler, target and profile it is built with: they
//! are part of every number's provenance, and no program can find them out at
//! run time.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC for build scripts");
    let toolchain = Command::new(rustc)
        .arg("-V")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned());
    let of = |name| env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=LABKIT_TOOLCHAIN={toolchain}");
    println!("cargo::rustc-env=LABKIT_TARGET={}", of("TARGET"));
    println!("cargo::rustc-env=LABKIT_PROFILE={}", of("PROFILE"));
}
