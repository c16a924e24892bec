//! Guesses that are not equivalent although their profiles are equal. The profile of a guess is the number of candidates for each
//! response.

use super::{
    equivalence::equivalence_classes, lowest_consistent::LowestConsistent, matrix::FeedbackMatrix,
    random_consistent::RandomConsistent, statistic::ExpectedTotal,
};
use std::collections::{BTreeMap, HashMap};

/// The profile of a guess: the number of codes of a set for each response, by feedback index, including the winning one.
///
/// ```
/// use exact_openings::{FeedbackMatrix, profile};
/// let matrix = FeedbackMatrix::new("4x6".parse()?)?;
/// let sizes: Vec<u32> = profile(&matrix, &matrix.all(), 0).values().copied().collect();
/// assert_eq!(sizes, [625, 500, 150, 20, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn profile(matrix: &FeedbackMatrix, set: &[u16], guess: u16) -> BTreeMap<u8, u32> {
    let row = matrix.row(guess);
    let mut sizes = BTreeMap::new();
    for &code in set {
        *sizes.entry(row[usize::from(code)]).or_default() += 1;
    }
    sizes
}

/// Second guesses that are not equivalent although they have equal profiles in every part of the partition by `first`: groups of
/// them, the lowest guess of each equivalence class.
#[must_use]
pub fn second_guesses_of_equal_profile(matrix: &FeedbackMatrix, first: u16) -> Vec<Vec<u16>> {
    let of_first = matrix.row(first);
    let mut groups: BTreeMap<BTreeMap<(u8, u8), u32>, Vec<u16>> = BTreeMap::new();
    for class in equivalence_classes(matrix, &[first]) {
        let mut sizes = BTreeMap::new();
        for responses in of_first.iter().copied().zip(matrix.row(class.lowest()).iter().copied()) {
            *sizes.entry(responses).or_default() += 1;
        }
        groups.entry(sizes).or_default().push(class.lowest());
    }
    let mut groups: Vec<Vec<u16>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    groups
}

/// The smallest total of a set over all strategies of consistent guesses, by exhaustive search with memoization: for about twenty
/// codes.
#[derive(Debug)]
pub struct BestConsistent<'m> {
    matrix: &'m FeedbackMatrix,
    totals: HashMap<Vec<u16>, u32>,
}

impl<'m> BestConsistent<'m> {
    /// The search at the size of the matrix.
    #[must_use]
    pub fn new(matrix: &'m FeedbackMatrix) -> BestConsistent<'m> {
        BestConsistent { matrix, totals: HashMap::new() }
    }

    /// The smallest total of a set.
    #[must_use]
    pub fn total(&mut self, set: &[u16]) -> u32 {
        match set.len() {
            0 => return 0,
            1 => return 1,
            2 => return 3,
            _ => {}
        }
        if let Some(total) = self.totals.get(set) {
            return *total;
        }
        let totals = set.iter().map(|&guess| self.with_guess(set, guess));
        let total = totals.min().unwrap_or_default();
        self.totals.insert(set.to_vec(), total);
        total
    }

    /// The smallest total of a set when this guess is next.
    #[must_use]
    pub fn with_guess(&mut self, set: &[u16], guess: u16) -> u32 {
        let parts = self.matrix.partition(set, guess);
        set.len() as u32 + parts.iter().map(|(_, part)| self.total(part)).sum::<u32>()
    }
}

/// Two consistent guesses with equal profiles after a history, after which the games are not equally long.
#[derive(Clone, Debug, PartialEq)]
pub struct EqualProfiles {
    /// The earlier guesses, each with the index of its feedback.
    pub history: Vec<(u16, u8)>,
    /// The candidates after them.
    pub candidates: Vec<u16>,
    /// The two guesses.
    pub guesses: [u16; 2],
    /// The total of the candidates after each guess, with the best strategy of consistent guesses.
    pub best: [u32; 2],
    /// The same with RC.
    pub random: [f64; 2],
    /// The same with LC.
    pub lowest: [u32; 2],
    /// Whether a search that tries only the lowest guess of each profile misses the smallest total.
    pub misleads: bool,
}

impl EqualProfiles {
    /// Examples after two guesses, the second one consistent, with at most `most` candidates: by the number of candidates, then in the
    /// order of the histories.
    #[must_use]
    pub fn after_two(matrix: &FeedbackMatrix, most: usize) -> Vec<EqualProfiles> {
        let all = matrix.all();
        let mut positions = Vec::new();
        for x in equivalence_classes(matrix, &[]) {
            for y in equivalence_classes(matrix, &[x.lowest()]) {
                let response = matrix.feedback(x.lowest(), y.lowest());
                let own = matrix.partition(&all, x.lowest()).into_iter().find(|(feedback, _)| *feedback == response);
                for (feedback, part) in own.map(|(_, part)| matrix.partition(&part, y.lowest())).unwrap_or_default() {
                    let history = vec![(x.lowest(), response), (y.lowest(), feedback)];
                    positions.push((part, history));
                }
            }
        }
        positions.retain(|(part, _)| part.len() <= most);
        positions.sort_by_key(|(part, _)| part.len());
        let mut search = ExampleSearch {
            best: BestConsistent::new(matrix),
            random: RandomConsistent::new(matrix),
            lowest: LowestConsistent::new(matrix),
            matrix,
        };
        positions.into_iter().flat_map(|(candidates, history)| search.examples(&candidates, &history)).collect()
    }
}

struct ExampleSearch<'m> {
    matrix: &'m FeedbackMatrix,
    best: BestConsistent<'m>,
    random: RandomConsistent<'m, ExpectedTotal>,
    lowest: LowestConsistent<'m>,
}

impl ExampleSearch<'_> {
    fn examples(&mut self, candidates: &[u16], history: &[(u16, u8)]) -> Vec<EqualProfiles> {
        let mut by_profile: BTreeMap<BTreeMap<u8, u32>, Vec<u16>> = BTreeMap::new();
        for &guess in candidates {
            by_profile.entry(profile(self.matrix, candidates, guess)).or_default().push(guess);
        }
        let tried = by_profile.values().filter_map(|guesses| guesses.first());
        let tried = tried.map(|&guess| self.best.with_guess(candidates, guess)).min();
        let mut examples = Vec::new();
        for guesses in by_profile.values() {
            for pair in guesses.iter().skip(1).map(|&other| [guesses[0], other]) {
                let best = pair.map(|guess| self.best.with_guess(candidates, guess));
                let secrets = candidates.len() as u32;
                let random = pair.map(|guess| f64::from(secrets) + self.random.after(candidates, guess).guesses());
                let lowest = pair.map(|guess| secrets + self.lowest.after(candidates, guess));
                if best[0] != best[1]
                    || lowest[0] != lowest[1]
                    || (random[0] - random[1]).abs() > RandomConsistent::<ExpectedTotal>::ERROR
                {
                    let misleads = tried.is_some_and(|tried| best[1] < tried);
                    let (history, candidates) = (history.to_vec(), candidates.to_vec());
                    examples.push(EqualProfiles { history, candidates, guesses: pair, best, random, lowest, misleads });
                }
            }
        }
        examples
    }
}
