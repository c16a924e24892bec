//! A random consistent code.

use super::{MAX_CODES, Opening, visit_consistent};
use crate::{Briefing, ParameterPosition, ParameterizedEntrant, Player, Refusal, asking::lowest_unguessed};
use scsa::{Code, Color, Rng, Size, Turn, is_consistent};
use std::ops::ControlFlow;

/// Guesses one of the consistent codes uniformly at random, after an opening if it has one.
///
/// It draws from all codes until one is consistent (rejection sampling). If none is after as many draws as the square root
/// of their number, it lists the consistent codes, once a round. Either way each is equally likely. It plays sizes of up to
/// 10^9 codes: a round takes 6 µs at 4x6, 0.4 ms at 6x10, 10 ms at 8x10 and 0.1 s at the hardest sizes. The list takes 64
/// bytes a code. It is longer than 20 times the draws, which is 40 MB, once in 10^8 rounds, because all draws would have to
/// miss that many codes. If no code is consistent with all turns it guesses the
/// lowest one that was not guessed yet.
///
/// "Dave Computes Mastermind Strategy", 2016 (RC, X+RC, X+Y+RC), which gives a mean of 4.64 guesses at 4x6.
#[derive(Clone, Debug)]
pub struct Uniform {
    size: Size,
    opening: Opening,
    /// The number of draws for a guess before the codes are listed.
    draws: u64,
    /// The codes that are consistent with the first turns, and the number of these turns; none before they are listed.
    candidates: Option<(Vec<Code>, usize)>,
}

impl Uniform {
    /// A uniformly random consistent code by rejection sampling; none if all draws were rejected.
    fn drawn(&self, turns: &[Turn], rng: &mut Rng) -> Option<Code> {
        (0..self.draws)
            .map(|_| Code::from_fn(self.size, |_| rng.color(self.size.colors())))
            .find(|code| is_consistent(code, turns))
    }

    /// The consistent codes.
    fn listed(&mut self, turns: &[Turn]) -> &[Code] {
        let (codes, seen_turns) = self.candidates.get_or_insert_with(|| {
            let mut codes = Vec::new();
            visit_consistent(self.size, turns, &Code::uniform(self.size, Color::A), |code| -> ControlFlow<()> {
                codes.push(*code);
                ControlFlow::Continue(())
            });
            (codes, turns.len())
        });
        codes.retain(|code| is_consistent(code, &turns[*seen_turns..]));
        *seen_turns = turns.len();
        codes
    }
}

impl Player for Uniform {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if let Some(guess) = self.opening.guess(turns) {
            return guess;
        }
        if self.candidates.is_none()
            && let Some(code) = self.drawn(turns, rng)
        {
            return code;
        }
        match self.listed(turns) {
            [] => lowest_unguessed(self.size, turns),
            codes => codes[rng.below(codes.len())],
        }
    }
}

impl ParameterizedEntrant for Uniform {
    const NAME: &'static str = "rc";
    const SUMMARY: &'static str =
        "guesses a random consistent code, after an OPENING of fixed guesses such as 1122 or 5463+4322";
    const PARAMETER: &'static str = "OPENING";
    const POSITION: ParameterPosition = ParameterPosition::BeforePlus;
    type Parameter = Opening;

    fn prepare(briefing: &Briefing, opening: &Opening) -> Result<Uniform, Refusal> {
        opening.check(briefing.size)?;
        let codes = briefing.codes_up_to(MAX_CODES)?;
        Ok(Uniform { size: briefing.size, opening: opening.clone(), draws: codes.isqrt(), candidates: None })
    }
}
