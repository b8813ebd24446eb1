// A library for another language, in which nobody provides an allocator.
#![no_std]

#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

pub extern "C" fn read() -> usize {
    let nodes = [(lab2_nostd::Hash(1), lab2_nostd::Node::Leaf(b"leaf"))];
    let store = lab2_nostd::NodeStore { nodes: &nodes };
    store.read_into(lab2_nostd::Hash(1), &mut [0; 4]).map_or(0, <[u8]>::len)
}
