//! Confidence intervals and tests by Student's t distribution.
//!
//! ```
//! use tournament::compare::{Interval, critical_value, p_value};
//! // A mean of 12 with the standard error 2 and 9 degrees of freedom.
//! let half = 2.0 * critical_value(0.95, 9.0).unwrap();
//! let interval = Interval::around(12.0, half);
//! assert!((interval.low - 7.476).abs() < 1e-3 && interval.contains(16.5));
//! assert!((p_value(12.0 / 2.0, 9.0).unwrap() - 0.0002).abs() < 1e-5);
//! ```

use statrs::distribution::{Binomial, Continuous, ContinuousCDF, DiscreteCDF, Normal, StudentsT};

/// The probability with which the intervals of this program contain the true value, unless another one is given: 95 %.
pub const CONFIDENCE: f64 = 0.95;

/// Whether a p value rejects its hypothesis at the level that belongs to [`CONFIDENCE`]: up to 0.05.
///
/// ```
/// assert!(tournament::compare::is_significant(0.0499) && !tournament::compare::is_significant(0.051));
/// ```
#[must_use]
pub fn is_significant(p_value: f64) -> bool {
    p_value <= 1.0 - CONFIDENCE
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// The interval with this center and half width.
    #[must_use]
    pub fn around(center: f64, half_width: f64) -> Interval {
        Interval { low: center - half_width, high: center + half_width }
    }

    /// Whether a number lies in it, the bounds included.
    #[must_use]
    pub fn contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Half of its width.
    ///
    /// ```
    /// assert_eq!(tournament::compare::Interval::around(12.0, 0.5).half_width(), 0.5);
    /// ```
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// With this number of degrees of freedom or more, the normal distribution approximates the t distribution. The relative change of
/// the p value of |t| = 4 is below 1e-4.
const NORMAL: f64 = 1e6;

/// The two-sided p value of a t statistic. None where it or the degrees of freedom are not numbers.
#[must_use]
pub fn p_value(t: f64, degrees_of_freedom: f64) -> Option<f64> {
    let below = Some(-t.abs()).filter(|t| !t.is_nan())?;
    let tail = if degrees_of_freedom < NORMAL {
        StudentsT::new(0.0, 1.0, degrees_of_freedom).ok()?.cdf(below)
    } else {
        Normal::standard().cdf(below)
    };
    Some((2.0 * tail).min(1.0))
}

/// The critical value of the t distribution: half the width of the interval of that level, in standard errors. It is 1.96 for the
/// level 0.95 and many degrees of freedom, right to ten digits. None if the level is not between 0 and 1, or without degrees of
/// freedom.
#[must_use]
pub fn critical_value(level: f64, degrees_of_freedom: f64) -> Option<f64> {
    let probability = 0.5 + level / 2.0;
    if !(level > 0.0 && probability < 1.0) {
        return None;
    }
    if degrees_of_freedom >= NORMAL {
        return Some(Normal::standard().inverse_cdf(probability));
    }
    let distribution = StudentsT::new(0.0, 1.0, degrees_of_freedom).ok()?;
    let t = distribution.inverse_cdf(probability);
    // The inversion is right to six digits; a Newton step makes it right to ten.
    let t = t - (distribution.cdf(t) - probability) / distribution.pdf(t);
    t.is_finite().then_some(t)
}

/// The two-sided p value of the sign test, from the numbers of observations above and below 0. It is 1 without observations.
#[must_use]
pub fn sign_test(above: u64, below: u64) -> Option<f64> {
    let distribution = Binomial::new(0.5, above + below).ok()?;
    Some((2.0 * distribution.cdf(above.min(below))).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        // R: qt(0.975, c(1, 2, 3, 999)), qt(0.995, 9), qnorm(0.975).
        for (level, freedom, t) in [
            (0.95, 1.0, 12.706_204_736),
            (0.95, 2.0, 4.302_652_730),
            (0.95, 3.0, 3.182_446_305),
            (0.95, 999.0, 1.962_341_461),
            (0.99, 9.0, 3.249_835_542),
            (0.95, 1e9, 1.959_963_985),
        ] {
            let found = critical_value(level, freedom).unwrap();
            assert!((found - t).abs() < 1e-8 * t, "{level} {freedom}: {found}");
        }
        assert_eq!(critical_value(0.95, 0.0), None);
        for level in [0.0, 1.0, -1.0, 2.0, f64::NAN] {
            assert_eq!(critical_value(level, 5.0), None, "{level}");
        }
    }

    #[test]
    fn p_values_are_those_of_tables() {
        // R: 2 * pt(-4.0621277, 9), 2 * pnorm(-1.959964); half the probability of t with 1 degree of freedom is beyond 1.
        for (t, freedom, p) in [(4.062_127_7, 9.0, 0.002_832_890), (-1.0, 1.0, 0.5), (1.959_964, 1e7, 0.05)] {
            let found = p_value(t, freedom).unwrap();
            assert!((found - p).abs() < 1e-8, "{t} {freedom}: {found}");
        }
        // The change to the normal distribution.
        let [t, normal] = [NORMAL * 0.999, NORMAL].map(|freedom| p_value(4.0, freedom).unwrap());
        assert!((t / normal - 1.0).abs() < 1e-4, "{t} {normal}");
        assert_eq!(p_value(0.0, 5.0), Some(1.0));
        assert!(p_value(1e300, 5.0).unwrap() < 1e-100);
        assert_eq!(p_value(f64::NAN, 5.0), None);
    }

    #[test]
    fn equal_signs_are_improbable() {
        assert_eq!(sign_test(0, 0), Some(1.0));
        assert!((sign_test(0, 5).unwrap() - 0.0625).abs() < 1e-12);
        assert!((sign_test(8, 2).unwrap() - 2.0 * 56.0 / 1024.0).abs() < 1e-12);
        assert_eq!(sign_test(3, 3), Some(1.0));
        assert!(sign_test(65_000, 0).unwrap() < 1e-300);
    }
}
