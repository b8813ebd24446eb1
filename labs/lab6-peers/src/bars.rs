//! The bars that the pool of lab6 was to clear, and whether it does.

use crate::go::{GO, GO_ALONE};
use crate::rows::{ALLOCATORS, JEMALLOC_ROW, LIMIT, OURS};
use crate::runs::{ALONE, Handed, least_and_median, many};
use crate::table::{Cells, Kind, THREADS};

/// Lines to print at the end.
#[derive(Debug, Default)]
pub(crate) struct Bars(Vec<String>);

impl Bars {
    fn bar(&mut self, holds: bool, text: String) {
        self.0.push(format!("{}  {text}", if holds { "holds " } else { "FAILS " }));
    }

    /// Rows that are pools of others, whatever their kind.
    fn rivals(cells: &Cells) -> impl Iterator<Item = &str> {
        let own = |name: &str| name == OURS || name.starts_with("thread-local");
        cells.names().into_iter().filter(move |name| !own(name) && !ALLOCATORS.contains(name))
    }

    fn ratios(cells: &Cells, name: &str, kind: Kind) -> [f64; 3] {
        THREADS.map(|threads| cells.of(name, kind, threads).map_or(f64::NAN, |(_, ratio)| ratio))
    }

    fn ahead(cells: &Cells, kind: Kind) -> Vec<&str> {
        let ours = Self::ratios(cells, OURS, kind);
        let beats = |name: &&str| {
            Self::ratios(cells, name, kind).iter().zip(ours).any(|(their, ours)| *their <= ours)
        };
        Self::rivals(cells).filter(beats).collect()
    }

    /// One at a time.
    pub(crate) fn pairs(&mut self, cells: &Cells) {
        let [one, two, eight] = Self::ratios(cells, OURS, Kind::Pair);
        for most in [1.5, 1.9] {
            let holds = [one, two, eight].iter().all(|&ratio| ratio <= most);
            let text =
                format!("pair: {one:.2} / {two:.2} / {eight:.2} times the limit, bar {most}");
            self.bar(holds, text);
        }
        let better = Self::ahead(cells, Kind::Pair);
        self.bar(
            better.is_empty(),
            format!("pair: ahead of every pool in every column {better:?}"),
        );
        let go = Self::ratios(cells, GO, Kind::Pair);
        let jemalloc = Self::ratios(cells, JEMALLOC_ROW, Kind::Pair);
        self.0.push(format!("        Go {go:.2?}, {JEMALLOC_ROW} {jemalloc:.2?}"));
    }

    /// Sixteen at a time.
    pub(crate) fn bursts(&mut self, cells: &Cells) {
        let ours = Self::ratios(cells, OURS, Kind::Burst);
        let holds = ours.iter().all(|&ratio| ratio <= 2.0);
        self.bar(holds, format!("burst: {ours:.2?} times a thread-local stack, bar 2"));
        let better = Self::ahead(cells, Kind::Burst);
        self.bar(
            better.is_empty(),
            format!("burst: ahead of every pool in every column {better:?}"),
        );
        let jemalloc = Self::ratios(cells, JEMALLOC_ROW, Kind::Burst);
        let limit = THREADS.map(|n| cells.of(LIMIT, Kind::Burst, n).map_or(f64::NAN, |(ns, _)| ns));
        self.0.push(format!("        {JEMALLOC_ROW} {jemalloc:.2?}, the stack {limit:.1?} ns"));
    }

    /// From thread to thread.
    pub(crate) fn handed(&mut self, handed: &Handed) {
        let of = |wanted: &str| {
            let (name, rounds, made) = handed.iter().find(|(name, ..)| name == wanted)?;
            Some((name, least_and_median(rounds), *made))
        };
        let Some((_, [ours, _], made)) = of(OURS) else { return };
        self.bar(made <= 130, format!("handed over: {made} values made, bar 130"));
        if let Some((_, [go, _], go_made)) = of(GO) {
            let text = format!(
                "handed over: {ours:.0} ns a message at the least, Go {go:.0} ({go_made} made)"
            );
            self.bar(ours <= go, text);
        }
        // The slots of the two are not of one kind: what the pool adds to each.
        let least = |name| of(name).map_or(f64::NAN, |(_, [least, _], _)| least);
        let (rust, go) = (ours - least(ALONE), least(GO) - least(GO_ALONE));
        self.bar(
            rust <= go,
            format!("handed over: {rust:.0} ns more than the slots alone, Go {go:.0}"),
        );
    }

    /// Eight threads on the pool at once.
    pub(crate) fn fairness(&mut self, (slowest, fastest): (u64, u64)) {
        let share = slowest as f64 / fastest as f64;
        let text = format!("fairness of 8 threads: slowest {share:.2} of the fastest, bar 0.5");
        self.bar(share >= 0.5, text);
    }

    /// Many at once.
    pub(crate) fn many(&mut self) {
        let [kept, large, one, two] = many(20_000);
        self.bar(kept <= 256, format!("20,000 at once: {kept} kept, cap 256"));
        self.bar(large == 0, format!("of 16 MiB: {large} kept"));
        self.bar(two == 0, format!("idle: {one} after one collection, {two} after two"));
    }

    pub(crate) fn print(&self) {
        println!("bars");
        self.0.iter().for_each(|line| println!("  {line}"));
    }
}
