//! The order of players, and which of them cannot be told apart.

use crate::compare::common_rounds::{CommonRounds, Difference, Unranked};
use crate::compare::estimate::{Estimate, Measure, Stratum, holm, is_significant, letters};
use crate::compare::match_mean::MatchMean;
use crate::compare::round_table::{MatchEnd, MatchName, RoundOutcome, RoundTable};
use crate::plan::{MatchKey, Rules, SCORE_ROUNDS};
use crate::record::summary::Summary;
use crate::record::tally::Tally;
use player_api::{Cause, Ending, FailureKind};
use rayon::prelude::*;

/// The ranked players in order, and the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaderboard {
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
    /// The differences of all pairs i < j with their adjusted p values, ordered by i, then j.
    pairs: Vec<(Estimate, f64)>,
}

impl Leaderboard {
    /// The leaderboard of a table: by SCORE and by rounds won a refused match is worth 0 ([`CommonRounds::scored`]), and guesses are
    /// compared over the matches that no player refused ([`CommonRounds::shared`]).
    pub fn of_table(table: &RoundTable, measure: Measure) -> Leaderboard {
        let shared = CommonRounds::shared(table);
        match measure {
            Measure::Guesses => Leaderboard::new(&shared, measure),
            Measure::Score | Measure::Wins => {
                Leaderboard::of_rounds(&CommonRounds::scored(table), Some(&ranking(&shared)), measure)
            }
        }
    }

    /// The leaderboard over common rounds. All pairs of ranked players are compared round by round ([`Difference`]), p values are
    /// adjusted by [`holm()`], and players whose difference is not significant share a letter ([`letters()`]). A pair without a standard
    /// error counts as not significant.
    ///
    /// Cost: about 4 ns for each pair of players and round.
    pub fn new(common: &CommonRounds, measure: Measure) -> Leaderboard {
        Leaderboard::of_rounds(common, None, measure)
    }

    fn of_rounds(common: &CommonRounds, shared: Option<&Ranking>, measure: Measure) -> Leaderboard {
        let difference = |first, second| Difference::of(common, first, second, measure).estimate;
        let names = common.table.matches();
        let unfinished = common.matches().iter().filter(|match_| match_.is_unfinished);
        let mut board = Leaderboard::ranked(&ranking(common), shared, measure, difference);
        board.is_paired = true;
        board.others = common.others.clone();
        board.unfinished = unfinished.filter_map(|match_| names.get(match_.match_index).cloned()).collect();
        board.left_out = common.left_out.iter().filter_map(|&match_| names.get(match_).cloned()).collect();
        board
    }

    /// The adjusted p value of the difference between two entries, given by their positions from 0. It is 1 for an entry and itself,
    /// and where there is no entry.
    pub fn p_value(&self, first: usize, second: usize) -> f64 {
        self.pair(first.min(second), first.max(second)).map_or(1.0, |(_, p_value)| p_value)
    }

