//! The sites of dhat's JSON: values, and a stack as frame numbers.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::File;
use crate::model::{Site, Values};

/// Reads `pps`.
pub(super) struct SitesSeed<'f>(pub(super) &'f mut File);

list_seed!(SitesSeed, "a list of sites", |self, list| {
    while list.next_element_seed(SiteSeed(self.0))?.is_some() {}
    Ok(())
});

struct SiteSeed<'f>(&'f mut File);

impl<'de> DeserializeSeed<'de> for SiteSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum SiteKey {
    Tb,
    Tbk,
    Tl,
    Mb,
    Mbk,
    Gb,
    Gbk,
    Eb,
    Ebk,
    Fs,
    #[serde(other)]
    Other,
}

impl<'de> Visitor<'de> for SiteSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a site")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let file = self.0;
        let (mut bytes, mut blocks) = (None, None);
        let (mut values, mut own_peak, mut own_peak_blocks) = (Values::default(), 0, 0);
        let start = file.builder.frames.len();
        let mut has_stack = false;
        while let Some(key) = map.next_key()? {
            match key {
                SiteKey::Tb => bytes = Some(map.next_value()?),
                SiteKey::Tbk => blocks = Some(map.next_value()?),
                SiteKey::Tl => values.lifetime = map.next_value()?,
                SiteKey::Mb => own_peak = map.next_value()?,
                SiteKey::Mbk => own_peak_blocks = map.next_value()?,
                SiteKey::Gb => values.peak = map.next_value()?,
                SiteKey::Gbk => values.peak_blocks = map.next_value()?,
                SiteKey::Eb => values.live = map.next_value()?,
                SiteKey::Ebk => values.live_blocks = map.next_value()?,
                SiteKey::Fs if has_stack => return Err(A::Error::duplicate_field("fs")),
                SiteKey::Fs => {
                    has_stack = true;
                    map.next_value_seed(StackSeed(&mut file.builder.frames))?;
                }
                SiteKey::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        values.bytes = bytes.ok_or_else(|| A::Error::missing_field("tb"))?;
        values.blocks = blocks.ok_or_else(|| A::Error::missing_field("tbk"))?;
        if !has_stack {
            return Err(A::Error::missing_field("fs"));
        }
        let stack = start..file.builder.frames.len();
        file.builder.push(Site { stack, values, own_peak, own_peak_blocks }).map_err(|fault| {
            let message = A::Error::custom(&fault);
            file.fault = Some(fault);
            message
        })
    }
}

struct StackSeed<'f>(&'f mut Vec<u32>);

list_seed!(StackSeed, "a list of frame numbers", |self, list| {
    while let Some(number) = list.next_element()? {
        self.0.push(number);
    }
    Ok(())
});
