//! A lab that hangs is stopped with a message, also when the hang is a
//! deadlock of the heap profiler with a thread that prints.
//!
//! Started without the variable below it starts itself again with it and reads
//! what that process says.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

fn main() -> ExitCode {
    match std::env::var("LABKIT_TEST_INNER").as_deref() {
        Ok("sleeps") => hanging_lab(|| std::thread::sleep(Duration::from_secs(600))),
        Ok("deadlocks") => hanging_lab(|| {
            // Holds stderr and waits for a thread that wants it.
            let _stderr = std::io::stderr().lock();
            let _ = std::thread::spawn(|| eprintln!("never")).join();
        }),
        _ => {
            for kind in ["sleeps", "deadlocks"] {
                stopped(kind);
            }
            println!(
                "test a_hang_is_stopped_and_named ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"
            );
            ExitCode::SUCCESS
        }
    }
}

fn hanging_lab(f: impl FnMut()) -> ExitCode {
    let mut lab = labkit::heap::HeapLab::new("lab0", env!("CARGO_MANIFEST_DIR"));
    lab.table("t").variant("v", labkit::Counted::default(), f);
    lab.run()
}

fn stopped(kind: &str) {
    let program = std::env::current_exe().expect("a program has a path");
    let start = Instant::now();
    let output = Command::new(program)
        .envs([("LABKIT_TEST_INNER", kind), ("LABKIT_TIMEOUT", "1")])
        .output()
        .expect("the program starts again");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{kind}: {text}");
    assert!(text.contains("t::v: timed out"), "{kind}: {text}");
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{kind}: it took too long"
    );
}
