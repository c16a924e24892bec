//! Candidates as bitmaps: 64 and more of them are compared with a guess at once.
//!
//! Each predicate of a code ("this color on this peg", "more than n pegs of this color") has a bitmap with one bit for each
//! candidate. The number of black pegs of a guess is the sum of the bitmaps of its pegs, and that of black and white pegs together
//! the sum of the bitmaps of its colors. Both sums are added up bit by bit for all candidates (bit-sliced); the candidates for which
//! both sums have given values are a part of the partition.

use crate::partition::dispatch::{self, PopcountTask};
use crate::partition::guesses::{GuessList, color_at, colors_of, more_than, predicate_count};
use crate::partition::simd::Bits512;
use scsa::{Code, Game, Response};

/// The number of 64-bit words in a vector.
pub const VECTOR_WORDS: usize = 8;

/// With up to this number of words of candidates each lane of a vector is a guess; with more, the lanes are words of candidates for one guess.
pub const FEW_WORDS: usize = 8;
/// The number of bits of the largest sum of pegs.
pub const MAX_SUM_BITS: usize = 6;
/// The number of values that a sum of pegs has at most.
pub const MAX_SUMS: usize = Game::MAX_PEGS + 1;

/// A set of candidates of one game: 2 x pegs x colors bits for each.
#[derive(Clone, Debug)]
pub struct CandidateBitmaps {
    /// The number of candidates.
    pub(crate) count: usize,
    /// The number of bitmaps, one for each predicate.
    rows: usize,
    /// The words of each bitmap in a block: 1, or [`VECTOR_WORDS`].
    block: usize,
    /// The words by block, predicate, and position in the block.
    words: Vec<u64>,
}

impl CandidateBitmaps {
    /// The candidates with these ranks.
    pub fn new(game: Game, ranks: &[u32]) -> CandidateBitmaps {
        let (pegs, colors) = (game.pegs(), game.colors());
        let words = ranks.len().div_ceil(64);
        let block = if words <= FEW_WORDS { 1 } else { VECTOR_WORDS };
        let rows = predicate_count(game);
        let mut bits = vec![0; words.div_ceil(block) * rows * block];
        let mut counts = vec![0; colors];
        for (index, &rank) in ranks.iter().enumerate() {
            let (word, bit) = (index / 64, 1 << (index % 64));
            let start = word / block * rows * block + word % block;
            let mut left = rank;
            counts.fill(0);
            for peg in (0..pegs).rev() {
                let color = (left % colors as u32) as usize;
                left /= colors as u32;
                bits[start + usize::from(color_at(game, peg, color)) * block] |= bit;
                bits[start + usize::from(more_than(game, color, counts[color])) * block] |= bit;
                counts[color] += 1;
            }
        }
        CandidateBitmaps { count: ranks.len(), rows, block, words: bits }
    }

    pub(crate) fn has_color(&self, game: Game, color: usize) -> bool {
        self.any(more_than(game, color, 0))
    }

    pub(crate) fn has_color_at(&self, game: Game, peg: usize, color: usize) -> bool {
        self.any(color_at(game, peg, color))
    }

    fn any(&self, predicate: u16) -> bool {
        let start = usize::from(predicate) * self.block;
        self.blocks().any(|block| block[start..start + self.block].iter().any(|&word| word != 0))
    }

    /// Whether there are at most [`FEW_WORDS`] words of candidates. A block is then one word of each bitmap.
    pub(crate) const fn are_few(&self) -> bool {
        self.block == 1
    }

    pub(crate) const fn word_count(&self) -> usize {
        self.count.div_ceil(64)
    }

    /// A word of a bitmap where there are few.
    #[inline(always)]
    pub(crate) fn word_of(&self, word: usize, predicate: u16) -> u64 {
        self.words[word * self.rows + usize::from(predicate)]
    }

