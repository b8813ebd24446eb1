//! Protobuf's wire format, as far as pprof needs it: varints, lengths, and
//! fields that are skipped.
//!
//! Written by hand: pprof's schema is eight small messages that have not
//! changed since 2016, and a generator would be most of what a learner
//! compiles.

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    Varint(u64),
    Bytes(&'a [u8]),
    /// Four or eight bytes; pprof has no such field.
    Fixed,
}

/// The fields of a message, in order.
#[derive(Debug, Clone)]
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
    broken: bool,
}

/// A message that ends early, or a field of a kind that does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Broken;

impl<'a> Fields<'a> {
    pub(crate) fn new(message: &'a [u8]) -> Self {
        Self { rest: message, broken: false }
    }

    fn read(&mut self) -> Option<(u64, Value<'a>)> {
        let tag = varint(&mut self.rest)?;
        let value = match tag & 7 {
            0 => Value::Varint(varint(&mut self.rest)?),
            1 => self.take(8).map(|_| Value::Fixed)?,
            2 => {
                let length = usize::try_from(varint(&mut self.rest)?).ok()?;
                Value::Bytes(self.take(length)?)
            }
            5 => self.take(4).map(|_| Value::Fixed)?,
            _ => return None,
        };
        (tag >> 3 != 0).then_some((tag >> 3, value))
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Value<'a>), Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() || self.broken {
            return None;
        }
        let field = self.read().ok_or(Broken);
        self.broken = field.is_err();
        Some(field)
    }
}

/// Reads one number off the front.
pub(crate) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for at in 0..10 {
        let byte = *bytes.get(at)?;
        if at == 9 && byte > 1 {
            return None;
        }
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            *bytes = &bytes[at + 1..];
            return Some(value);
        }
    }
    None
}

/// Numbers of a repeated field: packed, or one at a time.
pub(crate) fn numbers(value: Value<'_>, mut push: impl FnMut(u64)) -> Result<(), Broken> {
    match value {
        Value::Varint(number) => push(number),
        Value::Bytes(mut packed) => {
            while !packed.is_empty() {
                push(varint(&mut packed).ok_or(Broken)?);
            }
        }
        Value::Fixed => return Err(Broken),
    }
    Ok(())
}

/// A message that is being written.
#[derive(Debug, Default)]
pub(crate) struct Message {
    pub(crate) bytes: Vec<u8>,
}

impl Message {
    fn put(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A number; zero is what an absent field means.
    pub(crate) fn number(&mut self, field: u64, value: u64) {
        if value != 0 {
            self.put(field << 3);
            self.put(value);
        }
    }

    /// Text or a message.
    pub(crate) fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.put(field << 3 | 2);
        self.put(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// A packed list.
    pub(crate) fn packed(&mut self, field: u64, values: impl IntoIterator<Item = u64>) {
        let mut list = Message::default();
        for value in values {
            list.put(value);
        }
        self.bytes(field, &list.bytes);
    }
}
