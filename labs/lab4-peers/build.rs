//! Tells the program which compiler and target it is built with: they are part
//! of every number's provenance.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC for build scripts");
    let toolchain = Command::new(rustc).arg("-V").output().ok();
    let toolchain = toolchain.and_then(|output| String::from_utf8(output.stdout).ok());
    let toolchain = toolchain.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned());
    println!("cargo::rustc-env=PEERS_TOOLCHAIN={toolchain}");
    let target = env::var("TARGET").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=PEERS_TARGET={target}");
}
