//! Where a value stands across a chart, and which values are written below.

use ledger::judge::MARGIN;
use ledger::{Nanos, grouped};

use super::svg::width;

/// From this factor between the largest and the smallest time on, a linear axis
/// would press the small ones into one place.
const WIDE: f64 = 20.0;

/// From a value to its place in per cent of the width.
pub(super) struct Axis {
    low: f64,
    high: f64,
    log: bool,
    /// The place of `low` and of `high`.
    ends: (f64, f64),
    /// Value and its label, the most important first.
    ticks: Vec<(f64, String)>,
    /// A line across all rows, and the band around it: that of no difference.
    pub(super) same: Option<(f64, f64, f64)>,
}

impl Axis {
    /// For counts up to `high`, from zero to `end` per cent.
    pub(super) fn counts(high: u64, end: f64, label: impl Fn(u64) -> String) -> Axis {
        let top = high.max(1) as f64;
        // A count has no ticks between whole numbers.
        let step = nice(top / 4.0).max(1.0);
        let ticks = multiples(step, 0.0, top).map(|at| (at, label(at as u64))).collect();
        Axis { low: 0.0, high: top, log: false, ends: (0.0, end), ticks, same: None }
    }

    /// For what the rows of a grid are: sizes, positions. By factors where they
    /// differ much and none is zero.
    pub(super) fn numbers(values: impl Iterator<Item = f64>) -> Axis {
        let values: Vec<f64> = values.collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
        // The labels of the axis that points upwards stand at the left.
        let (log, ends) = (low > 0.0 && high / low >= WIDE, (10.0, 97.0));
        let ticks = match log {
            true => decades(low, high),
            false => multiples(nice((high - low) / 5.0), low, high).collect(),
        };
        let ticks = ticks.into_iter().map(|at| (at, number_label(at))).collect();
        Axis { low, high, log, ends, ticks, same: None }
    }

    /// For times, from zero or, where they differ much, by factors.
    pub(super) fn times(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = range(values);
        let label = |at: f64| {
            Nanos::new(at).map_or("0".to_owned(), |nanos| without_zeros(&nanos.to_string()))
        };
        if high / low < WIDE {
            let ticks = multiples(nice(high / 4.0), 0.0, high).map(|at| (at, label(at))).collect();
            return Axis { low: 0.0, high, log: false, ends: (0.5, 98.0), ticks, same: None };
        }
        let ticks = decades(low, high).into_iter().map(|at| (at, label(at))).collect();
        Axis { low, high, log: true, ends: (5.0, 95.0), ticks, same: None }
    }

    /// For ratios; the line at 1 and the margin around it are always there.
    pub(super) fn ratios(values: impl Iterator<Item = f64>) -> Axis {
        let margin = (1.0 - MARGIN, 1.0 + MARGIN);
        // Ten per cent to both sides at least: a smaller one looks like a difference.
        let (low, high) = range(values.chain([0.9, 1.1]));
        let mut ticks = vec![1.0];
        if high / low < 4.0 {
            ticks.extend(multiples(nice((high - low) / 5.0), low, high));
        } else {
            ticks.extend(decades(low, high));
        }
        let ticks = ticks.into_iter().map(|at| (at, ratio_label(at))).collect();
        let same = Some((margin.0, 1.0, margin.1));
        Axis { low, high, log: true, ends: (5.0, 95.0), ticks, same }
    }

    pub(super) fn is_log(&self) -> bool {
        self.log
    }

    /// The place of a value, never outside the chart.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = match self.log {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        let (from, to) = self.ends;
        from + if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 } * (to - from)
    }

    /// Places and labels of the ticks of an axis that points upwards.
    pub(super) fn ticks_up(&self) -> Vec<(f64, &str)> {
        self.ticks.iter().map(|(value, label)| (self.place(*value), label.as_str())).collect()
    }

    /// Places and labels of the ticks that do not touch each other in the
    /// narrowest chart, and lie inside it. Only the one at the left edge may
    /// stand right of its place.
    pub(super) fn ticks(&self) -> Vec<(f64, &str)> {
        let mut kept: Vec<(f64, f64)> = Vec::new();
        let mut fits = |value: f64, label: &str| {
            let (at, half) = (self.place(value), width(label) / 2.0);
            let middle = if at < 1.0 { at.max(half) } else { at };
            let touches = |(other, its_half): &(f64, f64)| {
                (middle - other).abs() < half + its_half + width(" ")
            };
            let fits = middle >= half && middle + half <= 100.0 && !kept.iter().any(touches);
            if fits {
                kept.push((middle, half));
            }
            fits
        };
        let fitting = self.ticks.iter().filter(|(value, label)| fits(*value, label));
        fitting.map(|(value, label)| (self.place(*value), label.as_str())).collect()
    }
}

