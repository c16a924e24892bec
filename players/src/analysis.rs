//! The guesses of the most expected information, beside which a game is measured.

use crate::agents::one_step::{OneStepStrategy, Position};
use posterior::Candidates;
use scsa::{Code, Game, Turn};
use solver::{AllowedGuesses, ListedProblem, partition::Criterion};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The best guess after any turns: of all legal guesses the one whose response has the largest entropy (Neuwirth 1982). Of equally good
/// guesses it is a candidate, then the lowest.
#[derive(Debug)]
pub struct BestGuesses {
    game: Game,
    strategy: OneStepStrategy,
    start: Position,
    kept: Mutex<HashMap<Vec<Turn>, Code>>,
}

/// After more turns, guesses are not kept: few games have equal turns for longer, and few candidates are left.
const MOST_TURNS: usize = 3;
/// The most guesses that are kept. The turns of one take at most 240 bytes.
const MOST_KEPT: usize = 100_000;

impl BestGuesses {
    /// The most codes of a game. All guesses for all codes take less than a second at the second turn of one game.
    pub const MAX_CODES: u64 = 1 << 16;

    /// The best guesses against these candidates. `None` where the game has more than [`BestGuesses::MAX_CODES`] codes, or the candidates
    /// are not equally likely.
    pub fn new(candidates: &Candidates) -> Option<BestGuesses> {
        let game = candidates.game;
        game.count_at_most(BestGuesses::MAX_CODES)?;
        let problem = match candidates.probabilities() {
            None => ListedProblem::new(game, AllowedGuesses::Any),
            Some(codes) => ListedProblem::with_secrets(game, AllowedGuesses::Any, codes),
        };
        let (ranks, symmetry) = problem?.equal_secrets()?;
        let strategy = OneStepStrategy::new(game, Criterion::Entropy, false).without_limit();
        Some(BestGuesses { game, strategy, start: Position { symmetry, ranks }, kept: Mutex::default() })
    }

    /// The best guess before each of these turns; none where the turns before it leave no candidate.
    pub fn beside(&self, turns: &[Turn]) -> Vec<Option<Code>> {
        let (mut position, mut guesses) = (self.start.clone(), Vec::with_capacity(turns.len()));
        for (number, turn) in turns.iter().enumerate() {
            guesses.push((!position.ranks.is_empty()).then(|| self.guess(&turns[..number], &position)));
            position = self.strategy.after(&position, turn);
        }
        guesses
    }

    fn guess(&self, turns: &[Turn], position: &Position) -> Code {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(guess) = kept().get(turns) {
            return *guess;
        }
        let guess = self.strategy.guess(position);
        debug_assert!(self.game.is_legal(&guess), "{guess} is legal");
        let mut kept = kept();
        if turns.len() <= MOST_TURNS && kept.len() < MOST_KEPT {
            kept.insert(turns.to_vec(), guess);
        }
        guess
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use posterior::analyze;
    use scsa::{Rng, algorithms::OnlyOnce};

    /// No legal guess has more expected bits, by brute force.
    #[test]
    fn no_guess_is_better() {
        let mut rng = Rng::new(3);
        let only_once = |game: &str| Candidates::of_rule(&OnlyOnce, game.parse().unwrap(), 1000).unwrap();
        for candidates in [Candidates::all("3x4".parse().unwrap()), only_once("3x5n"), only_once("3x5")] {
            let (game, best) = (candidates.game, BestGuesses::new(&candidates).unwrap());
            for _ in 0..20 {
                let codes = candidates.after(&[], 1000, 1000).unwrap();
                let secret = codes[rng.below(codes.len())];
                let turns: Vec<Turn> = (0..3).map(|_| Turn::new(game, game.draw(&mut rng), &secret)).collect();
                let beside = best.beside(&turns);
                let bits = |number: usize, guess: Code| {
                    let mut turns = turns[..number].to_vec();
                    turns.push(Turn::new(game, guess, &secret));
                    analyze(&candidates, &turns, &[], 1000)[number].guess.expected.unwrap()
                };
                for (number, guess) in beside.into_iter().enumerate() {
                    let most = game.codes().map(|guess| bits(number, guess)).fold(0.0, f64::max);
                    assert!(bits(number, guess.unwrap()) > most - 1e-6, "{guess:?} after {turns:?}");
                }
            }
        }
    }
}
