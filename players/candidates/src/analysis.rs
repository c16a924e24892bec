//! The figures of every turn of a game.

use crate::{
    figure::Figure,
    prior::CandidatePrior,
    response_counts::{ResponseCounts, response_counts},
    responses::Responses,
    sampled::{SampledTurn, sample_turns},
};
use scsa::{Code, Size, Turn, is_consistent};

/// A board of up to that many codes is always counted exactly: 2^22.
const SMALL_BOARD: u64 = 1 << 22;
/// The most states of the dynamic program on such a board. Each code has at most two.
const SMALL_STATES: usize = 1 << 23;
/// The most states on other boards. They take 0.1 to 0.4 s.
const STATES: usize = 1 << 18;

/// What a guess is worth before its feedback is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuessFigures {
    /// The guess.
    pub guess: Code,
    /// The expected information, in bits: the entropy of the response. `None` if it is not known.
    pub expected: Option<Figure>,
    /// Whether the guess is a candidate, so that it may be the secret.
    pub is_candidate: bool,
}

/// The figures of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnFigures {
    /// The number of candidates before the turn. `None` if it is not known.
    pub before: Option<Figure>,
    /// The number of candidates after the turn. `None` if it is not known.
    pub after: Option<Figure>,
    /// The information that the feedback gave, in bits: −log₂ of its probability. `None` if it is not known.
    pub information: Option<Figure>,
    /// The guess.
    pub guess: GuessFigures,
    /// The guess that a reference player makes with the same turns.
    pub reference: Option<GuessFigures>,
    /// The first turn with the same guess, counted from 1, if there is one before this.
    pub repeats: Option<usize>,
}

/// The figures of every turn of a game. `references` has the guess of a reference player for each of the turns, or `None` where it
/// makes none.
///
/// Exact figures take up to some tenths of a second a turn. If some cannot be exact, samples are drawn, which takes about a second a
/// game at 20x26. Samples follow from `seed`; estimates are reproducible.
///
/// # Panics
/// When a guess is not legal at the size.
#[must_use]
pub fn analyze(
    prior: &CandidatePrior,
    size: Size,
    turns: &[Turn],
    references: &[Option<Code>],
    seed: u64,
) -> Vec<TurnFigures> {
    let game = AnalyzedGame { prior, size, turns, references };
    match prior.listed() {
        Some(codes) => game.by_list(codes),
        None => game.by_counting(seed),
    }
}

/// The number of candidates after some turns: exact or estimated, as [`analyze`] finds it. `None` if it is not known. It costs what
/// [`analyze`] costs.
///
/// ```
/// use candidates::{CandidatePrior, Figure, count_left};
/// use scsa::{Feedback, Turn};
/// let turn = Turn { guess: "AABB".parse()?, feedback: Feedback::new(1, 0) };
/// let left = count_left(&CandidatePrior::all_codes(), "4x6".parse()?, &[turn], 1);
/// assert_eq!(left, Some(Figure::exact(256.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When a guess is not legal at the size.
#[must_use]
pub fn count_left(prior: &CandidatePrior, size: Size, turns: &[Turn], seed: u64) -> Option<Figure> {
    match analyze(prior, size, turns, &[], seed).last() {
        Some(last) => last.after,
        None => Some(Figure::exact(prior.count(size))),
    }
}

struct AnalyzedGame<'a> {
    prior: &'a CandidatePrior,
    size: Size,
    turns: &'a [Turn],
    references: &'a [Option<Code>],
}

