//! Families of which nothing is known but at the size of the codes that they were fitted to.

use crate::model::{Evidence, FittedFamily, Model, RuleFamily, WeightedModels};
use scsa::{Code, Rng, Size};
use std::{fmt::Debug, sync::Arc};

/// A rule fitted to codes of one size, its home.
pub trait HomeRule: Debug + Send + Sync + 'static {
    /// The name of the family, in kebab-case.
    const NAME: &'static str;

    fn home(&self) -> Size;

    /// Draws a code.
    fn draw(&self, rng: &mut Rng) -> Code;

    /// The probability of a code of the home under the rule fitted without `share` of it.
    fn without(&self, code: &Code, share: f64) -> f64;

    /// How the evidence of the rule follows from the codes that it was fitted to.
    fn evidence(&self) -> Evidence;

    /// The rule with its parameters, in words.
    fn description(&self) -> String;
}

/// The family that has this rule as its only model, at its home alone.
#[derive(Debug)]
pub struct AtHome<T>(Arc<T>);

impl<T: HomeRule> AtHome<T> {
    pub fn family(rule: T) -> Arc<dyn FittedFamily> {
        Arc::new(AtHome(Arc::new(rule)))
    }
}

impl<T: HomeRule> RuleFamily for AtHome<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn at(&self, size: Size) -> WeightedModels {
        if size == self.0.home() { vec![(1.0, Arc::new(AtHome(Arc::clone(&self.0))))] } else { Vec::new() }
    }
}

impl<T: HomeRule> FittedFamily for AtHome<T> {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        self.0.without(code, share)
    }

    fn evidence(&self) -> Evidence {
        self.0.evidence()
    }
}

impl<T: HomeRule> Model for AtHome<T> {
    fn draw(&self, rng: &mut Rng) -> Code {
        self.0.draw(rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.0.without(code, 0.0)
    }

    fn description(&self) -> String {
        self.0.description()
    }
}
