//! Baseline 2: the next consistent code.

use super::lexicographic::next_consistent;
use crate::{
    Briefing, Entrant, Player, Refusal,
    agents::consistent::{Exhausted, MAX_CODES, lowest_consistent},
    asking::lowest_unguessed,
};
use posterior::{Effort, Posterior, PriorModel};
use scsa::{Code, Color, Rng, Size, Turn, algorithms::InsertColors, is_consistent};
use std::sync::Arc;

/// The search steps of a round, which take 2 to 3 s.
const ROUND_STEPS: u64 = 60_000_000;

/// The least search steps of a guess, even when those of the round are used up.
const LEAST_STEPS: u64 = 50_000;

/// The search steps of a guess after guesses of others, about 0.1 s.
const OTHER_STEPS: u64 = 20_000_000;

/// The same where there are too many codes for a list: they rarely suffice for more.
const OTHER_STEPS_OF_MANY_CODES: u64 = 4_000_000;

/// Guesses the lexicographically next code that is consistent with every turn so far.
///
/// Its work is counted in search steps. A guess may take half of what is left of the 60 million steps of a round, and at
/// least 50000. The median round at 20x26 takes less than 0.1 million steps; the hardest known round at a size of the contest
/// took 30 million. If the steps run out, which happens from 24 pegs on, it guesses a consistent code that need not be the next
/// one, or if none is known the next permutation of the colors it knows.
///
/// After guesses of others it lists codes until one is consistent. If that takes too many steps, as it may beyond 10^9 codes, it
/// guesses the lowest of some consistent codes that Markov chains find. If no code is known to be consistent with all turns it
/// guesses the lowest one that was not guessed yet.
#[derive(Clone, Debug)]
pub struct Baseline2 {
    size: Size,
    /// No code below this one is consistent.
    floor: Code,
    /// The search steps left for the round.
    steps: u64,
    /// Consistent codes after guesses of others, where they are not listed.
    sampled: Option<SampledCodes>,
}

/// Consistent codes that Markov chains find.
#[derive(Clone, Debug)]
struct SampledCodes {
    prior: Arc<PriorModel>,
    /// The codes after that number of turns.
    posterior: Posterior,
    turns: usize,
    rng: Rng,
}

impl SampledCodes {
    fn new(size: Size) -> SampledCodes {
        let prior = Arc::new(PriorModel::new(Arc::new(InsertColors), size, Effort::level(1).for_size(size)));
        SampledCodes { posterior: prior.initial_posterior(), prior, turns: 0, rng: Rng::new(0) }
    }

    /// The lowest of them after these turns; none if none is found.
    fn lowest(&mut self, turns: &[Turn]) -> Option<Code> {
        for known in self.turns + 1..=turns.len() {
            self.posterior.update(&self.prior, &turns[..known], &mut self.rng);
        }
        self.turns = turns.len();
        self.posterior.candidates().first().map(|(code, _)| *code)
    }
}

impl Player for Baseline2 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        if turns.is_empty() {
            return Code::uniform(self.size, Color::A);
        }
        let granted = (self.steps / 2).max(LEAST_STEPS);
        let mut left = granted;
        let next = next_consistent(self.size, turns, &self.floor, &mut left);
        self.steps = self.steps.saturating_sub(granted - left);
        match next.filter(|next| !next.exact || is_consistent(&next.guess, turns)) {
            Some(next) => {
                self.floor = next.floor;
                next.guess
            }
            None => self.after_others(turns).unwrap_or_else(|| lowest_unguessed(self.size, turns)),
        }
    }
}

impl Baseline2 {
    /// A consistent code after guesses of others, if one is found.
    fn after_others(&mut self, turns: &[Turn]) -> Option<Code> {
        let is_listed = self.size.count_at_most(MAX_CODES).is_some();
        let steps = if is_listed { OTHER_STEPS } else { OTHER_STEPS_OF_MANY_CODES };
        match lowest_consistent(self.size, turns, &self.floor, steps) {
            Ok(lowest) => {
                self.floor = lowest.unwrap_or(self.floor);
                lowest
            }
            Err(Exhausted) => self.sampled.get_or_insert_with(|| SampledCodes::new(self.size)).lowest(turns),
        }
    }
}

impl Entrant for Baseline2 {
    const NAME: &'static str = "baseline-2";
    const SUMMARY: &'static str = "guesses the next consistent code in lexicographic order";

    fn prepare(briefing: &Briefing) -> Result<Baseline2, Refusal> {
        let floor = Code::uniform(briefing.size, Color::A);
        Ok(Baseline2 { size: briefing.size, floor, steps: ROUND_STEPS, sampled: None })
    }
}
