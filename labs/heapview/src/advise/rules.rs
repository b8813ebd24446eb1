//! The rules. Each returns the lines it speaks of, largest first.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::facts::{Fact, Way};
use super::{Advice, Rule, WORTH, named};
use crate::model::{LocationId, Metric, Values};
use crate::text::{commas, counted, percent, share, time};
use crate::view::View;

/// Fewer blocks than this are not "many".
const MANY: u64 = 100;
/// A larger value than two pointers is not tiny.
const TINY: f64 = 16.0;
/// The share that makes a line a leader.
const LEADER: f64 = 1.0 / 3.0;
/// The largest block of a chain is at least this many times the mean.
const CHAIN_RATIO: f64 = 2.0;

fn is_worth(view: &View<'_>, values: &Values) -> bool {
    let of = |metric| share(values.get(metric), view.selected.get(metric));
    of(Metric::Bytes) >= WORTH || of(Metric::Blocks) >= WORTH
}

fn advice(
    view: &View<'_>,
    rule: Rule,
    at: LocationId,
    values: Values,
    texts: [String; 2],
    chapter: &'static str,
) -> Advice {
    let (function, place) = named(view.profile, at);
    let [evidence, action] = texts;
    Advice { rule, function, place, action, evidence, chapter, values }
}

fn sorted<'a>(view: &View<'_>, mut facts: Vec<&'a Fact>, by: Metric) -> Vec<&'a Fact> {
    facts.sort_by(|a, b| {
        let names = || by_name(view, a.at, b.at);
        let values = || b.values.all().cmp(&a.values.all());
        b.values.get(by).cmp(&a.values.get(by)).then_with(names).then_with(values)
    });
    facts
}

/// What has the same value stands by name: a profile's own order changes from run
/// to run.
fn by_name(view: &View<'_>, a: LocationId, b: LocationId) -> Ordering {
    named(view.profile, a).cmp(&named(view.profile, b))
}

/// [`Rule::Growth`].
pub(super) fn growth(view: &View<'_>, facts: &[Fact]) -> Vec<Advice> {
    let chains = facts.iter().filter(|fact| {
        fact.way == Way::Growth
            && fact.largest as f64 >= CHAIN_RATIO * fact.mean()
            && is_worth(view, &fact.values)
    });
    let chains = sorted(view, chains.collect(), Metric::Bytes);
    let speak = |fact: &Fact| {
        let steps = steps(fact.largest as f64 / fact.mean());
        let chains = (fact.values.blocks as f64 / steps).round().max(1.0);
        let needed = (chains * fact.largest as f64) as u64;
        let saved = fact.values.bytes.saturating_sub(needed);
        let evidence = format!(
            "{} and {} by growing, about {:.0} steps each; the last size is {}",
            counted(fact.values.blocks, "blocks"),
            counted(fact.values.bytes, "bytes"),
            steps,
            counted(fact.largest, "bytes"),
        );
        let action = format!(
            "ask for the final size at once (with_capacity, reserve): about {} instead of {}, {} \
             fewer",
            counted(chains as u64, "blocks"),
            commas(fact.values.blocks),
            counted(saved, "bytes"),
        );
        advice(view, Rule::Growth, fact.at, fact.values, [evidence, action], "Growth")
    };
    chains.into_iter().map(speak).collect()
}

/// How many doublings give this ratio of the last block to the mean one: n with
/// n / (2 - 2^(1-n)) = ratio.
fn steps(ratio: f64) -> f64 {
    let mut steps = 2.0 * ratio;
    // Converges at once: the power is small from four steps on.
    for _ in 0..8 {
        steps = ratio * (2.0 - (1.0 - steps).exp2());
    }
    steps.max(1.0)
}

/// [`Rule::ShortLived`].
pub(super) fn short_lived(view: &View<'_>, facts: &[Fact]) -> Vec<Advice> {
    let Some(end) = view.profile.end.filter(|&end| end > 0) else {
        return Vec::new();
    };
    let unit = &view.profile.time_unit;
    let short = facts.iter().filter(|fact| {
        let values = &fact.values;
        let life = values.lifetime as f64 / values.blocks.max(1) as f64;
        fact.way != Way::Growth
            && fact.size.is_some()
            && values.blocks >= MANY
            && values.live_blocks == 0
            && life * 100.0 <= end as f64
            && fact.at_once.saturating_mul(100) <= values.blocks
            && is_worth(view, values)
    });
    let short = sorted(view, short.collect(), Metric::Blocks);
    let speak = |fact: &Fact| {
        let values = fact.values;
        let life = values.lifetime as f64 / values.blocks.max(1) as f64;
        let evidence = format!(
            "{} of {} that live {} of {}; at most {} at once",
            counted(values.blocks, "blocks"),
            counted(fact.size.unwrap_or_default(), "bytes"),
            time(life, unit),
            time(end as f64, unit),
            commas(fact.at_once),
        );
        let action = "keep one buffer and clear it (or lend it, or an arena where many die \
                      together)"
            .to_owned();
        advice(view, Rule::ShortLived, fact.at, values, [evidence, action], "Pool")
    };
    short.into_iter().map(speak).collect()
}

