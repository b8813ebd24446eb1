//! Times.
use lab5::append::*;
use labkit::times::TimeLab;
use std::process::ExitCode;
fn main() -> ExitCode {
    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    let n = 1_000_000;
    lab.table("append")
        .variant("append_fresh", move || append_fresh(n))
        .variant("append_array", move || append_array(n))
        .variant("append_reused", move || append_reused(n))
        .variant("append_pooled", move || append_pooled(n))
        .variant("append_boxed", move || append_boxed(n));
    lab.run()
}
