//! The prior and the posterior of the secret: a mixture of components, each with its consistent codes.

use crate::Effort;
use crate::board::MOST_TURNS;
use crate::exhaustive::{IndependentDraws, consistent_codes, draw};
use crate::placement::PlacementLimits;
use crate::prior::{CodePrior, PriorComponent, merge};
use crate::tempering::{ParallelTempering, violations};
use scsa::{Code, Component, EnumerationLimits, Game, Rng, Scsa, Turn, algorithms};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The prior p(c) over the codes of one game, of one codemaker: a mixture of components, each enumerated or sampled. All rounds of
/// a match share it.
#[derive(Debug)]
pub struct PriorModel {
    pub(crate) game: Game,
    pub(crate) effort: Effort,
    initial: Posterior,
    /// The uniform distribution over all codes, used when the turns rule out every code of the codemaker.
    uniform: OnceLock<Arc<PriorComponent>>,
}

/// All components of at least this weight are kept.
const KEPT_WEIGHT: f64 = 1e-3;
/// At least this many components are kept: those of the largest weights.
const KEPT_COMPONENTS: usize = 24;
/// The share of the work of one particle set that several may take together: steps take longer where every prior probability is
/// computed by the rule.
const SHARED: f64 = 0.8;
/// A mixture of more components is taken for an inferred one, whose probabilities take long: fewer codes are enumerated, and less exactly.
const FEW_COMPONENTS: usize = 8;
/// The most draws for enumerating a component of a mixture with few components. They take some seconds.
const DRAWS: usize = 4_000_000;
/// The same for a component of weight 1 among many, of the usual [cost](Scsa::cost); it takes some tenths of a second.
const DRAWS_OF_MANY: f64 = 300_000.0;
/// The limit of enumerated codes is this many times smaller with many components.
const FEWER_OF_MANY: f64 = 8.0;
/// The probability that the codes missing from an enumeration may have, with many components.
const MISSING_OF_MANY: f64 = 1e-4;
/// Components of less weight are dropped.
const LEAST_WEIGHT: f64 = 1e-6;
/// A particle set of a smaller posterior probability is dropped.
const NEGLIGIBLE: f64 = 1e-7;
/// When all particle sets are empty, this many are reseeded at most.
const RESEEDED: usize = 4;
/// One part in this many of the work of a round is left for all codes of the game.
const RESERVED: usize = 5;
/// One part in this many is the least work of a turn for these, however much was spent.
const LEAST: usize = 32;
/// A component whose probabilities the rule computes, with fewer consistent codes, also starts from so many of the others.
const STARTS: usize = 64;

impl PriorModel {
    /// The prior of a codemaker that follows the rule.
    ///
    /// Of the components of the rule, all of weight 0.001 or more are kept, and at least the 24 of the largest weights.
    ///
    /// The support of a component is enumerated if it is small enough, at a cost of about 100 ns a code. Otherwise
    /// [`Effort::prior_draws`] codes are drawn from it.
    ///
    /// # Panics
    /// If the rule does not support the game and panics there.
    pub fn new(rule: Arc<dyn Scsa>, game: Game, effort: Effort) -> PriorModel {
        let mut rng = Rng::new(u128::from(b'p'));
        let mut components = rule.components(game);
        components.retain(|component| component.weight >= LEAST_WEIGHT);
        components.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let large = components.iter().filter(|component| component.weight >= KEPT_WEIGHT).count();
        components.truncate(large.max(KEPT_COMPONENTS));
        let many = components.len() > FEW_COMPONENTS;
        // All codes of a small board are enumerated, whatever the rule.
        let small = effort.max_enumerated / if many { KEPT_COMPONENTS } else { 1 };
        let whole = components.is_empty() || game.count_at_most(small as u64).is_some();
        if whole {
            components = vec![Component { weight: 1.0, rule }];
        }
        let mut prepared = |component: Component| {
            let share = component.weight.sqrt();
            let limits = if many && !whole {
                let most = effort.max_enumerated as f64 / FEWER_OF_MANY * share;
                // Each takes a draw, of about the usual cost, and a probability.
                EnumerationLimits {
                    max_codes: most as usize,
                    max_draws: (DRAWS_OF_MANY * share) as usize * 4 / (2 + component.rule.cost()),
                    missing_probability: MISSING_OF_MANY,
                }
            } else {
                EnumerationLimits { max_codes: effort.max_enumerated, max_draws: DRAWS, missing_probability: 0.0 }
            };
            PriorComponent::new(component, game, &effort.share(share), &limits, &mut rng)
        };
        let particle_sets = components.into_iter().map(|component| ParticleSet::new(Arc::new(prepared(component))));
        let mut initial = Posterior { particle_sets: particle_sets.collect(), work: 0 };
        initial.normalize();
        PriorModel { game, effort, initial, uniform: OnceLock::new() }
    }

