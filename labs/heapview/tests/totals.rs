//! Whatever the profile and the filter, every command shows the file's sums:
//! nothing is lost, nothing counted twice.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use std::collections::BTreeMap;

use arbtest::arbitrary::{Result, Unstructured};
use heapview::{
    By, DiffOptions, Filter, Format, Metric, Profile, Sources, TopOptions, TreeOptions, Values,
    View,
};
use made::{Made, profile, read};
use regex::Regex;

/// Frames that meet in every combination: folded ones, bare ones, unresolved ones,
/// two names of one function, a `;`.
const FRAMES: [&str; 14] = [
    "<alloc::alloc::Global as core::alloc::Allocator>::allocate (alloc/src/alloc.rs:429:14)",
    "alloc::vec::Vec<T,A>::push (src/vec/mod.rs:992:22)",
    "<alloc::raw_vec::RawVecInner>::grow_amortized (src/raw_vec/mod.rs:527:33)",
    "alloc::boxed::Box<T>::new (alloc/src/boxed.rs:286:19)",
    "std::thread::spawn (src/thread/mod.rs:1:1)",
    "??? (???:0:0)",
    "app::f (app/src/a.rs:1:1)",
    "app::f (app/src/a.rs:2:1)",
    "f (app/src/a.rs:2:1)",
    "<app::T<u8> as app::Tr>::run (app/src/b.rs:0:0)",
    "<[u8; 4] as app::Tr>::run (app/src/b.rs:4:1)",
    "app::g::{closure#0} (app/src/c.rs:5:1)",
    "app::g::{{closure}} (app/src/c.rs:5:1)",
    "main (???:0:0)",
];

fn site(u: &mut Unstructured<'_>) -> Result<Made> {
    let mut stack = Vec::new();
    for _ in 0..u.int_in_range(0..=7)? {
        stack.push((*u.choose(&FRAMES)?).to_owned());
    }
    let mut pair =
        || -> Result<(u64, u64)> { Ok((u.int_in_range(0..=9999)?, u.int_in_range(0..=99)?)) };
    let ((bytes, blocks), own, peak, live, (lifetime, _)) =
        (pair()?, pair()?, pair()?, pair()?, pair()?);
    Ok(Made { bytes, blocks, lifetime, own, peak, live, stack })
}

fn sites(u: &mut Unstructured<'_>) -> Result<Vec<Made>> {
    let count = u.int_in_range(0..=12)?;
    (0..count).map(|_| site(u)).collect()
}

/// A filter; what it does to the sum is not for it to say.
fn filter(u: &mut Unstructured<'_>) -> Result<Filter> {
    let mut regex = || -> Result<Option<Regex>> {
        let text = *u.choose(&["", "app", "f$", "run", r"a\.rs", "Vec", "nothing like it"])?;
        Ok((!text.is_empty()).then(|| Regex::new(text).unwrap()))
    };
    let (focus, ignore) = (regex()?, regex()?);
    Ok(Filter { focus, ignore, all_frames: u.arbitrary()? })
}

fn expected(sites: &[Made], metric: Metric) -> u64 {
    let value = |site: &Made| match metric {
        Metric::Bytes => site.bytes,
        Metric::Blocks => site.blocks,
        Metric::Peak => site.peak.0,
        Metric::PeakBlocks => site.peak.1,
        Metric::Live => site.live.0,
        Metric::LiveBlocks => site.live.1,
        Metric::Lifetime => site.lifetime,
    };
    sites.iter().map(value).sum()
}

const METRICS: [Metric; 7] = [
    Metric::Bytes,
    Metric::Blocks,
    Metric::Peak,
    Metric::PeakBlocks,
    Metric::Live,
    Metric::LiveBlocks,
    Metric::Lifetime,
];

/// What the reader says passes, by adding up the sites one by one.
fn passing(profile: &Profile, filter: &Filter) -> Values {
    let matches = |re: &Regex, at: u32| {
        let location = &profile.locations[at as usize];
        let file = location.file.map(|file| &profile.files[file as usize]);
        re.is_match(profile.function_name(at)) || file.is_some_and(|file| re.is_match(file))
    };
    let any = |re: &Regex, stack: &[u32]| stack.iter().any(|&at| matches(re, at));
    let mut sum = [0_u64; 7];
    for site in &profile.sites {
        let stack = profile.stack(site);
        if filter.focus.as_ref().is_none_or(|re| any(re, stack))
            && !filter.ignore.as_ref().is_some_and(|re| any(re, stack))
        {
            for (sum, metric) in sum.iter_mut().zip(METRICS) {
                *sum += site.values.get(metric);
            }
        }
    }
    let [bytes, blocks, peak, peak_blocks, live, live_blocks, lifetime] = sum;
    Values { bytes, blocks, lifetime, peak, peak_blocks, live, live_blocks }
}

#[test]
fn the_file_is_read_in_full() {
    arbtest::arbtest(|u| {
        let sites = sites(u)?;
        let profile = profile(&sites);
        for metric in METRICS {
            assert_eq!(profile.total.get(metric), expected(&sites, metric));
        }
        Ok(())
    });
}

