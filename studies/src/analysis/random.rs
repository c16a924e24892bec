//! A consistent code at random (RC), after no, one, two or three fixed guesses.

use super::{
    MOST_CODES_FOR_ALL, Watcher,
    exact::{
        BestThree, FirstGuesses, Matrix, RandomConsistent, Spread, ThreeGuesses, Total, after_sets, classes,
        longest_game, sets_of_guesses,
    },
};

/// What was computed of RC.
#[derive(Debug)]
pub struct RandomFamily {
    /// RC, and X+RC for each class of X.
    pub first: FirstGuesses<Spread>,
    /// X+Y+RC for each class of pairs, the best first.
    pub pairs: Vec<(Vec<u16>, Spread)>,
    /// X+Y+RC for the pairs that something was published of, where they are not among these.
    pub published: Vec<(Vec<u16>, Spread)>,
    /// The smallest expected total with a third fixed guess after the best pair, and those guesses.
    pub thirds: Option<(f64, Vec<u16>)>,
    /// The sets of three fixed guesses, and the best of them.
    pub three: Option<(ThreeGuesses, BestThree)>,
    /// A longest game of consistent guesses, each with the index of its feedback.
    pub longest: Vec<(u16, u8)>,
}

impl RandomFamily {
    /// None when there are too many sets of candidates to go through.
    pub fn of(matrix: &Matrix, published: &[Vec<u16>], watcher: &dyn Watcher) -> Option<RandomFamily> {
        watcher.begin("X+rc", classes(matrix, &[]).iter().map(|x| classes(matrix, &[x.lowest()]).len() as u64).sum());
        let first: FirstGuesses<Spread> = FirstGuesses::of(matrix, || watcher.advance(1))?;
        let sets = sets_of_guesses(matrix, 2);
        watcher.begin("X+Y+rc", sets.len() as u64);
        let spreads: Vec<Spread> = after_sets(matrix, &sets, || watcher.advance(1))?;
        let mut pairs: Vec<(Vec<u16>, Spread)> = sets.into_iter().zip(spreads).collect();
        pairs.sort_by(|(_, one), (_, other)| one.guesses().total_cmp(&other.guesses()));
        let others = published.iter().filter(|own| pairs.iter().all(|(pair, _)| pair != *own));
        let others: Vec<Vec<u16>> = others.cloned().collect();
        let spreads: Vec<Spread> = after_sets(matrix, &others, || ())?;
        let published = others.into_iter().zip(spreads).collect();
        let three = (matrix.codes() <= MOST_CODES_FOR_ALL).then(|| {
            watcher.begin("sets of three guesses", 1);
            let three = ThreeGuesses::of(matrix);
            watcher.begin("X+Y+Z+rc", three.classes() as u64);
            let before = std::cell::Cell::new(0);
            let best = three.best_random(matrix, |done| {
                let done = done as u64;
                watcher.advance(done - before.replace(done));
            });
            Some((three, best?))
        });
        let three = three.flatten();
        let longest = first.fixed.iter().max_by_key(|(class, spread)| {
            // Of equal ones the first.
            (spread.by_guesses().len(), std::cmp::Reverse(class.lowest()))
        });
        let longest = longest.map(|(class, _)| longest_game(matrix, class.lowest())).unwrap_or_default();
        let thirds = three.as_ref().and(pairs.first()).and_then(|(pair, _)| best_third(matrix, pair));
        Some(RandomFamily { first, pairs, published, thirds, three, longest })
    }

    /// RC, X+RC for one X of each class, X+Y+RC for one pair of each class, and those that something was published of.
    pub fn strategies(&self) -> impl Iterator<Item = (Vec<u16>, &Spread)> {
        let free = [(Vec::new(), &self.first.free)].into_iter();
        let fixed = self.first.fixed.iter().map(|(class, spread)| (vec![class.lowest()], spread));
        let pairs = self.pairs.iter().chain(&self.published).map(|(pair, spread)| (pair.clone(), spread));
        free.chain(fixed).chain(pairs)
    }

    /// The pairs that are as good as the best one.
    pub fn best_pairs(&self) -> impl Iterator<Item = &(Vec<u16>, Spread)> {
        let least = self.pairs.first().map_or(f64::INFINITY, |(_, spread)| spread.guesses());
        self.pairs.iter().take_while(move |(_, spread)| spread.guesses() < least + RandomConsistent::<Total>::ERROR)
    }
}

/// The third guesses, one of each class, with the smallest expected total of X+Y+Z+RC.
pub fn best_third(matrix: &Matrix, pair: &[u16]) -> Option<(f64, Vec<u16>)> {
    let others = classes(matrix, pair).into_iter().map(|class| class.lowest()).filter(|z| !pair.contains(z));
    let sets: Vec<Vec<u16>> = others.map(|z| [pair, &[z]].concat()).collect();
    let totals: Vec<Total> = after_sets(matrix, &sets, || ())?;
    let least = totals.iter().map(|total| total.guesses()).fold(f64::INFINITY, f64::min);
    let best = sets.iter().zip(&totals).filter(|(_, total)| total.guesses() < least + RandomConsistent::<Total>::ERROR);
    Some((least, best.filter_map(|(set, _)| set.last().copied()).collect()))
}
