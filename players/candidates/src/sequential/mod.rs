//! Numbers of codes by sequential Monte Carlo.

mod particle;
mod population;
mod support;
mod turn_table;

use crate::{figure::Figure, sampled::mean};
use particle::Particle;
use population::Population;
use rayon::prelude::*;
use scsa::{Code, Scsa, Size, Turn};
use std::sync::Arc;
use support::Support;
use turn_table::TurnTable;

#[cfg(test)]
use turn_table::MOST_TURNS;

/// The number of independent populations. The standard error follows from their differences.
const POPULATIONS: usize = 8;
/// An estimate of a larger standard error, as a part of the number, is none.
const MOST_ERROR: f64 = 0.7;

/// Estimates how many of the codes that a rule can make are consistent with the turns of a game, turn by turn.
///
/// Eight independent populations of codes follow the turns ([Del Moral, Doucet and Jasra
/// 2006](https://doi.org/10.1111/j.1467-9868.2006.00553.x), "Sequential Monte Carlo samplers"): each estimates the number without
/// bias but for the adaptation of its steps, and their mean and its standard error are the estimate. A turn takes about 30 ns for
/// each particle, peg and stage; most turns take one to three stages. With 256 particles these are 3 to 10 ms of CPU time at
/// 20x26.
///
/// ```
/// use candidates::CountEstimator;
/// use scsa::{Code, Rng, Scsa, Turn, algorithms::OnlyOnce};
/// use std::sync::Arc;
/// let size = "20x26".parse()?;
/// let mut estimator = CountEstimator::new(&(Arc::new(OnlyOnce) as Arc<dyn Scsa>), size, 64, 1);
/// // 26! / 6! codes, all equally likely.
/// let all = (7..=26).map(f64::from).product::<f64>();
/// assert!((estimator.count().unwrap().value / all - 1.0).abs() < 1e-9);
/// let guess: Code = "ABCDEFGHIJKLMNOPQRST".parse()?;
/// let secret = OnlyOnce.draw(size, &mut Rng::new(2));
/// estimator.push(&Turn::new(guess, &secret));
/// assert!(estimator.count().unwrap().value < all / 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CountEstimator {
    table: TurnTable,
    support: Support,
    /// Empty if the codes of the rule cannot be sampled, or there are too many turns.
    populations: Vec<Population>,
    count: Option<Figure>,
    /// For every peg the colors of consistent codes that were visited, color `i` as bit `i`.
    visited: Vec<u32>,
}

impl CountEstimator {
    /// An estimator for the codes that a rule can make, before the first turn. Each of the eight populations has that many particles.
    ///
    /// # Panics
    /// If the rule does not support the size and panics there.
    #[must_use]
    pub fn new(rule: &Arc<dyn Scsa>, size: Size, particles: usize, seed: u64) -> CountEstimator {
        let support = Support::new(rule, size);
        let seed = |number: usize| u128::from(seed) << 32 | number as u128;
        let populations: Option<Vec<Population>> =
            (0..POPULATIONS).map(|number| Population::new(&support, particles.max(2), seed(number))).collect();
        let mut estimator = CountEstimator {
            table: TurnTable::new(size),
            support,
            populations: populations.unwrap_or_default(),
            count: None,
            visited: vec![0; size.pegs()],
        };
        for code in estimator.consistent() {
            for (colors, color) in estimator.visited.iter_mut().zip(code.pegs()) {
                *colors |= 1 << color.index();
            }
        }
        estimator.estimate();
        estimator
    }

    /// The number of consistent codes; `None` if it is not known: no consistent code was found, the standard error is above 70 %, the
    /// codes of the rule cannot be sampled, or there are more than 128 turns.
    #[must_use]
    pub const fn count(&self) -> Option<Figure> {
        self.count
    }

    /// Goes on after one more turn.
    ///
    /// # Panics
    /// When the guess is not legal at the size.
    pub fn push(&mut self, turn: &Turn) {
        assert!(self.table.size().is_legal(&turn.guess), "an illegal guess");
        if !self.table.push(turn) {
            self.populations.clear();
        }
        let (table, support) = (&self.table, &self.support);
        let pegs = table.size().pegs();
        let visited = self.populations.par_iter_mut().map(|population| {
            let mut visited = vec![0; pegs];
            let mut found = |particle: &Particle| {
                for (peg, colors) in visited.iter_mut().enumerate() {
                    *colors |= 1u32 << particle.color(peg);
                }
            };
            population.push(table, support, &mut found);
            visited
        });
        let visited: Vec<Vec<u32>> = visited.collect();
        self.visited = (0..pegs).map(|peg| visited.iter().fold(0, |colors, own| colors | own[peg])).collect();
        self.estimate();
        let table = &self.table;
        self.populations.par_iter_mut().for_each(|population| population.relax(table));
    }

    fn estimate(&mut self) {
        let logs: Vec<f64> = self.populations.iter().map(Population::log_count).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.count = most.is_finite().then(|| {
            let part = mean(logs.iter().map(|log| libm::exp(log - most)));
            let scale = libm::exp(most);
            // A code was found, so that there is one.
            Figure::estimate((part.value * scale).max(1.0), part.standard_error.unwrap_or(0.0) * scale)
        });
        self.count = self.count.filter(|count| count.relative_error() <= MOST_ERROR);
    }

