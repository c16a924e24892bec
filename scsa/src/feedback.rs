//! The codemaker's answer to a guess.

use crate::Size;
use std::fmt;

/// The answer to a guess: black pegs (right color, right place) and white pegs (right color, wrong place).
///
/// It is written `(2 1)`, black first.
///
/// ```
/// use scsa::{Code, Feedback};
/// let secret: Code = "ABBC".parse().unwrap();
/// let guess: Code = "ACDB".parse().unwrap();
/// assert_eq!(secret.feedback(&guess), Feedback::new(1, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feedback {
    black: u8,
    white: u8,
}

impl Feedback {
    /// The number of values of [`Feedback::index`] at the maximum of 32 pegs: 561.
    pub const MAX_VALUES: usize = Feedback::values(Size::MAX_PEGS);

    /// The feedback of these numbers of black and white pegs.
    #[must_use]
    pub const fn new(black: u8, white: u8) -> Feedback {
        Feedback { black, white }
    }

    /// The number of pegs of the right color in the right place.
    #[must_use]
    #[inline]
    pub const fn black(self) -> usize {
        self.black as usize
    }

    /// The number of pegs of the right color in the wrong place.
    #[must_use]
    #[inline]
    pub const fn white(self) -> usize {
        self.white as usize
    }

    /// Black + white: the number of pegs of the right color.
    #[must_use]
    #[inline]
    pub const fn total(self) -> usize {
        self.black() + self.white()
    }

    /// Whether all pegs are black: the guess is the secret.
    #[must_use]
    pub const fn is_win(self, size: Size) -> bool {
        self.black() == size.pegs()
    }

    /// The number of values of [`Feedback::index`] in games of this many pegs: (pegs + 1)(pegs + 2) / 2, which is 15 at 4 pegs.
    ///
    /// One of them, all pegs but one black and that one white, never occurs.
    #[must_use]
    pub const fn values(pegs: usize) -> usize {
        (pegs + 1) * (pegs + 2) / 2
    }

    /// A dense index, below [`Feedback::values`]: ordered by total, then by black.
    ///
    /// ```
    /// use scsa::Feedback;
    /// assert_eq!(Feedback::new(0, 0).index(), 0);
    /// assert_eq!(Feedback::new(20, 0).index(), 230);
    /// ```
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        let total = self.total();
        total * (total + 1) / 2 + self.black()
    }

    /// The feedback of an [index](Feedback::index).
    ///
    /// ```
    /// use scsa::Feedback;
    /// assert_eq!(Feedback::from_index(4), Feedback::new(1, 1));
    /// ```
    #[must_use]
    pub fn from_index(index: usize) -> Feedback {
        // The largest total whose feedbacks begin at or before the index.
        let total = ((8 * index + 1).isqrt() - 1) / 2;
        let black = index - total * (total + 1) / 2;
        Feedback::new(black as u8, (total - black) as u8)
    }

    /// All [values](Feedback::values) of feedback in games of this many pegs, in the order of [`Feedback::index`].
    ///
    /// ```
    /// use scsa::Feedback;
    /// assert_eq!(Feedback::all(4).count(), 15);
    /// ```
    pub fn all(pegs: usize) -> impl Iterator<Item = Feedback> {
        (0..=pegs as u8).flat_map(|total| (0..=total).map(move |black| Feedback::new(black, total - black)))
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("({} {})", self.black, self.white))
    }
}

impl fmt::Debug for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_dense() {
        for pegs in 1..=Size::MAX_PEGS {
            let indices: Vec<usize> = Feedback::all(pegs).map(Feedback::index).collect();
            assert_eq!(indices, (0..Feedback::values(pegs)).collect::<Vec<_>>(), "{pegs} pegs");
            assert!(Feedback::all(pegs).all(|feedback| Feedback::from_index(feedback.index()) == feedback));
        }
        assert_eq!(Feedback::MAX_VALUES, 561);
        assert_eq!(Feedback::values(20), 231);
    }
}
