// E0597: the same inside one function.
pub fn address() -> i32 {
    let pointer;
    {
        let x = 1;
        pointer = &x;
    }
    *pointer
}
