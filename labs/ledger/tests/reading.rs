//! A ledger comes back as it was written, and everything else is refused with
//! the file, the row and the field.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::path::Path;

use arbtest::arbtest;
use ledger::{
    Blocks, Build, Bytes, Calibration, Case, Copies, CountGrid, CountGridRow, CountRow, CountTable,
    Counts, Error, Fact, Key, Ledger, Level, Machine, Method, Nanos, ObservedGrid, ObservedGridRow,
    Provenance, Quantity, Round, Tally, TimeTable, Times, Unit, parse,
};

fn provenance() -> Provenance {
    Provenance {
        date: "2026-11-30T12:00:00Z".into(),
        commit: "unknown".into(),
        modified: false,
        build: Build {
            toolchain: "rustc 1.95.0".into(),
            target: "x86_64-unknown-linux-gnu".into(),
            profile: "dev".into(),
        },
        allocator: "dhat 0.3.3 over system".into(),
        machine: Machine {
            os: "linux".into(),
            arch: "x86_64".into(),
            cpu: "unknown".into(),
            cores: 2,
            memory: None,
        },
        key: Key { sources: "a".into(), dependencies: "b".into() },
        command: "cargo labs measure lab0".into(),
        findings: Vec::new(),
    }
}

fn counts(rows: Vec<CountRow>) -> Ledger<Counts> {
    let tables = vec![CountTable { name: "pipeline".into(), rows }];
    Ledger {
        format: 1,
        lab: "lab0".into(),
        provenance: provenance(),
        body: Counts { tables, ..Counts::default() },
    }
}

fn row(variant: &str, blocks: u64, bytes: u64) -> CountRow {
    CountRow {
        variant: variant.into(),
        calls: 1,
        blocks: Blocks(blocks),
        bytes: Bytes(bytes),
        peak: None,
        held: None,
    }
}

/// What reading `text` complains about.
fn complaint(text: &str) -> String {
    parse::<Counts>(Path::new("counts.json"), text.as_bytes()).unwrap_err().to_string()
}

/// The JSON of a sound ledger with `from` replaced by `to`.
fn sound_but(from: &str, to: &str) -> String {
    let text = serde_json::to_string(&counts(vec![row("a", 7, 8), row("b", 1, 2)])).unwrap();
    assert!(text.contains(from), "{from} is not in {text}");
    text.replacen(from, to, 1)
}

#[test]
fn every_ledger_comes_back_as_it_was() {
    arbtest(|u| {
        let mut ledger = counts(Vec::new());
        for i in 0..u.int_in_range(0..=20)? {
            let level = Level {
                blocks: Blocks(u.int_in_range(0..=1 << 45)?),
                bytes: Bytes(u.int_in_range(0..=1 << 45)?),
            };
            let mut row = row(
                &format!("{i}<script>*_`{{{{#"),
                u.int_in_range(0..=1 << 45)?,
                u.int_in_range(0..=1 << 45)?,
            );
            row.peak = u.arbitrary::<bool>()?.then_some(level);
            ledger.body.tables[0].rows.push(row);
        }
        let values = vec![u.int_in_range(0..=1 << 45)?];
        ledger.body.facts.push(Fact {
            name: "text".into(),
            unit: Unit::Bytes,
            values,
            calls: u.int_in_range(1..=9)?,
        });
        let text = serde_json::to_vec_pretty(&ledger).unwrap();
        assert_eq!(parse::<Counts>(Path::new("x"), &text).unwrap(), ledger);
        Ok(())
    });
}

#[test]
fn any_bytes_are_read_or_refused_without_a_panic() {
    arbtest(|u| {
        let bytes: Vec<u8> = u.arbitrary()?;
        let _ = parse::<Counts>(Path::new("x"), &bytes);
        // A sound ledger with one byte changed gets further.
        let mut text = serde_json::to_vec(&counts(vec![row("a", 7, 8)])).unwrap();
        let at = u.choose_index(text.len())?;
        text[at] = u.arbitrary()?;
        let _ = parse::<Counts>(Path::new("x"), &text);
        let _ = parse::<Times>(Path::new("x"), &text);
        Ok(())
    });
}

#[test]
fn a_fault_is_told_with_file_row_and_field() {
    let message = complaint(&sound_but("\"blocks\":1", "\"blocks\":-1"));
    assert!(
        message.starts_with(
            "counts.json: at body.tables[0].rows[1].blocks: invalid value: integer `-1`"
        ),
        "{message}"
    );
    let message = complaint(&sound_but("\"bytes\":2", "\"bytes\":1e400"));
    assert!(message.contains("body.tables[0].rows[1].bytes"), "{message}");
    let message = complaint(&sound_but("\"bytes\":2", "\"bytes\":null"));
    assert!(message.contains("body.tables[0].rows[1].bytes"), "{message}");
    let message = complaint(&sound_but("\"bytes\":2", "\"bytes\":NaN"));
    assert!(
        message.contains("counts.json: at body.tables[0].rows[1].bytes: expected value"),
        "{message}"
    );
    let message = complaint(&sound_but(",\"bytes\":2", ""));
    assert!(message.contains("body.tables[0].rows[1]: missing field `bytes`"), "{message}");
    let message = complaint(&sound_but("\"bytes\":2", "\"bytes\":2,\"bites\":3"));
    assert!(
        message.contains("body.tables[0].rows[1]") && message.contains("unknown field `bites`"),
        "{message}"
    );
}