    /// The words of a bitmap where there are few; 0 behind them.
    #[inline(always)]
    pub(crate) fn words_of<const WORDS: usize>(&self, predicate: u16) -> [u64; WORDS] {
        std::array::from_fn(|word| self.words.get(word * self.rows + usize::from(predicate)).copied().unwrap_or(0))
    }

    /// Words in which the bit of every candidate is set, and no other.
    pub(crate) fn candidate_words<const WORDS: usize>(&self) -> [u64; WORDS] {
        std::array::from_fn(|word| match self.count.saturating_sub(word * 64) {
            0 => 0,
            rest => u64::MAX >> (64 - rest.min(64)),
        })
    }

    /// The blocks, each with [`CandidateBitmaps::block`] words of every bitmap.
    pub(crate) fn blocks(&self) -> std::slice::ChunksExact<'_, u64> {
        self.words.chunks_exact(self.rows * self.block)
    }

    /// The number of bits behind the last candidate. They count as candidates for which no predicate holds.
    pub(crate) fn padding(&self) -> u32 {
        (self.words.len() / self.rows * 64 - self.count) as u32
    }

    /// The words of a bitmap in a block of [`VECTOR_WORDS`].
    #[inline(always)]
    pub(crate) fn vector(block: &[u64], predicate: u16) -> &Bits512 {
        let words = block.get(usize::from(predicate) * VECTOR_WORDS..).and_then(|words| words.first_chunk());
        words.unwrap_or(&[0; VECTOR_WORDS])
    }
}

/// The most candidates that [`CodeBitsets::best_candidate`] compares with each other.
const MAX_CANDIDATES: usize = 64;
/// The most pegs with which the feedback indices fit into a word of 64 bits.
const FEW_PEGS: usize = 9;
/// The most pegs of a board for [`CodeBitsets::best_candidate`].
const MAX_PEGS: usize = 15;

/// For each code of a game, by rank, the set of predicates that hold for it, as bits.
///
/// The number of black pegs that two codes have in common is the number of bits in the intersection of the first halves of
/// their sets, and that of black and white pegs together the same for the second halves. A code takes 16 bytes,
/// 32 where pegs times colors are more than 64, and 64 where they are more than 128.
#[derive(Clone, Debug)]
pub struct CodeBitsets {
    game: Game,
    words: usize,
    /// For each code the predicates on colors at pegs, then those on the numbers of colors.
    bits: Vec<u64>,
}

impl CodeBitsets {
    /// The bit sets of all codes of a game.
    ///
    /// # Panics
    /// When pegs times colors are more than 256.
    pub fn new(game: Game) -> CodeBitsets {
        let half = game.pegs() * game.colors();
        assert!(half <= 256, "{game} is too large to be listed");
        let words = half.div_ceil(64).next_power_of_two();
        let mut bits = Vec::new();
        for code in game.codes() {
            let start = bits.len();
            bits.resize(start + 2 * words, 0u64);
            let mut counts = [0; 32];
            for (peg, color) in code.pegs().enumerate() {
                let color = color.index();
                let mut set = |second: usize, bit: usize| bits[start + second * words + bit / 64] |= 1 << (bit % 64);
                set(0, color_at(game, peg, color).into());
                set(1, usize::from(more_than(game, color, counts[color])) - half);
                counts[color] += 1;
            }
        }
        CodeBitsets { game, words, bits }
    }

    /// Puts the feedback index of each candidate's response to the guess into `responses`, in the order of the candidates.
    pub fn responses(&self, guess: u32, ranks: &[u32], responses: &mut Vec<u16>) {
        responses.clear();
        dispatch::run_with_popcount(ResponsesTask { codes: self, guess, ranks, responses });
    }

