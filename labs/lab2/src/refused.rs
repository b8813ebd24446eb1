//! What the compiler does not accept. Every file of `refused/` is a doctest that
//! must not compile; `tests/refused.rs` checks that it is refused *for the reason
//! that its first line names*, which a doctest on stable Rust does not do.
//!
//! # The address of a parameter
//!
//! Go moves the parameter to the heap, C++ returns what is no longer there. Here
//! there is nobody to borrow from, whatever lifetime is written:
#![doc = concat!("```compile_fail,E0106\n", include_str!("../refused/no_lifetime.rs"), "```")]
#![doc = concat!("```compile_fail,E0515\n", include_str!("../refused/returned.rs"), "```")]
#![doc = concat!("```compile_fail,E0597\n", include_str!("../refused/outlived.rs"), "```")]
//!
//! What is accepted says where the value lives: with the caller, or in a block.
//!
//! ```
//! fn value(x: i32) -> i32 {
//!     x
//! }
//!
//! fn address(x: i32) -> Box<i32> {
//!     Box::new(x)
//! }
//!
//! let (first, second) = (address(1), address(2));
//! assert_eq!((*first, *second, value(3)), (1, 2, 3));
//! ```
//!
//! # One character
//!
//! Without the `&` the method takes the store away, and the second call sees it:
#![doc = concat!("```compile_fail,E0382\n", include_str!("../refused/moved.rs"), "```")]
//!
//! # A conversion that nobody wrote
//!
//! Where Go makes an interface of a value, and with it a block, the compiler asks
//! for the word:
#![doc = concat!("```compile_fail,E0308\n", include_str!("../refused/unboxed.rs"), "```")]
//!
//! # A visitor that is kept
//!
//! The signature alone promises that the visitor is used during the call and not
//! later. This is why it may stay on the stack, behind a `dyn` too:
#![doc = concat!("```compile_fail,E0521\n", include_str!("../refused/kept.rs"), "```")]
//!
//! # No heap
//!
//! A crate without the standard library has no `Vec` to return:
#![doc = concat!("```compile_fail,E0425\n", include_str!("../refused/no_heap.rs"), "```")]
