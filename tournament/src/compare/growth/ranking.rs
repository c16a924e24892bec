//! All laws compared by how well they fit the same points.

use crate::compare::growth::fit::{Fit, FitPoints, Point, caution, undetermined};
use crate::compare::growth::law::Law;
use scsa::Game;

/// Up to this difference in AICc a law is about as good as the best one.
pub const SUPPORTED: f64 = 2.0;

/// All candidate laws fitted to the same points, the best first.
///
/// The criterion is AICc, Akaike's information criterion corrected for few points (Hurvich and Tsai 1989, "Regression and time
/// series model selection in small samples", Biometrika 76):
///
/// > AICc = n ln(RSS/n) + 2K + 2K(K+1)/(n−K−1)
///
/// of n points with the residual sum of squares RSS in ln y, and K parameters: the residual variance is one of them, so that K
/// is 2 for the constant, 3 for laws of one exponent, 4 for two. It is undefined for fewer than 5 points, and for fewer than 6 where
/// K is 4. Only laws fitted to the same points can be compared (Burnham and Anderson 2002, "Model Selection and Multimodel Inference", section
/// 2.11). So sizes where any law is undefined are left out of all of them: those with one peg or one color.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The laws that could be fitted: by AICc, then those without by residual standard deviation.
    pub laws: Vec<Ranked>,
    /// The laws that could not be fitted, with the reason.
    pub not_fitted: Vec<(Law, String)>,
    /// The points left out because a law is undefined in their game.
    pub undefined: usize,
    /// The points left out because their value is not positive or not finite: it has no logarithm.
    pub not_positive: usize,
    /// Why the games do not tell laws of pegs and laws of colors apart, if they do not, in words.
    pub caution: Option<String>,
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
    pub fn new(points: &[Point]) -> Ranking {
        let sample = FitPoints::of(&Law::ALL, points);
        let sizes: Vec<Game> = sample.observations.iter().map(|point| point.game).collect();
        let mut ranking = Ranking {
            laws: Vec::new(),
            not_fitted: Vec::new(),
            undefined: sample.undefined,
            not_positive: sample.not_positive,
            caution: caution(&sizes),
        };
        for law in Law::ALL {
            match Fit::of_sample(law, &sample) {
                Ok(fit) => {
                    // Where no other law has a criterion, the constant is not the best for having one.
                    let aicc = aicc(fit.points, fit.residual_squares, law.exponents() + 2).filter(|_| fit.points > 4);
                    ranking.laws.push(Ranked { fit, aicc, delta: None, weight: None });
                }
                Err(error) => ranking.not_fitted.push((law, error)),
            }
        }
        ranking.laws.sort_by(|left, right| {
            let key = |ranked: &Ranked| ranked.aicc.unwrap_or(f64::INFINITY);
            key(left).total_cmp(&key(right)).then(left.fit.residual_sd.total_cmp(&right.fit.residual_sd))
        });
        ranking.compare();
        ranking
    }

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

    /// The law that describes the points best: the constant, unless another law is better by more than [`SUPPORTED`] in AICc.
    pub fn best(&self) -> Option<&Ranked> {
        let is_constant = |ranked: &&Ranked| ranked.fit.law == Law::Constant;
        let constant = self.laws.iter().find(is_constant);
        constant.filter(|ranked| ranked.delta.is_some_and(|delta| delta <= SUPPORTED)).or(self.laws.first())
    }

    /// The rank of a law, with its fit.
    ///
    /// # Errors
    /// When it could not be fitted.
    pub fn of(&self, law: Law) -> Result<&Ranked, String> {
        let ranked = self.laws.iter().find(|ranked| ranked.fit.law == law);
        ranked.ok_or_else(|| {
            let reason = self.not_fitted.iter().find(|(other, _)| *other == law);
            reason.map_or_else(|| undetermined(law), |(_, reason)| reason.clone())
        })
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

    /// Burnham and Anderson 2002 compare regressions of the heat of hardening cement (Woods, Steinour and Starke 1932) in section 3.2.
    #[test]
    fn aicc_of_the_cement_data() {
        for (residual_squares, parameters, expected) in [(57.904, 4, 32.420), (74.762, 4, 35.742), (47.973, 5, 35.545)]
        {
            let found = aicc(13, residual_squares, parameters).unwrap();
            assert!((found - expected).abs() < 0.001, "{found} is not {expected}");
        }
    }

    fn points(sizes: &[&str]) -> Vec<Point> {
        let sizes = sizes.iter().map(|text| text.parse::<Game>().unwrap());
        sizes.map(|game| Point { game, value: (game.pegs() * game.colors() + 1) as f64 }).collect()
    }

    #[test]
    fn four_points_are_ranked_without_weights_and_five_without_the_law_of_two_exponents() {
        let ranking = Ranking::new(&points(&["4x6", "6x10", "8x10", "15x20"]));
        assert!(ranking.laws.iter().all(|ranked| ranked.weight.is_none()));
        assert!(ranking.laws.windows(2).all(|pair| pair[0].fit.residual_sd <= pair[1].fit.residual_sd));
        let ranking = Ranking::new(&points(&["4x6", "6x10", "8x10", "15x20", "20x26"]));
        let last = ranking.laws.last().unwrap();
        assert_eq!((last.fit.law, last.weight), (Law::PegsAndColors, None));
        assert!(ranking.laws[..7].iter().all(|ranked| ranked.weight.is_some()));
    }

    #[test]
    fn laws_are_compared_on_the_same_points() {
        let mut sizes = vec!["4x6", "6x10", "8x10", "10x5", "15x20", "20x26"];
        let without = Ranking::new(&points(&sizes));
        sizes.extend(["1x6", "4x1"]);
        let with = Ranking::new(&points(&sizes));
        assert_eq!(with.undefined, 2);
        assert!(with.laws.iter().zip(&without.laws).all(|(left, right)| left.aicc == right.aicc));
    }
}
