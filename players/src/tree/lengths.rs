//! How long the games of a strategy are.

/// How many secrets take how many guesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// The secrets that take one guess, two, and so on.
    secrets: Vec<u64>,
}

impl Lengths {
    /// Counts secrets that take so many guesses.
    pub fn add(&mut self, guesses: usize, secrets: u64) {
        if self.secrets.len() < guesses {
            self.secrets.resize(guesses, 0);
        }
        if let Some(count) = guesses.checked_sub(1).and_then(|place| self.secrets.get_mut(place)) {
            *count += secrets;
        }
    }

    /// How many secrets take one guess, two, and so on.
    #[must_use]
    pub fn by_guesses(&self) -> &[u64] {
        &self.secrets
    }

    /// The secrets.
    #[must_use]
    pub fn secrets(&self) -> u64 {
        self.secrets.iter().sum()
    }

    /// The guesses of all secrets together.
    #[must_use]
    pub fn total(&self) -> u64 {
        (1..).zip(&self.secrets).map(|(guesses, secrets): (u64, _)| guesses * secrets).sum()
    }

    /// The guesses of a secret on average; 0 without any.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.total() as f64 / self.secrets().max(1) as f64
    }

    /// The most guesses.
    #[must_use]
    pub fn worst(&self) -> usize {
        self.secrets.iter().rposition(|secrets| *secrets > 0).map_or(0, |place| place + 1)
    }
}
