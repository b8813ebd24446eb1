//! Times of the variants on one thread, with the system's allocator.

use std::process::ExitCode;

use lab6::byte_buffer::requests::{
    class_large, class_medium, class_oversized, class_small, mixed_classes, mixed_one,
};
use lab6::frames::{
    burst_fresh, burst_local, burst_pooled, one_fresh, one_local, one_missed, one_pooled,
    tiny_fresh, tiny_pooled,
};
use lab6::places::latency::{
    Nothing, Twin, get_made, get_private, get_shared, get_stolen, get_victim, pool,
};
use lab6::strategies::{by_exchange, by_lock, by_shards};
use labkit::times::TimeLab;

const SEED: u8 = 7;

fn main() -> ExitCode {
    let [private, shared, stolen, victim] = [(); 4].map(|()| pool());
    let (made, twin) = (Nothing::pool(), Twin::new().expect("a number is free"));
    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    lab.table("one")
        .variant("one_fresh", || one_fresh(SEED))
        .variant("one_local", || one_local(SEED))
        .variant("one_pooled", || one_pooled(SEED));
    lab.table("burst")
        .variant("burst_fresh", || burst_fresh(SEED))
        .variant("burst_local", || burst_local(SEED))
        .variant("burst_pooled", || burst_pooled(SEED));
    lab.table("miss").variant("one_missed", || one_missed(SEED));
    lab.table("latency")
        .variant("get_private", || get_private(&private, SEED))
        .variant("get_shared", || get_shared(&shared, SEED))
        .variant("get_stolen", || get_stolen(&stolen, &twin, SEED))
        .variant("get_victim", || get_victim(&victim, SEED))
        .variant("get_made", || get_made(&made, SEED))
        .variant("one_fresh", || one_fresh(SEED));
    lab.table("classes")
        .variant("class_small", || class_small(SEED))
        .variant("class_medium", || class_medium(SEED))
        .variant("class_large", || class_large(SEED))
        .variant("class_oversized", || class_oversized(SEED));
    lab.table("mixed")
        .variant("mixed_classes", || mixed_classes(SEED))
        .variant("mixed_one", || mixed_one(SEED));
    lab.table("strategies")
        .variant("by_lock", || by_lock(SEED))
        .variant("by_shards", || by_shards(SEED))
        .variant("by_exchange", || by_exchange(SEED));
    lab.table("tiny")
        .variant("tiny_fresh", || tiny_fresh(SEED))
        .variant("tiny_pooled", || tiny_pooled(SEED));
    lab.run()
}
