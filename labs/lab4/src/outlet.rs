//! Where frames are written to: a pipe and a socket, both within this process.
//!
//! What was written is read back by the same thread, some frames at a time. A
//! reader of its own would be woken by every frame, and a frame's time would be
//! mostly the scheduler's.

use std::io::{self, IoSlice, PipeWriter, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Barrier};
use std::thread::{self, JoinHandle};

/// Bytes after which what was written is read back. With one more frame they are
/// less than a pipe holds, on any system but Windows.
const PENDING: usize = 8 * 1024;

/// The end to write to, with somebody at the other.
#[derive(Debug)]
pub struct Outlet<W> {
    /// `None` only while it is dropped.
    end: Option<W>,
    reader: Reader,
}

enum Reader {
    /// This thread, when so much is pending.
    Here { from: Box<dyn Read>, pending: usize, buffer: Vec<u8> },
    /// A thread that reads until the end is dropped.
    Thread(Option<JoinHandle<()>>),
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Reader::Here { .. }) { "this thread" } else { "a thread" })
    }
}

/// A pipe, for frames of the chapter's size: a larger one may wait for ever.
pub fn pipe() -> io::Result<Outlet<PipeWriter>> {
    if cfg!(windows) {
        // There it may hold less than a frame, and a writer would wait for ever.
        return pipe_to_a_thread();
    }
    let (from, end) = io::pipe()?;
    Ok(Outlet::read_here(end, from))
}

/// A pipe with a thread that reads.
pub fn pipe_to_a_thread() -> io::Result<Outlet<PipeWriter>> {
    let (from, end) = io::pipe()?;
    Ok(Outlet::read_by_a_thread(end, from))
}

/// A connection over loopback. What is written goes out at once: two small
/// writes would otherwise wait for each other's acknowledgement.
pub fn socket() -> io::Result<Outlet<TcpStream>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let end = TcpStream::connect(listener.local_addr()?)?;
    end.set_nodelay(true)?;
    let (from, _) = listener.accept()?;
    Ok(Outlet::read_here(end, from))
}

impl<W> Outlet<W> {
    fn read_here(end: W, from: impl Read + 'static) -> Outlet<W> {
        let buffer = vec![0; 64 * 1024];
        Outlet { end: Some(end), reader: Reader::Here { from: Box::new(from), pending: 0, buffer } }
    }

    /// Starts the thread and waits until it has all that it allocates, so that
    /// nothing of it falls into a count that is taken later.
    fn read_by_a_thread(end: W, mut from: impl Read + Send + 'static) -> Outlet<W> {
        let ready = Arc::new(Barrier::new(2));
        let begun = Arc::clone(&ready);
        let reader = thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            begun.wait();
            while matches!(from.read(&mut buffer), Ok(1..)) {}
        });
        ready.wait();
        Outlet { end: Some(end), reader: Reader::Thread(Some(reader)) }
    }

    fn end(&mut self) -> &mut W {
        self.end.as_mut().expect("the end is there until the drop")
    }

    /// So much was written; reads it back when it is enough.
    fn wrote(&mut self, count: usize) -> io::Result<usize> {
        if let Reader::Here { from, pending, buffer } = &mut self.reader {
            *pending += count;
            while *pending >= PENDING {
                match from.read(buffer)? {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    read => *pending -= read,
                }
            }
        }
        Ok(count)
    }
}

impl<W: Write> Write for Outlet<W> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let written = self.end().write(part)?;
        self.wrote(written)
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        let written = self.end().write_vectored(parts)?;
        self.wrote(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.end().flush()
    }
}

impl<W> Drop for Outlet<W> {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Reader::Thread(thread) = &mut self.reader {
            // It cannot panic; it is awaited so that it does not run on into what
            // is measured next.
            let _ = thread.take().map(JoinHandle::join);
        }
    }
}
