//! The vertical axis: where a value lies, and which values are labelled.

/// How an axis spreads its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Evenly, with zero on the axis.
    FromZero,
    /// Evenly, with zero on the axis unless the values lie far from it.
    Even,
    /// By their logarithm.
    Logarithmic,
}

/// A value with a grid line and, unless it is a lesser one, a label.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) label: Option<String>,
}

/// An axis that holds all values of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    logarithmic: bool,
    low: f64,
    high: f64,
    ticks: Vec<Tick>,
}

/// Larger numbers do not come from a tournament, and are not drawn.
pub(crate) const LARGEST: f64 = 1e15;
/// At most about so many steps between labelled ticks.
const STEPS: f64 = 8.0;
/// The multiples of a power of ten that end a logarithmic axis, and are labelled when it is short.
const ROUND: [f64; 3] = [1.0, 2.0, 5.0];
/// From so many powers of ten on only they are labelled.
const LONG: f64 = 2.5;

impl Scale {
    /// The axis for these values; those that are no numbers or too large, or that have no logarithm when one is needed,
    /// do not count.
    pub(crate) fn new(spread: Spread, values: impl Iterator<Item = f64>) -> Self {
        let logarithmic = spread == Spread::Logarithmic;
        let (low, high) = values
            .filter(|value| value.abs() <= LARGEST && (!logarithmic || *value > 0.0))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        match spread {
            Spread::Logarithmic => Self::logarithmic(low, high),
            Spread::Even if low > 0.0 && low > high * 0.6 => Self::even(low, high),
            Spread::Even | Spread::FromZero => Self::even(low.min(0.0), high.max(0.0)),
        }
    }

    /// The share of the axis below a value.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let place = if self.logarithmic {
            (value.max(self.low) / self.low).log10() / (self.high / self.low).log10()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        place.clamp(0.0, 1.0)
    }

    pub(crate) fn ticks(&self) -> &[Tick] {
        &self.ticks
    }

    fn even(low: f64, high: f64) -> Self {
        let high = if high > low { high.max(low + low.abs() * 1e-6) } else { low + low.abs().max(1.0) };
        let step = round_step((high - low) / STEPS);
        let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
        let decimals = if step < 1.0 { (-step.log10() - 1e-9).ceil() as usize } else { 0 };
        let ticks = (0..=(last - first) as usize)
            .map(|tick| (first + tick as f64) * step)
            .map(|value| Tick { value, label: Some(grouped(value, decimals)) })
            .collect();
        Self { logarithmic: false, low: first * step, high: last * step, ticks }
    }

    fn logarithmic(low: f64, high: f64) -> Self {
        let below = |value: f64| rounds().rev().find(|round| *round <= value * (1.0 + 1e-9)).unwrap_or(value);
        let above = |value: f64| rounds().find(|round| *round >= value * (1.0 - 1e-9)).unwrap_or(value);
        let (mut low, mut high) = (below(low), above(high));
        if high <= low * (1.0 + 1e-9) {
            (low, high) = (below(low * 0.9), above(high * 1.1));
        }
        let long = (high / low).log10() >= LONG;
        let holds = |value: f64| value >= low * (1.0 - 1e-9) && value <= high * (1.0 + 1e-9);
        let ticks = powers()
            .flat_map(|power| (1..10).map(move |times| (power, f64::from(times))))
            .map(|(power, times)| (times * ten_to(power), power, times))
            .filter(|(value, ..)| holds(*value))
            .map(|(value, power, times)| {
                let labelled = if long { times == 1.0 } else { ROUND.contains(&times) };
                let decimals = usize::try_from(-power).unwrap_or(0);
                Tick { value, label: labelled.then(|| grouped(value, decimals)) }
            })
            .collect();
        Self { logarithmic: true, low, high, ticks }
    }
}

/// The powers of ten that a logarithmic axis can show.
fn powers() -> impl DoubleEndedIterator<Item = i32> {
    -9..=15
}

fn rounds() -> impl DoubleEndedIterator<Item = f64> {
    powers().flat_map(|power| ROUND.map(|times| times * ten_to(power)))
}

/// Exact where the value is a whole number.
fn ten_to(power: i32) -> f64 {
    if power < 0 { 1.0 / 10f64.powi(-power) } else { 10f64.powi(power) }
}

/// The next of 1, 2, 5, 10, 20, 50, … and their tenths, hundredths, ….
fn round_step(step: f64) -> f64 {
    let power = ten_to(step.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * power)
        .find(|round| *round >= step * (1.0 - 1e-9))
        .unwrap_or(step)
}

/// A number with its thousands set apart by a no-break space and a true minus sign.
pub(crate) fn grouped(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut text = String::new();
    if value < 0.0 && digits.chars().any(|digit| digit.is_ascii_digit() && digit != '0') {
        text.push('−');
    }
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

    fn labels(spread: Spread, values: &[f64]) -> Vec<String> {
        let scale = Scale::new(spread, values.iter().copied());
        scale.ticks().iter().filter_map(|tick| tick.label.clone()).collect()
    }

    #[test]
    fn even_axes_have_round_ticks() {
        assert_eq!(labels(Spread::FromZero, &[12.0, 238.0]), ["0", "50", "100", "150", "200", "250"]);
        assert_eq!(labels(Spread::FromZero, &[-180.0, 95.0]), ["−200", "−150", "−100", "−50", "0", "50", "100"]);
        assert_eq!(
            labels(Spread::Even, &[4.31, 4.62]),
            ["4.30", "4.35", "4.40", "4.45", "4.50", "4.55", "4.60", "4.65"]
        );
        assert_eq!(labels(Spread::FromZero, &[0.0]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(Spread::FromZero, &[]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    }

    #[test]
    fn logarithmic_axes_label_powers_of_ten_or_ones_twos_and_fives() {
        assert_eq!(
            labels(Spread::Logarithmic, &[0.06, 48_000.0]),
            ["0.1", "1", "10", "100", "1\u{a0}000", "10\u{a0}000"]
        );
        assert_eq!(labels(Spread::Logarithmic, &[4.3, 62.0]), ["2", "5", "10", "20", "50", "100"]);
        assert_eq!(labels(Spread::Logarithmic, &[0.5]), ["0.2", "0.5", "1"]);
        assert_eq!(labels(Spread::Logarithmic, &[f64::NAN, 0.0, -3.0]), ["0.5", "1", "2"]);
    }

    #[test]
    fn any_values_have_an_axis() {
        for spread in [Spread::FromZero, Spread::Even, Spread::Logarithmic] {
            for values in [&[1e300, -1e300][..], &[1e-300], &[f64::MAX, f64::MIN], &[1e9, 1e9 + 1e-9], &[f64::INFINITY]]
            {
                let scale = Scale::new(spread, values.iter().copied());
                assert!(scale.ticks().len() < 300, "{spread:?} {values:?}");
                for value in values {
                    assert!((0.0..=1.0).contains(&scale.place(*value)), "{spread:?} {values:?} {scale:?}");
                }
            }
        }
    }
}
