//! Hands the closure of a side to whoever times it.
//!
//! All judges live in one program, so all of them time the same machine code
//! at the same addresses.

use std::hint::black_box;

use anyhow::{Result, bail};
use calibration::{STEPS, boxes, grow, hash, sum};

use crate::cases::{Function, Side};

/// Somebody who times a closure. The bounds are those of all peers together.
pub(crate) trait Timer {
    type Out;

    fn time<O, F>(self, call: F) -> Self::Out
    where
        O: 'static,
        F: FnMut() -> O + Clone + Send + 'static;
}

/// Picks the copy. Every closure is made in one place only: the same side
/// twice is the same closure type, hence the same code.
macro_rules! copies {
    ($timer:expr, $side:expr, $function:ident, $input:expr) => {
        match $side.copy {
            0 => $timer.time(move || $function::<0>(black_box($input))),
            1 => $timer.time(move || $function::<1>(black_box($input))),
            4 => $timer.time(move || $function::<4>(black_box($input))),
            5 => $timer.time(move || $function::<5>(black_box($input))),
            6 => $timer.time(move || $function::<6>(black_box($input))),
            7 => $timer.time(move || $function::<7>(black_box($input))),
            copy => bail!("no case uses copy {copy} of {}", stringify!($function)),
        }
    };
}

/// Times one side of the function.
pub(crate) fn time<T: Timer>(timer: T, function: Function, side: Side) -> Result<T::Out> {
    let steps = side.steps;
    Ok(match function {
        Function::Sum => {
            let numbers = &numbers()[..steps];
            copies!(timer, side, sum, numbers)
        }
        Function::Boxes => copies!(timer, side, boxes, steps),
        Function::Hash => {
            let bytes: Vec<u8> = numbers()[..steps].iter().map(|number| *number as u8).collect();
            let bytes: &'static [u8] = Vec::leak(bytes);
            copies!(timer, side, hash, bytes)
        }
        Function::Grow => copies!(timer, side, grow, steps),
    })
}

/// The input of `labs/calibration`'s bench, kept for the life of the worker
/// because the peers ask for closures that own all they touch. Both sides get
/// the same one.
fn numbers() -> &'static [u64] {
    static NUMBERS: std::sync::OnceLock<Vec<u64>> = std::sync::OnceLock::new();
    NUMBERS.get_or_init(|| (0..2 * STEPS as u64).collect())
}
