//! Whether points agree with a claimed law.

use crate::{
    fit::{Fit, FitError, FittedParameter},
    law::{Law, LawNameError},
    selection::{Ranked, Ranking},
};
use statrs::distribution::{ContinuousCDF, FisherSnedecor};
use std::{fmt, str::FromStr};

/// Up to this difference in AICc a law is about as good as the best one.
pub const SUPPORTED: f64 = 2.0;

/// Above this difference in AICc a law has no support.
pub const UNSUPPORTED: f64 = 10.0;

/// The probability of rejecting the claimed exponents when they are right.
const LEVEL: f64 = 0.05;

/// The growth over the sizes must be known within this factor.
const PRECISION: f64 = 2.0;

/// A claim about growth: a law, and its exponents where they are claimed.
///
/// As text it is the id of the law, then `^` and the exponents. "Guesses grow as M log N" is `m-log-n^1`, "time grows as N³" is
/// `n^3`, "time grows as N³M" is `n-and-m^3,1`, "time is exponential in N" is `exp-n`.
///
/// ```
/// use growth::{Claim, Law};
/// assert_eq!("m-log-n^1".parse(), Claim::new(Law::ColorsLogPegs, &[1.0]));
/// assert_eq!(Claim::new(Law::PegsAndColors, &[3.0, 1.0])?.to_string(), "n-and-m^3,1");
/// assert!("n^1,2".parse::<Claim>().is_err());
/// # Ok::<(), growth::ClaimError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    law: Law,
    exponents: Vec<f64>,
}

impl Claim {
    /// A claim that a quantity follows a law: with these exponents, or with any if there are none.
    ///
    /// # Errors
    /// [`ClaimError`] when the number of exponents is neither 0 nor that of the law, or one of them is not finite.
    pub fn new(law: Law, exponents: &[f64]) -> Result<Claim, ClaimError> {
        if !exponents.is_empty() && exponents.len() != law.exponents() {
            return Err(ClaimError::Number { law });
        }
        if !exponents.iter().all(|exponent| exponent.is_finite()) {
            return Err(ClaimError::Exponent);
        }
        Ok(Claim { law, exponents: exponents.to_vec() })
    }

    /// The law.
    #[must_use]
    pub const fn law(&self) -> Law {
        self.law
    }

    /// The claimed exponents, b before c; none if any exponents will do.
    #[must_use]
    pub fn exponents(&self) -> &[f64] {
        &self.exponents
    }

    /// The probability of estimates at least as far from the claimed exponents if these are right, by the F test. Of one
    /// exponent it is that of the t test: below 0.05 where the 95 % interval does not contain the exponent.
    fn p_value(&self, fit: &Fit) -> Option<f64> {
        let t = |parameter: &FittedParameter, claimed: f64| (parameter.estimate - claimed) / parameter.standard_error;
        let f = match (self.exponents.as_slice(), &fit.c, fit.correlation) {
            ([b], _, _) => t(&fit.b, *b).powi(2),
            ([b, c], Some(parameter), Some(r)) => {
                let (b, c) = (t(&fit.b, *b), t(parameter, *c));
                (b * b - 2.0 * r * b * c + c * c) / (2.0 * (1.0 - r * r))
            }
            _ => return None,
        };
        if !f.is_finite() {
            return Some(0.0);
        }
        let count = self.exponents.len();
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
    type Err = ClaimError;

    fn from_str(text: &str) -> Result<Claim, ClaimError> {
        let Some((law, exponents)) = text.split_once('^') else {
            return Claim::new(text.parse()?, &[]);
        };
        let exponents: Result<Vec<f64>, _> = exponents.split(',').map(str::parse).collect();
        Claim::new(law.parse()?, &exponents.map_err(|_| ClaimError::Exponent)?)
    }
}

/// Why a law and exponents, or a text, are no [`Claim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimError {
    /// The law does not exist.
    Law(LawNameError),
    /// An exponent is not a finite number.
    Exponent,
    /// The number of exponents is not that of the law.
    Number {
        /// The law.
        law: Law,
    },
}

