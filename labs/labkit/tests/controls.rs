//! A runner that cannot count must say so: this program installs no counting
//! allocator, so the control that must count one block counts none, and every
//! case has to fail with the words that name the cause.
//!
//! Started without the variable below it starts itself again with it and reads
//! what that process says.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    if std::env::var_os("LABKIT_TEST_INNER").is_some() {
        let mut lab = labkit::heap::HeapLab::new("lab0", env!("CARGO_MANIFEST_DIR"));
        lab.table("t")
            .variant("v", labkit::Counted::default(), || ());
        return lab.run();
    }
    let program = std::env::current_exe().expect("a program has a path");
    let output = Command::new(program)
        .env("LABKIT_TEST_INNER", "1")
        .output()
        .expect("the program starts again");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert_eq!(
        text.matches("the instrument is broken").count(),
        3,
        "{text}"
    );
    println!(
        "test a_broken_instrument_is_named ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"
    );
    ExitCode::SUCCESS
}
