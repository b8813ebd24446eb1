//! `cargo bench` prints the table with peers, limit and bars.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let rounds: &[&str] = match std::env::args().any(|argument| argument == "--test") {
        true => &["--rounds", "1", "--millis", "1"],
        false => &[],
    };
    match Command::new(env!("CARGO_BIN_EXE_lab6-peers")).args(rounds).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("the program cannot be started: {e}");
            ExitCode::FAILURE
        }
    }
}
