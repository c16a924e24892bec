//! Players over matches: what they have, or are expected to have.

use crate::{
    estimate::{Estimate, Stratum},
    match_name::MatchName,
    round_table::MatchEnd,
};
use tournament::{Rules, Summary};

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

/// A ranked player, over the common rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardEntry {
    /// The player's name.
    pub player: String,
    /// The place, from 1. Players who are equal share the first of their places.
    pub place: usize,
    /// The points: the sum is the SCORE, which is the sum of the SCOREs of the matches in millionths, with its standard error and
    /// interval. Matches are strata. There is no standard error if the rules ended a match early.
    pub score: Estimate,
    /// The guesses, a round that was not won counted as the guess limit. None of a player that refused a match over which the others are
    /// compared.
    pub guesses: Option<Estimate>,
    /// Whether some of these rounds was not won, so that the mean number of guesses is a lower bound of what the player needs.
    pub is_lower_bound: bool,
    /// The rounds played.
    pub rounds: u64,
    /// The rounds won.
    pub wins: u64,
    /// The rounds lost.
    pub losses: u64,
    /// The rounds failed.
    pub failures: u64,
    /// The rounds that were not played and are worth 0: the player refused the match, or the rules ended it.
    pub not_played: u64,
    /// The p value of the difference from the next player, adjusted for all pairs; none for the last.
    pub p_next: Option<f64>,
    /// The letters of its groups. Players who share a letter cannot be told apart at the confidence of the options.
    pub letters: String,
}

/// A match of a player, of which some rounds were played.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialMatch {
    /// The rounds played so far.
    pub summary: Summary,
    /// The number of rounds when the match is complete.
    pub planned: u64,
    /// Why the other rounds will not be played, if they will not. They are worth 0 then.
    pub end: Option<MatchEnd>,
}

/// Players and the matches over which they are ranked.
pub struct Ranking {
    pub players: Vec<String>,
    pub matches: Vec<MatchName>,
    /// By player, then by match.
    pub cells: Vec<Vec<PartialMatch>>,
    pub rules: Rules,
    /// The probability of each player that a round is a failure which ends the match; 0 where no rule ends one.
    pub hazards: Vec<f64>,
}

impl Ranking {
    /// The rounds of all matches, those that a player did not play among them.
    pub fn rounds(&self) -> u64 {
        self.cells.first().map_or(0, |cells| cells.iter().map(|cell| cell.planned).sum())
    }

    /// A player, without place and letters. Guesses are those of another ranking, if the player is in it.
    pub fn entry(&self, player: usize, guesses: &Ranking, options: &LeaderboardOptions) -> LeaderboardEntry {
        let (name, cells) = (&self.players[player], &self.cells[player]);
        let total = |count: fn(&Summary) -> u64| cells.iter().map(|cell| count(&cell.summary)).sum::<u64>();
        let over = guesses.players.iter().position(|other| other == name);
        let of_guesses = |player: usize| guesses.estimate(player, Order::Guesses, options.guess_limit);
        LeaderboardEntry {
            player: name.clone(),
            place: 1,
            score: self.estimate(player, Order::Score, options.guess_limit),
            guesses: over.map(of_guesses),
            is_lower_bound: over
                .is_some_and(|player| guesses.cells[player].iter().any(PartialMatch::has_round_not_won)),
            rounds: total(|row| row.rounds),
            wins: total(|row| row.wins),
            losses: total(Summary::losses),
            failures: total(Summary::failures),
            not_played: cells
                .iter()
                .filter(|cell| cell.end.is_some())
                .map(|cell| cell.planned.saturating_sub(cell.summary.rounds))
                .sum(),
            p_next: None,
            letters: String::new(),
        }
    }

    /// The estimate of the total of a player over all matches. Matches are strata.
    fn estimate(&self, player: usize, order: Order, limit: usize) -> Estimate {
        let cells = &self.cells[player];
        // A refused match is worth 0 with any secrets: it adds no variance to that of the others.
        let is_refused = |cell: &PartialMatch| cell.end == Some(MatchEnd::Refused);
        let has_refused_all = cells.iter().all(is_refused);
        let played: Vec<(Stratum, u64)> = cells
            .iter()
            .filter(|cell| has_refused_all || !is_refused(cell))
            .map(|cell| (cell.stratum(order, limit), cell.planned))
            .collect();
        let totals = cells.iter().map(|cell| self.total(player, cell, order, limit));
        let sum = match order {
            Order::Score => totals.map(millionths).sum::<f64>() / 1e6,
            Order::Guesses | Order::Wins => Stratum::of(totals).sum,
        };
        let estimate = Estimate::projected(&played).with_total(cells.iter().map(|cell| cell.planned).sum(), sum);
        if self.is_of_matches(player) { estimate.without_error() } else { estimate }
    }

