//! The distribution of the number of guesses of a strategy.

/// The number of secrets for each number of guesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// The number of secrets that take one guess, two guesses, and so on.
    secrets: Vec<u64>,
}

impl Lengths {
    /// Adds secrets that take that number of guesses.
    pub fn add(&mut self, guesses: usize, secrets: u64) {
        if self.secrets.len() < guesses {
            self.secrets.resize(guesses, 0);
        }
        if let Some(count) = guesses.checked_sub(1).and_then(|index| self.secrets.get_mut(index)) {
            *count += secrets;
        }
    }

    /// The number of secrets that take one guess, two guesses, and so on.
    #[must_use]
    pub fn by_guesses(&self) -> &[u64] {
        &self.secrets
    }

    /// The number of secrets.
    #[must_use]
    pub fn secrets(&self) -> u64 {
        self.secrets.iter().sum()
    }

    /// The sum of the guesses of all secrets.
    #[must_use]
    pub fn total(&self) -> u64 {
        (1..).zip(&self.secrets).map(|(guesses, secrets): (u64, _)| guesses * secrets).sum()
    }

    /// The mean number of guesses of a secret; 0 without secrets.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.total() as f64 / self.secrets().max(1) as f64
    }

    /// The largest number of guesses of a secret; 0 without secrets.
    #[must_use]
    pub fn worst(&self) -> usize {
        self.secrets.iter().rposition(|secrets| *secrets > 0).map_or(0, |index| index + 1)
    }
}
