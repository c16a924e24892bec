//! Laws as rows of tables.

use crate::compare::growth::fit::Fit;
use crate::compare::growth::law::Law;
use crate::compare::growth::ranking::{Ranked, Ranking};
use serde::Serialize;

documented! {
/// A law of a ranking as a row of a table. Values are not rounded; what is not known is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// AICc.
    pub aicc: Option<f64>,
    /// AICc less that of the best law.
    pub delta_aicc: Option<f64>,
    /// The Akaike weight.
    pub akaike_weight: Option<f64>,
    /// Why the law could not be fitted; empty if it was.
    pub note: String,
}
}

impl Ranking {
    /// A row for each law: those fitted in their order, then the others.
    pub fn rows(&self) -> Vec<LawRow> {
        let fitted = self.laws.iter().map(|ranked| self.row(ranked.fit.law, Some(ranked), String::new()));
        let others = self.not_fitted.iter().map(|(law, reason)| self.row(*law, None, reason.clone()));
        fitted.chain(others).collect()
    }

    fn row(&self, law: Law, ranked: Option<&Ranked>, note: String) -> LawRow {
        let fit = ranked.map(|ranked| &ranked.fit);
        let [b, c] = [fit.and_then(|fit| fit.b), fit.and_then(|fit| fit.c)];
        LawRow {
            law: law.id(),
            formula: law.formula(),
            points: fit.map(|fit| fit.points),
            undefined: self.undefined,
            not_positive: self.not_positive,
            a: fit.map(Fit::a),
            a_low: fit.map(|fit| fit.ln_a.interval.low.exp()),
            a_high: fit.map(|fit| fit.ln_a.interval.high.exp()),
            ln_a_se: fit.map(|fit| fit.ln_a.standard_error),
            b: b.map(|b| b.estimate),
            b_se: b.map(|b| b.standard_error),
            b_low: b.map(|b| b.interval.low),
            b_high: b.map(|b| b.interval.high),
            c: c.map(|c| c.estimate),
            c_se: c.map(|c| c.standard_error),
            c_low: c.map(|c| c.interval.low),
            c_high: c.map(|c| c.interval.high),
            typical_error_percent: fit.map(Fit::typical_error_percent),
            r_squared: fit.and_then(|fit| fit.r_squared),
            aicc: ranked.and_then(|ranked| ranked.aicc),
            delta_aicc: ranked.and_then(|ranked| ranked.delta),
            akaike_weight: ranked.and_then(|ranked| ranked.weight),
            note,
        }
    }
}
