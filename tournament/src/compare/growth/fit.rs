//! One law fitted to points.

use crate::compare::estimate::{CONFIDENCE, Interval, critical_value};
use crate::compare::growth::law::Law;
use scsa::Game;

/// Residuals of ln y below this are rounding. A law that fits better than that is taken to fit as well as that.
const ROUNDING: f64 = 1e-11;

/// Regressors closer than this, relative to the larger one, are the same.
const SAME: f64 = 1e-9;

/// An estimated parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedParameter {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Its 95 % interval, by Student's t distribution.
    pub interval: Interval,
}

/// A law fitted by least squares in ln y.
///
/// The model is ln y = ln a + b·x + c·z + ε with independent normal errors ε of the same variance. So a law gives the median of y
/// rather than its mean, and errors are factors. All points count the same: over 100 rounds the mean numbers of guesses of `rao` against
/// insert-colors have standard errors of 1.2 to 1.6 %, while the law that fits them best is wrong by 7 %.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The law.
    pub law: Law,
    /// The number of points fitted.
    pub points: usize,
    /// The logarithm of the factor a. Its standard error is the relative one of a.
    pub ln_a: FittedParameter,
    /// The exponent b, which [`Law::Constant`] does not have.
    pub b: Option<FittedParameter>,
    /// The exponent c of [`Law::PegsAndColors`].
    pub c: Option<FittedParameter>,
    /// The sum of the squares of the residuals of ln y.
    pub residual_squares: f64,
    /// The residual standard deviation of ln y. At least 10⁻¹¹, which stands for rounding.
    pub residual_sd: f64,
    /// The part of the variance of ln y that the law explains, 0 to 1. `None` when all values are the same.
    pub r_squared: Option<f64>,
}

impl Fit {
    /// Fits a law. O(n log n) for n points.
    ///
    /// # Errors
    /// When the points do not determine the parameters with two degrees of freedom left.
    pub fn new(law: Law, points: &[Point]) -> Result<Fit, String> {
        Fit::of_sample(law, &FitPoints::of(&[law], points))
    }

    pub(crate) fn of_sample(law: Law, sample: &FitPoints) -> Result<Fit, String> {
        let (sizes, needed) = (sample.observations.len(), law.exponents().max(1) + 3);
        if sizes < needed {
            return Err(format!("too few sizes: {sizes}, at least {needed} are needed"));
        }
        match law.exponents() {
            0 => return Fit::with_rows(law, sample, |_| [1.0]),
            2 => return Fit::with_rows(law, sample, |[x, z]| [1.0, x, z]),
            _ => (),
        }
        let values =
            distinct(sample.observations.iter().filter_map(|point| law.regressors(point.game)).map(|[x, _]| x));
        if values < 3 {
            return Err(format!("too few different values for the {law}: {values}, at least 3 are needed"));
        }
        Fit::with_rows(law, sample, |[x, _]| [1.0, x])
    }

    fn with_rows<const P: usize>(law: Law, sample: &FitPoints, row: fn([f64; 2]) -> [f64; P]) -> Result<Fit, String> {
        let points = &sample.observations;
        let rows: Vec<[f64; P]> = points.iter().filter_map(|point| law.regressors(point.game)).map(row).collect();
        let response: Vec<f64> = points.iter().map(|point| point.ln_y).collect();
        let solution = solve(&rows, &response).ok_or_else(|| undetermined(law))?;
        let freedom = points.len() - P;
        let critical = critical_value(CONFIDENCE, freedom as f64).ok_or_else(|| undetermined(law))?;
        let floor = points.len() as f64 * ROUNDING * ROUNDING;
        let residual_squares = solution.residual_squares.max(floor);
        let residual_sd = (residual_squares / freedom as f64).sqrt();
        let parameter = |index: usize| {
            let estimate = solution.parameters[index];
            let standard_error = residual_sd * solution.variances[index].sqrt();
            let interval = Interval::around(estimate, critical * standard_error);
            FittedParameter { estimate, standard_error, interval }
        };
        let mean = response.iter().sum::<f64>() / points.len() as f64;
        let total: f64 = response.iter().map(|ln_y| (ln_y - mean).powi(2)).sum();
        Ok(Fit {
            law,
            points: points.len(),
            ln_a: parameter(0),
            b: (P > 1).then(|| parameter(1)),
            c: (P > 2).then(|| parameter(2)),
            residual_squares,
            residual_sd,
            r_squared: (total > floor).then(|| (1.0 - residual_squares / total).max(0.0)),
        })
    }

