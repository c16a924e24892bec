//! Figures as short texts.

use posterior::Count;

/// A larger exact number is rounded to three digits.
const MOST_DIGITS: f64 = 1e7;
/// What stands for a figure that is not known.
pub const UNKNOWN: &str = "?";
/// What stands for a number of codes of which only a lower bound is known.
pub const MANY: &str = ">4 million";

/// A number of codes: `1296`, `1.00e8`, `>4 million` or `?`.
pub fn count(number: Count) -> String {
    match number {
        Count::Exact(number) => exact_count(number),
        Count::Many => MANY.to_owned(),
        Count::Unknown => UNKNOWN.to_owned(),
    }
}

/// An exact number of codes.
pub fn exact_count(value: f64) -> String {
    if value < MOST_DIGITS { format!("{value:.0}") } else { format!("{value:.2e}") }
}

/// Bits, with two decimals.
pub fn bits(value: Option<f64>) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), |value| format!("{value:.2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_codes_are_short() {
        let exact = [0.0, 1296.0, 9_999_999.0, 1e8, 26f64.powi(20)].map(|value| count(Count::Exact(value)));
        assert_eq!(exact, ["0", "1296", "9999999", "1.00e8", "1.99e28"]);
    }
}
