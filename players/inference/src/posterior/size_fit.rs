//! The fit of all rule families to the codes of one game.

use super::mixture::Mixture;
use super::mixture_weights::{self, LikelihoodTable, Responsibilities};
use crate::catalog::{self, Estimator};
use crate::family::{self, Family, WeightedModels};
use scsa::{Code, Game};
use std::sync::Arc;

/// The sum of the Dirichlet parameters of the catalog, in codes.
const CONCENTRATION: f64 = 0.5;
/// The same where the prior weights are those learned in another game.
const TRANSFERRED_CONCENTRATION: f64 = 2.0;
/// The share of these prior weights that follows the catalog: what was learned may not hold in other games.
const CATALOG_SHARE: f64 = 0.1;
/// With more codes than these, no rule is fitted again; weights still follow the codes.
pub const MAX_FITTED_CODES: usize = 1500;
/// How often rules are fitted to their own shares of the codes.
const FITTING_ROUNDS: usize = 2;
/// A rule is fitted to its share of the codes if that is more codes than these,
const LEAST_CODES: f64 = 2.0;
/// and less than this part of all.
const NEARLY_ALL: f64 = 0.97;
/// A rule fitted in another game of less weight is dropped.
const LEAST_WEIGHT: f64 = 1e-6;

/// A rule family that was there before the codes.
#[derive(Clone, Debug)]
struct PriorFamily {
    prior: f64,
    family: Arc<Family>,
    /// Whether it was fitted, to codes of another game.
    fitted: bool,
}

#[derive(Clone, Debug)]
struct FittedRule {
    prior: f64,
    estimator: Estimator,
    family: Arc<Family>,
    model: WeightedModels,
    /// The weight of each code in the fit.
    shares: Vec<f64>,
    /// A factor for the leave-one-out probability of each code, so that their product is the evidence of the family.
    discount: f64,
    /// The rule of the same family that is fitted to whole codes, if this one is not.
    beside: Option<usize>,
}

/// The models that a rule family may be in a game, as separate families, so that codes of that game can tell which is right. Where a way has
/// no place in another game, it is all models there.
fn ways(family: Arc<Family>, game: Game) -> Vec<(f64, Arc<Family>)> {
    let weights: Vec<f64> = family.at(game).iter().map(|(weight, _)| *weight).collect();
    if weights.len() < 2 {
        return vec![(1.0, family)];
    }
    let way = |place: usize| {
        let family = Arc::clone(&family);
        Arc::new(Family::fixed(family.name, move |game| {
            let mut models = family.at(game);
            if place < models.len() { vec![(1.0, models.swap_remove(place).1)] } else { models }
        }))
    };
    weights.into_iter().enumerate().map(|(place, weight)| (weight, way(place))).collect()
}

/// The codes observed in one game, and the weights of the rule families given them.
#[derive(Clone, Debug)]
pub struct SizeFit {
    pub game: Game,
    known: Arc<[PriorFamily]>,
    models: Arc<[WeightedModels]>,
    estimators: Arc<[(f64, Estimator)]>,
    /// The weights of the known families learned in another game.
    weights_elsewhere: Option<Arc<[f64]>>,
    /// The codes, each with its likelihood under each known family.
    seen: Vec<(Code, Arc<[f64]>)>,
    fitted_rules: Vec<FittedRule>,
    table: LikelihoodTable,
    weighing: Responsibilities,
    weighed: usize,
    /// How many codes were seen; no more than [`MAX_FITTED_CODES`] are kept.
    count: usize,
    next: usize,
}

impl SizeFit {
    pub fn from_prior(game: Game) -> SizeFit {
        let rules = catalog::fixed_families();
        let estimators = catalog::estimators();
        let sum = catalog::total_weight(&rules, &estimators);
        let prior = |weight: f64| weight / sum * CONCENTRATION;
        let known = rules.into_iter().map(|(weight, family)| PriorFamily {
            prior: prior(weight),
            family: Arc::new(family),
            fitted: false,
        });
        let estimators = estimators.into_iter().map(|(weight, estimator)| (prior(weight), estimator));
        SizeFit::new(game, known.collect(), estimators.collect(), None)
    }

