//! Profiles made for a test, and the committed ones.
#![allow(dead_code, clippy::allow_attributes, reason = "each test program uses a part")]

use std::path::PathBuf;

use heapview::{Filter, MAX_UNPACKED, Metric, Order, Profile, TopOptions, View, read_profile};

/// A site of a made profile.
#[derive(Debug, Clone, Default)]
pub(crate) struct Made {
    pub(crate) bytes: u64,
    pub(crate) blocks: u64,
    pub(crate) lifetime: u64,
    /// Bytes and blocks at its own maximum.
    pub(crate) own: (u64, u64),
    /// Bytes and blocks at the program's peak.
    pub(crate) peak: (u64, u64),
    /// Bytes and blocks at the end.
    pub(crate) live: (u64, u64),
    /// Frames as dhat writes them, without their address.
    pub(crate) stack: Vec<String>,
}

impl Made {
    pub(crate) fn new(bytes: u64, blocks: u64, stack: &[&str]) -> Self {
        let stack = stack.iter().map(|&frame| frame.to_owned()).collect();
        Self { bytes, blocks, stack, ..Self::default() }
    }
}

/// The text dhat would have written; `base` is where the program was loaded.
pub(crate) fn text_at(base: u64, end: u64, sites: &[Made]) -> Vec<u8> {
    let mut table = vec!["[root]".to_owned()];
    let mut pps = Vec::new();
    for site in sites {
        let first = table.len();
        for frame in &site.stack {
            table.push(format!("0x{:x}: {frame}", base + table.len() as u64 * 16));
        }
        let stack: Vec<usize> = (first..table.len()).collect();
        pps.push(serde_json::json!({
            "tb": site.bytes, "tbk": site.blocks, "tl": site.lifetime,
            "mb": site.own.0, "mbk": site.own.1, "gb": site.peak.0, "gbk": site.peak.1,
            "eb": site.live.0, "ebk": site.live.1, "fs": stack,
        }));
    }
    let file = serde_json::json!({
        "dhatFileVersion": 2, "mode": "rust-heap", "verb": "Allocated", "bklt": true,
        "bkacc": false, "tu": "µs", "Mtu": "s", "tuth": 10, "cmd": "./made", "pid": 1,
        "tg": end / 2, "te": end, "pps": pps, "ftbl": table,
    });
    serde_json::to_vec(&file).unwrap()
}

pub(crate) fn text(sites: &[Made]) -> Vec<u8> {
    text_at(0x5500_0000_0000, 1_000_000, sites)
}

pub(crate) fn read(bytes: Vec<u8>) -> Profile {
    read_profile(bytes, MAX_UNPACKED).unwrap()
}

pub(crate) fn profile(sites: &[Made]) -> Profile {
    read(text(sites))
}

pub(crate) fn fault(bytes: impl Into<Vec<u8>>) -> String {
    read_profile(bytes.into(), 1 << 20).unwrap_err().to_string()
}

/// A committed profile.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/profiles").join(name)
}

pub(crate) fn committed(name: &str) -> Profile {
    read(std::fs::read(path(name)).unwrap())
}

/// All rows by one metric.
pub(crate) fn rows(profile: &Profile, filter: &Filter, by: heapview::By, metric: Metric) -> Order {
    let options = TopOptions { metrics: vec![metric], by, cum: false, rows: usize::MAX };
    heapview::top(&View::new(profile, filter), &options).orders.remove(0)
}

/// Functions and flat values.
pub(crate) fn flat(profile: &Profile) -> Vec<(String, u64)> {
    let order = rows(profile, &Filter::default(), heapview::By::Function, Metric::Bytes);
    order.rows.into_iter().filter(|row| row.flat > 0).map(|row| (row.function, row.flat)).collect()
}

/// Lines and flat values.
pub(crate) fn lines(profile: &Profile) -> Vec<(String, u64)> {
    let order = rows(profile, &Filter::default(), heapview::By::Line, Metric::Bytes);
    let rows = order.rows.into_iter().filter(|row| row.flat > 0);
    rows.map(|row| (row.place.unwrap_or_default(), row.flat)).collect()
}

/// Rows to compare with.
pub(crate) fn plain(sites: &[(&str, u64)]) -> Vec<(String, u64)> {
    sites.iter().map(|&(name, value)| (name.to_owned(), value)).collect()
}