impl AnalyzedGame<'_> {
    /// The figures from a list of all codes with their probabilities.
    fn by_list(&self, codes: &[(Code, f64)]) -> Vec<TurnFigures> {
        let mut candidates = codes.to_vec();
        (0..self.turns.len())
            .map(|number| {
                let turn = self.turns[number];
                let responses = |guess: &Code| {
                    let mut responses = Responses::default();
                    for (code, probability) in &candidates {
                        responses.add(guess.feedback(code), *probability);
                    }
                    responses
                };
                let (of_guess, of_reference) = (responses(&turn.guess), self.reference(number).map(responses));
                let before = candidates.len();
                candidates.retain(|(code, _)| turn.is_consistent_with(code));
                let probability = of_guess.weight(turn.feedback) / of_guess.total();
                let exact = |responses: &Responses| Some(Figure::exact(responses.entropy()));
                self.figures(
                    number,
                    [before, candidates.len()].map(|count| Some(Figure::exact(count as f64))),
                    (probability > 0.0).then(|| Figure::exact(bits(probability.recip()))),
                    exact(&of_guess),
                    of_reference.as_ref().and_then(exact),
                )
            })
            .collect()
    }

    /// The figures with all codes of the size, each as likely as any other.
    fn by_counting(&self, seed: u64) -> Vec<TurnFigures> {
        let turns = self.turns.len();
        let counted = self.counted_turns();
        // Before every turn, and after the last.
        let mut exact: Vec<Option<f64>> = vec![None; turns + 1];
        exact[0] = Some(self.prior.count(self.size));
        for (number, (counts, turn)) in counted.iter().zip(self.turns).enumerate() {
            let total = counts.iter().flatten().map(ResponseCounts::total).next();
            exact[number] = exact[number].or(total);
            exact[number + 1] = counts[0].as_ref().map(|counts| counts.count(turn.feedback));
            if turn.feedback.is_win(self.size) {
                exact[number + 1] = Some(1.0);
            }
        }
        let is_missing = |number: usize| {
            let needed = 1 + usize::from(self.reference(number).is_some());
            exact[number].is_none() || exact[number + 1].is_none() || counted[number].iter().flatten().count() < needed
        };
        let sampled = match (0..turns).rev().find(|number| is_missing(*number)) {
            Some(last) => self.sampled(last + 1, seed),
            None => Vec::new(),
        };
        let sampled = |number: usize| sampled.get(number);
        let counts = self.counts(&exact, sampled);
        (0..turns)
            .map(|number| {
                let expected = |which: usize| {
                    let exact = counted[number][which].as_ref().map(|counts| Figure::exact(counts.entropy()));
                    exact.or_else(|| sampled(number).and_then(|turn| turn.information.get(which).copied()))
                };
                let (before, after) = (counts[number], counts[number + 1]);
                let gain = information(before, after, sampled(number).and_then(|turn| turn.share));
                self.figures(number, [before, after], gain, expected(0), self.reference(number).and(expected(1)))
            })
            .collect()
    }

    /// The turns that can be counted: the first ones, and the last ones, when few codes are left.
    fn counted_turns(&self) -> Vec<[Option<ResponseCounts>; 2]> {
        let turns = self.turns.len();
        let mut counted = vec![[None, None]; turns];
        let first = (0..turns).find(|number| {
            counted[*number] = self.counted(*number);
            counted[*number][0].is_none()
        });
        for number in (first.map_or(turns, |first| first + 1)..turns).rev() {
            counted[number] = self.counted(number);
            if counted[number][0].is_none() {
                break;
            }
        }
        counted
    }

    /// The numbers of codes by their response to the guess and to that of the reference player.
    fn counted(&self, number: usize) -> [Option<ResponseCounts>; 2] {
        let most = if self.size.count_at_most(SMALL_BOARD).is_some() { SMALL_STATES } else { STATES };
        let turn = &self.turns[number];
        let count = |guess: &Code| response_counts(self.size, &self.turns[..number], guess, most);
        let of_guess = count(&turn.guess);
        let of_reference = match (self.reference(number), &of_guess) {
            (Some(guess), Some(_)) if *guess != turn.guess => count(guess),
            (Some(_), of_guess) => of_guess.clone(),
            (None, _) => None,
        };
        [of_guess, of_reference]
    }

    /// What samples show of the first turns.
    fn sampled(&self, turns: usize, seed: u64) -> Vec<SampledTurn> {
        let guesses = |number: usize| {
            let guess = self.turns[number].guess;
            std::iter::once(guess).chain(self.reference(number).copied()).collect()
        };
        let guesses: Vec<Vec<Code>> = (0..turns).map(guesses).collect();
        sample_turns(self.size, &self.turns[..turns], &guesses, seed)
    }

    /// The numbers of candidates before every turn and after the last: exact, or the better of two estimates. One is from the codes
    /// that samples have in common, the other from a number before or after and the parts that the turns in between left.
    fn counts<'a>(
        &self,
        exact: &[Option<f64>],
        sampled: impl Fn(usize) -> Option<&'a SampledTurn>,
    ) -> Vec<Option<Figure>> {
        let share = |number: usize| sampled(number).and_then(|turn| turn.share);
        let better = |one: Option<Figure>, other: Option<Figure>| {
            one.into_iter().chain(other).min_by(|a, b| a.relative_error().total_cmp(&b.relative_error()))
        };
        let mut counts: Vec<Option<Figure>> = Vec::with_capacity(exact.len());
        for (number, exact) in exact.iter().enumerate() {
            let product = || {
                let (before, share) = (counts.last().copied()??, share(number - 1)?);
                // The secret is a candidate.
                Some(estimate((before.value * share.value).max(1.0), [before, share]))
            };
            let recaptured = || sampled(number)?.recaptured;
            counts.push(exact.map(Figure::exact).or_else(|| better(product(), recaptured())));
        }
        for number in (0..self.turns.len()).rev() {
            let quotient = || {
                let (after, share) = (counts[number + 1]?, share(number)?);
                Some(estimate(after.value / share.value, [after, share]))
            };
            counts[number] = better(counts[number], quotient());
        }
        counts
    }

    fn figures(
        &self,
        number: usize,
        [before, after]: [Option<Figure>; 2],
        information: Option<Figure>,
        expected: Option<Figure>,
        expected_of_reference: Option<Figure>,
    ) -> TurnFigures {
        let earlier = &self.turns[..number];
        let of = |guess: Code, expected| GuessFigures {
            guess,
            expected,
            is_candidate: self.prior.contains(self.size, &guess) && is_consistent(&guess, earlier),
        };
        let guess = self.turns[number].guess;
        TurnFigures {
            before,
            after,
            information,
            guess: of(guess, expected),
            reference: self.reference(number).map(|guess| of(*guess, expected_of_reference)),
            repeats: earlier.iter().position(|turn| turn.guess == guess).map(|index| index + 1),
        }
    }

    fn reference(&self, number: usize) -> Option<&Code> {
        self.references.get(number)?.as_ref()
    }
}

/// The information of a turn with these numbers of candidates before and after it, and with that share of them in samples.
fn information(before: Option<Figure>, after: Option<Figure>, share: Option<Figure>) -> Option<Figure> {
    let of_share =
        || share.map(|share| Figure::estimate(bits(share.value.recip()), bits_of_error(share.relative_error())));
    match (before, after) {
        (Some(before), Some(after)) if before.is_exact() && after.is_exact() => {
            Some(Figure::exact(bits(before.value / after.value)))
        }
        (Some(before), Some(after)) => of_share().or_else(|| {
            let error = before.relative_error().hypot(after.relative_error());
            Some(Figure::estimate(bits(before.value / after.value), bits_of_error(error)))
        }),
        _ => of_share(),
    }
}

/// An estimate that is the product or the quotient of two figures.
fn estimate(value: f64, [one, other]: [Figure; 2]) -> Figure {
    Figure::estimate(value, value * one.relative_error().hypot(other.relative_error()))
}

/// The binary logarithm of a ratio that is at least 1 but for rounding.
fn bits(ratio: f64) -> f64 {
    ratio.log2().max(0.0)
}

/// The standard error of a logarithm, in bits.
fn bits_of_error(relative: f64) -> f64 {
    relative / std::f64::consts::LN_2
}