    /// The prior in another game, which follows from the weights here.
    pub fn transferred(&self, game: Game) -> SizeFit {
        let start = SizeFit::from_prior(game);
        let of_fresh = self.fitted_rules.iter().map(|rule| (Arc::clone(&rule.family), true));
        let models = self.known.iter().map(|rule| (Arc::clone(&rule.family), rule.fitted)).chain(of_fresh);
        let weights = self.weights_at(game);
        let sum: f64 = weights.iter().sum();
        let mut known = Vec::new();
        let mut weights_elsewhere = Vec::new();
        for (place, ((family, fitted), weight)) in models.zip(weights).enumerate() {
            let weight = weight / sum;
            if !fitted || weight >= LEAST_WEIGHT {
                // The fixed rules are the first ones, always the same.
                let catalog_prior = start.known.get(place).map_or(0.0, |rule| rule.prior / CONCENTRATION);
                for (part, family) in ways(family, game) {
                    let prior = TRANSFERRED_CONCENTRATION
                        * part
                        * ((1.0 - CATALOG_SHARE) * weight + CATALOG_SHARE * catalog_prior);
                    known.push(PriorFamily { prior, family, fitted });
                    weights_elsewhere.push(part * weight);
                }
            }
        }
        let catalog_prior = |prior: f64| TRANSFERRED_CONCENTRATION * CATALOG_SHARE * prior / CONCENTRATION;
        let estimators =
            start.estimators.iter().map(|(prior, estimator)| (catalog_prior(*prior), *estimator)).collect();
        SizeFit::new(game, known, estimators, Some(weights_elsewhere.into()))
    }

    fn new(
        game: Game,
        known: Vec<PriorFamily>,
        estimators: Arc<[(f64, Estimator)]>,
        weights_elsewhere: Option<Arc<[f64]>>,
    ) -> SizeFit {
        SizeFit {
            game,
            models: known.iter().map(|rule| rule.family.at(game)).collect(),
            table: LikelihoodTable::new(known.len()),
            weighing: Responsibilities::none(known.len()),
            known: known.into(),
            estimators,
            weights_elsewhere,
            seen: Vec::new(),
            fitted_rules: Vec::new(),
            weighed: 0,
            count: 0,
            next: 1,
        }
    }

    /// The leave-one-out log-likelihood of the codes in nats, and their number.
    pub fn evidence(&self) -> (f64, usize) {
        (self.weighing.evidence, self.weighed)
    }

    /// The posterior predictive mixture in a game. `elsewhere` is whether only codes with other numbers of pegs were observed.
    pub fn mixture(&self, game: Game, elsewhere: bool) -> Mixture {
        let known = self.known.iter().map(|rule| (&*rule.family, rule.fitted));
        let fitted_rules = self.fitted_rules.iter().map(|rule| (&*rule.family, true));
        let families = known.chain(fitted_rules).zip(self.weights_at(game));
        Mixture::new(game, elsewhere, families.map(|((family, fitted), weight)| (weight, family, fitted)))
    }

    fn priors(&self) -> impl Iterator<Item = f64> {
        self.known.iter().map(|rule| rule.prior).chain(self.fitted_rules.iter().map(|rule| rule.prior))
    }

    fn weights(&self) -> impl Iterator<Item = f64> {
        self.priors().zip(&self.weighing.counts).map(|(prior, count)| prior + count)
    }

    /// The weights of the families for another game: those of families that have no model there are zero, and the codes are weighed
    /// without them.
    fn weights_at(&self, game: Game) -> Vec<f64> {
        let exists = self.exist_at(game);
        if game == self.game || self.seen.is_empty() || exists.iter().all(|&exists| exists) {
            return self.weights().collect();
        }
        let priors: Vec<f64> = self.priors().collect();
        let weighing = mixture_weights::weigh(&self.table.only(&exists), &priors, self.weights_elsewhere.as_deref());
        let weights = priors.iter().zip(weighing.counts).map(|(prior, count)| prior + count);
        weights.zip(exists).map(|(weight, exists)| if exists { weight } else { 0.0 }).collect()
    }

    fn exist_at(&self, game: Game) -> Vec<bool> {
        let fitted = self.fitted_rules.iter().map(|rule| &*rule.family);
        let families = self.known.iter().map(|rule| &*rule.family).chain(fitted);
        families.map(|family| !family.at(game).is_empty()).collect()
    }

    /// The share of the weight that families have which have a model in another game.
    pub fn share_at(&self, game: Game) -> f64 {
        let sum =
            |exists: &[bool]| self.weights().zip(exists).filter(|(_, exists)| **exists).map(|(weight, _)| weight).sum();
        let (there, all): (f64, f64) = (sum(&self.exist_at(game)), self.weights().sum());
        there / all
    }