#[test]
fn every_command_adds_up() {
    arbtest::arbtest(|u| {
        let (sites, filter) = (sites(u)?, filter(u)?);
        let (rows, metric, cum) = (u.int_in_range(0..=5)?, *u.choose(&METRICS)?, u.arbitrary()?);
        let (depth, min_share) = (u.int_in_range(1..=8)?, *u.choose(&[0.0, 0.1, 0.5, 2.0])?);
        let profile = profile(&sites);
        let view = View::new(&profile, &filter);
        assert_eq!(view.selected, passing(&profile, &filter));
        let wanted = view.selected.get(metric);
        for by in [By::Function, By::Line] {
            let options = TopOptions { metrics: vec![metric], by, cum, rows };
            let order = heapview::top(&view, &options).orders.remove(0);
            let shown: u64 = order.rows.iter().map(|row| row.flat).sum();
            assert_eq!(shown + order.left, wanted, "top");
            assert!(order.rows.iter().all(|row| row.flat <= row.cum && row.cum <= wanted));

            let options = TreeOptions { metric, depth, min_share, by };
            let tree = heapview::tree(&view, &options);
            let roots = tree.nodes.iter().filter(|node| node.depth == 0);
            assert_eq!(roots.map(|node| node.cum).sum::<u64>(), wanted, "tree");
            children_add_up(&tree.nodes);
        }
        let found = heapview::sites(&view, metric, rows, 3);
        let shown: u64 = found.sites.iter().map(|site| site.values.get(metric)).sum();
        assert_eq!(shown + found.left, wanted, "sites");

        let mut sources = Sources::new(&["/nowhere".into()], None);
        let listing = heapview::list(&view, &Regex::new("").unwrap(), &mut sources);
        let flat: u64 = listing.functions.iter().map(|routine| routine.flat.get(metric)).sum();
        assert_eq!(flat, wanted, "list");
        let lines = listing.functions.iter().flat_map(|routine| &routine.lines);
        assert_eq!(lines.map(|line| line.flat.get(metric)).sum::<u64>(), wanted, "list, by line");

        let peek = heapview::peek(&view, &Regex::new("").unwrap(), metric);
        assert_eq!(peek.functions.iter().map(|f| f.flat).sum::<u64>(), wanted, "peek");
        for function in &peek.functions {
            let edges = function.callers.iter().chain(&function.callees);
            assert!(edges.into_iter().all(|edge| edge.value <= function.cum), "peek");
        }
        Ok(())
    });
}

/// What a node shows is its own and its children's.
fn children_add_up(nodes: &[heapview::Node]) {
    for (at, node) in nodes.iter().enumerate().filter(|(_, node)| node.function.is_some()) {
        let below = nodes[at + 1..].iter().take_while(|child| child.depth > node.depth);
        let children = below.filter(|child| child.depth == node.depth + 1);
        assert_eq!(node.flat + children.map(|child| child.cum).sum::<u64>(), node.cum);
    }
}

#[test]
fn a_difference_adds_up() {
    arbtest::arbtest(|u| {
        let (one, two, filter) = (profile(&sites(u)?), profile(&sites(u)?), filter(u)?);
        let (one, two) = (View::new(&one, &filter), View::new(&two, &filter));
        for by in [By::Function, By::Line] {
            let options = DiffOptions { metric: Metric::Bytes, by, cum: false, rows: usize::MAX };
            let diff = heapview::diff(&one, &two, &options);
            let delta: i128 = diff.rows.iter().map(heapview::DiffRow::delta).sum();
            let (base, new) = (one.selected.bytes, two.selected.bytes);
            assert_eq!(delta, i128::from(new) - i128::from(base));
            let same = heapview::diff(&one, &one, &options);
            assert_eq!((same.rows.len(), same.growth()), (0, 0.0));
        }
        Ok(())
    });
}

