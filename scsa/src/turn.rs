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
    /// assert!(turn.admits(&"ACAC".parse().unwrap()));
    /// assert!(!turn.admits(&"CCAC".parse().unwrap()));
    /// ```
    #[must_use]
    #[inline]
    pub fn admits(&self, code: &Code) -> bool {
        self.guess.feedback(code) == self.feedback
    }
}

/// Whether every turn admits the code: then it is a candidate.
#[must_use]
pub fn is_consistent(code: &Code, turns: &[Turn]) -> bool {
    turns.iter().all(|turn| turn.admits(code))
}
