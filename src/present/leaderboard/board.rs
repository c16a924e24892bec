//! The leaderboard of a results folder: by what players are ranked, and their places.

use crate::{
    failure::Failure,
    present::{
        results_folder::{ResultsFolder, match_of, rounds_with_forfeits, why_not_read},
        words::counted,
    },
};
use std::{
    cmp::{Ordering, Reverse},
    collections::BTreeMap,
    str::FromStr,
};
use tournament::compare::CONFIDENCE;
use tournament::compare::{
    Leaderboard, LeaderboardEntry, LeaderboardOptions, MatchName, Order, RoundTable, Unranked, without_refusals,
};
use tournament::{Results, Status, Summary, in_order};

/// By what players are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum By {
    /// The sum of the SCORES, the largest first
    #[default]
    Score,
    /// The mean number of guesses over the matches that all players played, the smallest first; a round that was not won counts as the
    /// guess limit
    Guesses,
    /// The mean CPU time of a guess over the matches that all players played, the smallest first
    Time,
    /// The number of rounds won, the largest first
    Wins,
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<By, String> {
        let by = [By::Score, By::Guesses, By::Time, By::Wins].into_iter().find(|by| by.id() == text);
        by.ok_or_else(|| format!("give one of {}", By::NAMES.join(", ")))
    }
}

impl By {
    /// The names on the command line.
    pub const NAMES: [&str; 4] = ["score", "guesses", "time", "wins"];

    /// By what players are ordered and compared. Times are not compared.
    pub const fn order(self) -> Order {
        match self {
            By::Score => Order::Score,
            By::Guesses | By::Time => Order::Guesses,
            By::Wins => Order::Wins,
        }
    }

    /// Whether a refused match is worth 0. If not, it is left out for all players.
    pub const fn is_scored(self) -> bool {
        matches!(self, By::Score | By::Wins)
    }

    /// The name in titles.
    pub const fn measure(self) -> &'static str {
        match self {
            By::Score => "SCORE",
            By::Guesses => "guesses",
            By::Time => "CPU time",
            By::Wins => "rounds won",
        }
    }

    /// The name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            By::Score => "score",
            By::Guesses => "guesses",
            By::Time => "time",
            By::Wins => "wins",
        }
    }
}

/// The most reasons that are given for a player.
const MOST_REASONS: usize = 2;

/// What a leaderboard is made from.
#[derive(Debug)]
pub struct LeaderboardInput<'a> {
    /// The matches.
    pub results: &'a Results,
    /// The rounds of these matches, with those that were refused or that the rules did not let a player play; or why rounds are not
    /// compared one by one.
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
    /// The number of matches that any player played.
    pub played_matches: usize,
    /// What a round that was not won counts in the mean number of guesses.
    pub guess_limit: usize,
    /// The CPU times of guesses.
    pub times: GuessTimes,
    /// The other players, with the reason.
    pub not_ranked: Vec<(Unranked, String)>,
    /// The ranked players that refused matches which others played, with how many and why.
    pub refused: BTreeMap<String, String>,
    /// Whether the tournament was played to its end.
    pub is_finished: bool,
    /// Whether some times were measured while there were more workers than processors.
    pub is_oversubscribed: bool,
    /// Whether the rules did not let some player play all rounds of a match.
    pub has_ended: bool,
    /// Why players are not compared round by round, if they are not.
    pub why_unpaired: Option<String>,
}

/// The CPU times of guesses, over matches in which all players that won a round there were timed.
#[derive(Debug, Default)]
pub struct GuessTimes {
    /// The mean time of a guess in microseconds by player. Every match counts the same.
    pub mean_us: BTreeMap<String, f64>,
    /// The number of these matches.
    pub matches: usize,
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
            Ok(table) => Leaderboard::of_table(table, &options),
            Err(_) => Leaderboard::from_summaries(&input.results.summaries, &options),
        };
        FolderLeaderboard::with_board(board, input, by)
    }

    /// A leaderboard of these matches with what their results say besides.
    pub fn with_board(mut board: Leaderboard, input: LeaderboardInput, by: By) -> FolderLeaderboard {
        let LeaderboardInput { results, rounds, players, is_finished, guess_limit, is_oversubscribed } = input;
        let times = GuessTimes::new(&board, results);
        let mut not_ranked: Vec<(Unranked, String)> = Vec::new();
        if by == By::Time {
            not_ranked = rank_by_time(&mut board, &times);
        }
        let mut others = board.others.clone();
        for player in players {
            let is_known = board.entries.iter().any(|entry| entry.player == player)
                || others.iter().chain(not_ranked.iter().map(|(other, _)| other)).any(|other| other.player == player);
            if !is_known {
                others.push(Unranked { player: player.to_owned(), matches: 0, rounds: 0 });
            }
        }
        not_ranked.extend(others.into_iter().map(|other| {
            let reason = reason(&other, &board.matches, &results.summaries, is_finished);
            (other, reason)
        }));
        let played: Vec<MatchName> =
            in_order(results.summaries.iter().filter(|row| row.rounds > 0), match_of).into_iter().flatten().collect();
        let refused = board
            .entries
            .iter()
            .filter_map(|entry| Some((entry.player.clone(), refusals(&entry.player, &played, &results.summaries)?)));
        FolderLeaderboard {
            has_ended: results.summaries.iter().any(|row| matches!(row.status, Status::Ended | Status::Disqualified)),
            refused: refused.collect(),
            played_matches: played.len().max(board.matches.len() + board.left_out.len()),
            not_ranked,
            is_finished,
            is_oversubscribed,
            by,
            board,
            guess_limit,
            times,
            why_unpaired: rounds.err(),
        }
    }

    /// Whether players are divided into groups. Times are measured once, without an error.
    pub fn has_groups(&self) -> bool {
        self.by != By::Time && self.board.entries.len() > 1
    }

    /// The players of which there is more to say: headings, and below each players with a sentence.
    pub fn remarks(&self) -> Vec<(&'static str, Vec<(&str, &str)>)> {
        let refused = self.refused.iter().map(|(player, text)| (player.as_str(), text.as_str())).collect();
        let not_ranked = self.not_ranked.iter().map(|(other, reason)| (other.player.as_str(), reason.as_str()));
        let heading = if self.by.is_scored() { "Refused, and worth 0" } else { "Refused, and left out for all" };
        let all: [(&str, Vec<(&str, &str)>); 2] = [(heading, refused), ("Not ranked", not_ranked.collect())];
        all.into_iter().filter(|(_, players)| !players.is_empty()).collect()
    }
}