    /// The difference between two entries in the measure of the leaderboard, the first less the second, given by their positions from 0.
    /// None where they are the same, or there is no entry.
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        match first < second {
            true => self.pair(first, second).map(|(difference, _)| difference),
            false => self.pair(second, first).map(|(difference, _)| difference.negated()),
        }
    }

    fn pair(&self, i: usize, j: usize) -> Option<(Estimate, f64)> {
        let index = (i * self.entries.len() + j).checked_sub((i + 1) * (i + 2) / 2);
        (i < j && j < self.entries.len()).then_some(*self.pairs.get(index?)?)
    }

    /// The leaderboard of a ranking, without others. Guesses are compared over another ranking if there is one. `difference` gives that of
    /// two of its players, by their indices.
    pub(crate) fn ranked(
        ranking: &Ranking,
        shared: Option<&Ranking>,
        measure: Measure,
        difference: impl Fn(usize, usize) -> Estimate + Sync,
    ) -> Leaderboard {
        let guesses = shared.unwrap_or(ranking);
        // Equal players are compared in the order of their names, so that their letters do not depend on how they were listed.
        let mut entries: Vec<(usize, LeaderboardEntry)> =
            (0..ranking.players.len()).map(|player| (player, ranking.entry(player, guesses))).collect();
        let compare = |a: &LeaderboardEntry, b: &LeaderboardEntry| match measure {
            Measure::Score => b.score.sum.total_cmp(&a.score.sum),
            Measure::Guesses => guesses_of(a).total_cmp(&guesses_of(b)),
            Measure::Wins => b.wins.cmp(&a.wins),
        };
        entries.sort_by(|(_, a), (_, b)| compare(a, b).then_with(|| a.player.cmp(&b.player)));
        let (indices, mut entries): (Vec<usize>, Vec<LeaderboardEntry>) = entries.into_iter().unzip();
        for index in 1..entries.len() {
            let is_equal = are_equal(measure, &entries[index - 1], &entries[index], ranking.matches.len());
            entries[index].place = if is_equal { entries[index - 1].place } else { index + 1 };
        }
        let of_first = |place: usize| -> Vec<Estimate> {
            indices[place + 1..].iter().map(|&second| difference(indices[place], second)).collect()
        };
        let pairs: Vec<Estimate> = (0..indices.len()).into_par_iter().flat_map_iter(of_first).collect();
        let p_values = holm(&pairs.iter().map(|pair| pair.p_value().unwrap_or(1.0)).collect::<Vec<_>>());
        let mut board = Leaderboard {
            is_paired: false,
            entries,
            others: Vec::new(),
            matches: ranking.matches.clone(),
            rounds: ranking.cells.first().map_or(0, |cells| cells.iter().map(|cell| cell.planned).sum()),
            guess_matches: guesses.matches.clone(),
            unfinished: Vec::new(),
            left_out: Vec::new(),
            pairs: pairs.into_iter().zip(p_values).collect(),
        };
        let letters = letters(indices.len(), |i, j| is_significant(board.p_value(i, j)));
        for (place, letters) in letters.into_iter().enumerate() {
            let p_next = (place + 1 < indices.len()).then(|| board.p_value(place, place + 1));
            board.entries[place].letters = letters;
            board.entries[place].p_next = p_next;
        }
        board
    }
}

/// Whether two neighbors share a place by a measure.
fn are_equal(measure: Measure, one: &LeaderboardEntry, other: &LeaderboardEntry, matches: usize) -> bool {
    match measure {
        // The points of each of several matches are rounded to a millionth: so the same rounds in other matches may differ by as many.
        Measure::Score => {
            let most = if matches > 1 { matches as f64 } else { 0.0 };
            ((one.score.sum - other.score.sum).abs() / SCORE_ROUNDS * 1e6).round() <= most
        }
        Measure::Guesses => guesses_of(one) == guesses_of(other),
        Measure::Wins => one.wins == other.wins,
    }
}

fn guesses_of(entry: &LeaderboardEntry) -> f64 {
    entry.guesses.map_or(f64::INFINITY, |guesses| guesses.mean)
}

/// The matches of the players of common rounds.
fn ranking(common: &CommonRounds) -> Ranking {
    let table = common.table;
    let cell = |position: usize, match_: usize| {
        let (of_match, name) = (common.matches().get(match_)?, common.match_name(match_)?);
        let mut tally = Tally::default();
        for round in of_match.rounds(position) {
            // By which limit or fault is not known, and does not matter.
            let ending = match round.outcome {
                RoundOutcome::Win => Ending::Win,
                RoundOutcome::Loss => Ending::OUT_OF_GUESSES,
                RoundOutcome::Failure => Ending::Failure(Cause { kind: FailureKind::Crash, text: String::new() }),
                RoundOutcome::NotPlayed => continue,
            };
            tally.count(&if round.is_given_up { ending.given_up() } else { ending }, round.guesses as usize);
        }
        let player = *common.players().get(position)?;
        let rules: Rules = table.rules(player, of_match.match_index);
        let (player, codemaker) = (common.name(position).to_owned(), name.scsa.clone());
        let key = MatchKey { player, codemaker, game: name.game };
        Some(PartialMatch {
            summary: tally.summary(key, (of_match.round_count() as u64, of_match.guess_limit), rules),
            planned: of_match.round_count() as u64,
            end: of_match.end(position),
        })
    };
    let games = 0..common.matches().len();
    Ranking {
        players: (0..common.players().len()).map(|position| common.name(position).to_owned()).collect(),
        matches: games.clone().filter_map(|match_| common.match_name(match_).cloned()).collect(),
        cells: (0..common.players().len())
            .map(|position| games.clone().filter_map(|match_| cell(position, match_)).collect())
            .collect(),
        rules: Rules::default(),
        hazards: vec![0.0; common.players().len()],
    }
}

