//! All codes of a size as bit sets, compared in pairs: the fastest way for very few candidates.

use super::{
    dispatch::{self, PopcountTask},
    predicates,
};
use scsa::{Feedback, Size};

/// The most candidates that [`CodeBitsets::best_candidate`] compares with each other.
const MAX_CANDIDATES: usize = 64;
/// The most pegs with which the feedback indices fit into a word of 64 bits.
const FEW_PEGS: usize = 9;
/// The most pegs of a board for [`CodeBitsets::best_candidate`].
const MAX_PEGS: usize = 15;

/// For each code of a size, by rank, the set of predicates that hold for it, as bits.
///
/// The number of black pegs that two codes have in common is the number of bits in the intersection of the first halves of
/// their sets, and that of black and white pegs together the same for the second halves. A code takes 16 bytes,
/// 32 where pegs times colors are more than 64, and 64 where they are more than 128.
#[derive(Clone, Debug)]
pub struct CodeBitsets {
    size: Size,
    /// The words of a half.
    words: usize,
    /// For each code the predicates on colors at pegs, then those on the numbers of colors.
    bits: Vec<u64>,
}

/// The best guess among the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestCandidate {
    /// A lower bound on the guesses that the candidates take together with this guess first.
    pub score: u32,
    /// Its index among the candidates.
    pub index: usize,
}

impl CodeBitsets {
    /// The bit sets of all codes of a size.
    ///
    /// # Panics
    /// When pegs times colors are more than 256.
    #[must_use]
    pub fn new(size: Size) -> CodeBitsets {
        let half = size.pegs() * size.colors();
        assert!(half <= 256, "{size} is too large to be listed");
        let words = half.div_ceil(64).next_power_of_two();
        let mut bits = Vec::new();
        for code in size.codes() {
            let start = bits.len();
            bits.resize(start + 2 * words, 0u64);
            let mut counts = [0; 32];
            for (peg, color) in code.pegs().enumerate() {
                let color = color.index();
                let mut set = |second: usize, bit: usize| bits[start + second * words + bit / 64] |= 1 << (bit % 64);
                set(0, predicates::color_at(size, peg, color).into());
                set(1, usize::from(predicates::more_than(size, color, counts[color])) - half);
                counts[color] += 1;
            }
        }
        CodeBitsets { size, words, bits }
    }

    /// Puts the feedback index of each candidate's response to the guess into `responses`, in the order of the candidates.
    pub fn responses(&self, guess: u32, ranks: &[u32], responses: &mut Vec<u16>) {
        responses.clear();
        dispatch::run_with_popcount(ResponsesTask { codes: self, guess, ranks, responses });
    }

    /// The candidate that is the best guess: the first one with the lowest sum of `min_guesses` over the sizes of its parts.
    /// `min_guesses[n]` is a lower bound on the guesses that `n` candidates take, 0 for none. None where there are no
    /// candidates, more than 64, or more than 15 pegs.
    #[must_use]
    pub fn best_candidate(&self, ranks: &[u32], min_guesses: &[u32]) -> Option<BestCandidate> {
        if ranks.len() > MAX_CANDIDATES || ranks.is_empty() || self.size.pegs() > MAX_PEGS {
            return None;
        }
        Some(dispatch::run_with_popcount(BestCandidateTask { codes: self, ranks, min_guesses }))
    }

    #[inline(always)]
    fn responses_inline(&self, guess: u32, ranks: &[u32], responses: &mut Vec<u16>) {
        match self.words {
            1 => self.responses_words::<1>(guess, ranks, responses),
            2 => self.responses_words::<2>(guess, ranks, responses),
            _ => self.responses_words::<4>(guess, ranks, responses),
        }
    }

    #[inline(always)]
    fn responses_words<const WORDS: usize>(&self, guess: u32, ranks: &[u32], responses: &mut Vec<u16>) {
        let guess = self.halves::<WORDS>(guess);
        let response = |&rank: &u32| {
            let (black, total) = common(guess, self.halves::<WORDS>(rank));
            (total * (total + 1) / 2 + black) as u16
        };
        responses.extend(ranks.iter().map(response));
    }

    #[inline(always)]
    fn best_candidate_inline(&self, ranks: &[u32], min_guesses: &[u32]) -> BestCandidate {
        match (self.words, self.size.pegs()) {
            (1, ..=FEW_PEGS) => self.best_candidate_words::<1, { Feedback::values(FEW_PEGS) }>(ranks, min_guesses),
            (2, ..=FEW_PEGS) => self.best_candidate_words::<2, { Feedback::values(FEW_PEGS) }>(ranks, min_guesses),
            (1, _) => self.best_candidate_words::<1, { Feedback::values(MAX_PEGS) }>(ranks, min_guesses),
            (2, _) => self.best_candidate_words::<2, { Feedback::values(MAX_PEGS) }>(ranks, min_guesses),
            _ => self.best_candidate_words::<4, { Feedback::values(MAX_PEGS) }>(ranks, min_guesses),
        }
    }

