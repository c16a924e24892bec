//! A guess with its answer.

use crate::{Code, Feedback};

/// A guess and the feedback it got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// What was guessed.
    pub guess: Code,
    /// What the codemaker answered.
    pub feedback: Feedback,
}

impl Turn {
    /// Whether the code would have got the same answer, so that it may still be the secret.
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

/// Whether the code is consistent with every turn, and so a candidate.
#[must_use]
pub fn is_consistent(code: &Code, turns: &[Turn]) -> bool {
    turns.iter().all(|turn| turn.is_consistent_with(code))
}
