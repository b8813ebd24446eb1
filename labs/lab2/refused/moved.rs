// E0382: a method that takes `self` takes it for good.
pub struct NodeStore {
    leaf: Vec<u8>,
}

impl NodeStore {
    pub fn read_bytes(self) -> Vec<u8> {
        self.leaf
    }
}

pub fn read_twice(store: NodeStore) -> [Vec<u8>; 2] {
    [store.read_bytes(), store.read_bytes()]
}
