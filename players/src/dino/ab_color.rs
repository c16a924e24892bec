//! The player for ab-color that the report's team gave up.

use crate::{
    Briefing, Entrant, Player, Refusal,
    baselines::Baseline3,
    rao::{Method, Reading},
};
use scsa::{Code, Rng, Size, Turn};

/// Baseline 3 on the colors A and B: counts the A's, then guesses every order in lexicographic order. Met by a code with
/// other colors, which its second guess shows, it goes on with Rao's method.
///
/// Codes that are of A and B indeed have too many orders to be found in 100 guesses where the pegs are more than about 8:
/// four A's among 8 pegs have 70 orders, ten among 20 have 184756.
#[derive(Clone, Debug)]
pub struct DinoAbColor {
    size: Size,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    Ordering(Baseline3),
    Rao(Box<Method>),
}

impl DinoAbColor {
    /// The counts of A and B after the second guess, if there are other colors.
    fn refuting_counts(&self, turns: &[Turn]) -> Option<[usize; 2]> {
        let [first, second] = turns else { return None };
        let (a, both) = (first.feedback.black(), second.feedback.total());
        (both < self.size.pegs()).then(|| [a, both.saturating_sub(a)])
    }
}

impl Player for DinoAbColor {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if let Some(counts) = self.refuting_counts(turns) {
            let mut method = Method::with_counts(self.size, Reading::Mended, &counts);
            let guess = method.build();
            self.stage = Stage::Rao(Box::new(method));
            return guess;
        }
        match &mut self.stage {
            Stage::Ordering(ordering) => ordering.guess(turns, rng),
            Stage::Rao(method) => method.guess(turns),
        }
    }
}

impl Entrant for DinoAbColor {
    const NAME: &'static str = "dino-ab-color";
    const SUMMARY: &'static str = "Dino's for ab-color, given up by its authors: baseline-3 on A and B";

    fn prepare(briefing: &Briefing) -> Result<DinoAbColor, Refusal> {
        let size = briefing.size;
        let two = Size::new(size.pegs(), size.colors().min(2)).unwrap_or(size);
        Ok(DinoAbColor { size, stage: Stage::Ordering(Baseline3::new(two)) })
    }
}
