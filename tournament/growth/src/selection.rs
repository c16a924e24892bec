//! Which of the candidate laws fits best.

use crate::{
    collinearity::Caution,
    fit::{Fit, FitError},
    law::Law,
    sample::{Excluded, FitPoints, Point, Weighting},
};
use scsa::Size;

/// All candidate laws fitted to the same points, the best first.
///
/// The criterion is AICc, Akaike's information criterion corrected for few points (Hurvich and Tsai 1989, "Regression and time
/// series model selection in small samples", Biometrika 76):
///
/// > AICc = n ln(RSS/n) + 2K + 2K(K+1)/(n−K−1)
///
/// of n points with the residual sum of squares RSS in ln y, and K parameters: the residual variance is one of them, so that K
/// is 3 for laws of one exponent, 4 for two. It is undefined for n < K + 2, that is of fewer than 5 and 6 points. Only laws
/// fitted to the same points can be compared (Burnham and Anderson 2002, "Model Selection and Multimodel Inference", section
/// 2.11). So sizes where any law is undefined are left out of all of them: those with one peg or one color.
///
/// ```
/// use growth::{Law, Point, Ranking, Weighting};
/// let sizes = ["4x6", "4x12", "8x6", "8x12", "12x6", "12x20"].map(|size| size.parse().unwrap());
/// // 3·M ln N, with errors of up to 3 %.
/// let errors = [1.01, 0.98, 1.02, 1.0, 0.99, 1.03];
/// let value = |size, error| 3.0 * error * Law::ColorsLogPegs.g(size).unwrap();
/// let points = [0, 1, 2, 3, 4, 5].map(|i| Point { size: sizes[i], value: value(sizes[i], errors[i]), standard_error: None });
/// let ranking = Ranking::new(&points, Weighting::Equal);
/// assert_eq!(ranking.laws[0].fit.law, Law::ColorsLogPegs);
/// assert_eq!(format!("{:.3}", ranking.laws[0].weight.unwrap()), "1.000");
/// assert!(ranking.laws[1].delta.unwrap() > 10.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The laws that could be fitted: by AICc, then those without by residual standard deviation.
    pub laws: Vec<Ranked>,
    /// The laws that could not be fitted, with the reason.
    pub not_fitted: Vec<(Law, FitError)>,
    /// The points left out.
    pub excluded: Excluded,
    /// Why the sizes do not tell laws of pegs and laws of colors apart, if they do not.
    pub caution: Option<Caution>,
}

/// A law of a ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The fit.
    pub fit: Fit,
    /// AICc. `None` of too few points.
    pub aicc: Option<f64>,
    /// AICc less that of the best law, 0 or more. Up to 2 the law is about as good as the best, above 10 it has no support
    /// (Burnham and Anderson 2002, section 2.6).
    pub delta: Option<f64>,
    /// The Akaike weight: e^(−Δ/2), divided by its sum over the laws. It is the evidence, 0 to 1, that the law is the best
    /// approximation among the candidates (Burnham and Anderson 2002, section 2.9).
    pub weight: Option<f64>,
}

impl Ranking {
    /// Fits all laws. O(n log n) for n points.
    ///
    /// It never fails: laws that cannot be fitted are listed with the reason.
    #[must_use]
    pub fn new(points: &[Point], weighting: Weighting) -> Ranking {
        let Some(sample) = FitPoints::of(&Law::ALL, points, weighting) else {
            let not_fitted = Law::ALL.map(|law| (law, FitError::InvalidWeighting)).to_vec();
            return Ranking { laws: Vec::new(), not_fitted, excluded: Excluded::default(), caution: None };
        };
        let mut ranking =
            Ranking { laws: Vec::new(), not_fitted: Vec::new(), excluded: sample.excluded, caution: None };
        for law in Law::ALL {
            match Fit::of_sample(law, &sample) {
                Ok(fit) => ranking.laws.push(Ranked::unweighted(fit)),
                Err(error) => ranking.not_fitted.push((law, error)),
            }
        }
        let sizes: Vec<Size> = sample.observations.iter().map(|point| point.size).collect();
        ranking.caution = Caution::of(&sizes);
        ranking.laws.sort_by(|left, right| {
            let key = |ranked: &Ranked| ranked.aicc.unwrap_or(f64::INFINITY);
            key(left).total_cmp(&key(right)).then(left.fit.residual_sd.total_cmp(&right.fit.residual_sd))
        });
        ranking.compare();
        ranking
    }

    /// Sets the differences and the weights.
    fn compare(&mut self) {
        let Some(best) = self.laws.first().and_then(|ranked| ranked.aicc) else {
            return;
        };
        for ranked in &mut self.laws {
            ranked.delta = ranked.aicc.map(|aicc| aicc - best);
        }
        let likelihood = |ranked: &Ranked| ranked.delta.map(|delta| (-delta / 2.0).exp());
        let sum: f64 = self.laws.iter().filter_map(likelihood).sum();
        for ranked in &mut self.laws {
            ranked.weight = likelihood(ranked).map(|likelihood| likelihood / sum);
        }
    }

    /// The rank of a law, with its fit.
    ///
    /// # Errors
    /// [`FitError`] when it could not be fitted.
    pub fn of(&self, law: Law) -> Result<&Ranked, FitError> {
        let reason = self.not_fitted.iter().find(|(other, _)| *other == law).map(|(_, reason)| *reason);
        let ranked = self.laws.iter().find(|ranked| ranked.fit.law == law);
        ranked.ok_or(reason.unwrap_or(FitError::Undetermined { law }))
    }
}

