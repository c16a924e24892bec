//! How a guess is judged by the cells that it makes.

use super::planes::{LANES, Lanes};
use std::sync::Arc;

/// How a guess is judged by the sizes of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The largest cell is to be small: Knuth 1977, "The computer as Master Mind".
    Minimax,
    /// The expected size of the secret's cell is to be small, that is the sum of the squares: Irving 1979, "Towards an
    /// optimum Mastermind strategy".
    ExpectedSize,
    /// The entropy of the response is to be large, that is the sum of n log n small: Neuwirth 1982, "Some strategies for
    /// Mastermind".
    Entropy,
    /// There are to be many cells: Kooi 2005, "Yet another Mastermind strategy".
    MostParts,
}

/// How bad a guess is. Guesses with cells of equal sizes have equal scores, and so have guesses with the same entropy.
pub type Score = u64;

/// A criterion with the table that it needs.
#[derive(Clone, Debug)]
pub struct Judge {
    criterion: Criterion,
    /// What a cell of each size adds to the sum, for the entropy.
    logs: Arc<[Score]>,
    /// The same for a word of candidates at the most.
    few_logs: [Score; 128],
}

impl Judge {
    /// A judge of guesses where there are so many candidates at the most.
    pub fn new(criterion: Criterion, candidates: usize) -> Judge {
        let logs = if criterion == Criterion::Entropy { weighed_logs(candidates) } else { Vec::new() };
        let few_logs = std::array::from_fn(|size| logs.get(size).copied().unwrap_or(0));
        Judge { criterion, logs: logs.into(), few_logs }
    }

    /// The score of a guess whose cells have these sizes.
    pub fn score(&self, cells: &[u32]) -> Score {
        let sizes = cells.iter().map(|&size| u64::from(size));
        match self.criterion {
            Criterion::Minimax => sizes.max().unwrap_or(0),
            Criterion::ExpectedSize => sizes.map(|size| size * size).sum(),
            Criterion::Entropy => cells.iter().map(|&size| self.logs[size as usize]).sum(),
            Criterion::MostParts => cells.iter().filter(|&&size| size == 0).count() as u64,
        }
    }

    /// The scores of as many guesses as there are lanes.
    #[inline(always)]
    pub fn scores(&self, cells: &[Lanes]) -> Lanes {
        let mut scores = [0; LANES];
        match self.criterion {
            Criterion::Minimax => each(cells, |lane, size| scores[lane] = size.max(scores[lane])),
            // Sizes are below 2^32: a product of halves is all it takes.
            Criterion::ExpectedSize => {
                each(cells, |lane, size| scores[lane] += u64::from(size as u32) * u64::from(size as u32));
            }
            Criterion::Entropy => each(cells, |lane, size| scores[lane] += self.logs[size as usize]),
            Criterion::MostParts => each(cells, |lane, size| scores[lane] += u64::from(size == 0)),
        }
        scores
    }

    /// The scores of as many guesses as there are lanes, by the candidates that are in each cell: `PEGS` is the number of
    /// pegs, and the cells come in the order of their index. The last one is returned, too: who is in it has won.
    #[inline(always)]
    pub fn scores_of<const CELLS: usize>(&self, cell: impl Fn(usize) -> Lanes) -> (Lanes, Lanes) {
        let mut scores = [0; LANES];
        let mut last = [0; LANES];
        macro_rules! fold {
            (|$score:ident, $size:ident| $take:expr) => {
                for number in 0..CELLS {
                    last = cell(number);
                    for lane in 0..LANES {
                        let ($score, $size) = (scores[lane], u64::from(last[lane].count_ones()));
                        scores[lane] = $take;
                    }
                }
            };
        }
        match self.criterion {
            Criterion::Minimax => fold!(|score, size| score.max(size)),
            Criterion::ExpectedSize => fold!(|score, size| score + u64::from(size as u32) * u64::from(size as u32)),
            Criterion::Entropy => fold!(|score, size| score + self.few_logs[size as usize % 128]),
            Criterion::MostParts => fold!(|score, size| score + u64::from(size == 0)),
        }
        (scores, last)
    }

    /// The best score that there can be: every one of so many candidates in a cell of its own. None when there are more
    /// candidates than cells.
    pub fn perfect(&self, candidates: usize, cells: usize) -> Option<Score> {
        let sizes: Vec<u32> = (0..cells).map(|cell| u32::from(cell < candidates)).collect();
        (candidates <= cells).then(|| self.score(&sizes))
    }
}

#[inline(always)]
fn each(cells: &[Lanes], mut take: impl FnMut(usize, u64)) {
    for cell in cells {
        for (lane, &size) in cell.iter().enumerate() {
            take(lane, size);
        }
    }
}

/// n log2 n for every n up to the given one, in units of 2^-32.
///
/// Logarithms of primes are rounded, and those of other numbers are sums of them: then sums are equal whenever the products
/// of all n^n are, and do not depend on a rounding somewhere else.
fn weighed_logs(most: usize) -> Vec<Score> {
    let mut logs: Vec<u64> = vec![0; most + 1];
    for n in 2..=most {
        if logs[n] == 0 {
            let log = (libm::log2(n as f64) * (1u64 << 32) as f64).round() as u64;
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
        let judge = Judge::new(Criterion::Entropy, 100);
        // 6^6 = 3^3 x 3^3 x 2^2 x 2^2 x 2^2
        assert_eq!(judge.score(&[6, 1, 1, 1, 1, 1, 1]), judge.score(&[3, 3, 2, 2, 2, 0, 0]));
        assert_eq!(judge.score(&[8, 8]), 48 << 32);
        let exact = |n: f64| n * n.log2() * (1u64 << 32) as f64;
        for n in 2..=100 {
            assert!((judge.score(&[n]) as f64 - exact(f64::from(n))).abs() < 400.0, "{n}");
        }
    }

    #[test]
    fn scores_of_lanes_are_those_of_single_guesses() {
        for criterion in [Criterion::Minimax, Criterion::ExpectedSize, Criterion::Entropy, Criterion::MostParts] {
            let judge = Judge::new(criterion, 50);
            let cells: Vec<Lanes> =
                (0..15).map(|cell| std::array::from_fn(|lane| (cell * 7 + lane as u64 * 5) % 11)).collect();
            for (lane, score) in judge.scores(&cells).into_iter().enumerate() {
                let own: Vec<u32> = cells.iter().map(|cell| cell[lane] as u32).collect();
                assert_eq!(score, judge.score(&own), "{criterion:?}");
            }
            assert_eq!(judge.perfect(3, 4), Some(judge.score(&[1, 1, 1, 0])));
            assert_eq!(judge.perfect(5, 4), None);
        }
    }
}
