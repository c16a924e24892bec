//! The guesses of the rounds.

use super::{
    matches::{GUESS_LIMIT, PlayerKnowledge},
    ratio::RatioEstimate,
};
use crate::estimate::MeanEstimate;
use players::Outcome;
use std::collections::BTreeMap;
use tournament::{Match, RoundRecord};

/// The guesses of all rounds, collected while they are played. A round that is not won counts as [`GUESS_LIMIT`].
#[derive(Debug, Default)]
pub struct LearningGuesses(BTreeMap<(String, PlayerKnowledge), BTreeMap<u64, RoundLength>>);

#[derive(Clone, Copy, Debug)]
struct RoundLength {
    guesses: f64,
    is_won: bool,
}

impl LearningGuesses {
    /// Adds a round.
    pub fn add(&mut self, game: &Match, record: &RoundRecord) {
        let is_won = record.round.outcome == Outcome::Win;
        let guesses = if is_won { record.round.guesses } else { GUESS_LIMIT } as f64;
        let key = (game.codemaker.name().to_owned(), PlayerKnowledge::of_player(game.player.name()));
        self.0.entry(key).or_default().insert(record.number, RoundLength { guesses, is_won });
    }

    fn of(&self, codemaker: &str, knowledge: PlayerKnowledge) -> impl Iterator<Item = (&u64, &RoundLength)> {
        self.0.get(&(codemaker.to_owned(), knowledge)).into_iter().flatten()
    }

    /// The mean guesses against a codemaker. None without rounds.
    pub fn mean(&self, codemaker: &str, knowledge: PlayerKnowledge) -> Option<MeanEstimate> {
        let guesses: Vec<f64> = self.of(codemaker, knowledge).map(|(_, round)| round.guesses).collect();
        MeanEstimate::of(&guesses)
    }

    /// The number of rounds that were lost or failed.
    pub fn not_won(&self, codemaker: &str, knowledge: PlayerKnowledge) -> usize {
        self.of(codemaker, knowledge).filter(|(_, round)| !round.is_won).count()
    }

    /// The mean guesses of the player with samples divided by those of the player that knows the rule, over the rounds that both
    /// played. None without such rounds.
    pub fn ratio(&self, codemaker: &str) -> Option<RatioEstimate> {
        let known: BTreeMap<&u64, &RoundLength> = self.of(codemaker, PlayerKnowledge::Rule).collect();
        let learned = self.of(codemaker, PlayerKnowledge::Samples);
        let pairs = learned.filter_map(|(number, round)| Some((round.guesses, known.get(number)?.guesses)));
        RatioEstimate::of(&pairs.collect::<Vec<_>>())
    }
}