impl Ranked {
    fn unweighted(fit: Fit) -> Ranked {
        let aicc = aicc(fit.points, fit.residual_squares, fit.law.exponents() + 2);
        Ranked { fit, aicc, delta: None, weight: None }
    }
}

/// AICc of a least squares fit with that many parameters, the residual variance included. `None` with fewer points than two more.
fn aicc(points: usize, residual_squares: f64, parameters: usize) -> Option<f64> {
    let rest = points.checked_sub(parameters + 1).filter(|rest| *rest > 0)?;
    let (n, k) = (points as f64, parameters as f64);
    Some(n * (residual_squares / n).ln() + 2.0 * k + 2.0 * k * (k + 1.0) / rest as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::least_squares::solve;

    /// Percentages of three ingredients of cement, and the heat of hardening in calories per gram (Woods, Steinour and Starke 1932).
    /// Burnham and Anderson 2002 compare its regressions in section 3.2. The expected values were computed with exact
    /// fractions.
    #[test]
    fn aicc_of_the_cement_data() {
        #[rustfmt::skip]
        let cement = [
            [7.0, 26.0, 60.0, 78.5], [1.0, 29.0, 52.0, 74.3], [11.0, 56.0, 20.0, 104.3], [11.0, 31.0, 47.0, 87.6],
            [7.0, 52.0, 33.0, 95.9], [11.0, 55.0, 22.0, 109.2], [3.0, 71.0, 6.0, 102.7], [1.0, 31.0, 44.0, 72.5],
            [2.0, 54.0, 22.0, 93.1], [21.0, 47.0, 26.0, 115.9], [1.0, 40.0, 34.0, 83.8], [11.0, 66.0, 12.0, 113.3],
            [10.0, 68.0, 12.0, 109.4],
        ];
        let heat = cement.map(|row| row[3]);
        let squares = |solution: Option<f64>| solution.unwrap();
        let model_12 =
            squares(solve(&cement.map(|r| [1.0, r[0], r[1]]), &heat, &[1.0; 13]).map(|s| s.residual_squares));
        let model_14 =
            squares(solve(&cement.map(|r| [1.0, r[0], r[2]]), &heat, &[1.0; 13]).map(|s| s.residual_squares));
        let model_124 =
            squares(solve(&cement.map(|r| [1.0, r[0], r[1], r[2]]), &heat, &[1.0; 13]).map(|s| s.residual_squares));
        for (residual_squares, parameters, expected) in
            [(model_12, 4, 32.420), (model_14, 4, 35.742), (model_124, 5, 35.545)]
        {
            let found = aicc(13, residual_squares, parameters).unwrap();
            assert!((found - expected).abs() < 0.0006, "{found} is not {expected}");
        }
    }

    #[test]
    fn aicc_needs_two_points_more_than_parameters() {
        assert_eq!((aicc(4, 1.0, 3), aicc(5, 1.0, 4)), (None, None));
        assert_eq!(aicc(5, 5.0, 3), Some(6.0 + 24.0));
    }

    fn points(sizes: &[&str]) -> Vec<Point> {
        let sizes = sizes.iter().map(|text| text.parse::<Size>().unwrap());
        sizes
            .map(|size| Point { size, value: (size.pegs() * size.colors() + 1) as f64, standard_error: None })
            .collect()
    }

    #[test]
    fn weights_sum_to_one() {
        let ranking = Ranking::new(&points(&["4x6", "6x10", "8x10", "10x5", "15x20", "20x26"]), Weighting::Equal);
        assert_eq!(ranking.laws.len(), 8);
        assert!((ranking.laws.iter().filter_map(|ranked| ranked.weight).sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(ranking.laws[0].delta, Some(0.0));
        assert!(ranking.laws.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
    }

    #[test]
    fn four_points_are_ranked_without_weights_and_five_without_the_law_of_two_exponents() {
        let ranking = Ranking::new(&points(&["4x6", "6x10", "8x10", "15x20"]), Weighting::Equal);
        assert!(ranking.laws.iter().all(|ranked| ranked.weight.is_none()));
        assert!(ranking.laws.windows(2).all(|pair| pair[0].fit.residual_sd <= pair[1].fit.residual_sd));
        let ranking = Ranking::new(&points(&["4x6", "6x10", "8x10", "15x20", "20x26"]), Weighting::Equal);
        let last = ranking.laws.last().unwrap();
        assert_eq!((last.fit.law, last.weight), (Law::PegsAndColors, None));
        assert!(ranking.laws[..7].iter().all(|ranked| ranked.weight.is_some()));
    }

    #[test]
    fn laws_are_compared_on_the_same_points() {
        let mut sizes = vec!["4x6", "6x10", "8x10", "10x5", "15x20", "20x26"];
        let without = Ranking::new(&points(&sizes), Weighting::Equal);
        sizes.extend(["1x6", "4x1"]);
        let with = Ranking::new(&points(&sizes), Weighting::Equal);
        assert_eq!(with.excluded.undefined, 2);
        assert!(with.laws.iter().zip(&without.laws).all(|(left, right)| left.aicc == right.aicc));
    }
}
