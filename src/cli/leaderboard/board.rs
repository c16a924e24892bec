//! The leaderboard of results folders.

use super::{
    by::By,
    rounds::{is_forfeit, match_of, rounds_with_forfeits, why_not_read},
};
use crate::cli::{Failure, counted, results_folder::ResultsFolder};
use comparison::{CommonRounds, Leaderboard, LeaderboardEntry, LeaderboardOptions, MatchName, RoundTable, Unranked};
use intervals::CONFIDENCE;
use std::collections::BTreeMap;
use tournament::{Results, Summary, TimingSummary};

/// The most reasons that are given for a player.
const MOST_REASONS: usize = 2;

/// What a leaderboard is made from.
#[derive(Debug)]
pub struct LeaderboardInput<'a> {
    /// The matches.
    pub results: &'a Results,
    /// The rounds of these matches, those that the rules did not let a player play as lost; or why rounds are not compared one by one.
    pub rounds: Result<&'a RoundTable, String>,
    /// The players, also those without a match. A name may be repeated.
    pub players: Vec<&'a str>,
    /// Whether the tournament was played to its end.
    pub is_finished: bool,
    /// What a round that was not won counts in the mean number of guesses.
    pub guess_limit: usize,
    /// Whether some rounds were played while there were more workers than processors.
    pub is_oversubscribed: bool,
}

/// The leaderboard of results folders, with what they say besides of their players.
#[derive(Debug)]
pub struct FolderLeaderboard {
    /// By what the players are ordered.
    pub by: By,
    /// The ranked players, and the matches over which they are ranked.
    pub board: Leaderboard,
    /// What a round that was not won counts in the mean number of guesses.
    pub guess_limit: usize,
    /// The mean CPU time of a guess in microseconds by player, over the ranked matches that were timed. Every match counts the same.
    pub guess_us: BTreeMap<String, f64>,
    /// The other players, with the reason.
    pub not_ranked: Vec<(Unranked, String)>,
    /// Whether the tournament was played to its end.
    pub is_finished: bool,
    /// Whether some times were measured while there were more workers than processors.
    pub is_oversubscribed: bool,
    /// Whether the rules did not let some player play all rounds of a match, which count as lost.
    pub has_forfeits: bool,
    /// Why players are not compared round by round, if they are not.
    pub why_unpaired: Option<String>,
}

impl FolderLeaderboard {
    /// The leaderboard of a folder.
    pub fn read(folder: &ResultsFolder, by: By) -> Result<FolderLeaderboard, Failure> {
        let rounds = match why_not_read(&[folder.path]) {
            None => Ok(rounds_with_forfeits(folder)?),
            Some(reason) => Err(reason),
        };
        let manifest = folder.manifest.as_ref().ok();
        let input = LeaderboardInput {
            results: &folder.results,
            rounds: rounds.as_ref().map_err(String::clone),
            players: manifest.iter().flat_map(|manifest| &manifest.players).map(String::as_str).collect(),
            is_finished: manifest.is_none_or(|manifest| manifest.finished.is_some()),
            guess_limit: folder.guess_limit(),
            is_oversubscribed: folder.is_oversubscribed(),
        };
        Ok(FolderLeaderboard::new(input, by))
    }

    /// The leaderboard of these matches.
    pub fn new(input: LeaderboardInput, by: By) -> FolderLeaderboard {
        let options = LeaderboardOptions { order: by.order(), guess_limit: input.guess_limit, confidence: CONFIDENCE };
        let board = match input.rounds {
            Ok(table) => Leaderboard::new(&CommonRounds::ranked(table), &options),
            Err(_) => Leaderboard::from_summaries(&input.results.summaries, &options),
        };
        FolderLeaderboard::with_board(board, input, by)
    }

    /// A leaderboard of these matches with what their results say besides.
    pub fn with_board(mut board: Leaderboard, input: LeaderboardInput, by: By) -> FolderLeaderboard {
        let LeaderboardInput { results, rounds, players, is_finished, guess_limit, is_oversubscribed } = input;
        let guess_us = guess_times(&board, &results.timings);
        if by == By::Time {
            let time = |player: &str| guess_us.get(player).copied().unwrap_or(f64::INFINITY);
            board.entries.sort_by(|a, b| time(&a.player).total_cmp(&time(&b.player)));
        }
        let mut others = board.others.clone();
        for player in players {
            let is_known = board.entries.iter().any(|entry| entry.player == player)
                || others.iter().any(|other| other.player == player);
            if !is_known {
                others.push(Unranked { player: player.to_owned(), matches: 0, rounds: 0 });
            }
        }
        let not_ranked = others.into_iter().map(|other| {
            let reason = reason(&other, &board.matches, &results.summaries, is_finished);
            (other, reason)
        });
        FolderLeaderboard {
            has_forfeits: results.summaries.iter().any(is_forfeit),
            not_ranked: not_ranked.collect(),
            is_finished,
            is_oversubscribed,
            by,
            board,
            guess_limit,
            guess_us,
            why_unpaired: rounds.err(),
        }
    }

    /// Whether players are divided into groups. Times are measured once, without an error.
    pub fn has_groups(&self) -> bool {
        self.by != By::Time && self.board.entries.len() > 1
    }

    /// The place of each ranked player, from 1. Players who are equal share the first of their places.
    pub fn places(&self) -> Vec<usize> {
        let value = |entry: &LeaderboardEntry| match self.by {
            By::Score => entry.score.sum,
            By::Guesses => entry.guesses.mean,
            By::Time => self.guess_us.get(&entry.player).copied().unwrap_or(f64::INFINITY),
            By::Wins => entry.wins as f64,
        };
        let values: Vec<f64> = self.board.entries.iter().map(value).collect();
        let first = |value: &f64| values.iter().position(|other| other == value).unwrap_or(0);
        values.iter().map(|value| first(value) + 1).collect()
    }
}

/// The mean time of a guess by player.
fn guess_times(board: &Leaderboard, timings: &[TimingSummary]) -> BTreeMap<String, f64> {
    let is_ranked =
        |row: &&TimingSummary| board.matches.iter().any(|game| row.scsa == game.scsa && row.size() == Some(game.size));
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in timings.iter().filter(is_ranked) {
        times.entry(row.player.clone()).or_default().push(row.guess_us);
    }
    times.into_iter().map(|(player, times)| (player, times.iter().sum::<f64>() / times.len() as f64)).collect()
}

/// Why a player is not ranked over these matches.
fn reason(player: &Unranked, ranked: &[MatchName], rows: &[Summary], is_finished: bool) -> String {
    let own =
        |game: &MatchName| rows.iter().find(|row| row.player == player.player && match_of(row).as_ref() == Some(game));
    let mut reasons: Vec<String> = Vec::new();
    for row in ranked.iter().filter_map(own).filter(|row| row.rounds == 0) {
        // The note names what does not support the match.
        let note = row.objection().map_or_else(|| row.note.clone(), |objection| objection.reason().to_owned());
        if !reasons.contains(&note) {
            reasons.push(note);
        }
    }
    if reasons.len() > MOST_REASONS {
        reasons.truncate(MOST_REASONS);
        reasons.push("…".to_owned());
    }
    if reasons.is_empty() && !is_finished {
        reasons.push("the others were not played before the tournament ended early".to_owned());
    }
    let all = counted(ranked.len(), "match");
    let played = match player.matches {
        0 if player.rounds > 0 => format!("did not play all rounds of any of the {all}"),
        0 => format!("played none of the {all}"),
        matches => format!("played {matches} of the {all}"),
    };
    if reasons.is_empty() { played } else { format!("{played}: {}", reasons.join("; ")) }
}
