//! What a rule is: at one size a law, at all sizes a kind, and fitted to codes a kind that can leave one of them out.

use scsa::{Code, Rng, Size};
use std::{fmt::Debug, sync::Arc};

/// A rule at one size.
pub trait Law: Debug + Send + Sync {
    /// Makes a code.
    fn draw(&self, rng: &mut Rng) -> Code;

    /// How probable it is that [`draw`](Law::draw) makes this code, which is legal at the size.
    fn probability(&self, code: &Code) -> f64;

    /// Whether it makes all codes equally likely, and is known to. That is no rule to tell of.
    fn is_even(&self) -> bool {
        false
    }

    /// Whether nothing but the number of different colors makes one code more probable than another, as
    /// [`Scsa::by_distinct`](scsa::Scsa::by_distinct) defines it. False where that is not known.
    fn by_distinct(&self) -> bool {
        self.is_even()
    }

    /// The rule with its parameters, as a person reads it. Equal sentences of one kind at one size are equal laws.
    fn sentence(&self) -> String;
}

/// What a rule comes to at a size: laws with weights that sum to 1, several where it is not plain how to carry it there. None
/// where it makes no sense.
pub type Laws = Vec<(f64, Arc<dyn Law>)>;

/// The one law that there is.
pub fn only(law: impl Law + 'static) -> Laws {
    vec![(1.0, Arc::new(law))]
}

/// Laws by weights that need not sum to 1.
pub fn weighted<L: Law + 'static>(laws: impl IntoIterator<Item = (f64, L)>) -> Laws {
    let laws: Vec<(f64, L)> = laws.into_iter().collect();
    let sum: f64 = laws.iter().map(|(weight, _)| weight).sum();
    let fractions = laws.into_iter().filter(|(weight, _)| *weight > 0.0);
    fractions.map(|(weight, law)| (weight / sum, Arc::new(law) as Arc<dyn Law>)).collect()
}

/// A rule at all sizes.
pub trait Kind: Debug + Send + Sync {
    /// What sort of rule it is, in kebab-case.
    fn name(&self) -> &'static str;

    /// The rule at that size.
    fn at(&self, size: Size) -> Laws;
}

/// A rule whose parameters are those that suit codes seen at one size, its home.
pub trait Fitted: Kind {
    /// How probable a code of the home was, judged by all the others: `share` of it is taken out of what the parameters were
    /// fitted to.
    fn without(&self, code: &Code, share: f64) -> f64;

    /// How many numbers were fitted. Rules that fall back on others for codes unlike those seen pay for theirs in this way.
    fn parameters(&self) -> f64 {
        0.0
    }

    /// The logarithm of the number of rules among which this is the one that suits the codes: of what was chosen, not counted.
    fn choices(&self) -> f64 {
        0.0
    }
}

/// Codes to fit to, each with the share of it that counts, which is above 0 and at most 1.
pub type Shares<'a> = &'a [(Code, f64)];

/// How much all shares are together.
pub fn total(codes: Shares) -> f64 {
    codes.iter().map(|(_, share)| share).sum()
}

/// How a rule is fitted to codes of one size; not at all where it cannot say more than a rule without parameters.
pub type Fit = fn(Size, Shares) -> Option<Arc<dyn Fitted>>;

/// How probable the laws together make a code that is legal.
pub fn probability(laws: &Laws, code: &Code) -> f64 {
    laws.iter().map(|(weight, law)| weight * law.probability(code)).sum()
}
