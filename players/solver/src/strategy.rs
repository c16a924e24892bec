//! Strategies: decision trees of guesses.

use scsa::{Code, Feedback, Size};

/// A strategy whose guesses are ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankStrategy {
    /// The rank of the guess.
    pub guess: u32,
    /// Whether the guess may be the secret.
    pub wins: bool,
    /// The strategy after each response of some secret, except the one that wins.
    pub next: Vec<(Feedback, RankStrategy)>,
}

/// A strategy whose guesses are codes, on a board of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeStrategy {
    /// The guess.
    pub guess: Code,
    /// The strategy after each response of some secret, except the one that wins.
    pub next: Vec<(Feedback, CodeStrategy)>,
}

impl RankStrategy {
    /// The same strategy with codes of the board as guesses.
    #[must_use]
    pub fn to_codes(&self, size: Size) -> CodeStrategy {
        let next = self.next.iter().map(|(feedback, next)| (*feedback, next.to_codes(size))).collect();
        CodeStrategy { guess: size.unrank(self.guess.into()), next }
    }

    /// The number of secrets that are found with the first, second, … guess.
    #[must_use]
    pub fn by_guesses(&self) -> Vec<usize> {
        let mut counts = vec![usize::from(self.wins)];
        for (_, next) in &self.next {
            for (depth, count) in next.by_guesses().into_iter().enumerate() {
                if counts.len() <= depth + 1 {
                    counts.resize(depth + 2, 0);
                }
                counts[depth + 1] += count;
            }
        }
        counts
    }
}

impl CodeStrategy {
    /// The number of guesses in the worst case.
    pub(crate) fn worst_case(&self) -> usize {
        1 + self.next.iter().map(|(_, next)| next.worst_case()).max().unwrap_or(0)
    }
}
