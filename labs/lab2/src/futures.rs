//! A method that waits, in two traits.

use std::future::{Future, ready};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use crate::store::{Chunks as _, Hash, Missing, Node, NodeStore};

/// The same body for both. Nothing here ever has to wait.
pub async fn first_leaf_len(store: &NodeStore, mut hash: Hash) -> Result<usize, Missing> {
    loop {
        match ready(store.node(hash)).await? {
            Node::Leaf(leaf) => return Ok(leaf.len()),
            Node::Inner(children) => match children.first() {
                Some(&child) => hash = child,
                None => return Ok(0),
            },
        }
    }
}

/// What `#[async_trait]` writes for you: every call returns a box.
pub trait BoxedRead {
    /// How long the value's first leaf is.
    fn first_len(
        &self,
        hash: Hash,
    ) -> Pin<Box<dyn Future<Output = Result<usize, Missing>> + Send + '_>>;
}

impl BoxedRead for NodeStore {
    fn first_len(
        &self,
        hash: Hash,
    ) -> Pin<Box<dyn Future<Output = Result<usize, Missing>> + Send + '_>> {
        Box::pin(first_leaf_len(self, hash))
    }
}

/// Any store behind one pointer.
#[inline(never)]
pub fn future_boxed(store: &dyn BoxedRead, hash: Hash) -> Result<usize, Missing> {
    finish(store.first_len(hash))
}

/// The same method as the language has it since 1.75. No `dyn` of it.
#[expect(async_fn_in_trait, reason = "the lab's own callers need no bound on the future")]
pub trait AsyncRead {
    /// How long the value's first leaf is.
    async fn first_len(&self, hash: Hash) -> Result<usize, Missing>;
}

impl AsyncRead for NodeStore {
    async fn first_len(&self, hash: Hash) -> Result<usize, Missing> {
        first_leaf_len(self, hash).await
    }
}

/// The store's type is known, and with it the future's size.
#[inline(never)]
pub fn future_in_trait(store: &impl AsyncRead, hash: Hash) -> Result<usize, Missing> {
    finish(store.first_len(hash))
}

/// The smallest executor: asks again until there is an answer.
pub fn finish<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}
