//! Generative models in one game, and rule families: rules in all games, fixed or fitted to codes, with their evidence.

use scsa::{Code, Game, Rng};
use std::fmt::{self, Debug};
use std::sync::Arc;

/// A generative model: a distribution over the codes of one game.
pub trait Model: Debug + Send + Sync {
    fn draw(&self, rng: &mut Rng) -> Code;

    /// The probability of this code, which is legal in the game.
    fn probability(&self, code: &Code) -> f64;

    /// Whether it is known to be the uniform distribution over all codes.
    fn is_uniform(&self) -> bool {
        false
    }

    /// Whether nothing but the number of different colors makes one code more probable than another, as
    /// [`Scsa::by_distinct`](scsa::Scsa::by_distinct) defines it. False where that is not known.
    fn by_distinct(&self) -> bool {
        false
    }

    /// What [`Scsa::cost`](scsa::Scsa::cost) is. At 10x7 most models take 0.1 to 0.3 us, a network of pegs 0.5, base codes 0.8 and a
    /// log-linear model 0.5 to 2; costs are above these, so that a round stays within its time.
    fn cost(&self) -> usize {
        2
    }

    /// The rule with its parameters, in words. Equal descriptions of one fixed family in one game are equal models.
    fn description(&self) -> String;
}

/// A model of a function for the probability of a code and one that draws a code.
pub struct FnModel<P, D> {
    pub description: String,
    pub by_distinct: bool,
    pub is_uniform: bool,
    pub cost: usize,
    pub probability: P,
    pub draw: D,
}

impl<P: Fn(&Code) -> f64 + Send + Sync, D: Fn(&mut Rng) -> Code + Send + Sync> FnModel<P, D> {
    pub fn new(description: impl Into<String>, probability: P, draw: D) -> FnModel<P, D> {
        FnModel { description: description.into(), by_distinct: false, is_uniform: false, cost: 2, probability, draw }
    }

    /// With that answer to [`Model::by_distinct`].
    pub fn by_distinct(self, by_distinct: bool) -> FnModel<P, D> {
        FnModel { by_distinct, ..self }
    }

    /// With that [`Model::cost`].
    pub fn cost(self, cost: usize) -> FnModel<P, D> {
        FnModel { cost, ..self }
    }
}

impl<P, D> Debug for FnModel<P, D> {
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

    fn is_uniform(&self) -> bool {
        self.is_uniform
    }

    fn by_distinct(&self) -> bool {
        self.by_distinct
    }

    fn cost(&self) -> usize {
        self.cost
    }

    fn description(&self) -> String {
        self.description.clone()
    }
}

/// The models that a rule family may be in a game, with weights that sum to 1: several where the transfer to the game is ambiguous,
/// none where the rule makes no sense.
pub type WeightedModels = Vec<(f64, Arc<dyn Model>)>;

pub fn only(model: impl Model + 'static) -> WeightedModels {
    vec![(1.0, Arc::new(model))]
}

/// Models by weights that need not sum to 1.
pub fn weighted<L: Model + 'static>(models: impl IntoIterator<Item = (f64, L)>) -> WeightedModels {
    let models: Vec<(f64, L)> = models.into_iter().filter(|(weight, _)| *weight > 0.0).collect();
    let sum: f64 = models.iter().map(|(weight, _)| weight).sum();
    models.into_iter().map(|(weight, model)| (weight / sum, Arc::new(model) as Arc<dyn Model>)).collect()
}

/// The models of several ways to transfer a rule, with weights that sum to 1.
pub fn joined(ways: impl IntoIterator<Item = (f64, WeightedModels)>) -> WeightedModels {
    let of_way =
        |(weight, models): (f64, WeightedModels)| models.into_iter().map(move |(part, model)| (weight * part, model));
    ways.into_iter().flat_map(of_way).collect()
}

pub fn probability(models: &WeightedModels, code: &Code) -> f64 {
    models.iter().map(|(weight, model)| weight * model.probability(code)).sum()
}

/// Codes to fit to, each with a weight above 0 and at most 1.
pub type WeightedSample<'a> = &'a [(Code, f64)];

pub fn total(codes: WeightedSample) -> f64 {
    codes.iter().map(|(_, share)| share).sum()
}

/// At most so many of the codes, evenly spread.
pub fn spread(codes: WeightedSample, most: usize) -> Vec<(Code, f64)> {
    let is_among = |(index, _): &(usize, _)| is_spread(*index, codes.len(), most);
    codes.iter().enumerate().filter(is_among).map(|(_, code)| *code).collect()
}

/// Whether the code at that index, of `all`, is among so many that are evenly spread.
pub fn is_spread(index: usize, all: usize, most: usize) -> bool {
    all <= most || (index + 1) * most / all > index * most / all
}

type ModelsAt = Box<dyn Fn(Game) -> WeightedModels + Send + Sync>;
type LeaveOneOut = Box<dyn Fn(&Code, f64) -> f64 + Send + Sync>;

/// A rule in all games. Its parameters are fixed, or estimated from codes of one game, its home.
pub struct Family {
    pub name: &'static str,
    models: ModelsAt,
    fit: Option<(Option<f64>, LeaveOneOut)>,
}

impl Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Family({})", self.name)
    }
}

