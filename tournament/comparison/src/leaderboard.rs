//! The order of players, and which of them cannot be told apart.

use crate::{
    common_rounds::CommonRounds,
    difference::PairComparison,
    holm::holm,
    letters::letters,
    match_name::MatchName,
    measure::Measure,
    ranking::{LeaderboardEntry, LeaderboardOptions, Order, PartialMatch, Ranking},
    round_table::{RoundOutcome, RoundTable},
};
use tournament::{Rules, Tally};

/// The ranked players in order, and the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaderboard {
    /// By what the players are ordered and compared.
    pub order: Order,
    /// Whether players were compared round by round. If not, the comparison takes rounds of different players as independent: where
    /// the same secrets are hard for both, p values are too large, and fewer players are told apart.
    pub is_paired: bool,
    /// The ranked players, the best first.
    pub entries: Vec<LeaderboardEntry>,
    /// The other players.
    pub others: Vec<Unranked>,
    /// The matches over which players are ranked.
    pub matches: Vec<MatchName>,
    /// The number of rounds of these matches, those that a player did not play among them.
    pub rounds: u64,
    /// The matches over which the mean numbers of guesses are compared: those that no player with such a mean refused.
    pub guess_matches: Vec<MatchName>,
    /// Those of the matches of which some ranked players have more rounds than all have, as after an interruption.
    pub unfinished: Vec<MatchName>,
    /// The other matches that some ranked players played.
    pub left_out: Vec<MatchName>,
    /// The adjusted p values of all pairs i < j, ordered by i, then j.
    p_values: Vec<f64>,
}

/// A player who is not ranked, because it does not have the rounds that the ranked ones have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unranked {
    /// The player's name.
    pub player: String,
    /// The number of ranked matches of which it has all rounds.
    pub matches: usize,
    /// The number of its rounds that were played, in all matches.
    pub rounds: u64,
}

impl Leaderboard {
    /// The leaderboard of a table: by SCORE and by rounds won a refused match is worth 0 ([`CommonRounds::scored`]), and guesses are
    /// compared over the matches that no player refused ([`CommonRounds::shared`]).
    #[must_use]
    pub fn of_table(table: &RoundTable, options: &LeaderboardOptions) -> Leaderboard {
        let shared = CommonRounds::shared(table);
        match options.order {
            Order::Guesses => Leaderboard::new(&shared, options),
            Order::Score | Order::Wins => {
                Leaderboard::of_rounds(&CommonRounds::scored(table), Some(&ranking(&shared)), options)
            }
        }
    }

    /// The leaderboard over common rounds. All pairs of ranked players are compared round by round ([`PairComparison`]), p values are
    /// adjusted by [`holm()`], and players whose difference is not significant share a letter ([`letters()`]). A pair without a standard
    /// error counts as not significant.
    ///
    /// Cost: about 4 ns for each pair of players and round.
    #[must_use]
    pub fn new(common: &CommonRounds, options: &LeaderboardOptions) -> Leaderboard {
        Leaderboard::of_rounds(common, None, options)
    }

    fn of_rounds(common: &CommonRounds, shared: Option<&Ranking>, options: &LeaderboardOptions) -> Leaderboard {
        let measure = options.measure();
        let p_value = |first, second| PairComparison::new(common, first, second, measure).all.estimate.p_value();
        let names = common.table().matches();
        let unfinished = common.matches().iter().filter(|game| game.is_unfinished);
        let others = common.others().iter().filter_map(|other| {
            let player = common.table().players().get(other.player)?.clone();
            Some(Unranked { player, matches: other.matches, rounds: other.rounds })
        });
        let mut board = Leaderboard::ranked(&ranking(common), shared, options, p_value);
        board.is_paired = true;
        board.others = others.collect();
        board.unfinished = unfinished.filter_map(|game| names.get(game.match_index).cloned()).collect();
        board.left_out = common.left_out().iter().filter_map(|&game| names.get(game).cloned()).collect();
        board
    }

    /// The adjusted p value of the difference between two entries, given by their positions from 0. It is 1 for an entry and itself,
    /// and where there is no entry.
    #[must_use]
    pub fn p_value(&self, first: usize, second: usize) -> f64 {
        let (i, j) = (first.min(second), first.max(second));
        if i == j || j >= self.entries.len() {
            return 1.0;
        }
        let index = i * self.entries.len() + j - (i + 1) * (i + 2) / 2;
        self.p_values.get(index).copied().unwrap_or(1.0)
    }

