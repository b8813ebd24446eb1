//! Hazards of the Go texts and of other pools: ABA, a stale value, a value for
//! two. Each in a broken form, which loom must find, and a sound one.
//!
//! What loom adds to a test with many threads: it needs no luck. What it does
//! not: these are models of two threads and three nodes; that the word of a tag
//! wraps after four thousand million pops, and what then, is beyond it.

use lab6::models::ByExchange;
use lab6::models::hazards::{Flagged, FreeList, Slot};
use loom::sync::Arc;
use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use loom::thread;

use super::model;

/// One thread pops; the other pops two nodes and pushes the first back. At the
/// end nobody has what another has, and nothing is lost.
fn aba(tagged: bool) {
    let list = Arc::new(FreeList::new(3, tagged));
    let other = Arc::clone(&list);
    let other = thread::spawn(move || {
        let (a, b) = (other.pop(), other.pop());
        // Back on top: the head is the same again, what lies below is not.
        a.into_iter().for_each(|a| other.push(a));
        b
    });
    let mine = list.pop();
    let theirs = other.join().unwrap();
    let rest = std::iter::from_fn(|| list.pop()).take(4);
    let mut all: Vec<usize> = rest.chain(mine).chain(theirs).collect();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2], "each node once");
}

#[test]
#[should_panic = "each node once"]
fn planted_a_free_list_without_a_tag_gives_a_node_twice() {
    model(|| aba(false));
}

#[test]
fn a_tag_beside_the_head_tells_that_it_is_another() {
    model(|| aba(true));
}

/// One thread puts a value, the other gets it whole or not at all.
fn stale(publish: loom::sync::atomic::Ordering, observe: loom::sync::atomic::Ordering) {
    let slot = Arc::new(Flagged::new(publish, observe));
    let other = Arc::clone(&slot);
    let other = thread::spawn(move || other.put(7));
    if let Some(value) = slot.get() {
        assert_eq!(value, [7, 7], "whole");
    }
    other.join().unwrap();
}

#[test]
#[should_panic = "whole"]
fn planted_a_relaxed_flag_shows_what_was_there_before() {
    model(|| stale(Relaxed, Relaxed));
}

#[test]
#[should_panic = "whole"]
fn planted_a_release_without_an_acquire_does_so_too() {
    model(|| stale(Release, Relaxed));
}

#[test]
#[should_panic = "whole"]
fn planted_an_acquire_without_a_release_does_so_too() {
    model(|| stale(Relaxed, Acquire));
}

#[test]
fn a_release_that_is_acquired_shows_the_whole_value() {
    model(|| stale(Release, Acquire));
}

/// Two threads take; one of them gets the one value there is.
fn taken_once(take: fn(&Slot) -> usize) {
    let slot = Arc::new(Slot::new(7));
    let other = Arc::clone(&slot);
    let other = thread::spawn(move || take(&other));
    let mine = take(&slot);
    assert_eq!(mine + other.join().unwrap(), 7, "taken once");
}

#[test]
#[should_panic = "taken once"]
fn planted_a_slot_that_is_emptied_in_two_steps_gives_its_value_to_two() {
    model(|| taken_once(Slot::take_in_two_steps));
}

#[test]
fn a_compare_and_swap_with_nothing_gives_it_to_one() {
    model(|| taken_once(Slot::take_if_same));
}

/// The lab's own: two threads take what is there, put it back, and take again.
#[test]
fn an_exchange_with_null_gives_each_value_to_one_taker() {
    model(|| {
        let slots = Arc::new(ByExchange::new());
        [1, 2].into_iter().for_each(|value| slots.put(Box::new(value)));
        let other = Arc::clone(&slots);
        let other = thread::spawn(move || {
            let value = other.take();
            value.into_iter().for_each(|value| other.put(value));
            other.take()
        });
        let mine = slots.take();
        let theirs = other.join().unwrap();
        let rest = std::iter::from_fn(|| slots.take());
        let mut all: Vec<i32> = rest.chain(mine).chain(theirs).map(|value| *value).collect();
        all.sort_unstable();
        assert_eq!(all, [1, 2]);
    });
}
