//! What is known of the secret, turn by turn.

use crate::{
    figure::Figure, possible_colors::PossibleColors, prior::CandidatePrior, response_counts::consistent_codes,
    sequential::CountEstimator,
};
use scsa::{Code, Scsa, Size, Turn, is_consistent};
use std::{fmt, sync::Arc};

/// Boards of up to that many codes are listed: a million.
const LISTED: u64 = 1 << 20;
/// The most states of the dynamic program on other boards. They take 0.1 to 0.4 s, and some 100 bytes each.
const STATES: usize = 1 << 18;
/// After a turn that needed more states, the next one is counted if fewer codes are left.
const FEW: f64 = 1e10;
/// The particles of a population of the estimator.
const PARTICLES: usize = 512;

/// What is known of the secret after some turns.
#[derive(Clone, Debug)]
pub struct CandidateKnowledge {
    /// The number of candidates. `None` if it is not known.
    pub left: Option<Figure>,
    /// Whether the number is that of all consistent codes of the size, of which the codemaker may make fewer.
    pub is_upper_bound: bool,
    /// The colors that the pegs can still have.
    pub colors: PossibleColors,
}

/// Finds what is known of the secret, turn by turn: a turn more takes the work of one turn, and turns that are taken back take none.
///
/// It is exact where the codes of the prior are listed, for boards of up to 2^20 codes, and where the dynamic program of
/// [`response_counts`](crate::response_counts()) needs few states. Otherwise a [`CountEstimator`] estimates the number and shows what is
/// possible, and a search shows what is ruled out; what neither shows within a budget of work is unknown. A turn takes 0.02 to 0.4 s
/// at 20x26. The same turns in the same order give the same result.
///
/// ```
/// use candidates::{CandidatePrior, Figure, Possibility, Tracker};
/// use scsa::{Color, Feedback, Turn, algorithms::InsertColors};
/// use std::sync::Arc;
/// let mut tracker = Tracker::new(CandidatePrior::all_codes(), Arc::new(InsertColors), "4x6".parse()?, 1);
/// let turn = Turn { guess: "AABB".parse()?, feedback: Feedback::new(0, 1) };
/// let known = tracker.after(&[turn]);
/// assert_eq!(known.left, Some(Figure::exact(256.0)));
/// assert_eq!(known.colors.of(0, Color::A), Possibility::RuledOut);
/// assert_eq!(known.colors.of(2, Color::A), Possibility::Possible);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tracker {
    prior: CandidatePrior,
    rule: Arc<dyn Scsa>,
    size: Size,
    seed: u64,
    /// Whether the rule makes every code.
    is_every_code: bool,
    /// What was known before the first turn and after every one.
    levels: Vec<Level>,
}

/// What was found after a turn.
struct Level {
    /// The turn; none at the beginning.
    turn: Option<Turn>,
    known: Arc<CandidateKnowledge>,
    /// What estimates the number, where something was estimated.
    estimator: Option<CountEstimator>,
}

impl Tracker {
    /// What is known if the secret is a code of the prior and of the rule. The rule is that of the codemaker where its codes are too many
    /// to list; then the prior is [all codes](CandidatePrior::all_codes), and numbers are estimates or upper bounds.
    #[must_use]
    pub fn new(prior: CandidatePrior, rule: Arc<dyn Scsa>, size: Size, seed: u64) -> Tracker {
        let is_every_code = CandidatePrior::is_of_all_codes(&*rule);
        Tracker { prior, rule, size, seed, is_every_code, levels: Vec::new() }
    }

    /// What is known after these turns.
    ///
    /// # Panics
    /// When a guess is not legal at the size.
    pub fn after(&mut self, turns: &[Turn]) -> Arc<CandidateKnowledge> {
        let wanted = || std::iter::once(None).chain(turns.iter().copied().map(Some));
        let same = self.levels.iter().zip(wanted()).take_while(|(level, turn)| level.turn == *turn).count();
        // Those after the turns are kept, if no other turn follows.
        if same == turns.len() + 1 {
            return Arc::clone(&self.levels[turns.len()].known);
        }
        self.levels.truncate(same);
        while self.levels.len() <= turns.len() {
            let level = self.level(&turns[..self.levels.len()]);
            self.levels.push(level);
        }
        Arc::clone(&self.levels[turns.len()].known)
    }

