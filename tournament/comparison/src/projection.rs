//! The leaderboard of a tournament that is being played.

use crate::{
    common_rounds::ranked_prefix,
    estimate::{Estimate, Stratum},
    leaderboard::{Leaderboard, LeaderboardEntry, LeaderboardOptions, Unranked},
    match_name::MatchName,
    summaries::{compared, guesses, points},
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

impl Leaderboard {
    /// The leaderboard of a tournament that is being played: players are ordered by what they will have at its end if their rounds so far
    /// are representative.
    ///
    /// Matches may have different numbers of rounds so far: each counts with all the rounds that are planned, so that a player gains
    /// nothing by being played first. Players are ranked over the matches of which each of them has a round, and compared by Welch's test.
    /// [`rounds`](Leaderboard::rounds) are the planned ones of these matches, those of an entry the rounds so far. Matches without a
    /// round do not count.
    ///
    /// Cost: proportional to players times matches, and to pairs of players times matches.
    ///
    /// ```
    /// use comparison::{Leaderboard, LeaderboardOptions, PartialMatch};
    /// use tournament::{Rules, Tally};
    /// let game = |player: &str, guesses: &[usize]| {
    ///     let mut tally = Tally::default();
    ///     guesses.iter().for_each(|&guesses| tally.count(&players::Outcome::Win, guesses));
    ///     PartialMatch { summary: tally.summary(player, "only-once", "4x6".parse().unwrap(), Rules::Report), planned: 100 }
    /// };
    /// let board = Leaderboard::projected(&[game("rao", &[4, 4, 4, 4]), game("knuth", &[1])], &LeaderboardOptions::default());
    /// // 100 rounds of 5/√1 points, and of 5/√4.
    /// let scores: Vec<(&str, f64)> = board.entries.iter().map(|e| (e.player.as_str(), e.score.sum)).collect();
    /// assert_eq!(scores, [("knuth", 500.0), ("rao", 250.0)]);
    /// ```
    #[must_use]
    pub fn projected(matches: &[PartialMatch], options: &LeaderboardOptions) -> Leaderboard {
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
        let with = |common: &mut Vec<Option<u64>>, line: usize| {
            for (common, game) in common.iter_mut().zip(&table[line]) {
                let planned = game.map_or(0, |game| game.planned);
                *common = Some(common.map_or(planned, |common| common.min(planned)));
            }
            common.iter().flatten().sum::<u64>()
        };
        let mut common: Vec<Option<u64>> = vec![None; keys.len()];
        let front = ranked_prefix(&order, |line| with(&mut common, line));
        let mut ranked = order[..front].to_vec();
        ranked.sort_unstable();
        let mut common = vec![None; keys.len()];
        let rounds = ranked.iter().fold(0, |_, &line| with(&mut common, line));
        let is_common = |column: &usize| common[*column].is_some_and(|rounds| rounds > 0);
        let columns: Vec<usize> = (0..keys.len()).filter(is_common).collect();

        let own = |line: usize| columns.iter().filter_map(|&column| table[line][column]).collect::<Vec<_>>();
        let entries = ranked.iter().map(|&line| entry(&names[line], &own(line), options)).collect();
        let strata: Vec<Vec<(Stratum, u64)>> = (ranked.iter())
            .map(|&line| own(line).iter().map(|game| (compared(&game.summary, options), game.planned)).collect())
            .collect();
        let p_value = |one: usize, other: usize| Estimate::projected_difference(&strata[one], &strata[other]).p_value();
        let mut board = Leaderboard::ordered(entries, options, false, p_value);
        board.others = (0..names.len())
            .filter(|line| !ranked.contains(line))
            .map(|line| Unranked {
                player: names[line].clone(),
                matches: own(line).len(),
                rounds: table[line].iter().flatten().map(|game| game.summary.rounds).sum(),
            })
            .collect();
        let name_of = |column: usize| {
            let row = &table.iter().find_map(|line| line[column])?.summary;
            Some(MatchName { scsa: row.scsa.clone(), size: row.size()? })
        };
        board.matches = columns.iter().filter_map(|&column| name_of(column)).collect();
        let left_out = (0..keys.len()).filter(|column| !is_common(column));
        board.left_out = left_out.filter_map(name_of).collect();
        board.rounds = rounds;
        board
    }
}

/// A player over these matches, without letters.
fn entry(player: &str, matches: &[&PartialMatch], options: &LeaderboardOptions) -> LeaderboardEntry {
    let projected = |stratum: &dyn Fn(&Summary) -> Stratum| {
        Estimate::projected(&matches.iter().map(|game| (stratum(&game.summary), game.planned)).collect::<Vec<_>>())
    };
    let total = |count: fn(&Summary) -> u64| matches.iter().map(|game| count(&game.summary)).sum::<u64>();
    let (rounds, wins) = (total(|row| row.rounds), total(|row| row.wins));
    LeaderboardEntry {
        player: player.to_owned(),
        score: projected(&points),
        guesses: projected(&|row| guesses(row, options.guess_limit)),
        is_lower_bound: wins < rounds,
        rounds,
        wins,
        losses: total(Summary::losses),
        failures: total(Summary::failures),
        p_next: None,
        letters: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let projection = Leaderboard::projected(&matches, &LeaderboardOptions::default());
        let rows: Vec<Summary> = matches.iter().map(|game| game.summary.clone()).collect();
        let board = Leaderboard::from_summaries(&rows, &LeaderboardOptions::default());
        assert_eq!(
            (projection.entries.len(), &projection.matches, projection.rounds),
            (2, &board.matches, board.rounds)
        );
        assert!((projection.p_value(0, 1) - board.p_value(0, 1)).abs() < 1e-12);
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
        let projection = Leaderboard::projected(&matches, &LeaderboardOptions::default());
        // Two players over 200 rounds, 1 · 200, as many as three over 100, 2 · 100: the larger number of players.
        assert_eq!((projection.entries.len(), projection.matches.len(), projection.left_out.len()), (3, 1, 1));
        assert_eq!(projection.entries[2].player, "easy");
    }
}
