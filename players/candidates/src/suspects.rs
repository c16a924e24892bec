//! Which answer of a game is most likely mistyped.

use crate::{CountEstimator, figure::Figure, prior::CandidatePrior, response_counts::response_counts};
use rayon::prelude::*;
use scsa::{Code, Feedback, Scsa, Size, Turn};
use std::{collections::BTreeMap, sync::Arc};

/// Boards of up to that many codes are listed when more than one answer must be wrong: a million.
const LISTED: u64 = 1 << 20;
/// Boards of up to that many codes are counted where that takes few states: a trillion, as 10x16.
const COUNTED: u64 = 1 << 40;
/// The most states of the dynamic program. They take 0.1 to 0.4 s.
const STATES: usize = 1 << 18;
/// The particles of a population of the estimator.
const PARTICLES: usize = 512;
/// The probability of a second mistake, as a part of that of the first.
const NEXT_MISTAKE: f64 = 0.02;

/// The answer of a turn that may be mistyped.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// The index of the turn, from 0.
    pub turn: usize,
    /// The probability that the answer of this turn is mistyped.
    pub probability: f64,
    /// The answers that may have been meant, at least one. The most likely comes first.
    pub corrections: Vec<Correction>,
}

/// An answer that may have been meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// The answer.
    pub meant: Feedback,
    /// The number of codes that are left with that answer. `None` if it is not known, or another answer is wrong, too.
    pub left: Option<Figure>,
    /// The probability that it was meant.
    pub probability: f64,
}

impl Suspect {
    /// The answer that was most likely meant.
    #[must_use]
    pub fn first(&self) -> &Correction {
        &self.corrections[0]
    }

    /// A turn with these corrections, in any order. None without any.
    fn new(turn: usize, mut corrections: Vec<Correction>) -> Option<Suspect> {
        // Of equals the lowest answer.
        corrections.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.meant.cmp(&b.meant)));
        let probability = corrections.iter().map(|correction| correction.probability).sum();
        (!corrections.is_empty()).then_some(Suspect { turn, probability, corrections })
    }
}

/// The answers of a game that may be mistyped, given that some are: no code of the prior gives them all. The most likely comes first.
///
/// The probability that an answer is typed where another one is meant is taken to be proportional to
///
/// - 1 if one number is off by one, both are swapped, or all white pegs are forgotten;
/// - ½ if some white pegs are forgotten, the black pegs are counted as white ones, too, or one peg is taken for the other color;
/// - ½ · ¼ᵏ if k more pegs are taken for the other color;
/// - 8¹⁻ᵈ if the numbers are off by d in total, and at least 1/200 if only one of them is wrong.
///
/// Then Bayes' theorem gives the probability that a turn is mistyped from the probabilities of the codes that each meant answer leaves.
///
/// At most one mistake is assumed where that explains the answers. Otherwise the probabilities are those of being one of several
/// mistakes.
///
/// Codes of a list are filtered, all codes of a size are counted, as [`analyze`](crate::analyze()) does. Where both take too much work,
/// populations of codes that follow the turns are taken for samples ([`CountEstimator`]), which takes about a second after ten turns at
/// 20x26. `rule` is the rule of the codemaker.
///
/// # Panics
/// When a guess is not legal at the size.
///
/// ```
/// use candidates::{CandidatePrior, suspects};
/// use scsa::{Feedback, Turn, algorithms::InsertColors};
/// use std::sync::Arc;
/// let turn = |guess: &str, black, white| Turn { guess: guess.parse().unwrap(), feedback: Feedback::new(black, white) };
/// // The same guess got another answer.
/// let turns = [turn("AABB", 1, 1), turn("AABB", 1, 2), turn("AABB", 1, 1)];
/// let suspects = suspects(&CandidatePrior::all_codes(), Arc::new(InsertColors), "4x6".parse()?, &turns, 1);
/// assert_eq!((suspects[0].turn, suspects[0].first().meant), (1, Feedback::new(1, 1)));
/// # Ok::<(), scsa::SizeError>(())
/// ```
#[must_use]
pub fn suspects(prior: &CandidatePrior, rule: Arc<dyn Scsa>, size: Size, turns: &[Turn], seed: u64) -> Vec<Suspect> {
    let game = InconsistentGame { prior, rule, size, turns, seed };
    let mut suspects: Vec<Suspect> = (0..turns.len()).into_par_iter().filter_map(|turn| game.single(turn)).collect();
    if suspects.is_empty() {
        suspects = game.several();
    }
    // They exclude each other only where one explains all.
    if suspects.iter().any(|suspect| suspect.first().left.is_some()) {
        let total: f64 = suspects.iter().map(|suspect| suspect.probability).sum();
        for suspect in &mut suspects {
            suspect.probability /= total;
            suspect.corrections.iter_mut().for_each(|correction| correction.probability /= total);
        }
    }
    // The last of equals: it was typed last, and can be looked up on the board.
    suspects.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(b.turn.cmp(&a.turn)));
    suspects
}

