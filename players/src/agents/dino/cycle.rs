//! The players for codes that repeat two or three colors in a cycle.

use crate::{
    Briefing, Entrant, Player, Refusal,
    agents::rao::{Method, Variant},
    asking::{Asker, AskingMethod},
};
use scsa::{Code, Color, Rng, Size, Turn, next_permutation};
use std::cmp::Reverse;

/// Finds the colors of a code that repeats `PERIOD` different colors, then their order.
///
/// It counts every color but the last one, which is more than it needs, then guesses every order of the colors found, the highest
/// colors first, and ignores the feedback. So the 200 samples of mystery-5 take 5.45 guesses on average, as they did in the
/// report's program; the lowest colors first would take 5.55. Color counts that no such code has, and the end of the orders,
/// refute that the secret is such a code; then it continues with Rao's method.
#[derive(Clone, Debug)]
pub struct Cycle<const PERIOD: usize> {
    size: Size,
    counts: [usize; Color::MAX],
    phase: CyclePhase<PERIOD>,
}

#[derive(Clone, Debug)]
enum CyclePhase<const PERIOD: usize> {
    /// That many colors are counted.
    Counting(usize),
    /// The last order guessed. The first order has the highest colors first.
    Ordering([Reverse<Color>; PERIOD]),
    Rao(Box<Method>),
}

impl<const PERIOD: usize> Cycle<PERIOD> {
    pub const fn new(size: Size) -> Cycle<PERIOD> {
        Cycle { size, counts: [0; Color::MAX], phase: CyclePhase::Counting(0) }
    }

    /// The number of different colors of a code: `PERIOD`, or the number of pegs if that is less.
    fn distinct_colors(&self) -> usize {
        PERIOD.min(self.size.pegs())
    }

    /// Counts the next color, or begins to guess the orders of those found.
    fn count_next(&mut self, counted: usize) -> Code {
        let colors = self.size.colors();
        if !self.is_possible() {
            return self.give_up(counted);
        }
        if let Some(color) = Color::new(counted).filter(|_| counted + 1 < colors) {
            return Code::uniform(self.size, color);
        }
        let known: usize = self.counts.iter().sum();
        self.counts[colors - 1] = self.size.pegs().saturating_sub(known);
        let mut found = (0..colors).rev().filter(|&color| self.counts[color] > 0).filter_map(Color::new);
        let order = [(); PERIOD].map(|()| found.next());
        let number = order.iter().flatten().count() + found.count();
        if number != self.distinct_colors() || !self.is_possible() {
            return self.give_up(colors);
        }
        let order = order.map(|color| Reverse(color.unwrap_or(Color::A)));
        self.phase = CyclePhase::Ordering(order);
        self.repeated(order)
    }

    /// Whether a cycle can have these color counts: with `PERIOD` colors, each has the quotient of pegs and period, and as many
    /// as the remainder have one more. The colors not counted yet may be any.
    fn is_possible(&self) -> bool {
        let (low, longer) = (self.size.pegs() / PERIOD, self.size.pegs() % PERIOD);
        let with = |pegs| self.counts.iter().filter(|&&count| count > 0 && count == pegs).count();
        let found = self.counts.iter().filter(|&&count| count > 0).count();
        found == with(low) + with(low + 1) && with(low + 1) <= longer && with(low) <= PERIOD - longer
    }

    fn repeated(&self, order: [Reverse<Color>; PERIOD]) -> Code {
        Code::from_fn(self.size, |peg| order[peg % PERIOD].0)
    }

    /// Continues with Rao's method from the counts of the first colors.
    fn give_up(&mut self, counted: usize) -> Code {
        let mut method = Method::with_counts(self.size, Variant::Corrected, &self.counts[..counted]);
        let guess = method.next_guess();
        self.phase = CyclePhase::Rao(Box::new(method));
        guess
    }
}

impl<const PERIOD: usize> AskingMethod for Cycle<PERIOD> {
    fn learn(&mut self, turn: &Turn) {
        match &mut self.phase {
            CyclePhase::Counting(counted) => {
                self.counts[*counted] = turn.feedback.black();
                *counted += 1;
            }
            CyclePhase::Ordering(_) => {}
            CyclePhase::Rao(method) => method.learn(turn),
        }
    }

    fn next_guess(&mut self) -> Code {
        let distinct = self.distinct_colors();
        match &mut self.phase {
            CyclePhase::Counting(counted) => {
                let counted = *counted;
                self.count_next(counted)
            }
            CyclePhase::Ordering(order) => {
                if next_permutation(&mut order[..distinct]) {
                    let order = *order;
                    return self.repeated(order);
                }
                self.give_up(self.size.colors())
            }
            CyclePhase::Rao(method) => method.next_guess(),
        }
    }

    /// Rao's method knows nothing of the orders that were guessed.
    fn repeats(&self) -> bool {
        matches!(self.phase, CyclePhase::Rao(_))
    }
}

/// Counts every color but the last, then guesses the two alternations of the two colors found: M or M + 1 guesses with M colors.
/// Against any other code it continues with Rao's method as soon as the color counts refute an alternation.
#[derive(Clone, Debug)]
pub struct DinoTwoColorAlternating(Asker<Cycle<2>>);

/// Counts every color but the last, then guesses the six cycles of the three colors found: M to M + 5 guesses with M colors.
/// Against any other code it continues with Rao's method as soon as the color counts refute a cycle.
#[derive(Clone, Debug)]
pub struct DinoMystery2(Asker<Cycle<3>>);

impl Player for DinoTwoColorAlternating {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoTwoColorAlternating {
    const NAME: &'static str = "dino-two-color-alternating";
    const SUMMARY: &'static str =
        "counts the colors, then guesses both alternations (Dino's for two-color-alternating)";

    fn prepare(briefing: &Briefing) -> Result<DinoTwoColorAlternating, Refusal> {
        Ok(DinoTwoColorAlternating(Asker::new(briefing.size, Cycle::new(briefing.size))))
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
        "counts the colors, then guesses cycles of three (Dino's for mystery-2, abandoned by its authors)";

    fn prepare(briefing: &Briefing) -> Result<DinoMystery2, Refusal> {
        Ok(DinoMystery2(Asker::new(briefing.size, Cycle::new(briefing.size))))
    }
}
