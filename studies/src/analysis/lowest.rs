//! Always the lowest consistent code (LC), after no, one, two or three fixed guesses.

use super::{
    Watcher,
    exact::{LowestConsistent, Matrix, Pairs, best_third_lowest},
    names,
};
use players::tree::Lengths;

/// So many of the best pairs are listed.
const BEST_PAIRS: usize = 100;

/// Fixed guesses, and how long the games are that go on with LC.
#[derive(Debug)]
pub struct Strategy {
    pub first: Vec<u16>,
    pub lengths: Lengths,
}

impl Strategy {
    pub fn of(matrix: &Matrix, first: &[u16]) -> Strategy {
        let lengths = LowestConsistent::new(matrix).lengths(&matrix.all(), first);
        Strategy { first: first.to_vec(), lengths }
    }

    pub fn name(&self, matrix: &Matrix) -> String {
        names::strategy(matrix, &self.first, "lc")
    }
}

/// The smallest total with one more fixed guess, and the guesses that have it.
pub type BestNext = Option<(u32, Vec<u16>)>;

/// What was computed of LC.
#[derive(Debug)]
pub struct LowestFamily {
    /// LC.
    pub free: Strategy,
    /// X+LC for every X.
    pub fixed: Vec<Strategy>,
    /// For every X what it takes with a second fixed guess.
    pub seconds: Vec<BestNext>,
    /// X+Y+LC for all pairs.
    pub pairs: Pairs,
    /// The best of them.
    pub best_pairs: Vec<Strategy>,
    /// For each of the best pairs what it takes with a third fixed guess.
    pub thirds: Vec<BestNext>,
    /// X+Y+LC for the pairs that something was published of.
    pub published: Vec<Strategy>,
}

impl LowestFamily {
    pub fn of(matrix: &Matrix, published: &[Vec<u16>], watcher: &dyn Watcher) -> LowestFamily {
        watcher.begin("X+Y+lc", matrix.codes() as u64);
        let pairs = Pairs::of(matrix, || watcher.advance(1));
        let best: Vec<[u16; 2]> = pairs.best(BEST_PAIRS).into_iter().map(|(_, pair)| pair).collect();
        // Where all are equally good there would be no end of them.
        let best = &best[..best.len().min(10 * BEST_PAIRS)];
        watcher.begin("X+Y+Z+lc after the best pairs", 1);
        let thirds = best_third_lowest(matrix, best);
        watcher.advance(1);
        LowestFamily {
            free: Strategy::of(matrix, &[]),
            fixed: matrix.all().iter().map(|&x| Strategy::of(matrix, &[x])).collect(),
            seconds: matrix.all().iter().map(|&x| pairs.best_after(x)).collect(),
            best_pairs: best.iter().map(|pair| Strategy::of(matrix, pair)).collect(),
            published: published.iter().map(|pair| Strategy::of(matrix, pair)).collect(),
            pairs,
            thirds,
        }
    }

    /// LC, every X+LC, the best X+Y+LC, and those that something was published of.
    pub fn strategies(&self) -> impl Iterator<Item = &Strategy> {
        [&self.free].into_iter().chain(&self.fixed).chain(&self.best_pairs).chain(&self.published)
    }

    /// The first guesses with the smallest total.
    pub fn best_fixed(&self) -> Vec<&Strategy> {
        let least = self.fixed.iter().map(|one| one.lengths.total()).min();
        self.fixed.iter().filter(|one| Some(one.lengths.total()) == least).collect()
    }

    /// The pairs with the smallest total.
    pub fn best_of_pairs(&self) -> impl Iterator<Item = &Strategy> {
        let least = self.best_pairs.first().map(|one| one.lengths.total());
        self.best_pairs.iter().take_while(move |one| Some(one.lengths.total()) == least)
    }
}
