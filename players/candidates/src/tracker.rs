//! What is known of the secret, turn by turn.

use crate::{
    figure::Figure,
    order::Order,
    possible_colors::PossibleColors,
    prior::CandidatePrior,
    response_counts::consistent_codes,
    sampled::{LEVEL, SAMPLES, Sample, mean, recaptured},
};
use posterior::{Effort, Posterior, PriorModel};
use rayon::prelude::*;
use scsa::{Code, Rng, Scsa, Size, Turn, algorithms::InsertColors, is_consistent};
use std::{fmt, sync::Arc};

/// Boards of up to that many codes are listed: a million.
const LISTED: u64 = 1 << 20;
/// The most states of the dynamic program on other boards. They take 0.1 to 0.4 s, and some 100 bytes each.
const STATES: usize = 1 << 18;
/// After a turn that needed more states, the next one is counted if fewer codes are left.
const FEW: f64 = 1e10;

/// What is known of the secret after some turns.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The number of candidates. `None` if it is not known.
    pub left: Option<Figure>,
    /// The colors that the pegs can still have.
    pub colors: PossibleColors,
}

/// Finds what is known of the secret, turn by turn: a turn more takes the work of one turn, and turns that are taken back take none.
///
/// It is exact where the codes of the prior are listed, for boards of up to 2^20 codes, and where the dynamic program of
/// [`response_counts`](crate::response_counts()) needs few states. Otherwise samples of candidates show the number and what is possible,
/// and a search shows what is ruled out; what neither shows within a budget of work is unknown. A turn takes 0.05 to 0.4 s at
/// 20x26. The same turns in the same order give the same result.
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
    known: Arc<Knowledge>,
    /// Samples of the consistent codes, where something was estimated.
    samplers: Option<Vec<Sampler>>,
}

/// A sample of the consistent codes that goes on from turn to turn.
#[derive(Clone)]
struct Sampler {
    model: Arc<PriorModel>,
    order: Order,
    /// The turns in that order.
    turns: Vec<Turn>,
    posterior: Posterior,
    rng: Rng,
}

impl Tracker {
    /// What is known if the secret is a code of the prior and of the rule. The rule is that of the codemaker where its codes are too many
    /// to list; then the prior is [all codes](CandidatePrior::all_codes), and numbers are upper bounds.
    #[must_use]
    pub fn new(prior: CandidatePrior, rule: Arc<dyn Scsa>, size: Size, seed: u64) -> Tracker {
        let is_every_code = CandidatePrior::is_of_all_codes(&*rule);
        Tracker { prior, rule, size, seed, is_every_code, levels: Vec::new() }
    }