/// The least likelihood of an answer with one wrong number: any key may be hit.
const WRONG_KEY: f64 = 0.005;

/// How likely an answer is typed in place of the one that is meant, not normalized; 1 where they are equal.
fn slip(meant: Feedback, typed: Feedback) -> f64 {
    let (black, white) = (meant.black().abs_diff(typed.black()), meant.white().abs_diff(typed.white()));
    let is_swapped = (meant.black(), meant.white()) == (typed.white(), typed.black());
    match black + white {
        0 | 1 => 1.0,
        _ if is_swapped => 1.0,
        _ if black == 0 && typed.white() == 0 => 1.0,
        _ if black == 0 && (typed.white() < meant.white() || typed.white() == meant.total()) => 0.5,
        _ if meant.total() == typed.total() => 0.5 * 0.25_f64.powi(black as i32 - 1),
        distance => {
            let least = if black == 0 || white == 0 { WRONG_KEY } else { 0.0 };
            0.125_f64.powi(distance as i32 - 1).max(least)
        }
    }
}

struct InconsistentGame<'a> {
    prior: &'a CandidatePrior,
    rule: Arc<dyn Scsa>,
    size: Size,
    turns: &'a [Turn],
    seed: u64,
}

impl InconsistentGame<'_> {
    /// A turn as the only mistake, if some answer there leaves a code. The probability is not normalized.
    fn single(&self, turn: usize) -> Option<Suspect> {
        let typed = self.turns[turn].feedback;
        let mut others = self.turns.to_vec();
        others.remove(turn);
        let responses = self.responses(&others, &self.turns[turn].guess).into_iter();
        let corrections = responses.filter(|(meant, _)| *meant != typed).map(|(meant, (mass, left))| Correction {
            meant,
            left: Some(left),
            probability: mass * slip(meant, typed),
        });
        Suspect::new(turn, corrections.collect())
    }

    /// The answers that the guess gets from codes that are consistent with the turns: for each the sum of the probabilities of these
    /// codes, not normalized, and their number.
    fn responses(&self, turns: &[Turn], guess: &Code) -> BTreeMap<Feedback, (f64, Figure)> {
        let mut responses: BTreeMap<Feedback, (f64, f64)> = BTreeMap::new();
        let mut add = |response: Feedback, mass: f64| {
            let (sum, count) = responses.entry(response).or_default();
            *sum += mass;
            *count += 1.0;
        };
        let all_exact = |responses: BTreeMap<Feedback, (f64, f64)>| {
            responses.into_iter().map(|(response, (mass, count))| (response, (mass, Figure::exact(count)))).collect()
        };
        if let Some(codes) = self.prior.listed() {
            for (code, mass) in codes.iter().filter(|(code, _)| scsa::is_consistent(code, turns)) {
                add(guess.feedback(code), *mass);
            }
            return all_exact(responses);
        }
        let is_counted = self.size.count_at_most(COUNTED).is_some();
        if let Some(counts) = is_counted.then(|| response_counts(self.size, turns, guess, STATES)).flatten() {
            let found = Feedback::all(self.size.pegs()).map(|response| (response, counts.count(response)));
            let found = found.filter(|(_, count)| *count > 0.0);
            return found.map(|(response, count)| (response, (count, Figure::exact(count)))).collect();
        }
        let estimator = self.estimator(turns);
        let (samples, left) = (estimator.consistent(), estimator.count());
        let Some(left) = left else { return BTreeMap::new() };
        let each = left.value / samples.len() as f64;
        for code in &samples {
            add(guess.feedback(code), each * self.rule.probability(self.size, code));
        }
        let estimate = |count: f64| {
            let value = (each * count).max(1.0);
            Figure::estimate(value, value * left.relative_error().hypot(count.sqrt().recip()))
        };
        responses.into_iter().map(|(response, (mass, count))| (response, (mass, estimate(count)))).collect()
    }

    /// Codes of the rule that follow the turns.
    fn estimator(&self, turns: &[Turn]) -> CountEstimator {
        let mut estimator = CountEstimator::new(&self.rule, self.size, PARTICLES, self.seed);
        turns.iter().for_each(|turn| estimator.push(turn));
        estimator
    }

    /// The turns as one of several mistakes.
    fn several(&self) -> Vec<Suspect> {
        let pegs = self.size.pegs();
        let mut of_turn: Vec<BTreeMap<Feedback, f64>> = vec![BTreeMap::new(); self.turns.len()];
        let mut total = 0.0;
        let mut visit = |code: &Code, mass: f64| {
            let answers: Vec<Feedback> = self.turns.iter().map(|turn| turn.guess.feedback(code)).collect();
            let mistakes = answers.iter().zip(self.turns).filter(|(meant, turn)| **meant != turn.feedback);
            let weight = mistakes
                .clone()
                .fold(mass, |weight, (meant, turn)| weight * NEXT_MISTAKE * slip(*meant, turn.feedback));
            total += weight;
            for ((meant, turn), sums) in answers.iter().zip(self.turns).zip(&mut of_turn) {
                if *meant != turn.feedback {
                    *sums.entry(*meant).or_default() += weight;
                }
            }
        };
        match self.prior.listed() {
            Some(codes) => codes.iter().for_each(|(code, mass)| visit(code, *mass)),
            None if self.size.count_at_most(LISTED).is_some() => self.size.codes().for_each(|code| visit(&code, 1.0)),
            None => {
                for (code, weight) in self.estimator(self.turns).weighted() {
                    visit(&code, weight * self.rule.probability(self.size, &code));
                }
            }
        }
        if total == 0.0 {
            return Vec::new();
        }
        debug_assert!(of_turn.iter().flat_map(BTreeMap::keys).all(|answer| answer.total() <= pegs));
        let correction = |(&meant, &sum): (&Feedback, &f64)| Correction { meant, left: None, probability: sum / total };
        let corrections = of_turn.iter().map(|sums| sums.iter().map(correction).collect());
        corrections.enumerate().filter_map(|(turn, corrections)| Suspect::new(turn, corrections)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{
        Rng,
        algorithms::{InsertColors, OnlyOnce},
        is_consistent,
    };

    fn feedback(black: u8, white: u8) -> Feedback {
        Feedback::new(black, white)
    }

    /// All games in which one answer of another code is put in: the turns that explain the contradiction alone are those of brute force,
    /// with the same numbers of codes and the same probabilities.
    #[test]
    fn suspects_are_those_of_brute_force() {
        let mut rng = Rng::new(9);
        let mut contradictions = 0;
        for (text, is_only_once) in [("4x6", false), ("4x6", true), ("5x4", false), ("3x9", false)] {
            let size: Size = text.parse().unwrap();
            let all: Vec<Code> = size.codes().filter(|code| !is_only_once || code.distinct() == size.pegs()).collect();
            let (prior, rule): (_, Arc<dyn Scsa>) = match is_only_once {
                true => (CandidatePrior::of_rule(&OnlyOnce, size).unwrap(), Arc::new(OnlyOnce)),
                false => (CandidatePrior::all_codes(), Arc::new(InsertColors)),
            };
            for _ in 0..40 {
                let draw = |rng: &mut Rng| all[rng.below(all.len())];
                let (secret, other) = (draw(&mut rng), draw(&mut rng));
                let mut turns: Vec<Turn> = Vec::new();
                for _ in 0..5 {
                    let guess = draw(&mut rng);
                    turns.push(Turn::new(guess, &secret));
                }
                let wrong = rng.below(turns.len());
                turns[wrong].feedback = turns[wrong].guess.feedback(&other);
                if all.iter().any(|code| is_consistent(code, &turns)) {
                    continue;
                }
                contradictions += 1;
                let found = suspects(&prior, Arc::clone(&rule), size, &turns, 1);
                assert!(found.is_sorted_by(|a, b| a.probability >= b.probability));
                let sum: f64 = found.iter().map(|suspect| suspect.probability).sum();
                assert!((sum - 1.0).abs() < 1e-9);
                let weight = |turn: usize| -> f64 {
                    let is_only_mistake = |code: &&Code| {
                        turns.iter().enumerate().all(|(index, one)| (index == turn) != one.is_consistent_with(code))
                    };
                    let meant = |code: &Code| turns[turn].guess.feedback(code);
                    all.iter().filter(is_only_mistake).map(|code| slip(meant(code), turns[turn].feedback)).sum()
                };
                let total: f64 = (0..turns.len()).map(weight).sum();
                for turn in 0..turns.len() {
                    let suspect = found.iter().find(|suspect| suspect.turn == turn);
                    let probability = suspect.map_or(0.0, |suspect| suspect.probability);
                    assert!((probability - weight(turn) / total).abs() < 1e-9, "{turns:?} {turn}");
                    if let Some(suspect) = suspect {
                        let mut corrected = turns.clone();
                        for correction in &suspect.corrections {
                            corrected[turn].feedback = correction.meant;
                            let left = all.iter().filter(|code| is_consistent(code, &corrected)).count();
                            assert_eq!(correction.left, Some(Figure::exact(left as f64)));
                            assert!(left > 0);
                        }
                    }
                }
                assert!(found.iter().any(|suspect| suspect.turn == wrong), "the mistake explains the contradiction");
            }
        }
        assert!(contradictions > 60, "{contradictions}");
    }

    /// What a person can type where an answer is meant, by the kind of the mistake.
    fn mistakes(meant: Feedback) -> Vec<(&'static str, Feedback)> {
        let (black, white) = (meant.black() as u8, meant.white() as u8);
        let mut typed = vec![
            ("swapped", feedback(white, black)),
            ("one more black", feedback(black + 1, white)),
            ("one more white", feedback(black, white + 1)),
            ("black counted as white, too", feedback(black, white + black)),
        ];
        typed.extend((0..white).map(|left| ("forgotten white", feedback(black, left))));
        if black > 0 {
            typed.extend([
                ("one black fewer", feedback(black - 1, white)),
                ("black as white", feedback(black - 1, white + 1)),
            ]);
        }
        if white > 0 {
            typed.push(("white as black", feedback(black + 1, white - 1)));
        }
        typed.retain(|(_, typed)| *typed != meant);
        typed
    }

    /// With one answer mistaken, in each way in which a person can be: where the answers contradict each other, the turn is named first
    /// in most cases, and the right answer is nearly always among the first three of the first three turns.
    #[test]
    fn the_first_suspect_is_mostly_the_mistake() {
        let mut rng = Rng::new(5);
        let mut of_kind: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
        for text in ["4x6", "5x8"] {
            let size: Size = text.parse().unwrap();
            for _ in 0..60 {
                let random = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(size.colors()));
                let secret = random(&mut rng);
                let turns: Vec<Turn> = (0..6).map(|_| Turn::new(random(&mut rng), &secret)).collect();
                let wrong = rng.below(turns.len());
                let meant = turns[wrong].feedback;
                for (kind, typed) in mistakes(meant) {
                    let mut turns = turns.clone();
                    turns[wrong].feedback = typed;
                    if typed.total() > size.pegs() || size.codes().any(|code| is_consistent(&code, &turns)) {
                        continue;
                    }
                    let found = suspects(&CandidatePrior::all_codes(), Arc::new(InsertColors), size, &turns, 1);
                    let [contradictions, first, named] = of_kind.entry(kind).or_default();
                    *contradictions += 1;
                    *first += usize::from(found.first().is_some_and(|suspect| suspect.turn == wrong));
                    let is_right = |suspect: &Suspect| {
                        let mut corrections = suspect.corrections.iter().take(3);
                        suspect.turn == wrong && corrections.any(|correction| correction.meant == meant)
                    };
                    *named += usize::from(found.iter().take(3).any(is_right));
                }
            }
        }
        assert_eq!(of_kind.len(), 8);
        for (kind, [contradictions, first, named]) in of_kind {
            assert!(contradictions >= 20 && 2 * first > contradictions, "{kind}: {first} of {contradictions}");
            assert!(10 * named >= 9 * contradictions, "{kind}: {named} of {contradictions}");
        }
    }

    /// A person who forgot the white pegs of the second turn.
    #[test]
    fn forgotten_white_pegs_are_found() {
        let turns = [("ABCDE", 0, 5), ("DEACB", 1, 0)]
            .map(|(guess, black, white)| Turn { guess: guess.parse().unwrap(), feedback: feedback(black, white) });
        let found = suspects(&CandidatePrior::all_codes(), Arc::new(InsertColors), "5x8".parse().unwrap(), &turns, 1);
        assert_eq!((found[0].turn, found[0].first().meant), (1, feedback(1, 4)), "{found:?}");
    }

    #[test]
    fn likely_slips_weigh_more() {
        let typed = feedback(1, 2);
        assert_eq!(slip(feedback(2, 1), typed), 1.0, "swapped");
        assert_eq!(slip(feedback(1, 1), typed), 1.0, "one off");
        assert_eq!(slip(feedback(1, 4), feedback(1, 0)), 1.0, "all white pegs forgotten");
        assert_eq!(slip(feedback(1, 4), feedback(1, 2)), 0.5, "some white pegs forgotten");
        assert_eq!(slip(feedback(2, 1), feedback(2, 3)), 0.5, "black pegs counted as white, too");
        assert_eq!(slip(feedback(3, 0), feedback(2, 1)), 0.5, "a black peg counted as white");
        assert_eq!(slip(feedback(0, 1), feedback(0, 5)), WRONG_KEY);
        assert_eq!(slip(feedback(0, 0), typed), 1.0 / 64.0);
    }

    #[test]
    fn several_mistakes_are_named_where_one_does_not_explain_the_answers() {
        let size: Size = "4x6".parse().unwrap();
        // Every one of these says that all pegs have its color.
        let turns: Vec<Turn> = ["AAAA", "BBBB", "CCCC"]
            .map(|guess| Turn { guess: guess.parse().unwrap(), feedback: feedback(4, 0) })
            .to_vec();
        let found = suspects(&CandidatePrior::all_codes(), Arc::new(InsertColors), size, &turns, 1);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|suspect| suspect.first().left.is_none() && suspect.probability > 0.5), "{found:?}");
    }

    /// Also where codes cannot be listed.
    #[test]
    #[ignore = "takes 5 s: cargo test -p candidates --lib suspects:: -- --ignored"]
    fn several_mistakes_are_named_at_large_sizes() {
        let size: Size = "20x26".parse().unwrap();
        let mut rng = Rng::new(2);
        let random = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(26));
        let secret = random(&mut rng);
        let mut turns: Vec<Turn> = (0..6)
            .map(|_| random(&mut rng))
            .chain(size.palette().take(8).map(|color| Code::uniform(size, color)))
            .map(|guess| Turn::new(guess, &secret))
            .collect();
        // White pegs of a guess of one color: no code gives any, in two turns.
        for turn in [7, 9] {
            turns[turn].feedback = feedback(turns[turn].feedback.black() as u8, 1);
        }
        let found = suspects(&CandidatePrior::all_codes(), Arc::new(InsertColors), size, &turns, 1);
        let mut first: Vec<usize> = found.iter().take(2).map(|suspect| suspect.turn).collect();
        first.sort_unstable();
        assert_eq!(first, [7, 9], "{found:?}");
        assert!(found.iter().all(|suspect| suspect.first().left.is_none()) && found[1].probability > 0.9, "{found:?}");
    }

    /// Where nothing can be counted, samples show the mistake.
    #[test]
    fn mistakes_are_found_at_large_sizes() {
        let size: Size = "20x26".parse().unwrap();
        let mut rng = Rng::new(8);
        let random = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(26));
        let secret = random(&mut rng);
        let mut turns: Vec<Turn> = (0..4).map(|_| random(&mut rng)).map(|guess| Turn::new(guess, &secret)).collect();
        let uniform = Code::uniform(size, scsa::Color::A);
        turns.push(Turn { guess: uniform, feedback: feedback(secret.count(scsa::Color::A) as u8, 1) });
        let found = suspects(&CandidatePrior::all_codes(), Arc::new(InsertColors), size, &turns, 1);
        assert_eq!(found.first().map(|suspect| suspect.turn), Some(4), "{found:?}");
    }
}
