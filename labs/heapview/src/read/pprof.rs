//! pprof's protobuf, as Go's runtime, jemalloc_pprof and gperftools write it.
//!
//! The message's fields may come in any order and name each other by numbers of
//! the writer's choice, so they are sorted out in a second pass.

use std::collections::HashMap;

use crate::error::ReadError;
use crate::intern::{Builder, RawFrame};
use crate::model::{Metric, Origin, Profile, Site, Values};
use crate::protobuf::{Broken, Fields, Value, numbers};
use crate::symbol::UNRESOLVED;

/// Whether this could be a profile: some of its fields, and nothing broken.
pub(super) fn may_be(bytes: &[u8]) -> bool {
    let mut known = Fields::new(bytes).take(4).peekable();
    known.peek().is_some()
        && known.all(|field| matches!(field, Ok((1..=16, Value::Varint(_) | Value::Bytes(_)))))
}

impl From<Broken> for ReadError {
    fn from(_: Broken) -> Self {
        ReadError::Pprof("the message ends early or is damaged".to_owned())
    }
}

/// By the writer's number: our numbers of name and file.
type Functions = HashMap<u64, (u32, Option<u32>)>;

/// The parts of a message, still by the writer's numbers.
#[derive(Debug, Default)]
struct Parts<'a> {
    sample_types: Vec<(u64, u64)>,
    samples: Vec<&'a [u8]>,
    mappings: HashMap<u64, u64>,
    locations: Vec<&'a [u8]>,
    functions: HashMap<u64, (u64, u64)>,
    strings: Vec<&'a [u8]>,
    comments: Vec<u64>,
}

/// Reads a profile.
pub(super) fn read(bytes: &[u8]) -> Result<Profile, ReadError> {
    let parts = Parts::read(bytes)?;
    let columns = parts.columns()?;
    let mut builder = Builder::default();
    let locations = parts.add_locations(&mut builder)?;
    // A location of a thousand inlined lines that a million bytes refer to would
    // fill any memory; real stacks have fewer frames than bytes.
    let limit = FRAME_LIMIT.min(bytes.len().saturating_mul(16));
    for (at, sample) in parts.samples.iter().enumerate() {
        add_sample(&mut builder, &columns, &locations, (sample, at), limit)?;
    }
    let mut metrics: Vec<Metric> = columns.iter().flatten().copied().collect();
    metrics.sort();
    metrics.dedup();
    let command = parts.comments.first().map(|&at| parts.text(at)).transpose()?;
    let mut profile = builder.finish(Origin::Pprof, metrics);
    profile.command = command.unwrap_or_default().to_owned();
    Ok(profile)
}

/// A gibibyte of frame numbers.
const FRAME_LIMIT: usize = 1 << 28;

fn wrong(what: impl Into<String>) -> ReadError {
    ReadError::Pprof(what.into())
}

