//! LC: always the lowest consistent code.

use super::matrix::FeedbackMatrix;
use players::tree::Lengths;

/// The guesses of LC, the strategy that always guesses the lowest code that is consistent with all responses.
///
/// All parts of the partition are played at the same time, guess by guess. The codes are visited in ascending order; the first code of a
/// part with a response that no earlier code of the part has is the lowest of a new part: it is guessed next, and found. All other
/// codes remain. The inner loop has no branch that could be mispredicted.
pub struct LowestConsistent<'m> {
    matrix: &'m FeedbackMatrix,
    /// The codes that are not found yet, ascending, each with the next guess of its part in the upper 16 bits.
    open: Vec<u32>,
    /// The lowest code of the part of each guess and response, with the mark of the turn that set it in the upper 16 bits.
    lowest: Vec<u32>,
    mark: u32,
}

impl<'m> LowestConsistent<'m> {
    /// LC at the size of the matrix.
    #[must_use]
    pub fn new(matrix: &'m FeedbackMatrix) -> LowestConsistent<'m> {
        let keys = matrix.codes().max(matrix.width()) * matrix.width();
        LowestConsistent { matrix, open: vec![0; matrix.codes()], lowest: vec![0; keys], mark: 0 }
    }

    /// The total of the codes of a set, when they are the candidates.
    ///
    /// ```
    /// use exact_openings::{FeedbackMatrix, LowestConsistent};
    /// let matrix = FeedbackMatrix::new("4x6".parse()?)?;
    /// assert_eq!(LowestConsistent::new(&matrix).total(&matrix.all()), 7471);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn total(&mut self, set: &[u16]) -> u32 {
        self.total_of_parts(set.iter().map(|&code| (code, 0)))
    }

    /// The total of the codes of a set, but for `guess`, from the turn after `guess` on.
    #[must_use]
    pub fn after(&mut self, set: &[u16], guess: u16) -> u32 {
        let row = self.matrix.row(guess);
        let total = self.total_of_parts(set.iter().map(|&code| (code, row[usize::from(code)].into())));
        total - u32::from(set.binary_search(&guess).is_ok())
    }

    /// The total of the codes of a set, when these codes are guessed first, whatever the responses.
    #[must_use]
    pub fn with_first(&mut self, set: &[u16], first: &[u16]) -> u32 {
        match first {
            [] => self.total(set),
            [guess] => set.len() as u32 + self.after(set, *guess),
            [guess, later @ ..] => {
                let parts = self.matrix.partition(set, *guess);
                set.len() as u32 + parts.iter().map(|(_, part)| self.with_first(part, later)).sum::<u32>()
            }
        }
    }

    /// The total of ascending codes, each with the number of its part.
    #[inline]
    pub(super) fn total_of_parts(&mut self, codes: impl Iterator<Item = (u16, u16)>) -> u32 {
        let mark = self.next_mark();
        let (open, lowest) = (&mut self.open[..], &mut self.lowest[..]);
        let (mut left, mut found) = (0, 0);
        for (code, part) in codes {
            let (entry, new) = enter(&mut lowest[usize::from(part)], code.into(), mark);
            open[left] = entry;
            left += usize::from(!new);
            found += usize::from(new);
        }
        let mut total = found + left;
        while left > 0 {
            total += left;
            left = match self.matrix.width() {
                16 => self.respond::<16>(left),
                _ => self.respond::<256>(left),
            };
        }
        total as u32
    }

    /// Partitions every part by its guess, with fewer than `W` feedbacks. Returns how many codes remain.
    #[inline]
    fn respond<const W: usize>(&mut self, left: usize) -> usize {
        let mark = self.next_mark();
        let (codes, feedback) = (self.matrix.codes(), self.matrix.feedbacks());
        let (open, lowest) = (&mut self.open[..left], &mut self.lowest[..]);
        let mut kept = 0;
        for index in 0..left {
            let (code, guess) = (open[index] & 0xffff, (open[index] >> 16) as usize);
            let response = feedback[guess * codes + code as usize];
            let (entry, new) = enter(&mut lowest[guess * W + usize::from(response)], code, mark);
            open[kept] = entry;
            kept += usize::from(!new);
        }
        kept
    }

    /// A mark that no part has.
    fn next_mark(&mut self) -> u32 {
        self.mark = (self.mark + 1) & 0xffff;
        if self.mark == 0 {
            self.lowest.fill(0);
            self.mark = 1;
        }
        self.mark
    }

    /// The number of codes of a set by their guesses, when these codes are guessed first, whatever the responses.
    #[must_use]
    pub fn lengths(&self, set: &[u16], first: &[u16]) -> Lengths {
        let mut lengths = Lengths::default();
        count(self.matrix, set, first, 1, &mut lengths);
        lengths
    }
}

/// Adds a code to its part. Returns the code with the guess of that part, and whether the code is that guess.
#[inline]
fn enter(lowest: &mut u32, code: u32, mark: u32) -> (u32, bool) {
    let new = *lowest >> 16 != mark;
    let guess = if new { code } else { *lowest & 0xffff };
    *lowest = mark << 16 | guess;
    (guess << 16 | code, new)
}

/// The same by plain recursion, guess by guess.
fn count(matrix: &FeedbackMatrix, set: &[u16], first: &[u16], guesses: usize, lengths: &mut Lengths) {
    let (guess, first) = match (first, set) {
        ([], []) => return,
        ([guess, first @ ..], _) => (*guess, first),
        ([], [lowest, ..]) => (*lowest, first),
    };
    if set.contains(&guess) {
        lengths.add(guesses, 1);
    }
    for (_, part) in matrix.partition(set, guess) {
        count(matrix, &part, first, guesses + 1, lengths);
    }
}
