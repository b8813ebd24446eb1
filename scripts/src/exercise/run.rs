//! Running a learner's program, which may loop or print without an end.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// More output than this is no output that anybody reads.
pub(super) const MOST_OUTPUT: u64 = 256 << 10;

/// Beyond the program's own limit, for starting and symbolising.
const GRACE: Duration = Duration::from_secs(30);

/// How it ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself, with this output.
    Done(String),
    /// It printed too much.
    Flooded,
    /// It ran longer than this.
    Late(Duration),
}

/// Runs it to its end or to a limit.
pub(super) fn limited(mut command: Command) -> Result<Ended> {
    let own = std::env::var("LABKIT_TIMEOUT").ok().and_then(|text| text.parse().ok());
    let limit = Duration::from_secs(own.unwrap_or(30)) + GRACE;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("the exercise cannot be started")?;
    let output = Arc::new(Output::default());
    let readers = [
        child.stdout.take().map(|stream| read(stream, Arc::clone(&output))),
        child.stderr.take().map(|stream| read(stream, Arc::clone(&output))),
    ];
    let start = Instant::now();
    let ended = loop {
        // Relaxed: only the number itself matters.
        if output.bytes.load(Ordering::Relaxed) > MOST_OUTPUT {
            break Some(Ended::Flooded);
        }
        if start.elapsed() > limit {
            break Some(Ended::Late(limit));
        }
        if child.try_wait()?.is_some() {
            break None;
        }
        thread::sleep(Duration::from_millis(20));
    };
    if ended.is_some() {
        let _ = child.kill();
        let _ = child.wait();
    }
    for reader in readers.into_iter().flatten() {
        let _ = reader.join();
    }
    let flooded = output.bytes.load(Ordering::Relaxed) > MOST_OUTPUT;
    let text = output.text.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(match ended {
        Some(ended) => ended,
        None if flooded => Ended::Flooded,
        None => Ended::Done(String::from_utf8_lossy(&text).into_owned()),
    })
}

#[derive(Debug, Default)]
struct Output {
    /// How much came; both readers add, the waiting thread looks.
    bytes: AtomicU64,
    text: Mutex<Vec<u8>>,
}

/// Reads until the end, and keeps no more than is allowed.
fn read(mut stream: impl Read + Send + 'static, output: Arc<Output>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(n @ 1..) = stream.read(&mut buffer) {
            // Relaxed: only the number itself matters.
            let before = output.bytes.fetch_add(n as u64, Ordering::Relaxed);
            if before <= MOST_OUTPUT {
                let mut text = output.text.lock().unwrap_or_else(PoisonError::into_inner);
                text.extend_from_slice(&buffer[..n]);
            }
        }
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Ended {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        limited(command).unwrap()
    }

    #[test]
    fn a_flood_is_stopped_while_it_runs() {
        let start = Instant::now();
        assert!(matches!(shell("exec yes a_line_that_never_ends"), Ended::Flooded));
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn what_was_said_on_either_stream_is_kept() {
        match shell("echo out; echo err >&2; exit 3") {
            Ended::Done(text) => {
                assert!(text.contains("out\n") && text.contains("err\n"), "{text}")
            }
            other => panic!("{other:?}"),
        }
    }
}
