//! Allocation sites: one per stack, with block size, count and lifetime.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::model::{Metric, Origin, Profile, Site, Values};
use crate::text::{BOLD, DIM, commas, counted, cut, percent, styled, time, wrapped};
use crate::view::View;

/// The largest sites.
#[derive(Debug, Serialize)]
pub struct Sites {
    /// What they are sorted by.
    pub metric: Metric,
    /// Sum over the whole file.
    pub total: u64,
    /// The largest.
    pub sites: Vec<OneSite>,
    /// How many are not shown.
    pub sites_left: usize,
    /// Their sum.
    pub left: u64,
    /// Unit of `mean_lifetime`.
    pub time_unit: String,
    #[serde(skip)]
    origin: Option<Origin>,
    #[serde(skip)]
    depth: usize,
}

/// A stack that allocated. Stacks that differ only in folded frames are one.
#[derive(Debug, Clone, Serialize)]
pub struct OneSite {
    /// What it allocated.
    pub values: Values,
    /// Bytes divided by blocks.
    pub mean_size: Option<f64>,
    /// Mean lifetime of a block. A `realloc` restarts dhat's clock, so of a
    /// growing vector this is the time since its last growth.
    pub mean_lifetime: Option<f64>,
    /// Most bytes it had at once; of a merged site the largest of its stacks'.
    pub own_peak: u64,
    /// Most blocks it had at once, likewise.
    pub own_peak_blocks: u64,
    /// Innermost first.
    pub stack: Vec<Frame>,
}

/// A frame that is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// Its function.
    pub function: String,
    /// File and line.
    pub place: Option<String>,
}

/// Sites that are the same once folded, and their stacks.
pub(crate) fn merged(view: &View<'_>) -> Vec<(Box<[u32]>, Site)> {
    let mut at_of: HashMap<Box<[u32]>, usize> = HashMap::new();
    let mut sites: Vec<(Box<[u32]>, Site)> = Vec::new();
    let mut stack = Vec::new();
    for site in view.sites() {
        view.stack(site, &mut stack);
        match at_of.get(stack.as_slice()) {
            Some(&at) => {
                let sum = &mut sites[at].1;
                sum.values.add(&site.values);
                sum.own_peak = sum.own_peak.max(site.own_peak);
                sum.own_peak_blocks = sum.own_peak_blocks.max(site.own_peak_blocks);
            }
            None => {
                let key: Box<[u32]> = stack.as_slice().into();
                at_of.insert(key.clone(), sites.len());
                sites.push((key, site.clone()));
            }
        }
    }
    sites
}

/// The `rows` largest sites by `metric`, of each `depth` frames.
pub fn sites(view: &View<'_>, metric: Metric, rows: usize, depth: usize) -> Sites {
    let profile = view.profile;
    let mut all = merged(view);
    all.sort_by(|a, b| {
        let value = |site: &Site| site.values.get(metric);
        let frames = a.0.iter().zip(&b.0).map(|(&a, &b)| profile.compare(a, b));
        let stacks = || frames.fold(Ordering::Equal, Ordering::then);
        let depths = || a.0.len().cmp(&b.0.len());
        let all = |site: &Site| (site.values.all(), site.own_peak, site.own_peak_blocks);
        let rest = || all(&b.1).cmp(&all(&a.1));
        value(&b.1).cmp(&value(&a.1)).then_with(stacks).then_with(depths).then_with(rest)
    });
    let count = all.len();
    all.truncate(rows);
    let sites: Vec<OneSite> =
        all.iter().map(|(stack, site)| one_site(profile, stack, site)).collect();
    let shown: u64 = sites.iter().map(|site| site.values.get(metric)).sum();
    Sites {
        metric,
        total: profile.total.get(metric),
        sites_left: count - sites.len(),
        left: view.selected.get(metric).saturating_sub(shown),
        sites,
        time_unit: profile.time_unit.clone(),
        origin: Some(profile.origin),
        depth,
    }
}

fn one_site(profile: &Profile, stack: &[u32], site: &Site) -> OneSite {
    let values = site.values;
    let mean = |sum: u64| (values.blocks > 0).then(|| sum as f64 / values.blocks as f64);
    OneSite {
        values,
        mean_size: mean(values.bytes),
        mean_lifetime: mean(values.lifetime).filter(|_| profile.measures(Metric::Lifetime)),
        own_peak: site.own_peak,
        own_peak_blocks: site.own_peak_blocks,
        stack: stack
            .iter()
            .map(|&at| Frame {
                function: profile.function_name(at).to_owned(),
                place: profile.place(at),
            })
            .collect(),
    }
}

impl OneSite {
    fn summary(&self, time_unit: &str, origin: Option<Origin>) -> String {
        let values = &self.values;
        let (bytes, blocks) = if origin == Some(Origin::DhatAdHoc) {
            ("units", "events")
        } else {
            ("bytes", "blocks")
        };
        let mut parts = Vec::new();
        if values.blocks > 0 {
            let exact = values.bytes.is_multiple_of(values.blocks);
            let mean = values.bytes as f64 / values.blocks as f64;
            let mean =
                if exact { commas(values.bytes / values.blocks) } else { format!("{mean:.1}") };
            let about = if exact { "" } else { "about " };
            parts.push(format!("{} of {about}{mean} {bytes}", counted(values.blocks, blocks)));
        }
        if let Some(lifetime) = self.mean_lifetime {
            parts.push(format!("mean lifetime {}", time(lifetime, time_unit)));
        }
        if self.own_peak_blocks > 0 {
            parts.push(format!("at most {} at once", counted(self.own_peak_blocks, "blocks")));
        }
        if values.live_blocks > 0 {
            let live = counted(values.live, "bytes");
            parts.push(format!(
                "{live} in {} live at the end",
                counted(values.live_blocks, "blocks")
            ));
        }
        parts.join(", ")
    }
}

impl Sites {
    /// As text, cut to the width.
    pub fn render(&self, width: Option<usize>) -> String {
        let mut out = String::new();
        let fit = |text: &str| width.map_or_else(|| text.to_owned(), |width| cut(text, width));
        for (at, site) in self.sites.iter().enumerate() {
            let value = site.values.get(self.metric);
            let figure = match self.metric {
                Metric::Lifetime => time(value as f64, &self.time_unit),
                _ => format!("{} {}", commas(value), self.metric.name()),
            };
            let head = format!("{}. {figure} ({})", at + 1, percent(value, self.total));
            let _ = writeln!(out, "{}", styled(BOLD, &head));
            out += &wrapped(&site.summary(&self.time_unit, self.origin), width);
            for frame in site.stack.iter().take(self.depth) {
                let place = frame.place.as_deref().unwrap_or("no line");
                let _ = writeln!(out, "{}", fit(&format!("     {}  {place}", frame.function)));
            }
            if site.stack.len() > self.depth {
                let more = site.stack.len() - self.depth;
                let _ = writeln!(
                    out,
                    "{}",
                    styled(DIM, &format!("     … {more} more; --depth shows them"))
                );
            }
        }
        if self.sites_left > 0 {
            let rest = format!(
                "and {} with {} ({}); -n shows more",
                counted(self.sites_left as u64, "more sites"),
                commas(self.left),
                percent(self.left, self.total)
            );
            let _ = writeln!(out, "{}", styled(DIM, &rest));
        }
        out
    }
}
