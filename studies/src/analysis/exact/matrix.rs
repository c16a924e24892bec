//! The feedback of every pair of codes.

use rayon::prelude::*;
use scsa::{Code, Feedback, Size};
use std::{error::Error, fmt};

/// There are too many codes of this size for a [`Matrix`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub Size);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has more than {} codes, too many to compare each with each", self.0, Matrix::MOST_CODES)
    }
}

impl Error for TooLarge {}

/// The feedback of every pair of codes of one size, a byte each: 1.7 MB at 4x6.
///
/// Codes go by their place in lexicographic order (see [`Size::place`]), sets of codes are slices of places, ascending.
#[derive(Clone, Debug)]
pub struct Matrix {
    size: Size,
    codes: usize,
    /// The index of the feedback that wins; all others are below it.
    win: u8,
    feedback: Vec<u8>,
}

impl Matrix {
    /// With more codes there is no matrix.
    pub const MOST_CODES: u64 = 4096;

    /// The matrix of a size. It takes some 5 ns a pair.
    ///
    /// # Errors
    /// [`TooLarge`] when there are more than [`Matrix::MOST_CODES`] codes, or more feedbacks than a byte tells apart.
    ///
    /// ```
    /// use studies::analysis::exact::Matrix;
    /// let matrix = Matrix::new("4x6".parse()?)?;
    /// assert_eq!(matrix.row(0).iter().filter(|feedback| **feedback == 0).count(), 625);
    /// assert!(Matrix::new("8x10".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: Size) -> Result<Matrix, TooLarge> {
        let win = u8::try_from(Feedback::values(size.pegs()) - 1).map_err(|_| TooLarge(size))?;
        if size.count().is_none_or(|count| count > Matrix::MOST_CODES) {
            return Err(TooLarge(size));
        }
        let codes: Vec<Code> = size.codes().collect();
        let row = |guess: &Code| codes.iter().map(|code| guess.feedback(code).index() as u8).collect::<Vec<u8>>();
        let rows: Vec<Vec<u8>> = codes.par_iter().map(row).collect();
        Ok(Matrix { size, codes: codes.len(), win, feedback: rows.concat() })
    }

    /// The size of the game.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How many codes there are.
    #[must_use]
    pub const fn codes(&self) -> usize {
        self.codes
    }

    /// All codes.
    #[must_use]
    pub fn all(&self) -> Vec<u16> {
        (0..self.codes as u16).collect()
    }

    /// The index of the feedback that wins.
    #[must_use]
    pub const fn win(&self) -> u8 {
        self.win
    }

    /// All rows, one after the other.
    pub(super) fn feedbacks(&self) -> &[u8] {
        &self.feedback
    }

    /// A power of two above every feedback index.
    pub(super) const fn width(&self) -> usize {
        if self.win < 16 { 16 } else { 256 }
    }

    /// The feedback index (see [`Feedback::index`]) of a guess with every code.
    ///
    /// # Panics
    /// When there is no such code.
    #[must_use]
    #[inline]
    pub fn row(&self, guess: u16) -> &[u8] {
        let start = usize::from(guess) * self.codes;
        &self.feedback[start..start + self.codes]
    }

    /// The feedback index of two codes.
    ///
    /// # Panics
    /// When there is no such code.
    #[must_use]
    #[inline]
    pub fn feedback(&self, one: u16, other: u16) -> u8 {
        self.row(one)[usize::from(other)]
    }

    /// The cells into which a guess divides a set, by feedback index, without the empty ones and without the one that wins.
    #[must_use]
    pub fn cells(&self, set: &[u16], guess: u16) -> Vec<(u8, Vec<u16>)> {
        let row = self.row(guess);
        let mut cells: Vec<(u8, Vec<u16>)> = (0..self.win).map(|feedback| (feedback, Vec::new())).collect();
        for &code in set {
            if let Some((_, cell)) = cells.get_mut(usize::from(row[usize::from(code)])) {
                cell.push(code);
            }
        }
        cells.retain(|(_, cell)| !cell.is_empty());
        cells
    }

    /// The code at a place.
    #[must_use]
    pub fn code(&self, place: u16) -> Code {
        self.size.unrank(place.into())
    }

    /// The place of a code of this size.
    #[must_use]
    pub fn place(&self, code: &Code) -> u16 {
        self.size.rank(code) as u16
    }
}
