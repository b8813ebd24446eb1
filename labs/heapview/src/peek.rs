//! Who calls a function that allocates, and what it calls.

use std::collections::HashMap;
use std::fmt::Write as _;

use regex::Regex;
use serde::Serialize;

use crate::model::Metric;
use crate::text::{BOLD, commas, cut, percent, styled};
use crate::view::{By, View};

/// The functions that match, largest first.
#[derive(Debug, Serialize)]
pub struct Peek {
    /// What it is by.
    pub metric: Metric,
    /// Sum over the whole file.
    pub total: u64,
    /// One per function.
    pub functions: Vec<Neighbours>,
}

/// A function between its callers and its callees.
#[derive(Debug, Serialize)]
pub struct Neighbours {
    /// Its name.
    pub function: String,
    /// What it allocated itself.
    pub flat: u64,
    /// What it and what it called allocated.
    pub cum: u64,
    /// Functions that called it, with what was allocated below such a call.
    pub callers: Vec<Edge>,
    /// Functions it called, with what was allocated below such a call.
    pub callees: Vec<Edge>,
}

/// A neighbour and the value that flows over the call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Its name.
    pub function: String,
    /// Value of the sites whose stack has this call, each counted once.
    pub value: u64,
}

/// Callers and callees of every function whose name matches.
pub fn peek(view: &View<'_>, re: &Regex, metric: Metric) -> Peek {
    let profile = view.profile;
    let sums = view.sums(By::Function);
    let names: Vec<bool> = profile.names.iter().map(|name| re.is_match(name)).collect();
    let wanted: Vec<bool> = sums.keys.iter().map(|&at| names[profile.name_number(at)]).collect();
    // Caller and callee, as keys.
    let mut edges: HashMap<(u32, u32), u64> = HashMap::new();
    let (mut stack, mut calls) = (Vec::new(), Vec::new());
    for site in view.sites() {
        view.stack(site, &mut stack);
        calls.clear();
        calls.extend(stack.windows(2).filter_map(|pair| {
            let [inner, outer] = [pair[0], pair[1]].map(|frame| sums.key_of[frame as usize]);
            (wanted[inner as usize] || wanted[outer as usize]).then_some((outer, inner))
        }));
        // Recursion: a call counts once per site.
        calls.sort_unstable();
        calls.dedup();
        for &call in &calls {
            let value = edges.entry(call).or_default();
            *value = value.saturating_add(site.values.get(metric));
        }
    }
    let name = |key: u32| profile.function_label(sums.keys[key as usize]).into_owned();
    let mut around: HashMap<u32, (Vec<Edge>, Vec<Edge>)> = HashMap::new();
    for (&(outer, inner), &value) in &edges {
        if wanted[inner as usize] {
            around.entry(inner).or_default().0.push(Edge { function: name(outer), value });
        }
        if wanted[outer as usize] {
            around.entry(outer).or_default().1.push(Edge { function: name(inner), value });
        }
    }
    let sort = |mut edges: Vec<Edge>| {
        edges.sort_by(|a, b| b.value.cmp(&a.value).then_with(|| a.function.cmp(&b.function)));
        edges
    };
    let mut functions: Vec<Neighbours> = (0..)
        .zip(&sums.keys)
        .filter(|&(key, _)| wanted[key as usize] && sums.cum[key as usize].get(metric) > 0)
        .map(|(key, _)| {
            let (callers, callees) = around.remove(&key).unwrap_or_default();
            Neighbours {
                function: name(key),
                flat: sums.flat[key as usize].get(metric),
                cum: sums.cum[key as usize].get(metric),
                callers: sort(callers),
                callees: sort(callees),
            }
        })
        .collect();
    functions.sort_by(|a, b| b.cum.cmp(&a.cum).then_with(|| a.function.cmp(&b.function)));
    Peek { metric, total: profile.total.get(metric), functions }
}

impl Peek {
    /// As text, cut to the width.
    pub fn render(&self, width: Option<usize>) -> String {
        let mut out = String::new();
        for (at, function) in self.functions.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            self.function(function, width, &mut out);
        }
        out
    }

    fn function(&self, function: &Neighbours, width: Option<usize>, out: &mut String) {
        let figure = commas(self.total).len().max(self.metric.name().len());
        let rest = width.map_or(usize::MAX, |width| width.saturating_sub(figure + 14).max(12));
        let mut line = |value: u64, of: u64, name: &str, style| {
            let share = percent(value, of);
            let text = format!("{:>figure$}  {share:>6}  {}", commas(value), cut(name, rest));
            let _ = writeln!(out, "{}", styled(style, &text));
        };
        let plain = anstyle::Style::new();
        for caller in &function.callers {
            line(caller.value, function.cum, &format!("  ↑ {}", caller.function), plain);
        }
        line(function.cum, self.total, &function.function, BOLD);
        line(function.flat, function.cum, "  itself", plain);
        for callee in &function.callees {
            line(callee.value, function.cum, &format!("  ↓ {}", callee.function), plain);
        }
    }
}
