//! Leaderboards from totals of matches: without `rounds.csv`, and of a tournament that is being played.

use crate::compare::common_rounds::{Unranked, by_rounds, ranked_prefix, without_refusals};
use crate::compare::estimate::Measure;
use crate::compare::leaderboard::{Leaderboard, PartialMatch, Ranking};
use crate::compare::round_table::{MatchEnd, MatchName};
use crate::plan::Rules;
use crate::record::in_order;
use crate::record::summary::{Status, Summary};
use std::collections::{HashMap, HashSet};

impl Leaderboard {
    /// The leaderboard from the rows of `summary.csv` alone. Players are compared by Welch's test, with the
    /// standard errors of the rows, as if they had faced different secrets: [`is_paired`](Leaderboard::is_paired) is false.
    ///
    /// Which rounds players have in common is not known. A match is common to players who have the same number of rounds in it.
    /// Refused matches, and rounds that the rules did not let a player play, are worth 0 as in [`Leaderboard::of_table`].
    pub fn from_summaries(rows: &[Summary], measure: Measure) -> Leaderboard {
        let partial = |row: &Summary| PartialMatch {
            summary: row.clone(),
            planned: row.rounds_scored(),
            end: match row.status {
                Status::Played => None,
                Status::Ended | Status::Disqualified => Some(MatchEnd::Ended),
                Status::Unsupported | Status::Refused => Some(MatchEnd::Refused),
            },
        };
        Leaderboard::projected(&rows.iter().map(partial).collect::<Vec<_>>(), Rules::Report, measure)
    }

    /// The leaderboard of a tournament that is being played: players are ordered by what they will have at its end if their rounds so far
    /// are representative.
    ///
    /// Matches may have different numbers of rounds so far: each counts with all the rounds that are planned, so that a player gains
    /// nothing by being played first. Players are ranked over the matches of which each of them has a round, or which it refused, and
    /// compared by Welch's test. [`rounds`](Leaderboard::rounds) are the planned ones of these matches, those of an entry the rounds so
    /// far. Matches without a round do not count.
    ///
    /// By rules under which a failure ends a match, the SCORE of a match that has ended is known. One that goes on is expected to have
    /// failures at the rate of all rounds of the player: of N rounds and the rate q, (1 − (1 − q)^N)/q are played. There is no standard
    /// error then, because the match is one observation.
    ///
    /// Cost: proportional to players times matches, and to pairs of players times matches.
    pub fn projected(matches: &[PartialMatch], rules: Rules, measure: Measure) -> Leaderboard {
        let totals = Totals::new(matches, rules);
        let shared = totals.shared();
        let (ranked, games) = if measure.is_gain() { totals.scored() } else { shared.clone() };
        let (ranking, guesses) = (totals.ranking(&ranked, &games), totals.ranking(&shared.0, &shared.1));
        let difference = |one: usize, other: usize| ranking.difference(one, other, measure);
        let mut board = Leaderboard::ranked(&ranking, Some(&guesses), measure, difference);
        let names = &totals.players;
        let others = (0..names.len()).filter(|player| !ranked.contains(player));
        let unranked = |player: usize| Unranked {
            player: names[player].clone(),
            matches: games.iter().filter(|&&match_| totals.count(player, match_) > 0).count(),
            rounds: totals.cells[player].iter().flatten().map(|cell| cell.summary.counted()).sum(),
        };
        board.others = others.map(unranked).collect();
        let is_played = |match_: &usize| {
            ranked.iter().any(|&player| totals.cells[player][*match_].is_some_and(|cell| cell.summary.counted() > 0))
        };
        let common: HashSet<usize> = games.iter().copied().collect();
        let left_out = (0..totals.matches.len()).filter(|match_| !common.contains(match_)).filter(is_played);
        board.left_out = left_out.map(|match_| totals.matches[match_].clone()).collect();
        board
    }
}

/// All matches of which a round was played, by player, then by match. Players and matches are indices.
struct Totals<'a> {
    players: Vec<String>,
    matches: Vec<MatchName>,
    cells: Vec<Vec<Option<&'a PartialMatch>>>,
    rules: Rules,
    hazards: Vec<f64>,
}

