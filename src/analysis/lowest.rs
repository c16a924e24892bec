//! Always the lowest consistent code (LC), after no, one, two or three fixed guesses.

use super::{
    Watcher,
    exact::{LowestConsistent, Matrix, Pairs, best_third_lowest},
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

/// What was computed of LC.
#[derive(Debug)]
pub struct LowestFamily {
    /// LC.
    pub free: Strategy,
    /// X+LC for every X.
    pub fixed: Vec<Strategy>,
    /// X+Y+LC for all pairs.
    pub pairs: Pairs,
    /// The best of them.
    pub best_pairs: Vec<Strategy>,
    /// For each of the best pairs the smallest total with a third fixed guess, and those guesses.
    pub thirds: Vec<(u32, Vec<u16>)>,
}

impl LowestFamily {
    pub fn of(matrix: &Matrix, watcher: &dyn Watcher) -> LowestFamily {
        let all = matrix.all();
        let lc = LowestConsistent::new(matrix);
        let strategy = |first: Vec<u16>| Strategy { lengths: lc.lengths(&all, &first), first };
        watcher.begin("X+Y+LC", matrix.codes() as u64);
        let pairs = Pairs::of(matrix, || watcher.advance(1));
        let best: Vec<[u16; 2]> = pairs.best(BEST_PAIRS).into_iter().map(|(_, pair)| pair).collect();
        // Where all are equally good there would be no end of them.
        let best = &best[..best.len().min(10 * BEST_PAIRS)];
        watcher.begin("X+Y+Z+LC with the best pairs", 1);
        let thirds = best_third_lowest(matrix, best);
        watcher.advance(1);
        LowestFamily {
            free: strategy(Vec::new()),
            fixed: all.iter().map(|&x| strategy(vec![x])).collect(),
            best_pairs: best.iter().map(|pair| strategy(pair.to_vec())).collect(),
            pairs,
            thirds,
        }
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
