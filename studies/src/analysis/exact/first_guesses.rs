//! RC after fixed guesses: none, one, two or three of them.

use super::{
    Class, Limited, Matrix, Measure, classes,
    symmetry::{Exchanges, orders},
};
use rayon::prelude::*;
use scsa::Code;
use std::collections::BTreeMap;

/// What a thread does for a pair of guesses at the most, in codes put into cells: some forty seconds. At 4x6 it takes a
/// second in all.
const MOST_WORK: u64 = 8_000_000_000;

/// What RC takes after each first guess, and without any that is fixed.
#[derive(Clone, Debug)]
pub struct FirstGuesses<M> {
    /// RC itself.
    pub free: M,
    /// X+RC for the codes X of each class.
    pub fixed: Vec<(Class, M)>,
}

impl<M: Measure> FirstGuesses<M> {
    /// Computes it, with one guess of each class for the first and the second, on as many threads as there are. `done` is called
    /// after each pair of them. None when there are too many sets of candidates to go through.
    #[must_use]
    pub fn of(matrix: &Matrix, done: impl Fn() + Sync) -> Option<FirstGuesses<M>> {
        let all = matrix.all();
        let first = classes(matrix, &[]);
        let cells: Vec<Vec<(u8, Vec<u16>)>> = first.iter().map(|x| matrix.cells(&all, x.lowest())).collect();
        let mut tasks = Vec::new();
        for (place, (x, cells)) in first.iter().zip(&cells).enumerate() {
            for y in classes(matrix, &[x.lowest()]) {
                let response = matrix.feedback(x.lowest(), y.lowest());
                let cell = cells.iter().find(|(feedback, _)| *feedback == response);
                tasks.extend(cell.map(|(response, cell)| Task { first: place, response: *response, cell, second: y }));
            }
        }
        let after = |rc: &mut Limited<M>, task: &Task| {
            let after = rc.after(task.cell, task.second.lowest());
            done();
            after
        };
        let after: Option<Vec<M>> =
            tasks.par_iter().with_max_len(1).map_init(|| Limited::new(matrix, MOST_WORK), after).collect();
        let after = after?;
        let mut free = M::NOTHING;
        let mut fixed = Vec::new();
        for (place, (x, cells)) in first.into_iter().zip(&cells).enumerate() {
            let mut after_x = M::NOTHING;
            for (response, cell) in cells {
                let mut after_y = M::NOTHING;
                let own =
                    tasks.iter().zip(&after).filter(|(task, _)| task.first == place && task.response == *response);
                for (task, after) in own {
                    after_y.add(after, task.second.members.len() as f64);
                }
                after_x.add(&M::of_guesses(cell.len(), after_y), 1.0);
            }
            free.add(&after_x, x.members.len() as f64);
            fixed.push((x, M::of_guess(all.len(), 1.0, after_x)));
        }
        Some(FirstGuesses { free: M::of_guesses(all.len(), free), fixed })
    }
}

/// A consistent second guess after one of the first guesses and a response, for all guesses like it.
struct Task<'a> {
    /// Which of the first guesses.
    first: usize,
    response: u8,
    cell: &'a [u16],
    second: Class,
}

/// Fixed guesses, one set of each class: sets that are the same but for the names of colors and the order of pegs.
#[must_use]
pub fn sets_of_guesses(matrix: &Matrix, guesses: usize) -> Vec<Vec<u16>> {
    let exchanges = Exchanges::of(matrix.size());
    let mut sets: Vec<Vec<u16>> = vec![Vec::new()];
    for _ in 0..guesses {
        let mut larger: BTreeMap<Vec<u8>, Vec<u16>> = BTreeMap::new();
        for set in &sets {
            for class in classes(matrix, set) {
                let guess = class.lowest();
                if set.contains(&guess) {
                    continue;
                }
                let mut set = set.clone();
                set.push(guess);
                set.sort_unstable();
                larger
                    .entry(canonical(matrix, &exchanges, &set))
                    .and_modify(|lowest| {
                        if set < *lowest {
                            lowest.clone_from(&set);
                        }
                    })
                    .or_insert(set);
            }
        }
        sets = larger.into_values().collect();
        sets.sort_unstable();
    }
    sets
}

/// The canonical form of a set: the least of all orders of its guesses.
fn canonical(matrix: &Matrix, exchanges: &Exchanges, set: &[u16]) -> Vec<u8> {
    let codes: Vec<Code> = set.iter().map(|&guess| matrix.code(guess)).collect();
    let form = |order: &Vec<u8>| {
        let codes: Vec<Code> = order.iter().map(|&place| codes[usize::from(place)]).collect();
        exchanges.canonical(&codes)
    };
    orders(set.len()).iter().map(form).min().unwrap_or_default()
}

/// What RC takes after each of these sets of fixed guesses, on as many threads as there are. `done` is called after each. None
/// when there are too many sets of candidates to go through.
#[must_use]
pub fn after_sets<M: Measure>(matrix: &Matrix, sets: &[Vec<u16>], done: impl Fn() + Sync) -> Option<Vec<M>> {
    let all = matrix.all();
    let value = |rc: &mut Limited<M>, set: &Vec<u16>| {
        let value = rc.with_first(&all, set);
        done();
        value
    };
    let sets = sets.par_iter().with_max_len(1);
    sets.map_init(|| Limited::new(matrix, MOST_WORK), value).collect()
}
