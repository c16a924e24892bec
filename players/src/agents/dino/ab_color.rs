//! The player for ab-color that the report's team abandoned.

use crate::{
    Briefing, Entrant, Player, Refusal,
    agents::{
        baselines::Baseline3,
        rao::{Method, Variant},
    },
};
use scsa::{Code, Rng, Size, Turn};

/// Baseline 3 on the colors A and B: counts the A's, then guesses every permutation in lexicographic order. Against a code with
/// other colors, which its second guess shows, it continues with Rao's method.
///
/// With more than about 8 pegs, codes of A and B have too many permutations to be found in 100 guesses: four A's among 8 pegs
/// have 70 permutations, ten among 20 have 184756.
#[derive(Clone, Debug)]
pub struct DinoAbColor {
    size: Size,
    phase: AbColorPhase,
}

#[derive(Clone, Debug)]
enum AbColorPhase {
    Permuting(Baseline3),
    Rao(Box<Method>),
}

impl DinoAbColor {
    /// The counts of A and B, if the second guess has shown that there are other colors.
    fn refuting_counts(&self, turns: &[Turn]) -> Option<[usize; 2]> {
        let [first, second] = turns else { return None };
        let (a, both) = (first.feedback.black(), second.feedback.total());
        (both < self.size.pegs()).then(|| [a, both.saturating_sub(a)])
    }
}

impl Player for DinoAbColor {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if let Some(counts) = self.refuting_counts(turns) {
            let mut method = Method::with_counts(self.size, Variant::Corrected, &counts);
            let guess = method.next_guess();
            self.phase = AbColorPhase::Rao(Box::new(method));
            return guess;
        }
        match &mut self.phase {
            AbColorPhase::Permuting(baseline) => baseline.guess(turns, rng),
            AbColorPhase::Rao(method) => method.guess(turns),
        }
    }
}

impl Entrant for DinoAbColor {
    const NAME: &'static str = "dino-ab-color";
    const SUMMARY: &'static str =
        "plays baseline-3 on the colors A and B (Dino's for ab-color, abandoned by its authors)";

    fn prepare(briefing: &Briefing) -> Result<DinoAbColor, Refusal> {
        let size = briefing.size;
        let two = Size::new(size.pegs(), size.colors().min(2)).unwrap_or(size);
        Ok(DinoAbColor { size, phase: AbColorPhase::Permuting(Baseline3::new(two)) })
    }
}
