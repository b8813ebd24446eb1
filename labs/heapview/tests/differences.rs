//! What a difference says: shares of the base, signs, moved lines.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod made;

use heapview::{By, Change, Diff, DiffOptions, Filter, Metric, View, diff};
use made::{Made, profile};

fn line(function: &str, line: u32, bytes: u64) -> Made {
    Made::new(bytes, 1, &[&format!("app::{function} (app/src/a.rs:{line}:1)")])
}

fn compare(base: &[Made], new: &[Made], by: By) -> Diff {
    let (base, new) = (profile(base), profile(new));
    let (base, new) = (View::new(&base, &Filter::default()), View::new(&new, &Filter::default()));
    diff(&base, &new, &DiffOptions { metric: Metric::Bytes, by, cum: false, rows: 99 })
}

fn plain(diff: &Diff) -> String {
    anstream::adapter::strip_str(&diff.render(Some(100))).to_string()
}

#[test]
fn rows_are_added_removed_or_changed_largest_first() {
    let base = [line("f", 1, 100), line("g", 2, 50), line("same", 3, 7)];
    let new = [line("f", 1, 60), line("h", 4, 500), line("same", 3, 7)];
    let diff = compare(&base, &new, By::Line);
    let rows: Vec<_> =
        diff.rows.iter().map(|row| (row.function.as_str(), row.change, row.delta())).collect();
    assert_eq!(
        rows,
        [
            ("app::h", Change::Added, 500),
            ("app::g", Change::Removed, -50),
            ("app::f", Change::Changed, -40)
        ]
    );
    assert_eq!((diff.base, diff.new, diff.same, diff.moved), (157, 567, 1, 0));
    let text = plain(&diff);
    for expected in [
        "bytes: 157 → 567  +410 (+261.1%)",
        "+ more than in the base, - less; shares are of the base's sum",
        "+500  +318.5%  added      500  app::h  app/src/a.rs:4",
        "-50   -31.8%     50  removed  app::g  app/src/a.rs:2",
        "-40   -25.5%    100       60  app::f  app/src/a.rs:1",
        "= 1 rows are the same",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
}

#[test]
fn nothing_differs_from_itself_and_empty_profiles_divide_by_nothing() {
    let some = [line("f", 1, 100)];
    let same = compare(&some, &some, By::Line);
    assert!(plain(&same).contains("= no row differs (1 compared)"), "{}", plain(&same));
    assert!(plain(&same).contains("bytes: 100 → 100  ="));
    let grown = compare(&[], &some, By::Line);
    assert_eq!(grown.growth(), f64::INFINITY);
    assert!(plain(&grown).contains("+100 (the base has none)"), "{}", plain(&grown));
    assert!(!plain(&grown).contains("NaN") && !plain(&grown).contains("inf"));
    let gone = compare(&some, &[], By::Line);
    assert_eq!(gone.growth(), 0.0);
    assert!(plain(&gone).contains("-100 (-100.0%)"), "{}", plain(&gone));
    assert_eq!(compare(&[], &[], By::Line).growth(), 0.0);
}

#[test]
fn lines_that_moved_together_are_the_same() {
    let base = [line("f", 10, 100), line("f", 12, 40), line("g", 3, 1)];
    let new = [line("f", 15, 100), line("f", 17, 44), line("g", 3, 1)];
    let diff = compare(&base, &new, By::Line);
    assert_eq!((diff.rows.len(), diff.same, diff.moved), (1, 2, 1));
    let row = &diff.rows[0];
    assert_eq!((row.base, row.new, row.change), (40, 44, Change::Changed));
    assert!(plain(&diff).contains("app::f  app/src/a.rs:17 (was line 12)"), "{}", plain(&diff));
    let functions = compare(&base, &new, By::Function);
    let found = functions.rows.iter().map(|row| (row.function.as_str(), row.delta()));
    assert_eq!(found.collect::<Vec<_>>(), [("app::f", 4)]);
}

#[test]
fn growth_is_of_the_base() {
    let growth =
        |base, new| compare(&[line("f", 1, base)], &[line("f", 1, new)], By::Line).growth();
    assert!((growth(100, 105) - 0.05).abs() < 1e-12);
    assert_eq!((growth(100, 60), growth(0, 0)), (0.0, 0.0));
}
