//! Which answer of a game is most likely mistyped.

use crate::candidates::{Candidates, Count, Responses};
use rayon::prelude::*;
use scsa::{Response, Turn};

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
    pub meant: Response,
    /// The number of codes that are left with that answer.
    pub left: Count,
    /// The probability that it was meant.
    pub probability: f64,
}

impl Suspect {
    /// The answer that was most likely meant.
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

/// The answers of a game that may be mistyped, given that one is: no candidate gives them all. The most likely comes first. Empty if no
/// single mistake explains the answers.
///
/// The probability that an answer is typed where another one is meant is taken to be proportional to
///
/// - 1 if one number is off by one, both are swapped, or all white pegs are forgotten;
/// - ½ if some white pegs are forgotten, the black pegs are counted as white ones, too, or one peg is taken for the other color;
/// - ½ · ¼ᵏ if k more pegs are taken for the other color;
/// - 8¹⁻ᵈ if the numbers are off by d in total, and at least 1/200 if only one of them is wrong.
///
/// Then Bayes' theorem gives the probability that a turn is mistyped from the probabilities of the codes that each meant answer leaves.
/// Where not all codes can be counted, every turn is taken to leave as many as any other, and the codes that were counted show which
/// answers are how probable. A turn takes up to a second at 20x26.
///
/// # Panics
/// When a guess is not legal in the game.
pub fn suspects(candidates: &Candidates, turns: &[Turn]) -> Vec<Suspect> {
    let single = |turn| Some((turn, meant(candidates, turns, turn)?));
    let mut found: Vec<(usize, Responses)> = (0..turns.len()).into_par_iter().filter_map(single).collect();
    if !found.iter().all(|(_, responses)| responses.is_exact) {
        found.iter_mut().for_each(|(_, responses)| responses.normalize());
    }
    let suspect = |(turn, responses): &(usize, Responses)| {
        let typed = turns[*turn].feedback;
        let correction = |(&meant, &(mass, number)): (&Response, &(f64, f64))| Correction {
            meant,
            left: responses.count(number),
            probability: mass * slip(meant, typed),
        };
        Suspect::new(*turn, responses.of.iter().map(correction).collect())
    };
    let mut suspects: Vec<Suspect> = found.iter().filter_map(suspect).collect();
    let total: f64 = suspects.iter().map(|suspect| suspect.probability).sum();
    for suspect in &mut suspects {
        suspect.probability /= total;
        suspect.corrections.iter_mut().for_each(|correction| correction.probability /= total);
    }
    // The last of equals: it was typed last, and can be looked up on the board.
    suspects.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(b.turn.cmp(&a.turn)));
    suspects
}

/// The least likelihood of an answer with one wrong number: any key may be hit.
const WRONG_KEY: f64 = 0.005;

