//! Guesses with their feedback.

use crate::{Code, Feedback};

/// A guess and its feedback.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The guess.
    pub guess: Code,
    /// The codemaker's answer.
    pub feedback: Feedback,
}

impl Turn {
    /// A guess against a secret, with its feedback.
    ///
    /// # Panics
    /// When the codes have different lengths.
    ///
    /// ```
    /// use scsa::{Feedback, Turn};
    /// let turn = Turn::new("AABB".parse()?, &"ABBC".parse()?);
    /// assert_eq!(turn.feedback, Feedback::new(2, 1));
    /// # Ok::<(), scsa::CodeError>(())
    /// ```
    #[must_use]
    pub fn new(guess: Code, secret: &Code) -> Turn {
        Turn { guess, feedback: secret.feedback(&guess) }
    }

    /// Whether the code is consistent with this turn: as the secret, it would have given the same feedback.
    ///
    /// ```
    /// use scsa::{Code, Feedback, Turn};
    /// let turn = Turn { guess: "AABB".parse().unwrap(), feedback: Feedback::new(1, 1) };
    /// assert!(turn.is_consistent_with(&"ACAC".parse().unwrap()));
    /// assert!(!turn.is_consistent_with(&"CCAC".parse().unwrap()));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_consistent_with(&self, code: &Code) -> bool {
        self.guess.feedback(code) == self.feedback
    }
}

/// Whether the code is consistent with all turns: a candidate for the secret.
///
/// ```
/// use scsa::{Code, Feedback, Turn, is_consistent};
/// let turn = |guess: &str, black, white| Turn { guess: guess.parse().unwrap(), feedback: Feedback::new(black, white) };
/// let turns = [turn("AABB", 1, 1), turn("ACCC", 3, 0)];
/// assert!(is_consistent(&"ACAC".parse()?, &turns));
/// assert!(!is_consistent(&"ACCB".parse()?, &turns));
/// # Ok::<(), scsa::CodeError>(())
/// ```
#[must_use]
pub fn is_consistent(code: &Code, turns: &[Turn]) -> bool {
    turns.iter().all(|turn| turn.is_consistent_with(code))
}
