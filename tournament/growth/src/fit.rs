//! One law fitted to points.

use crate::{
    law::Law,
    least_squares::{LeastSquaresSolution, solve},
    sample::{Excluded, FitPoint, FitPoints, Point, Weighting},
};
use intervals::{CONFIDENCE, Interval, critical_value};
use scsa::Size;
use std::fmt;

/// Residuals of ln y below this are rounding. A law that fits better than that is taken to fit as well as that.
const ROUNDING: f64 = 1e-11;

/// Regressors closer than this, relative to the larger one, are the same.
const SAME: f64 = 1e-9;

/// A leverage closer to 1 than this means that a parameter follows from one point alone.
const FULL_LEVERAGE: f64 = 1e-9;

/// An estimated parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedParameter {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Its 95 % interval, by Student's t distribution.
    pub interval: Interval,
    /// The largest less the smallest regressor of the points; 0 of ln a.
    pub range: f64,
}

impl FittedParameter {
    /// The factor within which the interval tells how much y grows from the smallest regressor to the largest, 1 or more: e to
    /// the half width of the interval times the range. Infinite when it exceeds all numbers.
    #[must_use]
    pub fn growth_uncertainty(&self) -> f64 {
        (self.interval.half_width() * self.range).exp()
    }
}

/// A law fitted by least squares in ln y.
///
/// The model is ln y = ln a + b·x + c·z + ε with independent normal errors ε of the same variance, or of variances in inverse
/// proportion to the weights. So a law gives the median of y rather than its mean, and errors are factors.
///
/// ```
/// use growth::{Fit, Law, Point, Weighting};
/// // Mean numbers of guesses of `rao` against insert-colors.
/// let measured = [("4x6", 5.98), ("6x10", 10.46), ("8x10", 13.83), ("15x20", 36.37), ("20x26", 60.06)];
/// let points = measured.map(|(size, value)| Point { size: size.parse().unwrap(), value, standard_error: None });
/// let fit = Fit::new(Law::Pegs, &points, Weighting::Equal)?;
/// assert_eq!(format!("{:.2}·N^{:.2}", fit.a(), fit.b.estimate), "0.80·N^1.42");
/// assert_eq!(format!("{:.2} to {:.2}", fit.b.interval.low, fit.b.interval.high), "1.23 to 1.61");
/// # Ok::<(), growth::FitError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The law.
    pub law: Law,
    /// The number of points fitted.
    pub points: usize,
    /// The points left out.
    pub excluded: Excluded,
    /// The logarithm of the factor a. Its standard error is the relative one of a.
    pub ln_a: FittedParameter,
    /// The exponent b.
    pub b: FittedParameter,
    /// The exponent c of [`Law::PegsAndColors`].
    pub c: Option<FittedParameter>,
    /// The correlation of the estimates of b and c.
    pub correlation: Option<f64>,
    /// The sum of the weighted squares of the residuals of ln y, the mean weight being 1.
    pub residual_squares: f64,
    /// The residual standard deviation of ln y at a point of mean weight. At least 10⁻¹¹, which stands for rounding.
    pub residual_sd: f64,
    /// The part of the variance of ln y that the law explains, 0 to 1. `None` when all values are the same.
    pub r_squared: Option<f64>,
    /// The root mean square of the errors with which ln y of each point is predicted from all other points. `None` when the law
    /// cannot be fitted to the others.
    pub leave_one_out: Option<f64>,
}

impl Fit {
    /// Fits a law. O(n log n) for n points.
    ///
    /// # Errors
    /// [`FitError`] when the points do not determine the parameters with two degrees of freedom left.
    pub fn new(law: Law, points: &[Point], weighting: Weighting) -> Result<Fit, FitError> {
        let sample = FitPoints::of(&[law], points, weighting).ok_or(FitError::InvalidWeighting)?;
        Fit::of_sample(law, &sample)
    }

    pub(crate) fn of_sample(law: Law, sample: &FitPoints) -> Result<Fit, FitError> {
        let (sizes, needed) = (sample.observations.len(), law.exponents() + 3);
        if sizes < needed {
            return Err(FitError::TooFewSizes { sizes, needed });
        }
        if law.exponents() == 2 {
            return Fit::with_rows(law, sample, |[x, z]| [1.0, x, z]);
        }
        let values =
            distinct(sample.observations.iter().filter_map(|point| law.regressors(point.size)).map(|[x, _]| x));
        if values < 3 {
            return Err(FitError::TooFewValues { law, values });
        }
        Fit::with_rows(law, sample, |[x, _]| [1.0, x])
    }

