//! The leaderboard of a tournament without `rounds.csv`.

use crate::{
    common_rounds::ranked_prefix,
    estimate::{Estimate, Stratum},
    leaderboard::{Leaderboard, LeaderboardEntry, LeaderboardOptions, Order, Unranked},
    match_name::MatchName,
};
use tournament::{Status, Summary, in_order};

impl Leaderboard {
    /// The leaderboard from the rows of `summary.csv` alone. Players are compared by Welch's test ([`Estimate::unpaired`]), with the
    /// standard errors of the rows, as if they had faced different secrets: [`is_paired`](Leaderboard::is_paired) is false.
    ///
    /// Which rounds players have in common is not known. A match is common to players who have the same number of rounds in it.
    /// Where the rules ended a match, or excluded the player, the other rounds of the match count as lost
    /// ([`RoundTable::forfeit`](crate::RoundTable::forfeit)).
    ///
    /// ```
    /// use comparison::{Leaderboard, LeaderboardOptions};
    /// use tournament::{Rules, Tally, Summary};
    /// let row = |player: &str, guesses: [usize; 4]| -> Summary {
    ///     let mut tally = Tally::default();
    ///     guesses.iter().for_each(|&guesses| tally.count(&players::Outcome::Win, guesses));
    ///     tally.summary(player, "only-once", "4x6".parse().unwrap(), Rules::Report)
    /// };
    /// let rows = [row("easy", [8, 9, 9, 8]), row("knuth", [4, 5, 4, 5])];
    /// let board = Leaderboard::from_summaries(&rows, &LeaderboardOptions::default());
    /// assert_eq!((board.entries[0].player.as_str(), board.entries[0].guesses.mean), ("knuth", 4.5));
    /// assert!(board.p_value(0, 1) < 0.01 && !board.is_paired);
    /// ```
    #[must_use]
    pub fn from_summaries(rows: &[Summary], options: &LeaderboardOptions) -> Leaderboard {
        let rows = &with_forfeits(rows);
        let names = in_order(rows, |row| row.player.clone());
        let matches = match_names(rows);
        // By player, then by match.
        let played: Vec<Vec<Option<&Summary>>> =
            names.iter().map(|name| matches.iter().map(|game| row_of(rows, name, game)).collect()).collect();
        let total = |player: usize| played[player].iter().flatten().map(|row| row.rounds).sum::<u64>();
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(total(player)));

        let mut common: Option<Vec<u64>> = None;
        let front = ranked_prefix(&order, |player| {
            let next = with_player(common.take(), &played[player]);
            let count = next.iter().sum();
            common = Some(next);
            count
        });
        let mut ranked = order[..front].to_vec();
        ranked.sort_unstable();
        let common = ranked.iter().fold(None, |common, &player| Some(with_player(common, &played[player])));
        let common = common.unwrap_or_default();

        let is_ranked = |game: usize| common.get(game).is_some_and(|rounds| *rounds > 0);
        let rows_of = |player: usize| -> Vec<&Summary> {
            (0..matches.len()).filter(|game| is_ranked(*game)).filter_map(|game| played[player][game]).collect()
        };
        let entries = ranked.iter().map(|&player| entry(&names[player], &rows_of(player), options)).collect();
        let strata: Vec<Vec<Stratum>> = (ranked.iter())
            .map(|&player| rows_of(player).into_iter().map(|row| compared(row, options)).collect())
            .collect();
        let p_value = |first: usize, second: usize| Estimate::unpaired(&strata[first], &strata[second]).p_value();
        let has_some = |game: usize| ranked.iter().any(|&player| played[player][game].is_some());
        let others = (0..names.len()).filter(|player| !ranked.contains(player)).map(|player| Unranked {
            player: names[player].clone(),
            matches: (0..matches.len())
                .filter(|&game| is_ranked(game) && played[player][game].is_some_and(|row| row.rounds == common[game]))
                .count(),
            rounds: total(player),
        });
        let left_out = (0..matches.len()).filter(|&game| !is_ranked(game) && has_some(game));
        let mut board = Leaderboard::ordered(entries, options, false, p_value);
        board.others = others.collect();
        board.matches = (0..matches.len()).filter(|game| is_ranked(*game)).map(|game| matches[game].clone()).collect();
        board.rounds = common.iter().sum();
        board.left_out = left_out.map(|game| matches[game].clone()).collect();
        board
    }
}