    /// For every peg the colors that consistent codes have there, as far as some were visited, color `i` as bit `i`.
    pub(crate) fn visited(&self) -> &[u32] {
        &self.visited
    }

    /// Consistent codes, nearly uniformly distributed. Some may be alike.
    pub(crate) fn consistent(&self) -> Vec<Code> {
        self.populations.iter().flat_map(|population| population.consistent(&self.table)).collect()
    }

    /// Codes that follow the turns closely, with weights that count all codes alike.
    pub(crate) fn weighted(&self) -> Vec<(Code, f64)> {
        self.populations.iter().flat_map(|population| population.weighted(&self.table)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exact_counts, prior::CandidatePrior};
    use scsa::{Color, Feedback, Rng, algorithms, is_consistent};

    fn random(size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    /// The estimates have the errors that they claim, where the numbers are known: for all codes of a size, and for the codes of rules.
    #[test]
    fn estimates_are_the_exact_numbers_within_their_errors() {
        let mut rng = Rng::new(3);
        let (mut squares, mut number, mut most, mut missing) = (0.0, 0, 0f64, 0);
        let rules: [(Arc<dyn Scsa>, &str); 8] = [
            (Arc::new(algorithms::InsertColors), "6x8"),
            (Arc::new(algorithms::InsertColors), "8x10"),
            (Arc::new(algorithms::InsertColors), "10x5"),
            (Arc::new(algorithms::OnlyOnce), "6x9"),
            (Arc::new(algorithms::FirstAndLast), "6x8"),
            (Arc::new(algorithms::TwoColor), "12x8"),
            (Arc::new(algorithms::PreferFewer), "6x6"),
            (Arc::new(algorithms::Mystery3), "8x8"),
        ];
        for (rule, text) in rules {
            let size: Size = text.parse().unwrap();
            let prior = CandidatePrior::of_rule(&*rule, size).unwrap();
            let secret = rule.draw(size, &mut rng);
            let mut estimator = CountEstimator::new(&rule, size, 100, 0);
            let mut turns = Vec::new();
            for _ in 0..6 {
                let guess = if rng.below(2) == 0 { random(size, &mut rng) } else { rule.draw(size, &mut rng) };
                turns.push(Turn::new(guess, &secret));
                estimator.push(&turns[turns.len() - 1]);
                let exact = exact_counts(&prior, size, &turns, 1 << 20).pop().flatten().unwrap();
                let Some(count) = estimator.count() else {
                    missing += 1;
                    continue;
                };
                // Small errors are rounded up: all populations may agree by chance where few codes are left.
                let error = count.standard_error.unwrap().max(0.05 * exact);
                let deviation = (count.value - exact) / error;
                (squares, number, most) = (squares + deviation * deviation, number + 1, most.max(deviation.abs()));
                assert!(estimator.consistent().iter().all(|code| is_consistent(code, &turns)));
            }
        }
        let scale = (squares / f64::from(number)).sqrt();
        assert!(
            scale < 1.5 && most < 6.0 && missing < 3,
            "rms {scale:.2}, most {most:.1}, {missing} missing of {number}"
        );
    }

    /// A whole game at the largest size of the contest: one code is left at its end.
    #[test]
    fn a_long_game_ends_with_one_code() {
        let size: Size = "20x26".parse().unwrap();
        let mut rng = Rng::new(12);
        let secret = random(size, &mut rng);
        let rule: Arc<dyn Scsa> = Arc::new(algorithms::InsertColors);
        let mut estimator = CountEstimator::new(&rule, size, 256, 1);
        // The number of pegs of every color, then whether the color is on one of two halves, quarters and so on.
        let mut guesses: Vec<Code> = size.palette().map(|color| Code::uniform(size, color)).collect();
        for color in size.palette().filter(|color| secret.count(*color) > 0) {
            let absent = size.palette().find(|other| secret.count(*other) == 0).unwrap();
            for bit in 0..5 {
                guesses.push(Code::from_fn(size, |peg| if peg >> bit & 1 == 1 { color } else { absent }));
            }
        }
        guesses.truncate(MOST_TURNS - 1);
        for guess in guesses.into_iter().chain([secret]) {
            estimator.push(&Turn::new(guess, &secret));
        }
        let count = estimator.count().unwrap();
        assert!((count.value - 1.0).abs() <= 3.0 * count.standard_error.unwrap().max(0.1), "{count:?}");
    }

    #[test]
    fn contradictions_and_too_many_turns_have_no_number() {
        let size: Size = "20x26".parse().unwrap();
        let rule: Arc<dyn Scsa> = Arc::new(algorithms::InsertColors);
        let mut estimator = CountEstimator::new(&rule, size, 8, 1);
        let turn = |black| Turn { guess: Code::uniform(size, Color::A), feedback: Feedback::new(black, 0) };
        estimator.push(&turn(0));
        assert!(estimator.count().is_some());
        let mut contradicted = estimator.clone();
        contradicted.push(&turn(1));
        assert_eq!(contradicted.count(), None);
        (0..MOST_TURNS).for_each(|_| estimator.push(&turn(0)));
        assert_eq!(estimator.count(), None);
    }
}
