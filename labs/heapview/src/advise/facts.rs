//! What the rules look at: lines, with the way their blocks came about.

use std::collections::HashMap;

use crate::model::{LocationId, Profile, Site, Values};
use crate::symbol::Layer;
use crate::view::View;

/// How a block came about, from the folded frames above the user's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Way {
    /// A collection grew.
    Growth,
    /// `Box::new`, `Rc::new`, `Arc::new`; and `vec![…]`, which boxes its elements.
    Boxed,
    Other,
}

/// What one line allocated in one way.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    /// The line.
    pub(super) at: LocationId,
    pub(super) way: Way,
    pub(super) values: Values,
    /// Size of its blocks, if they have but one.
    pub(super) size: Option<u64>,
    /// Mean size of the blocks at the moment it had most; of a growing
    /// collection that is its last size.
    pub(super) largest: u64,
    /// At most this many blocks at once: the sum of the stacks' own maxima.
    pub(super) at_once: u64,
}

/// Last parts of functions that make a collection grow.
const GROWING: [&str; 9] = [
    "grow_one",
    "grow_amortized",
    "grow_exact",
    "finish_grow",
    "do_reserve_and_handle",
    "reserve_rehash",
    "reserve_rehash_inner",
    "resize_inner",
    "grow",
];

/// One per line and way.
pub(super) fn collect(view: &View<'_>) -> Vec<Fact> {
    let mut at_of: HashMap<(LocationId, Way), usize> = HashMap::new();
    let mut facts: Vec<Fact> = Vec::new();
    let mut shown = Vec::new();
    let ways: Vec<Way> =
        (0..).take(view.profile.locations.len()).map(|at| way_of(view.profile, at)).collect();
    for site in view.sites() {
        view.stack(site, &mut shown);
        let Some(&at) = shown.first() else { continue };
        let folded = view
            .profile
            .stack(site)
            .iter()
            .take_while(|&&frame| view.profile.locations[frame as usize].layer != Layer::User);
        let mut way = Way::Other;
        for &frame in folded {
            match ways[frame as usize] {
                Way::Growth => way = Way::Growth,
                Way::Boxed if way == Way::Other => way = Way::Boxed,
                _ => {}
            }
        }
        let fact = Fact::of(at, way, site);
        match at_of.get(&(at, way)) {
            Some(&known) => facts[known].merge(&fact),
            None => {
                at_of.insert((at, way), facts.len());
                facts.push(fact);
            }
        }
    }
    facts
}

fn way_of(profile: &Profile, at: LocationId) -> Way {
    if profile.locations[at as usize].layer != Layer::Allocator {
        return Way::Other;
    }
    let name = profile.function_name(at);
    let mut parts = name.rsplit("::");
    let (last, owner) = (parts.next().unwrap_or(name), parts.next().unwrap_or_default());
    if GROWING.contains(&last) {
        Way::Growth
    } else if last == "new" && (matches!(owner, "Box" | "Rc" | "Arc") || in_boxes(profile, at))
        || last == "box_new_uninit"
    {
        Way::Boxed
    } else {
        Way::Other
    }
}

/// Of a bare `new`.
fn in_boxes(profile: &Profile, at: LocationId) -> bool {
    let file =
        profile.locations[at as usize].file.map(|file| profile.files[file as usize].as_str());
    file.is_some_and(|file| {
        ["boxed.rs", "rc.rs", "sync.rs"].contains(&file.rsplit('/').next().unwrap_or(file))
    })
}

impl Fact {
    fn of(at: LocationId, way: Way, site: &Site) -> Self {
        let values = site.values;
        let exact = |bytes: u64, blocks: u64| {
            (blocks > 0 && bytes.is_multiple_of(blocks)).then(|| bytes / blocks)
        };
        let size = exact(values.bytes, values.blocks);
        // Its own maximum must agree: a mean alone can be whole by chance.
        let own = exact(site.own_peak, site.own_peak_blocks);
        Self {
            at,
            way,
            values,
            size: size.filter(|_| site.own_peak_blocks == 0 || own == size),
            largest: site.own_peak.checked_div(site.own_peak_blocks).unwrap_or_default(),
            at_once: site.own_peak_blocks,
        }
    }

    fn merge(&mut self, other: &Fact) {
        self.values.add(&other.values);
        self.size = self.size.filter(|_| self.size == other.size);
        self.largest = self.largest.max(other.largest);
        self.at_once = self.at_once.saturating_add(other.at_once);
    }

    /// Bytes per block.
    pub(super) fn mean(&self) -> f64 {
        self.values.bytes as f64 / self.values.blocks.max(1) as f64
    }
}
