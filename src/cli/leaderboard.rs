//! The leaderboard of a results folder.

use super::{Failure, counted, results_folder::ResultsFolder};
use comparison::{
    CommonRounds, Leaderboard, LeaderboardEntry, LeaderboardOptions, MatchName, Order, RoundTable, Unranked,
};
use intervals::CONFIDENCE;
use scsa::Size;
use std::{collections::BTreeMap, fs, path::Path};
use tournament::{Status, Summary, TimingSummary, files};

/// The largest `rounds.csv` that is read for a leaderboard, in bytes: some five million rounds, which take 100 MB of memory.
const MOST_BYTES: u64 = 1 << 28;
/// The most reasons that are given for a player.
const MOST_REASONS: usize = 2;

/// By what players are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum By {
    /// The sum of the SCORES, the largest first
    #[default]
    Score,
    /// The mean number of guesses, the smallest first; a round that was not won counts as the guess limit
    Guesses,
    /// The mean CPU time of a guess, the smallest first
    Time,
    /// The number of rounds won, the largest first
    Wins,
}

/// The leaderboard of a results folder, with what the folder says besides of its players.
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
    pub not_ranked: Vec<(String, String)>,
    /// Whether the rules did not let some player play all rounds of a match, which count as lost.
    pub has_forfeits: bool,
    /// Why players are not compared round by round, if they are not.
    pub why_unpaired: Option<String>,
}

impl FolderLeaderboard {
    /// The leaderboard of a folder. It is over the matches at one size if one is given.
    pub fn read(folder: &ResultsFolder, by: By, size: Option<Size>) -> Result<FolderLeaderboard, Failure> {
        let (results, manifest, guess_limit) = (&folder.results, folder.manifest.as_ref().ok(), folder.guess_limit());
        let order = match by {
            By::Score | By::Time => Order::Score,
            By::Guesses => Order::Guesses,
            By::Wins => Order::Wins,
        };
        let options = LeaderboardOptions { order, guess_limit, confidence: CONFIDENCE };
        let why_unpaired = why_not_read(folder.path);
        let mut board = if why_unpaired.is_none() {
            let mut table = rounds_with_forfeits(folder)?;
            table.retain_matches(|game| size.is_none_or(|size| game.size == size));
            Leaderboard::new(&CommonRounds::ranked(&table), &options)
        } else {
            Leaderboard::from_summaries(&results.summaries, &options)
        };
        let guess_us = guess_times(&board, &results.timings);
        if by == By::Time {
            let time = |player: &str| guess_us.get(player).copied().unwrap_or(f64::INFINITY);
            board.entries.sort_by(|a, b| time(&a.player).total_cmp(&time(&b.player)));
        }
        let without_rounds = manifest.iter().flat_map(|manifest| &manifest.players).filter(|player| {
            let is_known = |name: &str| name == player.as_str();
            !board.entries.iter().any(|entry| is_known(&entry.player))
                && !board.others.iter().any(|other| is_known(&other.player))
        });
        let without_rounds = without_rounds.map(|player| Unranked { player: player.clone(), matches: 0, rounds: 0 });
        let is_finished = manifest.is_none_or(|manifest| manifest.finished.is_some());
        let others: Vec<Unranked> = board.others.iter().cloned().chain(without_rounds).collect();
        let not_ranked = others.into_iter().map(|other| {
            let reason = reason(&other, &board.matches, &results.summaries, is_finished);
            (other.player, reason)
        });
        let has_forfeits = results.summaries.iter().any(is_forfeit);
        Ok(FolderLeaderboard {
            has_forfeits,
            not_ranked: not_ranked.collect(),
            by,
            board,
            guess_limit,
            guess_us,
            why_unpaired,
        })
    }
}

impl FolderLeaderboard {
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

/// Why the rounds of a folder are not read, if they are not.
fn why_not_read(folder: &Path) -> Option<String> {
    match fs::metadata(folder.join(files::ROUNDS)) {
        Err(_) => Some(format!("there is no {}", files::ROUNDS)),
        Ok(file) if file.len() > MOST_BYTES => Some(format!("{} has more than {} MB", files::ROUNDS, MOST_BYTES >> 20)),
        Ok(_) => None,
    }
}

/// The rounds of a folder. Those that the rules did not let a player play count as lost.
pub fn rounds_with_forfeits(folder: &ResultsFolder) -> Result<RoundTable, Failure> {
    let mut table = RoundTable::read([folder.path]).map_err(|e| Failure::input(e.to_string()))?;
    for row in folder.results.summaries.iter().filter(|row| is_forfeit(row)) {
        if let Some(game) = match_of(row) {
            table.forfeit(&row.player, &game);
        }
    }
    Ok(table)
}

/// Whether the rules ended the match, or excluded the player.
fn is_forfeit(row: &Summary) -> bool {
    matches!(row.status, Status::Ended | Status::Disqualified)
}

/// The match of a row.
fn match_of(row: &Summary) -> Option<MatchName> {
    row.size().map(|size| MatchName { scsa: row.scsa.clone(), size })
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
        let note = row.note.strip_prefix(&format!("{}: ", player.player)).unwrap_or(&row.note);
        if !reasons.iter().any(|reason| reason == note) {
            reasons.push(note.to_owned());
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
        0 => format!("played none of the {all}"),
        matches => format!("played {matches} of the {all}"),
    };
    if reasons.is_empty() { played } else { format!("{played}: {}", reasons.join("; ")) }
}
