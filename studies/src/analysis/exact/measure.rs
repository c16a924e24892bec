//! What is measured of random games.

/// A figure of the games of all secrets of a set, each secret played once, over all random choices.
pub trait Measure: Clone + Send + Sync {
    /// Of no secret.
    const NOTHING: Self;
    /// Of one secret that is known.
    const ONE: Self;
    /// Of two secrets, one of which is guessed.
    const TWO: Self;

    /// Adds the figure of other secrets, as often.
    fn add(&mut self, other: &Self, times: f64);

    /// The figure of `secrets` secrets, when so many of them are found by the next guess and `after` is what follows.
    #[must_use]
    fn of_guess(secrets: usize, found: f64, after: Self) -> Self;

    /// The figure of `secrets` secrets each of which may be guessed next, when `after` is what follows on all these guesses.
    #[must_use]
    fn of_guesses(secrets: usize, after: Self) -> Self;
}

/// The expected guesses of all secrets together.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Total(f64);

impl Total {
    /// The expected guesses of all secrets together.
    #[must_use]
    pub const fn guesses(self) -> f64 {
        self.0
    }
}

impl Measure for Total {
    const NOTHING: Total = Total(0.0);
    const ONE: Total = Total(1.0);
    const TWO: Total = Total(3.0);

    #[inline]
    fn add(&mut self, other: &Total, times: f64) {
        self.0 += other.0 * times;
    }

    #[inline]
    fn of_guess(secrets: usize, _found: f64, after: Total) -> Total {
        Total(secrets as f64 + after.0)
    }

    #[inline]
    fn of_guesses(secrets: usize, after: Total) -> Total {
        Total(secrets as f64 + after.0 / secrets as f64)
    }
}

/// How many secrets are expected to take one guess, two, and so on, up to 32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    secrets: [f64; Spread::MOST],
    len: u8,
}

impl Spread {
    /// Longer games are counted as so long. No game of consistent guesses is, where codes can be listed.
    const MOST: usize = 32;

    /// How many secrets are expected to take one guess, two, and so on.
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

impl Measure for Spread {
    const NOTHING: Spread = Spread { secrets: [0.0; Spread::MOST], len: 0 };
    const ONE: Spread = {
        let mut one = Spread::NOTHING;
        one.secrets[0] = 1.0;
        one.len = 1;
        one
    };
    const TWO: Spread = {
        let mut two = Spread::ONE;
        two.secrets[1] = 1.0;
        two.len = 2;
        two
    };

    #[inline]
    fn add(&mut self, other: &Spread, times: f64) {
        if times == 0.0 {
            return;
        }
        for (own, other) in self.secrets.iter_mut().zip(other.by_guesses()) {
            *own += other * times;
        }
        self.len = self.len.max(other.len);
    }

    #[inline]
    fn of_guess(_secrets: usize, found: f64, after: Spread) -> Spread {
        let mut whole = Spread { len: (after.len + 1).min(Spread::MOST as u8), ..Spread::NOTHING };
        whole.secrets[1..].copy_from_slice(&after.secrets[..Spread::MOST - 1]);
        whole.secrets[0] = found;
        whole.secrets[Spread::MOST - 1] += after.secrets[Spread::MOST - 1];
        whole
    }

    #[inline]
    fn of_guesses(secrets: usize, mut after: Spread) -> Spread {
        for part in &mut after.secrets[..usize::from(after.len)] {
            *part /= secrets as f64;
        }
        Spread::of_guess(secrets, 1.0, after)
    }
}

/// The guesses of the longest game that may be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Longest(u32);

impl Longest {
    /// The guesses of the longest game.
    #[must_use]
    pub const fn guesses(self) -> u32 {
        self.0
    }
}

impl Measure for Longest {
    const NOTHING: Longest = Longest(0);
    const ONE: Longest = Longest(1);
    const TWO: Longest = Longest(2);

    #[inline]
    fn add(&mut self, other: &Longest, times: f64) {
        if times > 0.0 {
            self.0 = self.0.max(other.0);
        }
    }

    #[inline]
    fn of_guess(_secrets: usize, _found: f64, after: Longest) -> Longest {
        Longest(after.0 + 1)
    }

    #[inline]
    fn of_guesses(secrets: usize, after: Longest) -> Longest {
        Longest::of_guess(secrets, 1.0, after)
    }
}
