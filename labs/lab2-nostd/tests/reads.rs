//! It reads what is there and says what is not.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use lab2_nostd::{Error, Hash, Node, NodeStore};

const NODES: [(Hash, Node<'_>); 6] = [
    (Hash(1), Node::Leaf(b"stack ")),
    (Hash(2), Node::Leaf(b"or heap")),
    (Hash(3), Node::Inner(&[Hash(1), Hash(2)])),
    (Hash(4), Node::Inner(&[Hash(1), Hash(9)])),
    (Hash(5), Node::Inner(&[])),
    (Hash(6), Node::Inner(&[Hash(2), Hash(1)])),
];

const STORE: NodeStore<'_> = NodeStore { nodes: &NODES };

#[test]
fn a_value_is_put_together_in_the_callers_buffer() {
    let mut buffer = [0; 13];
    assert_eq!(STORE.read_into(Hash(3), &mut buffer), Ok(&b"stack or heap"[..]));
    assert_eq!(STORE.read_into(Hash(1), &mut buffer), Ok(&b"stack "[..]));
    assert_eq!(STORE.read_into(Hash(5), &mut []), Ok(&b""[..]));
}

#[test]
fn what_does_not_fit_or_is_not_there_is_said() {
    assert_eq!(STORE.read_into(Hash(3), &mut [0; 12]), Err(Error::Full));
    // The second leaf would fit where the first did not: still no value.
    assert_eq!(STORE.read_into(Hash(6), &mut [0; 6]), Err(Error::Full));
    let missing = STORE.read_into(Hash(4), &mut [0; 99]).unwrap_err();
    assert_eq!(missing.to_string(), "no node 0000000000000009");
}

#[test]
fn it_waits_without_a_box() {
    let mut context = Context::from_waker(Waker::noop());
    for (hash, expected) in [(1, Ok(6)), (3, Ok(6)), (5, Ok(0)), (9, Err(Error::Missing(Hash(9))))]
    {
        let mut future = pin!(STORE.first_len(Hash(hash)));
        assert_eq!(future.as_mut().poll(&mut context), Poll::Ready(expected));
    }
}
