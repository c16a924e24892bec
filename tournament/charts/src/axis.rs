//! The axes of a chart as plotters' coordinates: values with round ticks, and categories.

use crate::data_point::LARGEST;
use plotters::coord::ranged1d::{BoldPoints, KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// How an axis places its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisScale {
    /// Evenly, with zero on the axis.
    FromZero,
    /// Evenly, with zero on the axis unless the smallest value is above 60 % of the largest.
    Linear,
    /// By their logarithm.
    Logarithmic,
}

/// An axis that holds all values of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ValueAxis {
    logarithmic: bool,
    low: f64,
    high: f64,
    /// The values with a grid line and a label.
    ticks: Vec<f64>,
}

/// The multiples of a power of ten that have a tick on a short logarithmic axis.
const ROUND: [f64; 3] = [1.0, 2.0, 5.0];
/// A logarithmic axis that is longer, in powers of ten, has ticks at powers of ten only.
const LONG: f64 = 2.5;
/// The share of an axis beyond its largest value.
const PADDING: f64 = 0.03;

impl ValueAxis {
    /// The axis for these values. Values that are too large or not numbers are ignored, on a logarithmic axis also those
    /// that are not above zero. A linear axis has at most `most_ticks` ticks.
    pub(crate) fn new(scale: AxisScale, values: impl Iterator<Item = f64>, most_ticks: usize) -> Self {
        let logarithmic = scale == AxisScale::Logarithmic;
        let (low, high) = values
            .filter(|value| value.abs() <= LARGEST && (!logarithmic || *value > 0.0))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        match scale {
            AxisScale::Logarithmic => Self::logarithmic(low, high),
            AxisScale::Linear if low > 0.0 && low > high * 0.6 => {
                Self::linear(low - (high - low) * PADDING, high, most_ticks)
            }
            AxisScale::Linear | AxisScale::FromZero => Self::linear(low.min(0.0), high.max(0.0), most_ticks),
        }
    }

    /// An axis between these numbers, with room beyond the larger one.
    pub(crate) fn linear(low: f64, high: f64, most_ticks: usize) -> Self {
        // plotters cannot tell ticks apart that differ by less than the precision of their values.
        let shortest = low.abs().max(high.abs()) * 1e-6;
        let high = if high - low > shortest { high + (high - low) * PADDING } else { low + low.abs().max(1.0) };
        let ticks = RangedCoordf64::from(low..high).key_points(BoldPoints(most_ticks));
        Self { logarithmic: false, low, high, ticks }
    }

    fn logarithmic(low: f64, high: f64) -> Self {
        let padding = (high / low).powf(PADDING).max(1.05);
        let (mut low, mut high) = (low / padding, high * padding);
        let ticks = |low: f64, high: f64| round_numbers().filter(move |round| (low..=high).contains(round));
        if ticks(low, high).count() < 2 {
            low = round_numbers().rfind(|round| *round <= low).unwrap_or(low);
            high = round_numbers().find(|round| *round >= high).unwrap_or(high);
        }
        let is_long = (high / low).log10() >= LONG;
        let is_power_of_ten = |value: f64| (value.log10() - value.log10().round()).abs() < 1e-9;
        let ticks = ticks(low, high).filter(|tick| !is_long || is_power_of_ten(*tick)).collect();
        Self { logarithmic: true, low, high, ticks }
    }

    /// Where the axis begins, the start of a bar on a logarithmic axis.
    pub(crate) fn low(&self) -> f64 {
        self.low
    }

    pub(crate) fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// Leaves out ticks, evenly, until there are no more than that many.
    pub(crate) fn thin_out(&mut self, most: usize) {
        let step = self.ticks.len().div_ceil(most.max(1)).max(1);
        let mut number = 0;
        self.ticks.retain(|_| {
            number += 1;
            (number - 1) % step == 0
        });
    }

    pub(crate) fn tick_labels(&self) -> Vec<String> {
        self.ticks.iter().map(Self::format).collect()
    }
}

impl Ranged for ValueAxis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    /// Values beyond the axis, such as ends of error bars, are moved to its end.
    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let position = |value: f64| if self.logarithmic { value.ln() } else { value };
        let within = value.clamp(self.low, self.high);
        RangedCoordf64::from(position(self.low)..position(self.high)).map(&position(within), limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for ValueAxis {
    fn format(value: &f64) -> String {
        let text = digits(*value, 6);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    }
}

/// An axis of categories, at 0, 1, 2, ….
#[derive(Clone, Debug)]
pub(crate) struct CategoryAxis {
    labels: Vec<String>,
    downward: bool,
}

impl CategoryAxis {
    /// From left to right.
    pub(crate) fn horizontal(labels: Vec<String>) -> Self {
        Self { labels, downward: false }
    }

    /// From top to bottom.
    pub(crate) fn vertical(labels: Vec<String>) -> Self {
        Self { labels, downward: true }
    }
}

impl Ranged for CategoryAxis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let Range { start, end } = self.range();
        let range = if self.downward { end..start } else { start..end };
        RangedCoordf64::from(range).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let labels = if hint.weight().allow_light_points() { 0 } else { self.labels.len() };
        (0..labels).map(|category| category as f64).collect()
    }

    fn range(&self) -> Range<f64> {
        -0.5..self.labels.len().max(1) as f64 - 0.5
    }
}

