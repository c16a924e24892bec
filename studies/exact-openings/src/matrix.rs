//! The feedback of every pair of codes.

use rayon::prelude::*;
use scsa::{Code, Feedback, Size};
use std::{error::Error, fmt};

/// This size has too many codes for a [`FeedbackMatrix`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixSizeError(pub Size);

impl fmt::Display for MatrixSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} has more than {} codes, too many for the feedback of all pairs",
            self.0,
            FeedbackMatrix::MOST_CODES
        )
    }
}

impl Error for MatrixSizeError {}

/// The feedback of every pair of codes of one size, a byte each: 1.7 MB at 4x6.
///
/// A code is given by its rank in lexicographic order (see [`Size::rank`]), a set of codes by a slice of ascending ranks.
#[derive(Clone, Debug)]
pub struct FeedbackMatrix {
    size: Size,
    codes: usize,
    /// The index of the winning feedback, the largest one.
    win: u8,
    feedback: Vec<u8>,
}

impl FeedbackMatrix {
    /// The most codes of a matrix.
    pub const MOST_CODES: u64 = 4096;

    /// The matrix of a size. Cost: about 5 ns a pair.
    ///
    /// # Errors
    /// [`MatrixSizeError`] when there are more than [`FeedbackMatrix::MOST_CODES`] codes, or more feedbacks than a byte distinguishes.
    ///
    /// ```
    /// use exact_openings::FeedbackMatrix;
    /// let matrix = FeedbackMatrix::new("4x6".parse()?)?;
    /// assert_eq!(matrix.row(0).iter().filter(|feedback| **feedback == 0).count(), 625);
    /// assert!(FeedbackMatrix::new("8x10".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: Size) -> Result<FeedbackMatrix, MatrixSizeError> {
        let win = u8::try_from(Feedback::values(size.pegs()) - 1).map_err(|_| MatrixSizeError(size))?;
        if size.count().is_none_or(|count| count > FeedbackMatrix::MOST_CODES) {
            return Err(MatrixSizeError(size));
        }
        let codes: Vec<Code> = size.codes().collect();
        let row = |guess: &Code| codes.iter().map(|code| guess.feedback(code).index() as u8).collect::<Vec<u8>>();
        let rows: Vec<Vec<u8>> = codes.par_iter().map(row).collect();
        Ok(FeedbackMatrix { size, codes: codes.len(), win, feedback: rows.concat() })
    }

    /// The size of the game.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The number of codes.
    #[must_use]
    pub const fn codes(&self) -> usize {
        self.codes
    }

    /// All codes.
    #[must_use]
    pub fn all(&self) -> Vec<u16> {
        (0..self.codes as u16).collect()
    }

    /// The index of the winning feedback.
    #[must_use]
    pub const fn win(&self) -> u8 {
        self.win
    }

    /// All rows, concatenated.
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

    /// The partition of a set by the response to a guess: the feedback index and the codes of each part, without empty parts and
    /// without the part that wins.
    #[must_use]
    pub fn partition(&self, set: &[u16], guess: u16) -> Vec<(u8, Vec<u16>)> {
        let row = self.row(guess);
        let mut parts: Vec<(u8, Vec<u16>)> = (0..self.win).map(|feedback| (feedback, Vec::new())).collect();
        for &code in set {
            if let Some((_, part)) = parts.get_mut(usize::from(row[usize::from(code)])) {
                part.push(code);
            }
        }
        parts.retain(|(_, part)| !part.is_empty());
        parts
    }

    /// The code of a rank.
    #[must_use]
    pub fn code(&self, rank: u16) -> Code {
        self.size.unrank(rank.into())
    }

    /// The rank of a code of this size.
    #[must_use]
    pub fn rank(&self, code: &Code) -> u16 {
        self.size.rank(code) as u16
    }
}
