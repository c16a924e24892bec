//! Whether the sizes tell pegs and colors apart.

use scsa::Size;
use std::fmt;

/// From this condition number on, pegs and colors are nearly collinear. It is that of a correlation of 0.949, where the
/// variance of an exponent is 10 times what it would be with uncorrelated pegs and colors.
const NEARLY_COLLINEAR: f64 = 6.16;

/// How much ln N and ln M grow together over some sizes.
///
/// ```
/// use growth::Collinearity;
/// let sizes = ["4x6", "6x10", "8x10", "15x20", "20x26"].map(|size| size.parse().unwrap());
/// let collinearity = Collinearity::of(&sizes).unwrap();
/// assert_eq!(format!("{:.3} {:.1}", collinearity.correlation, collinearity.condition_number), "0.988 12.8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collinearity {
    /// The correlation r of ln N and ln M, −1 to 1.
    pub correlation: f64,
    /// The condition number √((1 + |r|) / (1 − |r|)) of the centered and scaled columns ln N and ln M: 1 if they are
    /// uncorrelated, infinite if one determines the other.
    pub condition_number: f64,
}

impl Collinearity {
    /// That of these sizes. `None` when all have the same number of pegs, or of colors.
    #[must_use]
    pub fn of(sizes: &[Size]) -> Option<Collinearity> {
        let centered = |logarithm: fn(&Size) -> f64| {
            let values: Vec<f64> = sizes.iter().map(logarithm).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.into_iter().map(|value| value - mean).collect::<Vec<f64>>()
        };
        let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        if !varies(sizes, Size::pegs) || !varies(sizes, Size::colors) {
            return None;
        }
        let (n, m) = (centered(|size| (size.pegs() as f64).ln()), centered(|size| (size.colors() as f64).ln()));
        let correlation = product(&n, &m) / (product(&n, &n) * product(&m, &m)).sqrt();
        let correlation = correlation.clamp(-1.0, 1.0);
        let condition_number = ((1.0 + correlation.abs()) / (1.0 - correlation.abs())).sqrt();
        Some(Collinearity { correlation, condition_number })
    }
}

fn varies(sizes: &[Size], number: fn(Size) -> usize) -> bool {
    sizes.windows(2).any(|pair| number(pair[0]) != number(pair[1]))
}

/// Why laws of pegs and laws of colors cannot be told apart by some sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Caution {
    /// All sizes have the same number of pegs.
    OneNumberOfPegs,
    /// All sizes have the same number of colors.
    OneNumberOfColors,
    /// Pegs and colors are nearly collinear: the condition number is 6.16 or more, which is a variance inflation factor of 10
    /// (Marquardt 1970, "Generalized inverses, ridge regression, biased linear estimation, and nonlinear estimation",
    /// Technometrics 12).
    NearlyCollinear(Collinearity),
}

impl Caution {
    /// The caution that these sizes need, if any.
    #[must_use]
    pub fn of(sizes: &[Size]) -> Option<Caution> {
        if sizes.is_empty() {
            None
        } else if !varies(sizes, Size::pegs) {
            Some(Caution::OneNumberOfPegs)
        } else if !varies(sizes, Size::colors) {
            Some(Caution::OneNumberOfColors)
        } else {
            let collinearity = Collinearity::of(sizes)?;
            (collinearity.condition_number >= NEARLY_COLLINEAR).then_some(Caution::NearlyCollinear(collinearity))
        }
    }
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Caution::OneNumberOfPegs => {
                write!(f, "all sizes have the same number of pegs: growth with the pegs is unknown")
            }
            Caution::OneNumberOfColors => {
                write!(f, "all sizes have the same number of colors: growth with the colors is unknown")
            }
            Caution::NearlyCollinear(Collinearity { correlation, condition_number }) => write!(
                f,
                "pegs and colors grow together over these sizes (correlation {correlation:.3}, condition number \
                 {condition_number:.1}): laws of N, M and N·M can hardly be told apart"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(texts: &[&str]) -> Vec<Size> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_grid_needs_no_caution() {
        let grid = sizes(&["4x6", "4x12", "8x6", "8x12"]);
        assert!(Collinearity::of(&grid).unwrap().condition_number < 1.000_001);
        assert_eq!(Caution::of(&grid), None);
        assert_eq!(Caution::of(&[]), None);
    }

    #[test]
    fn what_cannot_be_told_apart_needs_caution() {
        assert_eq!(Caution::of(&sizes(&["4x6", "4x8", "4x9"])), Some(Caution::OneNumberOfPegs));
        assert_eq!(Caution::of(&sizes(&["4x6", "5x6", "9x6"])), Some(Caution::OneNumberOfColors));
        let report = Caution::of(&sizes(&["4x6", "6x10", "8x10", "15x20", "20x26"])).unwrap();
        assert!(report.to_string().contains("correlation 0.988, condition number 12.8"), "{report}");
        let Some(Caution::NearlyCollinear(exact)) = Caution::of(&sizes(&["4x4", "5x5", "9x9"])) else { panic!() };
        assert!(exact.condition_number > 1e6);
    }
}
