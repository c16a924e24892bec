//! How a guess is judged by the cells that it makes.

use super::lanes::Engine;
use scsa::Feedback;
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
    /// The guesses that all candidates take together, even if every guess after this one put as many candidates as there
    /// are responses into cells of their own, are to be few: Knuth 1977 for the bound on what responses can tell.
    FewestGuesses,
}

/// How bad a guess is. Guesses with cells of equal sizes have equal scores, and so have guesses with the same entropy.
pub type Score = u64;

/// Lanes of 32 bits are for fewer candidates than that.
const FEW: usize = 32;

/// A criterion with the table that it needs.
#[derive(Clone, Debug)]
pub struct Judge {
    criterion: Criterion,
    /// What a cell of each size adds to the sum, for the entropy.
    logs: Arc<[Score]>,
    /// The same for fewer than 32 candidates, in units of 2^-24.
    few_logs: [u32; FEW],
    /// So many candidates in a cell are found with one guess, two, and so on, for the fewest guesses.
    within: Arc<[Score]>,
}

impl Judge {
    /// A judge of guesses where there are so many candidates at the most, on a board of so many pegs.
    pub fn new(criterion: Criterion, candidates: usize, pegs: usize) -> Judge {
        let logs = if criterion == Criterion::Entropy { weighed_logs(candidates, 32) } else { Vec::new() };
        let few_logs = weighed_logs(FEW - 1, 24);
        let few_logs = std::array::from_fn(|size| few_logs[size] as u32);
        // One response wins, and one never occurs.
        let responses = Feedback::values(pegs) as Score - 2;
        let mut within = vec![1];
        while let Some(&most) = within.last().filter(|&&most| most < candidates as Score && responses > 1) {
            within.push(most * responses + 1);
        }
        Judge { criterion, logs: logs.into(), few_logs, within: within.into() }
    }

    /// The score of a guess whose cells have these sizes.
    pub fn score(&self, cells: &[u32]) -> Score {
        let sizes = cells.iter().map(|&size| u64::from(size));
        match self.criterion {
            Criterion::Minimax => sizes.max().unwrap_or(0),
            Criterion::ExpectedSize => sizes.map(|size| size * size).sum(),
            Criterion::Entropy => cells.iter().map(|&size| self.logs[size as usize]).sum(),
            Criterion::MostParts => cells.iter().filter(|&&size| size == 0).count() as u64,
            Criterion::FewestGuesses => {
                let of_cell = |&size: &u32| Score::from(self.fewest(size as usize));
                let wins = cells.last().is_some_and(|&wins| wins > 0);
                sizes.sum::<Score>() + cells.iter().map(of_cell).sum::<Score>() - Score::from(wins)
            }
        }
    }

    /// The fewest guesses that so many candidates take together, as far as responses can tell them apart: 3 for 2, and 45 for
    /// 20 at 4x6, where no guess has more than 14 responses.
    #[must_use]
    pub fn fewest(&self, candidates: usize) -> u32 {
        let candidates = candidates as Score;
        let late = self.within.iter().map(|most| candidates.saturating_sub(*most)).sum::<Score>();
        (candidates + late) as u32
    }

    /// Whether lanes of 16 bits have room for the scores where there are so few candidates.
    pub fn is_small(&self, candidates: usize) -> bool {
        candidates <= 16 && self.criterion != Criterion::Entropy
    }

    /// The scores of guesses by the cells of so many candidates, one a lane of so many bits, and who wins. There are fewer
    /// candidates than lanes have bits, or they have 64. Scores by entropy are comparable only with others by lanes of as many bits.
    #[inline(always)]
    pub fn scores_of<E: Engine, const LANE: usize>(
        &self,
        engine: E,
        pegs: usize,
        candidates: usize,
        cells: &impl Cells<E>,
    ) -> (E::Line, E::Line) {
        let mut sum = engine.splat::<64>(0);
        let mut last = sum;
        macro_rules! fold {
            (|$size:ident| $take:expr) => {
                for total in 0..=pegs {
                    for black in 0..=total {
                        let $size = cells.size(total, black);
                        (sum, last) = ($take, $size);
                    }
                }
            };
        }
        match self.criterion {
            Criterion::Minimax => fold!(|size| engine.max::<LANE>(sum, size)),
            Criterion::ExpectedSize => fold!(|size| engine.add::<LANE>(sum, engine.square::<LANE>(size))),
            Criterion::Entropy if LANE == 32 => {
                fold!(|size| engine.add::<LANE>(sum, engine.look_up(&self.few_logs, size)));
            }
            Criterion::Entropy => fold!(|size| {
                let logs = engine.store(size).map(|size| self.logs[size as usize]);
                engine.add::<64>(sum, engine.load(&logs))
            }),
            Criterion::MostParts => fold!(|size| engine.count_zero::<LANE>(sum, size)),
            Criterion::FewestGuesses => {
                let late = self.within[1..].iter().filter(|&&most| LANE == 64 || most < LANE as Score);
                match *late.copied().collect::<Vec<_>>() {
                    [] => fold!(|size| engine.count_zero::<LANE>(sum, size)),
                    ref late => fold!(|size| late.iter().fold(engine.count_zero::<LANE>(sum, size), |sum, &most| {
                        engine.add::<LANE>(sum, engine.less::<LANE>(size, engine.splat::<LANE>(most)))
                    })),
                }
                // Every candidate in a cell takes one guess now, one in the cell and, but for one of each cell, another.
                let three = engine.splat::<LANE>(3 * candidates as Score);
                let cells = engine.splat::<LANE>(Feedback::values(pegs) as Score);
                sum = engine.less::<LANE>(engine.add::<LANE>(sum, three), engine.add::<LANE>(cells, last));
            }
        }
        (sum, last)
    }

