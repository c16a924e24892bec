//! The choice of the next guess.

use crate::{
    Piece, Posterior, Prospects,
    climb::{Climb, Worth},
    field::{Cells, Field},
    lookahead::Lookahead,
};
use scsa::{Code, Rng, Size};

/// Where all candidates are known and no more than these, a guess is worth what the rest of the game is expected to take.
const FEW: usize = 2000;
/// Where all are known, so many guesses are climbed from; for the first guess more.
const CLIMBS: usize = 8;
const CLIMBS_AT_FIRST: usize = 32;
/// A field has weights that sum to no more than about that, and so to less than it may have.
const WEIGHTS: usize = 50_000;
const _: () = assert!(WEIGHTS + FEW < Field::MOST as usize);
/// So many codes are looked at before the best of them are climbed from.
const STARTS: usize = 60;
/// With so many different colors in a secret, or fewer, pegs of the right color tell as much as black ones.
const COLORS_OF_TOTALS: f64 = 4.0;
/// What they tell counts no less than so much of what black pegs tell.
const TOTALS: f64 = 0.1;
/// What winning with the guess counts, in nats: about what a guess tells.
const WIN: f64 = 2.0;

/// The guess that tells most of the secret, whether it may be the secret or not; where all candidates are known, the one with
/// which the rest of the game is expected to take fewest guesses.
///
/// It draws random numbers for the search only: `first` tells whether it is for the first guess, which is worth more work.
#[must_use]
pub fn choose(prospects: &Prospects, posterior: &Posterior, first: bool, rng: &mut Rng) -> Code {
    let (size, effort) = (prospects.size(), prospects.effort());
    let known = posterior.known();
    let complete = posterior.is_complete() && !effort.lacks(Piece::Endgame);
    let few = complete && known <= FEW;
    let candidates = if few { posterior.candidates() } else { Vec::new() };
    let likelier = candidates.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((code, _)) = likelier
        && candidates.len() <= 2
    {
        return *code;
    }
    let drawn = if few { in_whole(&candidates) } else { posterior.draw(effort.field.min(WEIGHTS), rng) };
    let Some((likely, _)) = drawn.first() else {
        // Not even chains that walked: responses that no code of any rule can give.
        return Code::from_fn(size, |_| rng.color(size.colors()));
    };
    let field = Field::new(size, &drawn, few);
    let totals = if first || effort.lacks(Piece::Places) { 1.0 } else { totals(&drawn) };
    let worth = Worth { totals, win: WIN };
    let opening = first && complete && effort.opening;
    let looks = effort.looks
        * if opening && few {
            32
        } else if first {
            8
        } else {
            1
        };
    let climbs = if opening {
        CLIMBS_AT_FIRST
    } else if complete {
        CLIMBS
    } else {
        effort.climbs
    };
    let mut cells = Cells::default();
    let mut scored = |guess: &Code| (worth.of(&field.told(&field.hold(guess), &mut cells)), *guess);
    let starts = starts(size, &drawn, rng);
    if effort.lacks(Piece::Climb) {
        let best = starts.iter().take(STARTS / 2).map(&mut scored).max_by(|a, b| a.0.total_cmp(&b.0));
        return best.map_or(*likely, |(_, guess)| guess);
    }
    let tops = Climb { field: &field, worth, climbs, looks }.from(&starts, rng);
    let Some(best) = tops.first() else { return *likely };
    if !complete {
        return best.1;
    }
    let tops: Vec<Code> = tops.iter().map(|(_, code)| *code).collect();
    let worth = |guess: &Code| scored(guess).0;
    Lookahead::new(effort.responses, opening).best(size, posterior, &tops, worth, rng).unwrap_or(best.1)
}

