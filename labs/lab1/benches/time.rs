//! Times of the pipeline's variants, with the system's allocator.

use std::process::ExitCode;

use lab1::pipeline::{build_records, encode_exact, encode_fresh, encode_pooled, encode_with};
use labkit::times::TimeLab;

const RECORDS: usize = 1000;

fn main() -> ExitCode {
    let records = build_records(RECORDS);
    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    lab.table("pipeline")
        .variant("encode_fresh", || encode_fresh(&records))
        .variant("encode_exact", || encode_exact(&records))
        .variant("encode_pooled", || encode_pooled(&records))
        .variant("encode_with", || encode_with(&records, str::len));
    lab.run()
}
