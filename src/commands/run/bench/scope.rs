//! What a benchmark plays: the games, how much, and the seed from which all secrets follow.

use scsa::{Game, Rng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use tournament::{GuessLimits, Seed};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Benchmark {
    /// Single rounds, in which all codes are equally probable.
    Deduction,
    /// Matches of rounds against one rule, which players do not know.
    Learning,
}

/// The part of a record that must be the same for players to be compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    pub bench: Benchmark,
    pub seed: u64,
    pub games: Vec<Game>,
    pub rounds: u64,
    /// The rules of each game, the matches against each, and the sample codes that players get before a match; 0 for deduction.
    pub rules: usize,
    pub matches: usize,
    pub samples: u64,
}

impl Benchmark {
    /// The games and the rounds by default.
    pub const fn default(self) -> (&'static str, u64) {
        match self {
            Benchmark::Deduction => ("4x6n,4x10n,4x6,5x8,8x10,12x14", 100),
            Benchmark::Learning => ("5x8,7x7", 20),
        }
    }
}

impl fmt::Display for Benchmark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Benchmark::Deduction { "deduction" } else { "learning" })
    }
}

impl Scope {
    pub fn rng(&self, game: Game, purpose: &str, number: u64) -> Rng {
        Seed(self.seed).secrets(game, &format!("bench/{purpose}")).round(number)
    }

    /// The most guesses of a round: enough for every player that reasons, and few enough to end one that does not.
    pub const fn guess_limit(&self, game: Game) -> usize {
        match game.pegs() {
            ..=6 => 20,
            7..=12 => 40,
            _ => 100,
        }
    }

    pub fn guess_limits(&self) -> GuessLimits {
        let games: BTreeMap<Game, usize> = self.games.iter().map(|&game| (game, self.guess_limit(game))).collect();
        GuessLimits { games, ..GuessLimits::default() }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<String> = self.games.iter().map(ToString::to_string).collect();
        write!(f, "{} at {} with {} rounds", self.bench, games.join(","), self.rounds)?;
        if self.bench == Benchmark::Learning {
            write!(f, ", {} rules, {} matches, {} samples", self.rules, self.matches, self.samples)?;
        }
        write!(f, ", seed {}", self.seed)
    }
}