    /// The posterior before the first turn, which is the prior.
    pub fn initial_posterior(&self) -> Posterior {
        self.initial.clone()
    }

    fn uniform(&self) -> Arc<PriorComponent> {
        let make = || {
            let component = Component { weight: 1.0, rule: Arc::new(algorithms::uniform(self.game)) };
            let limits =
                EnumerationLimits { max_codes: self.effort.max_enumerated, max_draws: 0, missing_probability: 0.0 };
            let mut rng = Rng::new(u128::from(b'a'));
            Arc::new(PriorComponent::new(component, self.game, &self.effort, &limits, &mut rng))
        };
        self.uniform.get_or_init(make).clone()
    }
}

/// The posterior over the secret after some turns: for each mixture component its probability, and its consistent codes, all of
/// them or a sample.
#[derive(Clone, Debug)]
pub struct Posterior {
    particle_sets: Vec<ParticleSet>,
    /// The work of all chains so far, as in [`Effort::round_work`].
    work: usize,
}

impl Posterior {
    /// Conditions on the last of these turns. It must have been updated with those before it, one by one.
    ///
    /// If no component has a consistent code left, those of largest weight are searched again, and then all codes of the game.
    pub fn update(&mut self, prior: &PriorModel, turns: &[Turn], rng: &mut Rng) {
        let effort = &prior.effort;
        // Work is shared by the roots of the weights, so that a set with nearly all the weight gets nearly all the work.
        let roots: f64 = self.particle_sets().map(|set| set.weight.sqrt()).sum();
        // Codes that are consistent with the rules that take least are starts for the others.
        let mut sets: Vec<&mut ParticleSet> = self.particle_sets.iter_mut().filter(|set| !set.empty).collect();
        sets.sort_by_key(|set| set.component.prior.rule().map_or(0, |of| of.rule.cost()));
        let mut known = Vec::new();
        for set in sets {
            let share = (SHARED * set.weight.sqrt() / roots).min(1.0);
            self.work += set.update(turns, &known, &set.effort(effort, self.work).share(share), rng);
            if !set.empty {
                known.extend(set.codes.iter().step_by(set.codes.len().div_ceil(STARTS)).map(|(code, _)| *code));
            }
        }
        self.normalize();
        if !self.is_empty() {
            return;
        }
        self.particle_sets.sort_by(|a, b| b.last_weight.total_cmp(&a.last_weight));
        for (rank, set) in self.particle_sets.iter_mut().enumerate() {
            let effort = set.effort(effort, self.work);
            // Without work left, the codes stay that violated few responses before.
            if effort.round_work == 0 || rank >= RESEEDED && !set.component.is_uniform() {
                continue;
            }
            self.work += set.reseed(turns, &effort, rng);
            if !set.empty {
                break;
            }
        }
        if self.particle_sets.iter().all(|set| set.empty && !set.component.is_uniform()) {
            let mut set = ParticleSet::new(prior.uniform());
            self.work += set.reseed(turns, &set.effort(effort, self.work), rng);
            self.particle_sets.push(set);
        }
        self.normalize();
    }

    /// Makes the weights sum to 1, and drops negligible sets.
    fn normalize(&mut self) {
        let weight = |set: &ParticleSet| if set.empty { 0.0 } else { set.weight };
        let sum: f64 = self.particle_sets.iter().map(weight).sum();
        for set in &mut self.particle_sets {
            let negligible = sum > 0.0 && weight(set) < NEGLIGIBLE * sum;
            if set.weight > 0.0 && (set.empty || negligible) {
                (set.last_weight, set.empty) = (set.weight, true);
            }
            set.weight = if sum > 0.0 { weight(set) / sum } else { 0.0 };
        }
    }

    fn particle_sets(&self) -> impl Iterator<Item = &ParticleSet> {
        self.particle_sets.iter().filter(|set| !set.empty)
    }

    /// Whether no consistent code is known.
    pub fn is_empty(&self) -> bool {
        self.particle_sets().next().is_none()
    }

    /// Whether all candidates are known, at least one. Where they were found by Markov chains this is probable, not certain.
    pub fn is_complete(&self) -> bool {
        !self.is_empty() && self.particle_sets().all(|set| set.complete)
    }

    /// The number of candidates known. One that several components can make counts once for each.
    pub fn candidate_count(&self) -> usize {
        self.particle_sets().map(|set| set.codes.len()).sum()
    }

