//! Figures as short texts.

use candidates::Figure;

/// A larger exact number is rounded to three digits.
const MOST_DIGITS: f64 = 1e7;
/// What stands for a figure that is not known.
pub const UNKNOWN: &str = "?";

/// A number of codes: `1296`, `1.00e8`, or an estimate such as `≈3.1e12 ±8%`.
pub fn count(figure: Option<Figure>) -> String {
    match figure {
        None => UNKNOWN.to_owned(),
        Some(figure) if figure.is_exact() => exact_count(figure.value),
        Some(figure) => {
            let (value, error) = (figure.value, (100.0 * figure.relative_error()).ceil());
            let value = if value < 1e4 { format!("{value:.0}") } else { format!("{value:.1e}") };
            if error == 0.0 { format!("≈{value}") } else { format!("≈{value} ±{error:.0}%") }
        }
    }
}

/// An exact number of codes.
pub fn exact_count(value: f64) -> String {
    if value < MOST_DIGITS { format!("{value:.0}") } else { format!("{value:.2e}") }
}

/// Bits, with as many decimals as the error allows.
pub fn bits(figure: Option<Figure>) -> String {
    match figure.map(|figure| (figure.value, figure.standard_error)) {
        None => UNKNOWN.to_owned(),
        Some((value, None)) => format!("{value:.2}"),
        Some((value, Some(error))) if error < 0.05 => format!("≈{value:.2}"),
        Some((value, Some(_))) => format!("≈{value:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short_and_say_whether_they_are_exact() {
        let exact = [0.0, 1296.0, 9_999_999.0, 1e8, 26f64.powi(20)].map(|value| count(Some(Figure::exact(value))));
        assert_eq!(exact, ["0", "1296", "9999999", "1.00e8", "1.99e28"]);
        let estimates = [(17.0, 0.0), (1234.0, 20.0), (3.14e12, 2e11)];
        let estimates = estimates.map(|(value, error)| count(Some(Figure::estimate(value, error))));
        assert_eq!(estimates, ["≈17", "≈1234 ±2%", "≈3.1e12 ±7%"]);
        let all = [Figure::exact(2.0), Figure::estimate(2.345, 0.01), Figure::estimate(2.345, 0.3)];
        assert_eq!(all.map(|figure| bits(Some(figure))), ["2.00", "≈2.35", "≈2.3"]);
        assert_eq!([count(None), bits(None)], ["?", "?"]);
    }
}
