//! A population of codes that follows the turns of a game.

use super::{
    particle::Particle,
    support::{Support, places},
    turn_table::TurnTable,
};
use scsa::{Code, Rng};

/// The sharpness before the first turn.
const SHARPNESS: f64 = 0.8;
/// Below this share of consistent particles the target gets sharper, above the other one less sharp.
const FEW: f64 = 0.2;
const MANY: f64 = 0.5;
/// The least sharpness, the largest step up, the step down, and the most steps up in a turn.
const LEAST_SHARPNESS: f64 = 0.6;
const STEP: f64 = 0.3;
const STEP_BACK: f64 = 0.15;
const STEPS: usize = 4;
/// After a step the effective sample size (Kish 1965) is at least this share of the population.
const MIN_EFFECTIVE_SHARE: f64 = 0.5;
/// A step takes at least this part of a turn.
const LEAST_PART: f64 = 1.0 / 16.0;
/// The moves of a particle in a stage, for each peg of the size.
const MOVES_OF_PEG: usize = 2;
/// Distances beyond this one are told apart no more.
const FAR: i32 = 63;

/// Particles whose distribution is, after some turns and up to a factor,
///
/// ```text
/// π(c) = exp(−s · distance(c))          c a code that the rule can make
/// ```
///
/// with a sharpness s. The number of consistent codes is the sum Z of π over all codes times the probability that the distance is 0.
#[derive(Clone, Debug)]
pub struct Population {
    particles: Vec<Particle>,
    sharpness: f64,
    /// ln Z, estimated.
    log_sum: f64,
    /// The share of consistent particles, over the moves of the last stage.
    share: f64,
    rng: Rng,
}

/// The target between two turns: the last turn counts only in part.
#[derive(Clone, Copy)]
struct Target {
    sharpness: f64,
    part: f64,
}

impl Population {
    /// Codes of the rule before the first turn. `None` if no good sample of them can be drawn.
    pub fn new(support: &Support, number: usize, seed: u128) -> Option<Population> {
        let mut rng = Rng::new(seed);
        let (codes, log_sum) = support.sample(number, &mut rng)?;
        let particles = codes.iter().map(Particle::new).collect();
        Some(Population { particles, sharpness: SHARPNESS, log_sum, share: 1.0, rng })
    }

    /// The natural logarithm of the number of consistent codes; −∞ if no particle is consistent.
    pub fn log_count(&self) -> f64 {
        self.log_sum + libm::log(self.share)
    }

    /// The particles, each with π(c)^−1: the weight with which all codes are counted alike.
    pub fn weighted(&self, table: &TurnTable) -> impl Iterator<Item = (Code, f64)> {
        let weight = |particle: &Particle| libm::exp(self.sharpness * f64::from(particle.distance(table)));
        self.particles.iter().map(move |particle| (particle.code(table.size()), weight(particle)))
    }

    /// The consistent particles, also those that are alike.
    pub fn consistent(&self, table: &TurnTable) -> impl Iterator<Item = Code> {
        let consistent = self.particles.iter().filter(|particle| particle.distance(table) == 0);
        consistent.map(|particle| particle.code(table.size()))
    }

    /// Goes on after one more turn, the last of the table. `found` is called with consistent codes that were visited.
    ///
    /// The turn is taken into the target in as many stages as keep the weights even; each is a reweighting, a resampling and some
    /// Metropolis moves (Del Moral, Doucet and Jasra 2006). Then the sharpness is adapted to the share of consistent particles.
    pub fn push(&mut self, table: &TurnTable, support: &Support, found: &mut impl FnMut(&Particle)) {
        for particle in &mut self.particles {
            particle.add_turn(table);
        }
        let mut part = 0.0;
        while part < 1.0 {
            let distances: Vec<u32> = self.particles.iter().map(|particle| particle.last_distance(table)).collect();
            let rest = 1.0 - part;
            let step = self.even_step(&distances, rest * self.sharpness) / self.sharpness;
            let step = if step < rest { step.max(LEAST_PART).min(rest) } else { rest };
            self.reweigh(&distances, step * self.sharpness);
            part += step;
            if 1.0 - part < 1e-9 {
                part = 1.0;
            }
            self.walk(table, support, Target { sharpness: self.sharpness, part }, found);
        }
        for _ in 0..STEPS {
            if self.share >= FEW {
                break;
            }
            let distances = self.distances(table);
            let step = self.even_step(&distances, STEP);
            self.reweigh(&distances, step);
            self.sharpness += step;
            self.walk(table, support, Target { sharpness: self.sharpness, part: 1.0 }, found);
        }
    }

