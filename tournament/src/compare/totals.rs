//! Leaderboards from totals of matches: without `rounds.csv`, and of a tournament that is being played.

use crate::{
    compare::{
        common_rounds::{by_rounds, ranked_prefix, without_refusals},
        leaderboard::{Leaderboard, LeaderboardOptions, Order, PartialMatch, Ranking, Unranked},
        round_table::{MatchEnd, MatchName},
    },
    plan::rules::Rules,
    record::{
        in_order,
        summary::{Results, Status, Summary},
    },
};
use std::collections::{HashMap, HashSet};

impl Leaderboard {
    /// The leaderboard from the rows of `summary.csv` alone. Players are compared by Welch's test ([`Estimate::unpaired`](super::Estimate::unpaired)), with the
    /// standard errors of the rows, as if they had faced different secrets: [`is_paired`](Leaderboard::is_paired) is false.
    ///
    /// Which rounds players have in common is not known. A match is common to players who have the same number of rounds in it.
    /// Refused matches, and rounds that the rules did not let a player play, are worth 0 as in [`Leaderboard::of_table`].
    ///
    /// ```
    /// use tournament::compare::{Leaderboard, LeaderboardOptions};
    /// use tournament::{Rules, Tally, Summary};
    /// let row = |player: &str, guesses: [usize; 4]| -> Summary {
    ///     let mut tally = Tally::default();
    ///     guesses.iter().for_each(|&guesses| tally.count_win(guesses));
    ///     tally.summary(player, "only-once", "4x6".parse().unwrap(), Rules::Report)
    /// };
    /// let rows = [row("easy", [8, 9, 9, 8]), row("knuth", [4, 5, 4, 5])];
    /// let board = Leaderboard::from_summaries(&rows, &LeaderboardOptions::default());
    /// assert_eq!((board.entries[0].player.as_str(), board.entries[0].guesses.unwrap().mean), ("knuth", 4.5));
    /// assert!(board.p_value(0, 1) < 0.01 && !board.is_paired);
    /// ```
    #[must_use]
    pub fn from_summaries(rows: &[Summary], options: &LeaderboardOptions) -> Leaderboard {
        let results = Results { summaries: rows.to_vec(), timings: Vec::new() };
        let partial = |row: &Summary| PartialMatch {
            summary: row.clone(),
            planned: results.rounds_scored(row),
            end: match row.status {
                Status::Played => None,
                Status::Ended | Status::Disqualified => Some(MatchEnd::Ended),
                Status::Unsupported => Some(MatchEnd::Refused),
            },
        };
        Leaderboard::projected(&rows.iter().map(partial).collect::<Vec<_>>(), Rules::Report, options)
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
    ///
    /// ```
    /// use tournament::compare::{Leaderboard, LeaderboardOptions, PartialMatch};
    /// use tournament::{Rules, Tally};
    /// let game = |player: &str, guesses: &[usize]| {
    ///     let mut tally = Tally::default();
    ///     guesses.iter().for_each(|&guesses| tally.count_win(guesses));
    ///     let summary = tally.summary(player, "only-once", "4x6".parse().unwrap(), Rules::Report);
    ///     PartialMatch { summary, planned: 100, end: None }
    /// };
    /// let matches = [game("rao", &[4, 4, 4, 4]), game("knuth", &[1])];
    /// let board = Leaderboard::projected(&matches, Rules::Report, &LeaderboardOptions::default());
    /// // 100 rounds of 5/√1 points, and of 5/√4.
    /// let scores: Vec<(&str, f64)> = board.entries.iter().map(|e| (e.player.as_str(), e.score.sum)).collect();
    /// assert_eq!(scores, [("knuth", 500.0), ("rao", 250.0)]);
    /// ```
    #[must_use]
    pub fn projected(matches: &[PartialMatch], rules: Rules, options: &LeaderboardOptions) -> Leaderboard {
        let totals = Totals::new(matches, rules);
        let shared = totals.shared();
        let is_scored = matches!(options.order, Order::Score | Order::Wins);
        let (ranked, games) = if is_scored { totals.scored() } else { shared.clone() };
        let (ranking, guesses) = (totals.ranking(&ranked, &games), totals.ranking(&shared.0, &shared.1));
        let p_value = |one: usize, other: usize| ranking.difference(one, other, options).p_value();
        let mut board = Leaderboard::ranked(&ranking, Some(&guesses), options, p_value);
        let names = &totals.players;
        let others = (0..names.len()).filter(|player| !ranked.contains(player));
        let unranked = |player: usize| Unranked {
            player: names[player].clone(),
            matches: games.iter().filter(|&&game| totals.count(player, game) > 0).count(),
            rounds: totals.cells[player].iter().flatten().map(|cell| cell.summary.rounds).sum(),
        };
        board.others = others.map(unranked).collect();
        let is_played = |game: &usize| {
            ranked.iter().any(|&player| totals.cells[player][*game].is_some_and(|cell| cell.summary.rounds > 0))
        };
        let common: HashSet<usize> = games.iter().copied().collect();
        let left_out = (0..totals.matches.len()).filter(|game| !common.contains(game)).filter(is_played);
        board.left_out = left_out.map(|game| totals.matches[game].clone()).collect();
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
        let name =
            |game: &PartialMatch| Some(MatchName { scsa: game.summary.scsa.clone(), size: game.summary.size()? });
        let begun = all.iter().filter(|game| game.summary.rounds > 0);
        let matches: Vec<MatchName> = in_order(begun, name).into_iter().flatten().collect();
        let places: HashMap<&MatchName, usize> = matches.iter().zip(0..).collect();
        let place = |game: &PartialMatch| places.get(&name(game)?).copied();
        let is_known = |game: &&PartialMatch| game.summary.rounds > 0 || game.end.is_some();
        let known: Vec<(&PartialMatch, usize)> =
            all.iter().filter(is_known).filter_map(|game| Some((game, place(game)?))).collect();
        let players = in_order(&known, |(game, _)| game.summary.player.clone());
        let mut cells = vec![vec![None; matches.len()]; players.len()];
        for (game, place) in known {
            if let Some(player) = players.iter().position(|player| *player == game.summary.player) {
                cells[player][place] = Some(game);
            }
        }
        let hazard = |cells: &Vec<Option<&PartialMatch>>| {
            let total =
                |count: fn(&Summary) -> u64| cells.iter().flatten().map(|game| count(&game.summary)).sum::<u64>();
            if rules.ends_at_failure() {
                total(Summary::failures) as f64 / total(|row| row.rounds).max(1) as f64
            } else {
                0.0
            }
        };
        Totals { hazards: cells.iter().map(hazard).collect(), rules, players, matches, cells }
    }

    /// The rounds of a match of a player, those that are not played among them.
    fn count(&self, player: usize, game: usize) -> u64 {
        self.cells[player][game].map_or(0, |cell| cell.planned)
    }

    /// The players who are ranked where a refused match is worth 0, and over which matches.
    fn scored(&self) -> (Vec<usize>, Vec<usize>) {
        let all = (0..self.matches.len()).collect::<Vec<_>>();
        self.common(&by_rounds(&self.players, |player| self.total(player, &all)), &all)
    }

    /// The players who are ranked over matches that none of them refused, and these matches.
    fn shared(&self) -> (Vec<usize>, Vec<usize>) {
        let played = |player: usize| self.cells[player].iter().flatten().map(|cell| cell.summary.rounds).sum();
        let is_refused = |player: usize, game: usize| {
            self.cells[player][game].is_some_and(|cell| cell.end == Some(MatchEnd::Refused))
        };
        let order = by_rounds(&self.players, played);
        let (players, games) = without_refusals(&order, (0..self.matches.len()).collect(), is_refused);
        let mut order = by_rounds(&self.players, |player| self.total(player, &games));
        order.retain(|player| players.contains(player));
        self.common(&order, &games)
    }

    fn total(&self, player: usize, games: &[usize]) -> u64 {
        games.iter().map(|&game| self.count(player, game)).sum()
    }

    /// Of players in order and of matches, those that are ranked and those that they have in common: with the same number of rounds.
    fn common(&self, order: &[usize], games: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let common_of = |players: &[usize]| -> Vec<usize> {
            let is_common = |game: &usize| {
                let first = players.first().map_or(0, |&player| self.count(player, *game));
                first > 0 && players.iter().all(|&player| self.count(player, *game) == first)
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
        let cells = |&player: &usize| games.iter().filter_map(|&game| self.cells[player][game].cloned()).collect();
        Ranking {
            players: players.iter().map(|&player| self.players[player].clone()).collect(),
            matches: games.iter().map(|&game| self.matches[game].clone()).collect(),
            cells: players.iter().map(cells).collect(),
            rules: self.rules,
            hazards: players.iter().map(|&player| self.hazards[player]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compare::{
            estimate::{Estimate, Stratum},
            leaderboard::LeaderboardEntry,
            round_table::RoundTable,
        },
        record::tally::Tally,
    };
    use players::{Fault, Limit, Outcome};

    fn size() -> scsa::Size {
        "4x6".parse().unwrap()
    }

    /// A match of a player with these guesses; 0 is a loss.
    fn row(player: &str, scsa: &str, guesses: &[usize], rules: Rules) -> Summary {
        let mut tally = Tally::default();
        for &guesses in guesses {
            tally.count(&if guesses > 0 { Outcome::Win } else { Outcome::Loss(Limit::Guesses) }, guesses);
        }
        tally.summary(player, scsa, size(), rules)
    }

    /// The rows of `summary.csv` and of `rounds.csv` of players with these guesses in two matches; 0 is a loss.
    fn results(players: &[(&str, [&[usize]; 2])]) -> (Vec<Summary>, RoundTable) {
        let (mut summaries, mut rounds) =
            (Vec::new(), "player,scsa,pegs,colors,round,secret,outcome,guesses,points\n".to_owned());
        for (player, matches) in players {
            for (scsa, guesses) in ["x", "y"].iter().zip(matches) {
                for (number, &guesses) in guesses.iter().enumerate() {
                    let points = if guesses > 0 { Rules::Report.win_points(size(), guesses) } else { 0.0 };
                    let word = if guesses > 0 { "win" } else { "loss" };
                    rounds += &format!("{player},{scsa},4,6,{},ABCD,{word},{guesses},{points:.6}\n", number + 1);
                }
                summaries.push(row(player, scsa, guesses, Rules::Report));
            }
        }
        (summaries, RoundTable::from_csv("rounds.csv", rounds.as_bytes()).unwrap())
    }

    fn game(player: &str, scsa: &str, guesses: &[usize], planned: u64) -> PartialMatch {
        PartialMatch { summary: row(player, scsa, guesses, Rules::Report), planned, end: None }
    }

    /// Two leaderboards have the same figures, standard errors apart from rounding.
    fn assert_same(found: &Leaderboard, wanted: &Leaderboard) {
        assert_eq!(found.entries.len(), wanted.entries.len());
        for (found, wanted) in found.entries.iter().zip(&wanted.entries) {
            let counts = |entry: &LeaderboardEntry| {
                (entry.player.clone(), entry.place, entry.wins, entry.losses, entry.failures, entry.not_played)
            };
            assert_eq!(counts(found), counts(wanted));
            for (found, wanted) in [(Some(found.score), Some(wanted.score)), (found.guesses, wanted.guesses)] {
                let sum = |estimate: Option<Estimate>| estimate.map(|estimate| (estimate.count, estimate.sum));
                assert_eq!(sum(found), sum(wanted));
                let error = |estimate: Option<Estimate>| estimate.and_then(|estimate| estimate.standard_error);
                let (found, wanted) = (error(found), error(wanted));
                assert_eq!(found.is_some(), wanted.is_some());
                assert!((found.unwrap_or(0.0) - wanted.unwrap_or(0.0)).abs() < 1e-5, "{found:?} {wanted:?}");
            }
        }
    }

    const ORDERS: [Order; 3] = [Order::Score, Order::Guesses, Order::Wins];

    fn by(order: Order) -> LeaderboardOptions {
        LeaderboardOptions { order, ..LeaderboardOptions::default() }
    }

    #[test]
    fn totals_and_standard_errors_are_those_of_the_rounds() {
        let (summaries, table) = results(&[
            ("a", [&[4, 5, 6, 5], &[5, 7, 6, 6, 5]]),
            ("b", [&[4, 6, 0, 5], &[9, 5, 6, 7, 5]]),
            ("c", [&[7, 7, 8, 9], &[]]),
        ]);
        for options in ORDERS.map(by) {
            let (unpaired, paired) =
                (Leaderboard::from_summaries(&summaries, &options), Leaderboard::of_table(&table, &options));
            assert_eq!((unpaired.matches.len(), unpaired.rounds, unpaired.is_paired), (2, 9, false));
            assert_eq!(unpaired.others, [Unranked { player: "c".to_owned(), matches: 1, rounds: 4 }]);
            assert_eq!((&unpaired.others, &unpaired.left_out), (&paired.others, &paired.left_out));
            assert_same(&unpaired, &paired);
        }
    }

    #[test]
    fn the_comparison_is_welchs_test() {
        let (first, second) = ([4, 5, 6, 5, 7, 5], [6, 8, 6, 9, 8, 7]);
        let (summaries, _) = results(&[("a", [&first, &[]]), ("b", [&second, &[]])]);
        let board = Leaderboard::from_summaries(&summaries, &by(Order::Guesses));
        let stratum = |guesses: [usize; 6]| [Stratum::of(guesses.map(|guesses| guesses as f64))];
        let wanted = Estimate::unpaired(&stratum(first), &stratum(second)).p_value().unwrap();
        assert!((board.p_value(0, 1) - wanted).abs() < 1e-6 && wanted < 0.05, "{wanted}");
        assert_eq!(board.entries[1].letters, "b");
    }

    /// The first failure ends a match by the rules of 2024: its other rounds are worth 0, and the match is one observation.
    #[test]
    fn a_match_that_ended_early_is_one_observation() {
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
            table.forfeit(player, &matches[game], MatchEnd::Ended);
        }
        summaries.extend(
            ["x", "y"].map(|scsa| Summary { status: Status::Disqualified, ..row("nobody", scsa, &[], Rules::Report) }),
        );
        for options in ORDERS.map(by) {
            let totals = Leaderboard::from_summaries(&summaries, &options);
            let rounds = Leaderboard::of_table(&table, &options);
            assert_same(&totals, &rounds);
            assert_eq!((totals.rounds, rounds.rounds, totals.entries.len()), (9, 9, 5));
            let entry = |name: &str| totals.entries.iter().find(|entry| entry.player == name).unwrap();
            assert_eq!(
                (entry("b").wins, entry("b").losses, entry("b").not_played, entry("nobody").not_played),
                (7, 0, 2, 9)
            );
            assert!(entry("a").score.standard_error.is_some());
            for name in ["b", "c", "d", "nobody"] {
                assert_eq!(entry(name).score.standard_error, None, "{name}");
                assert_eq!(entry(name).guesses.unwrap().standard_error, None, "{name}");
            }
        }
        // With one degree of freedom no difference is significant.
        let board = Leaderboard::of_table(&table, &by(Order::Score));
        assert!(board.entries.iter().all(|entry| entry.letters.contains('a')), "{board:?}");
    }

    /// A refused match is worth 0, and the others are ranked over it; guesses are compared without it.
    #[test]
    fn a_refused_match_is_worth_nothing() {
        let (mut summaries, mut table) = results(&[
            ("small", [&[3, 4, 3, 4], &[]]),
            ("large", [&[5, 6, 5, 6], &[6, 7, 6, 8]]),
            ("other", [&[5, 6, 6, 6], &[6, 9, 6, 8]]),
            ("none", [&[], &[]]),
        ]);
        let matches = table.matches().to_vec();
        for (index, player, game) in [(1, "small", 1), (6, "none", 0), (7, "none", 1)] {
            summaries[index].status = Status::Unsupported;
            table.forfeit(player, &matches[game], MatchEnd::Refused);
        }
        let score = Leaderboard::of_table(&table, &by(Order::Score));
        let names = |board: &Leaderboard| board.entries.iter().map(|entry| entry.player.clone()).collect::<Vec<_>>();
        assert_eq!(
            (names(&score).as_slice(), score.rounds),
            (["large", "other", "small", "none"].map(str::to_owned).as_slice(), 8)
        );
        let [.., small, none] = &score.entries[..] else { panic!() };
        assert_eq!((small.rounds, small.not_played, small.score.count), (4, 4, 8));
        assert!(small.score.standard_error.is_some(), "a refusal is certain");
        assert_eq!((none.score.sum, none.not_played, none.guesses), (0.0, 8, None));
        assert_eq!(none.score.standard_error, Some(0.0));
        assert_eq!(score.guess_matches, matches[..1]);
        let guesses = Leaderboard::of_table(&table, &by(Order::Guesses));
        assert_eq!((names(&guesses)[0].as_str(), guesses.rounds, guesses.left_out.len()), ("small", 4, 1));
        assert_eq!(guesses.others, [Unranked { player: "none".to_owned(), matches: 0, rounds: 0 }]);
        assert_eq!(small.guesses, guesses.entries[0].guesses);
        for options in ORDERS.map(by) {
            assert_same(&Leaderboard::from_summaries(&summaries, &options), &Leaderboard::of_table(&table, &options));
        }
    }

    #[test]
    fn two_players_without_a_common_match_are_scored() {
        let (mut summaries, _) = results(&[("a", [&[4, 5], &[]]), ("b", [&[], &[4, 6]])]);
        for row in [1, 2] {
            summaries[row].status = Status::Unsupported;
        }
        let board = Leaderboard::from_summaries(&summaries, &by(Order::Score));
        assert_eq!((board.entries.len(), board.rounds, board.guess_matches.len()), (2, 4, 1));
        assert_eq!(board.entries.iter().filter(|entry| entry.guesses.is_some()).count(), 1);
        let board = Leaderboard::from_summaries(&summaries, &by(Order::Guesses));
        assert_eq!((board.entries.len(), board.others.len()), (1, 1));
    }

    #[test]
    fn a_match_with_different_numbers_of_rounds_is_left_out() {
        let (summaries, _) = results(&[("a", [&[4, 5, 6], &[5, 7]]), ("b", [&[5, 6, 6], &[5]])]);
        let board = Leaderboard::from_summaries(&summaries, &LeaderboardOptions::default());
        assert_eq!((board.entries.len(), board.rounds), (2, 3));
        assert_eq!(board.left_out.iter().map(ToString::to_string).collect::<Vec<_>>(), ["y at 4x6"]);
    }

    #[test]
    fn a_complete_tournament_has_its_leaderboard() {
        let matches = [
            game("rao", "x", &[4, 5, 6], 3),
            game("dino", "x", &[3, 5, 5], 3),
            game("rao", "y", &[7, 5, 6, 4], 4),
            game("dino", "y", &[7, 8, 6, 4], 4),
        ];
        let projection = Leaderboard::projected(&matches, Rules::Report, &LeaderboardOptions::default());
        let rows: Vec<Summary> = matches.iter().map(|game| game.summary.clone()).collect();
        assert_eq!(projection, Leaderboard::from_summaries(&rows, &LeaderboardOptions::default()));
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
        let projection = Leaderboard::projected(&matches, Rules::Report, &LeaderboardOptions::default());
        // Two players over 200 rounds, 1 · 200, as many as three over 100, 2 · 100: the larger number of players.
        assert_eq!((projection.entries.len(), projection.matches.len(), projection.left_out.len()), (3, 1, 1));
        assert_eq!(projection.entries[2].player, "easy");
    }

    /// By the rules of 2024 a match that a failure ended is worth what it has, and the others may end so.
    #[test]
    fn a_failure_ends_the_prediction() {
        let rules = Rules::Course2024;
        let mut failed = Tally::default();
        failed.count(&Outcome::Failure(Fault::Silence), 1);
        let ended = |player: &str, scsa: &str| PartialMatch {
            summary: failed.summary(player, scsa, size(), rules),
            planned: 20,
            end: Some(MatchEnd::Ended),
        };
        let open = |player: &str, scsa: &str| PartialMatch {
            summary: row(player, scsa, &[4, 4, 4], rules),
            planned: 20,
            end: None,
        };
        let matches = [open("rao", "x"), ended("x", "x"), open("rao", "y"), open("x", "y")];
        let board = Leaderboard::projected(&matches, rules, &LeaderboardOptions::default());
        let score = |place: usize| board.entries[place].score;
        assert_eq!((score(0).sum, score(0).sum_standard_error()), (2.0 * 20.0 * 60.0, Some(0.0)));
        // One of its four rounds failed: of the 17 to come (1 − 0.75^17)/0.25 are played, each worth 0.75 · 60 − 0.25 · 48.
        let rounds = (1.0 - 0.75f64.powi(17)) / 0.25;
        assert!((score(1).sum - (-48.0 + 180.0 + rounds * 33.0)).abs() < 1e-6, "{}", score(1).sum);
        assert_eq!(score(1).sum_standard_error(), None);
        let alone = Leaderboard::projected(&matches[..2], rules, &LeaderboardOptions::default());
        assert_eq!((alone.entries[1].score.sum, alone.entries[1].score.standard_error), (-48.0, None));
    }
}