    /// What is known after these turns.
    ///
    /// # Panics
    /// When a guess is not legal at the size.
    pub fn after(&mut self, turns: &[Turn]) -> Arc<Knowledge> {
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
            let known = Knowledge { left: Some(Figure::exact(count as f64)), colors };
            Level { turn, known: Arc::new(known), samplers: None }
        };
        let consistent = |code: &Code| is_consistent(code, turns);
        if let Some(codes) = self.prior.listed() {
            return exact(PossibleColors::of_codes(size, codes.iter().map(|(code, _)| *code).filter(consistent)));
        }
        if self.is_every_code && size.count_at_most(LISTED).is_some() {
            return exact(PossibleColors::of_codes(size, size.codes().filter(consistent)));
        }
        let is_promising = |before: &Level| {
            before.known.left.is_some_and(|left| (left.is_exact() && before.samplers.is_none()) || left.value < FEW)
        };
        let counted = match self.levels.last() {
            Some(before) if !is_promising(before) => None,
            _ => consistent_codes(size, turns, STATES),
        };
        match counted {
            Some((count, colors)) if self.is_every_code => {
                let known = Knowledge { left: Some(Figure::exact(count)), colors: PossibleColors::exact(size, colors) };
                Level { turn, known: Arc::new(known), samplers: None }
            }
            counted => self.estimate(turns, counted),
        }
    }

    /// The level after these turns, from samples. `counted` is the number of consistent codes with their colors, if it is known.
    fn estimate(&self, turns: &[Turn], counted: Option<(f64, Vec<u32>)>) -> Level {
        let before = turns.len().checked_sub(1).map(|before| self.samplers(before));
        let mut samplers = before.clone().unwrap_or_else(|| self.initial());
        if let Some(turn) = turns.last() {
            samplers.par_iter_mut().for_each(|sampler| sampler.push(turn));
        }
        let samples: Vec<Sample> = samplers.iter().map(Sampler::candidates).collect();
        let (count, colors) = counted.unzip();
        let left = count.map(Figure::exact).or_else(|| {
            let share = |turn: &Turn| {
                let share = |sampler: &Sampler| -> f64 {
                    let consistent = sampler.candidates().into_iter().filter(|(code, _)| turn.is_consistent_with(code));
                    consistent.map(|(_, weight)| weight).sum()
                };
                Some(mean(before.as_ref()?.iter().take(SAMPLES).map(share))).filter(|share| share.value > 0.0)
            };
            let product = turns.last().and_then(share).and_then(|share| {
                let before = self.levels.last()?.known.left?;
                let value = (before.value * share.value).max(1.0);
                Some(Figure::estimate(value, value * before.relative_error().hypot(share.relative_error())))
            });
            // One of the rule, if there is one, says nothing of the number of all codes.
            let of_all = || samples.iter().take(SAMPLES);
            let found = || of_all().filter(|sample| !sample.is_empty()).cloned().collect::<Vec<_>>();
            let recaptured =
                Some(found()).filter(|found| 2 * found.len() > SAMPLES).and_then(|found| recaptured(&found));
            let figures = product.into_iter().chain(recaptured);
            figures.min_by(|a, b| a.relative_error().total_cmp(&b.relative_error()))
        });
        let is_possible = |code: &Code| {
            is_consistent(code, turns) && (self.is_every_code || self.rule.probability(self.size, code) > 0.0)
        };
        let codes = samples.iter().flatten().map(|(code, _)| *code).filter(is_possible);
        let colors = PossibleColors::searched(self.size, turns, colors, codes, self.is_every_code);
        let left = if colors.is_contradiction() { Some(Figure::exact(0.0)) } else { left };
        Level { turn: turns.last().copied(), known: Arc::new(Knowledge { left, colors }), samplers: Some(samplers) }
    }

    /// The samples after that many of the turns.
    fn samplers(&self, turns: usize) -> Vec<Sampler> {
        let last = self.levels[..=turns].iter().rposition(|level| level.samplers.is_some());
        let known = last.and_then(|last| self.levels[last].samplers.clone());
        let mut samplers = known.unwrap_or_else(|| self.initial());
        let missing: Vec<Turn> =
            self.levels[last.map_or(0, |last| last + 1)..=turns].iter().filter_map(|level| level.turn).collect();
        samplers.par_iter_mut().for_each(|sampler| missing.iter().for_each(|turn| sampler.push(turn)));
        samplers
    }

    /// The samples before the first turn.
    fn initial(&self) -> Vec<Sampler> {
        let effort = Effort { max_enumerated: 0, ..Effort::level(LEVEL) };
        let sampler = |model: &Arc<PriorModel>, number: usize, is_ordered: bool| {
            let mut rng = Rng::new(u128::from(self.seed) << 32 | number as u128);
            // The first candidates of a model are always the same: in another order of the pegs and the colors they are independent.
            let order = if is_ordered { Order::random(self.size, &mut rng) } else { Order::identity(self.size) };
            Sampler { model: Arc::clone(model), order, turns: Vec::new(), posterior: model.initial_posterior(), rng }
        };
        let all = Arc::new(PriorModel::new(Arc::new(InsertColors), self.size, effort));
        let mut samplers: Vec<Sampler> = (0..SAMPLES).map(|number| sampler(&all, number, true)).collect();
        if !self.is_every_code {
            // The codes of the rule are a small part of all codes. They show what is possible.
            let of_rule = Arc::new(PriorModel::new(Arc::clone(&self.rule), self.size, effort));
            samplers.push(sampler(&of_rule, SAMPLES, false));
        }
        samplers
    }
}

impl fmt::Debug for Tracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tracker").field("rule", &self.rule).field("size", &self.size).finish_non_exhaustive()
    }
}

impl Sampler {
    fn push(&mut self, turn: &Turn) {
        self.turns.push(Turn { guess: self.order.apply(&turn.guess), ..*turn });
        self.posterior.update(&self.model, &self.turns, &mut self.rng);
    }

    /// The sample in the order of the game. Empty if no code was found.
    fn candidates(&self) -> Sample {
        let mut codes = self.posterior.candidates();
        for (code, _) in &mut codes {
            *code = self.order.undo(code);
        }
        codes.sort_unstable_by_key(|(code, _)| *code);
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::count_left, possible_colors::Possibility};
    use scsa::{
        Color,
        algorithms::{AbColor, TwoColor},
    };

    fn of_all(size: &str) -> Tracker {
        Tracker::new(CandidatePrior::all_codes(), Arc::new(InsertColors), size.parse().unwrap(), 1)
    }

    fn random_turns(size: Size, number: usize, rng: &mut Rng) -> Vec<Turn> {
        let secret = Code::from_fn(size, |_| rng.color(size.colors()));
        let guesses = (0..number).map(|_| Code::from_fn(size, |_| rng.color(size.colors())));
        guesses.map(|guess| Turn { guess, feedback: secret.feedback(&guess) }).collect()
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
        let known: Vec<Arc<Knowledge>> = (0..=4).map(|number| tracker.after(&turns[..number])).collect();
        assert!(
            known[4].left.is_some_and(|left| !left.is_exact() && left.relative_error() < 0.5),
            "{:?}",
            known[4].left
        );
        let falling = |pair: &[Arc<Knowledge>]| pair[0].left.unwrap().value > pair[1].left.unwrap().value;
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
        let turn = |guess: Code| Turn { guess, feedback: secret.feedback(&guess) };
        let turns = [turn(Code::uniform(size, Color::A)), turn("QQQQQQQQQQZZZZZZZZZZ".parse().unwrap())];
        let known = Tracker::new(CandidatePrior::all_codes(), Arc::new(TwoColor), size, 1).after(&turns);
        let colors = &known.colors;
        assert_eq!(colors.of(0, Color::A), Possibility::RuledOut);
        let q = Color::from_letter('Q').unwrap();
        assert!(matches!(colors.of(0, q), Possibility::Possible | Possibility::Sure));
        assert!(colors.has_candidate() && !colors.is_contradiction());
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
