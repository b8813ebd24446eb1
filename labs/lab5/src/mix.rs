//! Where inserts go: mixes of positions, with a parameter, and the same for
//! everybody.

/// Shares of a length, in 2^32nds, in an order that looks random. It is the same
/// in every run, in Rust and in Go, so that what is counted is the same too.
#[derive(Debug, Clone)]
pub struct Shares(u64);

impl Shares {
    /// From the beginning.
    pub fn new() -> Shares {
        Shares(12_345)
    }
}

impl Default for Shares {
    fn default() -> Self {
        Self::new()
    }
}

impl Iterator for Shares {
    type Item = u64;

    /// Knuth's multiplier (MMIX); the upper half of its state.
    fn next(&mut self) -> Option<u64> {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(self.0 >> 32)
    }
}

/// To which side a mix leans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toward {
    /// Most inserts near the front.
    Front,
    /// Most inserts near the end.
    End,
}

/// Positions for `count` inserts into a text of `len` bytes that grows by each.
/// With a `skew` of one all places are alike. With more, they gather on one
/// side: a share of u becomes the power u^skew, measured from that side.
pub fn skewed(len: usize, count: usize, skew: u32, toward: Toward) -> Vec<usize> {
    let places = Shares::new().take(count).zip(len as u64..);
    let at = |(share, len): (u64, u64)| {
        let power = (1..skew).fold(share, |power, _| (power * share) >> 32);
        let from_side = (power * (len + 1)) >> 32;
        (if toward == Toward::Front { from_side } else { len - from_side }) as usize
    };
    places.map(at).collect()
}

/// Positions as somebody types: from any place on, `run` bytes one behind the
/// other, then elsewhere.
pub fn typed(len: usize, count: usize, run: usize) -> Vec<usize> {
    let starts = Shares::new().zip((len..len + count).step_by(run));
    let typed = starts.flat_map(|(share, len)| {
        let start = ((share * (len as u64 + 1)) >> 32) as usize;
        start..start + run
    });
    typed.take(count).collect()
}

/// Positions anywhere in a text of `len` bytes that stays as it is, in order.
pub fn scattered(len: usize, count: usize) -> Vec<usize> {
    let mut places = skewed(len, count, 1, Toward::Front);
    places.iter_mut().for_each(|at| *at = (*at).min(len));
    places.sort_unstable();
    places
}
