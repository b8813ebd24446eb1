//! Size classes, and what one object is charged with.

/// The sizes of small objects. A request is rounded up to the next one.
pub const CLASSES: [u64; 67] = [
    8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352,
    384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048,
    2304, 2688, 3072, 3200, 3456, 4096, 4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728,
    10240, 10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672,
    32768,
];

/// Larger objects are whole pages.
pub const PAGE: u64 = 8192;

/// Objects with pointers above this size begin with a header that tells where.
const HEADERLESS: u64 = 512;

/// The header.
const HEADER: u64 = 8;

/// Larger requests leave no room for a header in the last class.
const SMALL: u64 = 32768 - HEADER;

/// The class that holds `bytes`, or whole pages above the last one.
pub fn size_class(bytes: u64) -> u64 {
    let class = CLASSES.get(CLASSES.partition_point(|&class| class < bytes));
    class.copied().unwrap_or(bytes.next_multiple_of(PAGE))
}

fn header(bytes: u64, pointers: bool) -> u64 {
    if pointers && bytes > HEADERLESS { HEADER } else { 0 }
}

/// What an object of `bytes` is charged with; for tiny ones see
/// [`Heap`](super::Heap).
pub fn charge(bytes: u64, pointers: bool) -> u64 {
    match bytes {
        0 => 0,
        1..=SMALL => size_class(bytes + header(bytes, pointers)),
        _ => bytes.next_multiple_of(PAGE),
    }
}

/// How much of that the object may use: all but the header.
pub fn usable(bytes: u64, pointers: bool) -> u64 {
    match bytes {
        0..=SMALL => charge(bytes, pointers) - header(bytes, pointers),
        _ => charge(bytes, pointers),
    }
}