    fn with_rows<const P: usize>(law: Law, sample: &FitPoints, row: fn([f64; 2]) -> [f64; P]) -> Result<Fit, FitError> {
        let points = &sample.observations;
        let rows: Vec<[f64; P]> = points.iter().filter_map(|point| law.regressors(point.size)).map(row).collect();
        let response: Vec<f64> = points.iter().map(|point| point.ln_y).collect();
        let weights: Vec<f64> = points.iter().map(|point| point.weight).collect();
        let solution = solve(&rows, &response, &weights).ok_or(FitError::Undetermined { law })?;
        let freedom = points.len() - P;
        let critical = critical_value(CONFIDENCE, freedom as f64).ok_or(FitError::Undetermined { law })?;
        let floor = points.len() as f64 * ROUNDING * ROUNDING;
        let residual_squares = solution.residual_squares.max(floor);
        let residual_sd = (residual_squares / freedom as f64).sqrt();
        let parameter = |index: usize| {
            let estimate = solution.parameters[index];
            let standard_error = residual_sd * solution.covariance[index][index].sqrt();
            let (low, high) = rows.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), row| {
                (row[index].min(low), row[index].max(high))
            });
            let interval = Interval::around(estimate, critical * standard_error);
            FittedParameter { estimate, standard_error, interval, range: high - low }
        };
        let covariance = &solution.covariance;
        Ok(Fit {
            law,
            points: points.len(),
            excluded: sample.excluded,
            ln_a: parameter(0),
            b: parameter(1),
            c: (P > 2).then(|| parameter(2)),
            correlation: (P > 2).then(|| covariance[1][2] / (covariance[1][1] * covariance[2][2]).sqrt()),
            residual_squares,
            residual_sd,
            r_squared: r_squared(points, residual_squares, floor),
            leave_one_out: leave_one_out(points, &solution),
        })
    }

    /// The factor a, in the unit of y. 0 or infinite when it is out of the range of numbers.
    #[must_use]
    pub fn a(&self) -> f64 {
        self.ln_a.estimate.exp()
    }

    /// The 95 % interval of the factor a, in the unit of y.
    #[must_use]
    pub fn a_interval(&self) -> Interval {
        Interval { low: self.ln_a.interval.low.exp(), high: self.ln_a.interval.high.exp() }
    }

    /// The typical error of the law in percent: 100·(eˢ − 1) of the residual standard deviation s.
    #[must_use]
    pub fn typical_error_percent(&self) -> f64 {
        100.0 * self.residual_sd.exp_m1()
    }

    /// The typical error in percent with which a size is predicted that the law was not fitted to.
    #[must_use]
    pub fn leave_one_out_percent(&self) -> Option<f64> {
        self.leave_one_out.map(|error| 100.0 * error.exp_m1())
    }

    /// The value of the law at a size, in the unit of y. `None` where the law is undefined. 0 or infinite when it is out of the
    /// range of numbers.
    #[must_use]
    pub fn value_at(&self, size: Size) -> Option<f64> {
        let [x, z] = self.law.regressors(size)?;
        Some((self.ln_a.estimate + self.b.estimate * x + self.c.map_or(0.0, |c| c.estimate) * z).exp())
    }
}

/// How many different numbers there are.
fn distinct(numbers: impl Iterator<Item = f64>) -> usize {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup_by(|right, left| (*right - *left).abs() <= SAME * right.abs());
    numbers.len()
}

fn r_squared(points: &[FitPoint], residual_squares: f64, floor: f64) -> Option<f64> {
    let mean = points.iter().map(|point| point.weight * point.ln_y).sum::<f64>() / points.len() as f64;
    let total: f64 = points.iter().map(|point| point.weight * (point.ln_y - mean).powi(2)).sum();
    (total > floor).then(|| (1.0 - residual_squares / total).max(0.0))
}

/// By the leverages h, without fitting again: the error at a point is its residual / (1 − h) (Allen 1974, "The relationship
/// between variable selection and data augmentation and a method for prediction", Technometrics 16).
fn leave_one_out<const P: usize>(points: &[FitPoint], solution: &LeastSquaresSolution<P>) -> Option<f64> {
    if solution.leverages.iter().any(|leverage| 1.0 - leverage < FULL_LEVERAGE) {
        return None;
    }
    let errors =
        solution.residuals.iter().zip(&solution.leverages).map(|(residual, leverage)| residual / (1.0 - leverage));
    let squares: f64 = errors.zip(points).map(|(error, point)| point.weight * error * error).sum();
    Some((squares / points.len() as f64).sqrt())
}

