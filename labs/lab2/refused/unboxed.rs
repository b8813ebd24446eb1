// E0308: nothing becomes a box because a box is wanted.
pub trait Reader {}

pub struct View;

impl Reader for View {}

pub fn walk(_reader: Box<dyn Reader>) {}

pub fn read_bytes(view: View) {
    walk(view);
}
