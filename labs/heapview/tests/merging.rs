//! Several profiles as one; that sums add up for any profile is in `totals.rs`.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use heapview::{By, Filter, Metric, TopOptions, View};
use made::{Made, committed, profile};

#[test]
fn what_only_one_of_two_profiles_has_stands_in_their_sum() {
    let site = |name: &str, bytes| {
        let frame = format!("app::{name} (app/src/{name}.rs:1:1)");
        Made::new(bytes, 1, &[&frame, "app::main (app/src/main.rs:1:1)"])
    };
    let (a, b) = (profile(&[site("a", 5), site("c", 1)]), profile(&[site("c", 2), site("b", 7)]));
    let both = heapview::merge(vec![a, b]).unwrap();
    let view = View::new(&both, &Filter::default());
    let metrics = vec![Metric::Bytes];
    let options = TopOptions { metrics, by: By::Function, cum: false, rows: 9 };
    let rows: Vec<(String, u64, u64)> = heapview::top(&view, &options)
        .orders
        .into_iter()
        .flat_map(|order| order.rows)
        .map(|row| (row.function, row.flat, row.cum))
        .collect();
    let row = |name: &str, flat, cum| (format!("app::{name}"), flat, cum);
    assert_eq!(rows, [row("b", 7, 7), row("a", 5, 5), row("c", 3, 3), row("main", 0, 15)]);
}

#[test]
fn profiles_of_different_kinds_do_not_add_up() {
    let kinds = vec![committed("pipeline.json"), committed("ad-hoc.json")];
    let message = heapview::merge(kinds).unwrap_err().to_string();
    assert!(message.contains("name profiles of one kind"), "{message}");
    assert!(heapview::merge(Vec::new()).is_err());
}
