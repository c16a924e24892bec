//! Which players are ranked, and over which rounds.

use crate::compare::estimate::{Estimate, Measure, Stratum};
use crate::compare::round_table::{MatchEnd, MatchName, RoundResult, RoundTable};
use std::{borrow::Cow, cmp::Reverse, ops::RangeInclusive, slice};

/// Players who are compared, and the rounds that all of them have. Players and matches have positions, from 0.
#[derive(Clone, Debug)]
pub struct CommonRounds<'a> {
    /// The table.
    pub table: &'a RoundTable,
    players: Vec<usize>,
    matches: Vec<CommonMatch<'a>>,
    /// The other players, in the order of the table.
    pub others: Vec<Unranked>,
    /// The matches that some of the players played but that have no common round, as indices into [`RoundTable::matches`].
    pub left_out: Vec<usize>,
}

/// Which rounds of a table can be common: all, or not those of refused matches and of some others.
struct Countable<'a> {
    table: &'a RoundTable,
    counts_refused: bool,
    closed: Vec<usize>,
}

/// The common rounds of a match.
#[derive(Clone, Debug)]
pub struct CommonMatch<'a> {
    /// The match, as an index into [`RoundTable::matches`].
    pub match_index: usize,
    /// The guess limit of its rounds.
    pub guess_limit: usize,
    /// Whether some of the players have more rounds than all of them, as after an interruption.
    pub is_unfinished: bool,
    numbers: Cow<'a, [u32]>,
    rounds: Vec<Cow<'a, [RoundResult]>>,
    ends: Vec<Option<MatchEnd>>,
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

