//! What is believed of the secret if it comes from one rule.

use crate::{
    Effort, Piece,
    clues::MOST_TURNS,
    colorings::Colorings,
    origin::{Origin, sorted},
    prior::Prior,
    tempering::Search,
};
use scsa::{Code, Rng, Turn, is_consistent};
use std::{collections::HashMap, sync::Arc};

/// The coldest temperature at first.
const TEMPERATURE: f64 = 0.7;
/// How many codes of a pool are held to be left where none is.
const HALF: f64 = 0.5;

/// Codes of one rule that may be the secret: all of them, or a sample of the posterior.
#[derive(Clone, Debug)]
pub struct Pool {
    pub origin: Arc<Origin>,
    /// How probable the rule is, together with all responses so far. Relative to other pools.
    pub weight: f64,
    /// Each with how much it counts. If the pool is empty these are the codes of the turn before.
    pub codes: Arc<Vec<(Code, f64)>>,
    /// What they count together.
    sum: f64,
    /// Whether no other code of the rule may be the secret, as far as known.
    pub complete: bool,
    /// Whether no code of the rule may be the secret, as far as known.
    pub empty: bool,
    /// The weight when it became empty.
    pub promise: f64,
    /// Codes that are nearly consistent, if the pool is empty and not all of the rule are known.
    pub near: Vec<Code>,
    temperature: f64,
    colorings: Colorings,
}

impl Pool {
    pub fn new(origin: Arc<Origin>) -> Pool {
        let codes = origin.codes.clone();
        let sum = sum(&codes);
        let (weight, complete) = (origin.weight, origin.listed);
        Pool {
            origin,
            weight,
            codes,
            sum,
            complete,
            empty: false,
            promise: 0.0,
            near: Vec::new(),
            temperature: TEMPERATURE,
            colorings: Colorings::default(),
        }
    }

    /// Leaves out what the newest of these turns rules out, and finds others in its place.
    pub fn learn(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) {
        let Some(newest) = turns.last() else { return };
        if self.empty {
            return;
        }
        let left: Vec<(Code, f64)> =
            self.codes.iter().filter(|(code, _)| newest.is_consistent_with(code)).copied().collect();
        let kept = sum(&left);
        self.weight *= if left.is_empty() { HALF / self.codes.len() as f64 } else { kept / self.sum };
        if left.is_empty() && self.origin.listed {
            self.empty = true;
        } else if !left.is_empty() && (self.complete || left.len() >= effort.pool) {
            (self.codes, self.sum) = (Arc::new(left), kept);
        } else {
            self.refill(&left, turns, effort, rng);
        }
    }

    /// Looks for codes that are consistent with all turns: from those that are, or else from those that were.
    fn refill(&mut self, left: &[(Code, f64)], turns: &[Turn], effort: &Effort, rng: &mut Rng) {
        let from = if left.is_empty() { &self.codes[..] } else { left };
        let starts: Vec<Code> = from.iter().map(|(code, _)| *code).collect();
        if starts.is_empty() {
            self.empty = true;
            return;
        }
        // Others say little of colors without places, or take long to.
        if matches!(self.origin.prior, Prior::Flat | Prior::ByDistinct(_)) && !effort.lacks(Piece::Colors) {
            self.colorings.learn(&self.origin, turns, &starts, effort, rng);
        }
        let (origin, temperature) = (&*self.origin, self.temperature);
        let search = Search { origin, turns, starts: &starts, colorings: &self.colorings, temperature, effort };
        let mut found = search.run(rng);
        self.temperature = found.temperature;
        if turns.len() > MOST_TURNS {
            found.times.retain(|code, _| is_consistent(code, turns));
        }
        for (code, _) in left {
            *found.times.entry(*code).or_default() += 1.0;
        }
        (self.empty, self.complete) = (found.times.is_empty(), found.is_complete());
        self.near = found.near;
        if self.empty {
            self.colorings = Colorings::default();
            return;
        }
        let mut codes = sorted(found.times);
        debug_assert!(codes.iter().all(|(code, _)| is_consistent(code, turns)), "an inconsistent code in the pool");
        self.weigh(&mut codes);
        if codes.len() > effort.pool {
            rng.shuffle_front(&mut codes, effort.pool);
            codes.truncate(effort.pool);
        }
        self.sum = sum(&codes);
        self.codes = Arc::new(codes);
    }

    /// Makes how often codes were come to what they count.
    ///
    /// Of all there are, that is how probable they are. Of a sample every code counts as much as the others that are as
    /// probable, on average: chains come to all of them as often in the long run.
    fn weigh(&self, codes: &mut [(Code, f64)]) {
        let size = self.origin.board.size;
        let probability = |code: &Code| match &self.origin.prior {
            Prior::Flat => 1.0,
            Prior::ByDistinct(of) => of[code.distinct()],
            Prior::ByCounts(rule) | Prior::Rule(rule) => rule.probability(size, code),
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

    /// Looks once more for codes that are consistent with all turns, where none was found, from those codes of the rule, and
    /// of the last turn with any, that come nearest.
    pub fn revive(&mut self, turns: &[Turn], effort: &Effort, rng: &mut Rng) {
        let misses = |code: &Code| -> usize {
            let miss = |turn: &Turn| {
                let feedback = turn.guess.feedback(code);
                feedback.black().abs_diff(turn.feedback.black()) + feedback.total().abs_diff(turn.feedback.total())
            };
            turns.iter().map(miss).sum()
        };
        let known = self.origin.codes.iter().chain(self.codes.iter());
        let mut near: Vec<(usize, Code)> = known.map(|(code, _)| (misses(code), *code)).collect();
        near.sort_unstable();
        near.dedup();
        let hits: Vec<(Code, f64)> = near.iter().take_while(|near| near.0 == 0).map(|near| (near.1, 1.0)).collect();
        if self.origin.listed {
            self.empty = hits.is_empty();
            if !self.empty {
                let size = self.origin.board.size;
                let weigh = |(code, _): &(Code, f64)| (*code, self.origin.rule.probability(size, code));
                let codes: Vec<(Code, f64)> = hits.iter().map(weigh).collect();
                (self.sum, self.codes) = (sum(&codes), Arc::new(codes));
            }
        } else {
            near.truncate(effort.groups * 8);
            self.codes = Arc::new(near.into_iter().map(|(_, code)| (code, 1.0)).collect());
            self.temperature = TEMPERATURE;
            self.refill(&hits, turns, effort, rng);
        }
        self.weight = self.origin.weight;
    }

    /// What its codes count together.
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