#[test]
fn every_export_adds_up() {
    arbtest::arbtest(|u| {
        let (sites, filter, metric) = (sites(u)?, filter(u)?, *u.choose(&METRICS)?);
        let profile = profile(&sites);
        let view = View::new(&profile, &filter);
        let export = |format| {
            let mut out = Vec::new();
            heapview::export(&view, format, metric, &mut out).unwrap();
            out
        };
        let folded = String::from_utf8(export(Format::Folded)).unwrap();
        let weights = folded.lines().map(|line| line.rsplit_once(' ').unwrap().1);
        let sum: u64 = weights.map(|weight| weight.parse::<u64>().unwrap()).sum();
        assert_eq!(sum, view.selected.get(metric), "folded");

        // The other formats are read back.
        let back = read(export(Format::Pprof));
        assert_eq!(
            (back.total.bytes, back.total.blocks, back.total.live, back.total.live_blocks),
            (
                view.selected.bytes,
                view.selected.blocks,
                view.selected.live,
                view.selected.live_blocks
            ),
            "pprof"
        );
        // Of dhat's own frames nothing is left to fold: the rows are the same.
        let all = Filter { all_frames: true, ..Filter::default() };
        let order = |profile: &Profile, filter: &Filter| {
            let rows = made::rows(profile, filter, By::Function, Metric::Bytes).rows;
            let sums = rows.into_iter().filter(|row| row.cum > 0);
            let mut lines: BTreeMap<_, (u64, u64)> = BTreeMap::new();
            for row in sums {
                let line = lines.entry((row.function, row.place)).or_default();
                (line.0, line.1) = (line.0 + row.flat, line.1.max(row.cum));
            }
            lines
        };
        let shown = order(&profile, &filter);
        let back = order(&back, &all);
        let flat =
            |lines: &BTreeMap<_, (u64, u64)>| -> Vec<u64> { lines.values().map(|v| v.0).collect() };
        assert_eq!(shown.keys().collect::<Vec<_>>(), back.keys().collect::<Vec<_>>());
        assert_eq!(flat(&shown), flat(&back));

        let json: serde_json::Value = serde_json::from_slice(&export(Format::Json)).unwrap();
        let sites = json["sites"].as_array().unwrap();
        let sum: u64 = sites.iter().map(|site| site["values"]["bytes"].as_u64().unwrap()).sum();
        assert_eq!(sum, view.selected.bytes, "json");

        let json: serde_json::Value = serde_json::from_slice(&export(Format::Speedscope)).unwrap();
        let frames = json["shared"]["frames"].as_array().unwrap().len();
        for (profile, metric) in json["profiles"].as_array().unwrap().iter().zip(METRICS) {
            let weights = profile["weights"].as_array().unwrap();
            let samples = profile["samples"].as_array().unwrap();
            assert_eq!(weights.len(), samples.len());
            let sum: u64 = weights.iter().map(|weight| weight.as_u64().unwrap()).sum();
            assert_eq!(sum, view.selected.get(metric), "speedscope");
            let within = |at: &serde_json::Value| (at.as_u64().unwrap() as usize) < frames;
            assert!(samples.iter().flat_map(|s| s.as_array().unwrap()).all(within));
        }
        Ok(())
    });
}

/// dhat writes its sites in another order every time.
#[test]
fn the_order_of_the_sites_changes_no_report() {
    arbtest::arbtest(|u| {
        let (mut sites, filter) = (sites(u)?, filter(u)?);
        let metric = *u.choose(&METRICS)?;
        for site in &mut sites {
            // Many of the same value.
            (site.bytes, site.blocks, site.lifetime) = (site.bytes % 3, site.blocks % 3, 1);
            (site.peak, site.live) = ((site.peak.0 % 3, 1), (site.live.0 % 3, 1));
        }
        let one = profile(&sites);
        sites.reverse();
        let two = profile(&sites);
        let reports = |profile: &Profile| -> Vec<String> {
            let view = View::new(profile, &filter);
            let any = Regex::new("").unwrap();
            let mut sources = Sources::new(&["/nowhere".into()], None);
            let mut folded = Vec::new();
            heapview::export(&view, Format::Folded, metric, &mut folded).unwrap();
            let mut reports = vec![
                heapview::list(&view, &any, &mut sources).render(None),
                heapview::peek(&view, &any, metric).render(None),
                heapview::sites(&view, metric, 99, 99).render(None),
                heapview::advise(&view).render(None),
                String::from_utf8(folded).unwrap(),
            ];
            // Lines without a name are told apart by their address, which is another
            // in every run.
            let unnamed = sites.iter().flat_map(|s| &s.stack).any(|f| f.contains("???"));
            let by_line = (!unnamed).then_some(By::Line);
            for by in std::iter::once(By::Function).chain(by_line) {
                let options = TopOptions { metrics: vec![metric], by, cum: false, rows: 99 };
                reports.push(heapview::top(&view, &options).render(None));
                let options = TreeOptions { metric, depth: 9, min_share: 0.0, by };
                reports.push(heapview::tree(&view, &options).render(None));
            }
            reports
        };
        assert_eq!(reports(&one), reports(&two));
        Ok(())
    });
}

#[test]
fn a_profile_and_its_twin_are_twice_the_profile() {
    arbtest::arbtest(|u| {
        let (sites, filter) = (sites(u)?, filter(u)?);
        let one = profile(&sites);
        let both = heapview::merge(vec![profile(&sites), profile(&sites)]).unwrap();
        for metric in METRICS {
            assert_eq!(both.total.get(metric), 2 * one.total.get(metric));
            let rows = |profile: &Profile, times: u64| -> Vec<(String, u64, u64)> {
                let view = View::new(profile, &filter);
                let metrics = vec![metric];
                let options =
                    TopOptions { metrics, by: By::Function, cum: false, rows: usize::MAX };
                let top = heapview::top(&view, &options);
                let rows = top.orders.into_iter().flat_map(|order| order.rows);
                rows.map(|row| (row.function, row.flat * times, row.cum * times)).collect()
            };
            assert_eq!(rows(&both, 1), rows(&one, 2));
        }
        Ok(())
    });
}
