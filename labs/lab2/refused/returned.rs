// E0515: a lifetime that the caller chooses is no help.
pub fn address<'a>(x: i32) -> &'a i32 {
    &x
}
