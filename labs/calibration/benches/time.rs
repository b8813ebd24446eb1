//! Two tables of eight for each function: `<function> same` has the very same
//! code eight times; `<function>` has four copies and four true slowdowns, each
//! a copy of its own.

use std::hint::black_box;
use std::process::ExitCode;

use calibration::{SLOWDOWNS, STEPS, boxes, grow, hash, slowed, sum};
use labkit::times::TimeLab;

/// Names of the slowed-down variants: `slower 5` is five per cent slower.
fn slower(i: usize) -> (String, usize) {
    (format!("slower {}", SLOWDOWNS[i]), slowed(SLOWDOWNS[i]))
}

/// Declares both tables of a function; `$input` makes its argument of `$steps`.
macro_rules! tables {
    ($lab:ident, $function:ident, |$steps:ident| $input:expr) => {{
        let name = stringify!($function);
        let same = $lab.table(&format!("{name} same"));
        for i in 0..8 {
            let $steps = black_box(STEPS);
            same.variant(&format!("same {i}"), move || $function::<0>(black_box($input)));
        }
        let mixed = $lab.table(name);
        let $steps = black_box(STEPS);
        mixed.variant("copy 0", move || $function::<0>(black_box($input)));
        mixed.variant("copy 1", move || $function::<1>(black_box($input)));
        mixed.variant("copy 2", move || $function::<2>(black_box($input)));
        mixed.variant("copy 3", move || $function::<3>(black_box($input)));
        let (name, $steps) = slower(0);
        mixed.variant(&name, move || $function::<4>(black_box($input)));
        let (name, $steps) = slower(1);
        mixed.variant(&name, move || $function::<5>(black_box($input)));
        let (name, $steps) = slower(2);
        mixed.variant(&name, move || $function::<6>(black_box($input)));
        let (name, $steps) = slower(3);
        mixed.variant(&name, move || $function::<7>(black_box($input)));
    }};
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = (0..2 * STEPS as u64).collect();
    let bytes: Vec<u8> = numbers.iter().map(|number| *number as u8).collect();
    let (numbers, bytes) = (&numbers[..], &bytes[..]);
    let mut lab = TimeLab::new(env!("CARGO_PKG_NAME"));
    tables!(lab, sum, |steps| &numbers[..steps]);
    tables!(lab, boxes, |steps| steps);
    tables!(lab, hash, |steps| &bytes[..steps]);
    tables!(lab, grow, |steps| steps);
    lab.run()
}
