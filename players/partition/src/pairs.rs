//! Codes as bits, compared two at a time: the fastest way for very few of them.

use super::{planes::Planes, widest};
use scsa::{Feedback, Size};

/// Codes with so many candidates are compared with each other at the most.
const MOST: usize = 64;
/// With so many pegs there are no more cells than bits in a word.
const FEW_PEGS: usize = 9;
/// The most pegs that [`Pairs::best_of_few`] looks at.
const MOST_PEGS: usize = 15;

/// All codes of a size, by their place in the order of all codes: 16 bytes each, or 32, or 64 where pegs times colors are
/// more than 64, or 128.
#[derive(Clone, Debug)]
pub struct Pairs {
    size: Size,
    /// The words of a half.
    words: usize,
    /// For each code the pegs and colors that stand there, then for each number and color whether there are more. Two codes
    /// have so many black pegs in common as bits in the first half, and so many of both kinds as in the second.
    bits: Vec<u64>,
}

/// Which of a set of candidates is the best guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// How many guesses the candidates take with it, if a table is right.
    pub score: u32,
    /// Its number among the candidates.
    pub number: usize,
}

impl Pairs {
    /// The codes of a size.
    ///
    /// # Panics
    /// When pegs times colors are more than 256.
    #[must_use]
    pub fn new(size: Size) -> Pairs {
        let cells = size.pegs() * size.colors();
        assert!(cells <= 256, "{size} is too large to be listed");
        let words = cells.div_ceil(64).next_power_of_two();
        let mut bits = Vec::new();
        for code in size.codes() {
            let start = bits.len();
            bits.resize(start + 2 * words, 0u64);
            let mut counts = [0; 32];
            for (peg, color) in code.pegs().enumerate() {
                let color = color.index();
                let mut set = |half: usize, bit: usize| bits[start + half * words + bit / 64] |= 1 << (bit % 64);
                set(0, Planes::stands(size, peg, color).into());
                set(1, usize::from(Planes::more(size, color, counts[color])) - cells);
                counts[color] += 1;
            }
        }
        Pairs { size, words, bits }
    }

    /// The indices of the responses of these candidates to a guess, in their order.
    pub fn responses(&self, guess: u32, places: &[u32], responses: &mut Vec<u16>) {
        responses.clear();
        widest::respond(self, guess, places, responses);
    }

    /// The candidate that is the best guess, where `fewest` says how many guesses cells of each number take, a cell of none
    /// 0. Of several that are equally good it is the first. None where there are too many candidates, or pegs, for this
    /// kind of search: more than 64, or 15.
    #[must_use]
    pub fn best_of_few(&self, places: &[u32], fewest: &[u32]) -> Option<Own> {
        if places.len() > MOST || places.is_empty() || self.size.pegs() > MOST_PEGS {
            return None;
        }
        Some(widest::best_of_few(self, places, fewest))
    }

    #[inline(always)]
    pub(super) fn respond(&self, guess: u32, places: &[u32], responses: &mut Vec<u16>) {
        match self.words {
            1 => self.respond_words::<1>(guess, places, responses),
            2 => self.respond_words::<2>(guess, places, responses),
            _ => self.respond_words::<4>(guess, places, responses),
        }
    }

    #[inline(always)]
    fn respond_words<const WORDS: usize>(&self, guess: u32, places: &[u32], responses: &mut Vec<u16>) {
        let guess = self.halves::<WORDS>(guess);
        let response = |&place: &u32| {
            let (black, total) = common(guess, self.halves::<WORDS>(place));
            (total * (total + 1) / 2 + black) as u16
        };
        responses.extend(places.iter().map(response));
    }

    #[inline(always)]
    pub(super) fn look_at_few(&self, places: &[u32], fewest: &[u32]) -> Own {
        match (self.words, self.size.pegs()) {
            (1, ..=FEW_PEGS) => self.look_at_few_words::<1, { Feedback::values(FEW_PEGS) }>(places, fewest),
            (2, ..=FEW_PEGS) => self.look_at_few_words::<2, { Feedback::values(FEW_PEGS) }>(places, fewest),
            (1, _) => self.look_at_few_words::<1, { Feedback::values(MOST_PEGS) }>(places, fewest),
            (2, _) => self.look_at_few_words::<2, { Feedback::values(MOST_PEGS) }>(places, fewest),
            _ => self.look_at_few_words::<4, { Feedback::values(MOST_PEGS) }>(places, fewest),
        }
    }

