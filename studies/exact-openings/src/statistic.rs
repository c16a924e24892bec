//! Statistics of the games of a random strategy.

/// A statistic of the games against all secrets of a set, each secret once, over all random choices.
pub trait GameStatistic: Clone + Send + Sync {
    /// That of no secret.
    const NOTHING: Self;
    /// That of a single candidate.
    const ONE: Self;
    /// That of two candidates, one of which is guessed.
    const TWO: Self;

    /// Adds the statistic of other secrets, `times` times.
    fn add(&mut self, other: &Self, times: f64);

    /// That of `secrets` secrets, when the next guess finds `found` of them and `after` is the statistic from then on.
    #[must_use]
    fn of_guess(secrets: usize, found: f64, after: Self) -> Self;

    /// That of `secrets` secrets, each of which is guessed next with the same probability, when `after` is the sum over these guesses.
    #[must_use]
    fn of_guesses(secrets: usize, after: Self) -> Self;
}

/// The expected guesses of all secrets together.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct ExpectedTotal(f64);

impl ExpectedTotal {
    /// The expected guesses of all secrets together.
    #[must_use]
    pub const fn guesses(self) -> f64 {
        self.0
    }
}

impl GameStatistic for ExpectedTotal {
    const NOTHING: ExpectedTotal = ExpectedTotal(0.0);
    const ONE: ExpectedTotal = ExpectedTotal(1.0);
    const TWO: ExpectedTotal = ExpectedTotal(3.0);

    #[inline]
    fn add(&mut self, other: &ExpectedTotal, times: f64) {
        self.0 += other.0 * times;
    }

    #[inline]
    fn of_guess(secrets: usize, _found: f64, after: ExpectedTotal) -> ExpectedTotal {
        ExpectedTotal(secrets as f64 + after.0)
    }

    #[inline]
    fn of_guesses(secrets: usize, after: ExpectedTotal) -> ExpectedTotal {
        ExpectedTotal(secrets as f64 + after.0 / secrets as f64)
    }
}

/// The expected number of secrets found with one guess, with two, and so on, up to 32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthDistribution {
    secrets: [f64; LengthDistribution::MOST],
    len: u8,
}

impl LengthDistribution {
    /// Longer games are counted as this long. No game of consistent guesses is longer at a size with a matrix.
    const MOST: usize = 32;

    /// The expected number of secrets found with one guess, with two, and so on.
    #[must_use]
    pub fn by_guesses(&self) -> &[f64] {
        &self.secrets[..usize::from(self.len)]
    }

    /// The expected guesses of all secrets together.
    #[must_use]
    pub fn guesses(&self) -> f64 {
        (1..).zip(self.by_guesses()).map(|(guesses, secrets): (u32, _)| f64::from(guesses) * secrets).sum()
    }
}

impl GameStatistic for LengthDistribution {
    const NOTHING: LengthDistribution = LengthDistribution { secrets: [0.0; LengthDistribution::MOST], len: 0 };
    const ONE: LengthDistribution = {
        let mut one = LengthDistribution::NOTHING;
        one.secrets[0] = 1.0;
        one.len = 1;
        one
    };
    const TWO: LengthDistribution = {
        let mut two = LengthDistribution::ONE;
        two.secrets[1] = 1.0;
        two.len = 2;
        two
    };

    #[inline]
    fn add(&mut self, other: &LengthDistribution, times: f64) {
        if times == 0.0 {
            return;
        }
        for (own, other) in self.secrets.iter_mut().zip(other.by_guesses()) {
            *own += other * times;
        }
        self.len = self.len.max(other.len);
    }

    #[inline]
    fn of_guess(_secrets: usize, found: f64, after: LengthDistribution) -> LengthDistribution {
        let mut whole = LengthDistribution {
            len: (after.len + 1).min(LengthDistribution::MOST as u8),
            ..LengthDistribution::NOTHING
        };
        whole.secrets[1..].copy_from_slice(&after.secrets[..LengthDistribution::MOST - 1]);
        whole.secrets[0] = found;
        whole.secrets[LengthDistribution::MOST - 1] += after.secrets[LengthDistribution::MOST - 1];
        whole
    }

    #[inline]
    fn of_guesses(secrets: usize, mut after: LengthDistribution) -> LengthDistribution {
        for part in &mut after.secrets[..usize::from(after.len)] {
            *part /= secrets as f64;
        }
        LengthDistribution::of_guess(secrets, 1.0, after)
    }
}

/// The length of the longest possible game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LongestGame(u32);

impl LongestGame {
    /// The guesses of the longest game.
    #[must_use]
    pub const fn guesses(self) -> u32 {
        self.0
    }
}

impl GameStatistic for LongestGame {
    const NOTHING: LongestGame = LongestGame(0);
    const ONE: LongestGame = LongestGame(1);
    const TWO: LongestGame = LongestGame(2);

    #[inline]
    fn add(&mut self, other: &LongestGame, times: f64) {
        if times > 0.0 {
            self.0 = self.0.max(other.0);
        }
    }

    #[inline]
    fn of_guess(_secrets: usize, _found: f64, after: LongestGame) -> LongestGame {
        LongestGame(after.0 + 1)
    }

    #[inline]
    fn of_guesses(secrets: usize, after: LongestGame) -> LongestGame {
        LongestGame::of_guess(secrets, 1.0, after)
    }
}