    /// The factor a, in the unit of y. 0 or infinite when it is out of the range of numbers.
    pub fn a(&self) -> f64 {
        self.ln_a.estimate.exp()
    }

    /// The typical error of the law in percent: 100·(eˢ − 1) of the residual standard deviation s.
    pub fn typical_error_percent(&self) -> f64 {
        100.0 * self.residual_sd.exp_m1()
    }

    /// The value of the law in a game, in the unit of y. `None` where the law is undefined. 0 or infinite when it is out of the
    /// range of numbers.
    pub fn value_at(&self, game: Game) -> Option<f64> {
        let [x, z] = self.law.regressors(game)?;
        let exponent = |parameter: &Option<FittedParameter>| parameter.map_or(0.0, |found| found.estimate);
        Some((self.ln_a.estimate + exponent(&self.b) * x + exponent(&self.c) * z).exp())
    }
}

fn distinct(numbers: impl Iterator<Item = f64>) -> usize {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup_by(|right, left| (*right - *left).abs() <= SAME * right.abs());
    numbers.len()
}

/// The points do not determine the parameters: N and M grow together.
pub fn undetermined(law: Law) -> String {
    format!("these sizes do not determine the {law}")
}

/// A column whose part orthogonal to the columns before it is smaller than this, relative to its norm, is a linear combination of them.
const DEPENDENT: f64 = 1e-10;

/// The solution of a least squares problem with P parameters.
#[derive(Clone, Debug)]
pub struct LeastSquaresSolution<const P: usize> {
    pub parameters: [f64; P],
    /// The diagonal of (XᵀX)⁻¹: the variances of the parameters in units of the residual variance.
    pub variances: [f64; P],
    pub residual_squares: f64,
}

/// Minimizes the sum of the squares of response − row · parameters.
///
/// `None` when there are not more rows than parameters, or when columns are linearly dependent.
///
/// The columns are scaled to norm 1 and factored by Householder reflections (Golub and Van Loan, "Matrix Computations", 4th
/// edition 2013, section 5.3.2). O(n P²) for n rows.
pub fn solve<const P: usize>(rows: &[[f64; P]], response: &[f64]) -> Option<LeastSquaresSolution<P>> {
    if rows.len() <= P {
        return None;
    }
    let norms: [f64; P] = std::array::from_fn(|column| rows.iter().map(|row| row[column].powi(2)).sum::<f64>().sqrt());
    if !norms.iter().all(|norm| norm.is_finite() && *norm > 0.0) {
        return None;
    }
    let scaled = |row: &[f64; P]| std::array::from_fn(|column| row[column] / norms[column]);
    let mut factor: Vec<[f64; P]> = rows.iter().map(scaled).collect();
    let mut rotated = response.to_vec();
    for column in 0..P {
        reflect(&mut factor, &mut rotated, column)?;
    }
    let inverse = columns_of_inverse(&factor);
    let parameters = std::array::from_fn(|index| {
        inverse.iter().zip(&rotated).map(|(column, y)| column[index] * y).sum::<f64>() / norms[index]
    });
    let variances = std::array::from_fn(|row| {
        inverse.iter().map(|column| column[row] * column[row]).sum::<f64>() / norms[row] / norms[row]
    });
    let residuals = rows.iter().zip(response).map(|(row, y)| y - dot(row, &parameters));
    let residual_squares = residuals.map(|residual| residual * residual).sum();
    Some(LeastSquaresSolution { parameters, variances, residual_squares })
}

