//! A time limit that works when the heap does not.
//!
//! dhat holds its lock while it prints; a thread that holds stderr and then
//! allocates waits for ever. So the watching thread has its message and its
//! own handle on stderr beforehand, and when the time is up it neither
//! allocates nor takes a lock that the program's code can hold.
//!
//! One thread watches a whole run: starting a thread allocates, and so may its
//! first steps, which must not fall into a count. While it waits it does not.

use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// No case is running.
const IDLE: u64 = u64::MAX;

/// Aborts the process when a case runs over its time.
#[derive(Debug)]
pub(crate) struct Watchdog {
    limit: u64,
    start: Instant,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// When to stop, in ms since `start`, or [`IDLE`]. The measuring thread
    /// writes it before and after a case, the watching thread reads it.
    deadline: AtomicU64,
    /// What to say then. Locked by the measuring thread only between cases.
    message: Mutex<Vec<u8>>,
}

impl Watchdog {
    /// Starts the watching thread and waits until it has settled.
    /// `LABKIT_TIMEOUT` (seconds) sets the limit, 30 by default.
    pub(crate) fn start() -> Watchdog {
        let limit =
            std::env::var("LABKIT_TIMEOUT").ok().and_then(|text| text.parse().ok()).unwrap_or(30);
        let shared = Arc::new(Shared { deadline: AtomicU64::new(0), message: Mutex::default() });
        let start = Instant::now();
        let watched = Arc::clone(&shared);
        let mut stderr = unlocked_stderr();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(1));
            // ORDERING: Release pairs with the Acquire below; it publishes
            // that the thread's own start lies behind it.
            watched.deadline.store(IDLE, Ordering::Release);
            loop {
                thread::sleep(Duration::from_millis(100));
                // ORDERING: Acquire pairs with the Release in `watch`, so the
                // message of that case is there.
                if watched.deadline.load(Ordering::Acquire) <= millis_since(start) {
                    break;
                }
            }
            let message = watched.message.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(stderr) = &mut stderr {
                let _ = stderr.write_all(&message);
            }
            // Not `exit`: it runs destructors, and stdout's frees its buffer,
            // which waits for the lock that dhat holds.
            std::process::abort();
        });
        // ORDERING: Acquire pairs with the Release of the thread's first store.
        while shared.deadline.load(Ordering::Acquire) != IDLE {
            thread::sleep(Duration::from_millis(1));
        }
        Watchdog { limit, start, shared }
    }

    /// Runs `f`, which is called `what`, under the limit.
    pub(crate) fn watch<R>(&self, what: &str, f: impl FnOnce() -> R) -> R {
        let limit = self.limit;
        let text = format!(
            "\n{what}: timed out: it did not end within {limit} s, so the run was stopped.\n\
             An endless loop, or a lock that is held while the heap profiler stops? LABKIT_TIMEOUT=<seconds> sets another limit.\n"
        );
        *self.shared.message.lock().unwrap_or_else(PoisonError::into_inner) = text.into_bytes();
        // ORDERING: Release pairs with the thread's Acquire and publishes the message.
        self.shared.deadline.store(millis_since(self.start) + limit * 1000, Ordering::Release);
        let result = f();
        // ORDERING: Release as above; nothing new is published.
        self.shared.deadline.store(IDLE, Ordering::Release);
        result
    }
}

fn millis_since(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(IDLE - 1)
}

#[cfg(unix)]
fn unlocked_stderr() -> Option<File> {
    use std::os::fd::AsFd as _;
    std::io::stderr().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(windows)]
fn unlocked_stderr() -> Option<File> {
    use std::os::windows::io::AsHandle as _;
    std::io::stderr().as_handle().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn unlocked_stderr() -> Option<File> {
    None
}