    /// A lower bound on the guesses that the candidates take together with the best of them first: the lowest sum of `min_guesses`
    /// over the sizes of the parts. `min_guesses[n]` is a lower bound for `n` candidates, 0 for none. None where there are no
    /// candidates, more than 64, or more than 15 pegs.
    pub fn best_candidate(&self, ranks: &[u32], min_guesses: &[u32]) -> Option<u32> {
        if ranks.len() > MAX_CANDIDATES || ranks.is_empty() || self.game.pegs() > MAX_PEGS {
            return None;
        }
        Some(dispatch::run_with_popcount(BestCandidateTask { codes: self, ranks, min_guesses }))
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
    fn best_candidate_words<const WORDS: usize, const PARTS: usize>(&self, ranks: &[u32], min_guesses: &[u32]) -> u32 {
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
            parts[..number].iter().map(|parts| all - parts.count_ones()).min().unwrap_or(u32::MAX)
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
            let values = Response::values(self.game.pegs());
            let score =
                |parts: &[u8; PARTS]| parts[..values].iter().map(|&game| min_guesses[usize::from(game)]).sum::<u32>();
            parts[..number].iter().map(|parts| number as u32 + score(parts)).min().unwrap_or(u32::MAX)
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
        match self.codes.words {
            1 => self.codes.responses_words::<1>(self.guess, self.ranks, self.responses),
            2 => self.codes.responses_words::<2>(self.guess, self.ranks, self.responses),
            _ => self.codes.responses_words::<4>(self.guess, self.ranks, self.responses),
        }
    }
}

/// See [`CodeBitsets::best_candidate`].
struct BestCandidateTask<'a> {
    codes: &'a CodeBitsets,
    ranks: &'a [u32],
    min_guesses: &'a [u32],
}

impl PopcountTask for BestCandidateTask<'_> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        const FEW: usize = Response::values(FEW_PEGS);
        const ALL: usize = Response::values(MAX_PEGS);
        let BestCandidateTask { codes, ranks, min_guesses } = self;
        match (codes.words, codes.game.pegs()) {
            (1, ..=FEW_PEGS) => codes.best_candidate_words::<1, FEW>(ranks, min_guesses),
            (2, ..=FEW_PEGS) => codes.best_candidate_words::<2, FEW>(ranks, min_guesses),
            (1, _) => codes.best_candidate_words::<1, ALL>(ranks, min_guesses),
            (2, _) => codes.best_candidate_words::<2, ALL>(ranks, min_guesses),
            _ => codes.best_candidate_words::<4, ALL>(ranks, min_guesses),
        }
    }
}

/// The permutations of pegs and colors that leave the candidates unchanged, as far as they follow from the guesses so far.
///
/// Colors that no guess had can be exchanged, and so can pegs that had the same color in every guess. Guesses that become
/// each other by such exchanges are a symmetry class: their partitions have the same part sizes. Moreover, all colors that no
/// candidate has are equivalent. Of each class a search scores the lowest guess in numeric order, and sometimes more than
/// that, because the test for the lowest one is cheap rather than complete.
#[derive(Clone, Debug)]
pub struct CandidateSymmetry {
    game: Game,
    /// For each peg the last earlier one that can be exchanged with it.
    equivalent_before: [Option<u8>; Game::MAX_PEGS],
    /// The colors that cannot be exchanged, as those that were guessed; a bit each.
    fixed_colors: u32,
    /// Whether no guess may have a color twice.
    distinct: bool,
}

/// A partial relabeling of the colors that can be exchanged, and the pegs that it already covers.
#[derive(Clone, Debug)]
struct ColorRelabeling {
    names: [u8; 32],
    /// The lowest name that is not taken.
    next: u8,
    /// The pegs of the code that have a position in the relabeled one, a bit each.
    used: u32,
}

impl CandidateSymmetry {
    /// The symmetry before the first guess, where all codes are candidates: all pegs and all colors can be exchanged.
    pub fn new(game: Game) -> CandidateSymmetry {
        let equivalent_before = std::array::from_fn(|peg| (peg as u8).checked_sub(1));
        CandidateSymmetry::of(game, equivalent_before, 0)
    }