#[test]
fn names_must_be_sensible_and_unique() {
    let message = complaint(&sound_but("\"variant\":\"b\"", "\"variant\":\"a\""));
    assert_eq!(
        message,
        "counts.json: at body.tables[0].rows[1]: the name \"a\" stands there twice"
    );
    let message = complaint(&sound_but("\"variant\":\"b\"", "\"variant\":\" \""));
    assert!(message.contains("one line of 1 to 400 characters"), "{message}");
    let message = complaint(&sound_but("\"variant\":\"b\"", "\"variant\":\"b\\n\""));
    assert!(message.contains("one line of 1 to 400 characters"), "{message}");
    let message = complaint(&sound_but("\"calls\":1", "\"calls\":0"));
    assert!(message.contains("body.tables[0].rows[0].calls"), "{message}");
    let message = complaint(&sound_but("2026-11-30T12:00:00Z", "yesterday"));
    assert!(message.contains("provenance.date"), "{message}");
}

#[test]
fn another_format_and_a_torn_file_are_refused() {
    let newer = sound_but("\"format\":1", "\"format\":2,\"news\":true");
    let error = parse::<Counts>(Path::new("counts.json"), newer.as_bytes()).unwrap_err();
    assert!(matches!(error, Error::Newer { found: 2, known: 1, .. }), "{error}");
    assert!(complaint(&sound_but("\"format\":1", "\"format\":0")).contains("there is no format 0"));
    let whole = sound_but("a", "a");
    for end in 0..whole.len() {
        assert!(
            parse::<Counts>(Path::new("x"), &whole.as_bytes()[..end]).is_err(),
            "torn after {end} bytes"
        );
    }
    assert!(complaint(&format!("{whole} {whole}")).contains("trailing characters"));
}

#[test]
fn a_ledger_without_end_is_refused() {
    let rows = (0..=ledger::MAX_ROWS).map(|i| row(&i.to_string(), 1, 1)).collect();
    let text = serde_json::to_vec(&counts(rows)).unwrap();
    let error = parse::<Counts>(Path::new("x"), &text).unwrap_err();
    assert!(matches!(error, Error::TooLarge { what: "rows", .. }), "{error}");
    let text = vec![b' '; usize::try_from(ledger::MAX_FILE).unwrap() + 1];
    let error = parse::<Counts>(Path::new("x"), &text).unwrap_err();
    assert!(matches!(error, Error::TooLarge { what: "bytes", .. }), "{error}");
}

#[test]
fn numbers_that_no_lab_counts_are_refused() {
    let message = complaint(&sound_but("\"bytes\":2", "\"bytes\":18446744073709551615"));
    assert!(
        message.contains("body.tables[0].rows[1]: the numbers add up to more than 2^53"),
        "{message}"
    );
    let mut ledger = counts(Vec::new());
    let values = vec![1 << 52, 1 << 52, 1];
    ledger.body.facts.push(Fact { name: "f".into(), unit: Unit::Bytes, values, calls: 1 });
    let text = serde_json::to_string(&ledger).unwrap();
    assert!(complaint(&text).contains("body.facts[0]"), "{}", complaint(&text));
}

#[test]
fn a_round_has_one_time_per_variant() {
    let time = |nanos| Nanos::new(nanos).unwrap();
    let table = TimeTable {
        name: "pipeline".into(),
        variants: vec!["a".into(), "b".into()],
        rounds: vec![Round {
            process: 0,
            placement: 0,
            round: 0,
            control: None,
            times: vec![time(1.0)],
        }],
        ..TimeTable::default()
    };
    let ledger = Ledger {
        format: 1,
        lab: "lab0".into(),
        provenance: provenance(),
        body: Times { tables: vec![table], ..Times::default() },
    };
    let text = serde_json::to_vec(&ledger).unwrap();
    let message = parse::<Times>(Path::new("times.json"), &text).unwrap_err().to_string();
    assert_eq!(
        message,
        "times.json: at body.tables[0].rounds[0].times: a round needs one time per variant"
    );
}

/// What reading these grids complains about.
fn refused(body: impl ledger::Body, file: &str) -> String {
    let (format, lab) = (1, "lab0".to_owned());
    let text = serde_json::to_vec(&Ledger { format, lab, provenance: provenance(), body }).unwrap();
    match file {
        "times.json" => parse::<Times>(Path::new(file), &text).unwrap_err().to_string(),
        _ => parse::<Counts>(Path::new(file), &text).unwrap_err().to_string(),
    }
}