    /// Whether the matches of a player are its observations, because a failure may end one.
    fn is_of_matches(&self, player: usize) -> bool {
        self.hazards[player] > 0.0 || self.cells[player].iter().any(|cell| cell.end == Some(MatchEnd::Ended))
    }

    /// The estimate of the difference between the totals of two players, taken as independent.
    pub fn difference(&self, one: usize, other: usize, options: &LeaderboardOptions) -> Estimate {
        let (order, limit) = (options.order, options.guess_limit);
        if self.is_of_matches(one) || self.is_of_matches(other) {
            let total = |player: usize, cell: &PartialMatch| self.total(player, cell, order, limit);
            let differences = self.cells[one].iter().zip(&self.cells[other]).map(|(a, b)| {
                let sum = total(one, a) - total(other, b);
                Stratum { count: a.planned, sum, variance: None }
            });
            return Estimate::over_strata(&differences.collect::<Vec<_>>());
        }
        let strata = |player: usize| -> Vec<(Stratum, u64)> {
            self.cells[player].iter().map(|cell| (cell.stratum(order, limit), cell.planned)).collect()
        };
        Estimate::projected_difference(&strata(one), &strata(other))
    }

    /// What a player has, or is expected to have, in a match when it is complete.
    fn total(&self, player: usize, cell: &PartialMatch, order: Order, limit: usize) -> f64 {
        let Stratum { count, sum, .. } = cell.stratum(order, limit);
        let (rest, hazard) = (cell.planned.saturating_sub(cell.summary.rounds), self.hazards[player]);
        match (cell.end, order) {
            (Some(MatchEnd::Ended), Order::Guesses) => sum + rest as f64 * limit as f64,
            (Some(_), _) => sum,
            (None, Order::Score) if hazard > 0.0 && count > 0 => {
                let rounds = (1.0 - (1.0 - hazard).powf(rest as f64)) / hazard;
                let failure = cell.summary.size().map_or(0.0, |size| self.rules.failure_points(size));
                sum + rounds * ((1.0 - hazard) * sum / count as f64 + hazard * failure)
            }
            (None, _) => sum * cell.planned as f64 / count.max(1) as f64,
        }
    }
}

/// Points in millionths, which is how files have them. Sums of whole numbers do not depend on their order.
fn millionths(points: f64) -> f64 {
    (points * 1e6).round()
}

impl PartialMatch {
    /// What is compared of the rounds played; of a refused match, of all its rounds.
    fn stratum(&self, order: Order, limit: usize) -> Stratum {
        let row = &self.summary;
        if self.end == Some(MatchEnd::Refused) {
            return Stratum { count: self.planned, sum: 0.0, variance: Some(0.0) };
        }
        let n = row.rounds as f64;
        let variance_of_sum = |error: Option<f64>| error.map(|error| error * error / n.max(1.0));
        let (sum, variance) = match order {
            Order::Score => (row.score, variance_of_sum(row.score_se)),
            Order::Guesses => {
                let all = row.mean_guesses_of_all_rounds(limit);
                let guesses = row.guesses_of_wins().unwrap_or(limit as f64 * row.wins as f64);
                let sum = guesses + row.rounds.saturating_sub(row.wins) as f64 * limit as f64;
                (sum, variance_of_sum(all.and_then(|all| all.standard_error).map(|error| error * n)))
            }
            Order::Wins => {
                let wins = row.wins as f64;
                (wins, (row.rounds > 1).then(|| wins * (n - wins) / (n * (n - 1.0))))
            }
        };
        Stratum { count: row.rounds, sum, variance }
    }

    fn has_round_not_won(&self) -> bool {
        self.summary.wins < self.summary.rounds || self.end.is_some() && self.summary.rounds < self.planned
    }
}