    /// The candidates known, in lexicographic order, with their posterior probabilities. They sum to 1.
    pub fn candidates(&self) -> Vec<(Code, f64)> {
        let of = |set: &ParticleSet| {
            let scale = set.weight / set.sum;
            set.codes.iter().map(move |(code, weight)| (*code, weight * scale)).collect::<Vec<_>>()
        };
        let mut all: Vec<(Code, f64)> = self.particle_sets().flat_map(of).collect();
        merge(&mut all);
        all
    }

    /// A sample of about `number` candidates by systematic resampling, each with its multiplicity.
    ///
    /// If none is known, codes that violate few responses, each once, so that a guess can still be scored. Empty if there are none
    /// of these either.
    pub fn sample(&self, number: usize, rng: &mut Rng) -> Vec<(Code, u32)> {
        if self.is_empty() {
            let near = self.particle_sets.iter().rev().find(|set| !set.near.is_empty());
            return near.map_or_else(Vec::new, |set| set.near.iter().map(|code| (*code, 1)).collect());
        }
        let mut drawn = Vec::with_capacity(number);
        for set in self.particle_sets() {
            let scale = set.weight / set.sum * number as f64;
            let mut owed = rng.unit();
            for (code, weight) in set.codes.iter() {
                owed += weight * scale;
                if owed >= 1.0 {
                    drawn.push((*code, owed as u32));
                    owed -= owed.floor();
                }
            }
        }
        drawn
    }
}

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
const MAX_CODES: usize = 200_000;
/// So many of the codes that chains found are kept, however long the rule takes to weigh them.
const LEAST_PARTICLES: usize = 128;

/// The consistent codes of one mixture component: all of them, or a sample of the posterior (particles).
#[derive(Clone, Debug)]
pub struct ParticleSet {
    pub component: Arc<PriorComponent>,
    /// The prior weight of the component times the probability of all responses under it, relative to other particle sets.
    pub weight: f64,
    /// Each with its weight. If the set is empty these are the codes of the turn before.
    pub codes: Arc<Vec<(Code, f64)>>,
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

    /// The budget of a turn after that much work in its round.
    fn effort(&self, whole: &Effort, work: usize) -> Effort {
        let is_last = self.component.is_uniform();
        let (reserved, least) = if is_last { (0, whole.round_work / LEAST) } else { (whole.round_work / RESERVED, 0) };
        whole.after(work + reserved, least)
    }