impl Family {
    pub fn fixed(name: &'static str, models: impl Fn(Game) -> WeightedModels + Send + Sync + 'static) -> Family {
        Family { name, models: Box::new(models), fit: None }
    }

    /// A family whose state was fitted: its models in each game, and the probability of a code of the home under the model that is fitted
    /// without a share of it.
    pub fn fitted<T: Send + Sync + 'static>(
        name: &'static str,
        state: T,
        evidence: Option<f64>,
        models: fn(&T, Game) -> WeightedModels,
        leave_one_out: fn(&T, &Code, f64) -> f64,
    ) -> Family {
        let state = Arc::new(state);
        let of_models = Arc::clone(&state);
        let leave_one_out: LeaveOneOut = Box::new(move |code, share| leave_one_out(&state, code, share));
        Family { name, models: Box::new(move |game| models(&of_models, game)), fit: Some((evidence, leave_one_out)) }
    }

    pub fn at(&self, game: Game) -> WeightedModels {
        (self.models)(game)
    }

    /// The probability of a code of its home under the rule fitted without `share` of it.
    pub fn leave_one_out(&self, home: Game, code: &Code, share: f64) -> f64 {
        match &self.fit {
            Some((_, leave_one_out)) => leave_one_out(code, share),
            None => probability(&self.at(home), code),
        }
    }

    /// The evidence of a fitted family, where it is known: the log marginal likelihood of all codes, in nats, over parameters and structures.
    /// None where it follows from predicting the codes one after another.
    pub fn evidence(&self) -> Option<f64> {
        self.fit.as_ref().and_then(|(evidence, _)| *evidence)
    }

    /// The log probability, in nats, that it gave to the codes before its parameters were known. `fit` fits the family to fewer codes.
    pub fn log_evidence(
        &self,
        fit: impl Fn(WeightedSample) -> Option<Family>,
        home: Game,
        codes: WeightedSample,
    ) -> f64 {
        let predicted =
            || codes.iter().zip(log_predictive(fit, home, codes)).map(|((_, share), log)| share * log).sum();
        self.evidence().unwrap_or_else(predicted)
    }

    /// By how much its log evidence is below its leave-one-out log-likelihood, for each of the codes that is possible by the latter. Not
    /// above 0. `fit` fits the family to fewer codes.
    pub fn log_discount(
        &self,
        fit: impl Fn(WeightedSample) -> Option<Family>,
        home: Game,
        codes: WeightedSample,
    ) -> f64 {
        let judged: Vec<f64> =
            codes.iter().map(|(code, share)| libm::log(self.leave_one_out(home, code, *share))).collect();
        let of_possible = |of: &dyn Fn(usize) -> f64| -> f64 {
            let possible = codes.iter().enumerate().filter(|(place, _)| judged[*place].is_finite());
            possible.map(|(place, (_, share))| share * of(place)).sum()
        };
        let (all, log_likelihood) = (of_possible(&|_| 1.0), of_possible(&|place| judged[place]));
        let evidence = match self.evidence() {
            Some(evidence) => evidence * all / total(codes),
            None => {
                let predicted = log_predictive(fit, home, codes);
                of_possible(&|place| predicted[place])
            }
        };
        if all > 0.0 { ((evidence - log_likelihood) / all).min(0.0) } else { 0.0 }
    }
}

/// Fits a family to codes of one game. None where they do not support it, or where it cannot say more than a fixed family.
pub type FitFn = fn(Game, WeightedSample) -> Option<Family>;

/// A family is fitted again when there are half as many codes more.
const GROWTH: f64 = 1.5;
/// The weight of the codes that a fit does not predict, beside those before: the estimator of Krichevsky and Trofimov (1981).
const ESCAPE: f64 = 0.5;

/// The natural logarithm of the predictive probability of each code under the family, given the codes before it, so that the weighted
/// sum is the log evidence of the family (A. P. Dawid, "Statistical theory: the prequential approach", 1984).
///
/// A code is predicted by the family fitted to the first codes, at least two thirds of those before it. With a probability that
/// decreases as codes are predicted, it is one of all codes instead, which also predict where there is no fit. This is a normalized
/// distribution over sequences of codes, so that parameters and structures are charged for whatever they are. A family takes about
/// three times as long as one fit to all codes.
fn log_predictive(fit: impl Fn(WeightedSample) -> Option<Family>, home: Game, codes: WeightedSample) -> Vec<f64> {
    let uniform = libm::pow(home.colors() as f64, -(home.pegs() as f64));
    let mut logs = Vec::with_capacity(codes.len());
    let mut end = 1;
    let mut before = 0.0;
    while logs.len() < codes.len() {
        let (known, block) = (&codes[..logs.len()], &codes[logs.len()..end.min(codes.len())]);
        let models = if known.is_empty() { None } else { fit(known) }.map(|family| family.at(home));
        for (code, share) in block {
            let escape = ESCAPE / (before + 2.0 * ESCAPE);
            let predicted = models.as_ref().map_or(uniform, |models| probability(models, code));
            logs.push(libm::log((1.0 - escape) * predicted + escape * uniform));
            before += share;
        }
        end = (end as f64 * GROWTH) as usize + 1;
    }
    logs
}
