//! The order of players, and which of them cannot be told apart.

use crate::{
    common_rounds::CommonRounds, difference::PairComparison, estimate::Estimate, holm::holm, letters::letters,
    match_name::MatchName, measure::Measure, round_table::RoundOutcome,
};

/// By what players are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The sum of the SCORES, the largest first.
    #[default]
    Score,
    /// The mean number of guesses, the smallest first.
    Guesses,
    /// The number of rounds won, the largest first.
    Wins,
}

/// How a leaderboard is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderboardOptions {
    /// By what players are ordered and compared.
    pub order: Order,
    /// The guess limit of a round: what a round that was not won counts in the mean number of guesses.
    pub guess_limit: usize,
    /// 1 less the probability that the letters separate any players who are equally good: 0.95 for 95 %.
    pub confidence: f64,
}

impl Default for LeaderboardOptions {
    /// By SCORE, 100 guesses, 95 %.
    fn default() -> LeaderboardOptions {
        LeaderboardOptions { order: Order::Score, guess_limit: 100, confidence: 0.95 }
    }
}

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
    /// The number of rounds of each ranked player in these matches.
    pub rounds: u64,
    /// Those of the matches of which some ranked players have more rounds than all have, as after an interruption.
    pub unfinished: Vec<MatchName>,
    /// The other matches that some ranked players played.
    pub left_out: Vec<MatchName>,
    /// The adjusted p values of all pairs i < j, ordered by i, then j.
    p_values: Vec<f64>,
}

/// A ranked player, over the common rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardEntry {
    /// The player's name.
    pub player: String,
    /// The points: the sum is the SCORE, with its standard error and interval. Matches are strata.
    pub score: Estimate,
    /// The guesses, a round that was not won counted as the guess limit.
    pub guesses: Estimate,
    /// Whether some round was not won, so that the mean number of guesses is a lower bound of what the player needs.
    pub is_lower_bound: bool,
    /// The rounds.
    pub rounds: u64,
    /// The rounds won.
    pub wins: u64,
    /// The rounds lost.
    pub losses: u64,
    /// The rounds failed.
    pub failures: u64,
    /// The p value of the difference from the next player, adjusted for all pairs; none for the last.
    pub p_next: Option<f64>,
    /// The letters of its groups. Players who share a letter cannot be told apart at the confidence of the options.
    pub letters: String,
}

/// A player who is not ranked, because it does not have the rounds that the ranked ones have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unranked {
    /// The player's name.
    pub player: String,
    /// The number of ranked matches of which it has all rounds.
    pub matches: usize,
    /// The number of its rounds, in all matches.
    pub rounds: u64,
}

impl Leaderboard {
    /// The leaderboard over common rounds. All pairs of ranked players are compared round by round ([`PairComparison`]), p values are
    /// adjusted by [`holm()`], and players whose difference is not significant share a letter ([`letters()`]). A pair without a standard
    /// error counts as not significant.
    ///
    /// Cost: about 4 ns for each pair of players and round.
    #[must_use]
    pub fn new(common: &CommonRounds, options: &LeaderboardOptions) -> Leaderboard {
        let measure = options.measure();
        let entries = (0..common.players().len()).map(|position| entry(common, position, options)).collect();
        let p_value = |first, second| PairComparison::new(common, first, second, measure).all.estimate.p_value();
        let names = common.table().matches();
        let unfinished = common.matches().iter().filter(|game| game.is_unfinished);
        let others = common.others().iter().filter_map(|other| {
            let player = common.table().players().get(other.player)?.clone();
            Some(Unranked { player, matches: other.matches, rounds: other.rounds })
        });
        let mut board = Leaderboard::ordered(entries, options, true, p_value);
        board.others = others.collect();
        board.matches = common.matches().iter().filter_map(|game| names.get(game.match_index).cloned()).collect();
        board.rounds = common.round_count();
        board.unfinished = unfinished.filter_map(|game| names.get(game.match_index).cloned()).collect();
        board.left_out = common.left_out().iter().filter_map(|&game| names.get(game).cloned()).collect();
        board
    }

    /// The adjusted p value of the difference between two entries, given by their places from 0. It is 1 for an entry and itself,
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

    /// The leaderboard of entries in any order, without matches and others. `p_value` gives the p value of two of them, by their
    /// indices.
    pub(crate) fn ordered(
        entries: Vec<LeaderboardEntry>,
        options: &LeaderboardOptions,
        is_paired: bool,
        p_value: impl Fn(usize, usize) -> Option<f64>,
    ) -> Leaderboard {
        let mut entries: Vec<(usize, LeaderboardEntry)> = entries.into_iter().enumerate().collect();
        entries.sort_by(|(_, a), (_, b)| match options.order {
            Order::Score => b.score.sum.total_cmp(&a.score.sum),
            Order::Guesses => a.guesses.mean.total_cmp(&b.guesses.mean),
            Order::Wins => b.wins.cmp(&a.wins),
        });
        let (indices, entries): (Vec<usize>, Vec<LeaderboardEntry>) = entries.into_iter().unzip();
        let mut pairs = Vec::new();
        for (place, &first) in indices.iter().enumerate() {
            pairs.extend(indices[place + 1..].iter().map(|&second| p_value(first, second).unwrap_or(1.0)));
        }
        let mut board = Leaderboard {
            order: options.order,
            is_paired,
            entries,
            others: Vec::new(),
            matches: Vec::new(),
            rounds: 0,
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
}

/// The player at a position, without letters.
fn entry(common: &CommonRounds, position: usize, options: &LeaderboardOptions) -> LeaderboardEntry {
    let estimate = |measure| common.estimate(position, measure);
    let count = |outcome| {
        let rounds = common.matches().iter().flat_map(|game| game.rounds(position));
        rounds.filter(|round| round.outcome == outcome).count() as u64
    };
    let wins = count(RoundOutcome::Win);
    LeaderboardEntry {
        player: common.name(position).to_owned(),
        score: estimate(Measure::Score),
        guesses: estimate(Measure::Guesses { limit: options.guess_limit }),
        is_lower_bound: wins < common.round_count(),
        rounds: common.round_count(),
        wins,
        losses: count(RoundOutcome::Loss),
        failures: count(RoundOutcome::Failure),
        p_next: None,
        letters: String::new(),
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
        assert!((c.score.sum - points.iter().sum::<f64>()).abs() < 1e-9);
        let sum: u32 = table.rounds(0, 0).iter().map(|round| if round.is_won() { round.guesses } else { 100 }).sum();
        assert_eq!(c.guesses.mean, f64::from(sum) / 40.0);
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
