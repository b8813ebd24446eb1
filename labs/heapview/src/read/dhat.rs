//! dhat's JSON, as dhat-rs and Valgrind write it, in one pass.
//!
//! PERF: nothing of the text is kept: stacks go straight into one long vector, a
//! frame's text is taken apart where it lies. `top` of 37 MB took 0.13 s and
//! 22 MB beside the text on a busy machine; `cargo bench -p heapview` has yours.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::frame;
use crate::error::ReadError;
use crate::intern::{Builder, RawFrame};
use crate::model::{Metric, Origin, Profile};

/// Makes a seed of a visitor that reads a list.
macro_rules! list_seed {
    ($seed:ident, $expecting:literal, |$self:ident, $list:ident| $body:block) => {
        impl<'de> DeserializeSeed<'de> for $seed<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
                json.deserialize_seq(self)
            }
        }

        impl<'de> Visitor<'de> for $seed<'_> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($expecting)
            }

            fn visit_seq<A: SeqAccess<'de>>($self, mut $list: A) -> Result<(), A::Error> $body
        }
    };
}

mod sites;

/// Reads a profile from JSON text.
pub(super) fn read(text: &[u8]) -> Result<Profile, ReadError> {
    let mut file = File::default();
    let mut json = serde_json::Deserializer::from_slice(text);
    let read = FileSeed(&mut file).deserialize(&mut json).and_then(|()| json.end());
    if let Some(fault) = file.fault.take() {
        return Err(fault);
    }
    read.map_err(|e| if e.is_eof() { ReadError::Truncated(e) } else { ReadError::Json(e) })?;
    file.into_profile()
}

/// What has been read so far.
#[derive(Debug, Default)]
struct File {
    builder: Builder,
    version: Option<u64>,
    mode: Option<String>,
    lifetimes: bool,
    command: String,
    time_unit: String,
    end: Option<u64>,
    has_sites: bool,
    /// Our number of each entry of `ftbl`.
    table: Option<Vec<u32>>,
    /// What serde's error could not carry.
    fault: Option<ReadError>,
}

impl File {
    fn into_profile(mut self) -> Result<Profile, ReadError> {
        if let Some(version) = self.version.filter(|&version| version != 2) {
            return Err(ReadError::Version(version));
        }
        if !self.has_sites {
            return Err(ReadError::Missing("pps"));
        }
        let table = self.table.take().ok_or(ReadError::Missing("ftbl"))?;
        let builder = &mut self.builder;
        let outside = builder.frames.iter().position(|&frame| frame as usize >= table.len());
        if let Some(at) = outside {
            let site = builder.sites.iter().position(|site| site.stack.contains(&at));
            return Err(ReadError::Frame {
                site: site.unwrap_or_default(),
                frame: u64::from(builder.frames[at]),
                table: table.len(),
            });
        }
        for frame in &mut builder.frames {
            *frame = table[*frame as usize];
        }
        self.give_every_site_a_stack()?;
        let origin = match self.mode.as_deref() {
            Some("rust-ad-hoc" | "ad-hoc") => Origin::DhatAdHoc,
            Some("heap") => Origin::Valgrind,
            _ => Origin::DhatHeap,
        };
        let mut metrics = vec![Metric::Bytes, Metric::Blocks];
        if self.lifetimes {
            use Metric::{Lifetime, Live, LiveBlocks, Peak, PeakBlocks};
            metrics.extend([Peak, PeakBlocks, Live, LiveBlocks, Lifetime]);
        }
        let mut profile = self.builder.finish(origin, metrics);
        (profile.command, profile.time_unit, profile.end) =
            (self.command, self.time_unit, self.end);
        Ok(profile)
    }

    /// A stack without frames is charged to dhat's own root.
    fn give_every_site_a_stack(&mut self) -> Result<(), ReadError> {
        let builder = &mut self.builder;
        if builder.sites.iter().all(|site| !site.stack.is_empty()) {
            return Ok(());
        }
        let root = builder.location(RawFrame { symbol: Some("[root]"), ..RawFrame::default() })?;
        let at = builder.frames.len();
        builder.frames.push(root);
        for site in &mut builder.sites {
            if site.stack.is_empty() {
                site.stack = at..at + 1;
            }
        }
        Ok(())
    }
}

struct FileSeed<'f>(&'f mut File);

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

/// The keys that are read; a profiler may add its own.
#[derive(Debug, serde::Deserialize)]
#[serde(field_identifier)]
enum Key {
    #[serde(rename = "dhatFileVersion")]
    Version,
    #[serde(rename = "mode")]
    Mode,
    #[serde(rename = "bklt")]
    Lifetimes,
    #[serde(rename = "cmd")]
    Command,
    #[serde(rename = "tu")]
    TimeUnit,
    #[serde(rename = "te")]
    End,
    #[serde(rename = "pps")]
    Sites,
    #[serde(rename = "ftbl")]
    Frames,
    #[serde(other)]
    Other,
}

impl<'de> Visitor<'de> for FileSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a dhat profile")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let file = self.0;
        while let Some(key) = map.next_key()? {
            match key {
                Key::Version => file.version = Some(map.next_value()?),
                Key::Mode => file.mode = Some(map.next_value()?),
                Key::Lifetimes => file.lifetimes = map.next_value()?,
                Key::Command => file.command = map.next_value()?,
                Key::TimeUnit => file.time_unit = map.next_value()?,
                Key::End => file.end = Some(map.next_value()?),
                Key::Sites if file.has_sites => return Err(A::Error::duplicate_field("pps")),
                Key::Frames if file.table.is_some() => {
                    return Err(A::Error::duplicate_field("ftbl"));
                }
                Key::Sites => {
                    file.has_sites = true;
                    map.next_value_seed(sites::SitesSeed(file))?;
                }
                Key::Frames => map.next_value_seed(TableSeed(file))?,
                Key::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

struct TableSeed<'f>(&'f mut File);

list_seed!(TableSeed, "a list of frames", |self, list| {
    let mut table = Vec::new();
    while let Some(number) = list.next_element_seed(FrameSeed(self.0))? {
        table.push(number);
    }
    self.0.table = Some(table);
    Ok(())
});

struct FrameSeed<'f>(&'f mut File);

impl<'de> DeserializeSeed<'de> for FrameSeed<'_> {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<u32, D::Error> {
        json.deserialize_str(self)
    }
}

impl Visitor<'_> for FrameSeed<'_> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a frame's text")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<u32, E> {
        self.0.builder.location(frame::parse(text)).map_err(|fault| {
            let message = E::custom(&fault);
            self.0.fault = Some(fault);
            message
        })
    }
}
