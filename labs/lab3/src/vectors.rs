//! Ways to fill a vector, side by side.

/// Three words: as wide as a `String`, a `Vec` or a Go slice.
pub type Triple = [u64; 3];

/// Wider than a kibibyte, so a vector of them begins with room for one.
pub type Frame = [u8; 2048];

/// Pushes `n` times onto a vector that starts empty.
fn push_each<T>(n: usize, element: impl Fn(usize) -> T) -> Vec<T> {
    let mut all = Vec::new();
    for i in 0..n {
        all.push(element(i));
    }
    all
}

/// Elements of one byte.
pub fn push_bytes(n: usize) -> Vec<u8> {
    push_each(n, |i| i as u8)
}

/// Elements of eight bytes.
pub fn push_words(n: usize) -> Vec<u64> {
    push_each(n, |i| i as u64)
}

/// Elements of 24 bytes.
pub fn push_triples(n: usize) -> Vec<Triple> {
    push_each(n, |i| [i as u64; 3])
}

/// Elements of 2048 bytes.
pub fn push_frames(n: usize) -> Vec<Frame> {
    push_each(n, |i| [i as u8; 2048])
}

// ANCHOR: by_push
/// One at a time, onto a vector that starts empty.
pub fn by_push(n: u64) -> Vec<u64> {
    let mut words = Vec::new();
    for word in 0..n {
        words.push(word);
    }
    words
}
// ANCHOR_END: by_push

// ANCHOR: by_with_capacity
/// One at a time, onto a vector that has room.
pub fn by_with_capacity(n: u64) -> Vec<u64> {
    let mut words = Vec::with_capacity(n as usize);
    for word in 0..n {
        words.push(word);
    }
    words
}
// ANCHOR_END: by_with_capacity

// ANCHOR: by_extend
/// All at once: the range says how long it is.
pub fn by_extend(n: u64) -> Vec<u64> {
    let mut words = Vec::new();
    words.extend(0..n);
    words
}
// ANCHOR_END: by_extend

// ANCHOR: by_collect
/// The same: `map` keeps the length.
pub fn by_collect(n: u64) -> Vec<u64> {
    (1..=n).map(|word| word - 1).collect()
}
// ANCHOR_END: by_collect

// ANCHOR: by_collect_filtered
/// `filter` cannot know how many it will let through: at least none.
pub fn by_collect_filtered(n: u64) -> Vec<u64> {
    (0..n).filter(|&word| word < n).collect()
}
// ANCHOR_END: by_collect_filtered

// ANCHOR: by_collect_result
/// Nor can a `Result`: any element may be the last.
pub fn by_collect_result(n: u64) -> Result<Vec<u64>, std::num::TryFromIntError> {
    (0..n).map(|word| u64::try_from(word as usize)).collect()
}
// ANCHOR_END: by_collect_result

// ANCHOR: by_collect_in_place
/// From a vector that is given away, `collect` takes the block as well.
pub fn by_collect_in_place(n: u64) -> Vec<u64> {
    let words = by_collect(n);
    words.into_iter().filter(|&word| word < n).collect()
}
// ANCHOR_END: by_collect_in_place

/// Elements that arrive together.
pub const BATCH: u64 = 100;

// ANCHOR: by_reserve
/// In batches, with room made for each.
pub fn by_reserve(n: u64) -> Vec<u64> {
    let mut words = Vec::new();
    for batch in 0..n / BATCH {
        words.reserve(BATCH as usize);
        for i in 0..BATCH {
            words.push(batch * BATCH + i);
        }
    }
    words
}

/// In batches, with room made for each and for nothing besides.
pub fn by_reserve_exact(n: u64) -> Vec<u64> {
    let mut words = Vec::new();
    for batch in 0..n / BATCH {
        words.reserve_exact(BATCH as usize);
        for i in 0..BATCH {
            words.push(batch * BATCH + i);
        }
    }
    words
}
// ANCHOR_END: by_reserve

// ANCHOR: by_reserve_exact_each
/// The same with batches of one.
pub fn by_reserve_exact_each(n: u64) -> Vec<u64> {
    let mut words = Vec::new();
    for word in 0..n {
        words.reserve_exact(1);
        words.push(word);
    }
    words
}
// ANCHOR_END: by_reserve_exact_each

/// Room for all, or an error instead of an abort.
pub fn by_try_reserve(n: u64) -> Result<Vec<u64>, std::collections::TryReserveError> {
    let mut words = Vec::new();
    words.try_reserve(n as usize)?;
    for word in 0..n {
        words.push(word);
    }
    Ok(words)
}

/// Grown, then cut to what is used.
pub fn by_push_shrunk(n: u64) -> Vec<u64> {
    let mut words = by_push(n);
    words.shrink_to_fit();
    words
}

// ANCHOR: by_copying
/// Doubled by hand: a new block, a copy, and the old block freed. This is what
/// growing is where there is no `realloc`.
pub fn by_copying(n: u64) -> Vec<u64> {
    let mut words: Vec<u64> = Vec::new();
    for word in 0..n {
        if words.len() == words.capacity() {
            let mut wider = Vec::with_capacity((2 * words.capacity()).max(4));
            wider.extend_from_slice(&words);
            words = wider;
        }
        words.push(word);
    }
    words
}
// ANCHOR_END: by_copying