impl ValueFormatter<f64> for CategoryAxis {
    fn format_ext(&self, category: &f64) -> String {
        self.labels.get(category.round() as usize).cloned().unwrap_or_default()
    }
}

/// The values that may have a tick on a logarithmic axis.
fn round_numbers() -> impl DoubleEndedIterator<Item = f64> {
    // Negative powers of ten are exact only as quotients.
    let power_of_ten = |power: i32| if power < 0 { 1.0 / 10f64.powi(-power) } else { 10f64.powi(power) };
    (-9..=15).flat_map(move |power| ROUND.map(|times| times * power_of_ten(power)))
}

/// A number with three significant digits, or all digits before the point.
pub(crate) fn number(value: f64) -> String {
    digits(value, 3)
}

/// A whole number with its thousands apart.
pub(crate) fn whole(value: u64) -> String {
    digits(value as f64, 0)
}

/// A number rounded to that many significant digits, but not before the point, with thousands set apart by a no-break space
/// and a true minus sign. At most nine digits follow the point.
fn digits(value: f64, significant: i32) -> String {
    // What rounds to zero is zero, such as a difference of equal sums.
    let decimals =
        if value.abs() < 0.5e-9 { 0 } else { (significant - 1 - value.abs().log10().floor() as i32).clamp(0, 9) };
    let decimals = decimals as usize;
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let is_negative = value < 0.0 && digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    let mut text = String::from(if is_negative { "−" } else { "" });
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: AxisScale, values: &[f64]) -> Vec<String> {
        ValueAxis::new(scale, values.iter().copied(), 9).tick_labels()
    }

    #[test]
    fn linear_axes_have_round_ticks() {
        assert_eq!(labels(AxisScale::FromZero, &[12.0, 238.0]), ["0", "50", "100", "150", "200"]);
        assert_eq!(labels(AxisScale::FromZero, &[-180.0, 95.0]), ["−150", "−100", "−50", "0", "50", "100"]);
        assert_eq!(labels(AxisScale::Linear, &[4.31, 4.62]), ["4.35", "4.4", "4.45", "4.5", "4.55", "4.6"]);
        assert_eq!(labels(AxisScale::FromZero, &[]), labels(AxisScale::FromZero, &[1.0]));
    }

    #[test]
    fn logarithmic_axes_have_ticks_at_powers_of_ten_or_ones_twos_and_fives() {
        assert_eq!(
            labels(AxisScale::Logarithmic, &[0.06, 48_000.0]),
            ["0.1", "1", "10", "100", "1\u{a0}000", "10\u{a0}000"]
        );
        assert_eq!(labels(AxisScale::Logarithmic, &[4.3, 62.0]), ["5", "10", "20", "50"]);
        assert_eq!(labels(AxisScale::Logarithmic, &[4.3, 4.9]), ["2", "5", "10"]);
        assert_eq!(labels(AxisScale::Logarithmic, &[0.5]), ["0.2", "0.5", "1"]);
        assert_eq!(labels(AxisScale::Logarithmic, &[f64::NAN, 0.0, -3.0]), ["0.5", "1", "2"]);
    }

    #[test]
    fn any_values_have_an_axis() {
        for scale in [AxisScale::FromZero, AxisScale::Linear, AxisScale::Logarithmic] {
            for values in [&[1e300, -1e300][..], &[1e-300], &[f64::MAX, f64::MIN], &[1e9, 1e9 + 1e-9], &[f64::INFINITY]]
            {
                let axis = ValueAxis::new(scale, values.iter().copied(), 9);
                assert!(axis.ticks.len() < 100, "{scale:?} {values:?}");
                for value in values {
                    assert!((0..=500).contains(&axis.map(value, (0, 500))), "{scale:?} {values:?} {axis:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.0521, 5.7647, 23.14, 59.9, 173.2, 48_123.4, -3.0, -1e-17].map(number);
        assert_eq!(shown, ["0.0521", "5.76", "23.1", "59.9", "173", "48\u{a0}123", "−3.00", "0"]);
        assert_eq!(whole(20_000), "20\u{a0}000");
    }
}
