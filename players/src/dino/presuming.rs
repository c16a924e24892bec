//! The players that add a presumption to Rao's method.

use crate::{
    Briefing, Entrant, Player, Refusal,
    rao::{ColorsOnce, EqualEnds, Presuming},
};
use scsa::{Code, Rng, Size, Turn};

/// Rao's method as in [`baseline-4`](crate::find), but when the first or the last peg gets tied, the other one is tied
/// to the same color. Met by a code whose ends differ, it goes on with Rao's method as soon as an answer shows it.
#[derive(Clone, Debug)]
pub struct DinoFirstAndLast(Presuming<EqualEnds>);

/// Rao's method as in [`baseline-4`](crate::find), with each color used once: when as many colors are left to consider
/// as pegs are unaccounted for, all of them are in the code. Met by a code that uses a color twice, it goes on with Rao's
/// method as soon as an answer shows it.
#[derive(Clone, Debug)]
pub struct DinoOnlyOnce(Presuming<ColorsOnce>);

impl DinoFirstAndLast {
    pub fn new(size: Size) -> DinoFirstAndLast {
        DinoFirstAndLast(Presuming::new(size))
    }
}

impl Player for DinoFirstAndLast {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoFirstAndLast {
    const NAME: &'static str = "dino-first-and-last";
    const SUMMARY: &'static str = "Dino's for first-and-last: Rao's method that ties both ends to one color";

    fn prepare(briefing: &Briefing) -> Result<DinoFirstAndLast, Refusal> {
        Ok(DinoFirstAndLast::new(briefing.size))
    }
}

impl Player for DinoOnlyOnce {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoOnlyOnce {
    const NAME: &'static str = "dino-only-once";
    const SUMMARY: &'static str = "Dino's for only-once: Rao's method that uses each color once";

    fn prepare(briefing: &Briefing) -> Result<DinoOnlyOnce, Refusal> {
        Ok(DinoOnlyOnce(Presuming::new(briefing.size)))
    }
}
