//! The choice of the next guess.

use crate::{
    Posterior, PriorModel,
    candidate_matrix::{CandidateMatrix, ClassWeights},
    hill_climb::{HillClimb, ScoreWeights},
    lookahead::Lookahead,
};
use scsa::{Code, Rng, Size};

/// Where all candidates are known and at most this many, the objective is the expected number of remaining guesses.
const FEW: usize = 2000;
/// The number of hill climbs where all candidates are known.
const CLIMBS: usize = 8;
/// The same for the first guess, if it may take long.
const CLIMBS_AT_FIRST: usize = 32;
/// The largest sum of the weights of the candidates that guesses are scored on.
const WEIGHTS: usize = 50_000;
const _: () = assert!(WEIGHTS + FEW < CandidateMatrix::MOST as usize);
/// The number of guesses scored before hill climbing starts from the best of them.
const STARTS: usize = 60;
/// With at most this many distinct colors in a secret, on average, totals have the same weight as black pegs.
const COLORS_OF_TOTALS: f64 = 4.0;
/// The smallest weight of totals, black pegs having weight 1.
const TOTALS: f64 = 0.1;
/// The weight of the probability that the guess is the secret, in nats: about the information gain of a guess.
const WIN: f64 = 2.0;

/// The next guess: one that maximizes the expected information gain about the secret, with a bonus for its probability of being the
/// secret. Where all candidates are known, the guess with the smallest expected number of remaining guesses. It need not be a
/// candidate. The crate's documentation has the formula.
///
/// `first` is true for the first guess, which gets a larger budget. The random numbers are used by the search only.
#[must_use]
pub fn choose_guess(prior: &PriorModel, posterior: &Posterior, first: bool, rng: &mut Rng) -> Code {
    let (size, effort) = (prior.size(), prior.effort());
    let known = posterior.candidate_count();
    let complete = posterior.is_complete();
    let few = complete && known <= FEW;
    let candidates = if few { posterior.candidates() } else { Vec::new() };
    let likelier = candidates.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((code, _)) = likelier
        && candidates.len() <= 2
    {
        return *code;
    }
    let mut drawn =
        if few { in_whole(&candidates) } else { posterior.sample(effort.scored_candidates.min(WEIGHTS), rng) };
    if !few {
        // The first ones are a sample of all.
        rng.shuffle(&mut drawn);
    }
    let Some((likely, _)) = drawn.first() else {
        // No code is even nearly consistent: no code gives these responses.
        return Code::from_fn(size, |_| rng.color(size.colors()));
    };
    let matrix = CandidateMatrix::new(size, &drawn, few);
    let totals = if first { 1.0 } else { totals(&drawn) };
    let objective = ScoreWeights { totals, win: WIN };
    let opening = first && complete && effort.long_opening_search;
    let evaluations = effort.evaluations
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
        effort.hill_climbs
    };
    let mut classes = ClassWeights::default();
    let mut scored =
        |guess: &Code| (objective.of(&matrix.score(&matrix.column_of(guess), &matrix.all, &mut classes)), *guess);
    let starts = starts(size, &drawn, rng);
    let tops = HillClimb { matrix: &matrix, objective, climbs, evaluations }.from(&starts, rng);
    let Some(best) = tops.first() else { return *likely };
    if !complete {
        return best.1;
    }
    let tops: Vec<Code> = tops.iter().map(|(_, code)| *code).collect();
    let score = |guess: &Code| scored(guess).0;
    Lookahead::new(effort.lookahead_responses, opening).best(size, posterior, &tops, score, rng).unwrap_or(best.1)
}

/// The weight of the information in the totals beyond that in the black pegs.
///
/// It is lower for secrets with many distinct colors: colors are identified soon enough, positions are not. Compared with one half
/// throughout, in 400 equal rounds that no parameter was chosen by, it took at 10x10 0.16 ± 0.04 guesses fewer for `prefer-fewer`,
/// 0.13 ± 0.04 for `two-color`, 0.04 ± 0.06 for `insert-colors`, 0.00 ± 0.05 for `usually-fewer`; at 8x10 0.02 ± 0.04, 0.00 ± 0.03,
/// 0.02 ± 0.04 and 0.08 ± 0.05. For `only-once` at 20x26, in 150 rounds: 25.0 guesses with 0.03, 25.1 with 0.1, 25.6 with 0.3 and
/// 25.3 with 0.6, each ± 0.16.
fn totals(drawn: &[(Code, u32)]) -> f64 {
    let sum: f64 = drawn.iter().map(|(code, times)| code.distinct() as f64 * f64::from(*times)).sum();
    let distinct = sum / drawn.iter().map(|(_, times)| f64::from(*times)).sum::<f64>();
    let part = COLORS_OF_TOTALS / distinct;
    (part * part).clamp(TOTALS, 1.0)
}

/// Codes with their probabilities as integer weights.
fn in_whole(candidates: &[(Code, f64)]) -> Vec<(Code, u32)> {
    let sum: f64 = candidates.iter().map(|(_, weight)| weight).sum();
    let most = candidates.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let even = candidates.iter().all(|(_, weight)| most - weight < 1e-9 * most);
    let whole = |weight: f64| if even { 1 } else { ((weight / sum * WEIGHTS as f64) as u32).max(1) };
    candidates.iter().map(|(code, weight)| (*code, whole(*weight))).collect()
}

/// Guesses to start hill climbing from: candidates, the most probable one among them, candidates with half of their pegs changed, and
/// random codes.
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

    /// One code of hundreds has most of the probability. It is guessed, though other guesses have a larger information gain.
    #[test]
    fn the_most_probable_code_is_guessed_if_nearly_certain() {
        let size: Size = "10x10".parse().unwrap();
        let prior = PriorModel::new(Arc::new(PreferFewer), size, Effort::level(10).for_size(size));
        let secret: Code = "BBBBBBBBBB".parse().unwrap();
        let turn = |guess: &str| {
            let guess: Code = guess.parse().unwrap();
            Turn::new(guess, &secret)
        };
        let turns = ["IEEHIGJECJ", "ABDBAFAADB"].map(turn);
        for seed in 0..20 {
            let (mut posterior, mut rng) = (prior.initial_posterior(), Rng::new(seed));
            for known in 1..=turns.len() {
                posterior.update(&prior, &turns[..known], &mut rng);
            }
            assert!(posterior.candidate_count() > STARTS, "{}", posterior.candidate_count());
            assert_eq!(choose_guess(&prior, &posterior, false, &mut rng), secret, "seed {seed}");
        }
    }
}