impl<'a> CommonRounds<'a> {
    /// The players who are ranked, and the rounds that all of them have. A refused match has no rounds.
    ///
    /// Players are sorted by their number of rounds, descending. The first k of them are ranked, with the k for which (k − 1) times
    /// the number of their common rounds is the largest; of equals, the largest k. So one player alone is ranked only where no two
    /// have a common round. Players keep the order of the table.
    ///
    /// Cost: about 2 ns for each round of the table.
    pub fn ranked(table: &'a RoundTable) -> CommonRounds<'a> {
        CommonRounds::chosen(&Countable { table, counts_refused: false, closed: Vec::new() }, |_| true)
    }

    /// The players who are ranked where a refused match is worth 0: as by [`ranked`](CommonRounds::ranked), but the rounds of refused
    /// matches, which were not played, count as rounds.
    pub fn scored(table: &'a RoundTable) -> CommonRounds<'a> {
        CommonRounds::chosen(&Countable { table, counts_refused: true, closed: Vec::new() }, |_| true)
    }

    /// The players who are ranked over the matches that none of them refused. A player that would leave none is not ranked, those with
    /// the fewest rounds first. Of the others and these matches, as by [`ranked`](CommonRounds::ranked).
    pub fn shared(table: &'a RoundTable) -> CommonRounds<'a> {
        let games = 0..table.matches().len();
        let order = by_rounds(table.players(), |player| table.played_rounds(player));
        let is_refused = |player: usize, match_: usize| table.end(player, match_) == Some(MatchEnd::Refused);
        let is_played = |match_: &usize| {
            order.iter().any(|&player| table.rounds(player, *match_).iter().any(RoundResult::is_played))
        };
        let (players, open) = without_refusals(&order, games.clone().filter(is_played).collect(), is_refused);
        let closed = games.filter(|match_| !open.contains(match_)).collect();
        CommonRounds::chosen(&Countable { table, counts_refused: false, closed }, |player| players.contains(player))
    }

    /// Those of some players who are ranked, and their common rounds.
    fn chosen(countable: &Countable<'a>, is_candidate: impl Fn(&usize) -> bool) -> CommonRounds<'a> {
        let table = countable.table;
        let mut order = by_rounds(table.players(), |player| countable.total(player));
        order.retain(is_candidate);
        let mut numbers: Option<Vec<Cow<[u32]>>> = None;
        let ranked = ranked_prefix(&order, |player| {
            let next = countable.with_player(numbers.take(), player);
            let count = next.iter().map(|numbers| numbers.len() as u64).sum();
            numbers = Some(next);
            count
        });
        let mut players = order[..ranked].to_vec();
        players.sort_unstable();
        CommonRounds::over(countable, players)
    }

    /// These players, and the rounds that all of them have. All other players are not ranked. An index without a player is
    /// passed over. A refused match has no rounds.
    pub fn of(table: &'a RoundTable, players: &[usize]) -> CommonRounds<'a> {
        let players = players.iter().copied().filter(|player| *player < table.players().len()).collect();
        CommonRounds::over(&Countable { table, counts_refused: false, closed: Vec::new() }, players)
    }

    fn over(countable: &Countable<'a>, players: Vec<usize>) -> CommonRounds<'a> {
        let table = countable.table;
        let mut numbers = None;
        for &player in &players {
            numbers = Some(countable.with_player(numbers, player));
        }
        let (mut matches, mut left_out) = (Vec::new(), Vec::new());
        for (match_, numbers) in numbers.unwrap_or_default().into_iter().enumerate() {
            let is_played = |player: &usize| table.rounds(*player, match_).iter().any(RoundResult::is_played);
            if !numbers.is_empty() {
                let most = players.iter().map(|&player| countable.numbers(player, match_).len()).max();
                let rounds = players.iter().map(|&player| restricted(table, player, match_, &numbers)).collect();
                matches.push(CommonMatch {
                    match_index: match_,
                    guess_limit: table.guess_limit(match_),
                    is_unfinished: most > Some(numbers.len()),
                    numbers,
                    rounds,
                    ends: players.iter().map(|&player| table.end(player, match_)).collect(),
                });
            } else if players.iter().any(is_played) {
                left_out.push(match_);
            }
        }
        let has_all = |player: usize, match_: &CommonMatch| {
            let own = Cow::Borrowed(countable.numbers(player, match_.match_index));
            intersection(own, &match_.numbers).len() == match_.numbers.len()
        };
        let others = (0..table.players().len()).filter(|player| !players.contains(player));
        let others = others.map(|player| Unranked {
            player: table.players()[player].clone(),
            matches: matches.iter().filter(|match_| has_all(player, match_)).count(),
            rounds: table.played_rounds(player),
        });
        CommonRounds { others: others.collect(), table, players, matches, left_out }
    }

    /// The same players over some of the matches, with the same rounds.
    pub fn only_matches(&self, is_kept: impl Fn(&MatchName) -> bool) -> CommonRounds<'a> {
        let mut common = self.clone();
        common.matches.retain(|match_| self.table.matches().get(match_.match_index).is_some_and(&is_kept));
        common
    }

    /// The same players over the rounds with these numbers, such as the first twenty of every match.
    pub fn only_numbers(&self, numbers: RangeInclusive<u32>) -> CommonRounds<'a> {
        let mut common = self.clone();
        for match_ in &mut common.matches {
            let range = match_.numbers.partition_point(|number| number < numbers.start())
                ..match_.numbers.partition_point(|number| number <= numbers.end());
            match_.numbers = match_.numbers[range.clone()].to_vec().into();
            match_.rounds.iter_mut().for_each(|rounds| *rounds = rounds[range.clone()].to_vec().into());
        }
        common.matches.retain(|match_| !match_.numbers.is_empty());
        common
    }

    /// The estimate of a measure of the player at a position. Matches are strata.
    ///
    /// Cost: about 2 ns a round.
    pub fn estimate(&self, position: usize, measure: Measure) -> Estimate {
        let values = |match_: &CommonMatch| {
            Stratum::of(match_.rounds(position).iter().map(|round| match_.value(round, measure)))
        };
        let estimate = Estimate::stratified(&self.matches.iter().map(values).collect::<Vec<_>>());
        let Some(&player) = self.players.get(position) else { return estimate };
        let ranges = self.matches.iter().map(|match_| {
            let rules = self.table.rules(player, match_.match_index);
            let game = self.table.matches()[match_.match_index].game;
            (measure.range(rules, game, match_.guess_limit), match_.round_count() as u64)
        });
        estimate.within(ranges)
    }

    /// The players who are compared, as indices into [`RoundTable::players`].
    pub fn players(&self) -> &[usize] {
        &self.players
    }

    /// The name of the player at a position; empty if there is none.
    pub fn name(&self, position: usize) -> &'a str {
        self.players.get(position).and_then(|&player| self.table.players().get(player)).map_or("", String::as_str)
    }

    /// The matches with common rounds, in the order of the table.
    pub fn matches(&self) -> &[CommonMatch<'a>] {
        &self.matches
    }

    /// The codemaker and the game of the match at a position.
    pub fn match_name(&self, position: usize) -> Option<&'a MatchName> {
        self.table.matches().get(self.matches.get(position)?.match_index)
    }

    /// The number of common rounds that the player at a position did not play.
    pub fn not_played(&self, position: usize) -> usize {
        self.matches.iter().flat_map(|match_| match_.rounds(position)).filter(|round| !round.is_played()).count()
    }

    /// The number of common rounds of all matches, those that some player did not play among them.
    pub fn round_count(&self) -> u64 {
        self.matches.iter().map(|match_| match_.round_count() as u64).sum()
    }
}

impl CommonMatch<'_> {
    /// The number of common rounds.
    pub fn round_count(&self) -> usize {
        self.numbers.len()
    }

    /// The value of one of its rounds.
    pub fn value(&self, round: &RoundResult, measure: Measure) -> f64 {
        measure.value(round, self.guess_limit)
    }

    /// The numbers of the common rounds, ascending.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Why the match was over for the player at a position before it had all rounds that others have, if it was.
    pub fn end(&self, position: usize) -> Option<MatchEnd> {
        self.ends.get(position).copied().flatten()
    }

    /// The common rounds of the player at a position, by number; empty if there is none.
    pub fn rounds(&self, position: usize) -> &[RoundResult] {
        self.rounds.get(position).map_or(&[], |rounds| rounds)
    }
}

/// The number k of players that are ranked, of players sorted by their number of rounds: the k with the largest (k − 1) times
/// common rounds; of equals, the largest k with a common round. `add` adds the next player and returns the number of rounds that
/// all added so far have in common. 0 where no player has a round.
pub fn ranked_prefix(order: &[usize], mut add: impl FnMut(usize) -> u64) -> usize {
    let (mut best, mut length) = (0, 0);
    for (index, &next) in order.iter().enumerate() {
        let common = add(next);
        let product = index as u64 * common;
        if common > 0 && product >= best {
            (best, length) = (product, index + 1);
        }
    }
    length
}

pub fn by_rounds(names: &[String], rounds: impl Fn(usize) -> u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_cached_key(|&player| (Reverse(rounds(player)), names[player].clone()));
    order
}

/// Of players in order and of matches those that are compared where a refused match is left out for all: a player that refused all
/// matches that are left is passed over.
pub fn without_refusals(
    order: &[usize],
    mut matches: Vec<usize>,
    is_refused: impl Fn(usize, usize) -> bool,
) -> (Vec<usize>, Vec<usize>) {
    let mut players = Vec::new();
    for &player in order {
        let left: Vec<usize> = matches.iter().copied().filter(|&match_| !is_refused(player, match_)).collect();
        if !left.is_empty() {
            matches = left;
            players.push(player);
        }
    }
    (players, matches)
}

impl<'a> Countable<'a> {
    fn numbers(&self, player: usize, match_: usize) -> &'a [u32] {
        let is_refused = self.table.end(player, match_) == Some(MatchEnd::Refused);
        let is_left_out = is_refused && !self.counts_refused || self.closed.contains(&match_);
        if is_left_out { &[] } else { self.table.numbers(player, match_) }
    }

