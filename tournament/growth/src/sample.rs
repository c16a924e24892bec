//! Measured points, and which of them a law can be fitted to.

use crate::law::Law;
use scsa::Size;

/// A quantity measured at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The size of the game.
    pub size: Size,
    /// The value y, in the caller's unit.
    pub value: f64,
    /// The standard error of the value in the same unit, if it is known.
    pub standard_error: Option<f64>,
}

/// How much the points count in a fit.
///
/// A point deviates from a law for two reasons: its sampling error, and the error of the law. The second one is
/// larger: over 100 rounds the mean numbers of guesses of `rao` against insert-colors have standard errors of 1.2 to 1.6 %,
/// while the law that fits them best is wrong by 7 %. Weights from standard errors alone would let the most exactly measured
/// sizes determine the fit, although the law is not more right there. So equal weights are the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Weighting {
    /// All points count the same.
    #[default]
    Equal,
    /// A point has the weight 1 / ((se/y)² + τ²): the reciprocal variance of ln y, of which se/y is the part of the sampling
    /// error. Points without a standard error are left out. The residual variance is estimated all the same, so that only
    /// ratios of weights matter. Sensible where some sizes are measured much worse than the law fits.
    StandardErrors {
        /// τ, the standard deviation of ln y around the law that sampling does not explain: 0.05 stands for about 5 %. It must be
        /// positive. It bounds the weights.
        unexplained: f64,
    },
}

/// How many points were left out of a fit, by the first reason that applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    /// The law, or one of the laws compared, is undefined at the size.
    pub undefined: usize,
    /// The value is not positive or not finite: it has no logarithm.
    pub not_positive: usize,
    /// The standard error is needed, but missing, negative or not finite.
    pub no_standard_error: usize,
}

impl Excluded {
    /// All points that were left out.
    #[must_use]
    pub const fn total(self) -> usize {
        self.undefined + self.not_positive + self.no_standard_error
    }
}

/// A point that takes part in a fit.
#[derive(Clone, Copy, Debug)]
pub struct FitPoint {
    pub size: Size,
    pub ln_y: f64,
    pub weight: f64,
}

/// The points that some laws can all be fitted to, in an order that does not depend on that of the points.
#[derive(Clone, Debug)]
pub struct FitPoints {
    /// The weights have the mean 1.
    pub observations: Vec<FitPoint>,
    pub excluded: Excluded,
}

impl FitPoints {
    /// `None` when τ of the weights is not a positive number.
    pub fn of(laws: &[Law], points: &[Point], weighting: Weighting) -> Option<FitPoints> {
        let mut sample = FitPoints { observations: Vec::new(), excluded: Excluded::default() };
        for point in points {
            let weight = weighting.weight(point)?;
            if laws.iter().any(|law| law.regressors(point.size).is_none()) {
                sample.excluded.undefined += 1;
            } else if !(point.value > 0.0 && point.value.is_finite()) {
                sample.excluded.not_positive += 1;
            } else if !(weight > 0.0 && weight.is_finite()) {
                sample.excluded.no_standard_error += 1;
            } else {
                sample.observations.push(FitPoint { size: point.size, ln_y: point.value.ln(), weight });
            }
        }
        let observations = &mut sample.observations;
        observations.sort_by(|left, right| {
            let values = || left.ln_y.total_cmp(&right.ln_y).then(left.weight.total_cmp(&right.weight));
            left.size.cmp(&right.size).then_with(values)
        });
        let mean = observations.iter().map(|point| point.weight).sum::<f64>() / observations.len() as f64;
        observations.iter_mut().for_each(|point| point.weight /= mean);
        Some(sample)
    }
}

impl Weighting {
    /// The weight of a point; not a number if the point has none. `None` when τ is not a positive number.
    fn weight(self, point: &Point) -> Option<f64> {
        let Weighting::StandardErrors { unexplained } = self else {
            return Some(1.0);
        };
        let error = point.standard_error.filter(|error| *error >= 0.0).map(|error| error / point.value);
        (unexplained > 0.0 && unexplained.is_finite())
            .then(|| 1.0 / (error.unwrap_or(f64::NAN).powi(2) + unexplained * unexplained))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(size: &str, value: f64, standard_error: Option<f64>) -> Point {
        Point { size: size.parse().unwrap(), value, standard_error }
    }

    #[test]
    fn points_that_cannot_be_fitted_are_counted() {
        let points = [
            point("1x6", -1.0, None),
            point("4x6", 0.0, None),
            point("4x6", f64::NAN, Some(1.0)),
            point("4x6", f64::INFINITY, Some(1.0)),
            point("4x6", 2.0, None),
            point("4x6", 2.0, Some(-1.0)),
            point("4x6", 2.0, Some(f64::INFINITY)),
            point("4x6", 2.0, Some(0.1)),
        ];
        let weighting = Weighting::StandardErrors { unexplained: 0.05 };
        let sample = FitPoints::of(&Law::ALL, &points, weighting).unwrap();
        assert_eq!(sample.excluded, Excluded { undefined: 1, not_positive: 3, no_standard_error: 3 });
        assert_eq!((sample.excluded.total(), sample.observations.len()), (7, 1));
        let sample = FitPoints::of(&[Law::Pegs], &points, Weighting::Equal).unwrap();
        assert_eq!(sample.excluded, Excluded { undefined: 0, not_positive: 4, no_standard_error: 0 });
    }

    #[test]
    fn weights_are_reciprocal_variances_with_the_mean_one() {
        // Relative errors of 0, 0 and 0.1, and unexplained 0.1: variances of 1 : 1 : 2.
        let points = [point("4x6", 2.0, Some(0.0)), point("6x6", 3.0, Some(0.0)), point("8x6", 5.0, Some(0.5))];
        let sample = FitPoints::of(&[Law::Pegs], &points, Weighting::StandardErrors { unexplained: 0.1 }).unwrap();
        let weights: Vec<f64> = sample.observations.iter().map(|point| point.weight).collect();
        assert!(
            weights.iter().zip([1.2, 1.2, 0.6]).all(|(found, wanted)| (found - wanted).abs() < 1e-12),
            "{weights:?}"
        );
        for unexplained in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(FitPoints::of(&[Law::Pegs], &points, Weighting::StandardErrors { unexplained }).is_none());
        }
    }
}