/// The smallest and the largest; never the same, and never zero.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite() && *value > 0.0)
        .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    match (low, high) {
        (low, _) if low.is_infinite() => (1.0, 2.0),
        (low, high) if high / low < 1.000_001 => (low / 1.1, high * 1.1),
        ends => ends,
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `step`.
fn nice(step: f64) -> f64 {
    let power = 10.0_f64.powf(step.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= step * 0.999_999);
    factor.unwrap_or(10.0) * power
}

/// The multiples of `step` from `low` to `high`.
fn multiples(step: f64, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let first = (low / step - 1e-6).ceil();
    (0..64)
        .map(move |i| (first + f64::from(i)) * step)
        .take_while(move |at| *at <= high * (1.0 + 1e-9))
}

/// The powers of ten from `low` to `high`, and within two of them 2 and 5 times
/// each as well.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let (from, to) = (low.log10().floor(), high.log10().ceil());
    // A range of more decades than labels find room in gets every n-th.
    let every = ((to - from) / 6.0).ceil().max(1.0);
    let powers = (0..).map(|i| from + f64::from(i) * every).take_while(|power| *power <= to);
    let powers: Vec<f64> = powers.map(|power| 10.0_f64.powf(power)).collect();
    let factors: &[f64] = if high / low < 200.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let all = factors.iter().flat_map(|factor| powers.iter().map(move |power| factor * power));
    all.filter(|at| (low * 0.999_999..=high * 1.000_001).contains(at)).collect()
}

/// `10.0 µs` as `10 µs`.
fn without_zeros(text: &str) -> String {
    let Some((number, unit)) = text.split_once(' ') else { return text.to_owned() };
    let number = match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    };
    format!("{number} {unit}")
}

/// `0.2`, `64`, `1,000,000`.
fn number_label(value: f64) -> String {
    match value {
        value if value.abs() >= 1.0 && value.fract() == 0.0 => {
            let sign = if value < 0.0 { "-" } else { "" };
            format!("{sign}{}", grouped(value.abs() as u64))
        }
        value => format!("{}", (value * 1e6).round() / 1e6),
    }
}

/// `0.5`, `1`, `1.05`, `1,000`.
fn ratio_label(ratio: f64) -> String {
    if ratio >= 100.0 {
        return grouped(ratio.round() as u64);
    }
    // As many digits as a step of 1-2-5 has.
    let text = (0..7)
        .map(|digits| format!("{ratio:.digits$}"))
        .find(|text| text.parse::<f64>().is_ok_and(|shown| (shown / ratio - 1.0).abs() < 1e-6));
    text.unwrap_or_else(|| format!("{ratio:.0e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        let mut ticks = axis.ticks();
        ticks.sort_by(|a, b| a.0.total_cmp(&b.0));
        ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_sensible() {
        assert_eq!(labels(&Axis::counts(2001, 75.0, grouped)), ["0", "1,000", "2,000"]);
        assert_eq!(labels(&Axis::counts(3, 75.0, grouped)), ["0", "1", "2", "3"]);
        assert_eq!(labels(&Axis::counts(0, 75.0, grouped)), ["0", "1"]);
        let times = |values: &[f64]| Axis::times(values.iter().copied());
        assert_eq!(labels(&times(&[5000.0, 48_900.0])), ["0", "20 µs", "40 µs"]);
        let far = times(&[8.0, 480_000.0]);
        assert!(far.is_log());
        assert_eq!(labels(&far), ["10 ns", "100 ns", "1 µs", "10 µs", "100 µs"]);
        let ratios = |values: &[f64]| Axis::ratios(values.iter().copied());
        assert_eq!(labels(&ratios(&[0.97, 1.02])), ["0.9", "0.95", "1", "1.05", "1.1"]);
        assert_eq!(labels(&ratios(&[0.78, 7.9])), ["1", "2", "5"]);
        assert_eq!(labels(&ratios(&[0.01, 100.0])), ["0.01", "0.1", "1", "10", "100"]);
    }

    #[test]
    fn equal_values_and_none_at_all_have_an_axis() {
        for values in [vec![], vec![7.0], vec![7.0, 7.0], vec![1e-300, 1e300]] {
            for axis in [Axis::times(values.iter().copied()), Axis::ratios(values.iter().copied())]
            {
                for value in &values {
                    let at = axis.place(*value);
                    assert!((0.0..=100.0).contains(&at), "{values:?} {at}");
                }
                assert!(axis.ticks().len() < 20);
            }
        }
    }
}
