//! Criteria for the partition that a guess makes.

use crate::partition::simd::Simd;
use scsa::Response;
use std::sync::Arc;

/// What makes one partition of the candidates better than another, by the sizes of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The size of the largest part, minimized: Knuth 1977, "The computer as Master Mind".
    Minimax,
    /// The expected size of the part of the secret, minimized, as the sum of the squares of the sizes: Irving 1979, "Towards
    /// an optimum Mastermind strategy".
    ExpectedSize,
    /// The entropy of the response, maximized, as the sum of n log n over the sizes, minimized: Neuwirth 1982, "Some
    /// strategies for Mastermind".
    Entropy,
    /// The number of parts, maximized: Kooi 2005, "Yet another Mastermind strategy".
    MostParts,
    /// A lower bound on the guesses that all candidates take together, minimized: every later guess is assumed to separate
    /// as many candidates as there are responses. Knuth 1977 has the bound.
    FewestGuesses,
    /// The candidates above this number in each part, minimized, and then the number of parts, maximized. Where a part's guesses
    /// but the last find no more candidates than this number, that is a lower bound on the candidates that take the last guess.
    FewestAbove(u32),
    /// An estimate of the guesses that all candidates take together, minimized: n codes are taken to need n (1 + log10 n) guesses, but no
    /// fewer than 2n - 1. At 5x8 that is right to some percent.
    EstimatedGuesses,
    /// The entropy of the response, maximized, where the part of each response has a weight, and parts that are empty, that win, or that have
    /// one or two candidates are valued: see [`Weights`].
    WeightedEntropy,
}

/// The weights of [`Criterion::WeightedEntropy`]. A part of n candidates costs a n log2 n, minus what it is worth, where a, the weight of
/// a response of b black and w white pegs, is 1 plus a polynomial of b and w of second degree.
///
/// They were found by a random search for the least total of all codes: 5641 at 4x6, 179384 at 5x8, and 242033 at 6x6. Those of 6x6
/// take 3335783 guesses at 6x9, and `entropy` 3342255. That the response has a weight is from Gür (2025, arXiv 2511.19446); the formula,
/// the worth of parts and the numbers are not.
struct Weights {
    /// By how much b, w, b², b w and w² raise the weight.
    response: [f64; 5],
    /// What a part is worth; and what more, if the guess wins there, if it has one candidate, or two.
    part: [f64; 4],
}

/// How bad a guess is: lower is better. Guesses with the same part sizes have the same score, and so have guesses with the same entropy.
pub type Score = u64;

/// The score of one candidate by [`Criterion::FewestAbove`], more than there are parts.
pub const ONE_ABOVE: Score = 1 << 8;

/// The number of candidates below which lanes have 32 bits.
const FEW: usize = 32;

/// A criterion with the tables that it needs.
#[derive(Clone, Debug)]
pub struct Scorer {
    criterion: Criterion,
    /// The cost by the size n of the part of each response: n log2 n in units of 2^-32, or other costs in units of 2^-20. Empty for criteria
    /// that need no table.
    costs: Vec<Arc<[Score]>>,
    /// The same for n below 32, n log2 n in units of 2^-24.
    few_costs: Vec<[u32; FEW]>,
    /// How many candidates at most are found with the first guess, with the first two, and so on.
    found_within: Arc<[Score]>,
}

