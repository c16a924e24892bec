//! What is drawn once for a rule, and rules of which only such a secret is special.

use super::draw::{Draw, Rule};
use scsa::Rng;
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

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

/// Each peg is drawn with the weights in a row of a table. The colors of the earlier pegs tell the row; where there is none, all colors
/// are equally probable.
pub fn chain(
    pegs: usize,
    table: Vec<Vec<f64>>,
    row: impl Fn(&[usize]) -> Option<usize> + Send + Sync + 'static,
) -> Rule {
    Box::new(move |draw| {
        let mut code = Vec::with_capacity(pegs);
        for peg in 0..pegs {
            let color = match row(&code) {
                Some(row) => draw.set_weighted(peg, &table[row]),
                None => draw.set_even(peg),
            };
            code.push(color?);
        }
        Some(())
    })
}

/// All codes that an automaton accepts, evenly. From the start state, each peg leads to another state or is not allowed; it accepts
/// at the last peg's end.
pub fn accepted<S: Copy + Eq + Hash + Send + Sync + 'static>(
    pegs: usize,
    colors: usize,
    start: S,
    step: impl Fn(S, usize, usize) -> Option<S> + Send + Sync + 'static,
    accepts: impl Fn(S) -> bool,
) -> Rule {
    let mut states: Vec<HashSet<S>> = vec![HashSet::from([start])];
    for peg in 0..pegs {
        let follow = |&state: &S| (0..colors).filter_map(|color| step(state, peg, color)).collect::<Vec<S>>();
        states.push(states[peg].iter().flat_map(follow).collect());
    }
    // The number of ways to go on from a state, last peg first.
    let mut ways: HashMap<S, f64> =
        states[pegs].iter().map(|&state| (state, f64::from(u8::from(accepts(state))))).collect();
    // For each peg and state, the number of ways by color.
    let mut weights: Vec<HashMap<S, Vec<f64>>> = Vec::new();
    for peg in (0..pegs).rev() {
        let by_color = |&state: &S| {
            let ways = (0..colors).map(|color| step(state, peg, color).map_or(0.0, |next| ways[&next]));
            (state, ways.collect())
        };
        let of_peg: HashMap<S, Vec<f64>> = states[peg].iter().map(by_color).collect();
        ways = of_peg.iter().map(|(&state, by_color)| (state, by_color.iter().sum())).collect();
        weights.insert(0, of_peg);
    }
    Box::new(move |draw: &mut Draw<'_>| {
        let mut state = start;
        for (peg, weights) in weights.iter().enumerate() {
            let color = draw.set_weighted(peg, &weights[&state])?;
            state = step(state, peg, color)?;
        }
        Some(())
    })
}
