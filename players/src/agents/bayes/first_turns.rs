//! What follows from the first turns of a round, and is found once for all rounds of a match.

use posterior::Posterior;
use scsa::{Code, Turn};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Guesses after more turns are not kept: few rounds have equal turns for longer.
const MAX_TURNS: usize = 3;
/// The most entries. The turns of one take at most 240 bytes.
const MAX_ENTRIES: usize = 50_000;
/// The most posteriors that are kept.
const MAX_POSTERIORS: usize = 64;
/// The most candidates of a posterior that is kept. One takes 80 bytes.
const MAX_CANDIDATES: usize = 5000;

/// The guesses after the first turns, and posteriors after the first one, for one prior.
///
/// Both follow from the turns alone, so that games are the same whether something was kept or not. All rounds of a match share them.
#[derive(Debug, Default)]
pub struct FirstTurns(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    guesses: HashMap<Vec<Turn>, Code>,
    posteriors: HashMap<Turn, Posterior>,
}

impl FirstTurns {
    /// The guess after these turns, if it was kept.
    pub fn guess(&self, turns: &[Turn]) -> Option<Code> {
        self.kept().guesses.get(turns).copied()
    }

    /// The posterior after this first turn, if it was kept.
    pub fn posterior(&self, first: &Turn) -> Option<Posterior> {
        self.kept().posteriors.get(first).cloned()
    }

    /// Keeps the guess after these turns.
    pub fn keep_guess(&self, turns: &[Turn], guess: Code) {
        let mut kept = self.kept();
        if turns.len() <= MAX_TURNS && kept.guesses.len() < MAX_ENTRIES {
            kept.guesses.insert(turns.to_vec(), guess);
        }
    }

    /// Keeps the posterior after a first turn, if it is small.
    pub fn keep_posterior(&self, first: &Turn, posterior: &Posterior) {
        let mut kept = self.kept();
        if posterior.candidate_count() <= MAX_CANDIDATES && kept.posteriors.len() < MAX_POSTERIORS {
            kept.posteriors.insert(*first, posterior.clone());
        }
    }

    /// The lock. Entries are whole even if a thread panicked while it had it.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bayes, level::EffortLevel};
    use super::*;
    use crate::{Briefing, Knowledge, ParameterizedEntrant, Player};
    use scsa::{Rng, Size, algorithms::InsertColors};
    use std::sync::Arc;

    fn player(size: Size) -> Bayes {
        let briefing = Briefing::new(size, "insert-colors", Knowledge::Rule(Arc::new(InsertColors)));
        Bayes::prepare(&briefing, &"1".parse::<EffortLevel>().unwrap()).unwrap()
    }

    fn guesses(player: &mut Bayes, secret: &Code) -> Vec<Code> {
        let mut turns: Vec<Turn> = Vec::new();
        player.start_round();
        while turns.last().is_none_or(|turn| turn.guess != *secret) {
            let guess = player.guess(&turns, &mut Rng::new(0));
            turns.push(Turn::new(guess, secret));
        }
        turns.iter().map(|turn| turn.guess).collect()
    }

    /// The first player finds the guesses and posteriors, the second one has them from it, the third one finds them again.
    #[test]
    fn games_do_not_depend_on_what_was_kept() {
        let (size, mut rng) = ("10x10".parse().unwrap(), Rng::new(1));
        let mut first = player(size);
        let mut second = first.clone();
        for _ in 0..2 {
            let secret = Code::from_fn(size, |_| rng.color(size.colors()));
            let games = [guesses(&mut first, &secret), guesses(&mut second, &secret)];
            assert_eq!(games[0], games[1]);
            assert_eq!(games[0], guesses(&mut player(size), &secret));
        }
    }

    #[test]
    fn only_guesses_after_the_first_turns_are_kept() {
        let (kept, code): (FirstTurns, Code) = (FirstTurns::default(), "ABCD".parse().unwrap());
        let turns: Vec<Turn> =
            ["AAAA", "BBBB", "CCCC", "DDDD"].map(|guess| Turn::new(guess.parse().unwrap(), &code)).to_vec();
        for known in 0..=turns.len() {
            kept.keep_guess(&turns[..known], code);
        }
        assert_eq!(
            (0..=4).map(|known| kept.guess(&turns[..known]).is_some()).collect::<Vec<_>>(),
            [true, true, true, true, false]
        );
    }
}