impl Scorer {
    /// A scorer for up to `candidates` candidates of `pegs` pegs.
    pub fn new(criterion: Criterion, candidates: usize, pegs: usize) -> Scorer {
        let values = Response::values(pegs);
        let costs = |most: usize, bits: u32| -> Vec<Arc<[Score]>> {
            match criterion {
                Criterion::Entropy => vec![n_log_n(most, bits).into(); values],
                Criterion::EstimatedGuesses => {
                    let mut costs = vec![(0..=most).map(estimated_guesses).collect(); values];
                    costs[values - 1] = vec![0; most + 1].into();
                    costs
                }
                Criterion::WeightedEntropy => {
                    let weights = match pegs {
                        ..5 => Weights::OF_4_PEGS,
                        5 => Weights::OF_5_PEGS,
                        _ => Weights::OF_6_PEGS,
                    };
                    let sizes = |response| (0..=most).map(|size| weights.cost(pegs, response, size)).collect();
                    (0..values).map(Response::from_index).map(sizes).collect()
                }
                _ => Vec::new(),
            }
        };
        let few = |costs: &Arc<[Score]>| std::array::from_fn(|size| costs[size] as u32);
        let few_costs = costs(FEW - 1, 24).iter().map(few).collect();
        // One feedback wins, and one (all black but one, which is white) never occurs.
        let responses = Response::values(pegs) as Score - 2;
        let mut found_within = vec![1];
        while let Some(&most) = found_within.last().filter(|&&most| most < candidates as Score && responses > 1) {
            found_within.push(most * responses + 1);
        }
        Scorer { criterion, costs: costs(candidates, 32), few_costs, found_within: found_within.into() }
    }

    /// The score of a partition with parts of these sizes, by feedback index.
    pub fn score(&self, parts: &[u32]) -> Score {
        let sizes = parts.iter().map(|&size| u64::from(size));
        match self.criterion {
            Criterion::Minimax => sizes.max().unwrap_or(0),
            Criterion::ExpectedSize => sizes.map(|size| size * size).sum(),
            Criterion::Entropy | Criterion::EstimatedGuesses | Criterion::WeightedEntropy => {
                parts.iter().zip(&self.costs).map(|(&size, costs)| costs[size as usize]).sum()
            }
            Criterion::MostParts => parts.iter().filter(|&&size| size == 0).count() as u64,
            Criterion::FewestGuesses => {
                let of_part = |&size: &u32| Score::from(self.min_guesses(size as usize));
                let wins = parts.last().is_some_and(|&wins| wins > 0);
                sizes.sum::<Score>() + parts.iter().map(of_part).sum::<Score>() - Score::from(wins)
            }
            Criterion::FewestAbove(most) => {
                let above = |size: Score| size.saturating_sub(most.into());
                let empty = parts.iter().filter(|&&size| size == 0).count() as Score;
                let wins = parts.last().map_or(0, |&wins| above(wins.into()));
                (sizes.map(above).sum::<Score>() - wins) * ONE_ABOVE + empty
            }
        }
    }

    /// A lower bound on the guesses that this number of candidates takes together, by the number of responses that a guess
    /// can have: 3 for 2 candidates, and 45 for 20 at 4x6, where there are 14 responses.
    pub fn min_guesses(&self, candidates: usize) -> u32 {
        let candidates = candidates as Score;
        let late = self.found_within.iter().map(|most| candidates.saturating_sub(*most)).sum::<Score>();
        (candidates + late) as u32
    }

    /// Whether the scores of partitions of this number of candidates fit into lanes of 16 bits.
    pub(crate) fn fits_16_bits(&self, candidates: usize) -> bool {
        candidates <= 16 && self.costs.is_empty()
    }