impl<'a> Totals<'a> {
    fn new(all: &'a [PartialMatch], rules: Rules) -> Totals<'a> {
        let name = |match_: &PartialMatch| MatchName { scsa: match_.summary.scsa.clone(), game: match_.summary.game };
        let begun = all.iter().filter(|match_| match_.summary.counted() > 0);
        let matches: Vec<MatchName> = in_order(begun, name);
        let places: HashMap<&MatchName, usize> = matches.iter().zip(0..).collect();
        let place = |match_: &PartialMatch| places.get(&name(match_)).copied();
        let is_known = |match_: &&PartialMatch| match_.summary.counted() > 0 || match_.end.is_some();
        let known: Vec<(&PartialMatch, usize)> =
            all.iter().filter(is_known).filter_map(|match_| Some((match_, place(match_)?))).collect();
        let players = in_order(&known, |(match_, _)| match_.summary.player.clone());
        let mut cells = vec![vec![None; matches.len()]; players.len()];
        let indices: HashMap<&str, usize> = players.iter().map(String::as_str).zip(0..).collect();
        for (match_, place) in known {
            if let Some(player) = indices.get(&*match_.summary.player) {
                cells[*player][place] = Some(match_);
            }
        }
        let hazard = |cells: &Vec<Option<&PartialMatch>>| {
            let total =
                |count: fn(&Summary) -> u64| cells.iter().flatten().map(|match_| count(&match_.summary)).sum::<u64>();
            if rules.ends_at_failure() {
                total(Summary::failures) as f64 / total(Summary::counted).max(1) as f64
            } else {
                0.0
            }
        };
        Totals { hazards: cells.iter().map(hazard).collect(), rules, players, matches, cells }
    }

    /// The rounds of a match of a player, those that are not played among them.
    fn count(&self, player: usize, match_: usize) -> u64 {
        self.cells[player][match_].map_or(0, |cell| cell.planned)
    }

    /// The players who are ranked where a refused match is worth 0, and over which matches.
    fn scored(&self) -> (Vec<usize>, Vec<usize>) {
        let all = (0..self.matches.len()).collect::<Vec<_>>();
        self.common(&by_rounds(&self.players, |player| self.total(player, &all)), &all)
    }

    /// The players who are ranked over matches that none of them refused, and these matches.
    fn shared(&self) -> (Vec<usize>, Vec<usize>) {
        let played = |player: usize| self.cells[player].iter().flatten().map(|cell| cell.summary.counted()).sum();
        let is_refused = |player: usize, match_: usize| {
            self.cells[player][match_].is_some_and(|cell| cell.end == Some(MatchEnd::Refused))
        };
        let order = by_rounds(&self.players, played);
        let (players, games) = without_refusals(&order, (0..self.matches.len()).collect(), is_refused);
        let mut order = by_rounds(&self.players, |player| self.total(player, &games));
        order.retain(|player| players.contains(player));
        self.common(&order, &games)
    }

    fn total(&self, player: usize, games: &[usize]) -> u64 {
        games.iter().map(|&match_| self.count(player, match_)).sum()
    }

    /// Of players in order and of matches, those that are ranked and those that they have in common: with the same number of rounds.
    fn common(&self, order: &[usize], games: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let common_of = |players: &[usize]| -> Vec<usize> {
            let is_common = |match_: &usize| {
                let first = players.first().map_or(0, |&player| self.count(player, *match_));
                first > 0 && players.iter().all(|&player| self.count(player, *match_) == first)
            };
            games.iter().copied().filter(is_common).collect()
        };
        let mut added = Vec::new();
        let length = ranked_prefix(order, |player| {
            added.push(player);
            self.total(player, &common_of(&added))
        });
        let mut ranked = order[..length].to_vec();
        ranked.sort_unstable();
        let games = common_of(&ranked);
        (ranked, games)
    }

    fn ranking(&self, players: &[usize], games: &[usize]) -> Ranking {
        let cells = |&player: &usize| games.iter().filter_map(|&match_| self.cells[player][match_].cloned()).collect();
        Ranking {
            players: players.iter().map(|&player| self.players[player].clone()).collect(),
            matches: games.iter().map(|&match_| self.matches[match_].clone()).collect(),
            cells: players.iter().map(cells).collect(),
            rules: self.rules,
            hazards: players.iter().map(|&player| self.hazards[player]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::MatchKey;
    use crate::record::tally::Tally;
    use player_api::{Cause, Ending, FailureKind};

    fn key(player: &str, codemaker: &str) -> MatchKey {
        MatchKey { player: player.to_owned(), codemaker: codemaker.to_owned(), game: "4x6".parse().unwrap() }
    }

    /// A match of a player with these guesses; 0 is a loss.
    fn row(player: &str, scsa: &str, guesses: &[usize], rules: Rules) -> Summary {
        let mut tally = Tally::default();
        for &guesses in guesses {
            tally.count(&if guesses > 0 { Ending::Win } else { Ending::OUT_OF_GUESSES }, guesses);
        }
        tally.summary(key(player, scsa), (guesses.len() as u64, 100), rules)
    }

    fn match_(player: &str, scsa: &str, guesses: &[usize], planned: u64) -> PartialMatch {
        PartialMatch { summary: row(player, scsa, guesses, Rules::Report), planned, end: None }
    }

    #[test]
    fn a_match_with_different_numbers_of_rounds_is_left_out() {
        let rows = [("a", "x", &[4, 5, 6][..]), ("a", "y", &[5, 7]), ("b", "x", &[5, 6, 6]), ("b", "y", &[5])];
        let rows = rows.map(|(player, scsa, guesses)| row(player, scsa, guesses, Rules::Report));
        let board = Leaderboard::from_summaries(&rows, Measure::Score);
        assert_eq!((board.entries.len(), board.rounds), (2, 3));
        assert_eq!(board.left_out.iter().map(ToString::to_string).collect::<Vec<_>>(), ["y at 4x6"]);
    }

    #[test]
    fn players_are_ranked_over_the_matches_that_all_have_begun() {
        let matches = [
            match_("rao", "x", &[4, 5], 100),
            match_("dino", "x", &[4], 100),
            match_("easy", "x", &[6], 100),
            match_("rao", "y", &[4], 100),
            match_("dino", "y", &[4], 100),
            match_("rao", "z", &[], 100),
        ];
        let projection = Leaderboard::projected(&matches, Rules::Report, Measure::Score);
        // Two players over 200 rounds, 1 · 200, as many as three over 100, 2 · 100: the larger number of players.
        assert_eq!((projection.entries.len(), projection.matches.len(), projection.left_out.len()), (3, 1, 1));
        assert_eq!(projection.entries[2].player, "easy");
    }

    /// By the rules of 2024 a match that a failure ended is worth what it has, and the others may end so.
    #[test]
    fn a_failure_ends_the_prediction() {
        let rules = Rules::Course2024;
        let mut failed = Tally::default();
        failed.count(&Ending::Failure(Cause::new(FailureKind::Memory, "")), 1);
        let ended = |player: &str, scsa: &str| PartialMatch {
            summary: failed.summary(key(player, scsa), (20, 100), rules),
            planned: 20,
            end: Some(MatchEnd::Ended),
        };
        let open = |player: &str, scsa: &str| PartialMatch {
            summary: row(player, scsa, &[4, 4, 4], rules),
            planned: 20,
            end: None,
        };
        let matches = [open("rao", "x"), ended("x", "x"), open("rao", "y"), open("x", "y")];
        let board = Leaderboard::projected(&matches, rules, Measure::Score);
        let score = |place: usize| board.entries[place].score;
        assert_eq!((score(0).sum, score(0).sum_standard_error()), (100.0 * 2.0 * 20.0 * 60.0, Some(0.0)));
        // One of its four rounds failed: of the 17 to come (1 − 0.75^17)/0.25 are played, each worth 0.75 · 60 − 0.25 · 48.
        let rounds = (1.0 - 0.75f64.powi(17)) / 0.25;
        assert!((score(1).sum - 100.0 * (-48.0 + 180.0 + rounds * 33.0)).abs() < 1e-4, "{}", score(1).sum);
        assert_eq!(score(1).sum_standard_error(), None);
        let alone = Leaderboard::projected(&matches[..2], rules, Measure::Score);
        assert_eq!((alone.entries[1].score.sum, alone.entries[1].score.standard_error), (-4800.0, None));
    }
}
