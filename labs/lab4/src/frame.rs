//! A frame: a prefix, then the body. Eight ways to get its checksum, by where
//! the room for the frame comes from.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use crc32fast::Hasher;

// ANCHOR: prefix
/// What every frame begins with.
pub const PREFIX: &[u8] = b"data: ";
// ANCHOR_END: prefix

/// Bytes of the body that the chapter counts with.
pub const BODY: usize = 4096;

/// Room for the prefix and that body.
pub const ROOM: usize = PREFIX.len() + BODY;

// ANCHOR: append_frame
/// Builds the frame behind what `frame` holds.
pub(crate) fn append_frame(frame: &mut Vec<u8>, body: &[u8]) {
    frame.extend_from_slice(PREFIX);
    frame.extend_from_slice(body);
}
// ANCHOR_END: append_frame

// ANCHOR: fresh
/// In a buffer that starts empty and grows.
pub fn fresh(body: &[u8]) -> u32 {
    let mut frame = Vec::new();
    append_frame(&mut frame, body);
    crc32fast::hash(&frame)
}
// ANCHOR_END: fresh

// ANCHOR: exact
/// In a buffer of the right size.
pub fn exact(body: &[u8]) -> u32 {
    let mut frame = Vec::with_capacity(PREFIX.len() + body.len());
    append_frame(&mut frame, body);
    crc32fast::hash(&frame)
}
// ANCHOR_END: exact

// ANCHOR: reused
/// In a buffer that the caller keeps.
pub fn reused(frame: &mut Vec<u8>, body: &[u8]) -> u32 {
    frame.clear();
    append_frame(frame, body);
    crc32fast::hash(frame)
}
// ANCHOR_END: reused

// ANCHOR: thread_local
thread_local! {
    static LOCAL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// In a buffer that the thread keeps.
pub fn thread_local(body: &[u8]) -> u32 {
    // PERF: borrowed where it lies. Taken out of a `Cell` and set again it cost
    // a quarter more: the move reads what was written a moment ago.
    LOCAL.with_borrow_mut(|frame| reused(frame, body))
}
// ANCHOR_END: thread_local

// ANCHOR: pooled
static POOL: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// In a buffer of a pool: one stack behind one lock.
pub fn pooled(body: &[u8]) -> u32 {
    let lock = || POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let mut frame = lock().pop().unwrap_or_default();
    let sum = reused(&mut frame, body);
    lock().push(frame);
    sum
}
// ANCHOR_END: pooled

// ANCHOR: pooled_slots
static SLOTS: [Mutex<Option<Vec<u8>>>; 8] = [const { Mutex::new(None) }; 8];

/// In a buffer of a pool of a few slots. Nobody waits: who finds every lock
/// taken or every slot empty goes without, and who finds no place drops.
pub fn pooled_slots(body: &[u8]) -> u32 {
    let mut frame = SLOTS.iter().find_map(|slot| slot.try_lock().ok()?.take()).unwrap_or_default();
    let sum = reused(&mut frame, body);
    for slot in &SLOTS {
        if let Ok(mut slot) = slot.try_lock()
            && slot.is_none()
        {
            *slot = Some(frame);
            break;
        }
    }
    sum
}
// ANCHOR_END: pooled_slots

// ANCHOR: stack
/// In an array on the stack, with room for so many bytes; a longer frame goes
/// to the heap. The array is filled with zeros first.
pub fn stack_in<const ROOM: usize>(body: &[u8]) -> u32 {
    let mut frame = [0; ROOM];
    let Some(frame) = frame.get_mut(..PREFIX.len() + body.len()) else { return exact(body) };
    frame[..PREFIX.len()].copy_from_slice(PREFIX);
    frame[PREFIX.len()..].copy_from_slice(body);
    crc32fast::hash(frame)
}

/// In an array on the stack.
pub fn stack(body: &[u8]) -> u32 {
    stack_in::<ROOM>(body)
}
// ANCHOR_END: stack

// ANCHOR: streamed
/// In no buffer: the checksum takes the parts.
pub fn streamed(body: &[u8]) -> u32 {
    let mut sum = Hasher::new();
    sum.update(PREFIX);
    sum.update(body);
    sum.finalize()
}
// ANCHOR_END: streamed
