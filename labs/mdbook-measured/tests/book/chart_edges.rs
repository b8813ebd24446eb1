//! Charts of unlikely numbers and names: whatever they are, the picture is whole.

use ledger::{Blocks, Bytes, CountRow, Estimate, Nanos, TimeTable};

use crate::charts::{is_inside, page_with, plot};
use crate::fixture::Workspace;

const COUNTS: &str = "labs/lab1/ledger/counts.json";
const TIMES: &str = "labs/lab1/ledger/times-a.json";

#[test]
fn edge_cases_are_drawn() {
    let row = |variant: &str, bytes| CountRow {
        variant: variant.into(),
        calls: 1,
        blocks: Blocks(bytes),
        bytes: Bytes(bytes),
        peak: None,
        held: None,
    };
    let many: Vec<CountRow> = (0..200).map(|i| row(&format!("variant_{i}"), i)).collect();
    for rows in [
        vec![row("one", 7)],
        vec![row("zero", 0), row("nothing", 0)],
        vec![row("a", 5), row("b", 5)],
        vec![row("huge", (1 << 51) - 1), row("small", 1)],
        vec![row(&"a long name without an end ".repeat(9), 1)],
        many,
    ] {
        let workspace = Workspace::new();
        let mut counts = workspace.counts();
        let count = rows.len();
        counts.body.tables[0].rows = rows;
        workspace.write(COUNTS, &counts);
        let page = page_with(&workspace, "{{#chart pipeline bytes}}");
        let plot = plot(&page);
        assert_eq!(plot.matches("class=\"bar\"").count(), count, "{plot}");
        assert_eq!(is_inside(plot), Ok(()), "{plot}");
    }
}

/// B19 of the cases: an empty line would end the block, and what follows with
/// four blanks before it would be code.
#[test]
fn any_name_leaves_the_picture_whole() {
    for name in [
        "<script>alert(1)</script>",
        "{{#include /etc/passwd}}",
        "a    <text>b",
        "</svg></title></desc>",
        "--> <!-- ]]> &amp; \" '",
        "`*_|",
        "漢字ü\u{202e}",
    ] {
        let workspace = Workspace::new();
        let mut counts = workspace.counts();
        counts.body.tables[0].rows[0].variant = name.into();
        counts.body.sites[0].rows[0].source = name.into();
        workspace.write(COUNTS, &counts);
        let page = page_with(
            &workspace,
            "{{#chart pipeline bytes}}\n\n{{#chart lines by blocks}}\n\n*after*",
        );
        assert_eq!(page.matches("<svg class=\"plot\"").count(), 2, "{name}: {page}");
        assert!(page.contains("<p><em>after</em></p>"), "{name}: {page}");
        assert!(
            !page.contains("&lt;text") || name.contains("<text>"),
            "markup became text, {name}: {page}"
        );
        assert!(!page.contains("<script>alert") && !page.contains("root:"), "{name}: {page}");
        assert!(!plot(&page).contains("\n\n"), "{name}: {page}");
    }
}

#[test]
fn one_chart_twice_has_two_ids() {
    let workspace = Workspace::new();
    let page = page_with(&workspace, "{{#chart pipeline bytes}}\n\n{{#chart pipeline bytes}}");
    assert_eq!(page.matches("id=\"chart-lab1-pipeline-bytes\"").count(), 1, "{page}");
    assert_eq!(page.matches("id=\"chart-lab1-pipeline-bytes-2\"").count(), 1, "{page}");
    assert_eq!(page.matches("id=\"numbers-lab1-pipeline\"").count(), 1, "{page}");
    assert_eq!(page.matches("href=\"#numbers-lab1-pipeline\"").count(), 1, "{page}");
}

#[test]
fn whatever_the_numbers_are_every_place_is_inside() {
    arbtest::arbtest(|u| {
        let workspace = Workspace::new();
        let names: Vec<String> = (0..u.int_in_range(2..=6)?).map(|i| format!("v{i}")).collect();
        let (mut counts, mut times) = (workspace.counts(), workspace.times());
        counts.body.tables[0].rows.clear();
        for name in &names {
            let bits = *u.choose(&[0, 3, 20, 49])?;
            let bytes = u.int_in_range(0..=1_u64 << bits)?;
            counts.body.tables[0].rows.push(CountRow {
                variant: name.clone(),
                calls: 1,
                blocks: Blocks(bytes / 2),
                bytes: Bytes(bytes),
                peak: None,
                held: None,
            });
        }
        let exponents: Vec<i32> =
            names.iter().map(|_| u.int_in_range(-9..=12)).collect::<Result<_, _>>()?;
        let nanos = |i: usize, by: f64| Nanos::new(10.0_f64.powi(exponents[i]) * by).unwrap();
        let estimate = |(i, name): (usize, &String)| Estimate {
            variant: name.clone(),
            time: nanos(i, 1.0),
            low: nanos(i, 0.3),
            high: nanos(i, 7.0),
            confidence: 0.95,
            samples: 10,
        };
        let rounds = times.body.tables[0].rounds.drain(..).map(|round| ledger::Round {
            times: (0..names.len()).map(|i| nanos(i, 1.0 + f64::from(round.round))).collect(),
            ..round
        });
        times.body.tables[0] = TimeTable {
            name: "pipeline".into(),
            variants: names.clone(),
            estimates: names.iter().enumerate().map(estimate).collect(),
            rounds: rounds.collect(),
            ..TimeTable::default()
        };
        workspace.write(COUNTS, &counts);
        workspace.write(TIMES, &times);
        let page = page_with(
            &workspace,
            "{{#chart pipeline bytes}}\n\n{{#chart pipeline blocks}}\n\n{{#chart pipeline times}}\n\n{{#chart pipeline vs v0}}",
        );
        assert_eq!(page.matches("<svg class=\"plot\"").count(), 4, "{page}");
        for piece in page.split("<svg class=\"plot\"").skip(1) {
            let plot = format!("<svg class=\"plot\"{}", piece.split("</svg>").next().unwrap());
            assert_eq!(is_inside(&plot), Ok(()), "{plot}");
        }
        Ok(())
    })
    .budget_ms(1500);
}
