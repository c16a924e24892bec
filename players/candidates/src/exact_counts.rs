//! The numbers of candidates of a game.

use crate::{figure::Figure, prior::CandidatePrior, response_counts::response_counts, sequential::CountEstimator};
use scsa::{Scsa, Size, Turn};
use std::sync::Arc;

/// The number of candidates after every turn of a game; `None` where counting needs more than that many states
/// ([`response_counts`]).
///
/// A list of codes is filtered, which takes some 20 ns a code and turn. Otherwise the first turns and the last ones are counted, up
/// to the first and from the last that takes too many states; a state takes up to 1 µs.
///
/// ```
/// use candidates::{CandidatePrior, exact_counts};
/// use scsa::{Code, Turn};
/// let secret: Code = "ABBC".parse()?;
/// let turn = |guess: &str| guess.parse().map(|guess| Turn::new(guess, &secret));
/// let turns = [turn("AABB")?, turn("ABBC")?];
/// let all = CandidatePrior::all_codes();
/// assert_eq!(exact_counts(&all, "4x6".parse()?, &turns, 1000), [Some(32.0), Some(1.0)]);
/// // After the last turn one code is left, which needs no counting.
/// assert_eq!(exact_counts(&all, "4x6".parse()?, &turns, 1), [None, Some(1.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When a guess is not legal at the size.
#[must_use]
pub fn exact_counts(prior: &CandidatePrior, size: Size, turns: &[Turn], max_states: usize) -> Vec<Option<f64>> {
    if let Some(codes) = prior.listed() {
        let mut left: Vec<usize> = (0..codes.len()).collect();
        let after = |turn: &Turn| {
            left.retain(|&index| turn.is_consistent_with(&codes[index].0));
            Some(left.len() as f64)
        };
        return turns.iter().map(after).collect();
    }
    let count = |number: usize| {
        let turn = &turns[number];
        if turn.feedback.is_win(size) {
            return Some(1.0);
        }
        let counts = response_counts(size, &turns[..number], &turn.guess, max_states)?;
        Some(counts.count(turn.feedback))
    };
    let mut counts = vec![None; turns.len()];
    let first = (0..turns.len()).find(|&number| {
        counts[number] = count(number);
        counts[number].is_none()
    });
    for number in (first.map_or(turns.len(), |first| first + 1)..turns.len()).rev() {
        counts[number] = count(number);
        if counts[number].is_none() {
            break;
        }
    }
    counts
}

/// The numbers of candidates after every turn: the exact ones, and estimates of the others, up to the last that is missing. `None`
/// where no good estimate was found ([`CountEstimator`], with that many particles in a population).
///
/// The rule makes the codes that are counted. An estimate is not above the exact number before it, and not below the one after it.
///
/// # Panics
/// When a guess is not legal at the size, or the numbers are not as many as the turns.
#[must_use]
pub fn estimated_counts(
    exact: &[Option<f64>],
    rule: &Arc<dyn Scsa>,
    size: Size,
    turns: &[Turn],
    particles: usize,
    seed: u64,
) -> Vec<Option<Figure>> {
    assert_eq!(exact.len(), turns.len(), "a number for every turn");
    let mut counts: Vec<Option<Figure>> = exact.iter().map(|count| count.map(Figure::exact)).collect();
    let Some(last) = exact.iter().rposition(Option::is_none) else { return counts };
    let mut estimator = CountEstimator::new(rule, size, particles, seed);
    let mut most = f64::INFINITY;
    for number in 0..=last {
        estimator.push(&turns[number]);
        match exact[number] {
            Some(count) => most = count,
            None => {
                let least = exact[number..].iter().flatten().next().copied().unwrap_or(1.0).min(most);
                counts[number] =
                    estimator.count().map(|count| Figure { value: count.value.clamp(least, most), ..count });
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Code, Rng, Scsa, algorithms::OnlyOnce, is_consistent};

    #[test]
    fn counts_are_those_of_a_list_of_all_codes() {
        let size: Size = "4x5".parse().unwrap();
        let mut rng = Rng::new(1);
        let all = size.count().unwrap();
        let only_once = CandidatePrior::of_rule(&OnlyOnce, size).unwrap();
        for _ in 0..20 {
            let draw = |rng: &mut Rng| OnlyOnce.draw(size, rng);
            let secret = draw(&mut rng);
            let turns: Vec<Turn> =
                (0..4).map(|_| Code::from_fn(size, |_| rng.color(5))).map(|guess| Turn::new(guess, &secret)).collect();
            let by_list = |is_possible: &dyn Fn(&Code) -> bool| -> Vec<Option<f64>> {
                let is_left = |code: &Code, turns: &[Turn]| is_possible(code) && is_consistent(code, turns);
                let left = |turns: &[Turn]| (0..all).filter(|rank| is_left(&size.unrank(*rank), turns)).count();
                (1..=turns.len()).map(|number| Some(left(&turns[..number]) as f64)).collect()
            };
            assert_eq!(exact_counts(&CandidatePrior::all_codes(), size, &turns, 1 << 20), by_list(&|_| true));
            assert_eq!(exact_counts(&only_once, size, &turns, 0), by_list(&|code| code.distinct() == 4));
        }
    }
}