    /// The score of a partition in each lane of `LANE` bits, and the size of the part that wins. Either there are fewer
    /// candidates than a lane has bits, or a lane has 64 bits.
    ///
    /// Scores by entropy are in units of 2^-24 in lanes of 32 bits, and of 2^-32 in lanes of 64 bits.
    #[inline(always)]
    pub(crate) fn lane_scores<S: Simd, const LANE: usize>(
        &self,
        simd: S,
        pegs: usize,
        candidates: usize,
        parts: &impl PartSizes<S>,
    ) -> (S::Register, S::Register) {
        let mut sum = simd.splat::<64>(0);
        let mut last = sum;
        macro_rules! fold {
            (|$size:ident| $take:expr) => {
                fold!(|$size, _index| $take)
            };
            (|$size:ident, $index:ident| $take:expr) => {{
                let mut index = 0;
                for total in 0..=pegs {
                    for black in 0..=total {
                        let ($size, $index) = (parts.size(total, black), index);
                        (sum, last) = ($take, $size);
                        index += 1;
                    }
                }
            }};
        }
        match self.criterion {
            Criterion::Minimax => fold!(|size| simd.max::<LANE>(sum, size)),
            Criterion::ExpectedSize => fold!(|size| simd.add::<LANE>(sum, simd.square::<LANE>(size))),
            Criterion::Entropy | Criterion::EstimatedGuesses | Criterion::WeightedEntropy if LANE == 32 => {
                fold!(|size, index| simd.add::<LANE>(sum, simd.look_up(&self.few_costs[index], size)));
            }
            Criterion::Entropy | Criterion::EstimatedGuesses | Criterion::WeightedEntropy => {
                // Numbers that are stored one by one would be loaded together only after a wait.
                let mut sums = [0; 8];
                fold!(|size, index| {
                    let (sizes, costs) = (simd.store(size), &self.costs[index]);
                    for (sum, size) in sums.iter_mut().zip(sizes) {
                        *sum += costs[size as usize];
                    }
                    sum
                });
                sum = simd.load(&sums);
            }
            Criterion::MostParts => fold!(|size| simd.count_zero::<LANE>(sum, size)),
            Criterion::FewestGuesses => {
                let late = &self.found_within[1..];
                let late = &late[..late.partition_point(|&most| LANE == 64 || most < LANE as Score)];
                fold!(|size| {
                    let mut sum = simd.count_zero::<LANE>(sum, size);
                    for &most in late {
                        let above = simd.saturating_sub::<LANE>(size, simd.splat::<LANE>(most));
                        sum = simd.add::<LANE>(sum, above);
                    }
                    sum
                });
                // Every candidate takes this guess, a second one unless it wins, and a third one unless it is found by the
                // second guess of its part.
                let three = simd.splat::<LANE>(3 * candidates as Score);
                let values = simd.splat::<LANE>(Response::values(pegs) as Score);
                sum = simd.saturating_sub::<LANE>(simd.add::<LANE>(sum, three), simd.add::<LANE>(values, last));
            }
            Criterion::FewestAbove(most) => {
                // Short lanes hold no more candidates than they have bits.
                let most =
                    simd.splat::<LANE>(Score::from(most).min(if LANE == 64 { Score::MAX } else { LANE as Score }));
                let mut empty = simd.splat::<64>(0);
                fold!(|size| {
                    empty = simd.count_zero::<LANE>(empty, size);
                    simd.add::<LANE>(sum, simd.saturating_sub::<LANE>(size, most))
                });
                sum = simd.saturating_sub::<LANE>(sum, simd.saturating_sub::<LANE>(last, most));
                for _ in 0..ONE_ABOVE.trailing_zeros() {
                    sum = simd.add::<LANE>(sum, sum);
                }
                sum = simd.add::<LANE>(sum, empty);
            }
        }
        (sum, last)
    }

    /// The best possible score, that of a partition into parts of one candidate. None when there are more candidates than feedback values.
    pub fn best_possible(&self, candidates: usize, values: usize) -> Option<Score> {
        let sizes: Vec<u32> = (0..values).map(|part| u32::from(part < candidates)).collect();
        (candidates <= values && self.criterion != Criterion::WeightedEntropy).then(|| self.score(&sizes))
    }
}

/// The sizes of the parts of several partitions, one in each lane.
pub trait PartSizes<S: Simd> {
    /// The size of the part whose feedback has `total` pegs, `black` of them black.
    fn size(&self, total: usize, black: usize) -> S::Register;
}

impl Weights {
    const OF_4_PEGS: Weights =
        Weights { response: [-0.048, -0.0369, 0.0526, 0.0008, 0.0351], part: [-0.4148, 3.0168, 0.5388, -0.0702] };
    const OF_5_PEGS: Weights =
        Weights { response: [-0.0207, -0.0002, 0.0143, 0.0117, 0.0034], part: [1.0169, 3.6992, 0.0729, -0.058] };
    const OF_6_PEGS: Weights =
        Weights { response: [0.0203, -0.001, -0.003, 0.0012, 0.002], part: [2.539, 1.9121, 0.5594, -0.0404] };

