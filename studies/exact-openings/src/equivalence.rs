//! Equivalent codes: codes that differ only in the names of the colors and the order of the pegs.

use super::matrix::FeedbackMatrix;
use scsa::{Code, Color, Size};
use std::collections::BTreeMap;

/// Codes that are equivalent after a history of guesses: some permutation of the colors and of the pegs leaves the history as it is
/// and maps one to the other. A strategy that depends neither on the names of the colors nor on the order of the pegs takes as many
/// guesses after one of them as after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquivalenceClass {
    /// The codes, ascending.
    pub members: Vec<u16>,
}

impl EquivalenceClass {
    /// The lowest code.
    #[must_use]
    pub fn lowest(&self) -> u16 {
        self.members.first().copied().unwrap_or_default()
    }
}

/// The equivalence classes of all codes after a history of guesses, ordered by their lowest code. Cost: some microseconds a code.
///
/// ```
/// use exact_openings::{FeedbackMatrix, equivalence_classes};
/// let matrix = FeedbackMatrix::new("4x6".parse()?)?;
/// let first: Vec<usize> = equivalence_classes(&matrix, &[]).iter().map(|class| class.members.len()).collect();
/// assert_eq!(first, [6, 120, 90, 720, 360]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn equivalence_classes(matrix: &FeedbackMatrix, history: &[u16]) -> Vec<EquivalenceClass> {
    let size = matrix.size();
    let permutations = Permutations::of(size);
    let mut codes: Vec<Code> = history.iter().map(|&guess| matrix.code(guess)).collect();
    let mut numbers: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut classes: Vec<EquivalenceClass> = Vec::new();
    for guess in matrix.all() {
        codes.push(matrix.code(guess));
        let number = *numbers.entry(permutations.canonical(&codes)).or_insert(classes.len());
        codes.pop();
        match classes.get_mut(number) {
            Some(class) => class.members.push(guess),
            None => classes.push(EquivalenceClass { members: vec![guess] }),
        }
    }
    classes
}

/// A permutation of the pegs with a renaming of colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relabeling {
    /// The peg, from 0, that becomes the first, the second, and so on.
    pub pegs: Vec<u8>,
    /// The new name of each color of the codes.
    pub colors: BTreeMap<Color, Color>,
}

/// A relabeling that maps the codes of a list to those of another list, in order: the first one that is found among all orders of
/// the pegs.
///
/// ```
/// use exact_openings::{FeedbackMatrix, relabeling};
/// let matrix = FeedbackMatrix::new("3x4".parse()?)?;
/// let [one, other, third] = ["AAB".parse()?, "DCD".parse()?, "ABC".parse()?].map(|code| matrix.rank(&code));
/// assert_eq!(relabeling(&matrix, &[one], &[other]).map(|found| found.pegs), Some(vec![1, 2, 0]));
/// assert_eq!(relabeling(&matrix, &[one], &[third]), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn relabeling(matrix: &FeedbackMatrix, from: &[u16], to: &[u16]) -> Option<Relabeling> {
    let with = |pegs: Vec<u8>| {
        let (mut colors, mut back) = (BTreeMap::new(), BTreeMap::new());
        for (from, to) in from.iter().zip(to).map(|(&from, &to)| (matrix.code(from), matrix.code(to))) {
            for (color, other) in pegs.iter().map(|&peg| from.peg(peg.into())).zip(to.pegs()) {
                if *colors.entry(color).or_insert(other) != other || *back.entry(other).or_insert(color) != color {
                    return None;
                }
            }
        }
        Some(Relabeling { pegs, colors })
    };
    orders(matrix.size().pegs()).into_iter().find_map(with)
}

/// The permutations to be tried at a size: all orders of the pegs or of the colors, whichever are fewer. The others need not be
/// tried: colors are numbered as they appear, pegs are sorted.
pub enum Permutations {
    Pegs(Vec<Vec<u8>>),
    Colors(Vec<Vec<u8>>),
}

impl Permutations {
    /// Those of a size.
    pub fn of(size: Size) -> Permutations {
        if size.pegs() <= size.colors() {
            Permutations::Pegs(orders(size.pegs()))
        } else {
            Permutations::Colors(orders(size.colors()))
        }
    }

    /// A canonical form: equal for two lists of codes if and only if a relabeling maps one to the other.
    pub fn canonical(&self, codes: &[Code]) -> Vec<u8> {
        let forms = match self {
            Permutations::Pegs(orders) => orders.iter().map(|order| numbered(codes, order)).min(),
            Permutations::Colors(orders) => orders.iter().map(|order| sorted(codes, order)).min(),
        };
        forms.unwrap_or_default()
    }
}

/// The codes with their pegs in that order and their colors numbered as they appear.
fn numbered(codes: &[Code], order: &[u8]) -> Vec<u8> {
    let mut numbers = [u8::MAX; Color::MAX];
    let mut next = 0;
    let colors = codes.iter().flat_map(|code| order.iter().map(|&peg| code.peg(peg.into()).index()));
    let number = |color: usize| {
        let number = &mut numbers[color];
        if *number == u8::MAX {
            *number = next;
            next += 1;
        }
        *number
    };
    colors.map(number).collect()
}

/// The codes peg by peg, with these numbers for their colors, the pegs sorted.
fn sorted(codes: &[Code], numbers: &[u8]) -> Vec<u8> {
    let pegs = codes.first().map_or(0, Code::len);
    let column = |peg| codes.iter().map(|code| numbers[code.peg(peg).index()]).collect::<Vec<u8>>();
    let mut columns: Vec<Vec<u8>> = (0..pegs).map(column).collect();
    columns.sort_unstable();
    columns.concat()
}

/// All permutations of `0..items`.
pub fn orders(items: usize) -> Vec<Vec<u8>> {
    (0..items as u8).fold(vec![Vec::new()], |orders, next| {
        let with = |order: &Vec<u8>, index| [&order[..index], &[next], &order[index..]].concat();
        orders.iter().flat_map(|order| (0..=order.len()).map(|index| with(order, index))).collect()
    })
}
