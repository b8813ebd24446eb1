//! Every rule has a profile that makes it speak and one that just does not.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use heapview::{Advice, Filter, Rule, View, advise};
use made::{Made, committed, profile};

/// End of a made run, in µs.
const END: u64 = 1_000_000;
const GROW: &str = "<alloc::raw_vec::RawVecInner>::grow_amortized (src/raw_vec/mod.rs:527:33)";
const BOXED: &str = "alloc::boxed::Box<T>::new (alloc/src/boxed.rs:286:19)";
const WITH_CAPACITY: &str = "alloc::vec::Vec<T>::with_capacity (src/vec/mod.rs:524:9)";

/// What speaks of the first site, in a program in which it is not alone.
fn spoken(rule: Rule, site: Made, rest: &[Made]) -> Option<Advice> {
    let mut sites = vec![site];
    sites.extend_from_slice(rest);
    let profile = profile(&sites);
    assert_eq!(profile.end, Some(END));
    let advices = advise(&View::new(&profile, &Filter::default())).advices;
    let spoken: Vec<Advice> = advices.into_iter().filter(|advice| advice.rule == rule).collect();
    for advice in &spoken {
        assert!(advice.evidence.contains(|c: char| c.is_ascii_digit()), "no figure: {advice:?}");
        assert!(!advice.chapter.is_empty() && !advice.action.is_empty());
    }
    assert!(spoken.len() <= 1, "{spoken:?}");
    spoken.into_iter().next()
}

/// `chains` vectors that grow to `last` bytes in `steps` doublings.
fn chain(chains: u64, steps: u32, last: u64) -> Made {
    let bytes: u64 = (0..steps).map(|step| last >> step).sum();
    let own = (chains * last, chains);
    Made {
        own,
        ..Made::new(chains * bytes, chains * u64::from(steps), &[GROW, "app::grow (a.rs:1:1)"])
    }
}

#[test]
fn growth_speaks_from_four_doublings_on() {
    let advice = spoken(Rule::Growth, chain(1, 4, 8192), &[]).unwrap();
    assert_eq!(advice.place.as_deref(), Some("a.rs:1"));
    assert!(advice.evidence.contains("4 blocks and 15,360 bytes"), "{}", advice.evidence);
    assert!(advice.evidence.contains("about 4 steps"), "{}", advice.evidence);
    let action = "about 1 block instead of 4, 7,168 bytes fewer";
    assert!(advice.action.contains(action), "{}", advice.action);
    assert!(spoken(Rule::Growth, chain(1, 3, 8192), &[]).is_none());
}

#[test]
fn growth_counts_the_chains() {
    let advice = spoken(Rule::Growth, chain(50, 11, 8192), &[]).unwrap();
    assert!(advice.action.contains("about 50 blocks instead of 550"), "{}", advice.action);
}

#[test]
fn growth_is_seen_by_its_stack_and_only_where_it_is_worth_it() {
    let mut other = chain(1, 4, 8192);
    other.stack[0] = WITH_CAPACITY.to_owned();
    assert!(spoken(Rule::Growth, other, &[]).is_none());
    // 15,360 bytes in 4 blocks are a hundredth of the bytes, or just below it.
    let rest = |bytes| [Made::new(bytes, 1_000_000, &["app::rest (a.rs:9:1)"])];
    assert!(spoken(Rule::Growth, chain(1, 4, 8192), &rest(15_360 * 99)).is_some());
    assert!(spoken(Rule::Growth, chain(1, 4, 8192), &rest(15_360 * 99 + 100)).is_none());
}

fn short(blocks: u64, size: u64, life: u64, at_once: u64) -> Made {
    Made {
        own: (at_once * size, at_once),
        lifetime: blocks * life,
        ..Made::new(blocks * size, blocks, &[WITH_CAPACITY, "app::frame (a.rs:2:1)"])
    }
}

#[test]
fn short_lives_speak_of_a_hundred_equal_blocks() {
    let advice = spoken(Rule::ShortLived, short(100, 4096, END / 100, 1), &[]).unwrap();
    let evidence = "100 blocks of 4,096 bytes that live 10.0 ms of 1.0 s; at most 1 at once";
    assert_eq!(advice.evidence, evidence);
    assert!(spoken(Rule::ShortLived, short(99, 4096, END / 100, 0), &[]).is_none(), "too few");
    assert!(
        spoken(Rule::ShortLived, short(100, 4096, END / 100 + 1, 1), &[]).is_none(),
        "too long"
    );
    assert!(spoken(Rule::ShortLived, short(100, 4096, 1, 2), &[]).is_none(), "too many at once");
    let uneven = Made { bytes: 100 * 4096 + 1, ..short(100, 4096, 1, 1) };
    assert!(spoken(Rule::ShortLived, uneven, &[]).is_none(), "of several sizes");
    let kept = Made { live: (4096, 1), ..short(100, 4096, 1, 1) };
    assert!(spoken(Rule::ShortLived, kept, &[]).is_none(), "still live");
    let grown = Made { stack: vec![GROW.to_owned()], ..short(100, 4096, 1, 1) };
    assert!(spoken(Rule::ShortLived, grown, &[]).is_none(), "a growing collection");
}

