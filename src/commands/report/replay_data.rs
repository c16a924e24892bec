//! Rounds that are shown guess by guess, as data.

use serde::Serialize;
use serde_json::Value;

/// Rounds that are shown guess by guess.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Replays {
    /// The rounds, in the order in which they are listed.
    pub rounds: Vec<ReplayRound>,
    /// Which rounds these are, and which are missing, in sentences.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// A round of a match, played by some players.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayRound {
    /// The codemaker, as an index.
    pub scsa: usize,
    /// The size, as an index.
    pub size: usize,
    /// The number of the round, from 1.
    pub round: u64,
    /// The secret, in letters.
    pub secret: String,
    /// Why it is shown: `longest round at 4x6`.
    pub why: Vec<String>,
    /// The codes that are counted as candidates, in words.
    pub counted: String,
    /// Their number.
    pub codes: f64,
    /// The games of the players, in the order of the leaderboard.
    pub games: Vec<ReplayGame>,
}

/// A game of a player.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayGame {
    /// The player, as an index.
    pub player: usize,
    /// `win`, `loss` or `failure`.
    pub outcome: &'static str,
    /// The cause of a loss or a failure, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cause: String,
    /// The guesses one after the other, in letters.
    pub guesses: String,
    /// The black and the white pegs of every guess.
    pub feedback: Vec<(usize, usize)>,
    /// The number of candidates after every guess: a number, words for a lower bound, or none where nothing is known.
    pub left: Vec<Value>,
}