/// What the totals tell beyond the black pegs counts so much beside those.
///
/// Of many different colors it counts less: they are found out in time, but places never early enough. Beside one half throughout,
/// in the same 400 rounds of a seed that nothing was chosen by, that took at 10x10 0.16 ± 0.04 guesses fewer for `prefer-fewer`,
/// 0.13 ± 0.04 for `two-color`, 0.04 ± 0.06 for `insert-colors`, 0.00 ± 0.05 for `usually-fewer`; at 8x10 0.02 ± 0.04, 0.00 ± 0.03,
/// 0.02 ± 0.04 and 0.08 ± 0.05. For `only-once` at 20x26, in 150 rounds: 25.0 guesses with 0.03, 25.1 with 0.1, 25.6 with 0.3 and
/// 25.3 with 0.6, each ± 0.16.
fn totals(drawn: &[(Code, u32)]) -> f64 {
    let sum: f64 = drawn.iter().map(|(code, times)| code.distinct() as f64 * f64::from(*times)).sum();
    let distinct = sum / drawn.iter().map(|(_, times)| f64::from(*times)).sum::<f64>();
    let part = COLORS_OF_TOTALS / distinct;
    (part * part).clamp(TOTALS, 1.0)
}

/// Codes with their probabilities as whole numbers.
fn in_whole(candidates: &[(Code, f64)]) -> Vec<(Code, u32)> {
    let sum: f64 = candidates.iter().map(|(_, weight)| weight).sum();
    let most = candidates.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let even = candidates.iter().all(|(_, weight)| most - weight < 1e-9 * most);
    let whole = |weight: f64| if even { 1 } else { ((weight / sum * WEIGHTS as f64) as u32).max(1) };
    candidates.iter().map(|(code, weight)| (*code, whole(*weight))).collect()
}

/// Guesses to begin with: codes that may be the secret, the likeliest one among them, such with half of their pegs changed, and any
/// codes.
fn starts(size: Size, drawn: &[(Code, u32)], rng: &mut Rng) -> Vec<Code> {
    let mut starts = Vec::with_capacity(STARTS);
    if drawn.len() <= STARTS / 2 {
        starts.extend(drawn.iter().map(|(code, _)| *code));
    } else {
        // A few codes may have most of the weight: half are drawn by it, and the one with most is never missed.
        starts.extend(drawn.iter().rev().max_by_key(|(_, times)| times).map(|(code, _)| *code));
        let mut sum = 0;
        let sums = drawn.iter().map(|(_, times)| {
            sum += *times as usize;
            sum
        });
        let sums: Vec<usize> = sums.collect();
        while starts.len() < STARTS / 4 {
            let place = rng.below(sum);
            starts.push(drawn[sums.partition_point(|&sum| sum <= place)].0);
        }
        while starts.len() < STARTS / 2 {
            starts.push(drawn[rng.below(drawn.len())].0);
        }
    }
    for number in starts.len()..STARTS {
        let mut code = drawn[rng.below(drawn.len())].0;
        for peg in 0..size.pegs() {
            if number % 2 == 0 || rng.below(2) == 0 {
                code.set(peg, rng.color(size.colors()));
            }
        }
        starts.push(code);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effort;
    use scsa::{Turn, algorithms::PreferFewer};
    use std::sync::Arc;

    /// Most of the probability is that of one code, among hundreds: that is guessed, though others tell more.
    #[test]
    fn a_code_that_is_all_but_certain_is_guessed() {
        let size: Size = "10x10".parse().unwrap();
        let prospects = Prospects::new(Arc::new(PreferFewer), size, Effort::level(10).at(size));
        let secret: Code = "BBBBBBBBBB".parse().unwrap();
        let turn = |guess: &str| {
            let guess: Code = guess.parse().unwrap();
            Turn { guess, feedback: guess.feedback(&secret) }
        };
        let turns = ["IEEHIGJECJ", "ABDBAFAADB"].map(turn);
        for seed in 0..20 {
            let (mut posterior, mut rng) = (prospects.round(), Rng::new(seed));
            for told in 1..=turns.len() {
                posterior.learn(&prospects, &turns[..told], &mut rng);
            }
            assert!(posterior.known() > STARTS, "{}", posterior.known());
            assert_eq!(choose(&prospects, &posterior, false, &mut rng), secret, "seed {seed}");
        }
    }
}
