// no global memory allocator found: asking for it back is not enough.
#![no_std]

extern crate alloc;

pub fn read_bytes(leaf: &[u8]) -> alloc::vec::Vec<u8> {
    leaf.to_vec()
}

#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
