//! Comparison of guesses by the best next guesses, where all candidates are known and too many for playouts.

use super::endgame::{self, guesses_for};
use super::hill_climb::{CandidateMatrix, HillClimb, WEIGHTS, in_whole, starts};
use crate::Effort;
use scsa::{Code, Color, Game, Response, Rng};
use std::collections::BTreeSet;

/// The most guesses of hill climbs that are compared as first guesses.
const TOPS_AT_FIRST: usize = 4;
/// The most candidates of a response on which its next guess is scored, and those for the first guess, if it may take long.
const CODES: [usize; 2] = [1000, 15_500];
const _: () = assert!(WEIGHTS + CODES[1] <= CandidateMatrix::MOST as usize);
/// The number of hill climbs for a next guess.
const NEXT_CLIMBS: usize = 2;
/// One part in this many of the usual evaluations of a turn is the number for each next guess.
const NEXT_EVALUATIONS: usize = 16;
/// For so many of the guesses, the best ones, the guesses after the next are found.
const KEPT: usize = 2;

/// The candidates with one response.
#[derive(Clone, Default)]
struct Class {
    number: usize,
    weight: f64,
    /// The first of them.
    sample: Vec<(Code, f64)>,
}

struct NextGuesses<'a> {
    game: Game,
    /// The most candidates of a sample.
    sampled: usize,
    evaluations: usize,
    rng: &'a mut Rng,
}

/// The guess with the smallest estimate of the expected number of remaining guesses: one of `tops`, the best ones first, or of the [`even`]
/// ones if it is the first guess. For each response, a hill climb finds the next guess; of many candidates a sample is used. For the best
/// guesses, hill climbs find the guesses after these, too. Of guesses whose responses leave as many candidates, one is compared.
pub fn best(
    game: Game,
    mut codes: Vec<(Code, f64)>,
    first: bool,
    tops: &[Code],
    effort: &Effort,
    rng: &mut Rng,
) -> Option<Code> {
    codes.retain(|(_, weight)| *weight > 0.0);
    rng.shuffle(&mut codes);
    let sampled = CODES[usize::from(first && effort.long_opening_search)];
    let mut next = NextGuesses { game, sampled, evaluations: effort.evaluations / NEXT_EVALUATIONS, rng };
    let compared = if first { TOPS_AT_FIRST } else { tops.len() };
    let (mut best, mut seen) = (Vec::new(), BTreeSet::new());
    for guess in tops.iter().copied().take(compared).chain(even(game).filter(|_| first)) {
        let classes = next.classes(&codes, &guess);
        let mut sizes: Vec<usize> = classes.iter().map(|class| class.number).collect();
        sizes.sort_unstable();
        if seen.insert(sizes) {
            best.push((next.cost(&classes, 1.0, 0), guess));
        }
    }
    if equally_probable(&codes) > endgame::MOST as f64 {
        best.sort_by(|a, b| a.0.total_cmp(&b.0));
        best.truncate(KEPT);
        best.iter_mut().for_each(|(cost, guess)| *cost = next.cost(&next.classes(&codes, guess), 1.0, 1));
    }
    best.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, guess)| guess)
}

impl NextGuesses<'_> {
    /// The candidates by their response to a guess.
    fn classes(&self, codes: &[(Code, f64)], guess: &Code) -> Vec<Class> {
        let mut classes = vec![Class::default(); Response::values(self.game.pegs())];
        for code in codes {
            let class = &mut classes[self.game.answer(guess, &code.0).index()];
            (class.number, class.weight) = (class.number + 1, class.weight + code.1);
            if class.sample.len() < self.sampled {
                class.sample.push(*code);
            }
        }
        classes
    }

    /// The expected number of guesses after one with these responses, times the weight of all candidates. Each of these stands for
    /// `times` of them, and the estimate is of `further` guesses after the next.
    fn cost(&mut self, classes: &[Class], times: f64, further: usize) -> f64 {
        let win = Response::new(self.game.pegs() as u8, 0).index();
        let wrong = classes.iter().enumerate().filter(|(response, class)| *response != win && class.number > 0);
        wrong.map(|(_, class)| class.weight * self.guesses(class, times, further)).sum()
    }

    /// The estimated expected number of guesses for one of these candidates.
    fn guesses(&mut self, Class { number, sample, .. }: &Class, times: f64, further: usize) -> f64 {
        let times = times * *number as f64 / sample.len() as f64;
        let number = times * equally_probable(sample);
        if sample.len() <= 2 {
            return guesses_for(number, self.game.pegs());
        }
        let whole = in_whole(sample);
        let matrix = CandidateMatrix::new(self.game, &whole, Some(number));
        let climb = HillClimb { matrix: &matrix, totals: 1.0, climbs: NEXT_CLIMBS, evaluations: self.evaluations };
        match climb.from(&starts(self.game, &whole, self.rng), self.rng).first() {
            Some((_, guess)) if further > 0 => {
                let classes = self.classes(sample, guess);
                let weight: f64 = classes.iter().map(|class| class.weight).sum();
                1.0 + self.cost(&classes, times, further - 1) / weight
            }
            Some((score, _)) => -score,
            None => f64::INFINITY,
        }
    }
}

/// The number of equally probable codes with the same entropy.
fn equally_probable(codes: &[(Code, f64)]) -> f64 {
    let sum: f64 = codes.iter().map(|(_, weight)| weight).sum();
    let logs: f64 = codes.iter().map(|(_, weight)| weight * libm::log(*weight)).sum();
    libm::exp(libm::log(sum) - logs / sum)
}

/// Guesses of 1, 2, 3, … colors, each color on as many pegs as the others, or one more. None where no color may come twice.
fn even(game: Game) -> impl Iterator<Item = Code> {
    let most = if game.allows_repeats() { game.pegs().min(game.colors()) } else { 0 };
    (1..=most).map(move |colors| Code::from_fn(game, |peg| game.palette().nth(peg % colors).unwrap_or(Color::A)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It takes the fewest guesses in all: at 6x4 17438, where ABABAB takes 17523 and would be chosen by the next guesses alone.
    #[test]
    fn the_first_guess_is_the_best_even_one() {
        for (game, expected) in [("4x6", "ABCA"), ("6x4", "ABCABC")] {
            let game: Game = game.parse().unwrap();
            // Those of no weight make no difference.
            let of = |code| [1.0, 0.0].map(|weight| (code, weight));
            let codes: Vec<(Code, f64)> = game.codes().flat_map(of).collect();
            let (effort, mut rng) = (Effort::level(10), Rng::new(1));
            let guess = best(game, codes, true, &[Code::uniform(game, Color::A)], &effort, &mut rng);
            assert_eq!(guess.unwrap().to_string(), expected, "{game}");
        }
    }
}
