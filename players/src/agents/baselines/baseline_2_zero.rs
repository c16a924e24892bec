//! Baseline 2 as the report's authors implemented it: only the feedback (0 0) excludes codes.

use crate::{Briefing, Entrant, Player, Refusal, asking::lowest_unguessed};
use scsa::{Code, Color, Feedback, Rng, Size, Turn};

/// Guesses codes in lexicographic order and skips those with a color of a guess that got no pegs, and those that were guessed. If
/// feedback that contradicts itself leaves no code, it guesses the lowest one that was not guessed yet.
#[derive(Clone, Debug)]
pub struct Baseline2Zero {
    size: Size,
    /// The colors that may be in the secret, by index.
    possible: [bool; Color::MAX],
    /// All codes below this one were guessed, or have another color.
    floor: Code,
    /// The number of turns that were read.
    read: usize,
    /// Whether their guesses were its own, in order.
    is_own: bool,
}

impl Baseline2Zero {
    /// The lowest possible color of this index or higher.
    fn lowest_from(&self, color: usize) -> Option<Color> {
        (color..self.size.colors()).find(|&c| self.possible[c]).and_then(Color::new)
    }

    /// The lowest code of possible colors above `code`. It is raised at the first impossible color, or at the last peg if
    /// there is none, or further left if no higher color is possible there.
    fn above(&self, code: &Code) -> Option<Code> {
        let lowest = self.lowest_from(0)?;
        let impossible = code.pegs().position(|color| !self.possible[color.index()]);
        let last = impossible.unwrap_or(self.size.pegs() - 1);
        (0..=last).rev().find_map(|peg| {
            let raised = self.lowest_from(code.peg(peg).index() + 1)?;
            let mut next = *code;
            next.set(peg, raised);
            (peg + 1..self.size.pegs()).for_each(|right| next.set(right, lowest));
            Some(next)
        })
    }
}

impl Player for Baseline2Zero {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        for turn in turns.iter().skip(self.read) {
            self.is_own &= turn.guess == self.floor;
            if turn.feedback == Feedback::new(0, 0) {
                turn.guess.pegs().for_each(|color| self.possible[color.index()] = false);
            }
        }
        self.read = turns.len();
        // Its own guesses are below the code that waits for an answer.
        let guesses = if self.is_own { &turns[turns.len().saturating_sub(1)..] } else { turns };
        let is_skipped = |code: &Code| {
            guesses.iter().any(|turn| turn.guess == *code) || code.pegs().any(|color| !self.possible[color.index()])
        };
        let mut next = Some(self.floor);
        while next.as_ref().is_some_and(is_skipped) {
            next = next.and_then(|code| self.above(&code));
        }
        let guess = next.unwrap_or_else(|| lowest_unguessed(self.size, turns));
        self.floor = next.unwrap_or(self.floor);
        guess
    }
}

impl Entrant for Baseline2Zero {
    const NAME: &'static str = "baseline-2-zero";
    const SUMMARY: &'static str = "guesses in lexicographic order and skips the colors of guesses that got no pegs";

    fn prepare(briefing: &Briefing) -> Result<Baseline2Zero, Refusal> {
        Ok(Baseline2Zero {
            size: briefing.size,
            possible: [true; Color::MAX],
            floor: Code::uniform(briefing.size, Color::A),
            read: 0,
            is_own: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Knowledge;

    /// Against a walk through all codes of a small size in order.
    #[test]
    fn skips_exactly_the_codes_with_excluded_colors() {
        let size = Size::new(4, 4).unwrap();
        let briefing = Briefing { guess_limit: 1000, ..Briefing::new(size, "any", Knowledge::Nothing) };
        for secret in size.codes() {
            let mut player = Baseline2Zero::prepare(&briefing).unwrap();
            let mut turns: Vec<Turn> = Vec::new();
            for code in size.codes() {
                let zero = |turn: &&Turn| turn.feedback == Feedback::new(0, 0);
                if turns.iter().filter(zero).any(|turn| turn.guess.feedback(&code).total() > 0) {
                    continue;
                }
                let guess = player.guess(&turns, &mut Rng::new(0));
                assert_eq!(guess, code, "secret {secret} after {turns:?}");
                turns.push(Turn::new(guess, &secret));
                if guess == secret {
                    break;
                }
            }
        }
    }
}
