//! All variants agree, for any values.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use lab2::audit::Audit;
use lab2::callbacks::{callback_boxed, callback_boxed_empty, callback_dyn, callback_generic};
use lab2::exercise;
use lab2::futures::{future_boxed, future_in_trait};
use lab2::receivers::{Owner, View};
use lab2::results::{read_cow, read_slice, read_vec};
use lab2::sharing::{by_arc, by_clone, by_rc, by_reference};
use lab2::solution; // solution
use lab2::store::{Chunks as _, Hash, LazyValue, Missing, Node, NodeStore};
use lab2::workload::{LEAF, LEAVES, VALUES, build_store};

/// A value's hash, its bytes, and how long its leaves are.
type Value = (Hash, Vec<u8>, usize);

/// Values, cut into leaves somehow.
fn any_store(u: &mut Unstructured<'_>) -> Result<(NodeStore, Vec<Value>)> {
    let mut store = NodeStore::default();
    let count = u.int_in_range(1..=6)?;
    let values = (0..count).map(|_| {
        let (bytes, chunk): (Vec<u8>, usize) = (u.arbitrary()?, u.int_in_range(1..=9)?);
        let hash = store.put_value(&bytes, chunk);
        Ok((hash, bytes, chunk))
    });
    let values = values.collect::<Result<_>>()?;
    Ok((store, values))
}

#[test]
fn every_way_to_read_gives_the_value() {
    arbtest(|u| {
        let (store, values) = any_store(u)?;
        let reads = Cell::new(0);
        let small = View { chunks: &store, reads: &reads, stripes: [] };
        let large = View { chunks: &store, reads: &reads, stripes: [0; 256] };
        for (hash, bytes, _) in values {
            let (mut concrete, mut dynamic) = (Owner::default(), Owner::default());
            concrete.field_concrete(&store, hash).unwrap();
            dynamic.field_dyn(&store, hash).unwrap();
            assert_eq!((&concrete.bytes, &dynamic.bytes), (&bytes, &bytes));
            for read in [
                small.listing_pointer(hash),
                small.listing_value(hash),
                small.boxed_pointer(hash),
                small.boxed_value(hash),
                large.listing_pointer(hash),
                large.listing_value(hash),
                large.listing_unseen(hash),
                large.boxed_pointer(hash),
                large.boxed_value(hash),
                read_vec(&store, hash),
            ] {
                assert_eq!(read.as_ref(), Ok(&bytes));
            }
            let lazy = LazyValue::new(hash);
            for _ in 0..2 {
                assert_eq!(read_slice(&store, &lazy), Ok(&bytes[..]));
            }
            assert_eq!(read_cow(&store, hash).as_deref(), Ok(&bytes[..]));
        }
        assert!(reads.get() > 0);
        Ok(())
    });
}

#[test]
fn every_way_to_measure_gives_the_length() {
    arbtest(|u| {
        let (store, values) = any_store(u)?;
        let limit = u.int_in_range(0..=9)?;
        let (rc, arc) = (Rc::new(store.clone()), Arc::new(store.clone()));
        for (hash, bytes, chunk) in values {
            let len = Ok(bytes.len());
            assert_eq!(by_reference(&store, hash), len);
            assert_eq!(by_clone(&store, hash), len);
            assert_eq!(by_rc(&rc, hash), len);
            assert_eq!(by_arc(&arc, hash), len);
            assert_eq!(callback_boxed_empty(&store, hash), len);
            let limited = Ok(bytes.chunks(chunk).map(|leaf| leaf.len().min(limit)).sum());
            assert_eq!(callback_boxed(&store, hash, limit), limited);
            assert_eq!(callback_dyn(&store, hash, limit), limited);
            assert_eq!(callback_generic(&store, hash, limit), limited);
            let first = Ok(bytes.len().min(chunk));
            assert_eq!(future_boxed(&store, hash), first);
            assert_eq!(future_in_trait(&store, hash), first);
        }
        Ok(())
    });
}

#[test]
fn a_value_is_stored_once_and_found_by_its_content() {
    let (store, hashes) = build_store();
    let (mut again, same) = build_store();
    assert_eq!(hashes, same);
    assert_eq!(again.put_value(&[0; LEAF], LEAF), hashes[0]);
    assert_eq!(again.nodes().count(), VALUES + LEAVES);
    assert!(again.nodes().eq(store.nodes()));
    assert_eq!(read_cow(&store, hashes[VALUES - 1]).unwrap().len(), LEAVES * LEAF);
}

#[test]
fn what_is_missing_is_named_whoever_asks() {
    let (full, hashes) = build_store();
    let last = hashes[VALUES - 1];
    // A list without its leaves: found, and then not to be read.
    let mut store = NodeStore::default();
    store.put(full.node(last).unwrap().clone());
    let Node::Inner(leaves) = store.node(last).unwrap() else { panic!("not a list") };
    let missing = Missing(leaves[0]);
    let reads = Cell::new(0);
    let view = View { chunks: &store, reads: &reads, stripes: [] };
    assert_eq!(view.listing_pointer(last), Err(missing));
    assert_eq!(view.boxed_value(last), Err(missing));
    assert_eq!(by_reference(&store, last), Err(missing));
    assert_eq!(callback_generic(&store, last, 1), Err(missing));
    assert_eq!(future_boxed(&store, last), Err(missing));
    assert_eq!(read_cow(&store, last), Err(missing));
    // Nothing half loaded stays in a value.
    let lazy = LazyValue::new(last);
    assert_eq!(lazy.bytes(&store), Err(missing));
    assert_eq!(lazy.bytes(&full).unwrap().len(), LEAVES * LEAF);
}

#[test]
fn the_exercise_agrees_with_a_plain_audit() {
    arbtest(|u| {
        let (store, values) = any_store(u)?;
        let store = Arc::new(store);
        let hashes: Vec<Hash> = values.iter().map(|(hash, _, _)| *hash).collect();
        let expected = Ok(Audit {
            values: values.len(),
            leaves: values.iter().map(|(_, bytes, chunk)| bytes.chunks(*chunk).len().max(1)).sum(),
            bytes: values.iter().map(|(_, bytes, _)| bytes.len()).sum(),
            longest: values.iter().map(|(_, bytes, _)| bytes.len()).max().unwrap_or(0),
        });
        assert_eq!(exercise::audit(&store, &hashes), expected);
        assert_eq!(solution::audit(&store, &hashes), expected); // solution
        Ok(())
    });
}
