//! The lowest consistent code.

use super::{MOST_CODES, Opening, walk};
use crate::{Briefing, Entrant, ParameterPosition, ParameterizedEntrant, Player, Refusal, baselines::Baseline2};
use scsa::{Code, Color, Rng, Size, Turn};
use std::ops::ControlFlow;

/// Guesses the lowest code in lexicographic order that all turns admit, after an opening if it has one.
///
/// The opening is guessed whatever the answers. Without one this is [`Baseline2`], at any size. With one it plays boards
/// of up to 10^9 codes: a round takes 1 µs at 4x6, 0.1 ms at 6x10, 5 ms at 8x10 and at the hardest sizes 0.1 s. When the
/// turns contradict each other it repeats its last lowest code.
///
/// "Dave Computes Mastermind Strategy", 2016 (LC, X+LC, X+Y+LC). At 4x6 it takes 7471 guesses for all secrets, behind
/// `6564+4233` only 5869.
#[derive(Clone, Debug)]
pub struct Lowest {
    size: Size,
    opening: Opening,
    search: Search,
}

/// How the lowest consistent code is found.
#[derive(Clone, Debug)]
enum Search {
    /// With every guess its own: what [`Baseline2`] builds on.
    Own(Baseline2),
    /// After guesses of any kind. No code below this one is consistent.
    After(Code),
}

impl Player for Lowest {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if let Some(guess) = self.opening.guess(turns.len()) {
            return guess;
        }
        match &mut self.search {
            Search::Own(player) => player.guess(turns, rng),
            Search::After(floor) => {
                if let Some(lowest) = walk(self.size, turns, floor, |code| ControlFlow::Break(*code)) {
                    *floor = lowest;
                }
                *floor
            }
        }
    }
}

impl ParameterizedEntrant for Lowest {
    const NAME: &'static str = "lc";
    const SUMMARY: &'static str =
        "guesses the lowest code that all answers admit; first its OPENING, such as 1122 or 5463+4322";
    const PARAMETER: &'static str = "OPENING";
    const POSITION: ParameterPosition = ParameterPosition::BeforePlus;
    type Parameter = Opening;

    fn prepare(briefing: &Briefing, opening: &Opening) -> Result<Lowest, Refusal> {
        opening.check(briefing.size)?;
        let search = if opening.is_empty() {
            Search::Own(Baseline2::prepare(briefing)?)
        } else {
            briefing.codes_up_to(MOST_CODES)?;
            Search::After(Code::uniform(briefing.size, Color::A))
        };
        Ok(Lowest { size: briefing.size, opening: opening.clone(), search })
    }
}