    #[inline(always)]
    fn best_candidate_words<const WORDS: usize, const PARTS: usize>(
        &self,
        ranks: &[u32],
        min_guesses: &[u32],
    ) -> BestCandidate {
        let number = ranks.len();
        let mut codes = [([0; WORDS], [0; WORDS]); MAX_CANDIDATES];
        for (code, &rank) in codes.iter_mut().zip(ranks) {
            *code = self.halves::<WORDS>(rank);
        }
        let codes = &codes[..number];
        // Where n candidates take 2n - 1 guesses for every n that occurs, only the number of parts counts.
        let flat = (2 * number as u32).checked_sub(3).is_none_or(|flat| min_guesses.get(number - 1) == Some(&flat));
        if flat && PARTS <= 64 {
            let mut parts = [0u64; MAX_CANDIDATES];
            for (one, &code) in codes.iter().enumerate() {
                for (two, &other) in codes[..one].iter().enumerate() {
                    let (black, total) = common(code, other);
                    let part = 1 << (total * (total + 1) / 2 + black);
                    parts[one] |= part;
                    parts[two] |= part;
                }
            }
            let all = 3 * number as u32 - 2;
            first_best(parts[..number].iter().map(|parts| all - parts.count_ones()))
        } else {
            let mut parts = [[0u8; PARTS]; MAX_CANDIDATES];
            for (one, &code) in codes.iter().enumerate() {
                for (two, &other) in codes[..one].iter().enumerate() {
                    let (black, total) = common(code, other);
                    let part = (total * (total + 1) / 2 + black) as usize;
                    parts[one][part] += 1;
                    parts[two][part] += 1;
                }
            }
            let values = Feedback::values(self.size.pegs());
            let score =
                |parts: &[u8; PARTS]| parts[..values].iter().map(|&size| min_guesses[usize::from(size)]).sum::<u32>();
            first_best(parts[..number].iter().map(|parts| number as u32 + score(parts)))
        }
    }

    #[inline(always)]
    fn halves<const WORDS: usize>(&self, rank: u32) -> ([u64; WORDS], [u64; WORDS]) {
        let code = &self.bits[rank as usize * 2 * WORDS..][..2 * WORDS];
        (std::array::from_fn(|word| code[word]), std::array::from_fn(|word| code[WORDS + word]))
    }
}

/// The number of black pegs that two codes have in common, and that of black and white pegs together.
#[inline(always)]
fn common<const WORDS: usize>(one: ([u64; WORDS], [u64; WORDS]), two: ([u64; WORDS], [u64; WORDS])) -> (u32, u32) {
    let count =
        |one: [u64; WORDS], two: [u64; WORDS]| (0..WORDS).map(|word| (one[word] & two[word]).count_ones()).sum();
    (count(one.0, two.0), count(one.1, two.1))
}

/// The first of the lowest scores.
#[inline(always)]
fn first_best(scores: impl Iterator<Item = u32>) -> BestCandidate {
    let mut best = BestCandidate { score: u32::MAX, index: 0 };
    for (index, score) in scores.enumerate() {
        if score < best.score {
            best = BestCandidate { score, index };
        }
    }
    best
}

/// See [`CodeBitsets::responses`].
struct ResponsesTask<'a> {
    codes: &'a CodeBitsets,
    guess: u32,
    ranks: &'a [u32],
    responses: &'a mut Vec<u16>,
}

impl PopcountTask for ResponsesTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.codes.responses_inline(self.guess, self.ranks, self.responses);
    }
}

/// See [`CodeBitsets::best_candidate`].
struct BestCandidateTask<'a> {
    codes: &'a CodeBitsets,
    ranks: &'a [u32],
    min_guesses: &'a [u32],
}

impl PopcountTask for BestCandidateTask<'_> {
    type Output = BestCandidate;

    #[inline(always)]
    fn run(self) -> BestCandidate {
        self.codes.best_candidate_inline(self.ranks, self.min_guesses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Criterion, Scorer};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// The score of each candidate as a guess, by comparing all pairs of codes.
    fn reference_scores(size: Size, ranks: &[u32], min_guesses: &[u32]) -> Vec<u32> {
        let code = |rank: u32| size.unrank(rank.into());
        let with = |&guess: &u32| {
            let mut parts: BTreeMap<usize, usize> = BTreeMap::new();
            for &rank in ranks.iter().filter(|rank| **rank != guess) {
                *parts.entry(code(rank).feedback(&code(guess)).index()).or_default() += 1;
            }
            ranks.len() as u32 + parts.values().map(|&number| min_guesses[number]).sum::<u32>()
        };
        ranks.iter().map(with).collect()
    }

    proptest! {
        /// Halves of one, two and four words, with many pegs and few.
        #[test]
        fn responses_and_scores_agree_with_the_feedback_of_codes(
            name in prop_oneof![Just("4x6"), Just("7x3"), Just("9x2"), Just("12x2"), Just("4x17"), Just("3x26"), Just("2x3")],
            seeds in prop::collection::vec(any::<u32>(), 1..70),
        ) {
            let size: Size = name.parse().unwrap();
            let bitsets = CodeBitsets::new(size);
            let count = size.count().unwrap() as u32;
            let mut ranks: Vec<u32> = seeds.iter().map(|seed| seed % count).collect();
            ranks.sort_unstable();
            ranks.dedup();
            let mut responses = Vec::new();
            bitsets.responses(seeds[0] % count, &ranks, &mut responses);
            for (&rank, &response) in ranks.iter().zip(&responses) {
                let feedback = size.unrank(rank.into()).feedback(&size.unrank((seeds[0] % count).into()));
                prop_assert_eq!(feedback.index(), usize::from(response));
            }
            let scorer = Scorer::new(Criterion::FewestGuesses, 70, size.pegs());
            let min_guesses: Vec<u32> = (0..=70).map(|number| scorer.min_guesses(number)).collect();
            let scores = reference_scores(size, &ranks, &min_guesses);
            let least = *scores.iter().min().unwrap();
            let index = scores.iter().position(|score| *score == least).unwrap();
            let best = (ranks.len() <= MAX_CANDIDATES).then_some(BestCandidate { score: least, index });
            prop_assert_eq!(bitsets.best_candidate(&ranks, &min_guesses), best);
        }
    }
}
