//! Why the pool is as it is. Nothing but this text.
//!
//! # The life of a value
//!
//! ```text
//!             get                        drop of the guard
//!   Recipe --------> Guard (one user) ----------------------> reset, keeps?
//!    make   no value      | detach         its thread panics |        |
//!           waits         v                     drop <-------+   no   |  yes
//!                      the user's                    <----------------+
//!                                                                     v
//!   thread 0                        thread 1                    the shard of
//!   +----------------------------+  +------------------------+  the thread it
//!   | slot    one value          |  | slot                   |  is dropped on
//!   | ring    [public)[private)  |  | ring                   |
//!   +----------^-----------------+  +------------------------+
//!              +--- steal, when slot, ring and victims of its own are empty
//! ```
//!
//! # Who owns what
//!
//! Go pins a goroutine to its processor: while it is in the pool, nobody else
//! can use that processor's shard. Rust has nothing of the kind, so a shard here
//! belongs to a *thread*, by the thread's number. Whoever holds the number is
//! the shard's owner and uses slot and private part with plain loads and
//! stores. Two threads cannot agree on one value without a read-modify-write
//! or a fence by each (Attiya et al., "Laws of Order", 2011), which costs more
//! than all the rest; so what nobody else may take is what is cheap.
//!
//! The price: of a thread that lives and does not come back to the pool, up to
//! seventeen values stay out of everybody's reach, as Go's private value does
//! of an idle processor. When the thread ends, its number is free and whoever
//! needs a value takes the number for a moment and makes all public. If
//! another thread has taken the number for good, the values are that one's.
//!
//! # Slot, private part, public part
//!
//! ```text
//!            put               17th put            other threads' get
//!   slot <---------- [ ring: . . . . | . . . . . . . . ] --------> steal
//!        ----------> head   private split    public   tail
//!            get                ^         |
//!                               +---------+ reclaim, eight at a time
//! ```
//!
//! Go's queue has no private part: with each put and get its head moves by an
//! atomic add or exchange (claims of the Go texts say otherwise; see the
//! chapter). Here the head is the owner's, and the split moves by up to eight
//! values at once. A burst of sixteen needs no exchange at all, a longer one an
//! eighth of one for each value.
//!
//! # Boxes
//!
//! A value lies in a box from its making to its end; a miss allocates it, a
//! `detach` frees it, a hit and a put move one pointer. Moving the value itself
//! was tried first: a `Vec` was stored as three words and loaded as two, which
//! the processor cannot forward, and a get and put took twice as long. A box is
//! a cache line of its own, since neighbours end up with different threads.
//!
//! # Ageing
//!
//! Go's collector stops the world and swaps two arrays. Here a pool has an age,
//! each shard notices a new one with its next get or put, and puts go to the
//! generation of the age's parity. A collection drops the generation before
//! the last and raises the age: an idle value survives one and is gone at the
//! second, a busy one lives on. A collection is a call,
//! [`Pool::collect`](crate::Pool::collect), made by you or by a get when the
//! last was [long enough ago](crate::Pool::collect_every).
//!
//! # Where it departs from Go
//!
//! | | Go 1.27.0 | here | why |
//! |---|---|---|---|
//! | shard belongs to | processor, pinned | thread, by number | nothing to pin |
//! | given back by | `Put`, by hand | the guard's drop | no double or foreign put |
//! | cleaned by | the user | the recipe, on return | nobody forgets |
//! | at most | no bound | a cap for each shard and generation | 20,000 at once |
//! | large values | kept while busy | refused by the recipe | one 16 MiB buffer |
//! | drained rings | left to the collector | kept, bounded by the cap | nobody collects |
//! | a thief takes | one | up to eight | one thread takes, another gives |
//! | victim | own slot, then all tails | public, all tails | slots are published |
//! | collects | with the world stopped | shard by shard | no world to stop |
//!
//! # What was left out
//!
//! A collector could reach the private part of a silent thread with a barrier
//! that the kernel sends to all threads (`membarrier` on Linux): the owner
//! would mark each use with two plain stores. It is not portable and cannot be
//! modelled here.