/// Makes a column zero below the diagonal by a Householder reflection of all columns and the response.
fn reflect<const P: usize>(factor: &mut [[f64; P]], response: &mut [f64], column: usize) -> Option<()> {
    let mut normal: Vec<f64> = factor[column..].iter().map(|row| row[column]).collect();
    let norm = normal.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
    if norm < DEPENDENT {
        return None;
    }
    let half_square = norm * (norm + normal[0].abs());
    normal[0] += norm.copysign(normal[0]);
    for other in column..P {
        let product: f64 = normal.iter().zip(&factor[column..]).map(|(entry, row)| entry * row[other]).sum();
        for (entry, row) in normal.iter().zip(&mut factor[column..]) {
            row[other] -= product / half_square * entry;
        }
    }
    let product: f64 = normal.iter().zip(&response[column..]).map(|(entry, y)| entry * y).sum();
    for (entry, y) in normal.iter().zip(&mut response[column..]) {
        *y -= product / half_square * entry;
    }
    Some(())
}

/// The columns of the inverse of the upper triangle, by back substitution.
fn columns_of_inverse<const P: usize>(factor: &[[f64; P]]) -> [[f64; P]; P] {
    std::array::from_fn(|column| {
        let mut solution = [0.0; P];
        for row in (0..=column).rev() {
            let unit = if row == column { 1.0 } else { 0.0 };
            solution[row] = (unit - dot(&factor[row], &solution)) / factor[row][row];
        }
        solution
    })
}

fn dot<const P: usize>(left: &[f64; P], right: &[f64; P]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// A quantity measured in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The game.
    pub game: Game,
    /// The value y, in the caller's unit.
    pub value: f64,
}

#[derive(Clone, Copy, Debug)]
pub struct FitPoint {
    pub game: Game,
    pub ln_y: f64,
}

/// The points that some laws can all be fitted to, in an order that does not depend on that of the points.
#[derive(Clone, Debug, Default)]
pub struct FitPoints {
    pub observations: Vec<FitPoint>,
    /// The points that were left out because a law is undefined in the game, and of the others those whose value has no logarithm.
    pub undefined: usize,
    pub not_positive: usize,
}

impl FitPoints {
    pub fn of(laws: &[Law], points: &[Point]) -> FitPoints {
        let mut sample = FitPoints::default();
        for point in points {
            if laws.iter().any(|law| law.regressors(point.game).is_none()) {
                sample.undefined += 1;
            } else if !(point.value > 0.0 && point.value.is_finite()) {
                sample.not_positive += 1;
            } else {
                sample.observations.push(FitPoint { game: point.game, ln_y: point.value.ln() });
            }
        }
        sample.observations.sort_by(|one, other| one.game.cmp(&other.game).then(one.ln_y.total_cmp(&other.ln_y)));
        sample
    }
}

/// From this condition number on, pegs and colors are nearly collinear. It is that of a correlation of 0.949, where the
/// variance of an exponent is 10 times what it would be with uncorrelated pegs and colors.
const NEARLY_COLLINEAR: f64 = 6.16;

/// The correlation of ln N and ln M over sizes with different numbers of pegs and of colors, −1 to 1.
fn correlation(sizes: &[Game]) -> f64 {
    let centered = |logarithm: fn(&Game) -> f64| {
        let values: Vec<f64> = sizes.iter().map(logarithm).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.into_iter().map(|value| value - mean).collect::<Vec<f64>>()
    };
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let (n, m) = (centered(|game| (game.pegs() as f64).ln()), centered(|game| (game.colors() as f64).ln()));
    (product(&n, &m) / (product(&n, &n) * product(&m, &m)).sqrt()).clamp(-1.0, 1.0)
}

