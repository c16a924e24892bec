//! Baseline 2: the next consistent code.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn, is_consistent};

/// Guesses the lexicographically next code that every turn so far admits.
#[derive(Clone, Debug)]
pub struct Baseline2 {
    size: Size,
}

impl Player for Baseline2 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let Some(last) = turns.last() else {
            return Code::uniform(self.size, Color::A);
        };
        std::iter::successors(last.guess.successor(self.size), |code| code.successor(self.size))
            .find(|code| is_consistent(code, turns))
            .unwrap_or(last.guess)
    }
}

impl Entrant for Baseline2 {
    const NAME: &'static str = "baseline-2";
    const SUMMARY: &'static str = "guesses the next code in lexicographic order that all answers admit";

    fn prepare(briefing: &Briefing) -> Result<Baseline2, Refusal> {
        Ok(Baseline2 { size: briefing.size })
    }
}
