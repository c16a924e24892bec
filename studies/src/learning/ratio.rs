//! A ratio of two means over the same rounds.

use tournament::compare::{CONFIDENCE, Interval, critical_value};

/// The ratio of the means of two quantities that were observed together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioEstimate {
    /// The mean of the first quantity divided by that of the second.
    pub ratio: f64,
    /// Its standard error; none with fewer than two observations.
    pub se: Option<f64>,
    count: usize,
}

impl RatioEstimate {
    /// The ratio of these pairs, with a standard error by the delta method (Cochran, *Sampling Techniques*, 3rd edition 1977, section
    /// 2.11, without the correction for a finite population). None of no pairs, and where the second quantity is 0.
    pub fn of(pairs: &[(f64, f64)]) -> Option<RatioEstimate> {
        let (n, below) = (pairs.len() as f64, pairs.iter().map(|pair| pair.1).sum::<f64>());
        if below == 0.0 {
            return None;
        }
        let ratio = pairs.iter().map(|pair| pair.0).sum::<f64>() / below;
        let squares: f64 = pairs.iter().map(|(y, x)| (y - ratio * x).powi(2)).sum();
        let se = (pairs.len() > 1).then(|| (n / (n - 1.0) * squares).sqrt() / below);
        Some(RatioEstimate { ratio, se, count: pairs.len() })
    }

    /// The 95 % confidence interval, by Student's t distribution with one degree of freedom less than there are pairs. None with
    /// fewer than two.
    pub fn interval(&self) -> Option<Interval> {
        let half_width = critical_value(CONFIDENCE, self.count.checked_sub(1)? as f64)? * self.se?;
        Some(Interval::around(self.ratio, half_width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::MeanEstimate;

    #[test]
    fn a_ratio_to_a_constant_is_a_mean() {
        let ratio = RatioEstimate::of(&[(4.0, 2.0), (5.0, 2.0), (9.0, 2.0)]).unwrap();
        let mean = MeanEstimate::of(&[2.0, 2.5, 4.5]).unwrap();
        assert!((ratio.ratio - mean.mean).abs() < 1e-12 && (ratio.se.unwrap() - mean.se.unwrap()).abs() < 1e-12);
        let (one, other) = (ratio.interval().unwrap(), mean.interval().unwrap());
        assert!((one.low - other.low).abs() < 1e-12 && (one.high - other.high).abs() < 1e-12);
    }

    #[test]
    fn the_error_of_proportional_quantities_is_zero() {
        assert_eq!(RatioEstimate::of(&[(3.0, 2.0), (6.0, 4.0)]).unwrap().se, Some(0.0));
        assert_eq!(RatioEstimate::of(&[(3.0, 2.0)]).unwrap().interval(), None);
        assert_eq!(RatioEstimate::of(&[]), None);
    }

    /// By hand: the ratio is 12/6, the residuals are 1, −2 and 1, and so the error is √(3/2 · 6)/6.
    #[test]
    fn the_error_is_that_of_the_residuals() {
        let ratio = RatioEstimate::of(&[(3.0, 1.0), (2.0, 2.0), (7.0, 3.0)]).unwrap();
        assert_eq!(ratio.ratio, 2.0);
        assert!((ratio.se.unwrap() - 0.5).abs() < 1e-12);
    }
}