/// A ranked player, over the common rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardEntry {
    /// The player's name.
    pub player: String,
    /// The place, from 1. Players who are equal share the first of their places.
    pub place: usize,
    /// The SCORE: its mean is that of a round, with its standard error and interval. Matches are strata. There is no standard error if the rules ended a match early.
    pub score: Estimate,
    /// The guesses, a round that was not won counted as the guess limit. None of a player that refused a match over which the others are
    /// compared.
    pub guesses: Option<Estimate>,
    /// Whether some of these rounds was not won, so that the mean number of guesses is a lower bound of what the player needs.
    pub is_lower_bound: bool,
    /// The rounds played.
    pub played: u64,
    /// The rounds that were not played because the match was given up. They are scored as the round before them.
    pub given_up: u64,
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
    /// The letters of its groups. Players who share a letter cannot be told apart ([`is_significant`]).
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
    /// A player, without place and letters. Guesses are those of another ranking, if the player is in it.
    pub fn entry(&self, player: usize, guesses: &Ranking) -> LeaderboardEntry {
        let (name, cells) = (&self.players[player], &self.cells[player]);
        let total = |count: fn(&Summary) -> u64| cells.iter().map(|cell| count(&cell.summary)).sum::<u64>();
        let over = guesses.players.iter().position(|other| other == name);
        let has_round_not_won = |PartialMatch { summary, planned, end }: &PartialMatch| {
            summary.wins < summary.counted() || end.is_some() && summary.counted() < *planned
        };
        LeaderboardEntry {
            player: name.clone(),
            place: 1,
            score: self.estimate(player, Measure::Score),
            guesses: over.map(|player| guesses.estimate(player, Measure::Guesses)),
            is_lower_bound: over.is_some_and(|player| guesses.cells[player].iter().any(has_round_not_won)),
            played: total(|row| row.played),
            given_up: total(|row| row.given_up),
            wins: total(|row| row.wins),
            losses: total(Summary::losses),
            failures: total(Summary::failures),
            not_played: cells
                .iter()
                .filter(|cell| cell.end.is_some())
                .map(|cell| cell.planned.saturating_sub(cell.summary.counted()))
                .sum(),
            p_next: None,
            letters: String::new(),
        }
    }

    /// The estimate of the total of a player over all matches. Matches are strata.
    fn estimate(&self, player: usize, measure: Measure) -> Estimate {
        let cells = &self.cells[player];
        // A refused match is worth 0 with any secrets: it adds no variance to that of the others.
        let is_refused = |cell: &PartialMatch| cell.end == Some(MatchEnd::Refused);
        let has_refused_all = cells.iter().all(is_refused);
        let played: Vec<(Stratum, u64)> = cells
            .iter()
            .filter(|cell| has_refused_all || !is_refused(cell))
            .map(|cell| (cell.stratum(measure), cell.planned))
            .collect();
        let totals = cells.iter().map(|cell| self.total(player, cell, measure));
        // Files have points in millionths. Sums of whole numbers do not depend on their order.
        let millionths = |total: f64| (total / SCORE_ROUNDS * 1e6).round();
        let sum = match measure {
            Measure::Score => totals.map(millionths).sum::<f64>() / 1e6 * SCORE_ROUNDS,
            Measure::Guesses | Measure::Wins => Stratum::of(totals).sum,
        };
        let range = |row: &Summary| measure.range(row.rules(), row.game, row.guess_limit);
        let ranges = cells.iter().map(|cell| (range(&cell.summary), cell.planned));
        let estimate =
            Estimate::projected(&played).with_total(cells.iter().map(|cell| cell.planned).sum(), sum).within(ranges);
        if self.is_of_matches(player) { estimate.without_error() } else { estimate }
    }

    /// Whether the matches of a player are its observations, because a failure may end one.
    fn is_of_matches(&self, player: usize) -> bool {
        self.hazards[player] > 0.0 || self.cells[player].iter().any(|cell| cell.end == Some(MatchEnd::Ended))
    }

    /// The estimate of the difference between the totals of two players, taken as independent.
    pub fn difference(&self, one: usize, other: usize, measure: Measure) -> Estimate {
        if self.is_of_matches(one) || self.is_of_matches(other) {
            let total = |player: usize, cell: &PartialMatch| self.total(player, cell, measure);
            let differences = self.cells[one].iter().zip(&self.cells[other]).map(|(a, b)| {
                let sum = total(one, a) - total(other, b);
                Stratum { count: a.planned, sum, variance: None }
            });
            return Estimate::over_strata(&differences.collect::<Vec<_>>());
        }
        let strata = |player: usize| -> Vec<(Stratum, u64)> {
            self.cells[player].iter().map(|cell| (cell.stratum(measure), cell.planned)).collect()
        };
        Estimate::projected_difference(&strata(one), &strata(other))
    }

    /// What a player has, or is expected to have, in a match when it is complete.
    fn total(&self, player: usize, cell: &PartialMatch, measure: Measure) -> f64 {
        let Stratum { count, sum, .. } = cell.stratum(measure);
        let (rest, hazard) = (cell.planned.saturating_sub(cell.summary.counted()), self.hazards[player]);
        match (cell.end, measure) {
            (Some(MatchEnd::Ended), Measure::Guesses) => sum + rest as f64 * cell.summary.guess_limit as f64,
            (Some(_), _) => sum,
            (None, Measure::Score) if hazard > 0.0 && count > 0 => {
                let rounds = (1.0 - (1.0 - hazard).powf(rest as f64)) / hazard;
                let failure = SCORE_ROUNDS * self.rules.failure_points(cell.summary.game);
                sum + rounds * ((1.0 - hazard) * sum / count as f64 + hazard * failure)
            }
            (None, _) => sum * cell.planned as f64 / count.max(1) as f64,
        }
    }
}

