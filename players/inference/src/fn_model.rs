//! Models that are two functions.

use crate::model::Model;
use scsa::{Code, Rng};
use std::fmt;

/// A model of a function for the probability of a code and one that draws a code.
pub struct FnModel<P, D> {
    description: String,
    by_distinct: bool,
    probability: P,
    draw: D,
}

impl<P: Fn(&Code) -> f64 + Send + Sync, D: Fn(&mut Rng) -> Code + Send + Sync> FnModel<P, D> {
    pub fn new(description: impl Into<String>, probability: P, draw: D) -> FnModel<P, D> {
        FnModel { description: description.into(), by_distinct: false, probability, draw }
    }

    /// With that answer to [`Model::by_distinct`].
    pub fn by_distinct(self, by_distinct: bool) -> FnModel<P, D> {
        FnModel { by_distinct, ..self }
    }
}

impl<P, D> fmt::Debug for FnModel<P, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FnModel({})", self.description)
    }
}

impl<P: Fn(&Code) -> f64 + Send + Sync, D: Fn(&mut Rng) -> Code + Send + Sync> Model for FnModel<P, D> {
    fn draw(&self, rng: &mut Rng) -> Code {
        (self.draw)(rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        (self.probability)(code)
    }

    fn by_distinct(&self) -> bool {
        self.by_distinct
    }

    fn description(&self) -> String {
        self.description.clone()
    }
}
