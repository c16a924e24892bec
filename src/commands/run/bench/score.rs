//! How well a player learns: how far it comes from the floor to the ceiling.

use super::hidden::{Arm, HiddenMatch, HiddenSet, mean};
use scsa::Game;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tournament::compare::{CONFIDENCE, Estimate, Interval, MatchName, RoundTable, Stratum};

tournament::documented! {
/// What a player reached in matches: all of an arm, those against a rule, or one round of all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearningRow {
    /// The game.
    pub game: Game,
    /// What the matches are for: `learning`; one of the controls `uniform`, `shuffled`, `renamed` and `single`; or `memory`, which is the first match of each rule with the player's guesses of `single` as the floor.
    pub arm: Arm,
    /// The number of the rule; `null` in the rows of all rules.
    pub rule: Option<usize>,
    /// The round of the matches; `null` in the rows of all rounds.
    pub round: Option<usize>,
    /// The rounds that are counted.
    pub rounds: usize,
    /// The rounds that the player won.
    pub won: usize,
    /// The mean guesses; a round that was not won counts as the guess limit + 1.
    pub guesses: f64,
    /// The mean guesses for the same secrets of `bayes`, told that all codes are equally probable.
    pub floor: f64,
    /// The mean guesses for the same secrets of `bayes`, told the rule; `null` in a control.
    pub ceiling: Option<f64>,
    /// `floor` − `guesses`.
    pub gain: f64,
    /// The lower end of the 95 % interval of `gain`, over matches; `null` with fewer than two.
    pub gain_low: Option<f64>,
    /// The upper end of that interval.
    pub gain_high: Option<f64>,
    /// The gain as a share of what can be gained: of `floor` − `ceiling`; in a control, of what can be gained in the game. `null` where that is nothing.
    pub score: Option<f64>,
    /// The lower end of the 95 % interval of `score`.
    pub score_low: Option<f64>,
    /// The upper end of that interval.
    pub score_high: Option<f64>,
}
}

impl LearningRow {
    /// Whether it is of all rules and rounds of an arm.
    pub const fn is_whole(&self) -> bool {
        self.rule.is_none() && self.round.is_none()
    }
}

struct PlayedMatch<'a> {
    match_: &'a HiddenMatch,
    floor: Vec<f64>,
    guesses: Vec<f64>,
    won: Vec<bool>,
}

/// The rows of a player: for each game those of the arms, of the rules, and of the rounds.
pub fn rows(set: &HiddenSet, tables: &[RoundTable], player: &str) -> Vec<LearningRow> {
    let mut rows = Vec::new();
    for &game in &set.scope.games {
        let own = set.matches.iter().filter(|match_| match_.game == game);
        let limit = set.scope.guess_limit(game);
        let all: Vec<PlayedMatch<'_>> = own.map(|match_| PlayedMatch::new(match_, tables, player, limit)).collect();
        let of = |arm: Arm| all.iter().filter(move |one| one.match_.arm == arm).collect::<Vec<_>>();
        let (learning, whole) = (of(Arm::Learning), 0..set.scope.rounds as usize);
        let room = learning.iter().map(|one| one.room(&whole)).sum::<f64>() / learning.len() as f64;
        for arm in Arm::ALL.into_iter().filter(|arm| *arm != Arm::Memory) {
            let range = if arm == Arm::Single { 0..1 } else { whole.clone() };
            rows.push(row((game, arm), &of(arm), &range, room));
        }
        let singles = of(Arm::Single);
        let firsts = learning.iter().step_by(set.scope.matches).zip(singles.chunks(whole.len()));
        let with_memory = firsts.map(|(first, alone)| PlayedMatch {
            floor: alone.iter().map(|one| one.guesses[0]).collect(),
            guesses: first.guesses.clone(),
            won: first.won.clone(),
            ..**first
        });
        let with_memory: Vec<PlayedMatch<'_>> = with_memory.collect();
        rows.push(row((game, Arm::Memory), &with_memory.iter().collect::<Vec<_>>(), &whole, room));
        for number in 1..=set.scope.rules {
            let own: Vec<_> = learning.iter().copied().filter(|one| one.match_.rule == Some(number)).collect();
            rows.push(LearningRow { rule: Some(number), ..row((game, Arm::Learning), &own, &whole, room) });
        }
        for round in whole {
            let of_round = row((game, Arm::Learning), &learning, &(round..round + 1), room);
            rows.push(LearningRow { round: Some(round + 1), ..of_round });
        }
    }
    rows
}

