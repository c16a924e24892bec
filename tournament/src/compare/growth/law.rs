//! The candidate laws.

use crate::compare::growth::{
    claim::{Check, Ranked, Ranking},
    fit::Fit,
};
use documented::DocumentedFields;
use scsa::Size;
use serde::Serialize;
use std::{fmt, str::FromStr};

/// How a positive quantity y may grow with the number N of pegs and the number M of colors.
///
/// All laws are linear in ln y: ln y = ln a + b·x, with the regressor x = ln g for a law y = a·gᵇ. Logarithms are natural.
///
/// ```
/// use tournament::compare::growth::Law;
/// let law: Law = "m-log-n".parse()?;
/// assert_eq!(law.formula(), "a·(M ln N)ᵇ");
/// assert!((law.g("8x10".parse()?).unwrap() - 20.794).abs() < 0.001);
/// assert_eq!(law.g("1x10".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// y = a·Nᵇ
    Pegs,
    /// y = a·Mᵇ
    Colors,
    /// y = a·(N ln M)ᵇ: a power of the logarithm of the number of codes.
    PegsLogColors,
    /// y = a·(M ln N)ᵇ
    ColorsLogPegs,
    /// y = a·(N·M)ᵇ
    PegsTimesColors,
    /// y = a·exp(b·N)
    ExponentialInPegs,
    /// y = a·exp(b·N ln M) = a·(Mᴺ)ᵇ: a power of the number of codes.
    Codes,
    /// y = a·Nᵇ·Mᶜ
    PegsAndColors,
}

impl Law {
    /// All of them, in the order in which equally good ones are ranked.
    pub const ALL: [Law; 8] = [
        Law::Pegs,
        Law::Colors,
        Law::PegsLogColors,
        Law::ColorsLogPegs,
        Law::PegsTimesColors,
        Law::ExponentialInPegs,
        Law::Codes,
        Law::PegsAndColors,
    ];