/// [`Rule::TinyBoxes`].
pub(super) fn tiny_boxes(view: &View<'_>, facts: &[Fact]) -> Vec<Advice> {
    let blocks = view.selected.blocks;
    let tiny = facts.iter().filter(|fact| {
        fact.way == Way::Boxed
            && fact.mean() <= TINY
            && fact.values.blocks >= MANY
            && share(fact.values.blocks, blocks) >= WORTH
    });
    let tiny = sorted(view, tiny.collect(), Metric::Blocks);
    let speak = |fact: &Fact| {
        let evidence = format!(
            "{} ({} of all) for boxed values (or vec![…]) of {:.0} bytes",
            counted(fact.values.blocks, "blocks"),
            percent(fact.values.blocks, blocks),
            fact.mean(),
        );
        let action = "keep such a value where its owner is, or all of them in one Vec and name \
                      them by index"
            .to_owned();
        advice(view, Rule::TinyBoxes, fact.at, fact.values, [evidence, action], "Stack or heap")
    };
    tiny.into_iter().map(speak).collect()
}

/// All ways of a line together, in no order.
fn by_line(facts: &[Fact]) -> Vec<(LocationId, Values)> {
    let mut lines: HashMap<LocationId, Values> = HashMap::new();
    for fact in facts {
        lines.entry(fact.at).or_default().add(&fact.values);
    }
    lines.into_iter().collect()
}

/// [`Rule::StillLive`].
pub(super) fn still_live(view: &View<'_>, facts: &[Fact]) -> Vec<Advice> {
    let peak = view.selected.peak;
    let mut lines = by_line(facts);
    lines.retain(|(_, values)| values.live > 0 && share(values.live, peak) >= WORTH);
    lines.sort_by(|a, b| {
        let values = || b.1.all().cmp(&a.1.all());
        b.1.live.cmp(&a.1.live).then_with(|| by_name(view, a.0, b.0)).then_with(values)
    });
    let speak = |(at, values): (LocationId, Values)| {
        let evidence = format!(
            "{} in {} were still live at the end, {} of the peak",
            counted(values.live, "bytes"),
            counted(values.live_blocks, "blocks"),
            percent(values.live, peak),
        );
        let action = "held on purpose (a static, a cache), or a leak? Profile a run of twice the \
                      work: what grows with it leaks"
            .to_owned();
        advice(view, Rule::StillLive, at, values, [evidence, action], "Retention")
    };
    lines.into_iter().map(speak).collect()
}

/// [`Rule::TwoLeaders`].
pub(super) fn two_leaders(view: &View<'_>, facts: &[Fact]) -> Vec<Advice> {
    let lines = by_line(facts);
    let leader = |metric: Metric| {
        let largest = lines.iter().max_by(|a, b| {
            let names = || by_name(view, b.0, a.0);
            let values = || a.1.all().cmp(&b.1.all());
            a.1.get(metric).cmp(&b.1.get(metric)).then_with(names).then_with(values)
        });
        largest.filter(|(_, v)| share(v.get(metric), view.selected.get(metric)) >= LEADER)
    };
    let (Some(&(count, by_count)), Some(&(size, by_size))) =
        (leader(Metric::Blocks), leader(Metric::Bytes))
    else {
        return Vec::new();
    };
    if count == size {
        return Vec::new();
    }
    let (function, place) = named(view.profile, size);
    let evidence = format!(
        "{} of the blocks, but {} of the bytes; {} of the bytes come from {function}{}",
        percent(by_count.blocks, view.selected.blocks),
        percent(by_count.bytes, view.selected.bytes),
        percent(by_size.bytes, view.selected.bytes),
        place.map(|place| format!("  {place}")).unwrap_or_default(),
    );
    let action = "look at both orders (top --by bytes,blocks): blocks cost calls, bytes cost \
                  memory"
        .to_owned();
    vec![advice(view, Rule::TwoLeaders, count, by_count, [evidence, action], "Hotspots")]
}
