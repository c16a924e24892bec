//! RC after fixed guesses: none, one, two or three of them.

use super::{
    equivalence::{EquivalenceClass, Permutations, equivalence_classes, orders},
    matrix::FeedbackMatrix,
    random_consistent::{BudgetedRandomConsistent, CompiledStatistic},
};
use crate::Interrupted;
use rayon::prelude::*;
use scsa::Code;
use std::collections::BTreeMap;

/// The most work of a thread for a pair of guesses, in codes assigned to parts: about forty seconds. At 4x6 all pairs together take a
/// second.
const MOST_WORK: u64 = 8_000_000_000;

/// A statistic of RC after each first guess, and without a fixed one.
#[derive(Clone, Debug)]
pub struct FirstGuesses<M> {
    /// RC itself.
    pub free: M,
    /// X+RC for the codes X of each equivalence class.
    pub fixed: Vec<(EquivalenceClass, M)>,
}

impl<M: CompiledStatistic> FirstGuesses<M> {
    /// Computes it on all threads of the pool, with one guess of each class for the first and the second guess. `step` is called after
    /// each pair of them. None when there are too many sets of candidates.
    ///
    /// # Errors
    /// [`Interrupted`] when `step` says so.
    pub fn of(
        matrix: &FeedbackMatrix,
        step: impl Fn() -> Result<(), Interrupted> + Sync,
    ) -> Result<Option<FirstGuesses<M>>, Interrupted> {
        let all = matrix.all();
        let first = equivalence_classes(matrix, &[]);
        let parts: Vec<Vec<(u8, Vec<u16>)>> = first.iter().map(|x| matrix.partition(&all, x.lowest())).collect();
        let mut tasks = Vec::new();
        for (number, (x, parts)) in first.iter().zip(&parts).enumerate() {
            for y in equivalence_classes(matrix, &[x.lowest()]) {
                let response = matrix.feedback(x.lowest(), y.lowest());
                let part = parts.iter().find(|(feedback, _)| *feedback == response);
                tasks.extend(part.map(|(response, part)| Task { first: number, response: *response, part, second: y }));
            }
        }
        let after = |rc: &mut BudgetedRandomConsistent<M>, task: &Task| {
            let after = rc.after(task.part, task.second.lowest());
            step().map(|()| after)
        };
        let after: Result<Vec<Option<M>>, Interrupted> = tasks
            .par_iter()
            .with_max_len(1)
            .map_init(|| BudgetedRandomConsistent::new(matrix, MOST_WORK), after)
            .collect();
        let Some(after) = after?.into_iter().collect::<Option<Vec<M>>>() else { return Ok(None) };
        let mut free = M::NOTHING;
        let mut fixed = Vec::new();
        for (number, (x, parts)) in first.into_iter().zip(&parts).enumerate() {
            let mut after_x = M::NOTHING;
            for (response, part) in parts {
                let mut after_y = M::NOTHING;
                let own =
                    tasks.iter().zip(&after).filter(|(task, _)| task.first == number && task.response == *response);
                for (task, after) in own {
                    after_y.add(after, task.second.members.len() as f64);
                }
                after_x.add(&M::of_guesses(part.len(), after_y), 1.0);
            }
            free.add(&after_x, x.members.len() as f64);
            fixed.push((x, M::of_guess(all.len(), 1.0, after_x)));
        }
        Ok(Some(FirstGuesses { free: M::of_guesses(all.len(), free), fixed }))
    }
}

/// A class of consistent second guesses after a first guess and its response.
struct Task<'a> {
    /// The number of the first guess.
    first: usize,
    response: u8,
    part: &'a [u16],
    second: EquivalenceClass,
}

/// Sets of fixed guesses, one of each equivalence class: sets that differ only in the names of colors and the order of pegs are
/// equivalent.
#[must_use]
pub fn sets_of_guesses(matrix: &FeedbackMatrix, guesses: usize) -> Vec<Vec<u16>> {
    let permutations = Permutations::of(matrix.size());
    let mut sets: Vec<Vec<u16>> = vec![Vec::new()];
    for _ in 0..guesses {
        let mut larger: BTreeMap<Vec<u8>, Vec<u16>> = BTreeMap::new();
        for set in &sets {
            for class in equivalence_classes(matrix, set) {
                let guess = class.lowest();
                if set.contains(&guess) {
                    continue;
                }
                let mut set = set.clone();
                set.push(guess);
                set.sort_unstable();
                larger
                    .entry(canonical(matrix, &permutations, &set))
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

/// The canonical form of a set: the least over all orders of its guesses.
fn canonical(matrix: &FeedbackMatrix, permutations: &Permutations, set: &[u16]) -> Vec<u8> {
    let codes: Vec<Code> = set.iter().map(|&guess| matrix.code(guess)).collect();
    let form = |order: &Vec<u8>| {
        let codes: Vec<Code> = order.iter().map(|&index| codes[usize::from(index)]).collect();
        permutations.canonical(&codes)
    };
    orders(set.len()).iter().map(form).min().unwrap_or_default()
}

/// A statistic of RC after each of these sets of fixed guesses, on all threads of the pool. `step` is called after each set. None when
/// there are too many sets of candidates.
///
/// # Errors
/// [`Interrupted`] when `step` says so.
pub fn after_sets<M: CompiledStatistic>(
    matrix: &FeedbackMatrix,
    sets: &[Vec<u16>],
    step: impl Fn() -> Result<(), Interrupted> + Sync,
) -> Result<Option<Vec<M>>, Interrupted> {
    let all = matrix.all();
    let value = |rc: &mut BudgetedRandomConsistent<M>, set: &Vec<u16>| {
        let value = rc.with_first(&all, set);
        step().map(|()| value)
    };
    let sets = sets.par_iter().with_max_len(1);
    let values: Result<Vec<Option<M>>, Interrupted> =
        sets.map_init(|| BudgetedRandomConsistent::new(matrix, MOST_WORK), value).collect();
    Ok(values?.into_iter().collect())
}
