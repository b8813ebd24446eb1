//! All variants agree, for any text and any places.

use std::collections::VecDeque;

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use lab5::append::{TEXT, append_array, append_boxed, append_fresh, append_pooled, append_reused};
use lab5::containers::{
    Container, first_deque, first_gap, first_rope, first_vec, insert_deque, insert_gap,
    insert_rope, insert_vec, text,
};
use lab5::edit::Edit;
use lab5::exercise;
use lab5::gap::GapBuffer;
use lab5::in_place::{
    self, Refused, copy_append, copy_fresh, copy_in_place, insert_in_place, insert_or_lose,
    offer_flushed, offer_growing, offer_lossy,
};
use lab5::many::{
    paste_anew, paste_one_by_one, paste_splice, scatter_anew, scatter_merge, scatter_one_by_one,
};
use lab5::mix::{Toward, skewed, typed};
use lab5::places::Places;
use lab5::solution; // solution
use ropey::Rope;

/// Where, and what.
type Insert = (usize, u8);

/// One of the ways to offer.
type Offer = fn(usize, &mut dyn FnMut(&[u8]));

/// Some ASCII, and places that each fit into it as it has grown by then.
fn any_inserts(u: &mut Unstructured<'_>) -> Result<(Vec<u8>, Vec<Insert>)> {
    let text = text(u.int_in_range(0..=3000)?);
    let inserts = (0..u.int_in_range(0..=40)?)
        .map(|i| Ok((u.int_in_range(0..=text.len() + i)?, u.int_in_range(b'A'..=b'Z')?)))
        .collect::<Result<_>>()?;
    Ok((text, inserts))
}

fn bytes_of(gap: &GapBuffer) -> Vec<u8> {
    let (before, behind) = gap.as_slices();
    [before, behind].concat()
}

#[test]
fn every_way_to_append_appends_the_same() {
    for times in [0, 1, 7] {
        let expected = times * TEXT.len();
        for append in [append_fresh, append_array, append_reused, append_pooled, append_boxed] {
            assert_eq!(append(times), expected);
            assert_eq!(append(times), expected, "and again from a pool");
        }
    }
}

#[test]
fn every_container_holds_the_same_text() {
    arbtest(|u| {
        let (text, inserts) = any_inserts(u)?;
        let room = u.int_in_range(0..=50)?;
        let mut vec = Vec::build(&text, room);
        let mut deque = VecDeque::build(&text, room);
        let mut gap = GapBuffer::build(&text, room);
        let mut rope = Rope::build(&text, room);
        // As plainly as it can be said.
        let mut expected = text;
        for (at, byte) in inserts {
            expected = [&expected[..at], &[byte], &expected[at..]].concat();
            insert_vec(&mut vec, at, byte);
            insert_deque(&mut deque, at, byte);
            insert_gap(&mut gap, at, byte);
            insert_rope(&mut rope, at, byte);
        }
        for pass in 0..2 {
            assert_eq!(vec, expected, "pass {pass}");
            assert_eq!(Vec::from(deque.clone()), expected, "pass {pass}");
            assert_eq!(bytes_of(&gap), expected, "pass {pass}");
            assert_eq!(rope.to_string().as_bytes(), expected, "pass {pass}");
            // And so it is when something was taken out again.
            let at = u.int_in_range(0..=expected.len())?;
            let count = u.int_in_range(0..=expected.len() - at)?;
            expected.drain(at..at + count);
            Container::remove(&mut vec, at, count);
            Container::remove(&mut deque, at, count);
            Container::remove(&mut gap, at, count);
            Container::remove(&mut rope, at, count);
        }
        Ok(())
    });
}

#[test]
fn the_first_insert_is_the_same_in_all() {
    for len in [0, 1, 10, 5000] {
        let text = text(len);
        let expected = first_vec(&text);
        assert_eq!(expected.len(), len + 1);
        assert_eq!(expected[len / 2], b'!');
        assert_eq!(Vec::from(first_deque(&text)), expected);
        assert_eq!(bytes_of(&first_gap(&text)), expected);
        assert_eq!(first_rope(&text).to_string().as_bytes(), expected);
    }
}

#[test]
fn places_tell_what_moved() {
    let memory = [0_u8; 100];
    let before = Places::of([&memory[10..20], &memory[50..60]]);
    // The same: nothing was inserted, nothing moved.
    assert_eq!(before.moved(&before, 0, 0), 0);
    // In front of the second piece, in other memory.
    let other = Places::of([&memory[10..20], &memory[70..71], &memory[50..60]]);
    assert_eq!(before.moved(&other, 10, 1), 0);
    // The second piece lies one further.
    let shifted = Places::of([&memory[10..20], &memory[50..61]]);
    assert_eq!(before.moved(&shifted, 10, 1), 10);
    // In the middle of the first: its second half moved, and the rest stayed.
    let grown = Places::of([&memory[10..21], &memory[50..60]]);
    assert_eq!(before.moved(&grown, 5, 1), 5);
    // All of it elsewhere, and cut otherwise.
    let elsewhere = Places::of([&memory[30..33], &memory[70..87]]);
    assert_eq!(before.moved(&elsewhere, 0, 0), 20);
}

