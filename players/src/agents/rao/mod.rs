//! Rao's method and the players that use it.
//!
//! T. Mahadeva Rao 1982, "An algorithm to play the game of Mastermind", ACM SIGCSE Bulletin 14 (4).

mod assumption;
mod inferences;
mod method;
#[cfg(test)]
mod plain;

use crate::{Briefing, Entrant, Player, Refusal, asking::Asker};
pub use assumption::{AssumingMethod, DistinctColors, EqualEnds};
pub use method::{Method, Variant};
use scsa::{Code, Rng, Turn};

/// Rao's method as the report's program plays it, with the mistakes described at [`Variant::Published`].
#[derive(Clone, Debug)]
pub struct Baseline4(Asker<Method>);

/// Rao's method without these mistakes.
#[derive(Clone, Debug)]
pub struct Rao(Asker<Method>);

impl Player for Baseline4 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for Baseline4 {
    const NAME: &'static str = "baseline-4";
    const SUMMARY: &'static str = "plays Rao's method (1982) as published in the report";

    fn prepare(briefing: &Briefing) -> Result<Baseline4, Refusal> {
        Ok(Baseline4(Asker::new(briefing.size, Method::new(briefing.size, Variant::Published))))
    }
}

impl Player for Rao {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for Rao {
    const NAME: &'static str = "rao";
    const SUMMARY: &'static str = "plays Rao's method (1982), corrected";

    fn prepare(briefing: &Briefing) -> Result<Rao, Refusal> {
        Ok(Rao(Asker::new(briefing.size, Method::new(briefing.size, Variant::Corrected))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plain::PlainMethod;
    use proptest::prelude::*;
    use scsa::{Color, Size};

    proptest! {
        /// The fast method makes the same guesses as the plain one, at every size, in both variants.
        #[test]
        fn agrees_with_the_plain_method((size, secret) in (1usize..=32, 1usize..=26).prop_flat_map(|(pegs, colors)| {
            let secret = prop::collection::vec(0..colors, pegs);
            (Just(Size::new(pegs, colors).unwrap()), secret)
        })) {
            let secret = Code::from_fn(size, |peg| Color::new(secret[peg]).unwrap());
            for variant in [Variant::Published, Variant::Corrected] {
                let mut fast = Asker::new(size, Method::new(size, variant));
                let mut plain = PlainMethod::new(size, variant);
                let mut turns: Vec<Turn> = Vec::new();
                while turns.last().is_none_or(|turn| turn.guess != secret) {
                    let guess = fast.guess(&turns);
                    prop_assert_eq!(guess, plain.guess(&turns), "{:?} {} {:?}", variant, secret, turns);
                    turns.push(Turn::new(guess, &secret));
                }
            }
        }
    }
}
