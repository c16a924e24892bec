//! RC, a random consistent code, after no, one, two or three fixed guesses.

use crate::monitor::{Interrupted, Monitor};
use exact_openings::{
    BestThree, ExpectedTotal, FeedbackMatrix, FirstGuesses, LengthDistribution, RandomConsistent, ThreeGuesses,
    after_sets, equivalence_classes, longest_game, sets_of_guesses,
};

/// With more codes, third guesses are left out.
pub const MOST_CODES_FOR_THREE: usize = 1296;

/// All figures of RC.
#[derive(Debug)]
pub struct RandomOpenings {
    /// RC, and X+RC for each equivalence class of X.
    pub first: FirstGuesses<LengthDistribution>,
    /// X+Y+RC for each equivalence class of pairs, the best first.
    pub pairs: Vec<(Vec<u16>, LengthDistribution)>,
    /// X+Y+RC for the pairs with published figures that are not among these.
    pub published: Vec<(Vec<u16>, LengthDistribution)>,
    /// The smallest expected total with a third fixed guess after the best pair, and the third guesses that have it.
    pub thirds: Option<(f64, Vec<u16>)>,
    /// The sets of three fixed guesses, and the best of them.
    pub three: Option<(ThreeGuesses, BestThree)>,
    /// A longest game of consistent guesses, each with the index of its feedback.
    pub longest: Vec<(u16, u8)>,
}

impl RandomOpenings {
    /// Computes them; `published` are the pairs with published figures. None when there are too many sets of candidates.
    ///
    /// # Errors
    /// [`Interrupted`] when the user interrupts it.
    pub fn new(
        matrix: &FeedbackMatrix,
        published: &[Vec<u16>],
        monitor: &dyn Monitor,
    ) -> Result<Option<RandomOpenings>, Interrupted> {
        let second = |x: &u16| equivalence_classes(matrix, &[*x]).len() as u64;
        monitor.begin("X+rc", equivalence_classes(matrix, &[]).iter().map(|x| second(&x.lowest())).sum());
        let step = || monitor.step("");
        let Some(first) = FirstGuesses::<LengthDistribution>::of(matrix, step)? else { return Ok(None) };
        let sets = sets_of_guesses(matrix, 2);
        monitor.begin("X+Y+rc", sets.len() as u64);
        let Some(distributions) = after_sets(matrix, &sets, step)? else { return Ok(None) };
        let mut pairs: Vec<(Vec<u16>, LengthDistribution)> = sets.into_iter().zip(distributions).collect();
        pairs.sort_by(|(_, one), (_, other)| one.guesses().total_cmp(&other.guesses()));
        let others = published.iter().filter(|own| pairs.iter().all(|(pair, _)| pair != *own));
        let others: Vec<Vec<u16>> = others.cloned().collect();
        let Some(distributions) = after_sets(matrix, &others, || Ok(()))? else { return Ok(None) };
        let published = others.into_iter().zip(distributions).collect();
        let three = if matrix.codes() <= MOST_CODES_FOR_THREE { best_three(matrix, monitor)? } else { None };
        let longest = first.fixed.iter().max_by_key(|(class, lengths)| {
            // The first one among equals.
            (lengths.by_guesses().len(), std::cmp::Reverse(class.lowest()))
        });
        let longest = longest.map(|(class, _)| longest_game(matrix, class.lowest())).unwrap_or_default();
        let thirds = three.as_ref().and(pairs.first()).and_then(|(pair, _)| best_third(matrix, pair));
        Ok(Some(RandomOpenings { first, pairs, published, thirds, three, longest }))
    }

    /// RC, X+RC for one X of each class, X+Y+RC for one pair of each class, and those with published figures.
    pub fn strategies(&self) -> impl Iterator<Item = (Vec<u16>, &LengthDistribution)> {
        let free = [(Vec::new(), &self.first.free)].into_iter();
        let fixed = self.first.fixed.iter().map(|(class, lengths)| (vec![class.lowest()], lengths));
        let pairs = self.pairs.iter().chain(&self.published).map(|(pair, lengths)| (pair.clone(), lengths));
        free.chain(fixed).chain(pairs)
    }

    /// The pairs with the smallest expected total.
    pub fn best_pairs(&self) -> impl Iterator<Item = &(Vec<u16>, LengthDistribution)> {
        let least = self.pairs.first().map_or(f64::INFINITY, |(_, lengths)| lengths.guesses());
        self.pairs
            .iter()
            .take_while(move |(_, lengths)| lengths.guesses() < least + RandomConsistent::<ExpectedTotal>::ERROR)
    }
}

/// The sets of three fixed guesses, and the best of them.
fn best_three(
    matrix: &FeedbackMatrix,
    monitor: &dyn Monitor,
) -> Result<Option<(ThreeGuesses, BestThree)>, Interrupted> {
    monitor.begin("sets of three guesses", 1);
    let three = ThreeGuesses::of(matrix);
    monitor.begin("X+Y+Z+rc", three.count() as u64);
    let before = std::cell::Cell::new(0);
    let best = three.best_random(matrix, |done| {
        let done = done as u64;
        monitor.advance(done - before.replace(done), "");
        monitor.check()
    })?;
    Ok(best.map(|best| (three, best)))
}

/// The smallest expected total of X+Y+Z+RC for a pair X and Y, and the third guesses Z that have it, one of each class.
pub fn best_third(matrix: &FeedbackMatrix, pair: &[u16]) -> Option<(f64, Vec<u16>)> {
    let others = equivalence_classes(matrix, pair).into_iter().map(|class| class.lowest());
    let sets: Vec<Vec<u16>> = others.filter(|z| !pair.contains(z)).map(|z| [pair, &[z]].concat()).collect();
    let totals: Vec<ExpectedTotal> = after_sets(matrix, &sets, || Ok(())).ok()??;
    let least = totals.iter().map(|total| total.guesses()).fold(f64::INFINITY, f64::min);
    let is_best = |total: &ExpectedTotal| total.guesses() < least + RandomConsistent::<ExpectedTotal>::ERROR;
    let best = sets.iter().zip(&totals).filter(|(_, total)| is_best(total));
    Some((least, best.filter_map(|(set, _)| set.last().copied()).collect()))
}
