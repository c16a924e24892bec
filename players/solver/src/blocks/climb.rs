//! Guesses that part a set well, found by changing a few pegs at a time.

use super::{
    board::{Board, Counts},
    looks::Look,
    set::Set,
};
use scsa::Rng;

/// What cells of so many candidates will cost, about, in sixteenths of a guess above one each.
#[derive(Clone, Debug)]
pub struct Estimate(Vec<u64>);

impl Estimate {
    pub fn new(candidates: usize) -> Estimate {
        let mut estimate = vec![0, 0];
        for size in 2..=candidates as u64 {
            // Five candidates are mostly parted by one guess, more of them less and less.
            let more = 16 + if size > 5 { 22 * (size - 5) / size } else { 0 };
            estimate.push(estimate[estimate.len() - 1] + more);
        }
        Estimate(estimate)
    }

    /// What a set will cost with a guess, about.
    pub fn of(&self, look: &mut Look<'_>, counts: &[u8]) -> u64 {
        let mut sum = 0;
        look.cells(counts, |size| sum += self.0[size]);
        sum
    }
}

/// How many guesses are tried from a start before there is a new one.
const PATIENCE: usize = 250;
const STARTS: usize = 12;

/// The best guesses of some starts, the best first. It is the same each time.
pub fn climb(board: &Board, set: &Set, look: &mut Look<'_>, estimate: &Estimate) -> Vec<Counts> {
    let mut rng = Rng::new(set.len() as u128);
    let blocks = board.blocks();
    let used = set.used();
    let mut colors: Vec<usize> = (0..board.size.colors()).filter(|color| used >> color & 1 == 1).collect();
    // One color of no candidate is as good as any other.
    colors.extend((0..board.size.colors()).find(|color| used >> color & 1 == 0));
    let mut found: Vec<(u64, Counts)> = Vec::new();
    for _ in 0..STARTS {
        let mut counts = vec![0u8; board.size.colors() * blocks];
        for (block, &len) in board.lens.iter().enumerate() {
            for _ in 0..len {
                counts[colors[rng.below(colors.len())] * blocks + block] += 1;
            }
        }
        let mut least = estimate.of(look, &counts);
        let mut failed = 0;
        while failed < PATIENCE && least > 0 {
            let mut moved = counts.clone();
            for _ in 0..=rng.below(2) {
                let block = rng.below(blocks);
                let (from, to) = (colors[rng.below(colors.len())], colors[rng.below(colors.len())]);
                let pegs = moved[from * blocks + block].min(1 + rng.below(2) as u8);
                moved[from * blocks + block] -= pegs;
                moved[to * blocks + block] += pegs;
            }
            let cost = estimate.of(look, &moved);
            failed = if cost < least { 0 } else { failed + 1 };
            if cost <= least {
                (counts, least) = (moved, cost);
            }
        }
        found.push((least, counts));
        if least == 0 {
            break;
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, counts)| counts).collect()
}
