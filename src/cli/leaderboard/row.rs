//! The rows of a leaderboard, with all digits.

use super::board::FolderLeaderboard;
use documented::DocumentedFields;
use serde::Serialize;
use tournament::compare::CONFIDENCE;
use tournament::compare::LeaderboardEntry;

/// A player of a leaderboard. The columns of the CSV format and the fields of JSON are these fields in this order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, DocumentedFields)]
pub struct LeaderboardRow {
    /// The place by `--by`; equal players share the first of their places. Empty for a player that is not ranked, of which only
    /// `player`, `matches`, `rounds` and `note` are known.
    pub place: Option<usize>,
    /// The player's name.
    pub player: String,
    /// The letters of its groups: players with a letter in common cannot be told apart at 95 %. Empty with `--by time`, and where one
    /// player is ranked.
    pub group: String,
    /// The SCORE: the sum of the SCOREs of the ranked matches. A match that the player refused is worth 0.
    pub score: Option<f64>,
    /// The lower bound of the 95 % interval of `score`; empty where no match has two rounds, and where the rules ended a match early. So
    /// are the other bounds.
    pub score_low: Option<f64>,
    /// The upper bound of the interval of `score`.
    pub score_high: Option<f64>,
    /// The mean points of a round: `score` divided by `rounds` and `not_played`.
    pub points: Option<f64>,
    /// The mean number of guesses over the matches that all players with such a mean played; a round that was not won counts as the guess
    /// limit. Empty of a player that refused all matches of the others.
    pub guesses: Option<f64>,
    /// The lower bound of the 95 % interval of `guesses`.
    pub guesses_low: Option<f64>,
    /// The upper bound of the interval of `guesses`.
    pub guesses_high: Option<f64>,
    /// `true` if some round was not won, so that `guesses` is a lower bound; else `false`.
    pub guesses_is_bound: Option<bool>,
    /// The matches over which players are ranked; of a player that is not ranked, those of them of which it has all rounds.
    pub matches: usize,
    /// The rounds played in these matches, where all ranked players have them; of a player that is not ranked, all its rounds.
    pub rounds: u64,
    /// The rounds won.
    pub wins: Option<u64>,
    /// The rounds lost.
    pub losses: Option<u64>,
    /// The rounds failed.
    pub failures: Option<u64>,
    /// The rounds that were not played: of matches that the player refused, or that the rules ended. They are worth 0.
    pub not_played: Option<u64>,
    /// The mean CPU time of a guess in microseconds: the mean over the matches of `guesses` in which all players were timed. Only rounds
    /// that were won or lost count.
    pub guess_us: Option<f64>,
    /// Why the player is not ranked, or which matches it refused.
    pub note: String,
}

impl LeaderboardRow {
    /// The ranked players in order, then the others.
    pub fn of(leaderboard: &FolderLeaderboard) -> Vec<LeaderboardRow> {
        let others = leaderboard.not_ranked.iter().map(|(other, reason)| LeaderboardRow {
            player: other.player.clone(),
            matches: other.matches,
            rounds: other.rounds,
            note: reason.clone(),
            ..LeaderboardRow::default()
        });
        let ranked = leaderboard.board.entries.iter().map(|entry| LeaderboardRow::ranked(leaderboard, entry));
        ranked.chain(others).collect()
    }

    /// Whether the player is ranked.
    pub const fn is_ranked(&self) -> bool {
        self.place.is_some()
    }

    fn ranked(leaderboard: &FolderLeaderboard, entry: &LeaderboardEntry) -> LeaderboardRow {
        let score = entry.score.sum_interval(CONFIDENCE);
        let guesses = entry.guesses.and_then(|guesses| guesses.interval(CONFIDENCE));
        LeaderboardRow {
            place: Some(entry.place),
            player: entry.player.clone(),
            group: if leaderboard.has_groups() { entry.letters.clone() } else { String::new() },
            score: Some(entry.score.sum),
            score_low: score.map(|interval| interval.low),
            score_high: score.map(|interval| interval.high),
            points: Some(entry.score.mean),
            guesses: entry.guesses.map(|guesses| guesses.mean),
            guesses_low: guesses.map(|interval| interval.low),
            guesses_high: guesses.map(|interval| interval.high),
            guesses_is_bound: entry.guesses.map(|_| entry.is_lower_bound),
            matches: leaderboard.board.matches.len(),
            rounds: entry.rounds,
            wins: Some(entry.wins),
            losses: Some(entry.losses),
            failures: Some(entry.failures),
            not_played: Some(entry.not_played),
            guess_us: leaderboard.times.mean_us.get(&entry.player).copied(),
            note: leaderboard.refused.get(&entry.player).cloned().unwrap_or_default(),
        }
    }
}