impl From<LawNameError> for ClaimError {
    fn from(error: LawNameError) -> ClaimError {
        ClaimError::Law(error)
    }
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimError::Law(error) => error.fmt(f),
            ClaimError::Exponent => write!(f, "an exponent is a number, as in n^3 or n-and-m^2,1.5"),
            ClaimError::Number { law } => write!(f, "the number of exponents of the {law} is {}", law.exponents()),
        }
    }
}

impl std::error::Error for ClaimError {}

/// What points say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claimed exponents are not rejected at the 5 % level (one exponent: it is in the 95 % interval), no candidate law is
    /// better than the claimed one by more than 2 in AICc, and the growth over the sizes is known within a factor of 2
    /// ([`FittedParameter::growth_uncertainty`]). Other laws may agree as well: see [`Check::rivals`].
    Agrees,
    /// The claimed exponents are rejected at the 5 % level, or a candidate law is better by more than 10 in AICc. By chance,
    /// true claims get this verdict in about 5 % of the cases with 12 sizes in a grid, and in up to 10 % with five sizes where
    /// pegs and colors grow together (simulated in `tests/growth/verdicts.rs`).
    Disagrees,
    /// Neither. [`Check::reason`] says what is missing.
    Undecided,
}

impl Verdict {
    /// The verdict as a verb.
    #[must_use]
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
    /// The growth over the sizes is not known within a factor of 2: undecided.
    Imprecise,
    /// Nothing speaks against the claim: it agrees.
    Consistent,
}

impl Reason {
    /// The verdict that follows.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        match self {
            Reason::ExponentsRejected | Reason::OtherLawMuchBetter => Verdict::Disagrees,
            Reason::TooFewSizes | Reason::OtherLawBetter | Reason::Imprecise => Verdict::Undecided,
            Reason::Consistent => Verdict::Agrees,
        }
    }

    /// The reason in words.
    #[must_use]
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

impl Check {
    /// The verdict.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.reason.verdict()
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponent = |name: &str, parameter: &FittedParameter| {
            let FittedParameter { estimate, interval, .. } = parameter;
            format!(", {name} = {estimate:.3} (95 % interval {:.3} to {:.3})", interval.low, interval.high)
        };
        let fit = &self.ranked.fit;
        let c = fit.c.as_ref().map(|c| exponent("c", c)).unwrap_or_default();
        let (verdict, b) = (self.verdict().word(), exponent("b", &fit.b));
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
    /// ```
    /// use growth::{Point, Ranking, Verdict, Weighting};
    /// let sizes = ["4x6", "4x12", "8x6", "8x12", "12x6", "12x20"];
    /// let values = [40.0, 39.0, 165.0, 158.0, 360.0, 368.0];
    /// let points = [0, 1, 2, 3, 4, 5].map(|i| Point { size: sizes[i].parse().unwrap(), value: values[i], standard_error: None });
    /// let ranking = Ranking::new(&points, Weighting::Equal);
    /// let check = ranking.check(&"n^2".parse()?)?;
    /// assert_eq!(check.verdict(), Verdict::Agrees);
    /// assert_eq!(format!("{:.2}", check.ranked.fit.b.estimate), "2.02");
    /// assert_eq!(ranking.check(&"n^3".parse()?)?.verdict(), Verdict::Disagrees);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FitError`] when the claimed law could not be fitted.
    pub fn check(&self, claim: &Claim) -> Result<Check, FitError> {
        let ranked = self.of(claim.law)?.clone();
        let p_value = claim.p_value(&ranked.fit);
        let uncertainty =
            ranked.fit.c.iter().chain([&ranked.fit.b]).map(FittedParameter::growth_uncertainty).fold(1.0, f64::max);
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
        let best = self.laws.first().map_or(claim.law, |best| best.fit.law);
        Ok(Check { claim: claim.clone(), ranked, reason, p_value, best, rivals })
    }
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
        assert!(error("log-n^1").starts_with("\"log-n\" is no growth law; the laws are n, m, n-log-m"));
        assert_eq!(error("n^"), "an exponent is a number, as in n^3 or n-and-m^2,1.5");
        assert_eq!((error("n^inf"), error("n^NaN")), (error("n^"), error("n^")));
        assert_eq!(error("n^1,2"), "the number of exponents of the power of N is 1");
        assert_eq!(error("n-and-m^1"), "the number of exponents of the powers of N and M is 2");
    }
}