    #[inline(always)]
    fn look_at_few_words<const WORDS: usize, const CELLS: usize>(&self, places: &[u32], fewest: &[u32]) -> Own {
        let number = places.len();
        let mut codes = [([0; WORDS], [0; WORDS]); MOST];
        for (code, &place) in codes.iter_mut().zip(places) {
            *code = self.halves::<WORDS>(place);
        }
        let codes = &codes[..number];
        // A cell of n takes 2n - 1: all that counts is how many cells there are.
        let flat = (2 * number as u32).checked_sub(3).is_none_or(|flat| fewest.get(number - 1) == Some(&flat));
        if flat && CELLS <= 64 {
            let mut cells = [0u64; MOST];
            for (one, &code) in codes.iter().enumerate() {
                for (two, &other) in codes[..one].iter().enumerate() {
                    let (black, total) = common(code, other);
                    let cell = 1 << (total * (total + 1) / 2 + black);
                    cells[one] |= cell;
                    cells[two] |= cell;
                }
            }
            let all = 3 * number as u32 - 2;
            first_best(cells[..number].iter().map(|cells| all - cells.count_ones()))
        } else {
            let mut cells = [[0u8; CELLS]; MOST];
            for (one, &code) in codes.iter().enumerate() {
                for (two, &other) in codes[..one].iter().enumerate() {
                    let (black, total) = common(code, other);
                    let cell = (total * (total + 1) / 2 + black) as usize;
                    cells[one][cell] += 1;
                    cells[two][cell] += 1;
                }
            }
            let values = Feedback::values(self.size.pegs());
            let score =
                |cells: &[u8; CELLS]| cells[..values].iter().map(|&size| fewest[usize::from(size)]).sum::<u32>();
            first_best(cells[..number].iter().map(|cells| number as u32 + score(cells)))
        }
    }

    #[inline(always)]
    fn halves<const WORDS: usize>(&self, place: u32) -> ([u64; WORDS], [u64; WORDS]) {
        let code = &self.bits[place as usize * 2 * WORDS..][..2 * WORDS];
        (std::array::from_fn(|word| code[word]), std::array::from_fn(|word| code[WORDS + word]))
    }
}

/// The black pegs that two codes have in common, and those of both kinds.
#[inline(always)]
fn common<const WORDS: usize>(one: ([u64; WORDS], [u64; WORDS]), two: ([u64; WORDS], [u64; WORDS])) -> (u32, u32) {
    let count =
        |one: [u64; WORDS], two: [u64; WORDS]| (0..WORDS).map(|word| (one[word] & two[word]).count_ones()).sum();
    (count(one.0, two.0), count(one.1, two.1))
}

#[inline(always)]
fn first_best(scores: impl Iterator<Item = u32>) -> Own {
    let mut best = Own { score: u32::MAX, number: 0 };
    for (number, score) in scores.enumerate() {
        if score < best.score {
            best = Own { score, number };
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Criterion, Judge};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// What the candidates take with each of them first, counted cell by cell.
    fn plainly(size: Size, places: &[u32], fewest: &[u32]) -> Vec<u32> {
        let code = |place: u32| size.unrank(place.into());
        let with = |&guess: &u32| {
            let mut cells: BTreeMap<usize, usize> = BTreeMap::new();
            for &place in places.iter().filter(|place| **place != guess) {
                *cells.entry(code(place).feedback(&code(guess)).index()).or_default() += 1;
            }
            places.len() as u32 + cells.values().map(|&number| fewest[number]).sum::<u32>()
        };
        places.iter().map(with).collect()
    }

    proptest! {
        /// One, two and four words, many pegs and few.
        #[test]
        fn codes_are_compared_as_the_game_does(
            name in prop_oneof![Just("4x6"), Just("7x3"), Just("9x2"), Just("12x2"), Just("4x17"), Just("3x26"), Just("2x3")],
            seeds in prop::collection::vec(any::<u32>(), 1..70),
        ) {
            let size: Size = name.parse().unwrap();
            let pairs = Pairs::new(size);
            let count = size.count().unwrap() as u32;
            let mut places: Vec<u32> = seeds.iter().map(|seed| seed % count).collect();
            places.sort_unstable();
            places.dedup();
            let mut responses = Vec::new();
            pairs.responses(seeds[0] % count, &places, &mut responses);
            for (&place, &response) in places.iter().zip(&responses) {
                let feedback = size.unrank(place.into()).feedback(&size.unrank((seeds[0] % count).into()));
                prop_assert_eq!(feedback.index(), usize::from(response));
            }
            let judge = Judge::new(Criterion::FewestGuesses, 70, size.pegs());
            let fewest: Vec<u32> = (0..=70).map(|number| judge.fewest(number)).collect();
            let scores = plainly(size, &places, &fewest);
            let least = *scores.iter().min().unwrap();
            let number = scores.iter().position(|score| *score == least).unwrap();
            let best = (places.len() <= MOST).then_some(Own { score: least, number });
            prop_assert_eq!(pairs.best_of_few(&places, &fewest), best);
        }
    }
}
