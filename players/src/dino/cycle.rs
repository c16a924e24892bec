//! The players for codes that repeat a few colors in a cycle.

use crate::{
    Briefing, Entrant, Player, Refusal,
    rao::{Method, Reading},
};
use scsa::{Code, Color, Rng, Size, Turn, next_permutation};
use std::cmp::Reverse;

/// Finds the colors of a code that repeats `PERIOD` different colors, then their order.
///
/// It asks for every color but the last one, which is more than it needs, then guesses every order of the colors found,
/// the latest colors first, not heeding the answers: so the 200 samples of mystery-5 take 5.45 guesses on average, as
/// they did in the report's program, and not 5.55. Color counts that no such code has, and orders that run out, refute
/// that the code is one; then it goes on with Rao's method.
#[derive(Clone, Debug)]
struct Cycle<const PERIOD: usize> {
    size: Size,
    counts: [usize; Color::MAX],
    stage: Stage<PERIOD>,
}

#[derive(Clone, Debug)]
enum Stage<const PERIOD: usize> {
    Counting,
    /// The order guessed last; the orders come from the latest color to the earliest.
    Ordering([Reverse<Color>; PERIOD]),
    Rao(Box<Method>),
}

impl<const PERIOD: usize> Cycle<PERIOD> {
    fn new(size: Size) -> Cycle<PERIOD> {
        Cycle { size, counts: [0; Color::MAX], stage: Stage::Counting }
    }

    fn guess(&mut self, turns: &[Turn]) -> Code {
        let shown = self.shown();
        match &mut self.stage {
            Stage::Counting => {
                if let [.., turn] = turns {
                    self.counts[turns.len() - 1] = turn.feedback.black();
                }
                self.count_on(turns.len())
            }
            Stage::Ordering(order) => {
                if next_permutation(&mut order[..shown]) {
                    let order = *order;
                    return self.repeated(order);
                }
                self.give_up(self.size.colors())
            }
            Stage::Rao(method) => method.guess(turns),
        }
    }

    /// How many of the colors a code shows: all, unless it has fewer pegs.
    fn shown(&self) -> usize {
        PERIOD.min(self.size.pegs())
    }

    /// Asks for the next color, or begins to guess the orders of those found.
    fn count_on(&mut self, asked: usize) -> Code {
        let colors = self.size.colors();
        if !self.is_possible() {
            return self.give_up(asked);
        }
        if let Some(color) = Color::new(asked).filter(|_| asked + 1 < colors) {
            return Code::uniform(self.size, color);
        }
        let counted: usize = self.counts.iter().sum();
        self.counts[colors - 1] = self.size.pegs().saturating_sub(counted);
        let mut found = (0..colors).rev().filter(|&color| self.counts[color] > 0).filter_map(Color::new);
        let order = [(); PERIOD].map(|()| found.next());
        let number = order.iter().flatten().count() + found.count();
        if number != self.shown() || !self.is_possible() {
            return self.give_up(colors);
        }
        let order = order.map(|color| Reverse(color.unwrap_or(Color::A)));
        self.stage = Stage::Ordering(order);
        self.repeated(order)
    }

    /// Whether each color found has as many pegs as one of a cycle has, and not too many of them have one peg more than
    /// the others.
    fn is_possible(&self) -> bool {
        let (low, longer) = (self.size.pegs() / PERIOD, self.size.pegs() % PERIOD);
        let with = |pegs| self.counts.iter().filter(|&&count| count > 0 && count == pegs).count();
        let found = self.counts.iter().filter(|&&count| count > 0).count();
        found == with(low) + with(low + 1) && with(low + 1) <= longer && with(low) <= PERIOD - longer
    }

    fn repeated(&self, order: [Reverse<Color>; PERIOD]) -> Code {
        Code::from_fn(self.size, |peg| order[peg % PERIOD].0)
    }

    /// Goes on with Rao's method, told the counts of the colors asked for.
    fn give_up(&mut self, asked: usize) -> Code {
        let mut method = Method::with_counts(self.size, Reading::Mended, &self.counts[..asked]);
        let guess = method.build();
        self.stage = Stage::Rao(Box::new(method));
        guess
    }
}

/// Asks for every color but the last, then guesses the two colors found in turn, in both ways: M or M + 1 guesses with M
/// colors. Any other code is given over to Rao's method as soon as its color counts show what it is.
#[derive(Clone, Debug)]
pub struct DinoTwoColorAlternating(Cycle<2>);

/// Asks for every color but the last, then guesses the three colors found in a cycle, in all six ways: M to M + 5
/// guesses with M colors. Any other code is given over to Rao's method as soon as its color counts show what it is.
#[derive(Clone, Debug)]
pub struct DinoMystery2(Cycle<3>);

impl DinoTwoColorAlternating {
    pub fn new(size: Size) -> DinoTwoColorAlternating {
        DinoTwoColorAlternating(Cycle::new(size))
    }
}

impl Player for DinoTwoColorAlternating {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoTwoColorAlternating {
    const NAME: &'static str = "dino-two-color-alternating";
    const SUMMARY: &'static str = "Dino's for two-color-alternating: counts the colors, then both alternations";

    fn prepare(briefing: &Briefing) -> Result<DinoTwoColorAlternating, Refusal> {
        Ok(DinoTwoColorAlternating::new(briefing.size))
    }
}

impl Player for DinoMystery2 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoMystery2 {
    const NAME: &'static str = "dino-mystery-2";
    const SUMMARY: &'static str =
        "Dino's for mystery-2, given up by its authors: counts the colors, then cycles of three";

    fn prepare(briefing: &Briefing) -> Result<DinoMystery2, Refusal> {
        Ok(DinoMystery2(Cycle::new(briefing.size)))
    }
}