    fn total(&self, player: usize) -> u64 {
        (0..self.table.matches().len()).map(|match_| self.numbers(player, match_).len() as u64).sum()
    }

    /// The numbers of the common rounds, by match, with one more player; those of the player alone if it is the first.
    fn with_player(&self, numbers: Option<Vec<Cow<'a, [u32]>>>, player: usize) -> Vec<Cow<'a, [u32]>> {
        let own = |match_| self.numbers(player, match_);
        match numbers {
            None => (0..self.table.matches().len()).map(|match_| Cow::Borrowed(own(match_))).collect(),
            Some(numbers) => {
                numbers.into_iter().enumerate().map(|(match_, numbers)| intersection(numbers, own(match_))).collect()
            }
        }
    }
}

/// The numbers that are in both lists, which are ascending.
fn intersection<'a>(numbers: Cow<'a, [u32]>, others: &[u32]) -> Cow<'a, [u32]> {
    if *numbers == *others {
        return numbers;
    }
    let mut others = others.iter().copied().peekable();
    let is_in_both = |number: &u32| {
        while others.next_if(|other| other < number).is_some() {}
        others.peek() == Some(number)
    };
    Cow::Owned(numbers.iter().copied().filter(is_in_both).collect())
}

/// The rounds of a player in a match that have these numbers, which are ascending.
fn restricted<'a>(table: &'a RoundTable, player: usize, match_: usize, numbers: &[u32]) -> Cow<'a, [RoundResult]> {
    let (own, rounds) = (table.numbers(player, match_), table.rounds(player, match_));
    if own == numbers {
        return Cow::Borrowed(rounds);
    }
    let mut numbers = numbers.iter().peekable();
    let all = own.iter().zip(rounds);
    let common = all.filter(|(number, _)| numbers.next_if_eq(number).is_some());
    Cow::Owned(common.map(|(_, round)| *round).collect())
}

/// The difference between two players: the first less the second, on rounds that both played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean and the sum of the differences of rounds, with standard error, interval and p value.
    pub estimate: Estimate,
    /// Of the rounds that both played, those that the first player took: it won in fewer guesses, or the second did not win.
    pub wins: u64,
    /// The rounds with as many guesses, and those that neither won.
    pub ties: u64,
    /// The rounds that the second player took.
    pub losses: u64,
}

