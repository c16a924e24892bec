//! What is drawn once for a rule, and rules of which only such a secret is special.

use super::draw::{Draw, Rule};
use scsa::Rng;
use std::collections::HashMap;

pub fn permutation(count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..count).collect();
    rng.shuffle(&mut permutation);
    permutation
}

pub fn word(length: usize, below: usize, rng: &mut Rng) -> Vec<usize> {
    (0..length).map(|_| rng.below(below)).collect()
}

pub fn words(count: usize, length: usize, below: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    (0..count).map(|_| word(length, below, rng)).collect()
}

/// For each context, weights of the colors: the given ones, in an order drawn anew, the others zero.
pub fn table(contexts: usize, colors: usize, weights: &[f64], rng: &mut Rng) -> Vec<Vec<f64>> {
    let row = |rng: &mut Rng| {
        permutation(colors, rng).into_iter().map(|rank| weights.get(rank).copied().unwrap_or(0.0)).collect()
    };
    (0..contexts).map(|_| row(rng)).collect()
}

/// Each peg is drawn with the weights that the colors of the earlier pegs give it.
pub fn chain(pegs: usize, weights: impl Fn(&[usize]) -> Vec<f64> + 'static) -> Rule {
    Box::new(move |draw| {
        let mut code = Vec::new();
        for peg in 0..pegs {
            code.push(draw.set_weighted(peg, &weights(&code))?);
        }
        Some(())
    })
}

/// All codes that an automaton accepts, evenly. From the start state, each peg leads to another state or is not allowed; it accepts
/// at the last peg's end.
pub fn accepted<S: Copy + Eq + std::hash::Hash + 'static>(
    pegs: usize,
    colors: usize,
    start: S,
    step: impl Fn(S, usize, usize) -> Option<S> + 'static,
    accepts: impl Fn(S) -> bool,
) -> Rule {
    // The number of ways to go on, by peg and state: states forward, counts backward.
    let mut counts: Vec<HashMap<S, f64>> = vec![HashMap::from([(start, 0.0)])];
    for peg in 0..pegs {
        let follow = |&state: &S| (0..colors).filter_map(|color| step(state, peg, color)).collect::<Vec<S>>();
        counts.push(counts[peg].keys().flat_map(follow).map(|state| (state, 0.0)).collect());
    }
    counts[pegs].iter_mut().for_each(|(&state, count)| *count = f64::from(u8::from(accepts(state))));
    let ways = move |next: &HashMap<S, f64>, step: &dyn Fn(usize) -> Option<S>| -> Vec<f64> {
        (0..colors).map(|color| step(color).map_or(0.0, |state| next[&state])).collect()
    };
    for peg in (0..pegs).rev() {
        let (before, after) = counts.split_at_mut(peg + 1);
        for (&state, count) in &mut before[peg] {
            *count = ways(&after[0], &|color| step(state, peg, color)).iter().sum();
        }
    }
    Box::new(move |draw: &mut Draw| {
        let mut state = start;
        for peg in 0..pegs {
            let color = draw.set_weighted(peg, &ways(&counts[peg + 1], &|color| step(state, peg, color)))?;
            state = step(state, peg, color).expect("it has ways to go on");
        }
        Some(())
    })
}