    /// The cost of a part of this size, in units of 2^-20, with the same number for each response added, so that none is below 0.
    fn cost(&self, pegs: usize, response: Response, size: usize) -> Score {
        let (n, black, white) = (size as f64, response.black() as f64, response.white() as f64);
        let powers = [black, white, black * black, black * white, white * white];
        let weight = 1.0 + self.response.iter().zip(powers).map(|(raise, power)| raise * power).sum::<f64>();
        let is = [size > 0, size > 0 && response.black() == pegs, size == 1, size == 2];
        let worth: f64 = self.part.iter().zip(is).filter(|(_, is)| *is).map(|(worth, _)| worth).sum();
        let information = if size > 1 { weight * n * libm::log2(n) } else { 0.0 };
        ((information - worth + Weights::ADDED) * f64::from(1 << 20)) as Score
    }

    /// More than any part is worth.
    const ADDED: f64 = 8.0;
}

/// The estimate of [`Criterion::EstimatedGuesses`] for a number of candidates, in units of 2^-20.
fn estimated_guesses(candidates: usize) -> Score {
    let n = candidates as f64;
    let guesses = if candidates == 0 { 0.0 } else { (2.0 * n - 1.0).max(n * (1.0 + libm::log10(n))) };
    (guesses * f64::from(1 << 20)) as Score
}

/// n log2 n for every n up to `most`, in units of 2^-bits.
///
/// The logarithms of primes are rounded, and those of other numbers are sums of these. So two sums of n log2 n are equal
/// exactly when the products of all n^n are.
fn n_log_n(most: usize, bits: u32) -> Vec<Score> {
    let mut logs: Vec<u64> = vec![0; most + 1];
    for n in 2..=most {
        if logs[n] == 0 {
            let log = (libm::log2(n as f64) * (1u64 << bits) as f64).round() as u64;
            let mut power = n;
            while power <= most {
                for multiple in (power..=most).step_by(power) {
                    logs[multiple] += log;
                }
                let Some(next) = power.checked_mul(n) else { break };
                power = next;
            }
        }
    }
    logs.iter().enumerate().map(|(n, log)| n as u64 * log).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_with_the_same_entropy_have_the_same_score() {
        let scorer = Scorer::new(Criterion::Entropy, 100, 4);
        // 6^6 = 3^3 x 3^3 x 2^2 x 2^2 x 2^2
        assert_eq!(scorer.score(&[6, 1, 1, 1, 1, 1, 1]), scorer.score(&[3, 3, 2, 2, 2, 0, 0]));
        assert_eq!(scorer.score(&[8, 8]), 48 << 32);
        let exact = |n: f64| n * n.log2() * (1u64 << 32) as f64;
        for n in 2..=100 {
            assert!((scorer.score(&[n]) as f64 - exact(f64::from(n))).abs() < 400.0, "{n}");
        }
    }

    /// All partitions of a number of candidates, as part sizes in descending order, none larger than `most`.
    fn partitions(candidates: u32, most: u32) -> Vec<Vec<u32>> {
        if candidates == 0 {
            return vec![Vec::new()];
        }
        let with = |first: u32| {
            let mut rest = partitions(candidates - first, first.min(candidates - first));
            rest.iter_mut().for_each(|parts| parts.insert(0, first));
            rest
        };
        (1..=most.min(candidates)).flat_map(with).collect()
    }

    #[test]
    fn the_24_bit_logarithms_order_guesses_as_the_32_bit_ones_do() {
        let scorer = Scorer::new(Criterion::Entropy, FEW, 4);
        for candidates in 1..FEW as u32 {
            let short = |parts: &[u32]| parts.iter().map(|&size| scorer.few_costs[0][size as usize]).sum::<u32>();
            let mut scores: Vec<_> =
                partitions(candidates, candidates).iter().map(|parts| (scorer.score(parts), short(parts))).collect();
            scores.sort_unstable();
            for pair in scores.windows(2) {
                assert_eq!(pair[0].0 == pair[1].0, pair[0].1 == pair[1].1, "{pair:?}");
                assert!(pair[0].1 <= pair[1].1, "{pair:?}");
            }
        }
    }
}
