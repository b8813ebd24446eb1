// E0106: whom does the result borrow from? Nobody is left.
pub fn address(x: i32) -> &i32 {
    &x
}
