//! What mdBook only logs becomes a fault.
//!
//! mdBook reports a missing include, an HTML that it cannot parse or an
//! unknown preprocessor as a log line and goes on. In this process nobody
//! reads its log, so warnings and errors are collected here.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Keeps the text of every warning and error.
#[derive(Debug, Clone, Default)]
pub(crate) struct Logged(Arc<Mutex<Vec<String>>>);

impl Logged {
    /// Runs `f` and returns its result with what was logged meanwhile on this
    /// thread.
    pub(crate) fn during<R>(f: impl FnOnce() -> R) -> (R, Vec<String>) {
        let logged = Logged::default();
        let result = tracing::subscriber::with_default(logged.clone(), f);
        let lines = std::mem::take(&mut *logged.0.lock().unwrap_or_else(PoisonError::into_inner));
        (result, lines)
    }
}

impl Subscriber for Logged {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("mdbook") && *metadata.level() <= Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Message(String);
        impl Visit for Message {
            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                if field.name() == "message" {
                    let _ = write!(self.0, "{value:?}");
                }
            }
        }
        let mut message = Message(String::new());
        event.record(&mut message);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
