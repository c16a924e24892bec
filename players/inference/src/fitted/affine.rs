//! Linear relations between pegs, modulo the number of colors: A is 0, B is 1.

use super::{
    affine_span::{self, is_prime},
    linear::Linear,
    relations::Relation,
};
use crate::{
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedSample, total},
    transfer,
};
use scsa::{Code, Size};
use std::{collections::BTreeSet, sync::Arc};

/// The number of codes, beyond the number of free pegs, that must agree with the relations.
const MORE: f64 = 2.0;
/// How probable it is that relations with a name do not hold at other sizes.
const DOUBT: f64 = 0.1;

/// The relations that hold in all codes.
#[derive(Clone, Debug)]
pub struct Affine {
    home: Size,
    model: Arc<Linear>,
    /// What relation it is, if it is one that makes sense at other sizes.
    relation: Option<Relation>,
    all: f64,
    /// Codes that do not follow from the others.
    needed: BTreeSet<Code>,
}

/// The relations of those codes. With a prime number of colors these are all linear ones, with others those that have a name.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 {
        return None;
    }
    let all = total(codes);
    let (first, _) = codes.first()?;
    let (model, relation, needed) = if is_prime(home.colors()) {
        let hull = affine_span::hull(home, codes.iter().map(|(code, _)| code))?;
        let relation =
            Relation::all(home, first).into_iter().find(|relation| relation.at(home).rows() == hull.linear.rows());
        let relation = relation.or_else(|| Relation::recurrence_of(home, &hull.linear));
        (relation.as_ref().map_or(hull.linear, |relation| relation.at(home)), relation, hull.needed)
    } else {
        let relations = Relation::all(home, first).into_iter().map(|relation| (relation.at(home), relation));
        let holding = relations.filter(|(model, _)| codes.iter().all(|(code, _)| model.holds(code)));
        let (model, relation) = holding.min_by_key(|(model, _)| model.free())?;
        (model, Some(relation), Vec::new())
    };
    // Pegs at fixed offsets, and pegs of one color, are other rules.
    let is_fixed = model.rows().iter().all(|row| row.terms.is_empty());
    let is_peg_offsets = model.rows().iter().all(|row| matches!(&*row.terms, [(_, 1)]));
    if all < model.free() as f64 + 1.0 + MORE || is_fixed || is_peg_offsets {
        return None;
    }
    Some(Arc::new(Affine { home, model: Arc::new(model), relation, all, needed: needed.into_iter().collect() }))
}

impl RuleFamily for Affine {
    fn name(&self) -> &'static str {
        "linear-relations"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        if size == self.home {
            return vec![(1.0, Arc::clone(&self.model) as Arc<dyn model::Model>)];
        }
        let transferred = self.relation.as_ref().and_then(|relation| relation.transferred(self.home, size));
        transfer::with_uniform_share(model::weighted(transferred.map(|relation| (1.0, relation.at(size)))), DOUBT, size)
    }
}

impl FittedFamily for Affine {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let enough = self.all - share >= self.model.free() as f64 + MORE;
        if enough && !self.needed.contains(code) { model::Model::probability(&*self.model, code) } else { 0.0 }
    }

    fn evidence(&self) -> Evidence {
        let dependent = self.home.pegs() - self.model.free();
        let numbers = self.relation.as_ref().map_or(dependent * (self.model.free() + 1), Relation::numbers);
        Evidence::Parameters(-(numbers as f64 * libm::log(self.home.colors() as f64) + 2.0))
    }
}
