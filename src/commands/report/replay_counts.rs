//! How many candidates are left at every turn of the games that are shown.

use crate::playing::candidate_codes::CandidateCodes;
use candidates::{CandidatePrior, CountEstimator, Figure, estimated_counts, exact_counts};
use rayon::prelude::*;
use scsa::{Code, Scsa, Size, Turn, algorithms::InsertColors};
use std::sync::Arc;
use tournament::Match;

/// The most codes of a rule that are listed to count candidates.
const MOST_CODES: usize = 100_000;
/// The most states to count candidates without a list; they take a few milliseconds.
const MOST_STATES: usize = 1 << 13;
/// The most particles of a population of an estimate, and the least with which one is tried.
const MOST_PARTICLES: usize = 256;
const LEAST_PARTICLES: usize = 32;
/// The work of all estimates of a page, in particles times turns times pegs. It takes about 5 s of CPU time.
const WORK: usize = 3_500_000;
/// The seed of estimates.
const SEED: u64 = 1;

/// The codes that can be the secret of a round, as far as its players know.
#[derive(Debug)]
pub struct CountedCodes {
    size: Size,
    prior: CandidatePrior,
    rule: Arc<dyn Scsa>,
    /// Whether the codes are listed, or are all codes of the size, so that they can be counted exactly.
    are_countable: bool,
    /// Which codes are counted, in words.
    pub words: String,
    /// Their number. `None` if it is not known.
    pub number: Option<Figure>,
}

impl CountedCodes {
    /// The codes that are counted in games for a secret of a match.
    pub fn of(game: &Match, secret: &Code) -> CountedCodes {
        let (size, rule) = (game.size, CandidateCodes::rule(game, secret));
        let (prior, words) = CandidateCodes::listing(MOST_CODES).of(game, secret);
        let are_countable = !prior.is_all_codes() || rule.name() == InsertColors.name();
        let (words, number) = if are_countable {
            (words, Some(Figure::exact(prior.count(size))))
        } else {
            // The rule makes too many to list.
            let estimator = CountEstimator::new(&rule, size, MOST_PARTICLES, SEED);
            (format!("the codes that {} makes", rule.name()), estimator.count())
        };
        CountedCodes { size, prior, rule, are_countable, words, number }
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// The numbers after every turn, where they are exact.
    fn exact(&self, turns: &[Turn]) -> Vec<Option<f64>> {
        let counts = exact_counts(&self.prior, self.size, turns, MOST_STATES);
        if self.are_countable {
            return counts;
        }
        // Of all codes of the size. The secret is among them, and is one that the rule makes.
        counts.into_iter().map(|count| count.filter(|count| *count == 1.0)).collect()
    }
}

/// A game whose candidates are counted.
#[derive(Debug)]
pub struct CountedGame<'a> {
    pub codes: &'a CountedCodes,
    pub turns: &'a [Turn],
}

impl CountedGame<'_> {
    /// The work of estimating numbers up to the last that is missing, with one particle.
    fn work(&self, exact: &[Option<f64>]) -> usize {
        let turns = exact.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
        turns * self.codes.size.pegs()
    }
}

/// The numbers of candidates after every turn of the games, and the number of turns without one.
///
/// They are exact where that takes little work. Others are estimated; all estimates together take a limited work, unless
/// `is_unlimited`. Games that come first have them if it is not enough for all.
pub fn count(games: &[CountedGame<'_>], is_unlimited: bool) -> (Vec<Vec<Option<Figure>>>, usize) {
    count_within(games, if is_unlimited { usize::MAX } else { WORK })
}

/// The same, where all estimates together take at most that work.
fn count_within(games: &[CountedGame<'_>], most_work: usize) -> (Vec<Vec<Option<Figure>>>, usize) {
    let exact: Vec<Vec<Option<f64>>> = games.par_iter().map(|game| game.codes.exact(game.turns)).collect();
    let works: Vec<usize> = games.iter().zip(&exact).map(|(game, exact)| game.work(exact)).collect();
    let particles = particles(works.iter().sum(), most_work);
    let affordable = works.iter().scan(0, |spent: &mut usize, work| {
        *spent += work * particles;
        Some(*spent <= most_work)
    });
    let affordable: Vec<bool> = affordable.collect();
    let estimate = |((game, exact), is_affordable): ((&CountedGame<'_>, &Vec<Option<f64>>), bool)| {
        let CountedCodes { rule, size, .. } = game.codes;
        match is_affordable {
            true => estimated_counts(exact, rule, *size, game.turns, particles, SEED),
            false => exact.iter().map(|count| count.map(Figure::exact)).collect(),
        }
    };
    let counts: Vec<Vec<Option<Figure>>> = games.par_iter().zip(&exact).zip(affordable).map(estimate).collect();
    let missing = counts.iter().flatten().filter(|count| count.is_none()).count();
    (counts, missing)
}

/// The particles of a population, if the estimates with one each take the work `total`.
fn particles(total: usize, most_work: usize) -> usize {
    (most_work / total.max(1)).clamp(LEAST_PARTICLES, MOST_PARTICLES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;

    fn game(size: Size, turns: usize, seed: u128) -> Vec<Turn> {
        let mut rng = Rng::new(seed);
        let random = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(size.colors()));
        let secret = random(&mut rng);
        (0..turns).map(|_| random(&mut rng)).map(|guess| Turn::new(guess, &secret)).collect()
    }

    fn all_codes(size: Size) -> CountedCodes {
        let prior = CandidatePrior::all_codes();
        CountedCodes {
            size,
            number: None,
            prior,
            rule: Arc::new(InsertColors),
            are_countable: true,
            words: String::new(),
        }
    }

    #[test]
    fn few_games_have_all_numbers() {
        let codes = all_codes("20x26".parse().unwrap());
        let turns = game(codes.size, 8, 1);
        let (counts, missing) = count(&[CountedGame { codes: &codes, turns: &turns }], false);
        assert_eq!((counts[0].len(), missing), (8, 0));
        let values: Vec<f64> = counts[0].iter().flatten().map(|count| count.value).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        assert!(counts[0].iter().flatten().any(|count| count.relative_error() > 0.0));
    }

    /// Twice the work of the first game with the fewest particles is enough for it and the second one, not for the third.
    #[test]
    fn the_work_is_limited() {
        assert_eq!([0, 1, WORK / 100, WORK / 32, WORK].map(|total| particles(total, WORK)), [256, 256, 100, 32, 32]);
        let codes = all_codes("20x26".parse().unwrap());
        let turns = game(codes.size, 8, 1);
        let games = [(); 3].map(|()| CountedGame { codes: &codes, turns: &turns });
        let work = games[0].work(&codes.exact(&turns)) * LEAST_PARTICLES;
        let (counts, missing) = count_within(&games, 2 * work);
        // With few particles, a turn can be left without a number.
        let without: Vec<usize> =
            counts.iter().map(|counts| counts.iter().filter(|count| count.is_none()).count()).collect();
        assert_eq!((without[0], without.iter().sum()), (without[1], missing));
        assert!(without[0] < without[2], "{without:?}");
        assert_eq!(count_within(&games, work - 1).1, 3 * without[2]);
    }
}
