//! The programs of the Go texts, in the model: records that are built and
//! encoded, and a frame of four kibibytes.

use super::{Buffer, Heap};

/// Bytes of the name `rec-<id>`.
pub fn name_len(id: u64) -> u64 {
    4 + u64::from(id.checked_ilog10().unwrap_or(0)) + 1
}

/// Appends a line per record: name, comma, two tags, newline.
pub fn append_records(buffer: &mut Buffer, records: u64, heap: &mut Heap) {
    for id in 0..records {
        for bytes in [name_len(id), 1, 1, 1, 1] {
            buffer.write(bytes, heap);
        }
    }
}

/// Encodes into a buffer on the stack that starts empty.
pub fn encode_fresh(records: u64, heap: &mut Heap) -> Buffer {
    let mut buffer = Buffer::default();
    append_records(&mut buffer, records, heap);
    buffer.string(heap);
    buffer
}

/// Into one of the right size.
pub fn encode_exact(records: u64, heap: &mut Heap) -> Buffer {
    let size = (0..records).map(|id| name_len(id) + 4).sum();
    let mut buffer = Buffer::default();
    buffer.grow(size, heap);
    append_records(&mut buffer, records, heap);
    buffer.string(heap);
    buffer
}

/// Into one that is reused and wide enough.
pub fn encode_pooled(records: u64, heap: &mut Heap) -> Buffer {
    let mut buffer = Buffer::default();
    append_records(&mut buffer, records, &mut Heap::default());
    buffer.string(heap);
    buffer
}

/// What [`build_records`] adds to a profile of every allocation, by the
/// function that allocates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Profiled {
    /// The builder: the list, the records, their tags, and boxed numbers.
    pub builder: u64,
    /// `fmt.Sprintf`: the names.
    pub sprintf: u64,
}

/// Builds records: a list of pointers; for each the record, its name, its tags,
/// and from 256 on the number, boxed for `Sprintf`.
pub fn build_records(records: u64, heap: &mut Heap) -> Profiled {
    let mut profiled = Profiled::default();
    profiled.builder += u64::from(heap.allocate(8 * records, true));
    for id in 0..records {
        if id > 255 {
            profiled.builder += u64::from(heap.allocate(8, false));
        }
        profiled.sprintf += u64::from(heap.allocate(name_len(id), false));
        // A number, a string and a slice; two strings.
        profiled.builder += u64::from(heap.allocate(8 + 16 + 24, true));
        profiled.builder += u64::from(heap.allocate(2 * 16, true));
    }
    profiled
}

/// What is written into a frame: a prefix and a body.
pub const FRAME: [u64; 2] = [6, 4096];

/// A frame in a buffer that escapes.
pub fn frame_escaping(heap: &mut Heap) -> Buffer {
    let mut buffer = Buffer::on_heap(heap);
    FRAME.iter().for_each(|&bytes| buffer.write(bytes, heap));
    buffer
}

/// A frame in a buffer whose struct stays on the stack.
pub fn frame_local(heap: &mut Heap) -> Buffer {
    let mut buffer = Buffer::default();
    FRAME.iter().for_each(|&bytes| buffer.write(bytes, heap));
    buffer
}