/// The matches of the rows that name a size, in order of first appearance.
fn match_names(rows: &[Summary]) -> Vec<MatchName> {
    let mut names = Vec::new();
    for row in rows {
        let name = row.size().map(|size| MatchName { scsa: row.scsa.clone(), size });
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names
}

/// The rows, with the rounds that other players played and the rules did not let a player play as lost.
fn with_forfeits(rows: &[Summary]) -> Vec<Summary> {
    let is_same_match = |a: &Summary, b: &Summary| (&a.scsa, a.pegs, a.colors) == (&b.scsa, b.pegs, b.colors);
    let forfeits = |row: &Summary| matches!(row.status, Status::Ended | Status::Disqualified);
    let most = |row| rows.iter().filter(|other| is_same_match(row, other)).map(|row| row.rounds).max().unwrap_or(0);
    rows.iter()
        .map(|row| if forfeits(row) { with_lost_rounds(row, most(row) - row.rounds) } else { row.clone() })
        .collect()
}

/// The row with more rounds, all lost without points.
fn with_lost_rounds(row: &Summary, lost: u64) -> Summary {
    let (before, after) = (row.rounds as f64, (row.rounds + lost) as f64);
    // The variance of a round's points is score_se² / rounds. A single round has none.
    let deviations = row.score_se.map_or(0.0, |error| error * error / before * (before - 1.0));
    let squares = deviations + if before > 0.0 { row.score * row.score / before } else { 0.0 };
    let variance = ((squares - row.score * row.score / after) / (after - 1.0)).max(0.0);
    Summary {
        rounds: row.rounds + lost,
        losses_guesses: row.losses_guesses + lost,
        score_se: (after > 1.0).then(|| (after * variance).sqrt()),
        ..row.clone()
    }
}

/// The row of a player in a match, if it has rounds.
fn row_of<'a>(rows: &'a [Summary], player: &str, game: &MatchName) -> Option<&'a Summary> {
    rows.iter()
        .find(|row| row.rounds > 0 && row.player == player && row.scsa == game.scsa && row.size() == Some(game.size))
}

/// The number of common rounds, by match, with one more player: 0 where numbers are not the same.
fn with_player(common: Option<Vec<u64>>, played: &[Option<&Summary>]) -> Vec<u64> {
    let own = played.iter().map(|row| row.map_or(0, |row| row.rounds));
    match common {
        None => own.collect(),
        Some(common) => common.into_iter().zip(own).map(|(rounds, own)| if rounds == own { own } else { 0 }).collect(),
    }
}

/// What is compared of a match.
pub fn compared(row: &Summary, options: &LeaderboardOptions) -> Stratum {
    match options.order {
        Order::Score => points(row),
        Order::Guesses => guesses(row, options.guess_limit),
        Order::Wins => wins(row),
    }
}

/// The points of the rounds of a match.
pub fn points(row: &Summary) -> Stratum {
    let variance = row.score_se.map(|error| error * error / row.rounds as f64);
    Stratum { count: row.rounds, sum: row.score, variance }
}

/// The guesses of the rounds of a match; a round that was not won counts as the limit.
pub fn guesses(row: &Summary, limit: usize) -> Stratum {
    let n = row.rounds as f64;
    let all = row.mean_guesses_of_all_rounds(limit);
    let variance = all.and_then(|all| all.standard_error).map(|error| error * error * n);
    Stratum { count: row.rounds, sum: all.map_or(n * limit as f64, |all| all.mean * n), variance }
}