    /// The symmetry before the first guess, where not all codes are candidates: `pegs` says whether two pegs can be exchanged,
    /// and any two of `colors` (a bit each) can be.
    pub fn restricted(game: Game, pegs: impl Fn(usize, usize) -> bool, colors: u32) -> CandidateSymmetry {
        let equivalent =
            |peg: usize| (0..peg.min(game.pegs())).rev().find(|&other| peg < game.pegs() && pegs(other, peg));
        let equivalent_before = std::array::from_fn(|peg| equivalent(peg).map(|equivalent| equivalent as u8));
        CandidateSymmetry::of(game, equivalent_before, !colors & (u32::MAX >> (32 - game.colors())))
    }

    fn of(game: Game, equivalent_before: [Option<u8>; Game::MAX_PEGS], fixed_colors: u32) -> CandidateSymmetry {
        let distinct = !game.allows_repeats();
        CandidateSymmetry { game: game.with_repeats(), equivalent_before, fixed_colors, distinct }
    }

    /// The symmetry after one more guess.
    pub fn after(&self, guess: &Code) -> CandidateSymmetry {
        let mut after = self.clone();
        for peg in 0..self.game.pegs() {
            let mut equivalent = self.equivalent_before[peg];
            while let Some(other) = equivalent.filter(|&other| guess.peg(other.into()) != guess.peg(peg)) {
                equivalent = self.equivalent_before[usize::from(other)];
            }
            after.equivalent_before[peg] = equivalent;
        }
        after.fixed_colors = guess.pegs().fold(self.fixed_colors, |colors, color| colors | 1 << color.index());
        after
    }

