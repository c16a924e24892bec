//! The posterior over the secret under one mixture component.

use crate::{
    Effort,
    bridge::violations,
    code_prior::CodePrior,
    exhaustive_search::consistent_codes,
    independent_draws::{self, IndependentDraws},
    parallel_tempering::ParallelTempering,
    placement_search::PlacementLimits,
    prior_component::{PriorComponent, merge},
    response_tables::MOST_TURNS,
};
use scsa::{Code, Rng, Turn, is_consistent};
use std::{collections::HashMap, sync::Arc};

/// The coldest temperature at first.
const TEMPERATURE: f64 = 0.7;
/// If none of n particles is consistent, the probability of the response is at first taken to be 0.5 / (n + 1): its posterior mean
/// with the prior of Jeffreys, Beta(1/2, 1/2). Chains that find a consistent code replace it by an estimate.
const JEFFREYS: f64 = 0.5;

/// The number of codes whose prior probabilities are averaged.
const PROBABILITIES: usize = 256;
/// All consistent codes are searched for if they are estimated to be at most one for this many nodes of the budget.
const NODES_A_CODE: f64 = 20.0;
/// After a search that was given up, the next one is tried when there are estimated to be this many times fewer codes.
const LESS: f64 = 30.0;
/// The most codes that a search may find.
const MAX_CODES: usize = 200_000;

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
    /// The probability of all responses under the component. 0 if unknown.
    evidence: f64,
    /// The estimated number of consistent codes when a search for all of them was last given up.
    abandoned: f64,
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
            evidence: 1.0,
            abandoned: f64::INFINITY,
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
        self.scale(if left.is_empty() { JEFFREYS / (self.codes.len() + 1) as f64 } else { kept / self.sum });
        if left.is_empty() && self.component.enumerated {
            self.empty = true;
        } else if !left.is_empty() && (self.complete || left.len() >= effort.particles) {
            (self.codes, self.sum) = (Arc::new(left), kept);
        } else if !self.search(&left, turns, effort) && !self.draw(turns, effort, rng) {
            self.refill(&left, turns, effort, rng);
        }
    }

    /// Multiplies the evidence by the probability of a response.
    fn scale(&mut self, probability: f64) {
        self.weight *= probability;
        self.evidence *= probability;
    }

    /// Finds all consistent codes by exhaustive search if they are estimated to be few. Returns whether it did.
    ///
    /// The number of consistent codes is p(turns) times the posterior mean of 1 / p(code).
    fn search(&mut self, left: &[(Code, f64)], turns: &[Turn], effort: &Effort) -> bool {
        let PriorComponent { board, rule, .. } = &*self.component;
        let from = if left.is_empty() { &self.codes[..] } else { left };
        let some = || from.iter().step_by(from.len().div_ceil(PROBABILITIES).max(1));
        let inverse = |(code, weight): &(Code, f64)| weight / rule.probability(board.size, code);
        let mean = some().map(inverse).sum::<f64>() / some().map(|(_, weight)| weight).sum::<f64>();
        let number = self.evidence * mean;
        if number > (effort.search_nodes as f64 / NODES_A_CODE).min(self.abandoned / LESS) {
            return false;
        }
        let limits = PlacementLimits { nodes: effort.search_nodes, codes: MAX_CODES };
        let Some(codes) = consistent_codes(&self.component, turns, limits) else {
            self.abandoned = number;
            return false;
        };
        let evidence = sum(&codes);
        self.set_evidence(evidence);
        (self.sum, self.complete, self.empty) = (evidence, true, codes.is_empty());
        self.near.clear();
        if !self.empty {
            self.codes = Arc::new(codes);
        }
        true
    }

    /// Draws codes from the posterior, where the consistent codes can be counted. Returns whether they can.
    fn draw(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) -> bool {
        let drawn = independent_draws::draw(&self.component, turns, effort.particles, effort.count_nodes, rng);
        let Some(IndependentDraws { evidence, codes, is_exhaustive }) = drawn else { return false };
        self.set_evidence(evidence);
        self.near.clear();
        (self.complete, self.empty) = (is_exhaustive, codes.is_empty());
        if !self.empty {
            (self.sum, self.codes) = (sum(&codes), Arc::new(codes));
        }
        true
    }

    /// Replaces the estimate of the evidence.
    fn set_evidence(&mut self, evidence: f64) {
        if self.evidence > 0.0 {
            self.weight *= evidence / self.evidence;
        }
        self.evidence = evidence;
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
        if let (true, Some(newest)) = (left.is_empty(), turns.last())
            && let Some(probability) = found.bridge.probability(newest, &self.codes)
        {
            self.scale(probability * (self.codes.len() + 1) as f64 / JEFFREYS);
        }
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
            CodePrior::ByCounts(of) | CodePrior::Rule(of) => of.rule.probability(size, code),
        };
        let probabilities: Vec<f64> = codes.iter().map(|(code, _)| probability(code)).collect();
        let mut classes: HashMap<u64, (f64, f64)> = HashMap::new();
        for ((_, times), probability) in codes.iter().zip(&probabilities) {
            let (number, often) = classes.entry(about(*probability)).or_default();
            (*number, *often) = (*number + 1.0, *often + times);
        }
        for ((_, weight), probability) in codes.iter_mut().zip(probabilities) {
            *weight = match classes.get(&about(probability)) {
                Some((number, often)) if !self.complete => often / number,
                _ => probability,
            };
        }
    }

    /// Searches again for consistent codes where none was found, from the codes that violate least: of the prior sample, and of the
    /// last turn with any.
    pub fn reseed(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) {
        let misses = |code: &Code| -> usize { turns.iter().map(|turn| violations(turn, code)).sum() };
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
            self.evidence = 0.0;
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