/// Two players compared over all common rounds, and match by match.
#[derive(Clone, Debug, PartialEq)]
pub struct PairComparison {
    /// Over all common rounds. Matches are strata ([`Estimate::stratified`]). If the rules ended a match early for one of the players, each
    /// match is one observation ([`Estimate::over_strata`]).
    pub all: Difference,
    /// In each match with common rounds ([`CommonRounds::matches`]).
    pub matches: Vec<Difference>,
    /// Over matches: the mean differences of the matches are the sample, so that the interval is for matches like these and
    /// not for these matches alone. Every match counts the same.
    pub over_matches: Estimate,
}

impl PairComparison {
    /// Compares the players at two positions of [`CommonRounds::players`].
    ///
    /// Cost: about 4 ns a round.
    pub fn new(common: &CommonRounds, first: usize, second: usize, measure: Measure) -> PairComparison {
        let of_match = |match_: &CommonMatch| Difference::over(slice::from_ref(match_), first, second, measure);
        let matches: Vec<Difference> = common.matches().iter().map(of_match).collect();
        let means = matches.iter().map(|match_| match_.estimate.mean);
        PairComparison {
            all: Difference::of(common, first, second, measure),
            over_matches: Estimate::stratified(&[Stratum::of(means)]),
            matches,
        }
    }
}

impl Difference {
    /// The difference between the players at two positions of [`CommonRounds::players`], over all common rounds: as
    /// [`PairComparison::all`], in a fraction of the time.
    ///
    /// Cost: about 4 ns a round.
    pub fn of(common: &CommonRounds, first: usize, second: usize, measure: Measure) -> Difference {
        Difference::over(common.matches(), first, second, measure)
    }

    fn over(matches: &[CommonMatch<'_>], first: usize, second: usize, measure: Measure) -> Difference {
        let (mut strata, mut all_counts, mut has_ended) = (Vec::new(), [0; 3], false);
        for match_ in matches {
            let rounds = [match_.rounds(first), match_.rounds(second)];
            let (stratum, counts) = compare(rounds, measure, match_.guess_limit);
            all_counts.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
            strata.push(stratum);
            has_ended |= [first, second].into_iter().any(|position| match_.end(position) == Some(MatchEnd::Ended));
        }
        // Strata are one observation each if the rules ended one of them.
        let estimate = if has_ended { Estimate::over_strata(&strata) } else { Estimate::stratified(&strata) };
        let [wins, ties, losses] = all_counts;
        Difference { estimate, wins, ties, losses }
    }
}

/// The differences of the rounds of a match, and the rounds that the first player took, neither, and the second.
fn compare([first, second]: [&[RoundResult]; 2], measure: Measure, guess_limit: usize) -> (Stratum, [u64; 3]) {
    let mut counts = [0; 3];
    let differences = first.iter().zip(second).map(|(first, second)| {
        if first.is_played() && second.is_played() {
            counts[(taken(first).cmp(&taken(second)) as i8 + 1) as usize] += 1;
        }
        measure.value(first, guess_limit) - measure.value(second, guess_limit)
    });
    let stratum = Stratum::of(differences);
    (stratum, counts)
}

fn taken(round: &RoundResult) -> u64 {
    if round.is_won() { u64::from(round.guesses) } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::round_table::RoundOutcome;

    fn round(outcome: RoundOutcome, guesses: u32, points: f64) -> RoundResult {
        RoundResult { points, guesses, outcome, is_given_up: false }
    }

    #[test]
    fn a_win_beats_every_other_outcome() {
        let (win, loss, failure) = (RoundOutcome::Win, RoundOutcome::Loss, RoundOutcome::Failure);
        let first = [round(win, 100, 0.5), round(win, 3, 2.9), round(loss, 2, 0.0), round(failure, 0, -2.0)];
        let second = [round(loss, 100, 0.0), round(win, 3, 2.9), round(failure, 0, -2.0), round(win, 9, 1.7)];
        let (score, counts) = compare([&first, &second], Measure::Score, 100);
        assert_eq!(counts, [1, 2, 1]);
        assert!((score.sum - 100.0 * (0.5 + 2.0 - 3.7)).abs() < 1e-9);
        let (guesses, _) = compare([&first, &second], Measure::Guesses, 100);
        assert_eq!(guesses.sum, f64::from(100 - 9));
        let (wins, _) = compare([&first, &second], Measure::Wins, 100);
        assert_eq!((wins.sum, wins.variance), (0.0, Some(2.0 / 3.0)));
    }
}
