//! Guesses that are the same but for the names of colors and the order of pegs.

use super::Matrix;
use scsa::{Code, Color, Size};
use std::collections::BTreeMap;

/// Codes that are alike after a history: some exchange of colors and of pegs leaves the history as it is and turns one into the
/// other. What a strategy that knows neither the names of colors nor the order of pegs takes is then equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The codes, ascending.
    pub members: Vec<u16>,
}

impl Class {
    /// The lowest code.
    #[must_use]
    pub fn lowest(&self) -> u16 {
        self.members.first().copied().unwrap_or_default()
    }
}

/// The classes of all codes after a history of guesses, by their lowest code. It takes some microseconds a code.
///
/// ```
/// use studies::analysis::exact::{Matrix, classes};
/// let matrix = Matrix::new("4x6".parse()?)?;
/// let first: Vec<usize> = classes(&matrix, &[]).iter().map(|class| class.members.len()).collect();
/// assert_eq!(first, [6, 120, 90, 720, 360]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn classes(matrix: &Matrix, history: &[u16]) -> Vec<Class> {
    let size = matrix.size();
    let exchanges = Exchanges::of(size);
    let mut codes: Vec<Code> = history.iter().map(|&guess| matrix.code(guess)).collect();
    let mut places: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for guess in matrix.all() {
        codes.push(matrix.code(guess));
        let place = *places.entry(exchanges.canonical(&codes)).or_insert(classes.len());
        codes.pop();
        match classes.get_mut(place) {
            Some(class) => class.members.push(guess),
            None => classes.push(Class { members: vec![guess] }),
        }
    }
    classes
}

/// An exchange of pegs and colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Which peg, from 0, comes first, second, and so on.
    pub pegs: Vec<u8>,
    /// What becomes of each color that the codes have.
    pub colors: BTreeMap<Color, Color>,
}

/// An exchange that turns the codes of a list into those of another list, in their order: the first one that is found when all
/// orders of the pegs are tried. None when there is none.
///
/// ```
/// use studies::analysis::exact::{Matrix, exchange};
/// let matrix = Matrix::new("3x4".parse()?)?;
/// let [one, other, third] = ["AAB".parse()?, "DCD".parse()?, "ABC".parse()?].map(|code| matrix.place(&code));
/// assert_eq!(exchange(&matrix, &[one], &[other]).map(|found| found.pegs), Some(vec![1, 2, 0]));
/// assert_eq!(exchange(&matrix, &[one], &[third]), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn exchange(matrix: &Matrix, from: &[u16], to: &[u16]) -> Option<Exchange> {
    let with = |pegs: Vec<u8>| {
        let (mut colors, mut back) = (BTreeMap::new(), BTreeMap::new());
        for (from, to) in from.iter().zip(to).map(|(&from, &to)| (matrix.code(from), matrix.code(to))) {
            for (color, other) in pegs.iter().map(|&peg| from.peg(peg.into())).zip(to.pegs()) {
                if *colors.entry(color).or_insert(other) != other || *back.entry(other).or_insert(color) != color {
                    return None;
                }
            }
        }
        Some(Exchange { pegs, colors })
    };
    orders(matrix.size().pegs()).into_iter().find_map(with)
}

/// What may be exchanged at a size: all orders of the pegs or all of the colors, whichever are fewer. The others need not be
/// tried: colors are numbered as they appear, pegs are sorted.
pub(super) enum Exchanges {
    Pegs(Vec<Vec<u8>>),
    Colors(Vec<Vec<u8>>),
}

impl Exchanges {
    pub(super) fn of(size: Size) -> Exchanges {
        if size.pegs() <= size.colors() {
            Exchanges::Pegs(orders(size.pegs()))
        } else {
            Exchanges::Colors(orders(size.colors()))
        }
    }

    /// A text that is the same for two lists of codes when an exchange of colors and pegs turns one into the other.
    pub(super) fn canonical(&self, codes: &[Code]) -> Vec<u8> {
        let tried = match self {
            Exchanges::Pegs(orders) => orders.iter().map(|order| numbered(codes, order)).min(),
            Exchanges::Colors(orders) => orders.iter().map(|order| sorted(codes, order)).min(),
        };
        tried.unwrap_or_default()
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

/// All orders of so many things.
pub(super) fn orders(things: usize) -> Vec<Vec<u8>> {
    (0..things as u8).fold(vec![Vec::new()], |orders, next| {
        let with = |order: &Vec<u8>, place| [&order[..place], &[next], &order[place..]].concat();
        orders.iter().flat_map(|order| (0..=order.len()).map(|place| with(order, place))).collect()
    })
}
