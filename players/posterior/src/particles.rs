//! The posterior over the secret under one mixture component.

use crate::{
    Effort,
    code_prior::CodePrior,
    parallel_tempering::ParallelTempering,
    prior_component::{PriorComponent, merge},
    response_tables::MOST_TURNS,
};
use scsa::{Code, Rng, Turn, is_consistent};
use std::{collections::HashMap, sync::Arc};

/// The coldest temperature at first.
const TEMPERATURE: f64 = 0.7;
/// The number of consistent particles assumed where none is left.
const HALF: f64 = 0.5;

/// The consistent codes of one mixture component: all of them, or a sample of the posterior (particles).
#[derive(Clone, Debug)]
pub struct ParticleSet {
    pub component: Arc<PriorComponent>,
    /// The prior weight of the component times the probability of all responses under it, relative to other particle sets.
    pub weight: f64,
    /// Each with its weight. If the set is empty these are the codes of the turn before.
    pub codes: Arc<Vec<(Code, f64)>>,
    /// The sum of their weights.
    sum: f64,
    /// Whether the component has no other consistent code, as far as known.
    pub complete: bool,
    /// Whether the component has no consistent code, as far as known.
    pub empty: bool,
    /// The weight before it became empty.
    pub last_weight: f64,
    /// Codes that violate few responses, if the set is empty and the component is not enumerated.
    pub near: Vec<Code>,
    temperature: f64,
}

impl ParticleSet {
    pub fn new(component: Arc<PriorComponent>) -> ParticleSet {
        let codes = component.codes.clone();
        let sum = sum(&codes);
        let (weight, complete) = (component.weight, component.enumerated);
        ParticleSet {
            component,
            weight,
            codes,
            sum,
            complete,
            empty: false,
            last_weight: 0.0,
            near: Vec::new(),
            temperature: TEMPERATURE,
        }
    }

    /// Conditions on the newest of these turns: deletes inconsistent codes, and refills the sample.
    pub fn update(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) {
        let Some(newest) = turns.last() else { return };
        if self.empty {
            return;
        }
        let left: Vec<(Code, f64)> =
            self.codes.iter().filter(|(code, _)| newest.is_consistent_with(code)).copied().collect();
        let kept = sum(&left);
        self.weight *= if left.is_empty() { HALF / self.codes.len() as f64 } else { kept / self.sum };
        if left.is_empty() && self.component.enumerated {
            self.empty = true;
        } else if !left.is_empty() && (self.complete || left.len() >= effort.particles) {
            (self.codes, self.sum) = (Arc::new(left), kept);
        } else {
            self.refill(&left, turns, effort, rng);
        }
    }

    /// Samples codes that are consistent with all turns, from those left, or else from those of the turn before.
    fn refill(&mut self, left: &[(Code, f64)], turns: &[Turn], effort: &Effort, rng: &mut Rng) {
        let from = if left.is_empty() { &self.codes[..] } else { left };
        let starts: Vec<Code> = from.iter().map(|(code, _)| *code).collect();
        if starts.is_empty() {
            self.empty = true;
            return;
        }
        let (component, temperature) = (&*self.component, self.temperature);
        let search = ParallelTempering { component, turns, starts: &starts, temperature, effort };
        let mut found = search.run(rng);
        self.temperature = found.temperature;
        if turns.len() > MOST_TURNS {
            found.visits.retain(|(code, _)| is_consistent(code, turns));
        }
        found.visits.extend(left.iter().map(|(code, _)| (*code, 1.0)));
        merge(&mut found.visits);
        (self.empty, self.complete) = (found.visits.is_empty(), found.is_complete);
        self.near = found.near;
        if self.empty {
            return;
        }
        let mut codes = found.visits;
        debug_assert!(
            codes.iter().all(|(code, _)| is_consistent(code, turns)),
            "an inconsistent code among the particles"
        );
        self.weigh(&mut codes);
        if codes.len() > effort.particles {
            rng.shuffle_front(&mut codes, effort.particles);
            codes.truncate(effort.particles);
        }
        self.sum = sum(&codes);
        self.codes = Arc::new(codes);
    }

    /// Replaces the visit counts of the codes by weights.
    ///
    /// If the codes are all there are, the weight is the prior probability. In a sample it is the mean visit count of the codes
    /// with the same prior probability, because chains visit these equally often in the long run.
    fn weigh(&self, codes: &mut [(Code, f64)]) {
        let size = self.component.board.size;
        let probability = |code: &Code| match &self.component.prior {
            CodePrior::Flat => 1.0,
            CodePrior::ByDistinct(of) => of[code.distinct()],
            CodePrior::ByCounts(rule) | CodePrior::Rule(rule) => rule.probability(size, code),
        };
        let probabilities: Vec<f64> = codes.iter().map(|(code, _)| probability(code)).collect();
        let mut alike: HashMap<u64, (f64, f64)> = HashMap::new();
        for ((_, times), probability) in codes.iter().zip(&probabilities) {
            let (number, often) = alike.entry(about(*probability)).or_default();
            (*number, *often) = (*number + 1.0, *often + times);
        }
        for ((_, weight), probability) in codes.iter_mut().zip(probabilities) {
            *weight = match alike.get(&about(probability)) {
                Some((number, often)) if !self.complete => often / number,
                _ => probability,
            };
        }
    }

    /// Searches again for consistent codes where none was found, from the codes that violate least: of the prior sample, and of the
    /// last turn with any.
    pub fn reseed(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) {
        let misses = |code: &Code| -> usize {
            let miss = |turn: &Turn| {
                let feedback = turn.guess.feedback(code);
                feedback.black().abs_diff(turn.feedback.black()) + feedback.total().abs_diff(turn.feedback.total())
            };
            turns.iter().map(miss).sum()
        };
        let known = self.component.codes.iter().chain(self.codes.iter());
        let mut near: Vec<(usize, Code)> = known.map(|(code, _)| (misses(code), *code)).collect();
        near.sort_unstable();
        near.dedup();
        let hits: Vec<(Code, f64)> = near.iter().take_while(|near| near.0 == 0).map(|near| (near.1, 1.0)).collect();
        if self.component.enumerated {
            self.empty = hits.is_empty();
            if !self.empty {
                let size = self.component.board.size;
                let weigh = |(code, _): &(Code, f64)| (*code, self.component.rule.probability(size, code));
                let codes: Vec<(Code, f64)> = hits.iter().map(weigh).collect();
                (self.sum, self.codes) = (sum(&codes), Arc::new(codes));
            }
        } else {
            near.truncate(effort.chain_groups * 8);
            self.codes = Arc::new(near.into_iter().map(|(_, code)| (code, 1.0)).collect());
            self.temperature = TEMPERATURE;
            self.refill(&hits, turns, effort, rng);
        }
        self.weight = self.component.weight;
    }

    /// The sum of the weights of its codes.
    pub fn sum(&self) -> f64 {
        self.sum
    }
}

/// Equal for probabilities that differ by rounding.
fn about(probability: f64) -> u64 {
    probability.to_bits() >> 20
}

fn sum(codes: &[(Code, f64)]) -> f64 {
    codes.iter().map(|(_, weight)| weight).sum()
}