/// Why laws of pegs and laws of colors cannot be told apart by some games, if they cannot, in words.
///
/// Pegs and colors are nearly collinear if the condition number √((1 + |r|) / (1 − |r|)) of the centered and scaled columns ln N and ln M,
/// whose correlation is r, is 6.16 or more, which is a variance inflation factor of 10 (Marquardt 1970, "Generalized inverses, ridge
/// regression, biased linear estimation, and nonlinear estimation", Technometrics 12).
pub fn caution(sizes: &[Game]) -> Option<String> {
    let same =
        |what: &str| Some(format!("all sizes have the same number of {what}: growth with the {what} is unknown"));
    let first = sizes.first()?;
    if sizes.iter().all(|game| game.pegs() == first.pegs()) {
        return same("pegs");
    } else if sizes.iter().all(|game| game.colors() == first.colors()) {
        return same("colors");
    }
    let correlation = correlation(sizes);
    let condition_number = ((1.0 + correlation.abs()) / (1.0 - correlation.abs())).sqrt();
    (condition_number >= NEARLY_COLLINEAR).then(|| {
        format!(
            "pegs and colors grow together over these sizes (correlation {correlation:.3}, condition number \
             {condition_number:.1}): laws of N, M and N·M can hardly be told apart"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[(&str, f64)]) -> Vec<Point> {
        values.iter().map(|&(game, value)| Point { game: game.parse().unwrap(), value }).collect()
    }

    fn fit(law: Law, values: &[(&str, f64)]) -> Result<Fit, String> {
        Fit::new(law, &points(values))
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
        assert!(Law::ALL.into_iter().filter(|law| fit(*law, &pegs).is_ok()).count() == 7);
    }

    #[test]
    fn a_constant_has_no_r_squared() {
        let fit = fit(Law::Pegs, &[("4x6", 7.0), ("6x6", 7.0), ("8x6", 7.0), ("10x6", 7.0)]).unwrap();
        assert_eq!(fit.r_squared, None);
        assert!(fit.b.unwrap().interval.contains(0.0));
    }

    /// NIST, Statistical Reference Datasets, linear regression, "Wampler1" (higher level of difficulty): all six parameters are 1.
    #[test]
    fn wampler_has_the_certified_parameters() {
        let rows: Vec<[f64; 6]> =
            (0..21).map(|x| std::array::from_fn(|power| f64::from(x).powi(power as i32))).collect();
        let sums: Vec<f64> = rows.iter().map(|row| row.iter().sum()).collect();
        let solution = solve(&rows, &sums).unwrap();
        assert!(solution.parameters.iter().all(|parameter| (parameter - 1.0).abs() < 1e-8), "{solution:?}");
    }

    #[test]
    fn what_has_no_unique_solution_has_none() {
        assert!(solve(&[[1.0, 2.0], [1.0, 3.0]], &[1.0, 2.0]).is_none(), "two rows, two parameters");
        assert!(solve(&[[1.0, 2.0]; 5], &[1.0; 5]).is_none(), "x is constant");
        assert!(solve(&[[1.0, 0.0]; 5], &[1.0; 5]).is_none(), "x is zero");
        let twice = [1.0, 2.0, 3.0, 5.0].map(|x| [1.0, x, 2.0 * x]);
        assert!(solve(&twice, &[1.0, 2.0, 4.0, 3.0]).is_none(), "proportional columns");
    }

    #[test]
    fn points_that_cannot_be_fitted_are_counted() {
        let points = points(&[("1x6", -1.0), ("4x6", 0.0), ("4x6", f64::NAN), ("4x6", f64::INFINITY), ("4x6", 2.0)]);
        let sample = FitPoints::of(&Law::ALL, &points);
        assert_eq!((sample.undefined, sample.not_positive, sample.observations.len()), (1, 3, 1));
        let sample = FitPoints::of(&[Law::Pegs], &points);
        assert_eq!((sample.undefined, sample.not_positive), (0, 4));
    }

    #[test]
    fn what_cannot_be_told_apart_needs_caution() {
        let said = |texts: &[&str]| caution(&texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<_>>());
        assert_eq!((said(&[]), said(&["4x6", "4x12", "8x6", "8x12"])), (None, None));
        for (sizes, wanted) in [
            (&["4x6", "4x8", "4x9"][..], "the same number of pegs"),
            (&["4x6", "5x6", "9x6"], "the same number of colors"),
            (&["4x6", "6x10", "8x10", "15x20", "20x26"], "correlation 0.988, condition number 12.8"),
            (&["4x4", "5x5", "9x9"], "correlation 1.000"),
        ] {
            let said = said(sizes).unwrap();
            assert!(said.contains(wanted), "{said}");
        }
    }
}
