//! Whether points agree with a claimed law.

use crate::compare::growth::fit::{Fit, FitPoints, FittedParameter, Point, caution, undetermined};
use crate::compare::growth::law::Law;
use scsa::Game;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};
use std::{fmt, str::FromStr};

/// Up to this difference in AICc a law is about as good as the best one.
pub const SUPPORTED: f64 = 2.0;

/// Above this difference in AICc a law has no support.
pub const UNSUPPORTED: f64 = 10.0;

/// The probability of rejecting the claimed exponents when they are right.
const LEVEL: f64 = 0.05;

/// The growth over the games must be known within this factor.
const PRECISION: f64 = 2.0;

/// A claim about growth: a law, and its exponents where they are claimed.
///
/// As text it is the id of the law, then `^` and the exponents. "Guesses grow as M log N" is `m-log-n^1`, "time grows as N³" is
/// `n^3`, "time grows as N³M" is `n-and-m^3,1`, "time is exponential in N" is `exp-n`.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    law: Law,
    exponents: Vec<f64>,
}

impl Claim {
    /// A claim that a quantity follows a law: with these exponents, or with any if there are none.
    ///
    /// # Errors
    /// When the number of exponents is neither 0 nor that of the law, or one of them is not finite.
    pub fn new(law: Law, exponents: &[f64]) -> Result<Claim, String> {
        if !exponents.is_empty() && exponents.len() != law.exponents() {
            return Err(format!("the number of exponents of the {law} is {}", law.exponents()));
        }
        if !exponents.iter().all(|exponent| exponent.is_finite()) {
            return Err(NO_EXPONENT.to_owned());
        }
        Ok(Claim { law, exponents: exponents.to_vec() })
    }

    /// The law.
    pub const fn law(&self) -> Law {
        self.law
    }

    /// The claimed exponents, b before c; none if any exponents will do.
    pub fn exponents(&self) -> &[f64] {
        &self.exponents
    }

    /// The probability of estimates at least as far from the claimed exponents if these are right, by the F test. Of one
    /// exponent it is that of the t test: below 0.05 where the 95 % interval does not contain the exponent.
    fn p_value(&self, fit: &Fit) -> Option<f64> {
        let t = |parameter: &FittedParameter, claimed: f64| (parameter.estimate - claimed) / parameter.standard_error;
        let f = match (self.exponents.as_slice(), fit.b.zip(fit.c.zip(fit.correlation))) {
            ([b], _) => t(fit.b.as_ref()?, *b).powi(2),
            ([b, c], Some((first, (second, r)))) => {
                let (b, c) = (t(&first, *b), t(&second, *c));
                (b * b - 2.0 * r * b * c + c * c) / (2.0 * (1.0 - r * r))
            }
            _ => return None,
        };
        let count = self.exponents.len();
        // The distribution computes this product.
        if !(f * count as f64).is_finite() {
            return Some(0.0);
        }
        let freedom = fit.points.checked_sub(count + 1)?;
        Some(FisherSnedecor::new(count as f64, freedom as f64).ok()?.sf(f.max(0.0)))
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponents: Vec<String> = self.exponents.iter().map(f64::to_string).collect();
        let sign = if exponents.is_empty() { "" } else { "^" };
        write!(f, "{}{sign}{}", self.law.id(), exponents.join(","))
    }
}

impl FromStr for Claim {
    type Err = String;

    fn from_str(text: &str) -> Result<Claim, String> {
        let Some((law, exponents)) = text.split_once('^') else {
            return Claim::new(text.parse()?, &[]);
        };
        let exponents: Result<Vec<f64>, _> = exponents.split(',').map(str::parse).collect();
        Claim::new(law.parse()?, &exponents.map_err(|_| NO_EXPONENT)?)
    }
}

const NO_EXPONENT: &str = "an exponent is a number, as in n^3 or n-and-m^2,1.5";

/// What points say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claimed exponents are not rejected at the 5 % level (one exponent: it is in the 95 % interval), no candidate law is
    /// better than the claimed one by more than 2 in AICc, and the growth over the games is known within a factor of 2
    /// ([`FittedParameter::growth_uncertainty`]). Other laws may agree as well: see [`Check::rivals`].
    Agrees,
    /// The claimed exponents are rejected at the 5 % level, or a candidate law is better by more than 10 in AICc. By chance,
    /// true claims get this verdict in about 5 % of the cases with 12 sizes in a grid, and in up to 10 % with five sizes where
    /// pegs and colors grow together (simulated in `tests/compare/growth.rs`).
    Disagrees,
    /// Neither. [`Check::reason`] says what is missing.
    Undecided,
}

