//! Times of a thousand calls, with the system's allocator.

use std::cell::Cell;
use std::hint::black_box;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use lab2::callbacks::{callback_boxed, callback_boxed_empty, callback_dyn, callback_generic};
use lab2::futures::{future_boxed, future_in_trait};
use lab2::receivers::View;
use lab2::results::{read_cow, read_slice, read_vec};
use lab2::sharing::{by_arc, by_clone, by_rc, by_reference};
use lab2::store::LazyValue;
use lab2::workload::{VALUES, build_store, kept, owned, repeated};
use labkit::times::TimeLab;

fn main() -> ExitCode {
    let (store, hashes) = build_store();
    let (rc, arc) = (Rc::new(store.clone()), Arc::new(store.clone()));
    let (store, rc, arc) = (&store, &rc, &arc);
    let reads = &Cell::new(0);
    let small = View { chunks: store, reads, stripes: [] };
    let large = View { chunks: store, reads, stripes: [0; 256] };
    let (hash, nth) = (hashes[0], |number: usize| hashes[number % VALUES]);
    let limit = black_box(usize::MAX);

    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    lab.table("receivers")
        .variant("field_concrete", owned(move |owner| owner.field_concrete(store, hash)))
        .variant("field_dyn", owned(move |owner| owner.field_dyn(store, hash)))
        .variant("listing_pointer", kept(move || small.listing_pointer(hash)))
        .variant("listing_value", kept(move || small.listing_value(hash)))
        .variant("boxed_pointer", kept(move || small.boxed_pointer(hash)))
        .variant("boxed_value", kept(move || small.boxed_value(hash)));
    lab.table("large")
        .variant("listing_pointer", kept(move || large.listing_pointer(hash)))
        .variant("listing_value", kept(move || large.listing_value(hash)))
        .variant("listing_unseen", kept(move || large.listing_unseen(hash)))
        .variant("boxed_pointer", kept(move || large.boxed_pointer(hash)))
        .variant("boxed_value", kept(move || large.boxed_value(hash)));
    lab.table("sharing")
        .variant("by_reference", || repeated(|n| by_reference(store, nth(n))))
        .variant("by_clone", || repeated(|n| by_clone(store, nth(n))))
        .variant("by_rc", || repeated(|n| by_rc(rc, nth(n))))
        .variant("by_arc", || repeated(|n| by_arc(arc, nth(n))));
    lab.table("callbacks")
        .variant("callback_boxed", move || repeated(|n| callback_boxed(store, nth(n), limit)))
        .variant("callback_boxed_empty", || repeated(|n| callback_boxed_empty(store, nth(n))))
        .variant("callback_dyn", move || repeated(|n| callback_dyn(store, nth(n), limit)))
        .variant("callback_generic", move || repeated(|n| callback_generic(store, nth(n), limit)));
    lab.table("futures")
        .variant("future_boxed", || repeated(|n| future_boxed(store, nth(n))))
        .variant("future_in_trait", || repeated(|n| future_in_trait(store, nth(n))));
    lab.table("results")
        .variant("read_vec", || repeated(|n| read_vec(store, nth(n)).map(|b| black_box(b).len())))
        .variant("read_cow", || repeated(|n| read_cow(store, nth(n)).map(|b| black_box(b).len())))
        .variant("read_slice", || {
            let values: [LazyValue; VALUES] = hashes.map(LazyValue::new);
            repeated(|n| read_slice(store, &values[n % VALUES]).map(|b| black_box(b).len()))
        });
    lab.run()
}