#[test]
fn in_place_refuses_what_does_not_fit_and_gives_it_back() {
    let mut buffer = Vec::with_capacity(8);
    assert_eq!(insert_in_place(&mut buffer, b"12345678"), Ok(()));
    let refused = insert_in_place(&mut buffer, b"9").unwrap_err();
    assert_eq!(refused, Refused { text: b"9", free: 0 });
    assert_eq!(refused.to_string(), "a text of 1 bytes does not fit into 0");
    assert_eq!((buffer.as_slice(), buffer.capacity()), (&b"12345678"[..], 8));
    // The other says nothing.
    insert_or_lose(&mut buffer, b"9");
    assert_eq!(buffer, b"12345678");
    // Nothing always fits.
    assert_eq!(insert_in_place(&mut buffer, b""), Ok(()));
}

#[test]
fn only_the_lossy_offer_loses() {
    let delivered = |offer: Offer, times| {
        let mut all = Vec::new();
        offer(times, &mut |text| all.extend_from_slice(text));
        all
    };
    for times in [0, 1, 32, 33, 100] {
        let offered = in_place::TEXT.repeat(times);
        assert_eq!(delivered(offer_flushed, times), offered);
        assert_eq!(delivered(offer_growing, times), offered);
        let kept = delivered(offer_lossy, times);
        assert_eq!(kept, &offered[..offered.len().min(in_place::CAPACITY)]);
    }
    for copy in [copy_fresh, copy_in_place, copy_append] {
        assert_eq!(copy(40), 40 * in_place::TEXT.len(), "each stands alone, so nothing is lost");
    }
}

#[test]
fn pasting_and_scattering_agree() {
    arbtest(|u| {
        let text = text(u.int_in_range(0..=300)?);
        let at = u.int_in_range(0..=text.len())?;
        let added: Vec<u8> = u.arbitrary()?;
        let expected = [&text[..at], &added, &text[at..]].concat();
        assert_eq!(paste_one_by_one(&text, at, &added), expected);
        assert_eq!(paste_splice(&text, at, &added), expected);
        assert_eq!(paste_anew(&text, at, &added), expected);

        let mut places = (0..u.int_in_range(0..=20)?)
            .map(|_| u.int_in_range(0..=text.len()))
            .collect::<Result<Vec<_>>>()?;
        places.sort_unstable();
        let here = |at| places.iter().filter(move |&&place| place == at).map(|_| b'!');
        let expected: Vec<u8> =
            (0..=text.len()).flat_map(|at| here(at).chain(text.get(at).copied())).collect();
        assert_eq!(scatter_one_by_one(&text, &places, b'!'), expected);
        assert_eq!(scatter_merge(&text, &places, b'!'), expected);
        assert_eq!(scatter_anew(&text, &places, b'!'), expected);
        Ok(())
    });
}

#[test]
fn a_skewed_mix_lies_where_it_says() {
    let (len, count) = (1_000_000, 20_000);
    for skew in [1, 2, 4, 8] {
        for toward in [Toward::Front, Toward::End] {
            let places = skewed(len, count, skew, toward);
            assert_eq!(places.len(), count);
            assert!(places.iter().zip(len..).all(|(&at, len)| at <= len), "each fits");
            let from_side = places.iter().zip(len..).map(|(&at, len)| match toward {
                Toward::Front => at,
                Toward::End => len - at,
            });
            // The mean of u^s is 1 / (s + 1); so many draws come within a tenth.
            let mean = from_side.sum::<usize>() as f64 / count as f64;
            let share = mean / (len + count / 2) as f64 * f64::from(skew + 1);
            assert!((0.9..1.1).contains(&share), "{skew} {toward:?}: {share}");
        }
    }
}

#[test]
fn typing_goes_on_where_it_was() {
    let (len, count) = (1000, 100);
    for run in [1, 5, 25] {
        let places = typed(len, count, run);
        assert_eq!(places.len(), count);
        assert!(places.iter().zip(len..).all(|(&at, len)| at <= len), "each fits");
        let on = places.windows(2).filter(|pair| pair[1] == pair[0] + 1).count();
        assert!(on >= count - count / run, "{on} of {count} go on, in runs of {run}");
    }
}

#[test]
fn the_exercise_makes_all_edits() {
    arbtest(|u| {
        let original: Vec<u8> = u.arbitrary()?;
        let texts: Vec<Vec<u8>> = u.arbitrary()?;
        let edits = texts
            .iter()
            .map(|text| Ok(Edit { at: u.int_in_range(0..=original.len())?, text }))
            .collect::<Result<Vec<_>>>()?;
        let here = |at| edits.iter().filter(move |edit| edit.at == at).flat_map(|edit| edit.text);
        let expected: Vec<u8> = (0..=original.len())
            .flat_map(|at| here(at).copied().chain(original.get(at).copied()))
            .collect();
        assert_eq!(exercise::apply(&original, &edits), expected);
        assert_eq!(solution::apply(&original, &edits), expected); // solution
        Ok(())
    });
}
