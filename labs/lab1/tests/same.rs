//! All variants agree, for any records.

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use lab1::exercise;
use lab1::pipeline::{
    Record, build_records, encode_exact, encode_fresh, encode_pooled, encode_with, encoded_len,
};
use lab1::solution; // solution

fn any_records(u: &mut Unstructured<'_>) -> Result<Vec<Record>> {
    let count = u.int_in_range(0..=30)?;
    (0..count)
        .map(|id| {
            let tags = (0..u.int_in_range(0..=4)?)
                .map(|_| Ok(*u.choose(&["a", "b", "long tag", "", "ü"])?))
                .collect::<Result<_>>()?;
            Ok(Record { id, name: u.arbitrary()?, tags })
        })
        .collect()
}

#[test]
fn every_encoding_is_the_same_text() {
    arbtest(|u| {
        let records = any_records(u)?;
        let expected: String =
            records.iter().map(|r| format!("{},{}\n", r.name, r.tags.concat())).collect();
        assert_eq!(encode_fresh(&records), expected);
        assert_eq!(encode_exact(&records), expected);
        assert_eq!(encode_pooled(&records), expected);
        assert_eq!(encode_with(&records, str::to_owned), expected);
        assert_eq!(encoded_len(&records), expected.len());
        Ok(())
    });
}

#[test]
fn the_records_are_numbered() {
    let records = build_records(3);
    let names: Vec<&str> = records.iter().map(|record| record.name.as_str()).collect();
    assert_eq!(names, ["rec-0", "rec-1", "rec-2"]);
    assert_eq!(encode_fresh(&records), "rec-0,ab\nrec-1,ab\nrec-2,ab\n");
}

#[test]
fn a_buffer_comes_back_clean_also_from_a_panic() {
    let long = build_records(50);
    let outcome = std::panic::catch_unwind(|| encode_with(&long, |_| panic!("in the borrower")));
    assert!(outcome.is_err());
    let short = build_records(1);
    for _ in 0..2 {
        assert_eq!(encode_pooled(&short), "rec-0,ab\n");
    }
}

/// As plainly as it can be said: for each tag in order, the names of its records.
fn plain_index(records: &[Record]) -> String {
    let mut tags: Vec<&str> = Vec::new();
    for tag in records.iter().flat_map(|record| &record.tags) {
        if !tags.contains(tag) {
            tags.push(tag);
        }
    }
    let line = |tag: &&str| {
        let has = records.iter().filter(|record| record.tags.contains(tag));
        format!("{tag}:{}\n", has.map(|record| format!(" {}", record.name)).collect::<String>())
    };
    tags.iter().map(line).collect()
}

#[test]
fn the_exercise_agrees_with_a_plain_index() {
    arbtest(|u| {
        let mut records = any_records(u)?;
        for record in &mut records {
            // One name stands once in a tag's line, however often its record
            // carries the tag.
            record.tags.sort_unstable();
            record.tags.dedup();
        }
        let expected = plain_index(&records);
        assert_eq!(exercise::tag_index(&records), expected);
        assert_eq!(solution::tag_index(&records), expected); // solution
        Ok(())
    });
}
