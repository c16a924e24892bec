//! Guesses that divide the candidates into cells of the same sizes, and still are not alike.

use super::{LowestConsistent, Matrix, RandomConsistent, Total, classes};
use std::collections::{BTreeMap, HashMap};

/// How many codes of a set give which response (by feedback index) to a guess, the one that wins included.
///
/// ```
/// use studies::analysis::exact::{Matrix, profile};
/// let matrix = Matrix::new("4x6".parse()?)?;
/// let sizes: Vec<u32> = profile(&matrix, &matrix.all(), 0).values().copied().collect();
/// assert_eq!(sizes, [625, 500, 150, 20, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn profile(matrix: &Matrix, set: &[u16], guess: u16) -> BTreeMap<u8, u32> {
    let row = matrix.row(guess);
    let mut sizes = BTreeMap::new();
    for &code in set {
        *sizes.entry(row[usize::from(code)]).or_default() += 1;
    }
    sizes
}

/// Second guesses after `first` that divide every cell of it into cells of the same sizes, and still are not alike: groups of
/// them, the lowest guess of each class.
#[must_use]
pub fn second_look_alikes(matrix: &Matrix, first: u16) -> Vec<Vec<u16>> {
    let of_first = matrix.row(first);
    let mut groups: BTreeMap<BTreeMap<(u8, u8), u32>, Vec<u16>> = BTreeMap::new();
    for class in classes(matrix, &[first]) {
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

/// The smallest total of the guesses of a set over all strategies that guess consistent codes only, by plain search: meant for
/// some twenty codes.
#[derive(Debug)]
pub struct BestConsistent<'m> {
    matrix: &'m Matrix,
    known: HashMap<Vec<u16>, u32>,
}

impl<'m> BestConsistent<'m> {
    /// The search at the size of the matrix.
    #[must_use]
    pub fn new(matrix: &'m Matrix) -> BestConsistent<'m> {
        BestConsistent { matrix, known: HashMap::new() }
    }

    /// The smallest total of the guesses of a set.
    #[must_use]
    pub fn total(&mut self, set: &[u16]) -> u32 {
        match set.len() {
            0 => return 0,
            1 => return 1,
            2 => return 3,
            _ => {}
        }
        if let Some(total) = self.known.get(set) {
            return *total;
        }
        let totals = set.iter().map(|&guess| self.with_guess(set, guess));
        let total = totals.min().unwrap_or_default();
        self.known.insert(set.to_vec(), total);
        total
    }

    /// The smallest total of the guesses of a set when this one is next.
    #[must_use]
    pub fn with_guess(&mut self, set: &[u16], guess: u16) -> u32 {
        let cells = self.matrix.cells(set, guess);
        set.len() as u32 + cells.iter().map(|(_, cell)| self.total(cell)).sum::<u32>()
    }
}

/// Two consistent guesses with the same profile after the same history, whose games are not equally long.
#[derive(Clone, Debug, PartialEq)]
pub struct LookAlikes {
    /// The guesses before, with the index of the feedback.
    pub history: Vec<(u16, u8)>,
    /// The candidates after them.
    pub candidates: Vec<u16>,
    /// The two guesses.
    pub guesses: [u16; 2],
    /// The guesses of all candidates together, these ones first, with the best consistent play.
    pub best: [u32; 2],
    /// The same with RC.
    pub random: [f64; 2],
    /// The same with LC.
    pub lowest: [u32; 2],
    /// Whether a search that tries one guess of each profile, the lowest, misses the best total of the candidates.
    pub misleads: bool,
}

impl LookAlikes {
    /// Examples after two guesses, the second one consistent, with so many candidates at the most: those with the fewest
    /// candidates first, then in the order of the histories.
    #[must_use]
    pub fn after_two(matrix: &Matrix, most: usize) -> Vec<LookAlikes> {
        let all = matrix.all();
        let mut positions = Vec::new();
        for x in classes(matrix, &[]) {
            for y in classes(matrix, &[x.lowest()]) {
                let response = matrix.feedback(x.lowest(), y.lowest());
                let own = matrix.cells(&all, x.lowest()).into_iter().find(|(feedback, _)| *feedback == response);
                for (feedback, cell) in own.map(|(_, cell)| matrix.cells(&cell, y.lowest())).unwrap_or_default() {
                    let history = vec![(x.lowest(), response), (y.lowest(), feedback)];
                    positions.push((cell, history));
                }
            }
        }
        positions.retain(|(cell, _)| cell.len() <= most);
        positions.sort_by_key(|(cell, _)| cell.len());
        let mut judge = Judge {
            best: BestConsistent::new(matrix),
            random: RandomConsistent::new(matrix),
            lowest: LowestConsistent::new(matrix),
            matrix,
        };
        positions.into_iter().flat_map(|(candidates, history)| judge.examples(&candidates, &history)).collect()
    }
}

struct Judge<'m> {
    matrix: &'m Matrix,
    best: BestConsistent<'m>,
    random: RandomConsistent<'m, Total>,
    lowest: LowestConsistent<'m>,
}

impl Judge<'_> {
    fn examples(&mut self, candidates: &[u16], history: &[(u16, u8)]) -> Vec<LookAlikes> {
        let mut alike: BTreeMap<BTreeMap<u8, u32>, Vec<u16>> = BTreeMap::new();
        for &guess in candidates {
            alike.entry(profile(self.matrix, candidates, guess)).or_default().push(guess);
        }
        let tried = alike.values().filter_map(|guesses| guesses.first());
        let tried = tried.map(|&guess| self.best.with_guess(candidates, guess)).min();
        let mut examples = Vec::new();
        for guesses in alike.values() {
            for pair in guesses.iter().skip(1).map(|&other| [guesses[0], other]) {
                let best = pair.map(|guess| self.best.with_guess(candidates, guess));
                let secrets = candidates.len() as u32;
                let random = pair.map(|guess| f64::from(secrets) + self.random.after(candidates, guess).guesses());
                let lowest = pair.map(|guess| secrets + self.lowest.after(candidates, guess));
                if best[0] != best[1]
                    || lowest[0] != lowest[1]
                    || (random[0] - random[1]).abs() > RandomConsistent::<Total>::ERROR
                {
                    let misleads = tried.is_some_and(|tried| best[1] < tried);
                    let (history, candidates) = (history.to_vec(), candidates.to_vec());
                    examples.push(LookAlikes { history, candidates, guesses: pair, best, random, lowest, misleads });
                }
            }
        }
        examples
    }
}
