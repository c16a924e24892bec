//! The candidate laws.

use scsa::Game;
use std::fmt;

/// How a positive quantity y may grow with the number N of pegs and the number M of colors.
///
/// All laws are linear in ln y: ln y = ln a + b·x, with the regressor x = ln g for a law y = a·gᵇ. Logarithms are natural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// y = a: nothing grows.
    Constant,
    /// y = a·Nᵇ
    Pegs,
    /// y = a·Mᵇ
    Colors,
    /// y = a·(N ln M)ᵇ: a power of the logarithm of the number of codes.
    PegsLogColors,
    /// y = a·(M ln N)ᵇ
    ColorsLogPegs,
    /// y = a·(N·M)ᵇ
    PegsTimesColors,
    /// y = a·exp(b·N)
    ExponentialInPegs,
    /// y = a·exp(b·N ln M) = a·(Mᴺ)ᵇ: a power of the number of codes.
    Codes,
    /// y = a·Nᵇ·Mᶜ
    PegsAndColors,
}

impl Law {
    /// All of them, in the order in which equally good ones are ranked.
    pub const ALL: [Law; 9] = [
        Law::Constant,
        Law::Pegs,
        Law::Colors,
        Law::PegsLogColors,
        Law::ColorsLogPegs,
        Law::PegsTimesColors,
        Law::ExponentialInPegs,
        Law::Codes,
        Law::PegsAndColors,
    ];

    /// The id, the name, the formula and the variable.
    const fn texts(self) -> [&'static str; 4] {
        match self {
            Law::Constant => ["constant", "constant", "constant", "N"],
            Law::Pegs => ["n", "power of N", "a·Nᵇ", "N"],
            Law::Colors => ["m", "power of M", "a·Mᵇ", "M"],
            Law::PegsLogColors => ["n-log-m", "power of N ln M", "a·(N ln M)ᵇ", "N ln M"],
            Law::ColorsLogPegs => ["m-log-n", "power of M ln N", "a·(M ln N)ᵇ", "M ln N"],
            Law::PegsTimesColors => ["n-m", "power of N·M", "a·(N·M)ᵇ", "N·M"],
            Law::ExponentialInPegs => ["exp-n", "exponential in N", "a·exp(b·N)", "N"],
            Law::Codes => ["codes", "power of the number of codes", "a·(Mᴺ)ᵇ", "N ln M"],
            Law::PegsAndColors => ["n-and-m", "powers of N and M", "a·Nᵇ·Mᶜ", "N and M"],
        }
    }

    /// The name in files: `constant`, `n`, `m`, `n-log-m`, `m-log-n`, `n-m`, `exp-n`, `codes` or `n-and-m`.
    pub const fn id(self) -> &'static str {
        self.texts()[0]
    }

    /// The name in words.
    pub const fn name(self) -> &'static str {
        self.texts()[1]
    }

    /// The right-hand side of y = …
    pub const fn formula(self) -> &'static str {
        self.texts()[2]
    }

    /// What a law of one exponent is a function of, g in [`Law::g`]: `M ln N`. Of [`Law::PegsAndColors`] it is `N and M`.
    pub const fn variable(self) -> &'static str {
        self.texts()[3]
    }

    /// The number of exponents: 0 for [`Law::Constant`], 2 for [`Law::PegsAndColors`], else 1.
    pub const fn exponents(self) -> usize {
        match self {
            Law::Constant => 0,
            Law::PegsAndColors => 2,
            _ => 1,
        }
    }

    /// What the law is a function of: g of a law y = a·gᵇ, the number of pegs of [`Law::ExponentialInPegs`], and N ln M of
    /// [`Law::Codes`]. `None` where the law is undefined, and for [`Law::PegsAndColors`], which is a function of two numbers, and for [`Law::Constant`].
    pub fn g(self, game: Game) -> Option<f64> {
        let (n, m) = (game.pegs() as f64, game.colors() as f64);
        let g = match self {
            Law::Pegs | Law::ExponentialInPegs => n,
            Law::Colors => m,
            Law::PegsLogColors => n * m.ln(),
            // One code has the logarithm 0, where the law is defined.
            Law::Codes => return Some(n * m.ln()),
            Law::ColorsLogPegs => m * n.ln(),
            Law::PegsTimesColors => n * m,
            Law::PegsAndColors | Law::Constant => return None,
        };
        (g > 0.0).then_some(g)
    }

    /// The regressors in a game, that is what the exponents b and c are multiplied by in ln y. Those of exponents
    /// that the law does not have are 0. `None` where the law is undefined: N ln M with one color, and M ln N with one peg.
    pub fn regressors(self, game: Game) -> Option<[f64; 2]> {
        match self {
            Law::PegsAndColors => Some([(game.pegs() as f64).ln(), (game.colors() as f64).ln()]),
            Law::Constant => Some([0.0; 2]),
            Law::ExponentialInPegs | Law::Codes => Some([self.g(game)?, 0.0]),
            _ => Some([self.g(game)?.ln(), 0.0]),
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regressors_are_those_of_the_formulas() {
        let game: Game = "4x6".parse().unwrap();
        let expected = [0.0, 4f64.ln(), 6f64.ln(), 7.167_038f64.ln(), 8.317_766f64.ln(), 24f64.ln(), 4.0, 7.167_038];
        for (law, expected) in Law::ALL.into_iter().zip(expected) {
            let [x, other] = law.regressors(game).unwrap();
            assert!((x - expected).abs() < 1e-6 && other == 0.0, "{law}: {x}");
        }
        assert_eq!(Law::PegsAndColors.regressors(game), Some([4f64.ln(), 6f64.ln()]));
    }

    #[test]
    fn laws_are_undefined_only_where_a_logarithm_is_of_zero() {
        let undefined = |text: &str| {
            let game = text.parse().unwrap();
            Law::ALL.into_iter().filter(|law| law.regressors(game).is_none()).collect::<Vec<_>>()
        };
        assert_eq!(undefined("1x6"), [Law::ColorsLogPegs]);
        assert_eq!(undefined("4x1"), [Law::PegsLogColors]);
        assert_eq!(undefined("2x2"), []);
    }
}
