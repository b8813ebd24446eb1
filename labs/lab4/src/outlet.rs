//! Where frames are written to: a pipe and a socket, each with a thread at the
//! other end that reads and throws away.

use std::io::{self, PipeWriter, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Barrier};
use std::thread::{self, JoinHandle};

/// The end to write to. Dropping it ends the reader and waits for it.
#[derive(Debug)]
pub struct Outlet<W: Write> {
    /// `None` only while it is dropped.
    end: Option<W>,
    reader: Option<JoinHandle<()>>,
}

/// A pipe within this process.
pub fn pipe() -> io::Result<Outlet<PipeWriter>> {
    let (reader, writer) = io::pipe()?;
    Ok(Outlet::drained(writer, reader))
}

/// A connection over loopback. What is written goes out at once: two small
/// writes would otherwise wait for each other's acknowledgement.
pub fn socket() -> io::Result<Outlet<TcpStream>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let writer = TcpStream::connect(listener.local_addr()?)?;
    writer.set_nodelay(true)?;
    let (reader, _) = listener.accept()?;
    Ok(Outlet::drained(writer, reader))
}

impl<W: Write> Outlet<W> {
    /// Starts the reader and waits until it has all that it allocates, so that
    /// nothing of it falls into a count that is taken later.
    fn drained(end: W, mut from: impl Read + Send + 'static) -> Outlet<W> {
        let ready = Arc::new(Barrier::new(2));
        let begun = Arc::clone(&ready);
        let reader = thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            begun.wait();
            while matches!(from.read(&mut buffer), Ok(1..)) {}
        });
        ready.wait();
        Outlet { end: Some(end), reader: Some(reader) }
    }
}

impl<W: Write> Write for Outlet<W> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.end().write(part)
    }

    fn write_vectored(&mut self, parts: &[io::IoSlice<'_>]) -> io::Result<usize> {
        self.end().write_vectored(parts)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.end().flush()
    }
}

impl<W: Write> Outlet<W> {
    fn end(&mut self) -> &mut W {
        self.end.as_mut().expect("the end is there until the drop")
    }
}

impl<W: Write> Drop for Outlet<W> {
    fn drop(&mut self) {
        drop(self.end.take());
        // A reader cannot panic; its end is awaited so that it does not run on
        // into what is measured next.
        let _ = self.reader.take().map(JoinHandle::join);
    }
}
