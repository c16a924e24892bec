//! Rao's method and the players that use it.
//!
//! T. Mahadeva Rao 1982, "An algorithm to play the game of Mastermind", ACM SIGCSE Bulletin 14 (4).

mod inferences;
mod method;
#[cfg(test)]
mod plain;
mod presumption;

use crate::{Briefing, Entrant, Player, Refusal};
pub use method::{Method, Reading};
pub use presumption::{ColorsOnce, EqualEnds, Presuming};
use scsa::{Code, Rng, Turn};

/// Rao's method as the report's program plays it (see [`Reading::Report`] for what is odd about it).
#[derive(Clone, Debug)]
pub struct Baseline4(Method);

/// Rao's method, mended.
#[derive(Clone, Debug)]
pub struct Rao(Method);

impl Player for Baseline4 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for Baseline4 {
    const NAME: &'static str = "baseline-4";
    const SUMMARY: &'static str = "Rao's method of 1982 as the report's program plays it";

    fn prepare(briefing: &Briefing) -> Result<Baseline4, Refusal> {
        Ok(Baseline4(Method::new(briefing.size, Reading::Report)))
    }
}

impl Player for Rao {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for Rao {
    const NAME: &'static str = "rao";
    const SUMMARY: &'static str = "Rao's method of 1982, mended: what the filling color tells is used";

    fn prepare(briefing: &Briefing) -> Result<Rao, Refusal> {
        Ok(Rao(Method::new(briefing.size, Reading::Mended)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scsa::{Color, Size};

    proptest! {
        /// The fast method guesses what the plain one does, at every size, in both readings.
        #[test]
        fn plays_as_the_plain_method((size, secret) in (1usize..=32, 1usize..=26).prop_flat_map(|(pegs, colors)| {
            let secret = prop::collection::vec(0..colors, pegs);
            (Just(Size::new(pegs, colors).unwrap()), secret)
        })) {
            let secret = Code::from_fn(size, |peg| Color::new(secret[peg]).unwrap());
            for reading in [Reading::Report, Reading::Mended] {
                let (mut fast, mut plain) = (Method::new(size, reading), plain::Method::new(size, reading));
                let mut turns: Vec<Turn> = Vec::new();
                while turns.last().is_none_or(|turn| turn.guess != secret) {
                    let guess = fast.guess(&turns);
                    prop_assert_eq!(guess, plain.guess(&turns), "{:?} {} {:?}", reading, secret, turns);
                    turns.push(Turn { guess, feedback: secret.feedback(&guess) });
                }
            }
        }
    }
}
