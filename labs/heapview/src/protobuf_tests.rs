//! Apart from the module, which the bench includes as well.

use crate::protobuf::*;

#[test]
fn what_is_written_is_read() {
    let mut message = Message::default();
    message.number(1, 0);
    message.number(2, u64::MAX);
    message.bytes(3, b"text");
    message.packed(4, [0, 127, 128, u64::MAX]);
    let fields: Vec<_> = Fields::new(&message.bytes).map(|field| field.unwrap()).collect();
    assert_eq!(fields[..2], [(2, Value::Varint(u64::MAX)), (3, Value::Bytes(b"text"))]);
    let mut list = Vec::new();
    numbers(fields[2].1, |number| list.push(number)).unwrap();
    assert_eq!((fields[2].0, list), (4, vec![0, 127, 128, u64::MAX]));
}

#[test]
fn every_cut_of_a_message_is_an_error_or_a_shorter_message() {
    let mut message = Message::default();
    message.number(2, 300);
    message.bytes(3, b"text");
    for end in 0..message.bytes.len() {
        let fields: Vec<_> = Fields::new(&message.bytes[..end]).collect();
        let whole = [0, 3].contains(&end);
        assert_eq!(fields.iter().all(Result::is_ok), whole, "{end}: {fields:?}");
    }
    // A number has at most 64 bits: the tenth byte holds one.
    assert_eq!(varint(&mut &[[0xff; 9].as_slice(), &[1]].concat()[..]), Some(u64::MAX));
    assert_eq!(varint(&mut &[[0xff; 9].as_slice(), &[2]].concat()[..]), None);
    for broken in [&[0x80_u8; 11][..], &[0x0b, 0], &[0x0c], &[0, 1], &[0x12, 0xff, 0xff, 0x7f]] {
        assert!(Fields::new(broken).any(|field| field.is_err()), "{broken:?}");
    }
}
