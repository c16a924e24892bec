//! The leaderboard of a tournament that is being played.

use crate::{
    common::ranked_prefix,
    estimate::{Estimate, Stratum},
    summaries::{guesses, points},
};
use std::collections::HashMap;
use tournament::{Summary, in_order};

/// A match of a player, of which some rounds were played.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialMatch {
    /// The rounds played so far.
    pub summary: Summary,
    /// The number of rounds when the match is complete.
    pub planned: u64,
}

/// The players of a tournament that is being played, ordered by the SCORE that they will have at its end if their rounds so far are
/// representative.
///
/// Matches may have different numbers of rounds so far: each counts with all the rounds that are planned, so that a player gains
/// nothing by being played first. Players are ranked over the matches of which each of them has a round.
///
/// ```
/// use comparison::{PartialMatch, Projection};
/// use tournament::{Rules, Tally};
/// let game = |player: &str, guesses: &[usize]| {
///     let mut tally = Tally::default();
///     guesses.iter().for_each(|&guesses| tally.count(&players::Outcome::Win, guesses));
///     PartialMatch { summary: tally.summary(player, "only-once", "4x6".parse().unwrap(), Rules::Report), planned: 100 }
/// };
/// let projection = Projection::new(&[game("rao", &[4, 4, 4, 4]), game("knuth", &[1])], 100);
/// // 100 rounds of 5/√1 points, and of 5/√4.
/// let scores: Vec<(&str, f64)> = projection.entries.iter().map(|e| (e.player.as_str(), e.score.sum)).collect();
/// assert_eq!(scores, [("knuth", 500.0), ("rao", 250.0)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// The ranked players, the best first.
    pub entries: Vec<ProjectedEntry>,
    /// The number of matches over which they are ranked.
    pub matches: usize,
    /// The number of players that are not ranked.
    pub others: usize,
}

/// A player, as it will be at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectedEntry {
    /// The player's name.
    pub player: String,
    /// The points: the sum is the SCORE at the end.
    pub score: Estimate,
    /// The guesses, a round that was not won counted as the guess limit.
    pub guesses: Estimate,
    /// Whether some round was not won, so that the mean number of guesses is a lower bound of what the player needs.
    pub is_lower_bound: bool,
    /// The rounds played so far, in the matches over which players are ranked.
    pub rounds: u64,
}

impl Projection {
    /// The projection from the matches so far. Those without a round do not count. Cost: proportional to players times matches.
    #[must_use]
    pub fn new(matches: &[PartialMatch], guess_limit: usize) -> Projection {
        let begun: Vec<&PartialMatch> = matches.iter().filter(|game| game.summary.rounds > 0).collect();
        let rows = || begun.iter().map(|game| &game.summary);
        let key = |row: &Summary| format!("{} {}", row.scsa, row.size_name());
        let (names, keys) = (in_order(rows(), |row| row.player.clone()), in_order(rows(), key));
        let columns: HashMap<&str, usize> =
            keys.iter().enumerate().map(|(column, key)| (key.as_str(), column)).collect();
        let lines: HashMap<&str, usize> = names.iter().enumerate().map(|(line, name)| (name.as_str(), line)).collect();
        let mut table: Vec<Vec<Option<&PartialMatch>>> = vec![vec![None; keys.len()]; names.len()];
        for &game in &begun {
            table[lines[game.summary.player.as_str()]][columns[key(&game.summary).as_str()]] = Some(game);
        }
        let total = |line: &usize| table[*line].iter().flatten().map(|game| game.planned).sum::<u64>();
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|line| std::cmp::Reverse(total(line)));

