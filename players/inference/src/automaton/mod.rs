//! Weighted left-to-right automata over the pegs: exact totals, probabilities and draws by dynamic programming.

pub mod feature;
pub mod histogram;
pub mod level_set;
pub mod reading;

use crate::{counting::pick, model::Model};
use reading::Reading;
use scsa::{Code, Rng, Size};
use std::{fmt::Debug, sync::OnceLock};

/// A deterministic automaton that reads a symbol of each peg. Its first state is 0.
pub trait Automaton: Debug + Send + Sync {
    /// What it reads.
    fn reading(&self) -> Reading;

    /// States are numbers below this one.
    fn states(&self, size: Size) -> usize;

    /// The state after a peg with that symbol. None where the automaton rejects the code; anything in a state that no code reaches.
    fn next(&self, size: Size, peg: usize, state: usize, symbol: usize) -> Option<usize>;

    /// The factor of the weight of a code for a peg with that symbol.
    fn weight(&self, _size: Size, _peg: usize, _state: usize, _symbol: usize) -> f64 {
        1.0
    }

    /// The value of the codes that end in a state, which may be any below [`Automaton::states`].
    fn value(&self, _size: Size, _state: usize) -> usize {
        0
    }

    /// The value and the weight of a code. None where it is rejected.
    fn evaluate(&self, size: Size, code: &Code) -> Option<(usize, f64)> {
        run(self, size, code)
    }

    /// The sum of the weights of all codes with each value, up to the largest value of a code.
    fn totals(&self, size: Size) -> Vec<f64> {
        sum_by_value(self, size)
    }
}

/// The value and the weight of a code, read peg by peg.
pub fn run(automaton: &(impl Automaton + ?Sized), size: Size, code: &Code) -> Option<(usize, f64)> {
    let (mut state, mut weight) = (0, 1.0);
    automaton.reading().read(size, code, |peg, symbol| {
        weight *= automaton.weight(size, peg, state, symbol);
        state = automaton.next(size, peg, state, symbol)?;
        Some(())
    })?;
    Some((automaton.value(size, state), weight))
}

/// The sums of weights by value: a pass over pegs, states and symbols.
pub fn sum_by_value(automaton: &(impl Automaton + ?Sized), size: Size) -> Vec<f64> {
    let mut sums = vec![0.0; automaton.states(size)];
    sums[0] = 1.0;
    for peg in 0..size.pegs() {
        let mut after = vec![0.0; sums.len()];
        for (state, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
            for symbol in 0..size.colors() {
                if let Some(next) = automaton.next(size, peg, state, symbol) {
                    after[next] += sum * automaton.weight(size, peg, state, symbol);
                }
            }
        }
        sums = after;
    }
    let mut totals = Vec::new();
    for (state, sum) in sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0) {
        let value = automaton.value(size, state);
        totals.resize(totals.len().max(value + 1), 0.0);
        totals[value] += sum;
    }
    totals
}

/// The distribution in which a code has its weight times a factor for its value.
#[derive(Debug)]
pub struct AutomatonModel<A> {
    automaton: A,
    size: Size,
    /// The factor for each value.
    factors: Vec<f64>,
    by_distinct: bool,
    description: String,
    /// For each number of pegs read and each state the probability of all completions. Only draws need it.
    completions: OnceLock<Vec<Vec<f64>>>,
}

impl<A: Automaton> AutomatonModel<A> {
    /// The factors must make the sum over all codes 1.
    pub fn new(automaton: A, size: Size, factors: Vec<f64>, description: String) -> AutomatonModel<A> {
        AutomatonModel { automaton, size, factors, by_distinct: false, description, completions: OnceLock::new() }
    }

    /// With that answer to [`Model::by_distinct`].
    pub fn by_distinct(self, by_distinct: bool) -> AutomatonModel<A> {
        AutomatonModel { by_distinct, ..self }
    }

    fn factor(&self, value: usize) -> f64 {
        self.factors.get(value).copied().unwrap_or_default()
    }

    fn completions(&self) -> Vec<Vec<f64>> {
        let states = self.automaton.states(self.size);
        let mut tables = vec![(0..states).map(|state| self.factor(self.automaton.value(self.size, state))).collect()];
        for peg in (0..self.size.pegs()).rev() {
            let after: &Vec<f64> = &tables[tables.len() - 1];
            let table = (0..states).map(|state| self.weights(after, peg, state).sum()).collect();
            tables.push(table);
        }
        tables.reverse();
        tables
    }

    /// For each symbol of a peg the probability of all completions from there.
    fn weights<'a>(&'a self, after: &'a [f64], peg: usize, state: usize) -> impl Iterator<Item = f64> + 'a {
        (0..self.size.colors()).map(move |symbol| {
            let next = self.automaton.next(self.size, peg, state, symbol);
            // From a state that is not reached the next one may be none.
            let after = next.and_then(|next| after.get(next)).copied().unwrap_or_default();
            self.automaton.weight(self.size, peg, state, symbol) * after
        })
    }
}

impl<A: Automaton> Model for AutomatonModel<A> {
    fn draw(&self, rng: &mut Rng) -> Code {
        let completions = self.completions.get_or_init(|| self.completions());
        let mut state = 0;
        let symbols = (0..self.size.pegs()).map(|peg| {
            let weights: Vec<f64> = self.weights(&completions[peg + 1], peg, state).collect();
            let symbol = pick(&weights, rng);
            state = self.automaton.next(self.size, peg, state, symbol).unwrap_or(state);
            symbol
        });
        let symbols: Vec<usize> = symbols.collect();
        self.automaton.reading().code(self.size, &symbols)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.automaton.evaluate(self.size, code).map_or(0.0, |(value, weight)| weight * self.factor(value))
    }

    fn by_distinct(&self) -> bool {
        self.by_distinct
    }

    fn description(&self) -> String {
        self.description.clone()
    }
}
