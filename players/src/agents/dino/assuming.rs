//! The players that add an assumption to Rao's method.

use crate::{
    Briefing, Entrant, Player, Refusal,
    agents::rao::{AssumingMethod, DistinctColors, EqualEnds},
    asking::Asker,
};
use scsa::{Code, Rng, Turn};

/// Rao's method as in `baseline-4`, but when the first or the last peg gets tied, the other one is tied to the same color.
/// Against a code with different ends it continues with Rao's method as soon as the feedback refutes the assumption.
#[derive(Clone, Debug)]
pub struct DinoFirstAndLast(Asker<AssumingMethod<EqualEnds>>);

/// Rao's method as in `baseline-4`, with each color used once: when as many colors are left to consider as pegs are not
/// accounted for, all of them are in the secret. Against a code that uses a color twice it continues with Rao's method as soon as
/// the feedback refutes the assumption.
#[derive(Clone, Debug)]
pub struct DinoOnlyOnce(Asker<AssumingMethod<DistinctColors>>);

impl Player for DinoFirstAndLast {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoFirstAndLast {
    const NAME: &'static str = "dino-first-and-last";
    const SUMMARY: &'static str =
        "plays Rao's method and assumes that the first and the last peg are equal (Dino's for first-and-last)";

    fn prepare(briefing: &Briefing) -> Result<DinoFirstAndLast, Refusal> {
        Ok(DinoFirstAndLast(Asker::new(briefing.size, AssumingMethod::new(briefing.size))))
    }
}

impl Player for DinoOnlyOnce {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoOnlyOnce {
    const NAME: &'static str = "dino-only-once";
    const SUMMARY: &'static str = "plays Rao's method and assumes that no color repeats (Dino's for only-once)";

    fn prepare(briefing: &Briefing) -> Result<DinoOnlyOnce, Refusal> {
        Ok(DinoOnlyOnce(Asker::new(briefing.size, AssumingMethod::new(briefing.size))))
    }
}