/// How likely an answer is typed in place of the one that is meant, not normalized; 1 where they are equal.
fn slip(meant: Response, typed: Response) -> f64 {
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

/// The other answers that the guess of a turn gets from codes that are consistent with all other turns. `None` if there is no such code,
/// or none was found.
fn meant(candidates: &Candidates, turns: &[Turn], turn: usize) -> Option<Responses> {
    let mut others = turns.to_vec();
    let Turn { guess, feedback } = others.remove(turn);
    let mut responses = candidates.responses(&others, &guess, candidates.states());
    responses.of.remove(&feedback);
    (!responses.of.is_empty()).then_some(responses)
}

impl Responses {
    fn normalize(&mut self) {
        let total = self.total().0;
        self.of.values_mut().for_each(|(mass, _)| *mass /= total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms::{InsertColors, OnlyOnce};
    use scsa::{Code, Color, Game, Rng, Scsa};

    /// All games in which one answer of another code is put in: the turns that explain the contradiction alone are those of brute force,
    /// with the same numbers of codes and the same probabilities.
    #[test]
    fn suspects_are_those_of_brute_force() {
        let mut rng = Rng::new(9);
        let mut contradictions = 0;
        for (text, is_only_once) in [("4x6", false), ("4x6", true), ("5x4", false), ("3x9", false)] {
            let game: Game = text.parse().unwrap();
            let all: Vec<Code> = game.codes().filter(|code| !is_only_once || code.distinct() == game.pegs()).collect();
            let rule: &dyn Scsa = if is_only_once { &OnlyOnce } else { &InsertColors };
            let candidates = Candidates::of_rule(rule, game, 1000).unwrap();
            for _ in 0..40 {
                let draw = |rng: &mut Rng| all[rng.below(all.len())];
                let (secret, other) = (draw(&mut rng), draw(&mut rng));
                let mut turns: Vec<Turn> = (0..5).map(|_| Turn::new(game, draw(&mut rng), &secret)).collect();
                let wrong = rng.below(turns.len());
                turns[wrong].feedback = game.answer(&turns[wrong].guess, &other);
                if all.iter().any(|code| game.is_consistent(code, &turns)) {
                    continue;
                }
                contradictions += 1;
                let found = suspects(&candidates, &turns);
                assert!(found.is_sorted_by(|a, b| a.probability >= b.probability));
                let sum: f64 = found.iter().map(|suspect| suspect.probability).sum();
                assert!((sum - 1.0).abs() < 1e-9);
                let weight = |turn: usize| -> f64 {
                    let fits = |code: &Code, index: usize| game.is_consistent(code, &turns[index..=index]);
                    let is_only_mistake =
                        |code: &&Code| (0..turns.len()).all(|index| (index == turn) != fits(code, index));
                    let meant = |code: &Code| game.answer(&turns[turn].guess, code);
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
                            let left = all.iter().filter(|code| game.is_consistent(code, &corrected)).count();
                            assert_eq!(correction.left, Count::Exact(left as f64));
                            assert!(left > 0);
                        }
                    }
                }
                assert!(found.iter().any(|suspect| suspect.turn == wrong), "the mistake explains the contradiction");
            }
        }
        assert!(contradictions > 60, "{contradictions}");
    }

    /// With one answer mistaken, in each way in which a person can be: where the answers contradict each other, the turn is named first
    /// in most cases, and the right answer is nearly always among the first three of the first three turns.
    #[test]
    fn the_first_suspect_is_mostly_the_mistake() {
        let mut rng = Rng::new(5);
        let mut of_kind = [[0; 3]; 8];
        for text in ["4x6", "5x8"] {
            let game: Game = text.parse().unwrap();
            for _ in 0..40 {
                let secret = InsertColors.draw(game, &mut rng);
                let right: Vec<Turn> =
                    (0..6).map(|_| Turn::new(game, InsertColors.draw(game, &mut rng), &secret)).collect();
                let wrong = rng.below(right.len());
                let meant = right[wrong].feedback;
                let (b, w) = (meant.black() as i8, meant.white() as i8);
                // Swapped, one off, black pegs counted as white ones, too, forgotten white pegs, a peg taken for the other color.
                let typed = [
                    (w, b),
                    (b + 1, w),
                    (b - 1, w),
                    (b, w + 1),
                    (b, w + b),
                    (b, w / 2),
                    (b - 1, w + 1),
                    (b + 1, w - 1),
                ];
                for ((black, white), numbers) in typed.into_iter().zip(&mut of_kind) {
                    let mut turns = right.clone();
                    turns[wrong].feedback = Response::new(black.max(0) as u8, white.max(0) as u8);
                    let is_possible = black.min(white) >= 0 && usize::from((black + white) as u8) <= game.pegs();
                    if !is_possible || game.codes().any(|code| game.is_consistent(&code, &turns)) {
                        continue;
                    }
                    let found = suspects(&Candidates::all(game), &turns);
                    let is_right = |suspect: &Suspect| {
                        let mut corrections = suspect.corrections.iter().take(3);
                        suspect.turn == wrong && corrections.any(|correction| correction.meant == meant)
                    };
                    numbers[0] += 1;
                    numbers[1] += usize::from(found[0].turn == wrong);
                    numbers[2] += usize::from(found.iter().take(3).any(is_right));
                }
            }
        }
        for [contradictions, first, named] in of_kind {
            assert!(contradictions >= 12 && 2 * first > contradictions, "{of_kind:?}");
            assert!(10 * named >= 9 * contradictions, "{of_kind:?}");
        }
    }

    #[test]
    fn there_are_none_where_one_does_not_explain_the_answers() {
        // Every one of these says that all pegs have its color.
        let turns =
            ["AAAA", "BBBB", "CCCC"].map(|guess| Turn { guess: guess.parse().unwrap(), feedback: Response::new(4, 0) });
        assert!(suspects(&Candidates::all("4x6".parse().unwrap()), &turns).is_empty());
    }

    /// Also where not all codes can be counted.
    #[test]
    fn mistakes_are_found_at_large_sizes() {
        let game: Game = "20x26".parse().unwrap();
        let mut rng = Rng::new(8);
        let secret = InsertColors.draw(game, &mut rng);
        let mut turns: Vec<Turn> =
            (0..4).map(|_| InsertColors.draw(game, &mut rng)).map(|guess| Turn::new(game, guess, &secret)).collect();
        let uniform = Code::uniform(game, Color::A);
        turns.push(Turn { guess: uniform, feedback: Response::new(secret.count(Color::A) as u8, 1) });
        let found = suspects(&Candidates::all(game), &turns);
        assert_eq!(found.first().map(|suspect| suspect.turn), Some(4), "{found:?}");
    }
}
