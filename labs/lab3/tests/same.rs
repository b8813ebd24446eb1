//! All variants agree.

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use lab3::columns::Columns;
use lab3::exercise;
use lab3::solution; // solution
use lab3::steps::{Fate, fate, full, step_copy, step_realloc};
use lab3::texts::{
    PIECE, text_by_collect, text_by_concat, text_by_format, text_by_plus, text_by_push_str,
    text_by_write,
};
use lab3::vectors::{
    BATCH, by_collect, by_collect_filtered, by_collect_in_place, by_collect_result, by_copying,
    by_extend, by_push, by_push_shrunk, by_reserve, by_reserve_exact, by_reserve_exact_each,
    by_try_reserve, by_with_capacity, push_bytes, push_frames, push_triples, push_words,
};

#[test]
fn every_way_gives_the_same_words() {
    arbtest(|u| {
        let n = u.int_in_range(0..=30)? * BATCH;
        let expected: Vec<u64> = (0..n).collect();
        let ways = [
            by_push,
            by_with_capacity,
            by_extend,
            by_collect,
            by_collect_filtered,
            by_collect_in_place,
            by_reserve,
            by_reserve_exact,
            by_reserve_exact_each,
            by_push_shrunk,
            by_copying,
        ];
        for way in ways {
            assert_eq!(way(n), expected);
        }
        assert_eq!(by_collect_result(n).as_ref(), Ok(&expected));
        assert_eq!(by_try_reserve(n).as_ref(), Ok(&expected));
        Ok(())
    });
}

#[test]
fn every_width_gives_the_same_numbers() {
    let n = 300;
    let words = push_words(n);
    assert_eq!(words, by_push(n as u64));
    assert!(push_bytes(n).iter().zip(&words).all(|(&a, &b)| a == b as u8));
    assert!(push_triples(n).iter().zip(&words).all(|(a, &b)| *a == [b; 3]));
    assert!(push_frames(n).iter().zip(&words).all(|(a, &b)| *a == [b as u8; 2048]));
}

#[test]
fn too_much_is_an_error_and_not_the_end() {
    // More bytes than any machine addresses, and more than any has.
    assert!(by_try_reserve(u64::MAX).is_err());
    assert!(Vec::<u64>::new().try_reserve(usize::MAX / 32).is_err());
}

#[test]
fn every_text_is_the_same() {
    arbtest(|u| {
        let pieces: Vec<&str> = (0..u.int_in_range(0..=40)?)
            .map(|_| u.choose(&["", "a", PIECE, "ü", "a longer piece of text"]).copied())
            .collect::<Result<_>>()?;
        let expected = pieces.join("");
        for way in [text_by_push_str, text_by_plus, text_by_write, text_by_format, text_by_concat] {
            assert_eq!(way(&pieces), expected);
        }
        assert_eq!(text_by_collect(&expected), expected);
        Ok(())
    });
}

#[test]
fn both_steps_keep_what_was_there_and_double_the_room() {
    arbtest(|u| {
        let bytes = u.int_in_range(8..=5000)?;
        for step in [step_realloc, step_copy] {
            let mut growing = full(bytes);
            step(&mut growing);
            assert_eq!((growing.len(), growing.capacity()), (bytes, 2 * bytes));
            assert!(growing.iter().all(|&byte| byte == 1));
        }
        Ok(())
    });
}

#[test]
fn a_block_with_pages_of_its_own_is_remapped() {
    assert_eq!(fate(0x7000_0010, 0x7000_0010), Fate::Extended);
    assert_eq!(fate(0x7000_0010, 0x8000_0010), Fate::Remapped);
    assert_eq!(fate(0x5555_02a0, 0x8000_0010), Fate::Moved);
    assert_eq!(fate(0x5555_02a0, 0x5555_16c0), Fate::Moved);
}

/// Lines of numbers and names; now and then no number, or no comma.
fn any_lines(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text = String::new();
    for _ in 0..u.int_in_range(0..=30)? {
        let id = if u.ratio(1, 50)? { "x".to_owned() } else { u.arbitrary::<u32>()?.to_string() };
        let name = *u.choose(&["", "a", "long name", "ü", "a,b"])?;
        text += &id;
        if u.ratio(9, 10)? {
            text.push(',');
            text += name;
        }
        text += u.choose(&["\n", "\n", "\n", "\r\n"])?;
    }
    if u.arbitrary()? {
        text.pop();
    }
    Ok(text)
}

/// As plainly as it can be said.
fn plain_columns(text: &str) -> std::result::Result<Columns, std::num::ParseIntError> {
    let mut columns = Columns::default();
    for line in text.lines() {
        let mut parts = line.splitn(2, ',');
        columns.ids.push(parts.next().unwrap_or("").parse()?);
        columns.names += parts.next().unwrap_or("");
        columns.ends.push(columns.names.len());
    }
    Ok(columns)
}

#[test]
fn the_exercise_agrees_with_plain_columns() {
    arbtest(|u| {
        let text = any_lines(u)?;
        let expected = plain_columns(&text);
        assert_eq!(exercise::read_columns(&text), expected);
        assert_eq!(solution::read_columns(&text), expected); // solution
        Ok(())
    });
}

#[test]
fn a_row_has_its_name() {
    let columns = exercise::read_columns("1,one\n2,\n3,three\n").expect("three numbers");
    let names: Vec<&str> = (0..3).map(|row| columns.name(row)).collect();
    assert_eq!(names, ["one", "", "three"]);
}
