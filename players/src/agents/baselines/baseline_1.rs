//! Baseline 1: every code in turn.

use crate::{
    Briefing, Entrant, Player, Refusal,
    asking::{Asker, AskingMethod},
};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses every code in lexicographic order, except for those that were guessed, and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Baseline1(Asker<Counting>);

#[derive(Clone, Debug)]
struct Counting {
    size: Size,
    next: Code,
}

impl AskingMethod for Counting {
    fn next_guess(&mut self) -> Code {
        self.next
    }

    fn learn(&mut self, _turn: &Turn) {
        self.next = self.next.successor(self.size).unwrap_or(self.next);
    }
}

impl Player for Baseline1 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for Baseline1 {
    const NAME: &'static str = "baseline-1";
    const SUMMARY: &'static str = "guesses every code in lexicographic order and ignores the feedback";

    fn prepare(briefing: &Briefing) -> Result<Baseline1, Refusal> {
        let method = Counting { size: briefing.size, next: Code::uniform(briefing.size, Color::A) };
        Ok(Baseline1(Asker::new(briefing.size, method)))
    }
}