    /// Conditions on the newest of these turns: deletes inconsistent codes, and refills the sample, also from codes that are known to be
    /// consistent. Returns the work of chains.
    pub fn update(&mut self, turns: &[Turn], known: &[Code], effort: &Effort, rng: &mut Rng) -> usize {
        let Some(newest) = turns.last().filter(|_| !self.empty) else { return 0 };
        let game = self.component.board.game;
        let is_left = |(code, _): &&(Code, f64)| game.is_consistent(code, std::slice::from_ref(newest));
        let left: Vec<(Code, f64)> = self.codes.iter().filter(is_left).copied().collect();
        let kept = sum(&left);
        self.scale(if left.is_empty() { JEFFREYS / (self.codes.len() + 1) as f64 } else { kept / self.sum });
        if left.is_empty() && self.component.enumerated {
            self.empty = true;
        } else if !left.is_empty() && (self.complete || left.len() >= effort.particles) {
            (self.codes, self.sum) = (Arc::new(left), kept);
        } else if !self.search(&left, turns, effort) && !self.draw(turns, effort, rng) {
            return self.refill(&left, known, turns, effort, rng);
        }
        0
    }

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
        let inverse = |(code, weight): &(Code, f64)| weight / rule.probability(board.game, code);
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
        self.found(codes, evidence, true)
    }

    /// Draws codes from the posterior, where the consistent codes can be counted. Returns whether they can.
    fn draw(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) -> bool {
        let drawn = draw(&self.component, turns, effort.particles, effort.count_nodes, rng);
        let Some(IndependentDraws { evidence, codes, is_exhaustive }) = drawn else { return false };
        self.found(codes, evidence, is_exhaustive)
    }

    /// Takes over codes that were found, all of them or not, with the probability of all responses. Returns true.
    fn found(&mut self, codes: Vec<(Code, f64)>, evidence: f64, is_complete: bool) -> bool {
        if self.evidence > 0.0 {
            self.weight *= evidence / self.evidence;
        }
        self.evidence = evidence;
        self.near.clear();
        (self.complete, self.empty) = (is_complete, codes.is_empty());
        if !self.empty {
            (self.sum, self.codes) = (sum(&codes), Arc::new(codes));
        }
        true
    }

    /// Samples codes that are consistent with all turns, from those left, or else from those of the turn before, and from those known
    /// where these are few. Returns the work of chains.
    fn refill(
        &mut self,
        left: &[(Code, f64)],
        known: &[Code],
        turns: &[Turn],
        effort: &Effort,
        rng: &mut Rng,
    ) -> usize {
        let from = if left.is_empty() { &self.codes[..] } else { left };
        let mut starts: Vec<Code> = from.iter().map(|(code, _)| *code).collect();
        if self.component.prior.rule().is_some() && left.len() < STARTS && !known.is_empty() {
            let own = starts.len().min(STARTS);
            rng.shuffle_front(&mut starts, own);
            starts.truncate(own);
            starts.extend(known.iter().step_by(known.len().div_ceil(STARTS)));
        }
        if starts.is_empty() {
            self.empty = true;
            return 0;
        }
        let (component, temperature, game) = (&*self.component, self.temperature, self.component.board.game);
        // Codes that are found are weighed by the rule.
        let each = component.prior.rule().map_or(0, |of| of.rule.cost() * game.pegs());
        let search = ParallelTempering { component, turns, starts: &starts, temperature, effort };
        let mut found = search.run(rng);
        if let (true, Some(newest)) = (left.is_empty(), turns.last())
            && let Some(probability) = found.bridge.probability(game, newest, &self.codes)
        {
            self.scale(probability * (self.codes.len() + 1) as f64 / JEFFREYS);
        }
        self.temperature = found.temperature;
        if turns.len() > MOST_TURNS {
            found.visits.retain(|(code, _)| game.is_consistent(code, turns));
        }
        found.visits.extend(left.iter().map(|(code, _)| (*code, 1.0)));
        merge(&mut found.visits);
        (self.empty, self.complete) = (found.visits.is_empty(), found.is_complete);
        self.near = found.near;
        if self.empty {
            return found.work;
        }
        let mut codes = found.visits;
        debug_assert!(
            codes.iter().all(|(code, _)| game.is_consistent(code, turns)),
            "an inconsistent code among the particles"
        );
        let most = LEAST_PARTICLES.max(effort.round_work / each.max(1));
        if codes.len() > most {
            rng.shuffle_front(&mut codes, most);
            codes.truncate(most);
        }
        let work = found.work + codes.len() * each;
        self.weigh(&mut codes);
        if codes.len() > effort.particles {
            rng.shuffle_front(&mut codes, effort.particles);
            codes.truncate(effort.particles);
        }
        self.sum = sum(&codes);
        self.codes = Arc::new(codes);
        work
    }

    /// Replaces the visit counts of the codes by weights.
    ///
    /// If the codes are all there are, the weight is the prior probability. In a sample it is the mean visit count of the codes
    /// with the same prior probability, because chains visit these equally often in the long run.
    fn weigh(&self, codes: &mut [(Code, f64)]) {
        let game = self.component.board.game;
        let probability = |code: &Code| match &self.component.prior {
            CodePrior::Flat => 1.0,
            CodePrior::ByDistinct(of) => of[code.distinct()],
            CodePrior::ByCounts(of) | CodePrior::Rule(of) => of.rule.probability(game, code),
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
    /// last turn with any. Returns the work of chains.
    pub fn reseed(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) -> usize {
        let game = self.component.board.game;
        self.weight = self.component.weight;
        if self.component.enumerated {
            let all = self.component.codes.iter();
            let codes: Vec<(Code, f64)> = all.filter(|(code, _)| game.is_consistent(code, turns)).copied().collect();
            self.empty = codes.is_empty();
            if !self.empty {
                (self.sum, self.codes) = (sum(&codes), Arc::new(codes));
            }
            0
        } else {
            let misses = |code: &Code| -> usize { turns.iter().map(|turn| violations(game, turn, code)).sum() };
            let known = self.component.codes.iter().chain(self.codes.iter()).map(|(code, _)| code);
            let mut near: Vec<(usize, Code)> = known.chain(&self.near).map(|code| (misses(code), *code)).collect();
            // Half a step each.
            let answers = near.len() * turns.len() / 2;
            near.sort_unstable();
            near.dedup();
            let hits: Vec<(Code, f64)> = near.iter().take_while(|near| near.0 == 0).map(|near| (near.1, 1.0)).collect();
            self.evidence = 0.0;
            near.truncate(effort.chain_groups * 8);
            self.codes = Arc::new(near.into_iter().map(|(_, code)| (code, 1.0)).collect());
            self.temperature = TEMPERATURE;
            let work = self.refill(&hits, &[], turns, effort, rng);
            self.weight = self.component.weight;
            work + answers
        }
    }
}

/// Equal for probabilities that differ by rounding.
fn about(probability: f64) -> u64 {
    probability.to_bits() >> 20
}

fn sum(codes: &[(Code, f64)]) -> f64 {
    codes.iter().map(|(_, weight)| weight).sum()
}
