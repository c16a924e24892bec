//! The feedback of every pair of codes, and codes that are equivalent.

use players::notation::Notation;
use rayon::prelude::*;
use scsa::{Code, Color, Game};
use std::collections::BTreeMap;

/// A power of two above every feedback index of four pegs.
pub const WIDTH: usize = 16;

/// The feedback of every pair of codes of one game, a byte each: 1.7 MB at 4x6. A code is given by its rank in lexicographic order, a set
/// of codes by a slice of ascending ranks.
#[derive(Debug)]
pub struct FeedbackMatrix {
    game: Game,
    pub codes: usize,
    /// The index of the winning feedback, the largest one.
    pub win: u8,
    pub feedback: Vec<u8>,
}

impl FeedbackMatrix {
    /// The matrix of a game of at most four pegs and 4096 codes. Cost: about 5 ns a pair.
    pub fn new(game: Game) -> FeedbackMatrix {
        let codes: Vec<Code> = game.codes().collect();
        let row = |guess: &Code| codes.iter().map(|code| game.answer(guess, code).index() as u8).collect::<Vec<u8>>();
        let rows: Vec<Vec<u8>> = codes.par_iter().map(row).collect();
        let feedback = rows.concat();
        let win = feedback.iter().copied().max().unwrap_or_default();
        assert!(usize::from(win) < WIDTH && codes.len() <= 4096, "{game} is too large");
        FeedbackMatrix { game, codes: codes.len(), win, feedback }
    }

    pub fn all(&self) -> Vec<u16> {
        (0..self.codes as u16).collect()
    }

    #[inline]
    pub fn row(&self, guess: u16) -> &[u8] {
        let start = usize::from(guess) * self.codes;
        &self.feedback[start..start + self.codes]
    }

    /// The partition of a set by the response to a guess: the feedback index and the codes of each part, without empty parts and
    /// without the part that wins.
    pub fn partition(&self, set: &[u16], guess: u16) -> Vec<(u8, Vec<u16>)> {
        let row = self.row(guess);
        let mut counts = [0; WIDTH];
        for &code in set {
            counts[usize::from(row[usize::from(code)]) & (WIDTH - 1)] += 1;
        }
        let mut parts: Vec<(u8, Vec<u16>)> =
            (0..self.win).zip(counts).map(|(feedback, count)| (feedback, Vec::with_capacity(count))).collect();
        for &code in set {
            if let Some((_, part)) = parts.get_mut(usize::from(row[usize::from(code)])) {
                part.push(code);
            }
        }
        parts.retain(|(_, part)| !part.is_empty());
        parts
    }

    pub fn code(&self, rank: u16) -> Code {
        self.game.unrank(rank.into())
    }

    pub fn text(&self, rank: u16) -> String {
        Notation::Digits.code(&self.code(rank))
    }

    pub fn rank(&self, text: &str) -> Option<u16> {
        self.all().into_iter().find(|&rank| self.text(rank) == text)
    }

    pub fn texts(&self, ranks: &[u16]) -> String {
        ranks.iter().map(|&rank| self.text(rank)).collect::<Vec<_>>().join(" ")
    }

    /// The name of a strategy that guesses these codes first, as `arena tree` takes it: `1123+2245+rc`.
    pub fn strategy(&self, first: &[u16], then: &str) -> String {
        first.iter().map(|&rank| self.text(rank)).chain([then.to_owned()]).collect::<Vec<_>>().join("+")
    }
}

/// The classes of equivalent codes after a history of guesses, each ascending, ordered by their lowest code. Codes are equivalent when
/// some permutation of the colors and of the pegs leaves the history as it is and maps one to the other: a strategy that depends on
/// neither takes as many guesses after one of them as after another. Cost: some microseconds a code.
pub fn equivalence_classes(matrix: &FeedbackMatrix, history: &[u16]) -> Vec<Vec<u16>> {
    let orders = orders(matrix.game.pegs());
    let mut codes: Vec<Code> = history.iter().map(|&guess| matrix.code(guess)).collect();
    let mut numbers: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut classes: Vec<Vec<u16>> = Vec::new();
    for guess in matrix.all() {
        codes.push(matrix.code(guess));
        let number = *numbers.entry(canonical(&orders, &codes)).or_insert(classes.len());
        codes.pop();
        classes.resize(classes.len().max(number + 1), Vec::new());
        classes[number].push(guess);
    }
    classes
}

/// Sets of different guesses, one of each class: sets that differ only in the names of colors and the order of pegs are equivalent.
pub fn sets_of_guesses(matrix: &FeedbackMatrix, guesses: usize) -> Vec<Vec<u16>> {
    let (pegs, places) = (orders(matrix.game.pegs()), |guesses| orders(guesses));
    // The canonical form of a set: the least over all orders of its guesses.
    let form = |set: &[u16]| {
        let codes: Vec<Code> = set.iter().map(|&guess| matrix.code(guess)).collect();
        let in_order = |order: &Vec<u8>| order.iter().map(|&index| codes[usize::from(index)]).collect::<Vec<Code>>();
        places(set.len()).iter().map(|order| canonical(&pegs, &in_order(order))).min().unwrap_or_default()
    };
    let mut sets: Vec<Vec<u16>> = vec![Vec::new()];
    for _ in 0..guesses {
        let mut larger: BTreeMap<Vec<u8>, Vec<u16>> = BTreeMap::new();
        for set in &sets {
            for guess in equivalence_classes(matrix, set).into_iter().map(|class| class[0]) {
                if !set.contains(&guess) {
                    let mut set = [&set[..], &[guess]].concat();
                    set.sort_unstable();
                    let lowest = larger.entry(form(&set)).or_insert_with(|| set.clone());
                    if set < *lowest {
                        *lowest = set;
                    }
                }
            }
        }
        sets = larger.into_values().collect();
        sets.sort_unstable();
    }
    sets
}

/// A canonical form: equal for two lists of codes if and only if a permutation of colors and pegs maps one to the other. It is the least
/// of the lists with their pegs in one of these orders and their colors numbered as they appear.
fn canonical(orders: &[Vec<u8>], codes: &[Code]) -> Vec<u8> {
    let numbered = |order: &Vec<u8>| -> Vec<u8> {
        let (mut numbers, mut next) = ([u8::MAX; Color::MAX], 0);
        let colors = codes.iter().flat_map(|code| order.iter().map(|&peg| code.peg(peg.into()).index()));
        let number = |color: usize| {
            if numbers[color] == u8::MAX {
                numbers[color] = next;
                next += 1;
            }
            numbers[color]
        };
        colors.map(number).collect()
    };
    orders.iter().map(numbered).min().unwrap_or_default()
}

/// All permutations of `0..items`.
fn orders(items: usize) -> Vec<Vec<u8>> {
    (0..items as u8).fold(vec![Vec::new()], |orders, next| {
        let with = |order: &Vec<u8>, index| [&order[..index], &[next], &order[index..]].concat();
        orders.iter().flat_map(|order| (0..=order.len()).map(|index| with(order, index))).collect()
    })
}
