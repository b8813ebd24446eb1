//! The calls from `main` down, cut by depth and by share.
//!
//! Built and walked without recursion: a stack of a thousand frames is data,
//! not our own stack.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::model::Metric;
use crate::text::{commas, cut, percent};
use crate::view::{By, View};

/// What to show.
#[derive(Debug, Clone)]
pub struct TreeOptions {
    /// What shares are of.
    pub metric: Metric,
    /// Calls deeper than this are summed into their caller.
    pub depth: usize,
    /// Nodes with a smaller share of the selected sum are left out.
    pub min_share: f64,
    /// Functions, or lines.
    pub by: By,
}

/// Calls in the order they are printed.
#[derive(Debug, Serialize)]
pub struct Tree {
    /// What it is by.
    pub metric: Metric,
    /// Sum over the whole file.
    pub total: u64,
    /// Sum over what passes the filter.
    pub selected: u64,
    /// Nodes, each before its children.
    pub nodes: Vec<Node>,
}

/// A call.
#[derive(Debug, Clone, Serialize)]
pub struct Node {
    /// From zero, the outermost.
    pub depth: usize,
    /// The function; none: this stands for smaller calls that are left out.
    pub function: Option<String>,
    /// File and line, where the tree is by line.
    pub place: Option<String>,
    /// What was allocated in and below this call.
    pub cum: u64,
    /// What the function itself allocated here.
    pub flat: u64,
    /// How many calls this stands for.
    pub calls: usize,
    #[serde(skip)]
    last: bool,
}

/// A node while the tree grows.
#[derive(Debug, Default)]
struct Growing {
    key: u32,
    cum: u64,
    flat: u64,
    children: Vec<u32>,
}

/// What is still to be printed.
#[derive(Debug, Clone, Copy)]
enum Open {
    Node { at: u32, depth: usize, last: bool },
    Left { depth: usize, count: usize, value: u64 },
}

/// Puts the stacks together.
pub fn tree(view: &View<'_>, options: &TreeOptions) -> Tree {
    let profile = view.profile;
    let (key_of, keys) = options.by.keys(profile);
    let nodes = grow(view, &key_of, options);
    let selected = view.selected.get(options.metric);
    let least = ((selected as f64 * options.min_share).ceil() as u64).max(1);
    let id = |at: u32| keys[nodes[at as usize].key as usize];
    let mut out = Vec::new();
    // The next one last.
    let mut open: Vec<Open> = Vec::new();
    let push = |open: &mut Vec<Open>, children: &[u32], depth: usize| {
        let cum = |at: u32| nodes[at as usize].cum;
        let (mut shown, left): (Vec<u32>, Vec<u32>) =
            children.iter().copied().filter(|&at| cum(at) > 0).partition(|&at| cum(at) >= least);
        shown.sort_by(|&a, &b| cum(b).cmp(&cum(a)).then_with(|| profile.compare(id(a), id(b))));
        if !left.is_empty() {
            let value = left.iter().map(|&at| cum(at)).sum();
            open.push(Open::Left { depth, count: left.len(), value });
        }
        for (place, &at) in shown.iter().enumerate().rev() {
            let last = place + 1 == shown.len() && left.is_empty();
            open.push(Open::Node { at, depth, last });
        }
    };
    push(&mut open, &nodes[0].children, 0);
    while let Some(next) = open.pop() {
        out.push(match next {
            Open::Left { depth, count, value } => Node {
                depth,
                function: None,
                place: None,
                cum: value,
                flat: 0,
                calls: count,
                last: true,
            },
            Open::Node { at, depth, last } => {
                let node = &nodes[at as usize];
                push(&mut open, &node.children, depth + 1);
                let place = profile.place(id(at));
                Node {
                    depth,
                    function: Some(options.by.name(profile, id(at)).into_owned()),
                    place: place.filter(|_| options.by == By::Line),
                    cum: node.cum,
                    flat: node.flat,
                    calls: 1,
                    last,
                }
            }
        });
    }
    let total = profile.total.get(options.metric);
    Tree { metric: options.metric, total, selected, nodes: out }
}

/// Node 0 is above all roots. What lies deeper than allowed is the flat value
/// of the deepest node that is kept.
fn grow(view: &View<'_>, key_of: &[u32], options: &TreeOptions) -> Vec<Growing> {
    let mut nodes = vec![Growing::default()];
    let mut child_of: HashMap<(u32, u32), u32> = HashMap::new();
    let mut stack = Vec::new();
    for site in view.sites() {
        let value = site.values.get(options.metric);
        view.stack(site, &mut stack);
        let mut at = 0_u32;
        for &frame in stack.iter().rev().take(options.depth) {
            let key = key_of[frame as usize];
            let next = nodes.len() as u32;
            let child = *child_of.entry((at, key)).or_insert(next);
            if child == next {
                nodes.push(Growing { key, ..Growing::default() });
                nodes[at as usize].children.push(child);
            }
            at = child;
            nodes[at as usize].cum += value;
        }
        nodes[at as usize].flat += value;
    }
    nodes
}

impl Tree {
    /// As text, cut to the width.
    pub fn render(&self, width: Option<usize>) -> String {
        let figure = commas(self.total).len().max(self.metric.name().len());
        let mut out = String::new();
        // Whether a line goes on at each depth.
        let mut goes_on: Vec<bool> = Vec::new();
        let mut line = |value: u64, text: &str| {
            let margin = format!("{:>figure$}  {:>6}  ", commas(value), percent(value, self.total));
            let rest =
                width.map_or(usize::MAX, |w| w.saturating_sub(margin.chars().count()).max(12));
            let _ = writeln!(out, "{margin}{}", cut(text, rest));
        };
        for node in &self.nodes {
            goes_on.truncate(node.depth);
            let mut text = String::new();
            for &on in goes_on.iter().skip(1) {
                text.push_str(if on { "│  " } else { "   " });
            }
            if node.depth > 0 {
                text.push_str(if node.last { "└─ " } else { "├─ " });
            }
            match &node.function {
                None => text += &format!("{} smaller", node.calls),
                Some(function) => text += function,
            }
            if let Some(place) = &node.place {
                text += &format!("  {place}");
            }
            if node.flat > 0 && node.flat < node.cum {
                text += &format!("  [{} itself]", commas(node.flat));
            }
            line(node.cum, &text);
            goes_on.push(!node.last);
        }
        out
    }
}
