//! A value of a ledger with its unit, and how it is written.

use ledger::{Blocks, Bytes, Estimate, Quantity, Spread, Unit, grouped};

use crate::render::grid::spread_text;

/// A value with its unit, not yet text.
#[derive(Clone)]
pub(super) enum Amount {
    Blocks(f64),
    Bytes(f64),
    Count(f64),
    Time(Estimate),
    /// What a grid observed.
    Observed(Spread, Quantity),
    List(Vec<u64>, Unit),
}

impl Amount {
    /// A list's sum.
    pub(super) fn sum(self) -> Result<Amount, String> {
        let (values, unit) = self.list()?;
        let sum = values.iter().sum::<u64>() as f64;
        Ok(match unit {
            Unit::Blocks => Amount::Blocks(sum),
            Unit::Bytes => Amount::Bytes(sum),
            Unit::Count => Amount::Count(sum),
        })
    }

    /// How many values a list has.
    pub(super) fn count(self) -> Result<Amount, String> {
        Ok(Amount::Count(self.list()?.0.len() as f64))
    }

    fn list(self) -> Result<(Vec<u64>, Unit), String> {
        match self {
            Amount::List(values, unit) => Ok((values, unit)),
            _ => Err("only a list has a sum and a count".into()),
        }
    }
}

/// A count, exact: whole where it is whole, else with one decimal.
pub(crate) fn exact(value: f64) -> String {
    if value.fract().abs() < 1e-9 {
        grouped(value as u64)
    } else {
        let tenths = (value * 10.0).round() as u64;
        format!("{}.{}", grouped(tenths / 10), tenths % 10)
    }
}

pub(super) fn bare(amount: &Amount) -> String {
    match amount {
        Amount::Blocks(value) | Amount::Bytes(value) | Amount::Count(value) => exact(*value),
        Amount::Time(estimate) => {
            format!("{} ({} to {})", estimate.time, estimate.low, estimate.high)
        }
        Amount::Observed(value, unit) => {
            let (value, ends) = spread_text(*unit, *value);
            ends.map_or(value.clone(), |ends| format!("{value} ({ends})"))
        }
        Amount::List(values, _) => {
            values.iter().map(|&value| grouped(value)).collect::<Vec<_>>().join(", ")
        }
    }
}

pub(super) fn full(amount: &Amount) -> String {
    match amount {
        Amount::Blocks(value) if value.fract() == 0.0 => Blocks(*value as u64).to_string(),
        Amount::Bytes(value) if value.fract() == 0.0 => Bytes(*value as u64).to_string(),
        Amount::Blocks(_) | Amount::List(_, Unit::Blocks) => format!("{} blocks", bare(amount)),
        Amount::Bytes(_) | Amount::List(_, Unit::Bytes) => format!("{} B", bare(amount)),
        Amount::Count(_) | Amount::Time(_) | Amount::Observed(..) | Amount::List(..) => {
            bare(amount)
        }
    }
}

/// What part of a whole it is: 0.5 for a half.
pub(super) fn share(part: &Amount, whole: &Amount) -> Result<f64, String> {
    let number = |amount: &Amount| match amount {
        Amount::Blocks(value) => Ok((*value, 'b')),
        Amount::Bytes(value) => Ok((*value, 'B')),
        Amount::Count(value) => Ok((*value, '#')),
        Amount::Time(_) | Amount::Observed(_, Quantity::Time) => Err(
            "a share of times is a comparison; times are compared by rounds, never by two estimates",
        ),
        Amount::Observed(_, Quantity::Bytes) => Err("a share needs exact numbers"),
        Amount::List(..) => Err("a list has no share"),
    };
    let ((part, part_unit), (whole, whole_unit)) = (number(part)?, number(whole)?);
    if part_unit != whole_unit {
        return Err("both numbers of a share need the same unit".into());
    }
    if whole == 0.0 {
        return Err("a share of nothing has no value".into());
    }
    Ok(part / whole)
}

/// One decimal below ten per cent, none above; what is there is never shown as
/// nothing, nor what is not whole as all.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p > 0.0 && p < 0.05 => "< 0.1 %".into(),
        p if p > 0.0 && p < 9.95 => format!("{p:.1} %"),
        p if (99.5..100.0).contains(&p) => "> 99 %".into(),
        p => format!("{p:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_show_one_decimal_and_whole_numbers_none() {
        assert_eq!(exact(3745.0), "3,745");
        assert_eq!(exact(2871.54), "2,871.5");
        assert_eq!(full(&Amount::Blocks(1.0)), "1 block");
        assert_eq!(full(&Amount::Bytes(102_120.0)), "102,120 B");
        assert_eq!(full(&Amount::List(vec![64, 16_384], Unit::Bytes)), "64, 16,384 B");
    }

    #[test]
    fn shares_need_one_unit_and_a_whole() {
        assert_eq!(share(&Amount::Blocks(1.0), &Amount::Blocks(4.0)), Ok(0.25));
        assert_eq!((percent(1.0 / 3.0), percent(1.0 / 30.0)), ("33 %".into(), "3.3 %".into()));
        assert_eq!(percent(0.0001), "< 0.1 %");
        assert_eq!(percent(0.999), "> 99 %");
        assert_eq!((percent(0.0), percent(1.0)), ("0 %".into(), "100 %".into()));
        assert!(share(&Amount::Blocks(1.0), &Amount::Bytes(3.0)).is_err());
        assert!(share(&Amount::Blocks(1.0), &Amount::Blocks(0.0)).is_err());
        let nanos = ledger::Nanos::new(1.0).unwrap();
        let (time, low, high) = (nanos, nanos, nanos);
        let estimate =
            Estimate { variant: "v".into(), time, low, high, confidence: 0.95, samples: 1 };
        let time = || Amount::Time(estimate.clone());
        assert!(share(&time(), &time()).unwrap_err().contains("rounds"));
    }
}
