//! The axes of a chart: where numbers lie, and the round ones that are labelled.

use crate::text::digits;

/// How an axis places its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisScale {
    /// Evenly, with zero on the axis.
    #[default]
    FromZero,
    /// Evenly, with zero on the axis unless the smallest value is above 60 % of the largest.
    Linear,
    /// By their logarithm. Values that are not above zero are left out.
    Logarithmic,
}

/// Larger numbers do not come from a tournament, and are not drawn.
pub(crate) const LARGEST: f64 = 1e15;

/// Where numbers lie, and which of them have a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    is_logarithmic: bool,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// The values with a grid line, and their labels.
    pub ticks: Vec<(f64, String)>,
}

/// The multiples of a power of ten that have a tick on a short logarithmic axis.
const ROUND: [f64; 3] = [1.0, 2.0, 5.0];
/// A logarithmic axis that is longer, in powers of ten, has ticks at powers of ten only, and one that is longer still has exponents.
const LONG: f64 = 2.5;
const LONGER: f64 = 6.0;
/// The share of an axis beyond its largest value.
const PADDING: f64 = 0.03;

impl Axis {
    /// The axis for these values with at most that many ticks. Numbers that cannot be placed are ignored.
    pub(crate) fn new(scale: AxisScale, values: impl Iterator<Item = f64>, most_ticks: usize) -> Self {
        let is_logarithmic = scale == AxisScale::Logarithmic;
        let most = if is_logarithmic { f64::MAX } else { LARGEST };
        let (low, high) = values
            .filter(|value| value.abs() <= most && (!is_logarithmic || *value > 0.0))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        match scale {
            AxisScale::Logarithmic => Self::logarithmic(low, high, most_ticks),
            AxisScale::Linear if low > 0.0 && low > high * 0.6 => {
                Self::linear(low - (high - low) * PADDING, high, most_ticks)
            }
            AxisScale::Linear | AxisScale::FromZero => Self::linear(low.min(0.0), high.max(0.0), most_ticks),
        }
    }

    pub(crate) fn of_categories(labels: Vec<String>) -> Self {
        let high = labels.len().max(1) as f64 - 0.5;
        let ticks = labels.into_iter().enumerate().map(|(place, label)| (place as f64, label)).collect();
        Self { is_logarithmic: false, low: -0.5, high, ticks }
    }

    /// An axis between these numbers, with room beyond the larger one.
    pub fn linear(low: f64, high: f64, most_ticks: usize) -> Self {
        // Ticks that differ by less have the same label.
        let shortest = low.abs().max(high.abs()) * 1e-6;
        let high = if high - low > shortest { high + (high - low) * PADDING } else { low + low.abs().max(1.0) };
        let raw = (high - low) / most_ticks.max(1) as f64;
        let power = power_of_ten(raw.log10().floor() as i32);
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= raw).unwrap_or(raw);
        let (first, last) = ((low / step).ceil() as i64, (high / step * (1.0 + 1e-12)).floor() as i64);
        let ticks = (first..=last).map(|tick| tick as f64 * step);
        Self { is_logarithmic: false, low, high, ticks: ticks.map(|tick| (tick, tick_label(tick))).collect() }
    }

    fn logarithmic(low: f64, high: f64, most_ticks: usize) -> Self {
        let has_exponents = high.log10() - low.log10() >= LONGER;
        let padding = (high / low).powf(PADDING).clamp(1.05, f64::MAX);
        let (mut low, mut high) = ((low / padding).max(f64::MIN_POSITIVE), (high * padding).min(f64::MAX));
        let length = high.log10() - low.log10();
        let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let round = powers.flat_map(|power| ROUND.map(|times| times * power_of_ten(power)));
        let round: Vec<f64> = round.filter(|tick| tick.is_finite()).collect();
        if round.iter().filter(|tick| (low..=high).contains(*tick)).count() < 2 {
            low = round.iter().copied().rfind(|tick| *tick <= low).unwrap_or(low);
            high = round.iter().copied().find(|tick| *tick >= high).unwrap_or(high);
        }
        let is_shown = |(place, tick): &(usize, f64)| {
            (low..=high).contains(tick) && (length < LONG || place.is_multiple_of(ROUND.len()))
        };
        let shown: Vec<f64> = round.into_iter().enumerate().filter(is_shown).map(|(_, tick)| tick).collect();
        let step = shown.len().div_ceil(most_ticks.max(2));
        let label = |tick: f64| match has_exponents {
            true => "10".chars().chain(tick.log10().round().to_string().chars().filter_map(raised)).collect(),
            false => tick_label(tick),
        };
        let ticks = shown.into_iter().step_by(step.max(1)).map(|tick| (tick, label(tick))).collect();
        Self { is_logarithmic: true, low, high, ticks }
    }

    /// The place of a number between two positions. Those beyond the axis, such as ends of error bars, are moved to its end.
    pub fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let position = |value: f64| if self.is_logarithmic { value.ln() } else { value };
        let (low, high) = (position(self.low), position(self.high));
        let share = (position(value.clamp(self.low, self.high)) - low) / (high - low);
        from + (to - from) * share.clamp(0.0, 1.0)
    }
}

/// Negative powers of ten are exact only as quotients.
fn power_of_ten(power: i32) -> f64 {
    if power < 0 { 1.0 / 10f64.powi(-power) } else { 10f64.powi(power) }
}

fn raised(letter: char) -> Option<char> {
    if letter == '-' { Some('⁻') } else { "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(letter.to_digit(10)? as usize) }
}

fn tick_label(value: f64) -> String {
    let text = digits(value, 6);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: AxisScale, values: &[f64]) -> Vec<String> {
        Axis::new(scale, values.iter().copied(), 9).ticks.into_iter().map(|(_, label)| label).collect()
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
        let log = |values: &[f64]| labels(AxisScale::Logarithmic, values);
        assert_eq!(log(&[0.06, 48_000.0]), ["0.1", "1", "10", "100", "1\u{a0}000", "10\u{a0}000"]);
        assert_eq!(log(&[4.3, 62.0]), ["5", "10", "20", "50"]);
        assert_eq!(log(&[4.3, 4.9]), ["2", "5", "10"]);
        assert_eq!(log(&[0.5]), ["0.2", "0.5", "1"]);
        assert_eq!(log(&[f64::NAN, 0.0, -3.0]), ["0.5", "1", "2"]);
        assert_eq!(log(&[1296.0, 2e28])[..2], ["10³", "10⁶"]);
    }

    #[test]
    fn any_values_have_an_axis() {
        for scale in [AxisScale::FromZero, AxisScale::Linear, AxisScale::Logarithmic] {
            for values in [&[1e300, -1e300][..], &[1e-300], &[f64::MAX, f64::MIN], &[1e9, 1e9 + 1e-9], &[f64::INFINITY]]
            {
                let axis = Axis::new(scale, values.iter().copied(), 9);
                assert!(axis.ticks.len() < 100, "{scale:?} {values:?}");
                for value in values {
                    assert!((0.0..=500.0).contains(&axis.place(*value, 0.0, 500.0)), "{scale:?} {values:?} {axis:?}");
                }
            }
        }
    }
}
