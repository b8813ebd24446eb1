//! The model of std's growth against real vectors: for every length, and for
//! any sequence of requests.

use std::mem::MaybeUninit;

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use lab3::std_model::Growing;

const MOST: usize = 100_000;

/// Bytes that nobody writes, so that a hundred thousand wide elements touch no
/// memory.
type Wide<const N: usize> = MaybeUninit<[u8; N]>;

fn every_length<const N: usize>() {
    let (mut real, mut model) = (Vec::<Wide<N>>::new(), Growing::new(N));
    let mut chain = Vec::new();
    for n in 1..=MOST {
        let before = real.capacity();
        real.push(Wide::uninit());
        model.push();
        if real.capacity() != before {
            chain.push((real.capacity() * N) as u64);
        }
        assert_eq!(real.capacity(), model.capacity(), "{N} bytes wide, {n} pushed");
        assert_eq!(chain, model.steps(), "{N} bytes wide, {n} pushed");
    }
}

#[test]
fn the_chain_is_the_predicted_one_for_every_length_of_bytes() {
    every_length::<1>();
}

#[test]
fn the_chain_is_the_predicted_one_for_every_length_of_words() {
    every_length::<8>();
}

#[test]
fn the_chain_is_the_predicted_one_for_every_length_of_triples() {
    every_length::<24>();
}

#[test]
fn the_chain_is_the_predicted_one_for_every_length_of_frames() {
    every_length::<2048>();
}

#[test]
fn a_string_grows_as_bytes_do() {
    let (mut text, mut model) = (String::new(), Growing::new(1));
    for n in 1..=MOST {
        text.push('a');
        model.push();
        assert_eq!(text.capacity(), model.capacity(), "{n} pushed");
    }
}

/// Any requests, in any order.
fn any_requests<const N: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let first = u.int_in_range(0..=20)?;
    let (mut real, mut model) =
        (Vec::<Wide<N>>::with_capacity(first), Growing::with_capacity(N, first));
    for _ in 0..u.int_in_range(0..=40)? {
        let more = u.int_in_range(0..=60)?;
        match u.int_in_range(0..=6)? {
            0 => {
                real.push(Wide::uninit());
                model.push();
            }
            1 => {
                real.extend(vec![Wide::uninit(); more]);
                model.append(more);
            }
            2 => {
                real.reserve(more);
                model.reserve(more);
            }
            3 => {
                real.reserve_exact(more);
                model.reserve_exact(more);
            }
            4 => {
                real.try_reserve(more).expect("a little memory");
                model.reserve(more);
            }
            5 => {
                real.shrink_to_fit();
                model.shrink_to(0);
            }
            _ => {
                real.shrink_to(more);
                model.shrink_to(more);
            }
        }
        assert_eq!((real.len(), real.capacity()), (model.len(), model.capacity()));
    }
    Ok(())
}

#[test]
fn any_requests_are_answered_as_predicted() {
    arbtest(|u| {
        any_requests::<1>(u)?;
        any_requests::<8>(u)?;
        any_requests::<24>(u)?;
        any_requests::<1024>(u)?;
        any_requests::<1025>(u)?;
        any_requests::<2048>(u)
    });
}

#[test]
fn a_push_moves_fewer_than_two_elements() {
    for width in [1, 8, 24, 2048] {
        let mut model = Growing::new(width);
        for n in 1..=MOST {
            model.push();
            let moved = model.moved() / width as u64;
            assert!(moved < 2 * n as u64, "{width} bytes wide, {n} pushed: {moved} moved");
        }
    }
}
