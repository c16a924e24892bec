//! Comparison of guesses by the best next guesses, where all candidates are known and too many for playouts.

use super::endgame::guesses_for;
use super::hill_climb::{CandidateMatrix, HillClimb, in_whole, starts};
use crate::Effort;
use scsa::{Code, Color, Game, Response, Rng};
use std::collections::BTreeSet;

/// The most guesses of hill climbs that are compared as first guesses.
const TOPS_AT_FIRST: usize = 4;
/// The most candidates of a response on which its next guess is scored.
const CODES: usize = 1000;
/// The number of hill climbs for a next guess.
const NEXT_CLIMBS: usize = 2;
/// One part in this many of the usual evaluations of a turn is the number for each next guess.
const NEXT_EVALUATIONS: usize = 16;
/// So many times the candidates and the evaluations for the first guess, if it may take long.
const AT_FIRST: (usize, usize) = (16, 2);

/// The candidates with one response.
#[derive(Default)]
struct Class {
    number: usize,
    sum: f64,
    /// The sum of w log w over the weights w, in nats.
    logs: f64,
    /// Some of them, at random.
    sample: Vec<(Code, f64)>,
}

/// The guess with the smallest estimate of the expected number of remaining guesses: one of `tops`, the best ones first, or of the [`even`]
/// ones if it is the first guess. For each response, a hill climb finds the next guess; of many candidates a sample is used. Of guesses
/// whose responses leave as many candidates, one is compared.
pub fn best(
    game: Game,
    mut codes: Vec<(Code, f64)>,
    first: bool,
    tops: &[Code],
    effort: &Effort,
    rng: &mut Rng,
) -> Code {
    rng.shuffle(&mut codes);
    let logs: Vec<f64> = codes.iter().map(|(_, weight)| weight * libm::log(weight.max(f64::MIN_POSITIVE))).collect();
    let (more, work) = if first && effort.long_opening_search { AT_FIRST } else { (1, 1) };
    let (climbs, evaluations) = (NEXT_CLIMBS * work, effort.evaluations / NEXT_EVALUATIONS * work);
    let even = even(game).filter(|_| first);
    let (mut best, mut seen) = ((f64::INFINITY, tops[0]), BTreeSet::new());
    let compared = if first { TOPS_AT_FIRST } else { tops.len() };
    for guess in tops.iter().copied().take(compared).chain(even) {
        let mut classes: Vec<Class> = (0..Response::values(game.pegs())).map(|_| Class::default()).collect();
        for (code, log) in codes.iter().zip(&logs) {
            let class = &mut classes[game.answer(&guess, &code.0).index()];
            (class.number, class.sum, class.logs) = (class.number + 1, class.sum + code.1, class.logs + log);
            if class.sample.len() < more * CODES {
                class.sample.push(*code);
            }
        }
        let mut sizes: Vec<usize> = classes.iter().map(|class| class.number).collect();
        sizes.sort_unstable();
        if !seen.insert(sizes) {
            continue;
        }
        classes[Response::new(game.pegs() as u8, 0).index()] = Class::default();
        let mut next = |class: &Class| class.sum * class.guesses(game, climbs, evaluations, rng);
        let cost = classes.iter().filter(|class| class.sum > 0.0).map(&mut next).sum();
        if cost < best.0 {
            best = (cost, guess);
        }
    }
    best.1
}

impl Class {
    /// The estimated expected number of guesses.
    fn guesses(&self, game: Game, climbs: usize, evaluations: usize, rng: &mut Rng) -> f64 {
        // So many equally probable codes have the same entropy.
        let number = libm::exp(libm::log(self.sum) - self.logs / self.sum);
        if self.number <= 2 {
            return guesses_for(number, game.pegs());
        }
        let sample = in_whole(&self.sample);
        let matrix = CandidateMatrix::new(game, &sample, Some(number));
        let tops =
            HillClimb { matrix: &matrix, totals: 1.0, climbs, evaluations }.from(&starts(game, &sample, rng), rng);
        tops.first().map_or(f64::INFINITY, |(score, _)| -score)
    }
}

/// Guesses of 1, 2, 3, … colors, each color on as many pegs as the others, or one more. None where no color may come twice.
fn even(game: Game) -> impl Iterator<Item = Code> {
    let most = if game.allows_repeats() { game.pegs().min(game.colors()) } else { 0 };
    (1..=most).map(move |colors| Code::from_fn(game, |peg| game.palette().nth(peg % colors).unwrap_or(Color::A)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all guesses at 4x6, those with one color twice and two colors once leave the fewest guesses.
    #[test]
    fn the_first_guess_has_three_colors() {
        let game: Game = "4x6".parse().unwrap();
        let codes: Vec<(Code, f64)> = (0..1296).map(|rank| (game.unrank(rank), 1.0 / 1296.0)).collect();
        for seed in 0..4 {
            let (effort, mut rng) = (Effort::level(10), Rng::new(seed));
            let guess = best(game, codes.clone(), true, &[Code::uniform(game, Color::A)], &effort, &mut rng);
            assert_eq!(guess.to_string(), "ABCA", "seed {seed}");
        }
    }
}
