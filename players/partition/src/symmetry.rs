//! Symmetry reduction: one guess of each class of equivalent guesses.

use super::{
    bitmaps::CandidateBitmaps,
    guess_list::{GuessList, colors_of},
};
use scsa::{Code, Size};

/// The permutations of pegs and colors that leave the candidates unchanged, as far as they follow from the guesses so far.
///
/// Colors that no guess had can be exchanged, and so can pegs that had the same color in every guess. Guesses that become
/// each other by such exchanges are a symmetry class: their partitions have the same part sizes. Moreover, all colors that no
/// candidate has are equivalent. Of each class a search scores the lowest guess in numeric order, and sometimes more than
/// that, because the test for the lowest one is cheap rather than complete.
#[derive(Clone, Debug)]
pub struct CandidateSymmetry {
    size: Size,
    /// For each peg the last earlier one that can be exchanged with it.
    equivalent_before: [Option<u8>; Size::MAX_PEGS],
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
    #[must_use]
    pub fn new(size: Size) -> CandidateSymmetry {
        let equivalent_before = std::array::from_fn(|peg| (peg as u8).checked_sub(1));
        CandidateSymmetry { size, equivalent_before, fixed_colors: 0, distinct: false }
    }

    /// The symmetry before the first guess, where not all codes are candidates: `pegs` says whether two pegs can be exchanged,
    /// and any two of `colors` (a bit each) can be.
    pub fn restricted(size: Size, pegs: impl Fn(usize, usize) -> bool, colors: u32) -> CandidateSymmetry {
        let equivalent =
            |peg: usize| (0..peg.min(size.pegs())).rev().find(|&other| peg < size.pegs() && pegs(other, peg));
        let equivalent_before = std::array::from_fn(|peg| equivalent(peg).map(|equivalent| equivalent as u8));
        CandidateSymmetry {
            size,
            equivalent_before,
            fixed_colors: !colors & (u32::MAX >> (32 - size.colors())),
            distinct: false,
        }
    }

    /// The same symmetry, where no guess may have a color twice.
    #[must_use]
    pub fn distinct(self) -> CandidateSymmetry {
        CandidateSymmetry { distinct: true, ..self }
    }

    /// The symmetry after one more guess.
    #[must_use]
    pub fn after(&self, guess: &Code) -> CandidateSymmetry {
        let mut after = self.clone();
        for peg in 0..self.size.pegs() {
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
        let colors = self.size.colors();
        let present =
            (0..colors).filter(|&color| candidates.has_color(self.size, color)).fold(0, |set, color| set | 1 << color);
        let absent: u32 = !present & (u32::MAX >> (32 - colors));
        // Of the colors that no candidate has only the lowest.
        let useful = present | (absent & absent.wrapping_neg());
        let impossible_at = std::array::from_fn(|peg| {
            let occurs = |color| peg < self.size.pegs() && candidates.has_color_at(self.size, peg, color);
            (0..colors).filter(|&color| !occurs(color)).fold(0, |set, color| set | 1 << color)
        });
        ColorChoices { symmetry: self, useful, unused: present & !self.fixed_colors, absent, impossible_at }
    }

    /// At least one guess of each class, in numeric order.
    #[must_use]
    pub fn representatives(&self, candidates: &CandidateBitmaps) -> GuessList {
        let mut guesses = GuessList::of(self.size, []);
        self.choices(candidates).walk(0, &mut [0; Size::MAX_PEGS], &mut |pegs, last| {
            for color in (0..self.size.colors()).filter(|color| last >> color & 1 == 1) {
                pegs[self.size.pegs() - 1] = color as u8;
                guesses.push(pegs);
            }
            true
        });
        guesses
    }

    /// Whether [`CandidateSymmetry::representatives`] are at most `most`. It stops counting beyond.
    #[must_use]
    pub fn has_representatives_up_to(&self, candidates: &CandidateBitmaps, most: usize) -> bool {
        let mut left = Some(most);
        self.choices(candidates).walk(0, &mut [0; Size::MAX_PEGS], &mut |_, last| {
            left = left.and_then(|left| left.checked_sub(last.count_ones() as usize));
            left.is_some()
        })
    }

    /// The rank of the canonical form of a code: the lowest code of its symmetry class. Colors that no candidate has are not
    /// taken as equivalent.
    #[must_use]
    pub fn canonical_rank(&self, code: &Code) -> u32 {
        let pegs = self.size.pegs();
        // The first peg that can be exchanged with each.
        let mut class = [0; Size::MAX_PEGS];
        let mut code_colors = [0; Size::MAX_PEGS];
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
        class: &[usize; Size::MAX_PEGS],
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
                rank * self.size.colors() as u32 + u32::from(least),
                code_colors,
                class,
                &next,
                lowest,
            );
        }
    }

    /// Whether a code may be the lowest one of its class, by tests of one exchange each: at least one code of each class
    /// passes. Colors that no candidate has are not taken as equivalent.
    #[must_use]
    pub fn may_be_lowest(&self, rank: u32) -> bool {
        let pegs = colors_of(self.size, rank);
        let mut fixed_colors = self.fixed_colors;
        for (peg, &color) in pegs[..self.size.pegs()].iter().enumerate() {
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
#[derive(Clone, Debug)]
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
    impossible_at: [u32; Size::MAX_PEGS],
}

/// The state before a color was chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undo {
    useful: u32,
    unused: u32,
}

impl ColorChoices<'_> {
    /// The colors to choose from for a peg, after those chosen for the pegs before it; a bit each.
    #[inline(always)]
    pub fn colors(&self, peg: usize, chosen: &[u8; Size::MAX_PEGS]) -> u32 {
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
    pub fn choose(&mut self, color: usize) -> Undo {
        let before = Undo { useful: self.useful, unused: self.unused };
        let bit = 1 << color;
        self.unused &= !bit;
        if self.symmetry.distinct {
            // The next color that no candidate has replaces one that was chosen.
            let later = if self.absent & bit == 0 { 0 } else { self.absent & !(bit | (bit - 1)) };
            self.useful = self.useful & !bit | (later & later.wrapping_neg());
        }
        before
    }

    /// Takes back the choice of a color.
    #[inline(always)]
    pub fn undo(&mut self, before: Undo) {
        (self.useful, self.unused) = (before.useful, before.unused);
    }

    /// Calls `go_on` for all guesses that differ only in the last peg, with the pegs (of which it may set the last) and the
    /// colors of the last peg, until it returns false. Returns whether it never did.
    fn walk(
        &mut self,
        peg: usize,
        chosen: &mut [u8; Size::MAX_PEGS],
        go_on: &mut impl FnMut(&mut [u8], u32) -> bool,
    ) -> bool {
        let mut colors = self.colors(peg, chosen);
        let pegs = self.symmetry.size.pegs();
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