impl PartialMatch {
    /// What is compared of the rounds played; of a refused match, of all its rounds.
    fn stratum(&self, measure: Measure) -> Stratum {
        let row = &self.summary;
        if self.end == Some(MatchEnd::Refused) {
            return Stratum { count: self.planned, sum: 0.0, variance: Some(0.0) };
        }
        let n = row.counted() as f64;
        let variance_of_sum = |error: Option<f64>| error.map(|error| error * error / n.max(1.0));
        let (sum, variance) = match measure {
            Measure::Score => {
                (row.points * SCORE_ROUNDS, variance_of_sum(row.points_se.map(|error| error * SCORE_ROUNDS)))
            }
            Measure::Guesses => {
                let limit = row.guess_limit as f64;
                let error = MatchMean::guesses(row).and_then(|all| all.standard_error);
                let guesses = row.guesses_of_wins().unwrap_or(limit * row.wins as f64);
                let sum = guesses + row.counted().saturating_sub(row.wins) as f64 * limit;
                (sum, variance_of_sum(error.map(|error| error * n)))
            }
            Measure::Wins => {
                let wins = row.wins as f64;
                (wins, (row.counted() > 1).then(|| wins * (n - wins) / (n * (n - 1.0))))
            }
        };
        Stratum { count: row.counted(), sum, variance }
    }
}