    /// Adds a code, and fits the rules again when the codes have grown by a fifth.
    pub fn add_and_refit(&mut self, code: &Code) {
        self.add(code);
        if self.count >= self.next && self.count <= MAX_FITTED_CODES {
            self.fit();
        }
    }

    pub fn skip(&mut self) {
        self.count += 1;
    }

    /// Adds a code, with the rules as they are. It must be legal.
    pub fn add(&mut self, code: &Code) {
        self.count += 1;
        let known: Arc<[f64]> = self.models.iter().map(|models| family::probability(models, code)).collect();
        let fitted_rules = self.fitted_rules.iter().map(|rule| family::probability(&rule.model, code));
        let row = known.iter().copied().chain(fitted_rules);
        let shares: Vec<f64> = self.weights().zip(row).map(|(weight, p)| weight * p).collect();
        let sum: f64 = shares.iter().sum();
        for (count, share) in self.weighing.counts.iter_mut().zip(shares) {
            *count += share / sum;
        }
        if self.seen.len() < MAX_FITTED_CODES {
            self.seen.push((*code, known));
        }
    }

    /// Fits all families to the codes, and weighs all rules: each family first fitted to all codes, then another one to its share in them.
    pub fn fit(&mut self) {
        self.next = self.count + (self.count / 5).max(1);
        if self.seen.is_empty() {
            return;
        }
        let whole = vec![1.0; self.seen.len()];
        let estimators = Arc::clone(&self.estimators);
        let fitted = estimators.iter().filter_map(|(prior, estimator)| self.fitted(*prior, *estimator, &whole, None));
        self.fitted_rules = fitted.collect();
        let wholes = self.fitted_rules.len();
        self.weigh();
        for _ in 0..FITTING_ROUNDS {
            self.fit_shares(wholes);
            self.weigh();
        }
    }

    /// Beside the rules that are fitted to whole codes, others of the same families are fitted to the shares of both in the
    /// codes, where these are neither few nor nearly all.
    fn fit_shares(&mut self, wholes: usize) {
        let rules = self.known.len()..self.known.len() + self.fitted_rules.len();
        let mut shares = self.weighing.shares_of(&self.table, rules);
        let besides = shares.split_off(wholes);
        for (rule, beside) in self.fitted_rules[wholes..].iter().zip(besides) {
            let whole = rule.beside.and_then(|whole| shares.get_mut(whole));
            for (sum, share) in whole.into_iter().flatten().zip(beside) {
                *sum += share;
            }
        }
        self.fitted_rules.truncate(wholes);
        for (whole, shares) in shares.iter().enumerate() {
            let sum: f64 = shares.iter().sum();
            if sum > LEAST_CODES && sum < NEARLY_ALL * self.seen.len() as f64 {
                let (prior, estimator) = (self.fitted_rules[whole].prior, self.fitted_rules[whole].estimator);
                let beside = self.fitted(prior, estimator, shares, Some(whole));
                self.fitted_rules.extend(beside);
            }
        }
    }

    fn fitted(&self, prior: f64, estimator: Estimator, shares: &[f64], beside: Option<usize>) -> Option<FittedRule> {
        let counting = self.seen.iter().zip(shares).filter(|(_, share)| **share > 1e-6);
        let codes: Vec<(Code, f64)> = counting.map(|((code, _), share)| (*code, *share)).collect();
        let family = Arc::new(estimator.fit(self.game, &codes)?);
        Some(FittedRule {
            prior,
            estimator,
            model: family.at(self.game),
            shares: shares.to_vec(),
            discount: libm::exp(family.log_discount(|codes| estimator.fit(self.game, codes), self.game, &codes)),
            family,
            beside,
        })
    }

    fn weigh(&mut self) {
        let mut table = LikelihoodTable::new(self.known.len() + self.fitted_rules.len());
        for (place, (code, known)) in self.seen.iter().enumerate() {
            let fitted_rules = self
                .fitted_rules
                .iter()
                .map(|rule| rule.discount * rule.family.leave_one_out(self.game, code, rule.shares[place]));
            table.push(known.iter().copied().chain(fitted_rules));
        }
        let priors: Vec<f64> = self.priors().collect();
        self.weighing = mixture_weights::weigh(&table, &priors, self.weights_elsewhere.as_deref());
        self.weighed = self.seen.len();
        self.table = table;
    }
}
