//! heapview.
fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    match heapview::read_file(path.as_ref(), heapview::MAX_UNPACKED) {
        Ok(p) => println!("{:?} {} sites {} locations", p.total, p.sites.len(), p.locations.len()),
        Err(e) => println!("{e}"),
    }
}