    /// The leaderboard of a ranking, without others. Guesses are compared over another ranking if there is one. `p_value` gives the p
    /// value of two of its players, by their indices.
    pub(crate) fn ranked(
        ranking: &Ranking,
        shared: Option<&Ranking>,
        options: &LeaderboardOptions,
        p_value: impl Fn(usize, usize) -> Option<f64>,
    ) -> Leaderboard {
        let guesses = shared.unwrap_or(ranking);
        // Equal players are compared in the order of their names, so that their letters do not depend on how they were listed.
        let mut entries: Vec<(usize, LeaderboardEntry)> =
            (0..ranking.players.len()).map(|player| (player, ranking.entry(player, guesses, options))).collect();
        let compare = |a: &LeaderboardEntry, b: &LeaderboardEntry| match options.order {
            Order::Score => b.score.sum.total_cmp(&a.score.sum),
            Order::Guesses => guesses_of(a).total_cmp(&guesses_of(b)),
            Order::Wins => b.wins.cmp(&a.wins),
        };
        entries.sort_by(|(_, a), (_, b)| compare(a, b).then_with(|| a.player.cmp(&b.player)));
        let (indices, mut entries): (Vec<usize>, Vec<LeaderboardEntry>) = entries.into_iter().unzip();
        for index in 1..entries.len() {
            let is_equal = options.are_equal(&entries[index - 1], &entries[index], ranking.matches.len());
            entries[index].place = if is_equal { entries[index - 1].place } else { index + 1 };
        }
        let mut pairs = Vec::new();
        for (place, &first) in indices.iter().enumerate() {
            pairs.extend(indices[place + 1..].iter().map(|&second| p_value(first, second).unwrap_or(1.0)));
        }
        let mut board = Leaderboard {
            order: options.order,
            is_paired: false,
            entries,
            others: Vec::new(),
            matches: ranking.matches.clone(),
            rounds: ranking.rounds(),
            guess_matches: guesses.matches.clone(),
            unfinished: Vec::new(),
            left_out: Vec::new(),
            p_values: holm(&pairs),
        };
        let error = 1.0 - options.confidence;
        let letters = letters(indices.len(), |i, j| board.p_value(i, j) <= error);
        for (place, letters) in letters.into_iter().enumerate() {
            let p_next = (place + 1 < indices.len()).then(|| board.p_value(place, place + 1));
            board.entries[place].letters = letters;
            board.entries[place].p_next = p_next;
        }
        board
    }
}

impl LeaderboardOptions {
    /// What of a round is compared.
    const fn measure(&self) -> Measure {
        match self.order {
            Order::Score => Measure::Score,
            Order::Guesses => Measure::Guesses { limit: self.guess_limit },
            Order::Wins => Measure::Wins,
        }
    }

    /// Whether two neighbors share a place.
    fn are_equal(&self, one: &LeaderboardEntry, other: &LeaderboardEntry, matches: usize) -> bool {
        match self.order {
            // The SCORE of each of several matches is rounded to a millionth: so the same rounds in other matches may differ by as many.
            Order::Score => {
                let most = if matches > 1 { matches as f64 } else { 0.0 };
                ((one.score.sum - other.score.sum).abs() * 1e6).round() <= most
            }
            Order::Guesses => guesses_of(one) == guesses_of(other),
            Order::Wins => one.wins == other.wins,
        }
    }
}

/// The mean number of guesses; infinity if it is not known.
fn guesses_of(entry: &LeaderboardEntry) -> f64 {
    entry.guesses.map_or(f64::INFINITY, |guesses| guesses.mean)
}