        // The number of planned rounds of each match that all players have, with one more player.
        let mut common: Vec<Option<u64>> = vec![None; keys.len()];
        let with = |common: &mut Vec<Option<u64>>, line: usize| {
            for (common, game) in common.iter_mut().zip(&table[line]) {
                let planned = game.map_or(0, |game| game.planned);
                *common = Some(common.map_or(planned, |common| common.min(planned)));
            }
            common.iter().flatten().sum::<u64>()
        };
        let ranked = ranked_prefix(&order, |line| with(&mut common, line));
        let mut common = vec![None; keys.len()];
        order[..ranked].iter().for_each(|&line| {
            with(&mut common, line);
        });
        let is_common = |column: &usize| common[*column].is_some_and(|rounds| rounds > 0);
        let mut entries: Vec<ProjectedEntry> = order[..ranked]
            .iter()
            .map(|&line| {
                let own = (0..keys.len()).filter(is_common).filter_map(|column| table[line][column]);
                entry(&names[line], &own.collect::<Vec<_>>(), guess_limit)
            })
            .collect();
        entries.sort_by(|a, b| b.score.sum.total_cmp(&a.score.sum));
        let matches = (0..keys.len()).filter(is_common).count();
        Projection { entries, matches, others: names.len() - ranked }
    }
}

/// A player over these matches.
fn entry(player: &str, matches: &[&PartialMatch], guess_limit: usize) -> ProjectedEntry {
    let projected = |stratum: &dyn Fn(&Summary) -> Stratum| {
        Estimate::projected(&matches.iter().map(|game| (stratum(&game.summary), game.planned)).collect::<Vec<_>>())
    };
    let total = |count: fn(&Summary) -> u64| matches.iter().map(|game| count(&game.summary)).sum::<u64>();
    let rounds = total(|row| row.rounds);
    ProjectedEntry {
        player: player.to_owned(),
        score: projected(&points),
        guesses: projected(&|row| guesses(row, guess_limit)),
        is_lower_bound: total(|row| row.wins) < rounds,
        rounds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Leaderboard, LeaderboardOptions};
    use players::Outcome;
    use tournament::{Rules, Tally};

    fn game(player: &str, scsa: &str, guesses: &[usize], planned: u64) -> PartialMatch {
        let mut tally = Tally::default();
        guesses.iter().for_each(|&guesses| tally.count(&Outcome::Win, guesses));
        PartialMatch { summary: tally.summary(player, scsa, "4x6".parse().unwrap(), Rules::Report), planned }
    }

    #[test]
    fn a_complete_tournament_has_its_leaderboard() {
        let matches = [
            game("rao", "x", &[4, 5, 6], 3),
            game("dino", "x", &[3, 5, 5], 3),
            game("rao", "y", &[7, 5, 6, 4], 4),
            game("dino", "y", &[7, 8, 6, 4], 4),
        ];
        let projection = Projection::new(&matches, 100);
        let rows: Vec<Summary> = matches.iter().map(|game| game.summary.clone()).collect();
        let board = Leaderboard::from_summaries(&rows, &LeaderboardOptions::default());
        assert_eq!((projection.entries.len(), projection.matches, projection.others), (2, 2, 0));
        for (projected, entry) in projection.entries.iter().zip(&board.entries) {
            assert_eq!(projected.player, entry.player);
            assert!((projected.score.sum - entry.score.sum).abs() < 1e-9);
            let error = |estimate: &Estimate| estimate.sum_standard_error().unwrap();
            assert!((error(&projected.score) - error(&entry.score)).abs() < 1e-9);
            assert!((projected.guesses.mean - entry.guesses.mean).abs() < 1e-9);
        }
    }

    #[test]
    fn players_are_ranked_over_the_matches_that_all_have_begun() {
        let matches = [
            game("rao", "x", &[4, 5], 100),
            game("dino", "x", &[4], 100),
            game("easy", "x", &[6], 100),
            game("rao", "y", &[4], 100),
            game("dino", "y", &[4], 100),
            game("rao", "z", &[], 100),
        ];
        let projection = Projection::new(&matches, 100);
        // Two players over 200 rounds, 1 · 200, as many as three over 100, 2 · 100: the larger number of players.
        assert_eq!((projection.entries.len(), projection.matches, projection.others), (3, 1, 0));
        assert_eq!(projection.entries[2].player, "easy");
    }
}