    /// The level after these turns. Those before it are there.
    fn level(&self, turns: &[Turn]) -> Level {
        let (size, turn) = (self.size, turns.last().copied());
        let exact = |(colors, count): (PossibleColors, usize)| {
            let known = CandidateKnowledge { left: Some(Figure::exact(count as f64)), is_upper_bound: false, colors };
            Level { turn, known: Arc::new(known), estimator: None }
        };
        let consistent = |code: &Code| is_consistent(code, turns);
        if let Some(codes) = self.prior.listed() {
            return exact(PossibleColors::of_codes(size, codes.iter().map(|(code, _)| *code).filter(consistent)));
        }
        if self.is_every_code && size.count_at_most(LISTED).is_some() {
            return exact(PossibleColors::of_codes(size, size.codes().filter(consistent)));
        }
        let is_promising = |before: &Level| {
            before.known.left.is_some_and(|left| (left.is_exact() && before.estimator.is_none()) || left.value < FEW)
        };
        let counted = match self.levels.last() {
            Some(before) if !is_promising(before) => None,
            _ => consistent_codes(size, turns, STATES),
        };
        match counted {
            Some((count, colors)) if self.is_every_code => {
                let colors = PossibleColors::exact(size, colors);
                let known = CandidateKnowledge { left: Some(Figure::exact(count)), is_upper_bound: false, colors };
                Level { turn, known: Arc::new(known), estimator: None }
            }
            counted => self.estimate(turns, counted),
        }
    }

    /// The level after these turns, by an estimate. `counted` is the number of consistent codes with their colors, if it is known.
    fn estimate(&self, turns: &[Turn], counted: Option<(f64, Vec<u32>)>) -> Level {
        let last = self.levels.iter().rposition(|level| level.estimator.is_some());
        let known = last.and_then(|last| self.levels[last].estimator.clone());
        let mut estimator = known.unwrap_or_else(|| CountEstimator::new(&self.rule, self.size, PARTICLES, self.seed));
        // The level of a number of turns has that index.
        turns[last.unwrap_or(0)..].iter().for_each(|turn| estimator.push(turn));
        let (count, colors) = counted.unzip();
        let of_all = count.map(Figure::exact);
        let estimated = estimator.count().map(|left| match count {
            // A rule makes no more codes than there are.
            Some(count) if left.value > count => Figure { value: count, ..left },
            _ => left,
        });
        let (left, is_upper_bound) = match estimated {
            Some(left) => (Some(left), false),
            None => (of_all, of_all.is_some()),
        };
        let visited = estimator.visited().to_vec();
        let colors = PossibleColors::searched(self.size, turns, colors, visited, self.is_every_code);
        let (left, is_upper_bound) =
            if colors.is_contradiction() { (Some(Figure::exact(0.0)), false) } else { (left, is_upper_bound) };
        let known = CandidateKnowledge { left, is_upper_bound, colors };
        Level { turn: turns.last().copied(), known: Arc::new(known), estimator: Some(estimator) }
    }
}