fn wins(row: &Summary) -> Stratum {
    let (n, wins) = (row.rounds as f64, row.wins as f64);
    let variance = (row.rounds > 1).then(|| wins * (n - wins) / (n * (n - 1.0)));
    Stratum { count: row.rounds, sum: wins, variance }
}

/// A player over these matches, without letters.
fn entry(player: &str, rows: &[&Summary], options: &LeaderboardOptions) -> LeaderboardEntry {
    let estimate = |stratum: &dyn Fn(&Summary) -> Stratum| {
        Estimate::stratified(&rows.iter().map(|row| stratum(row)).collect::<Vec<_>>())
    };
    let total = |count: fn(&Summary) -> u64| rows.iter().map(|row| count(row)).sum::<u64>();
    let (rounds, wins) = (total(|row| row.rounds), total(|row| row.wins));
    LeaderboardEntry {
        player: player.to_owned(),
        score: estimate(&points),
        guesses: estimate(&|row| guesses(row, options.guess_limit)),
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
    use crate::{CommonRounds, RoundTable};
    use players::{Limit, Outcome};
    use tournament::{Rules, Tally};

    /// The rows of `summary.csv` and of `rounds.csv` of players with these guesses in two matches; 0 is a loss.
    fn results(players: &[(&str, [&[usize]; 2])]) -> (Vec<Summary>, RoundTable) {
        let (mut summaries, mut rounds) =
            (Vec::new(), "player,scsa,pegs,colors,round,secret,outcome,guesses,points\n".to_owned());
        for (player, matches) in players {
            for (scsa, guesses) in ["x", "y"].iter().zip(matches) {
                let mut tally = Tally::default();
                for (number, &guesses) in guesses.iter().enumerate() {
                    let outcome = if guesses > 0 { Outcome::Win } else { Outcome::Loss(Limit::Guesses) };
                    let word = if guesses > 0 { "win" } else { "loss" };
                    let points = Rules::Report.points("4x6".parse().unwrap(), &outcome, guesses);
                    rounds += &format!("{player},{scsa},4,6,{},ABCD,{word},{guesses},{points:.6}\n", number + 1);
                    tally.count(&outcome, guesses);
                }
                summaries.push(tally.summary(player, scsa, "4x6".parse().unwrap(), Rules::Report));
            }
        }
        (summaries, RoundTable::from_csv("rounds.csv", rounds.as_bytes()).unwrap())
    }

    #[test]
    fn totals_and_standard_errors_are_those_of_the_rounds() {
        let (summaries, table) = results(&[
            ("a", [&[4, 5, 6, 5], &[5, 7, 6, 6, 5]]),
            ("b", [&[4, 6, 0, 5], &[9, 5, 6, 7, 5]]),
            ("c", [&[7, 7, 8, 9], &[]]),
        ]);
        for order in [Order::Score, Order::Guesses, Order::Wins] {
            let options = LeaderboardOptions { order, ..LeaderboardOptions::default() };
            let unpaired = Leaderboard::from_summaries(&summaries, &options);
            let paired = Leaderboard::new(&CommonRounds::ranked(&table), &options);
            assert_eq!((unpaired.matches.len(), unpaired.rounds, unpaired.is_paired), (2, 9, false));
            assert_eq!(unpaired.others, [Unranked { player: "c".to_owned(), matches: 1, rounds: 4 }]);
            assert_eq!((unpaired.others, unpaired.left_out), (paired.others, paired.left_out));
            for (found, wanted) in unpaired.entries.iter().zip(&paired.entries) {
                assert_eq!((&found.player, found.wins, found.losses), (&wanted.player, wanted.wins, wanted.losses));
                for (found, wanted) in [(found.score, wanted.score), (found.guesses, wanted.guesses)] {
                    assert!((found.sum - wanted.sum).abs() < 1e-5, "{found:?} {wanted:?}");
                    assert!((found.standard_error.unwrap() - wanted.standard_error.unwrap()).abs() < 1e-5);
                    assert!((found.degrees_of_freedom.unwrap() - wanted.degrees_of_freedom.unwrap()).abs() < 1e-3);
                }
            }
        }
    }

    #[test]
    fn the_comparison_is_welchs_test() {
        let (first, second) = ([4, 5, 6, 5, 7, 5], [6, 8, 6, 9, 8, 7]);
        let (summaries, _) = results(&[("a", [&first, &[]]), ("b", [&second, &[]])]);
        let options = LeaderboardOptions { order: Order::Guesses, ..LeaderboardOptions::default() };
        let board = Leaderboard::from_summaries(&summaries, &options);
        let stratum = |guesses: [usize; 6]| [Stratum::of(guesses.map(|guesses| guesses as f64))];
        let wanted = Estimate::unpaired(&stratum(first), &stratum(second)).p_value().unwrap();
        assert!((board.p_value(0, 1) - wanted).abs() < 1e-6 && wanted < 0.05, "{wanted}");
        assert_eq!(board.entries[1].letters, "b");
    }

    /// By the rules of 2024 the first failure ends a match, and its other rounds count as lost, read from rounds or from totals.
    #[test]
    fn forfeits_are_lost_rounds() {
        let (mut summaries, mut table) = results(&[
            ("a", [&[4, 5, 6, 5], &[5, 7, 6, 6, 5]]),
            ("b", [&[4, 6], &[9, 5, 6, 7, 5]]),
            ("c", [&[], &[7, 7, 8, 9, 9]]),
            ("d", [&[5], &[7, 7, 8, 9, 9]]),
        ]);
        for (row, status) in [(2, Status::Ended), (4, Status::Disqualified), (6, Status::Ended)] {
            summaries[row].status = status;
        }
        let matches = table.matches().to_vec();
        for (player, game) in [("b", 0), ("c", 0), ("d", 0), ("nobody", 0), ("nobody", 1)] {
            table.forfeit(player, &matches[game]);
        }
        let options = LeaderboardOptions { order: Order::Guesses, ..LeaderboardOptions::default() };
        let totals = Leaderboard::from_summaries(&summaries, &options);
        let rounds = Leaderboard::new(&CommonRounds::ranked(&table), &options);
        let lines = |board: &Leaderboard| -> Vec<(String, u64, u64)> {
            board.entries.iter().map(|entry| (entry.player.clone(), entry.wins, entry.losses)).collect()
        };
        assert_eq!((totals.rounds, rounds.rounds), (9, 9));
        assert_eq!(lines(&totals)[..2], [("a".to_owned(), 9, 0), ("b".to_owned(), 7, 2)]);
        assert_eq!(lines(&totals)[..4], lines(&rounds)[..4]);
        assert_eq!(lines(&rounds)[4], ("nobody".to_owned(), 0, 9), "a player who never played has lost");
        for (found, wanted) in totals.entries.iter().zip(&rounds.entries) {
            for (found, wanted) in [(found.score, wanted.score), (found.guesses, wanted.guesses)] {
                assert!((found.sum - wanted.sum).abs() < 1e-5, "{found:?} {wanted:?}");
                assert!((found.standard_error.unwrap() - wanted.standard_error.unwrap()).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_match_with_different_numbers_of_rounds_is_left_out() {
        let (summaries, _) = results(&[("a", [&[4, 5, 6], &[5, 7]]), ("b", [&[5, 6, 6], &[5]])]);
        let board = Leaderboard::from_summaries(&summaries, &LeaderboardOptions::default());
        assert_eq!((board.entries.len(), board.rounds), (2, 3));
        assert_eq!(board.left_out.iter().map(ToString::to_string).collect::<Vec<_>>(), ["y at 4x6"]);
    }
}