#[test]
fn a_grid_has_one_value_per_column_and_each_name_once() {
    let row = |row: &str, values: &[u64]| CountGridRow { row: row.into(), values: values.into() };
    let grid = |columns: &[&str], rows| CountGrid {
        name: "places".into(),
        by: "shards".into(),
        unit: Unit::Count,
        columns: columns.iter().map(|&column| column.to_owned()).collect(),
        rows,
    };
    let counts = |grids| Counts { grids, ..Counts::default() };
    for (grids, message) in [
        (vec![grid(&["a", "b"], vec![row("1", &[1])])], "rows[0].values: a row needs one value"),
        (vec![grid(&["a", "a"], vec![])], "columns[1]: the name \"a\" stands there twice"),
        (vec![grid(&["a"], vec![row("1", &[1]), row("1", &[2])])], "rows[1]: the name \"1\""),
        (vec![grid(&[], vec![])], "grids[0]: a grid needs a column"),
        (vec![grid(&["a"], vec![]), grid(&["a"], vec![])], "the name \"places\" stands there"),
        (vec![grid(&["a"], vec![row("1", &[u64::MAX])])], "more than 2^53"),
    ] {
        let text = refused(counts(grids), "counts.json");
        assert!(text.contains(message), "{text}");
    }
    let many = (0..20_001).map(|n| row(&n.to_string(), &[n])).collect();
    let text = refused(counts(vec![grid(&["a"], many)]), "counts.json");
    assert!(text.contains("20001 rows"), "{text}");
}

#[test]
fn a_cell_has_as_many_rounds_as_the_others_or_none() {
    let grid = |unit, cells| ObservedGrid {
        name: "position".into(),
        by: "position".into(),
        unit,
        columns: vec!["a".into(), "b".into()],
        rows: vec![ObservedGridRow { row: "0.5".into(), cells }],
    };
    let of = |unit, cells| Times { grids: vec![grid(unit, cells)], ..Times::default() };
    let times = |cells| of(Quantity::Time, cells);
    let short = times(vec![vec![1.0, 2.0], vec![1.0]]);
    assert!(refused(short, "times.json").contains("every cell needs as many rounds"));
    let narrow = times(vec![vec![1.0]]);
    assert!(refused(narrow, "times.json").contains("a row needs one cell per column"));
    // A time takes some; memory may not have grown at all.
    let none = || vec![vec![0.0], vec![1.0]];
    assert!(refused(times(none()), "times.json").contains("rows[0].cells: no time is 0 ns"));
    let less = of(Quantity::Bytes, vec![vec![-1.0], vec![1.0]]);
    assert!(refused(less, "times.json").contains("no bytes are less than 0"));
    let (format, lab, body) = (1, "lab0".to_owned(), of(Quantity::Bytes, none()));
    let kept = Ledger { format, lab, provenance: provenance(), body };
    let text = serde_json::to_vec(&kept).unwrap();
    assert_eq!(parse::<Times>(Path::new("times.json"), &text).unwrap(), kept);
}

#[test]
fn a_calibration_that_cannot_be_is_refused() {
    let tally = Tally {
        judge: "ours".into(),
        function: "sum".into(),
        case: Case::Same,
        judged: 4,
        faster: 1,
        slower: 1,
        refused: 0,
    };
    let method = Method { judge: "ours".into(), rule: "twelve".into(), seconds: Some(2.0) };
    let copies = Copies {
        function: "sum".into(),
        ratios: 24,
        low: 0.9,
        half_low: 0.99,
        half_high: 1.01,
        high: 1.1,
    };
    let sound = Calibration { method: vec![method], tallies: vec![tally], copies: vec![copies] };
    let message = |body: Calibration| {
        let ledger =
            Ledger { format: 1, lab: "calibration".into(), provenance: provenance(), body };
        let text = serde_json::to_vec(&ledger).unwrap();
        parse::<Calibration>(Path::new("c.json"), &text).map_err(|e| e.to_string()).err()
    };
    let changed = |change: &dyn Fn(&mut Calibration)| {
        let mut body = sound.clone();
        change(&mut body);
        message(body).unwrap_or_default()
    };
    assert_eq!(message(sound.clone()), None);
    assert!(changed(&|c| c.tallies[0].slower = 4).contains("more verdicts than pairs"));
    assert!(changed(&|c| c.tallies[0].judge = "theirs".into()).contains("body.tallies[0].judge"));
    assert!(changed(&|c| c.tallies.push(c.tallies[0].clone())).contains("stand there twice"));
    assert!(changed(&|c| c.copies[0].half_low = 2.0).contains("body.copies[0]"));
    assert!(changed(&|c| c.method[0].seconds = Some(-1.0)).contains("body.method[0].seconds"));
}