impl fmt::Debug for Tracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tracker").field("rule", &self.rule).field("size", &self.size).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::count_left, possible_colors::Possibility};
    use scsa::{
        Color, Rng,
        algorithms::{AbColor, InsertColors, TwoColor},
    };

    fn of_all(size: &str) -> Tracker {
        Tracker::new(CandidatePrior::all_codes(), Arc::new(InsertColors), size.parse().unwrap(), 1)
    }

    fn random_turns(size: Size, number: usize, rng: &mut Rng) -> Vec<Turn> {
        let secret = Code::from_fn(size, |_| rng.color(size.colors()));
        let guesses = (0..number).map(|_| Code::from_fn(size, |_| rng.color(size.colors())));
        guesses.map(|guess| Turn::new(guess, &secret)).collect()
    }

    #[test]
    fn numbers_are_those_of_the_analysis() {
        let mut rng = Rng::new(6);
        for text in ["4x6", "8x10"] {
            let size: Size = text.parse().unwrap();
            let (mut tracker, turns) = (of_all(text), random_turns(size, 6, &mut rng));
            for number in 0..=turns.len() {
                let left = tracker.after(&turns[..number]).left.filter(Figure::is_exact);
                let counted = count_left(&CandidatePrior::all_codes(), size, &turns[..number], 1);
                assert_eq!(left, counted.filter(Figure::is_exact), "{turns:?}");
            }
        }
    }

    /// Turns that are taken back and played again give what they gave.
    #[test]
    fn turns_are_taken_back() {
        let size: Size = "20x26".parse().unwrap();
        let (mut tracker, turns) = (of_all("20x26"), random_turns(size, 4, &mut Rng::new(2)));
        let known: Vec<Arc<CandidateKnowledge>> = (0..=4).map(|number| tracker.after(&turns[..number])).collect();
        assert!(
            known[4].left.is_some_and(|left| !left.is_exact() && left.relative_error() < 0.5),
            "{:?}",
            known[4].left
        );
        let falling = |pair: &[Arc<CandidateKnowledge>]| pair[0].left.unwrap().value > pair[1].left.unwrap().value;
        assert!(known.windows(2).all(falling));
        assert!(Arc::ptr_eq(&tracker.after(&turns[..2]), &known[2]));
        assert!(Arc::ptr_eq(&tracker.after(&turns), &known[4]));
        tracker.after(&[turns[3]]);
        let again = tracker.after(&turns);
        assert_eq!((again.left, &again.colors), (known[4].left, &known[4].colors));
    }

    #[test]
    fn a_rule_rules_out_colors() {
        let size = "4x6".parse().unwrap();
        let prior = CandidatePrior::of_rule(&AbColor, size).unwrap();
        let colors = &Tracker::new(prior, Arc::new(AbColor), size, 1).after(&[]).colors;
        let c = Color::new(2).unwrap();
        assert_eq!((colors.of(0, Color::A), colors.of(0, c)), (Possibility::Possible, Possibility::RuledOut));
    }

    #[test]
    fn large_boards_of_a_rule_with_too_many_codes() {
        let size: Size = "20x26".parse().unwrap();
        assert!(CandidatePrior::of_rule(&TwoColor, size).is_none());
        let secret: Code = "QZQZZZQQQZZQZQZQZQZQ".parse().unwrap();
        let turn = |guess: Code| Turn::new(guess, &secret);
        let turns = [turn(Code::uniform(size, Color::A)), turn("QQQQQQQQQQZZZZZZZZZZ".parse().unwrap())];
        let mut tracker = Tracker::new(CandidatePrior::all_codes(), Arc::new(TwoColor), size, 1);
        assert_eq!(tracker.after(&[]).colors.of(0, Color::A), Possibility::Possible);
        let known = tracker.after(&turns);
        let colors = &known.colors;
        assert_eq!(colors.of(0, Color::A), Possibility::RuledOut);
        let q = Color::from_letter('Q').unwrap();
        assert!(matches!(colors.of(0, q), Possibility::Possible | Possibility::Sure));
        assert!(colors.has_candidate() && !colors.is_contradiction());
        assert!(
            !known.is_upper_bound && known.left.is_some_and(|left| left.relative_error() < 0.5),
            "{:?}",
            known.left
        );
    }

    #[test]
    fn contradictions_are_found() {
        let size: Size = "20x26".parse().unwrap();
        let guess = Code::uniform(size, Color::A);
        let turns = [0, 1].map(|black| Turn { guess, feedback: scsa::Feedback::new(black, 0) });
        let known = of_all("20x26").after(&turns);
        assert!(known.colors.is_contradiction() && !known.colors.has_candidate());
        assert_eq!(known.left, Some(Figure::exact(0.0)));
    }
}
