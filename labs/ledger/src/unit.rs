//! Numbers with their unit in the type.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A number of heap blocks. A `realloc` counts as one more block, as in dhat.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Blocks(pub u64);

/// A number of bytes requested from the allocator, without its own overhead.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Bytes(pub u64);

/// A time in nanoseconds: finite and more than zero.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Nanos(f64);

impl Nanos {
    /// `None` for zero, negative, infinite and NaN, which no measured time is.
    pub fn new(nanos: f64) -> Option<Nanos> {
        (nanos.is_finite() && nanos > 0.0).then_some(Nanos(nanos))
    }

    /// The number of nanoseconds.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Nanos {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nanos, D::Error> {
        let nanos = f64::deserialize(deserializer)?;
        Nanos::new(nanos).ok_or_else(|| {
            D::Error::custom(format!("{nanos} is no time: it must be finite and more than 0 ns"))
        })
    }
}

/// Shows `12,345`: digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Blocks {
    /// `1 block`, `2,001 blocks`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} block{}", grouped(self.0), if self.0 == 1 { "" } else { "s" })
    }
}

impl fmt::Display for Bytes {
    /// `96,000 B`; exact, so never rounded to KiB.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} B", grouped(self.0))
    }
}

impl fmt::Display for Nanos {
    /// Three significant digits in ns, µs, ms or s: `8.61 ns`, `12.3 µs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&three_digits(self.0, ["ns", "µs", "ms", "s"]))
    }
}

impl Bytes {
    /// What is only known about: three significant digits in kB, MB or GB, and
    /// whole bytes below: `16.8 MB`, `4.10 kB`, `512 B`.
    pub fn rounded(bytes: f64) -> String {
        if bytes < 999.5 {
            return format!("{bytes:.0} B");
        }
        three_digits(bytes, ["B", "kB", "MB", "GB"])
    }
}

/// A value in the first of these units, each a thousand of the one before, in
/// which it has at most three digits before the point.
fn three_digits(value: f64, [one, thousand, million, billion]: [&str; 4]) -> String {
    let (value, unit) = match value {
        // The bounds stand half a last digit below the power of ten, so
        // that 999.6 ns is shown as 1.00 µs and not as 1000 ns.
        n if n < 999.5 => (n, one),
        n if n < 999.5e3 => (n / 1e3, thousand),
        n if n < 999.5e6 => (n / 1e6, million),
        n => (n / 1e9, billion),
    };
    let decimals = if value < 9.995 {
        2
    } else if value < 99.95 {
        1
    } else {
        0
    };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(u64::MAX).replace(',', ""), u64::MAX.to_string());
    }

    #[test]
    fn bytes_that_are_only_about_show_three_digits() {
        for (bytes, text) in [
            (0.0, "0 B"),
            (999.4, "999 B"),
            (4096.0, "4.10 kB"),
            (999_600.0, "1.00 MB"),
            (16_789_504.0, "16.8 MB"),
            (2.5e9, "2.50 GB"),
        ] {
            assert_eq!(Bytes::rounded(bytes), text);
        }
    }

    #[test]
    fn times_show_three_digits_in_the_nearest_unit() {
        for (nanos, text) in [
            (0.5, "0.50 ns"),
            (8.614, "8.61 ns"),
            (9.996, "10.0 ns"),
            (999.4, "999 ns"),
            (999.6, "1.00 µs"),
            (12_345.0, "12.3 µs"),
            (2.5e9, "2.50 s"),
        ] {
            assert_eq!(Nanos::new(nanos).unwrap().to_string(), text);
        }
    }

    /// Found by fuzzing: without exact parsing it came back one unit lower.
    #[test]
    fn a_time_does_not_drift_when_it_is_read_and_written_again() {
        let read: Nanos = serde_json::from_str("49805.459183673477572816").unwrap();
        let again: Nanos = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
        assert_eq!(read, again);
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for nanos in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Nanos::new(nanos), None);
        }
        assert!(serde_json::from_str::<Nanos>("-0.099").is_err());
        assert!(serde_json::from_str::<Nanos>("1e999").is_err());
        assert!(serde_json::from_str::<Nanos>("null").is_err());
    }
}
