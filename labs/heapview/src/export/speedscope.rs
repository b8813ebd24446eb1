//! speedscope's own JSON: frames once, and per metric the stacks with weights.

use std::io::{self, Write};

use serde::Serialize;

use crate::model::Metric;
use crate::sites::merged;
use crate::view::View;

#[derive(Serialize)]
struct File<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    name: &'a str,
    exporter: &'static str,
    shared: Shared<'a>,
    profiles: Vec<Profile>,
}

#[derive(Serialize)]
struct Shared<'a> {
    frames: Vec<Frame<'a>>,
}

#[derive(Serialize)]
struct Frame<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Profile {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'static str,
    unit: &'static str,
    start_value: u64,
    end_value: u64,
    /// Outermost frame first.
    samples: Vec<Vec<u32>>,
    weights: Vec<u64>,
}

pub(super) fn write(view: &View<'_>, out: &mut dyn Write) -> io::Result<()> {
    let profile = view.profile;
    let sites = merged(view);
    let metrics = profile.metrics.iter().copied().filter(|&metric| metric != Metric::Lifetime);
    let profiles = metrics.map(|metric| {
        let with_value = || sites.iter().filter(|(_, site)| site.values.get(metric) > 0);
        Profile {
            kind: "sampled",
            name: profile.title(metric),
            unit: if profile.unit(metric) == "bytes" { "bytes" } else { "none" },
            start_value: 0,
            end_value: view.selected.get(metric),
            samples: with_value().map(|(stack, _)| stack.iter().rev().copied().collect()).collect(),
            weights: with_value().map(|(_, site)| site.values.get(metric)).collect(),
        }
    });
    let frames = (0..).zip(&profile.locations).map(|(at, location)| Frame {
        name: profile.function_name(at),
        file: location.file.map(|file| profile.files[file as usize].as_str()),
        line: (location.line > 0).then_some(location.line),
    });
    let file = File {
        schema: "https://www.speedscope.app/file-format-schema.json",
        name: if profile.command.is_empty() { "heap profile" } else { &profile.command },
        exporter: concat!("heapview ", env!("CARGO_PKG_VERSION")),
        shared: Shared { frames: frames.collect() },
        profiles: profiles.collect(),
    };
    serde_json::to_writer(&mut *out, &file)?;
    out.write_all(b"\n")
}