    /// The colors to choose from, peg by peg, to reach at least one guess of each class.
    pub(crate) fn choices(&self, candidates: &CandidateBitmaps) -> ColorChoices<'_> {
        let colors = self.game.colors();
        let present =
            (0..colors).filter(|&color| candidates.has_color(self.game, color)).fold(0, |set, color| set | 1 << color);
        let absent: u32 = !present & (u32::MAX >> (32 - colors));
        // Of the colors that no candidate has only the lowest.
        let useful = present | (absent & absent.wrapping_neg());
        let impossible_at = std::array::from_fn(|peg| {
            let occurs = |color| peg < self.game.pegs() && candidates.has_color_at(self.game, peg, color);
            (0..colors).filter(|&color| !occurs(color)).fold(0, |set, color| set | 1 << color)
        });
        ColorChoices { symmetry: self, useful, unused: present & !self.fixed_colors, absent, impossible_at }
    }

    /// At least one guess of each class, in numeric order.
    pub fn representatives(&self, candidates: &CandidateBitmaps) -> GuessList {
        let mut guesses = GuessList::of(self.game, []);
        self.choices(candidates).walk(0, &mut [0; Game::MAX_PEGS], &mut |pegs, last| {
            for color in (0..self.game.colors()).filter(|color| last >> color & 1 == 1) {
                pegs[self.game.pegs() - 1] = color as u8;
                guesses.push(pegs);
            }
            true
        });
        guesses
    }

    /// Whether [`CandidateSymmetry::representatives`] are at most `most`. It stops counting beyond.
    pub fn has_representatives_up_to(&self, candidates: &CandidateBitmaps, most: usize) -> bool {
        let mut left = Some(most);
        self.choices(candidates).walk(0, &mut [0; Game::MAX_PEGS], &mut |_, last| {
            left = left.and_then(|left| left.checked_sub(last.count_ones() as usize));
            left.is_some()
        })
    }

    /// The rank of the canonical form of a code: the lowest code of its symmetry class. Colors that no candidate has are not
    /// taken as equivalent.
    pub fn canonical_rank(&self, code: &Code) -> u32 {
        let pegs = self.game.pegs();
        // The first peg that can be exchanged with each.
        let mut class = [0; Game::MAX_PEGS];
        let mut code_colors = [0; Game::MAX_PEGS];
        for (peg, color) in code.pegs().enumerate() {
            class[peg] = self.equivalent_before[peg].map_or(peg, |equivalent| class[usize::from(equivalent)]);
            code_colors[peg] = color.index() as u8;
        }
        let relabeling = ColorRelabeling { names: [u8::MAX; 32], next: self.next_free(0), used: 0 };
        let mut lowest = u32::MAX;
        self.lowest(0, 0, &code_colors[..pegs], &class, &relabeling, &mut lowest);
        lowest
    }

    /// The lowest color, not below `from`, that can be exchanged.
    fn next_free(&self, from: u8) -> u8 {
        let free = !self.fixed_colors >> from;
        from + free.trailing_zeros() as u8
    }

    /// Goes through the orders of the pegs from `peg` on that may lead to the lowest code, whose rank is put into `lowest`.
    /// `rank` is that of the pegs so far, `class` the first peg that can be exchanged with each.
    fn lowest(
        &self,
        peg: usize,
        rank: u32,
        code_colors: &[u8],
        class: &[usize; Game::MAX_PEGS],
        relabeling: &ColorRelabeling,
        lowest: &mut u32,
    ) {
        if peg == code_colors.len() {
            *lowest = rank.min(*lowest);
            return;
        }
        let name = |color: u8| match relabeling.names[usize::from(color)] {
            _ if self.fixed_colors >> color & 1 == 1 => color,
            u8::MAX => relabeling.next,
            name => name,
        };
        let free = |&from: &usize| class[from] == class[peg] && relabeling.used >> from & 1 == 0;
        let least = (0..code_colors.len()).filter(free).map(|from| name(code_colors[from])).min().unwrap_or(0);
        let mut tried = 0u32;
        for from in (0..code_colors.len()).filter(free) {
            let color = code_colors[from];
            if name(color) != least || tried >> color & 1 == 1 {
                continue;
            }
            tried |= 1 << color;
            let mut next = relabeling.clone();
            next.used |= 1 << from;
            if self.fixed_colors >> color & 1 == 0 && next.names[usize::from(color)] == u8::MAX {
                next.names[usize::from(color)] = least;
                next.next = self.next_free(least + 1);
            }
            self.lowest(
                peg + 1,
                rank * self.game.colors() as u32 + u32::from(least),
                code_colors,
                class,
                &next,
                lowest,
            );
        }
    }

    /// Whether a code may be the lowest one of its class, by tests of one exchange each: at least one code of each class
    /// passes. Colors that no candidate has are not taken as equivalent.
    pub fn may_be_lowest(&self, rank: u32) -> bool {
        let pegs = colors_of(self.game, rank);
        let mut fixed_colors = self.fixed_colors;
        for (peg, &color) in pegs[..self.game.pegs()].iter().enumerate() {
            if self.equivalent_before[peg].is_some_and(|equivalent| pegs[usize::from(equivalent)] > color) {
                return false;
            }
            let bit = 1 << color;
            // The exchangeable colors appear in ascending order.
            if fixed_colors & bit == 0 && !fixed_colors & (bit - 1) != 0 {
                return false;
            }
            fixed_colors |= bit;
        }
        true
    }
}

/// The colors to choose from while a guess is made peg by peg.
pub struct ColorChoices<'a> {
    symmetry: &'a CandidateSymmetry,
    /// The colors that candidates have, and one of those that none has; a bit each.
    useful: u32,
    /// Those of them that can be exchanged and that this guess does not have so far.
    unused: u32,
    /// The colors that no candidate has.
    absent: u32,
    /// For each peg the colors that no candidate has there. On that peg such a color is never black: only its number in the
    /// guess matters. So two pegs of the guess can be exchanged where the colors of both are impossible on both.
    impossible_at: [u32; Game::MAX_PEGS],
}