impl GuessTimes {
    fn new(board: &Leaderboard, results: &Results) -> GuessTimes {
        let guess_us = |player: &str, game: &MatchName| {
            let row = |row: &&Summary| row.player == player && match_of(row).as_ref() == Some(game);
            // Earlier versions timed failures, too.
            let has_end = results.summaries.iter().find(row).is_none_or(|row| row.failures() < row.rounds);
            let timing = results
                .timings
                .iter()
                .find(|row| row.player == player && row.scsa == game.scsa && row.size() == Some(game.size) && has_end);
            timing.map(|row| row.guess_us)
        };
        let times: Vec<Vec<Option<f64>>> = (board.entries.iter())
            .map(|entry| board.guess_matches.iter().map(|game| guess_us(&entry.player, game)).collect())
            .collect();
        let timed = |place: usize| times[place].iter().flatten().count();
        let mut order: Vec<usize> =
            (0..times.len()).filter(|&place| board.entries[place].wins > 0 && timed(place) > 0).collect();
        order.sort_by_key(|&place| (Reverse(timed(place)), &board.entries[place].player));
        let (_, games) = without_refusals(&order, (0..board.guess_matches.len()).collect(), |place, game| {
            times[place][game].is_none()
        });
        let mean = |place: usize| {
            let mut own: Vec<f64> = games.iter().map(|&game| times[place][game]).collect::<Option<_>>()?;
            // A sum that does not depend on the order of the matches.
            own.sort_unstable_by(f64::total_cmp);
            (!order.is_empty())
                .then(|| (board.entries[place].player.clone(), own.iter().sum::<f64>() / own.len() as f64))
        };
        let mean_us: BTreeMap<String, f64> = (0..times.len()).filter_map(mean).collect();
        GuessTimes { matches: if mean_us.is_empty() { 0 } else { games.len() }, mean_us }
    }
}

/// Orders the players by time. Those without a win or a time are removed, and returned with the reason.
fn rank_by_time(board: &mut Leaderboard, times: &GuessTimes) -> Vec<(Unranked, String)> {
    let matches = board.matches.len();
    let time = |entry: &LeaderboardEntry| times.mean_us.get(&entry.player).copied().filter(|_| entry.wins > 0);
    let (mut ranked, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut board.entries).into_iter().partition(|entry| time(entry).is_some());
    ranked.sort_by(|a, b| time(a).partial_cmp(&time(b)).unwrap_or(Ordering::Equal));
    for index in 0..ranked.len() {
        let is_equal = index > 0 && time(&ranked[index]) == time(&ranked[index - 1]);
        ranked[index].place = if is_equal { ranked[index - 1].place } else { index + 1 };
    }
    board.entries = ranked;
    let reason = |entry: &LeaderboardEntry| match entry.wins {
        0 => "won no round, and rounds that were not won have no time that compares",
        _ => "was not timed in the matches in which the others were",
    };
    let unranked = |entry: LeaderboardEntry| {
        let reason = reason(&entry).to_owned();
        (Unranked { player: entry.player, matches, rounds: entry.rounds }, reason)
    };
    others.into_iter().map(unranked).collect()
}

/// Why a player is not ranked over these matches.
fn reason(player: &Unranked, ranked: &[MatchName], rows: &[Summary], is_finished: bool) -> String {
    let unplayed = rows_of(&player.player, ranked, rows).into_iter().filter(|row| row.rounds == 0);
    let mut reasons = reasons(unplayed);
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

/// How many of the matches that were played a player refused, and why; none if it refused none.
fn refusals(player: &str, played: &[MatchName], rows: &[Summary]) -> Option<String> {
    let mut own = rows_of(player, played, rows);
    own.retain(|row| row.status == Status::Unsupported);
    let (refused, all) = (own.len(), counted(played.len(), "match"));
    (refused > 0).then(|| format!("refused {refused} of the {all}: {}", reasons(own.into_iter()).join("; ")))
}

/// The rows of a player in these matches.
fn rows_of<'a>(player: &str, matches: &[MatchName], rows: &'a [Summary]) -> Vec<&'a Summary> {
    let is_own = |row: &&Summary| row.player == player && match_of(row).is_some_and(|game| matches.contains(&game));
    rows.iter().filter(is_own).collect()
}

/// Why a player did not play these matches, each reason once and not all.
fn reasons<'a>(rows: impl Iterator<Item = &'a Summary>) -> Vec<String> {
    let reason =
        |row: &Summary| row.objection().map_or_else(|| row.note.clone(), |objection| objection.reason().to_owned());
    let mut reasons = in_order(rows, reason);
    if reasons.len() > MOST_REASONS {
        reasons.truncate(MOST_REASONS);
        reasons.push("…".to_owned());
    }
    reasons
}