    /// The name in files and on command lines: `n`, `m`, `n-log-m`, `m-log-n`, `n-m`, `exp-n`, `codes` or `n-and-m`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Law::Pegs => "n",
            Law::Colors => "m",
            Law::PegsLogColors => "n-log-m",
            Law::ColorsLogPegs => "m-log-n",
            Law::PegsTimesColors => "n-m",
            Law::ExponentialInPegs => "exp-n",
            Law::Codes => "codes",
            Law::PegsAndColors => "n-and-m",
        }
    }

    /// The name in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Law::Pegs => "power of N",
            Law::Colors => "power of M",
            Law::PegsLogColors => "power of N ln M",
            Law::ColorsLogPegs => "power of M ln N",
            Law::PegsTimesColors => "power of N·M",
            Law::ExponentialInPegs => "exponential in N",
            Law::Codes => "power of the number of codes",
            Law::PegsAndColors => "powers of N and M",
        }
    }

    /// The right-hand side of y = …
    #[must_use]
    pub const fn formula(self) -> &'static str {
        match self {
            Law::Pegs => "a·Nᵇ",
            Law::Colors => "a·Mᵇ",
            Law::PegsLogColors => "a·(N ln M)ᵇ",
            Law::ColorsLogPegs => "a·(M ln N)ᵇ",
            Law::PegsTimesColors => "a·(N·M)ᵇ",
            Law::ExponentialInPegs => "a·exp(b·N)",
            Law::Codes => "a·(Mᴺ)ᵇ",
            Law::PegsAndColors => "a·Nᵇ·Mᶜ",
        }
    }

    /// What a law of one exponent is a function of, g in [`Law::g`]: `M ln N`. Of [`Law::PegsAndColors`] it is `N and M`.
    #[must_use]
    pub const fn variable(self) -> &'static str {
        match self {
            Law::Pegs | Law::ExponentialInPegs => "N",
            Law::Colors => "M",
            Law::PegsLogColors | Law::Codes => "N ln M",
            Law::ColorsLogPegs => "M ln N",
            Law::PegsTimesColors => "N·M",
            Law::PegsAndColors => "N and M",
        }
    }

    /// The number of exponents: 2 for [`Law::PegsAndColors`], else 1.
    #[must_use]
    pub const fn exponents(self) -> usize {
        match self {
            Law::PegsAndColors => 2,
            _ => 1,
        }
    }

    /// What the law is a function of: g of a law y = a·gᵇ, the number of pegs of [`Law::ExponentialInPegs`], and N ln M of
    /// [`Law::Codes`]. `None` where the law is undefined, and for [`Law::PegsAndColors`], which is a function of two numbers.
    #[must_use]
    pub fn g(self, size: Size) -> Option<f64> {
        let (n, m) = (size.pegs() as f64, size.colors() as f64);
        let g = match self {
            Law::Pegs | Law::ExponentialInPegs => n,
            Law::Colors => m,
            Law::PegsLogColors => n * m.ln(),
            // One code has the logarithm 0, where the law is defined.
            Law::Codes => return Some(n * m.ln()),
            Law::ColorsLogPegs => m * n.ln(),
            Law::PegsTimesColors => n * m,
            Law::PegsAndColors => return None,
        };
        (g > 0.0).then_some(g)
    }

    /// The regressors at a size, that is what the exponents b and c are multiplied by in ln y. The second one is 0 for a law of
    /// one exponent. `None` where the law is undefined: N ln M with one color, and M ln N with one peg.
    #[must_use]
    pub fn regressors(self, size: Size) -> Option<[f64; 2]> {
        match self {
            Law::PegsAndColors => Some([(size.pegs() as f64).ln(), (size.colors() as f64).ln()]),
            Law::ExponentialInPegs | Law::Codes => Some([self.g(size)?, 0.0]),
            _ => Some([self.g(size)?.ln(), 0.0]),
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not the id of a [`Law`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawNameError {
    text: String,
}

impl FromStr for Law {
    type Err = LawNameError;

    fn from_str(text: &str) -> Result<Law, LawNameError> {
        let law = Law::ALL.into_iter().find(|law| law.id() == text);
        law.ok_or_else(|| LawNameError { text: text.to_owned() })
    }
}

impl fmt::Display for LawNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no growth law; the laws are {}", self.text, Law::ALL.map(Law::id).join(", "))
    }
}

impl std::error::Error for LawNameError {}

/// A law of a ranking as a row of a table. Values are not rounded; what is not known is empty.
#[derive(Clone, Debug, PartialEq, Serialize, DocumentedFields)]
pub struct LawRow {
    /// The id of the law.
    pub law: &'static str,
    /// Its formula.
    pub formula: &'static str,
    /// The number of points fitted. It is empty for a law that could not be fitted.
    pub points: Option<usize>,
    /// The number of points where a law is undefined.
    pub undefined: usize,
    /// The number of points whose value is not positive.
    pub not_positive: usize,
    /// The number of points that lack a standard error, where it is needed.
    pub no_standard_error: usize,
    /// The factor a, in the unit of the values.
    pub a: Option<f64>,
    /// The lower bound of its 95 % interval.
    pub a_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub a_high: Option<f64>,
    /// The standard error of ln a, which is the relative one of a.
    pub ln_a_se: Option<f64>,
    /// The exponent b.
    pub b: Option<f64>,
    /// Its standard error.
    pub b_se: Option<f64>,
    /// The lower bound of its 95 % interval.
    pub b_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub b_high: Option<f64>,
    /// The exponent c.
    pub c: Option<f64>,
    /// Its standard error.
    pub c_se: Option<f64>,
    /// The lower bound of its 95 % interval.
    pub c_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub c_high: Option<f64>,
    /// The residual standard deviation as a percentage of the value.
    pub typical_error_percent: Option<f64>,
    /// R² of ln y.
    pub r_squared: Option<f64>,
    /// The error of the prediction from the other points, as a percentage of the value.
    pub leave_one_out_percent: Option<f64>,
    /// AICc.
    pub aicc: Option<f64>,
    /// AICc less that of the best law.
    pub delta_aicc: Option<f64>,
    /// The Akaike weight.
    pub akaike_weight: Option<f64>,
    /// Why the law could not be fitted; empty if it was.
    pub note: String,
}

impl LawRow {
    /// The columns.
    pub const COLUMNS: &[&str] = <LawRow as DocumentedFields>::FIELD_NAMES;

    /// What the columns contain, in the order of [`COLUMNS`](LawRow::COLUMNS).
    pub const COLUMN_DOCS: &[&str] = <LawRow as DocumentedFields>::FIELD_DOCS;
}

impl CheckRow {
    /// The columns.
    pub const COLUMNS: &[&str] = <CheckRow as DocumentedFields>::FIELD_NAMES;

    /// What the columns contain, in the order of [`COLUMNS`](CheckRow::COLUMNS).
    pub const COLUMN_DOCS: &[&str] = <CheckRow as DocumentedFields>::FIELD_DOCS;
}

impl Ranking {
    /// A row for each law: those fitted in their order, then the others.
    #[must_use]
    pub fn rows(&self) -> Vec<LawRow> {
        let fitted = self.laws.iter().map(|ranked| self.row(ranked.fit.law, Some(ranked), String::new()));
        let others = self.not_fitted.iter().map(|(law, reason)| self.row(*law, None, reason.to_string()));
        fitted.chain(others).collect()
    }

    fn row(&self, law: Law, ranked: Option<&Ranked>, note: String) -> LawRow {
        let fit = ranked.map(|ranked| &ranked.fit);
        let c = fit.and_then(|fit| fit.c);
        LawRow {
            law: law.id(),
            formula: law.formula(),
            points: fit.map(|fit| fit.points),
            undefined: self.excluded.undefined,
            not_positive: self.excluded.not_positive,
            no_standard_error: self.excluded.no_standard_error,
            a: fit.map(Fit::a),
            a_low: fit.map(|fit| fit.a_interval().low),
            a_high: fit.map(|fit| fit.a_interval().high),
            ln_a_se: fit.map(|fit| fit.ln_a.standard_error),
            b: fit.map(|fit| fit.b.estimate),
            b_se: fit.map(|fit| fit.b.standard_error),
            b_low: fit.map(|fit| fit.b.interval.low),
            b_high: fit.map(|fit| fit.b.interval.high),
            c: c.map(|c| c.estimate),
            c_se: c.map(|c| c.standard_error),
            c_low: c.map(|c| c.interval.low),
            c_high: c.map(|c| c.interval.high),
            typical_error_percent: fit.map(Fit::typical_error_percent),
            r_squared: fit.and_then(|fit| fit.r_squared),
            leave_one_out_percent: fit.and_then(Fit::leave_one_out_percent),
            aicc: ranked.and_then(|ranked| ranked.aicc),
            delta_aicc: ranked.and_then(|ranked| ranked.delta),
            akaike_weight: ranked.and_then(|ranked| ranked.weight),
            note,
        }
    }
}

/// A checked claim as a row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, DocumentedFields)]
pub struct CheckRow {
    /// The claim as text.
    pub claim: String,
    /// `agrees`, `disagrees` or `undecided`.
    pub verdict: &'static str,
    /// The reason in words.
    pub reason: &'static str,
    /// The exponent b of the claimed law.
    pub b: f64,
    /// The lower bound of its 95 % interval.
    pub b_low: f64,
    /// The upper bound of its 95 % interval.
    pub b_high: f64,
    /// The exponent c of the claimed law.
    pub c: Option<f64>,
    /// The lower bound of its 95 % interval.
    pub c_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub c_high: Option<f64>,
    /// The probability of estimates at least as far from the claimed exponents if these are right.
    pub p_value: Option<f64>,
    /// AICc of the claimed law less that of the best one.
    pub delta_aicc: Option<f64>,
    /// The id of the best law.
    pub best: &'static str,
    /// The ids of the other laws that the points do not exclude, with blanks between them.
    pub rivals: String,
}

impl Check {
    /// The check as a row.
    #[must_use]
    pub fn row(&self) -> CheckRow {
        let Ranked { fit, delta, .. } = &self.ranked;
        CheckRow {
            claim: self.claim.to_string(),
            verdict: self.verdict().word(),
            reason: self.reason.words(),
            b: fit.b.estimate,
            b_low: fit.b.interval.low,
            b_high: fit.b.interval.high,
            c: fit.c.map(|c| c.estimate),
            c_low: fit.c.map(|c| c.interval.low),
            c_high: fit.c.map(|c| c.interval.high),
            p_value: self.p_value,
            delta_aicc: *delta,
            best: self.best.id(),
            rivals: self.rivals.iter().map(|law| law.id()).collect::<Vec<_>>().join(" "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regressors_are_those_of_the_formulas() {
        let size: Size = "4x6".parse().unwrap();
        let expected = [4f64.ln(), 6f64.ln(), 7.167_038f64.ln(), 8.317_766f64.ln(), 24f64.ln(), 4.0, 7.167_038];
        for (law, expected) in Law::ALL.into_iter().zip(expected) {
            let [x, other] = law.regressors(size).unwrap();
            assert!((x - expected).abs() < 1e-6 && other == 0.0, "{law}: {x}");
        }
        assert_eq!(Law::PegsAndColors.regressors(size), Some([4f64.ln(), 6f64.ln()]));
    }

    #[test]
    fn laws_are_undefined_only_where_a_logarithm_is_of_zero() {
        let undefined = |text: &str| {
            let size = text.parse().unwrap();
            Law::ALL.into_iter().filter(|law| law.regressors(size).is_none()).collect::<Vec<_>>()
        };
        assert_eq!(undefined("1x6"), [Law::ColorsLogPegs]);
        assert_eq!(undefined("4x1"), [Law::PegsLogColors]);
        assert_eq!(undefined("2x2"), []);
    }

    #[test]
    fn ids_are_parsed() {
        assert!(Law::ALL.into_iter().all(|law| law.id().parse() == Ok(law)));
        assert!(
            "n^2".parse::<Law>().unwrap_err().to_string().starts_with("\"n^2\" is no growth law; the laws are n, m,")
        );
    }
}