/// The row of some rounds of matches. `room` is what can be gained in the game.
fn row<'a>((game, arm): (Game, Arm), matches: &[&'a PlayedMatch<'_>], rounds: &Range<usize>, room: f64) -> LearningRow {
    let over =
        |values: &dyn Fn(usize) -> &'a [f64]| mean((0..matches.len()).flat_map(|place| &values(place)[rounds.clone()]));
    let gains: Vec<f64> = matches.iter().map(|one| one.gain(rounds)).collect();
    let gain = Estimate::stratified(&[Stratum::of(gains.iter().copied())]);
    let interval = gain.interval(CONFIDENCE);
    let has_ceiling = matches!(arm, Arm::Learning | Arm::Memory);
    let (score, of_score) = match has_ceiling {
        true => ratio(&gains, &matches.iter().map(|one| one.room(rounds)).collect::<Vec<f64>>()),
        false => {
            let scaled = |interval: Interval| Interval { low: interval.low / room, high: interval.high / room };
            (gain.mean / room, interval.map(scaled))
        }
    };
    LearningRow {
        game,
        arm,
        rule: None,
        round: None,
        rounds: matches.len() * rounds.len(),
        won: matches.iter().flat_map(|one| &one.won[rounds.clone()]).filter(|is_won| **is_won).count(),
        guesses: over(&|place| &matches[place].guesses),
        floor: over(&|place| &matches[place].floor),
        ceiling: has_ceiling.then(|| over(&|place| &matches[place].match_.ceiling)),
        gain: gain.mean,
        gain_low: interval.map(|interval| interval.low),
        gain_high: interval.map(|interval| interval.high),
        score: Some(score).filter(|score| score.is_finite()),
        score_low: of_score.map(|interval| interval.low),
        score_high: of_score.map(|interval| interval.high),
    }
}

/// The ratio of the sums of two quantities that were observed together, with its 95 % confidence interval by the delta method
/// (Cochran, *Sampling Techniques*, 3rd edition 1977, section 2.11, without the correction for a finite population).
fn ratio(above: &[f64], below: &[f64]) -> (f64, Option<Interval>) {
    let (n, sum) = (above.len() as f64, below.iter().sum::<f64>());
    let ratio = above.iter().sum::<f64>() / sum;
    let squares: f64 = above.iter().zip(below).map(|(y, x)| (y - ratio * x).powi(2)).sum();
    let error = (n / (n - 1.0) * squares).sqrt() / sum;
    (ratio, Interval::of_mean(ratio, error, above.len() as u64).filter(|_| error.is_finite()))
}

impl<'a> PlayedMatch<'a> {
    /// What the tables have of a match. Nothing is left out: a round that was not won, or not played, counts as the limit + 1.
    fn new(match_: &'a HiddenMatch, tables: &[RoundTable], player: &str, limit: usize) -> PlayedMatch<'a> {
        let count = match_.secrets.len();
        let (mut guesses, mut won) = (vec![limit as f64 + 1.0; count], vec![false; count]);
        let name = MatchName { scsa: match_.codemaker.clone(), game: match_.game };
        for (table, (player, place)) in tables.iter().filter_map(|table| Some((table, table.find(player, &name)?))) {
            for (number, round) in table.numbers(player, place).iter().zip(table.rounds(player, place)) {
                let index = *number as usize - 1;
                if round.is_won() && index < count {
                    (guesses[index], won[index]) = (f64::from(round.guesses), true);
                }
            }
        }
        PlayedMatch { match_, floor: match_.floor.clone(), guesses, won }
    }

    fn gain(&self, rounds: &Range<usize>) -> f64 {
        mean(self.floor[rounds.clone()].iter()) - mean(self.guesses[rounds.clone()].iter())
    }

    /// What can be gained.
    fn room(&self, rounds: &Range<usize>) -> f64 {
        mean(self.floor[rounds.clone()].iter()) - mean(self.match_.ceiling[rounds.clone()].iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the ratio is 12/6, the residuals are 1, −2 and 1, and so the error is √(3/2 · 6)/6. Student's t is 4.3027.
    #[test]
    fn the_error_of_a_ratio_is_that_of_the_residuals() {
        let (ratio, interval) = ratio(&[3.0, 2.0, 7.0], &[1.0, 2.0, 3.0]);
        assert_eq!(ratio, 2.0);
        assert!((interval.unwrap().high - 2.0 - 4.3027 * 0.5).abs() < 1e-4, "{interval:?}");
    }
}
