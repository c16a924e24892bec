//! Generative models at one size, rule families at all sizes, and rule families that are fitted to codes.

use scsa::{Code, Rng, Size};
use std::{fmt::Debug, sync::Arc};

/// A generative model: a distribution over the codes of one size.
pub trait Model: Debug + Send + Sync {
    /// Draws a code.
    fn draw(&self, rng: &mut Rng) -> Code;

    /// The probability of this code, which is legal at the size.
    fn probability(&self, code: &Code) -> f64;

    /// Whether it is known to be the uniform distribution over all codes.
    fn is_uniform(&self) -> bool {
        false
    }

    /// Whether nothing but the number of different colors makes one code more probable than another, as
    /// [`Scsa::by_distinct`](scsa::Scsa::by_distinct) defines it. False where that is not known.
    fn by_distinct(&self) -> bool {
        self.is_uniform()
    }

    /// The rule with its parameters, in words. Equal descriptions of one fixed family at one size are equal models.
    fn description(&self) -> String;
}

/// The models that a rule family may be at a size, with weights that sum to 1: several where the transfer to the size is ambiguous,
/// none where the rule makes no sense.
pub type WeightedModels = Vec<(f64, Arc<dyn Model>)>;

/// A single model.
pub fn only(model: impl Model + 'static) -> WeightedModels {
    vec![(1.0, Arc::new(model))]
}

/// Models by weights that need not sum to 1.
pub fn weighted<L: Model + 'static>(models: impl IntoIterator<Item = (f64, L)>) -> WeightedModels {
    let models: Vec<(f64, L)> = models.into_iter().collect();
    let sum: f64 = models.iter().map(|(weight, _)| weight).sum();
    let fractions = models.into_iter().filter(|(weight, _)| *weight > 0.0);
    fractions.map(|(weight, model)| (weight / sum, Arc::new(model) as Arc<dyn Model>)).collect()
}

/// A rule at all sizes.
pub trait RuleFamily: Debug + Send + Sync {
    /// The name of the family, in kebab-case.
    fn name(&self) -> &'static str;

    /// The models of the rule at that size.
    fn at(&self, size: Size) -> WeightedModels;
}

/// A rule family whose parameters are estimated from codes of one size, its home.
pub trait FittedFamily: RuleFamily {
    /// The leave-one-out probability of a code of the home: that of the model fitted without `share` of it.
    fn leave_one_out(&self, code: &Code, share: f64) -> f64;

    /// How the evidence of the family follows from the codes that it was fitted to.
    fn evidence(&self) -> Evidence {
        Evidence::Prequential
    }
}

/// How the evidence of a fitted family is computed: the logarithm, in nats, of the probability that it gave to the codes before its
/// parameters were known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// By predicting the codes one after another.
    Prequential,
    /// It is known: the log marginal likelihood of all codes, over parameters and structures.
    Marginal(f64),
    /// The parameters are discrete, and those fitted have this log prior probability: it is added to the log-likelihood.
    Parameters(f64),
}

/// Codes to fit to, each with a weight above 0 and at most 1.
pub type WeightedSample<'a> = &'a [(Code, f64)];

/// The sum of all weights.
pub fn total(codes: WeightedSample) -> f64 {
    codes.iter().map(|(_, share)| share).sum()
}

/// Fits a rule family to codes of one size. None where it cannot say more than a family without parameters.
pub type FitFn = fn(Size, WeightedSample) -> Option<Arc<dyn FittedFamily>>;

/// The probability of a legal code under the mixture of the models.
pub fn probability(models: &WeightedModels, code: &Code) -> f64 {
    models.iter().map(|(weight, model)| weight * model.probability(code)).sum()
}
