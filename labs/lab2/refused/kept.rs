// E0521: a visitor that is lent cannot be kept.
pub struct Walker {
    pub visitors: Vec<&'static mut dyn FnMut(&[u8])>,
}

impl Walker {
    pub fn visit_later(&mut self, visit: &mut dyn FnMut(&[u8])) {
        self.visitors.push(visit);
    }
}
