//! The calls from `main` down, cut by depth and by share.
//!
//! Built and walked without recursion: a stack of a thousand frames is data,
//! not our own stack.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::model::{LocationId, Metric, Values};
use crate::text::{DIM, commas, cut, percent, styled};
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
    /// The function; empty for what was left out.
    pub function: String,
    /// File and line, where the tree is by line.
    pub place: Option<String>,
    /// What was allocated in and below this call.
    pub cum: u64,
    /// What the function itself allocated here.
    pub flat: u64,
    /// Children that are not shown.
    pub left: usize,
    /// What was allocated below those.
    pub left_value: u64,
    #[serde(skip)]
    last: bool,
}

/// A node while the tree grows.
#[derive(Debug, Default)]
struct Growing {
    key: u32,
    cum: Values,
    flat: Values,
    children: Vec<u32>,
}

/// Puts the stacks together.
pub fn tree(view: &View<'_>, options: &TreeOptions) -> Tree {
    let (sums_of, keys) = options.by.keys(view.profile);
    let nodes = grow(view, &sums_of, options.depth);
    let metric = options.metric;
    let selected = view.selected.get(metric);
    let least = (selected as f64 * options.min_share).ceil().max(1.0);
    let value = |at: u32| nodes[at as usize].cum.get(metric);
    let name = |at: u32| keys[nodes[at as usize].key as usize];
    let order = |children: &[u32]| {
        let mut shown: Vec<u32> =
            children.iter().copied().filter(|&child| value(child) as f64 >= least).collect();
        let text = |at: u32| (view.profile.function_name(name(at)), view.profile.place(name(at)));
        shown.sort_by(|&a, &b| value(b).cmp(&value(a)).then_with(|| text(a).cmp(&text(b))));
        shown
    };
    let mut out = Vec::new();
    // To visit, the next one last: node, depth, whether it is its parent's last.
    let mut open: Vec<(u32, usize, bool)> = Vec::new();
    let push = |open: &mut Vec<_>, children: &[u32], depth| {
        let shown = order(children);
        let last = shown.len().saturating_sub(1);
        open.extend(shown.iter().enumerate().rev().map(|(i, &child)| (child, depth, i == last)));
        let sum: u64 = shown.iter().map(|&child| value(child)).sum();
        let all: u64 = children.iter().map(|&child| value(child)).sum();
        let present = children.iter().filter(|&&child| value(child) > 0).count();
        (present - shown.len(), all - sum)
    };
    let (left, left_value) = push(&mut open, &nodes[0].children, 0);
    while let Some((at, depth, last)) = open.pop() {
        let node = &nodes[at as usize];
        let (left, left_value) = push(&mut open, &node.children, depth + 1);
        let id: LocationId = name(at);
        out.push(Node {
            depth,
            function: view.profile.function_name(id).to_owned(),
            place: view.profile.place(id).filter(|_| options.by == By::Line),
            cum: node.cum.get(metric),
            flat: node.flat.get(metric),
            left,
            left_value,
            last: last && left == 0,
        });
    }
    if left > 0 {
        out.push(Node {
            depth: 0,
            function: String::new(),
            place: None,
            cum: left_value,
            flat: 0,
            left,
            left_value,
            last: true,
        });
    }
    Tree { metric, total: view.profile.total.get(metric), selected, nodes: out }
}

/// Node 0 is above all roots. What lies deeper than `depth` is the flat value
/// of the deepest node that is kept.
fn grow(view: &View<'_>, key_of: &[u32], depth: usize) -> Vec<Growing> {
    let mut nodes = vec![Growing::default()];
    let mut child_of: HashMap<(u32, u32), u32> = HashMap::new();
    let mut stack = Vec::new();
    for site in view.sites() {
        view.stack(site, &mut stack);
        let mut at = 0_u32;
        nodes[0].cum.add(&site.values);
        for &frame in stack.iter().rev().take(depth) {
            let key = key_of[frame as usize];
            let next = nodes.len() as u32;
            let child = *child_of.entry((at, key)).or_insert(next);
            if child == next {
                nodes.push(Growing { key, ..Growing::default() });
                nodes[at as usize].children.push(child);
            }
            at = child;
            nodes[at as usize].cum.add(&site.values);
        }
        nodes[at as usize].flat.add(&site.values);
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
            let mut branch: String =
                goes_on.iter().skip(1).map(|&on| if on { "│  " } else { "   " }).collect();
            if node.depth > 0 {
                branch.push_str(if node.last { "└─ " } else { "├─ " });
            }
            if node.function.is_empty() {
                line(node.cum, &left(node.left));
                continue;
            }
            let mut text = branch + &node.function;
            if let Some(place) = &node.place {
                text += &format!("  {place}");
            }
            if node.flat > 0 && node.flat < node.cum {
                text += &format!("  [{} itself]", commas(node.flat));
            }
            line(node.cum, &text);
            goes_on.push(!node.last);
            if node.left > 0 {
                let branch: String =
                    goes_on.iter().skip(1).map(|&on| if on { "│  " } else { "   " }).collect();
                line(node.left_value, &format!("{branch}·  {}", left(node.left)));
            }
        }
        out
    }
}

fn left(count: usize) -> String {
    styled(DIM, &format!("{count} smaller"))
}