#[test]
fn tiny_boxes_speak_up_to_two_pointers() {
    let boxed =
        |blocks: u64, size: u64| Made::new(blocks * size, blocks, &[BOXED, "app::node (a.rs:3:1)"]);
    let advice = spoken(Rule::TinyBoxes, boxed(100, 16), &[]).unwrap();
    assert_eq!(
        advice.evidence,
        "100 blocks (100.0% of all) for boxed values (or vec![…]) of 16 bytes"
    );
    assert!(spoken(Rule::TinyBoxes, boxed(100, 17), &[]).is_none(), "larger");
    assert!(spoken(Rule::TinyBoxes, boxed(99, 16), &[]).is_none(), "fewer");
    let other = Made::new(1600, 100, &[WITH_CAPACITY, "app::node (a.rs:3:1)"]);
    assert!(spoken(Rule::TinyBoxes, other, &[]).is_none(), "no box");
    let rest = |blocks| [Made::new(1, blocks, &["app::rest (a.rs:9:1)"])];
    assert!(spoken(Rule::TinyBoxes, boxed(100, 16), &rest(9_900)).is_some());
    assert!(spoken(Rule::TinyBoxes, boxed(100, 16), &rest(9_901)).is_none(), "not worth it");
}

#[test]
fn what_is_still_live_speaks_from_a_hundredth_of_the_peak_on() {
    let leak = |bytes: u64| Made {
        live: (bytes, 3),
        peak: (10_000, 9),
        ..Made::new(20_000, 20, &["app::keep (a.rs:4:1)"])
    };
    let advice = spoken(Rule::StillLive, leak(100), &[]).unwrap();
    assert_eq!(
        advice.evidence,
        "100 bytes in 3 blocks were still live at the end, 1.0% of the peak"
    );
    assert!(spoken(Rule::StillLive, leak(99), &[]).is_none());
}

#[test]
fn two_leaders_need_a_third_each_and_two_lines() {
    let count = |blocks| Made::new(blocks, blocks, &["app::many (a.rs:5:1)"]);
    let size = |bytes| Made::new(bytes, 10, &["app::large (a.rs:6:1)"]);
    let rest = |line: u32| Made::new(0, 95, &[&format!("app::rest (a.rs:{line}:1)")]);
    let others = [size(10_000), rest(9), rest(10)];
    // 100 of 300 blocks, and all but 100 of the bytes.
    let advice = spoken(Rule::TwoLeaders, count(100), &others).unwrap();
    assert_eq!(advice.place.as_deref(), Some("a.rs:5"));
    let evidence = "33.3% of the blocks, but 1.0% of the bytes; 99.0% of the bytes";
    assert!(advice.evidence.starts_with(evidence), "{}", advice.evidence);
    assert!(spoken(Rule::TwoLeaders, count(99), &others).is_none(), "99 of 299 are no third");
    assert!(spoken(Rule::TwoLeaders, count(100), &[]).is_none(), "one line leads both");
}

#[test]
fn two_leaders_are_silent_below_a_third() {
    // Every one of four lines has a quarter of the blocks.
    let line = |at: u32, bytes| Made::new(bytes, 25, &[&format!("app::f{at} (a.rs:{at}:1)")]);
    let sites = [line(1, 0), line(2, 900), line(3, 0), line(4, 0)];
    assert!(spoken(Rule::TwoLeaders, sites[0].clone(), &sites[1..]).is_none());
}

#[test]
fn real_profiles_get_the_advice_that_the_chapter_gives() {
    let pipeline = committed("pipeline.json");
    let advices = advise(&View::new(&pipeline, &Filter::default())).advices;
    let rules: Vec<Rule> = advices.iter().map(|advice| advice.rule).collect();
    assert_eq!(rules, [Rule::Growth, Rule::TwoLeaders]);
    assert!(advices[0].action.contains("about 1 block instead of 12"), "{}", advices[0].action);
    assert_eq!(advices[1].function, "lab1::pipeline::build_records");
}

#[test]
fn what_cannot_be_known_is_said() {
    for (name, reason) in [("ad-hoc.json", "counts events"), ("go-heap.pb.gz", "no lifetimes")] {
        let profile = committed(name);
        let advices = advise(&View::new(&profile, &Filter::default()));
        assert!(advices.silent.iter().any(|silent| silent.contains(reason)), "{name}: {advices:?}");
        assert!(plain(&advices.render(Some(80))).lines().all(|line| line.chars().count() <= 80));
    }
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// dhat writes sites in the order of a hash map, another one in each run.
#[test]
fn the_order_of_the_file_changes_no_advice() {
    let site = |name: &str, line: u32, bytes| {
        let frame = format!("app::{name} (app/src/{name}.rs:{line}:1)");
        Made::new(bytes, 1000, &[&frame, "app::main (app/src/main.rs:1:1)"])
    };
    let big = Made::new(900_000, 1, &["app::big (app/src/big.rs:1:1)"]);
    let mut sites = vec![site("b", 2, 16_000), site("a", 7, 8_000), site("a", 3, 8_000), big];
    let said = |sites: &[Made]| {
        let profile = profile(sites);
        format!("{:?}", advise(&View::new(&profile, &Filter::default())).advices)
    };
    let first = said(&sites);
    assert!(first.contains("app::a") && first.contains("a.rs:3"), "{first}");
    for _ in 0..sites.len() {
        sites.rotate_left(1);
        assert_eq!(said(&sites), first);
    }
    sites.reverse();
    assert_eq!(said(&sites), first);
}