    /// Makes the target less sharp where more particles are consistent than needed. The share stays that of the sharper target, so that
    /// [`log_count`](Population::log_count) is asked for before.
    pub fn relax(&mut self, table: &TurnTable) {
        if self.share > MANY && self.sharpness - STEP_BACK >= LEAST_SHARPNESS {
            let distances = self.distances(table);
            self.reweigh(&distances, -STEP_BACK);
            self.sharpness -= STEP_BACK;
        }
    }

    fn distances(&self, table: &TurnTable) -> Vec<u32> {
        self.particles.iter().map(|particle| particle.distance(table)).collect()
    }

    /// The largest factor up to `most` for which the weights exp(−factor · distance) have a large enough effective sample size.
    fn even_step(&self, distances: &[u32], most: f64) -> f64 {
        let is_even = |factor: f64| {
            let weight = |distance: &u32| libm::exp(-factor * f64::from(*distance));
            let (sum, squares) = distances.iter().map(weight).fold((0.0, 0.0), |(s, q), w| (s + w, q + w * w));
            sum * sum >= MIN_EFFECTIVE_SHARE * distances.len() as f64 * squares
        };
        if is_even(most) {
            return most;
        }
        let (mut even, mut uneven) = (0.0, most);
        for _ in 0..8 {
            let middle = f64::midpoint(even, uneven);
            if is_even(middle) { even = middle } else { uneven = middle }
        }
        even.max(most / 64.0)
    }

    /// Weights the particles with exp(−factor · distance), and resamples them.
    fn reweigh(&mut self, distances: &[u32], factor: f64) {
        let least = if factor < 0.0 { distances.iter().max() } else { distances.iter().min() };
        let least = f64::from(*least.unwrap_or(&0));
        let weight = |distance: &u32| libm::exp(-factor * (f64::from(*distance) - least));
        let weights: Vec<f64> = distances.iter().map(weight).collect();
        let mean = weights.iter().sum::<f64>() / weights.len() as f64;
        self.log_sum += libm::log(mean) - factor * least;
        self.particles = places(&weights, &mut self.rng).map(|place| self.particles[place]).collect();
    }

    /// Metropolis moves of all particles.
    fn walk(&mut self, table: &TurnTable, support: &Support, target: Target, found: &mut impl FnMut(&Particle)) {
        let powers = |factor: f64| -> Vec<f64> { (-FAR..=FAR).map(|d| libm::exp(-factor * f64::from(d))).collect() };
        // The factors of all turns and of what is missing of the last one.
        let (of_all, of_last) = (powers(target.sharpness), powers(-target.sharpness * (1.0 - target.part)));
        let power = |powers: &[f64], more: i32| powers[(more.clamp(-FAR, FAR) + FAR) as usize];
        let moves = MOVES_OF_PEG * table.size().pegs();
        let mut consistent = 0;
        for particle in &mut self.particles {
            let (mut distance, mut last) = (particle.distance(table) as i32, particle.last_distance(table) as i32);
            let mut is_new = true;
            let mut next = *particle;
            for _ in 0..moves {
                propose(&mut next, table, &mut self.rng);
                let next_distance = next.distance(table) as i32;
                let next_last = next.last_distance(table) as i32;
                let ratio = power(&of_all, next_distance - distance) * power(&of_last, next_last - last);
                if (ratio >= 1.0 || self.rng.unit() < ratio) && support.contains(|| next.code(table.size())) {
                    particle.copy_from(&next, table);
                    (distance, last, is_new) = (next_distance, next_last, true);
                } else {
                    next.copy_from(particle, table);
                }
                if distance == 0 {
                    consistent += 1;
                    if is_new {
                        found(particle);
                        is_new = false;
                    }
                }
            }
        }
        self.share = f64::from(consistent) / (moves * self.particles.len()) as f64;
    }
}

/// A move that is as probable as the one back: one peg gets a color, two pegs are exchanged, two pegs of one color get another, or two
/// colors are exchanged.
fn propose(particle: &mut Particle, table: &TurnTable, rng: &mut Rng) {
    let (pegs, colors) = (table.size().pegs(), table.size().colors());
    let (peg, kind) = (rng.below(pegs), rng.below(16));
    let color = particle.color(peg);
    match kind {
        0..8 => particle.set(table, peg, rng.below(colors)),
        8..14 => particle.exchange(table, [peg, rng.below(pegs)]),
        14 => {
            let (other, new) = (rng.below(pegs), rng.below(colors));
            if particle.color(other) == color {
                particle.set(table, peg, new);
                particle.set(table, other, new);
            }
        }
        _ => {
            // Both colors are drawn, so that the way back is as probable.
            let (one, other) = (rng.below(colors), rng.below(colors));
            for peg in 0..pegs {
                let color = particle.color(peg);
                if color == one {
                    particle.set(table, peg, other);
                } else if color == other {
                    particle.set(table, peg, one);
                }
            }
        }
    }
}