/// The matches of the players of common rounds.
fn ranking(common: &CommonRounds) -> Ranking {
    let table = common.table();
    let cell = |position: usize, game: usize| {
        let (of_match, name) = (common.matches().get(game)?, common.match_name(game)?);
        let mut tally = Tally::default();
        for round in of_match.rounds(position) {
            match round.outcome {
                RoundOutcome::Win => tally.count_win(round.guesses as usize),
                RoundOutcome::Loss => tally.count_loss(),
                RoundOutcome::Failure => tally.count_failure(),
                RoundOutcome::NotPlayed => {}
            }
        }
        let player = *common.players().get(position)?;
        let rules: Rules = table.rules(player, of_match.match_index);
        Some(PartialMatch {
            summary: tally.summary(common.name(position), &name.scsa, name.size, rules),
            planned: of_match.round_count() as u64,
            end: of_match.end(position),
        })
    };
    let games = 0..common.matches().len();
    Ranking {
        players: (0..common.players().len()).map(|position| common.name(position).to_owned()).collect(),
        matches: games.clone().filter_map(|game| common.match_name(game).cloned()).collect(),
        cells: (0..common.players().len())
            .map(|position| games.clone().filter_map(|game| cell(position, game)).collect())
            .collect(),
        rules: Rules::default(),
        hazards: vec![0.0; common.players().len()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round_table::RoundTable;

    /// Three players over 40 rounds: the guesses of `b` are those of `a` in another order, `c` takes 2 to 4 more than `a` and loses one.
    fn table() -> RoundTable {
        let mut rows = "player,scsa,pegs,colors,round,secret,outcome,cause,guesses,points\n".to_owned();
        for round in 0..40u32 {
            let a = 4 + round % 3;
            for (player, guesses) in [("c", a + 2 + round % 2), ("a", a), ("b", 4 + (round + 1) % 3)] {
                let outcome = if player == "c" && round == 7 { "loss" } else { "win" };
                let points = if outcome == "win" { 5.0 / f64::from(guesses).sqrt() } else { 0.0 };
                rows += &format!("{player},x,4,6,{},ABCD,{outcome},,{guesses},{points:.6}\n", round + 1);
            }
        }
        rows += "late,x,4,6,1,ABCD,failure,,1,-2.0\n";
        RoundTable::from_csv("rounds.csv", rows.as_bytes()).unwrap()
    }

    #[test]
    fn the_worst_has_a_letter_of_its_own() {
        let table = table();
        let common = CommonRounds::ranked(&table);
        for order in [Order::Score, Order::Guesses] {
            let options = LeaderboardOptions { order, guess_limit: 10, ..LeaderboardOptions::default() };
            let board = Leaderboard::new(&common, &options);
            let names: Vec<_> = board.entries.iter().map(|entry| (&entry.player[..], &entry.letters[..])).collect();
            assert_eq!(names[2], ("c", "b"), "{names:?}");
            assert_eq!((names[0].1, names[1].1), ("a", "a"));
            let p = board.entries[1].p_next.unwrap();
            assert!(p < 1e-6 && p == board.p_value(2, 1) && board.p_value(0, 1) > 0.5 && board.p_value(1, 1) == 1.0);
            assert_eq!(board.entries[2].p_next, None);
            assert_eq!(board.others, [Unranked { player: "late".to_owned(), matches: 0, rounds: 1 }]);
        }
    }

    #[test]
    fn entries_are_totals_of_the_common_rounds() {
        let table = table();
        let board = Leaderboard::new(&CommonRounds::ranked(&table), &LeaderboardOptions::default());
        let c = &board.entries[2];
        assert_eq!((c.rounds, c.wins, c.losses, c.failures, c.is_lower_bound), (40, 39, 1, 0, true));
        let points: Vec<f64> = table.rounds(0, 0).iter().map(|round| round.points).collect();
        assert!((c.score.sum - points.iter().sum::<f64>()).abs() < 1e-6);
        let sum: u32 = table.rounds(0, 0).iter().map(|round| if round.is_won() { round.guesses } else { 100 }).sum();
        assert_eq!(c.guesses.unwrap().mean, f64::from(sum) / 40.0);
        assert!(!board.entries[0].is_lower_bound && board.is_paired);
        let options = LeaderboardOptions { order: Order::Wins, ..LeaderboardOptions::default() };
        let by_wins = Leaderboard::new(&CommonRounds::ranked(&table), &options);
        assert_eq!(by_wins.entries.iter().map(|entry| entry.wins).collect::<Vec<_>>(), [40, 40, 39]);
        assert!(by_wins.entries.iter().all(|entry| entry.letters == "a"), "one round more is not significant");
        assert_eq!(by_wins.entries[0].p_next, Some(1.0));
    }

    #[test]
    fn nobody_is_ranked_without_rounds() {
        let table = RoundTable::default();
        let board = Leaderboard::new(&CommonRounds::ranked(&table), &LeaderboardOptions::default());
        assert_eq!((board.entries.len(), board.matches.len(), board.rounds, board.p_value(0, 1)), (0, 0, 0, 1.0));
    }
}