    /// The best score that there can be: every one of so many candidates in a cell of its own. None when there are more
    /// candidates than cells.
    pub fn perfect(&self, candidates: usize, cells: usize) -> Option<Score> {
        let sizes: Vec<u32> = (0..cells).map(|cell| u32::from(cell < candidates)).collect();
        (candidates <= cells).then(|| self.score(&sizes))
    }
}

/// The sizes of the cells of some guesses, one a lane.
pub trait Cells<E: Engine> {
    /// The size of the cell of so many pegs, and of these so many black.
    fn size(&self, total: usize, black: usize) -> E::Line;
}

/// n log2 n for every n up to the given one, in units of 2^-bits.
///
/// Logarithms of primes are rounded, and those of other numbers are sums of them: then sums are equal whenever the products
/// of all n^n are, and do not depend on a rounding somewhere else.
fn weighed_logs(most: usize, bits: u32) -> Vec<Score> {
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
    use crate::lanes::{Memory, Plain};

    #[test]
    fn guesses_with_the_same_entropy_have_the_same_score() {
        let judge = Judge::new(Criterion::Entropy, 100, 4);
        // 6^6 = 3^3 x 3^3 x 2^2 x 2^2 x 2^2
        assert_eq!(judge.score(&[6, 1, 1, 1, 1, 1, 1]), judge.score(&[3, 3, 2, 2, 2, 0, 0]));
        assert_eq!(judge.score(&[8, 8]), 48 << 32);
        let exact = |n: f64| n * n.log2() * (1u64 << 32) as f64;
        for n in 2..=100 {
            assert!((judge.score(&[n]) as f64 - exact(f64::from(n))).abs() < 400.0, "{n}");
        }
    }

    /// All ways to part candidates into cells, by the largest cells first.
    fn partitions(candidates: u32, most: u32) -> Vec<Vec<u32>> {
        if candidates == 0 {
            return vec![Vec::new()];
        }
        let with = |first: u32| {
            let mut rest = partitions(candidates - first, first.min(candidates - first));
            rest.iter_mut().for_each(|cells| cells.insert(0, first));
            rest
        };
        (1..=most.min(candidates)).flat_map(with).collect()
    }

    #[test]
    fn short_logarithms_put_guesses_in_the_same_order() {
        let judge = Judge::new(Criterion::Entropy, FEW, 4);
        for candidates in 1..FEW as u32 {
            let short = |cells: &[u32]| cells.iter().map(|&size| judge.few_logs[size as usize]).sum::<u32>();
            let mut scores: Vec<_> =
                partitions(candidates, candidates).iter().map(|cells| (judge.score(cells), short(cells))).collect();
            scores.sort_unstable();
            for pair in scores.windows(2) {
                assert_eq!(pair[0].0 == pair[1].0, pair[0].1 == pair[1].1, "{pair:?}");
                assert!(pair[0].1 <= pair[1].1, "{pair:?}");
            }
        }
    }

    /// The sizes of 15 cells for 64 guesses, so many of them a line.
    struct Sizes(Vec<Memory>);

    impl Cells<Plain> for Sizes {
        fn size(&self, total: usize, black: usize) -> Memory {
            self.0[total * (total + 1) / 2 + black]
        }
    }

    fn scores_of_lanes<const LANE: usize>(judge: &Judge) -> Vec<Score> {
        // Thirteen candidates, whatever the guess, of whom no more than one wins.
        let size = |cell: usize, lane: usize| match cell {
            14 => lane as u64 % 2,
            13 => 1 - lane as u64 % 2,
            cell => ((cell + lane) % 13 % 3) as u64,
        };
        let line = |cell: usize| {
            std::array::from_fn(|word| {
                let lanes = 64 / LANE;
                (0..lanes).map(|lane| size(cell, word * lanes + lane) << (lane * LANE)).sum()
            })
        };
        let sizes = Sizes((0..15).map(line).collect());
        let (scores, wins) = judge.scores_of::<Plain, LANE>(Plain, 4, 13, &sizes);
        assert_eq!(wins, sizes.0[14]);
        let lanes = |words: Memory| {
            words
                .into_iter()
                .flat_map(|word| (0..64).step_by(LANE).map(move |bit| word >> bit & (u64::MAX >> (64 - LANE))))
        };
        let own = |lane: usize| judge.score(&(0..15).map(|cell| size(cell, lane) as u32).collect::<Vec<_>>());
        let scores: Vec<Score> = lanes(scores).collect();
        let unit = if judge.criterion == Criterion::Entropy && LANE == 32 { 1 << 8 } else { 1 };
        for (lane, &score) in scores.iter().enumerate() {
            assert_eq!(score * unit, own(lane), "{:?} {lane}", judge.criterion);
        }
        scores
    }

    #[test]
    fn scores_of_lanes_are_those_of_single_guesses() {
        for criterion in [
            Criterion::Minimax,
            Criterion::ExpectedSize,
            Criterion::Entropy,
            Criterion::MostParts,
            Criterion::FewestGuesses,
        ] {
            let judge = Judge::new(criterion, 50, 4);
            if judge.is_small(16) {
                assert_eq!(scores_of_lanes::<16>(&judge).len(), 32);
            }
            assert_eq!(scores_of_lanes::<32>(&judge).len(), 16);
            assert_eq!(scores_of_lanes::<64>(&judge).len(), 8);
            assert_eq!(judge.perfect(3, 4), Some(judge.score(&[1, 1, 1, 0])));
            assert_eq!(judge.perfect(5, 4), None);
        }
    }
}