impl Verdict {
    /// The verdict as a verb.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Disagrees => "disagrees",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Why a check has its verdict: the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The exponents are rejected: the claim disagrees.
    ExponentsRejected,
    /// A law is better by more than 10 in AICc: the claim disagrees.
    OtherLawMuchBetter,
    /// Too few points for AICc: undecided.
    TooFewSizes,
    /// A law is better by more than 2 in AICc: undecided.
    OtherLawBetter,
    /// The growth over the games is not known within a factor of 2: undecided.
    Imprecise,
    /// Nothing speaks against the claim: it agrees.
    Consistent,
}

impl Reason {
    /// The verdict that follows.
    pub const fn verdict(self) -> Verdict {
        match self {
            Reason::ExponentsRejected | Reason::OtherLawMuchBetter => Verdict::Disagrees,
            Reason::TooFewSizes | Reason::OtherLawBetter | Reason::Imprecise => Verdict::Undecided,
            Reason::Consistent => Verdict::Agrees,
        }
    }

    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::ExponentsRejected => "the claimed exponents are rejected at the 5 % level",
            Reason::OtherLawMuchBetter => "another law fits much better",
            Reason::TooFewSizes => "there are too few sizes to compare laws",
            Reason::OtherLawBetter => "another law fits better",
            Reason::Imprecise => "the growth over these sizes is not known within a factor of 2",
            Reason::Consistent => "no law fits clearly better",
        }
    }
}

/// A claim checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The claim.
    pub claim: Claim,
    /// The claimed law with free exponents, among the candidates. Its `delta` is by how much the best law is better.
    pub ranked: Ranked,
    /// Why the verdict is what it is.
    pub reason: Reason,
    /// The probability of estimates at least as far from the claimed exponents if these are right. `None` if none are claimed.
    pub p_value: Option<f64>,
    /// The best law.
    pub best: Law,
    /// The other laws that are worse than the best one by 2 at most in AICc: the points do not exclude them.
    pub rivals: Vec<Law>,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponent = |name: &str, parameter: &FittedParameter| {
            let FittedParameter { estimate, interval, .. } = parameter;
            format!(", {name} = {estimate:.3} (95 % interval {:.3} to {:.3})", interval.low, interval.high)
        };
        let fit = &self.ranked.fit;
        let [b, c] = [("b", &fit.b), ("c", &fit.c)]
            .map(|(name, parameter)| parameter.as_ref().map(|found| exponent(name, found)).unwrap_or_default());
        let verdict = self.reason.verdict().word();
        write!(f, "{}: {verdict}: {}{b}{c}; {}", self.claim, fit.law.formula(), self.reason.words())?;
        match (self.reason, self.ranked.delta) {
            (Reason::OtherLawMuchBetter | Reason::OtherLawBetter, Some(delta)) => {
                write!(f, ": {}, by {delta:.1} in AICc", self.best.id())
            }
            _ => Ok(()),
        }
    }
}

impl Ranking {
    /// Checks a claim by the laws of the ranking. [`Verdict`] says what the verdicts mean.
    ///
    /// # Errors
    /// When the claimed law could not be fitted.
    pub fn check(&self, claim: &Claim) -> Result<Check, String> {
        let ranked = self.of(claim.law)?.clone();
        let p_value = claim.p_value(&ranked.fit);
        let uncertainty =
            ranked.fit.b.iter().chain(&ranked.fit.c).map(FittedParameter::growth_uncertainty).fold(1.0, f64::max);
        let reason = match ranked.delta {
            _ if p_value.is_some_and(|p| p < LEVEL) => Reason::ExponentsRejected,
            Some(delta) if delta > UNSUPPORTED => Reason::OtherLawMuchBetter,
            None => Reason::TooFewSizes,
            Some(delta) if delta > SUPPORTED => Reason::OtherLawBetter,
            Some(_) if uncertainty > PRECISION => Reason::Imprecise,
            Some(_) => Reason::Consistent,
        };
        let is_rival =
            |other: &&Ranked| other.fit.law != claim.law && other.delta.is_some_and(|delta| delta <= SUPPORTED);
        let rivals = self.laws.iter().filter(is_rival).map(|other| other.fit.law).collect();
        let best = self.best().map_or(claim.law, |best| best.fit.law);
        Ok(Check { claim: claim.clone(), ranked, reason, p_value, best, rivals })
    }
}

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

    #[test]
    fn claims_are_parsed() {
        for text in ["n", "exp-n^0.25", "n-and-m^3,-1", "m-log-n^1"] {
            assert_eq!(text.parse::<Claim>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<Claim>().unwrap_err().to_string();
        assert!(error("log-n^1").starts_with("\"log-n\" is no growth law; the laws are constant, n, m, n-log-m"));
        assert_eq!(error("n^"), "an exponent is a number, as in n^3 or n-and-m^2,1.5");
        assert_eq!((error("n^inf"), error("n^NaN")), (error("n^"), error("n^")));
        assert_eq!(error("n^1,2"), "the number of exponents of the power of N is 1");
        assert_eq!(error("n-and-m^1"), "the number of exponents of the powers of N and M is 2");
    }

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