impl ColorChoices<'_> {
    /// The colors to choose from for a peg, after those chosen for the pegs before it; a bit each.
    #[inline(always)]
    pub fn colors(&self, peg: usize, chosen: &[u8; Game::MAX_PEGS]) -> u32 {
        let least = self.symmetry.equivalent_before[peg].map_or(0, |equivalent| chosen[usize::from(equivalent)]);
        // Of the unused exchangeable colors only the lowest.
        let later = self.unused & self.unused.wrapping_sub(1);
        let mut colors = self.useful & !later & (u32::MAX << least);
        for (&before, &color) in self.impossible_at[..peg].iter().zip(chosen) {
            let impossible = before & self.impossible_at[peg];
            if impossible >> color & 1 == 1 {
                // A lower color would make a lower guess when the two pegs are exchanged.
                colors &= !(impossible & ((1 << color) - 1));
            }
        }
        colors
    }

    /// Chooses a color for the next peg. Returns the state to go back to.
    #[inline(always)]
    pub fn choose(&mut self, color: usize) -> (u32, u32) {
        let before = (self.useful, self.unused);
        let bit = 1 << color;
        self.unused &= !bit;
        if self.symmetry.distinct {
            // The next color that no candidate has replaces one that was chosen.
            let later = if self.absent & bit == 0 { 0 } else { self.absent & !(bit | (bit - 1)) };
            self.useful = self.useful & !bit | (later & later.wrapping_neg());
        }
        before
    }

    #[inline(always)]
    pub fn undo(&mut self, before: (u32, u32)) {
        (self.useful, self.unused) = before;
    }

    /// Calls `go_on` for all guesses that differ only in the last peg, with the pegs (of which it may set the last) and the
    /// colors of the last peg, until it returns false. Returns whether it never did.
    fn walk(
        &mut self,
        peg: usize,
        chosen: &mut [u8; Game::MAX_PEGS],
        go_on: &mut impl FnMut(&mut [u8], u32) -> bool,
    ) -> bool {
        let mut colors = self.colors(peg, chosen);
        let pegs = self.symmetry.game.pegs();
        if peg + 1 == pegs {
            return go_on(&mut chosen[..pegs], colors);
        }
        while colors != 0 {
            let color = colors.trailing_zeros() as usize;
            colors &= colors - 1;
            chosen[peg] = color as u8;
            let before = self.choose(color);
            let went_on = self.walk(peg + 1, chosen, go_on);
            self.undo(before);
            if !went_on {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::criterion::{Criterion, Scorer};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// The score of each candidate as a guess, by comparing all pairs of codes.
    fn reference_scores(game: Game, ranks: &[u32], min_guesses: &[u32]) -> Vec<u32> {
        let code = |rank: u32| game.unrank(rank.into());
        let with = |&guess: &u32| {
            let mut parts: BTreeMap<usize, usize> = BTreeMap::new();
            for &rank in ranks.iter().filter(|rank| **rank != guess) {
                *parts.entry(game.answer(&code(guess), &code(rank)).index()).or_default() += 1;
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
            let game: Game = name.parse().unwrap();
            let bitsets = CodeBitsets::new(game);
            let count = game.count().unwrap() as u32;
            let mut ranks: Vec<u32> = seeds.iter().map(|seed| seed % count).collect();
            ranks.sort_unstable();
            ranks.dedup();
            let mut responses = Vec::new();
            bitsets.responses(seeds[0] % count, &ranks, &mut responses);
            for (&rank, &response) in ranks.iter().zip(&responses) {
                let feedback = game.answer(&game.unrank((seeds[0] % count).into()), &game.unrank(rank.into()));
                prop_assert_eq!(feedback.index(), usize::from(response));
            }
            let scorer = Scorer::new(Criterion::FewestGuesses, 70, game.pegs());
            let min_guesses: Vec<u32> = (0..=70).map(|number| scorer.min_guesses(number)).collect();
            let scores = reference_scores(game, &ranks, &min_guesses);
            let best = scores.iter().min().copied().filter(|_| ranks.len() <= MAX_CANDIDATES);
            prop_assert_eq!(bitsets.best_candidate(&ranks, &min_guesses), best);
        }
    }
}
