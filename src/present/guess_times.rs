//! The CPU times of players, each over its own matches, and where all were timed.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::mem;
use tournament::compare::{Leaderboard, LeaderboardEntry, MatchName, Unranked, without_refusals};
use tournament::{MatchIndex, Results, TimingSummary, in_order};

/// Mean CPU times of a guess in microseconds, by player.
#[derive(Debug, Default)]
pub struct GuessTimes {
    /// Over all matches in which the player was timed.
    pub own: BTreeMap<String, OwnTime>,
    /// Over the matches in which all players with a number here were timed, and whether a round was lost by time there.
    pub compared_us: BTreeMap<String, (f64, bool)>,
    pub compared_matches: Vec<MatchName>,
    /// All matches in which some player was timed.
    pub matches: Vec<MatchName>,
}

/// The time of a guess of one player. It does not depend on other players.
#[derive(Clone, Copy, Debug)]
pub struct OwnTime {
    /// Every match counts the same.
    pub mean_us: f64,
    /// The mean of the medians of the matches, if all have one.
    pub median_us: Option<f64>,
    /// Whether a round was lost by time, so that its last guess was not finished.
    pub is_bound: bool,
    pub matches: usize,
}

impl GuessTimes {
    pub fn new(board: &Leaderboard, results: &Results, index: &MatchIndex<'_>) -> GuessTimes {
        let mut own: BTreeMap<&str, Vec<&TimingSummary>> = BTreeMap::new();
        results.timings.iter().for_each(|row| own.entry(&row.player).or_default().push(row));
        let own = own.into_iter().map(|(player, rows)| {
            let medians = rows.iter().map(|row| row.guess_us_median).collect::<Option<_>>();
            let time = OwnTime {
                mean_us: mean_in_any_order(rows.iter().map(|row| row.guess_us).collect()),
                median_us: medians.map(mean_in_any_order),
                is_bound: rows.iter().any(|row| row.is_bound),
                matches: rows.len(),
            };
            (player.to_owned(), time)
        });

        let timing = |player: &str, match_: &MatchName| index.timing(player, &match_.scsa, match_.game);
        let of_player =
            |entry: &LeaderboardEntry| board.guess_matches.iter().map(|one| timing(&entry.player, one)).collect();
        let times: Vec<Vec<Option<&TimingSummary>>> = board.entries.iter().map(of_player).collect();
        let timed = |place: usize| times[place].iter().flatten().count();
        let mut order: Vec<usize> =
            (0..times.len()).filter(|&place| board.entries[place].wins > 0 && timed(place) > 0).collect();
        order.sort_by_key(|&place| (Reverse(timed(place)), &board.entries[place].player));
        let (_, games) = without_refusals(&order, (0..board.guess_matches.len()).collect(), |place, match_| {
            times[place][match_].is_none()
        });
        let compared = |&place: &usize| {
            let times: Vec<&TimingSummary> = games.iter().map(|&match_| times[place][match_]).collect::<Option<_>>()?;
            let is_bound = times.iter().any(|row| row.is_bound);
            let mean = mean_in_any_order(times.iter().map(|row| row.guess_us).collect());
            Some((board.entries[place].player.clone(), (mean, is_bound)))
        };
        let compared_us: BTreeMap<String, _> = order.iter().filter_map(compared).collect();
        let compared_matches = games.iter().map(|&match_| board.guess_matches[match_].clone());
        GuessTimes {
            own: own.collect(),
            compared_matches: if compared_us.is_empty() { Vec::new() } else { compared_matches.collect() },
            compared_us,
            matches: in_order(&results.timings, |row| MatchName { scsa: row.scsa.clone(), game: row.game }),
        }
    }

    /// Over which matches the times of players are, where these are not the ones over which they are ranked.
    pub fn note(&self, board: &Leaderboard) -> Option<String> {
        let own =
            || board.entries.iter().filter_map(|entry| Some((&entry.player, self.own.get(&entry.player)?.matches)));
        let most = own().map(|(_, matches)| matches).max()?;
        let fewer = own().filter(|(_, matches)| *matches < most);
        let fewer: Vec<String> = fewer.map(|(player, matches)| format!("{player}: {matches}")).collect();
        let fewer = if fewer.is_empty() { String::new() } else { format!(" ({})", fewer.join(", ")) };
        let note = "µs a guess: over all matches in which the player was timed";
        let is_other = !fewer.is_empty() || most != board.matches.len();
        is_other.then(|| format!("{note}, {most}{fewer}, whatever others played."))
    }

    /// Whether what is compared differs from what players are shown with: some were timed in other matches, too.
    pub fn are_apart(&self) -> bool {
        let compared = self.compared_matches.len();
        self.compared_us.keys().any(|player| self.own.get(player).is_some_and(|own| own.matches != compared))
    }
}

/// The mean of numbers, which does not depend on their order. There must be one.
fn mean_in_any_order(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Ranks the players of a leaderboard by their compared times. Returns the others, each with the reason.
pub fn rank_by_time(board: &mut Leaderboard, times: &GuessTimes) -> Vec<(Unranked, String)> {
    let matches = board.matches.len();
    let time = |entry: &LeaderboardEntry| times.compared_us.get(&entry.player).map(|(time, _)| *time);
    let (mut ranked, others): (Vec<_>, Vec<_>) =
        mem::take(&mut board.entries).into_iter().partition(|entry| time(entry).is_some());
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
        (Unranked { player: entry.player, matches, rounds: entry.played }, reason)
    };
    others.into_iter().map(unranked).collect()
}