/// Why a law cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitError {
    /// Fewer points than parameters and two more.
    TooFewSizes {
        /// The points that could be used.
        sizes: usize,
        /// How many are needed.
        needed: usize,
    },
    /// Fewer than three different regressors.
    TooFewValues {
        /// The law.
        law: Law,
        /// How many there are.
        values: usize,
    },
    /// The points do not determine the parameters: N and M grow together.
    Undetermined {
        /// The law.
        law: Law,
    },
    /// The unexplained standard deviation of a [`Weighting`] is not a positive number.
    InvalidWeighting,
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FitError::TooFewSizes { sizes, needed } => {
                write!(f, "too few sizes: {sizes}, at least {needed} are needed")
            }
            FitError::TooFewValues { law, values } => {
                write!(f, "too few different values for the {law}: {values}, at least 3 are needed")
            }
            FitError::Undetermined { law } => write!(f, "these sizes do not determine the {law}"),
            FitError::InvalidWeighting => write!(f, "the unexplained standard deviation must be a positive number"),
        }
    }
}

impl std::error::Error for FitError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[(&str, f64)]) -> Vec<Point> {
        let point =
            |&(size, value): &(&str, f64)| Point { size: size.parse().unwrap(), value, standard_error: Some(0.1) };
        values.iter().map(point).collect()
    }

    fn fit(law: Law, values: &[(&str, f64)]) -> Result<Fit, FitError> {
        Fit::new(law, &points(values), Weighting::Equal)
    }

    #[test]
    fn exact_data_have_the_exact_law() {
        let values = [("4x6", 3.0 * 64.0), ("6x10", 3.0 * 216.0), ("8x10", 3.0 * 512.0), ("10x26", 3.0 * 1000.0)];
        let fit = fit(Law::Pegs, &values).unwrap();
        assert!((fit.a() - 3.0).abs() < 1e-12 && (fit.b.estimate - 3.0).abs() < 1e-12);
        assert!(fit.b.interval.contains(3.0) && fit.b.growth_uncertainty() < 1.000_001);
        assert!(fit.r_squared.unwrap() > 0.999_999 && fit.typical_error_percent() < 1e-8);
        assert!((fit.value_at("20x2".parse().unwrap()).unwrap() - 24000.0).abs() < 1e-7);
    }

    #[test]
    fn points_are_predicted_from_the_others() {
        let values =
            points(&[("4x6", 5.9), ("6x10", 9.0), ("8x10", 14.0), ("10x8", 15.0), ("15x20", 36.0), ("20x26", 59.0)]);
        for weighting in [Weighting::Equal, Weighting::StandardErrors { unexplained: 0.01 }] {
            for law in Law::ALL {
                let fit = Fit::new(law, &values, weighting).unwrap();
                let sample = FitPoints::of(&[law], &values, weighting).unwrap();
                let squares = (0..values.len()).map(|left_out| {
                    let mut others = sample.clone();
                    let point = others.observations.remove(left_out);
                    let predicted = Fit::of_sample(law, &others).unwrap().value_at(point.size).unwrap().ln();
                    point.weight * (point.ln_y - predicted).powi(2)
                });
                let expected = (squares.sum::<f64>() / values.len() as f64).sqrt();
                assert!((fit.leave_one_out.unwrap() / expected - 1.0).abs() < 1e-9, "{law}: {fit:?}");
            }
        }
    }

    #[test]
    fn reasons_name_what_is_missing() {
        let three = [("4x6", 1.0), ("6x6", 2.0), ("8x6", 3.0)];
        let reason = |law, values: &[(&str, f64)]| fit(law, values).unwrap_err().to_string();
        assert_eq!(reason(Law::Pegs, &three), "too few sizes: 3, at least 4 are needed");
        let pegs = [("4x6", 1.0), ("6x6", 2.0), ("8x6", 3.0), ("10x6", 3.0), ("12x6", 4.0)];
        assert_eq!(reason(Law::Colors, &pegs), "too few different values for the power of M: 1, at least 3 are needed");
        assert_eq!(reason(Law::PegsAndColors, &pegs[..4]), "too few sizes: 4, at least 5 are needed");
        assert_eq!(reason(Law::PegsAndColors, &pegs), "these sizes do not determine the powers of N and M");
        assert!(Law::ALL.into_iter().filter(|law| fit(*law, &pegs).is_ok()).count() == 6);
    }

    #[test]
    fn a_size_that_alone_determines_an_exponent_is_not_predicted() {
        let values = [("4x6", 1.0), ("6x6", 2.0), ("8x6", 3.0), ("10x6", 3.0), ("12x7", 4.0)];
        assert_eq!(fit(Law::PegsAndColors, &values).unwrap().leave_one_out, None);
    }

    #[test]
    fn a_constant_has_no_r_squared() {
        let fit = fit(Law::Pegs, &[("4x6", 7.0), ("6x6", 7.0), ("8x6", 7.0), ("10x6", 7.0)]).unwrap();
        assert_eq!(fit.r_squared, None);
        assert!(fit.b.interval.contains(0.0));
    }
}