impl<'a> Parts<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let mut parts = Parts::default();
        for field in Fields::new(bytes) {
            match field? {
                (1, Value::Bytes(message)) => parts.sample_types.push(pair(message, 1, 2)?),
                (2, Value::Bytes(message)) => parts.samples.push(message),
                (3, Value::Bytes(message)) => {
                    let (id, file) = pair(message, 1, 5)?;
                    parts.mappings.insert(id, file);
                }
                (4, Value::Bytes(message)) => parts.locations.push(message),
                (5, Value::Bytes(message)) => {
                    let (id, name) = pair(message, 1, 2)?;
                    let (_, file) = pair(message, 1, 4)?;
                    parts.functions.insert(id, (name, file));
                }
                (6, Value::Bytes(text)) => parts.strings.push(text),
                (13, value) => numbers(value, |comment| parts.comments.push(comment))?,
                _ => {}
            }
        }
        if parts.sample_types.is_empty() {
            return Err(wrong("it names no sample type"));
        }
        Ok(parts)
    }

    fn text(&self, at: u64) -> Result<&'a str, ReadError> {
        let text = usize::try_from(at).ok().and_then(|at| self.strings.get(at));
        let text = text.ok_or_else(|| {
            wrong(format!("text {at} is named, but there are {}", self.strings.len()))
        })?;
        std::str::from_utf8(text).map_err(|_| wrong(format!("text {at} is no UTF-8")))
    }

    /// Which metric each value of a sample is.
    fn columns(&self) -> Result<Vec<Option<Metric>>, ReadError> {
        let mut names = Vec::new();
        let mut columns = Vec::new();
        for &(name, _unit) in &self.sample_types {
            let name = self.text(name)?;
            columns.push(match name {
                "alloc_space" => Some(Metric::Bytes),
                "alloc_objects" => Some(Metric::Blocks),
                "inuse_space" | "space" => Some(Metric::Live),
                "inuse_objects" | "objects" => Some(Metric::LiveBlocks),
                _ => None,
            });
            names.push(name);
        }
        if columns.iter().all(Option::is_none) {
            return Err(ReadError::NotHeap(names.join(", ")));
        }
        Ok(columns)
    }

    /// Our numbers of each function's name and file. A text is looked at once,
    /// however many functions have it.
    fn add_functions(&self, builder: &mut Builder) -> Result<Functions, ReadError> {
        let (mut names, mut files) = (HashMap::new(), HashMap::new());
        let mut functions = Functions::with_capacity(self.functions.len());
        for (&id, &(name, file)) in &self.functions {
            let name = match names.get(&name) {
                Some(&known) => known,
                None => {
                    let text = Some(self.text(name)?).filter(|text| !text.is_empty());
                    let number = builder.raw_name(text.unwrap_or(UNRESOLVED))?;
                    *names.entry(name).or_insert(number)
                }
            };
            let file = match files.get(&file) {
                Some(&known) => known,
                None => {
                    let text = self.text(file)?;
                    let number = if text.is_empty() { None } else { Some(builder.file(text)?) };
                    *files.entry(file).or_insert(number)
                }
            };
            functions.insert(id, (name, file));
        }
        Ok(functions)
    }

    /// Our numbers of each location's lines, innermost first: a location has
    /// several where calls were inlined.
    fn add_locations(&self, builder: &mut Builder) -> Result<HashMap<u64, Vec<u32>>, ReadError> {
        let functions = self.add_functions(builder)?;
        let mut locations = HashMap::with_capacity(self.locations.len());
        for message in &self.locations {
            let (mut id, mut address, mut lines) = (0, None, Vec::new());
            for field in Fields::new(message) {
                match field? {
                    (1, Value::Varint(value)) => id = value,
                    (3, Value::Varint(value)) => address = Some(value),
                    (4, Value::Bytes(line)) => {
                        let (function, line) = pair(line, 1, 2)?;
                        let &(name, file) = functions.get(&function).ok_or_else(|| {
                            wrong(format!("a location names function {function}, which is absent"))
                        })?;
                        let line = u32::try_from(line).unwrap_or_default();
                        lines.push(builder.location_of(name, file, line, None)?);
                    }
                    _ => {}
                }
            }
            if lines.is_empty() {
                lines.push(builder.location(RawFrame { address, ..RawFrame::default() })?);
            }
            locations.insert(id, lines);
        }
        Ok(locations)
    }
}

/// Two numbers of a message; an absent one is zero.
fn pair(message: &[u8], first: u64, second: u64) -> Result<(u64, u64), ReadError> {
    let mut found = (0, 0);
    for field in Fields::new(message) {
        match field? {
            (field, Value::Varint(value)) if field == first => found.0 = value,
            (field, Value::Varint(value)) if field == second => found.1 = value,
            _ => {}
        }
    }
    Ok(found)
}

fn add_sample(
    builder: &mut Builder,
    columns: &[Option<Metric>],
    locations: &HashMap<u64, Vec<u32>>,
    (sample, at): (&[u8], usize),
    limit: usize,
) -> Result<(), ReadError> {
    let start = builder.frames.len();
    let (mut given, mut values, mut missing) = (0, Values::default(), None);
    let (mut negative, mut too_many) = (false, false);
    for field in Fields::new(sample) {
        match field? {
            (1, value) => numbers(value, |id| match locations.get(&id) {
                Some(lines) if builder.frames.len() < limit => {
                    builder.frames.extend_from_slice(lines);
                }
                Some(_) => too_many = true,
                None => missing = Some(id),
            })?,
            (2, value) => numbers(value, |number| {
                negative |= (number as i64) < 0;
                let metric = columns.get(given).copied().flatten();
                given += 1;
                let field = match metric {
                    Some(Metric::Bytes) => &mut values.bytes,
                    Some(Metric::Blocks) => &mut values.blocks,
                    Some(Metric::Live) => &mut values.live,
                    Some(_) => &mut values.live_blocks,
                    None => return,
                };
                *field = number;
            })?,
            _ => {}
        }
    }
    if let Some(id) = missing {
        return Err(wrong(format!("sample {at} names location {id}, which is absent")));
    }
    if too_many {
        return Err(ReadError::Frames(limit));
    }
    if negative {
        return Err(ReadError::Negative);
    }
    if given != columns.len() {
        return Err(wrong(format!("sample {at} has {given} values for {} types", columns.len())));
    }
    if builder.frames.len() == start {
        let root = builder.location(RawFrame { symbol: Some("[root]"), ..RawFrame::default() })?;
        builder.frames.push(root);
    }
    let stack = start..builder.frames.len();
    builder.push(Site { stack, values, own_peak: 0, own_peak_blocks: 0 })
}
