//! LC, always the lowest consistent code, after no, one, two or three fixed guesses.

use super::names;
use crate::monitor::{Interrupted, Monitor};
use exact_openings::{FeedbackMatrix, LowestConsistent, PairTotals, best_third_lowest};
use players::tree::Lengths;

/// The number of the best pairs that are listed.
const BEST_PAIRS: usize = 100;

/// Fixed guesses before LC, and the lengths of the games.
#[derive(Debug)]
pub struct LowestOpening {
    pub first: Vec<u16>,
    pub lengths: Lengths,
}

impl LowestOpening {
    pub fn new(matrix: &FeedbackMatrix, first: &[u16]) -> LowestOpening {
        let lengths = LowestConsistent::new(matrix).lengths(&matrix.all(), first);
        LowestOpening { first: first.to_vec(), lengths }
    }

    /// The name of the strategy.
    pub fn name(&self, matrix: &FeedbackMatrix) -> String {
        names::strategy(matrix, &self.first, "lc")
    }
}

/// The smallest total with one more fixed guess, and the guesses that have it.
pub type BestNext = Option<(u32, Vec<u16>)>;

/// All figures of LC.
#[derive(Debug)]
pub struct LowestOpenings {
    /// LC.
    pub free: LowestOpening,
    /// X+LC for every X.
    pub fixed: Vec<LowestOpening>,
    /// For every X the best second fixed guess.
    pub seconds: Vec<BestNext>,
    /// X+Y+LC for all pairs.
    pub pairs: PairTotals,
    /// The best pairs.
    pub best_pairs: Vec<LowestOpening>,
    /// For each of the best pairs the best third fixed guess.
    pub thirds: Vec<BestNext>,
    /// X+Y+LC for the pairs with published figures.
    pub published: Vec<LowestOpening>,
}

impl LowestOpenings {
    /// Computes them; `published` are the pairs with published figures.
    ///
    /// # Errors
    /// [`Interrupted`] when the user interrupts it.
    pub fn new(
        matrix: &FeedbackMatrix,
        published: &[Vec<u16>],
        monitor: &dyn Monitor,
    ) -> Result<LowestOpenings, Interrupted> {
        monitor.begin("X+Y+lc", matrix.codes() as u64);
        let pairs = PairTotals::of(matrix, || monitor.step(""))?;
        let best: Vec<[u16; 2]> = pairs.best(BEST_PAIRS).into_iter().map(|(_, pair)| pair).collect();
        // At sizes where very many pairs have the same total, only some are listed.
        let best = &best[..best.len().min(10 * BEST_PAIRS)];
        monitor.begin("X+Y+Z+lc after the best pairs", 1);
        let thirds = best_third_lowest(matrix, best);
        monitor.step("")?;
        Ok(LowestOpenings {
            free: LowestOpening::new(matrix, &[]),
            fixed: matrix.all().iter().map(|&x| LowestOpening::new(matrix, &[x])).collect(),
            seconds: matrix.all().iter().map(|&x| pairs.best_after(x)).collect(),
            best_pairs: best.iter().map(|pair| LowestOpening::new(matrix, pair)).collect(),
            published: published.iter().map(|pair| LowestOpening::new(matrix, pair)).collect(),
            pairs,
            thirds,
        })
    }

    /// LC, every X+LC, the best X+Y+LC, and those with published figures.
    pub fn strategies(&self) -> impl Iterator<Item = &LowestOpening> {
        [&self.free].into_iter().chain(&self.fixed).chain(&self.best_pairs).chain(&self.published)
    }

    /// The first guesses with the smallest total.
    pub fn best_fixed(&self) -> Vec<&LowestOpening> {
        let least = self.fixed.iter().map(|one| one.lengths.total()).min();
        self.fixed.iter().filter(|one| Some(one.lengths.total()) == least).collect()
    }

    /// The pairs with the smallest total.
    pub fn best_of_pairs(&self) -> impl Iterator<Item = &LowestOpening> {
        let least = self.best_pairs.first().map(|one| one.lengths.total());
        self.best_pairs.iter().take_while(move |one| Some(one.lengths.total()) == least)
    }
}
