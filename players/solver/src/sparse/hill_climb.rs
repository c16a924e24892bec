//! Guesses with a good partition, found by hill climbing: changes of a few pegs at a time.

use super::{
    blocks::{BlockBoard, BlockCounts},
    candidates::BlockCandidates,
    evaluator::GuessEvaluator,
};
use scsa::Rng;

/// An estimate of the cost of a part by its number of candidates: the guesses beyond one for each, in sixteenths of a guess.
#[derive(Clone, Debug)]
pub struct CostEstimate(Vec<u64>);

impl CostEstimate {
    /// For up to `candidates` candidates.
    pub fn new(candidates: usize) -> CostEstimate {
        let mut estimate = vec![0, 0];
        for size in 2..=candidates as u64 {
            // One guess usually separates five candidates; the more there are beyond, the less likely it is to.
            let more = 16 + if size > 5 { 22 * (size - 5) / size } else { 0 };
            estimate.push(estimate[estimate.len() - 1] + more);
        }
        CostEstimate(estimate)
    }

    /// The estimated cost with a guess.
    pub fn of(&self, evaluator: &mut GuessEvaluator<'_>, counts: &[u8]) -> u64 {
        let mut sum = 0;
        evaluator.part_sizes(counts, |size| sum += self.0[size]);
        sum
    }
}

/// The number of changes without an improvement after which a climb ends.
const MAX_FAILURES: usize = 250;
/// The number of climbs, from random guesses.
const STARTS: usize = 12;

/// The best guess of each climb, without repetitions, in ascending order of the estimates. The random numbers are seeded by the
/// number of candidates, so that the result is always the same.
pub fn hill_climb(
    board: &BlockBoard,
    candidates: &BlockCandidates,
    evaluator: &mut GuessEvaluator<'_>,
    estimate: &CostEstimate,
) -> Vec<BlockCounts> {
    let mut rng = Rng::new(candidates.count() as u128);
    let blocks = board.block_count();
    let used = candidates.used();
    let mut colors: Vec<usize> = (0..board.size.colors()).filter(|color| used >> color & 1 == 1).collect();
    // All colors of no candidate are equivalent.
    colors.extend((0..board.size.colors()).find(|color| used >> color & 1 == 0));
    let mut found: Vec<(u64, BlockCounts)> = Vec::new();
    for _ in 0..STARTS {
        let mut counts = vec![0u8; board.size.colors() * blocks];
        for (block, &block_size) in board.block_sizes.iter().enumerate() {
            for _ in 0..block_size {
                counts[colors[rng.below(colors.len())] * blocks + block] += 1;
            }
        }
        let mut best = estimate.of(evaluator, &counts);
        let mut failed = 0;
        while failed < MAX_FAILURES && best > 0 {
            let mut moved = counts.clone();
            for _ in 0..=rng.below(2) {
                let block = rng.below(blocks);
                let (from, to) = (colors[rng.below(colors.len())], colors[rng.below(colors.len())]);
                let pegs = moved[from * blocks + block].min(1 + rng.below(2) as u8);
                moved[from * blocks + block] -= pegs;
                moved[to * blocks + block] += pegs;
            }
            let cost = estimate.of(evaluator, &moved);
            failed = if cost < best { 0 } else { failed + 1 };
            if cost <= best {
                (counts, best) = (moved, cost);
            }
        }
        found.push((best, counts));
        if best == 0 {
            break;
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, counts)| counts).collect()
}
