//! LC: always the lowest consistent code.

use super::Matrix;
use players::tree::Lengths;

/// What LC takes, the player that always guesses the lowest code that is consistent with all responses.
///
/// All cells are played side by side, guess by guess. As codes are gone through in order, the first one that gives a response
/// nobody of its cell gave before is the lowest of a new cell: it is guessed next, and found. All others go on. There are no
/// branches for a processor to guess wrong.
pub struct LowestConsistent<'m> {
    matrix: &'m Matrix,
    /// The codes that are not found yet, ascending, each with the guess that its cell makes in the upper half.
    open: Vec<u32>,
    /// The lowest code of the cell behind each guess and response, with the mark of the turn that found it in the upper half.
    lowest: Vec<u32>,
    mark: u32,
}

impl<'m> LowestConsistent<'m> {
    /// LC at the size of the matrix.
    #[must_use]
    pub fn new(matrix: &'m Matrix) -> LowestConsistent<'m> {
        let keys = matrix.codes().max(matrix.width()) * matrix.width();
        LowestConsistent { matrix, open: vec![0; matrix.codes()], lowest: vec![0; keys], mark: 0 }
    }

    /// The guesses that all codes of a set take together, when nothing but the set is known.
    ///
    /// ```
    /// use studies::analysis::exact::{LowestConsistent, Matrix};
    /// let matrix = Matrix::new("4x6".parse()?)?;
    /// assert_eq!(LowestConsistent::new(&matrix).total(&matrix.all()), 7471);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn total(&mut self, set: &[u16]) -> u32 {
        self.divided(set.iter().map(|&code| (code, 0)))
    }

    /// The guesses that all codes of a set but the guess itself take from the next guess on, when `guess` was made.
    #[must_use]
    pub fn after(&mut self, set: &[u16], guess: u16) -> u32 {
        let row = self.matrix.row(guess);
        let total = self.divided(set.iter().map(|&code| (code, row[usize::from(code)].into())));
        total - u32::from(set.binary_search(&guess).is_ok())
    }

    /// The guesses that all codes of a set take together, when these codes are guessed first, whatever the responses.
    #[must_use]
    pub fn with_first(&mut self, set: &[u16], first: &[u16]) -> u32 {
        match first {
            [] => self.total(set),
            [guess] => set.len() as u32 + self.after(set, *guess),
            [guess, later @ ..] => {
                let cells = self.matrix.cells(set, *guess);
                set.len() as u32 + cells.iter().map(|(_, cell)| self.with_first(cell, later)).sum::<u32>()
            }
        }
    }

    /// The guesses that codes, which come in order, take together, when it is known of each in which cell it is.
    #[inline]
    pub(super) fn divided(&mut self, codes: impl Iterator<Item = (u16, u16)>) -> u32 {
        let mark = self.next_mark();
        let (open, lowest) = (&mut self.open[..], &mut self.lowest[..]);
        let (mut left, mut found) = (0, 0);
        for (code, cell) in codes {
            let (entry, new) = enter(&mut lowest[usize::from(cell)], code.into(), mark);
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

    /// Responds to the guess of every cell, of less than `W` values: how many codes are left then.
    #[inline]
    fn respond<const W: usize>(&mut self, left: usize) -> usize {
        let mark = self.next_mark();
        let (codes, feedback) = (self.matrix.codes(), self.matrix.feedbacks());
        let (open, lowest) = (&mut self.open[..left], &mut self.lowest[..]);
        let mut kept = 0;
        for place in 0..left {
            let (code, guess) = (open[place] & 0xffff, (open[place] >> 16) as usize);
            let response = feedback[guess * codes + code as usize];
            let (entry, new) = enter(&mut lowest[guess * W + usize::from(response)], code, mark);
            open[kept] = entry;
            kept += usize::from(!new);
        }
        kept
    }

    /// A mark that no cell has.
    fn next_mark(&mut self) -> u32 {
        self.mark = (self.mark + 1) & 0xffff;
        if self.mark == 0 {
            self.lowest.fill(0);
            self.mark = 1;
        }
        self.mark
    }

    /// How many codes of a set take how many guesses, when these codes are guessed first, whatever the responses.
    #[must_use]
    pub fn lengths(&self, set: &[u16], first: &[u16]) -> Lengths {
        let mut lengths = Lengths::default();
        count(self.matrix, set, first, 1, &mut lengths);
        lengths
    }
}

/// Puts a code into its cell: the code with the guess of that cell, and whether it is that guess itself.
#[inline]
fn enter(lowest: &mut u32, code: u32, mark: u32) -> (u32, bool) {
    let new = *lowest >> 16 != mark;
    let guess = if new { code } else { *lowest & 0xffff };
    *lowest = mark << 16 | guess;
    (guess << 16 | code, new)
}

/// The plain way: guess by guess.
fn count(matrix: &Matrix, set: &[u16], first: &[u16], guesses: usize, lengths: &mut Lengths) {
    let (guess, first) = match (first, set) {
        ([], []) => return,
        ([guess, first @ ..], _) => (*guess, first),
        ([], [lowest, ..]) => (*lowest, first),
    };
    if set.contains(&guess) {
        lengths.add(guesses, 1);
    }
    for (_, cell) in matrix.cells(set, guess) {
        count(matrix, &cell, first, guesses + 1, lengths);
    }
}
