//! Who allocates most: flat and cumulative.

use std::fmt::Write as _;

use serde::Serialize;

use crate::model::{LocationId, Metric, Profile};
use crate::text::{DIM, Table, commas, counted, percent, styled, time};
use crate::view::{By, View};

/// What to show.
#[derive(Debug, Clone)]
pub struct TopOptions {
    /// One order per metric, side by side.
    pub metrics: Vec<Metric>,
    /// Functions, or their lines.
    pub by: By,
    /// Sort by the cumulative value.
    pub cum: bool,
    /// At most this many rows.
    pub rows: usize,
}

/// The largest rows, in one or more orders.
#[derive(Debug, Serialize)]
pub struct Top {
    /// One per metric.
    pub orders: Vec<Order>,
}

/// The rows by one metric.
#[derive(Debug, Serialize)]
pub struct Order {
    /// What it is by.
    pub metric: Metric,
    /// Sum over the whole file, which shares are of.
    pub total: u64,
    /// The largest rows.
    pub rows: Vec<Row>,
    /// How many rows are not shown.
    pub rows_left: usize,
    /// Sum of their flat values.
    pub left: u64,
    #[serde(skip)]
    unit: String,
    #[serde(skip)]
    title: &'static str,
}

/// A function, or a line of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub function: String,
    /// File and line, of a line.
    pub place: Option<String>,
    /// What it allocated itself.
    pub flat: u64,
    /// What it and what it called allocated.
    pub cum: u64,
    /// Flat values of all rows to here, this one included.
    pub sum: u64,
}

/// Sums and sorts.
pub fn top(view: &View<'_>, options: &TopOptions) -> Top {
    let sums = view.sums(options.by);
    let profile = view.profile;
    let orders = options.metrics.iter().map(|&metric| {
        let mut keys: Vec<(u64, u64, LocationId)> = (0..sums.keys.len())
            .map(|at| (sums.flat[at].get(metric), sums.cum[at].get(metric), sums.keys[at]))
            .filter(|&(_, cum, _)| cum > 0)
            .collect();
        keys.sort_by(|a, b| {
            let order = if options.cum { b.1.cmp(&a.1) } else { b.0.cmp(&a.0).then(b.1.cmp(&a.1)) };
            order.then_with(|| profile.compare(a.2, b.2))
        });
        let mut sum = 0_u64;
        let mut rows: Vec<Row> = Vec::new();
        for &(flat, cum, at) in keys.iter().take(options.rows) {
            sum = sum.saturating_add(flat);
            let function = options.by.name(profile, at).into_owned();
            let place = profile.place(at).filter(|_| options.by == By::Line);
            rows.push(Row { function, place, flat, cum, sum });
        }
        Order {
            metric,
            total: profile.total.get(metric),
            rows_left: keys.len() - rows.len(),
            left: view.selected.get(metric).saturating_sub(sum),
            rows,
            unit: unit(profile, metric),
            title: profile.title(metric),
        }
    });
    Top { orders: orders.collect() }
}

fn unit(profile: &Profile, metric: Metric) -> String {
    match metric {
        Metric::Lifetime => profile.time_unit.clone(),
        _ => profile.unit(metric).to_owned(),
    }
}

impl Row {
    fn name(&self) -> String {
        match &self.place {
            Some(place) => format!("{}  {place}", self.function),
            None => self.function.clone(),
        }
    }
}

impl Order {
    fn figure(&self, value: u64) -> String {
        match self.metric {
            Metric::Lifetime => time(value as f64, &self.unit),
            _ => commas(value),
        }
    }

    fn rest(&self) -> String {
        if self.rows_left == 0 {
            return String::new();
        }
        let word = if self.metric == Metric::Lifetime { "" } else { self.unit.as_str() };
        let line = format!(
            "and {} with {} {word} ({}); -n shows more",
            counted(self.rows_left as u64, "more rows"),
            self.figure(self.left),
            percent(self.left, self.total)
        );
        styled(DIM, &line.replace("  (", " (")) + "\n"
    }
}

impl Top {
    /// As text, cut to the width.
    pub fn render(&self, width: Option<usize>) -> String {
        match self.orders.as_slice() {
            [order] => one(order, width),
            orders => side_by_side(orders, width),
        }
    }
}

fn one(order: &Order, width: Option<usize>) -> String {
    let mut table = Table::new(&[order.title, "flat%", "sum%", "cum", "cum%", "function"]);
    for row in &order.rows {
        table.row(vec![
            order.figure(row.flat),
            percent(row.flat, order.total),
            percent(row.sum, order.total),
            order.figure(row.cum),
            percent(row.cum, order.total),
            row.name(),
        ]);
    }
    table.render(width) + &order.rest()
}

fn side_by_side(orders: &[Order], width: Option<usize>) -> String {
    let share = width.map(|width| width.saturating_sub(3 * orders.len()) / orders.len());
    let blocks: Vec<Vec<String>> = orders
        .iter()
        .map(|order| {
            let mut table = Table::new(&[order.title, "flat%", "function"]);
            for row in &order.rows {
                let name = row.name();
                table.row(vec![order.figure(row.flat), percent(row.flat, order.total), name]);
            }
            table.render(share).lines().map(str::to_owned).collect()
        })
        .collect();
    let plain = |line: &str| anstream::adapter::strip_str(line).to_string().chars().count();
    let mut out = String::new();
    for at in 0..blocks.iter().map(Vec::len).max().unwrap_or_default() {
        let mut text = String::new();
        for (column, block) in blocks.iter().enumerate() {
            let widest = block.iter().map(|line| plain(line)).max().unwrap_or_default();
            let line = block.get(at).map_or("", String::as_str);
            text.push_str(line);
            if column + 1 < blocks.len() {
                text.push_str(&" ".repeat(widest - plain(line)));
                text.push_str(" | ");
            }
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
    for order in orders.iter().filter(|order| order.rows_left > 0) {
        let _ = write!(out, "{}: {}", order.metric.name(), order.rest());
    }
    out
}
