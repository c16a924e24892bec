//! The player for ab-color that the report's team abandoned.

use crate::{
    Briefing, Entrant, Player, Refusal,
    agents::{
        baselines::PermutingMethod,
        rao::{Method, Variant},
    },
    asking::{Asker, AskingMethod},
};
use scsa::{Code, Rng, Size, Turn};

/// Baseline 3 on the colors A and B: counts the A's, then guesses every permutation in lexicographic order. Against a code with
/// other colors, which its second guess shows, it continues with Rao's method.
///
/// With more than about 8 pegs, codes of A and B have too many permutations to be found in 100 guesses: four A's among 8 pegs
/// have 70 permutations, ten among 20 have 184756.
#[derive(Clone, Debug)]
pub struct DinoAbColor(Asker<AbColorMethod>);

#[derive(Clone, Debug)]
struct AbColorMethod {
    size: Size,
    /// The number of guesses that were answered.
    answers: usize,
    /// The number of A's, which the first one tells.
    count_of_a: usize,
    phase: AbColorPhase,
}

#[derive(Clone, Debug)]
enum AbColorPhase {
    Permuting(PermutingMethod),
    Rao(Box<Method>),
}

impl AskingMethod for AbColorMethod {
    fn learn(&mut self, turn: &Turn) {
        self.answers += 1;
        let total = turn.feedback.total();
        match self.answers {
            1 => self.count_of_a = total,
            // There are other colors.
            2 if total < self.size.pegs() => {
                let counts = [self.count_of_a, total.saturating_sub(self.count_of_a)];
                self.phase = AbColorPhase::Rao(Box::new(Method::with_counts(self.size, Variant::Corrected, &counts)));
                return;
            }
            _ => {}
        }
        self.phase.method().learn(turn);
    }

    fn next_guess(&mut self) -> Code {
        self.phase.method().next_guess()
    }

    /// Rao's method knows nothing of the guesses before it.
    fn repeats(&self) -> bool {
        matches!(self.phase, AbColorPhase::Rao(_))
    }
}

impl AbColorPhase {
    fn method(&mut self) -> &mut dyn AskingMethod {
        match self {
            AbColorPhase::Permuting(method) => method,
            AbColorPhase::Rao(method) => &mut **method,
        }
    }
}

impl Player for DinoAbColor {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for DinoAbColor {
    const NAME: &'static str = "dino-ab-color";
    const SUMMARY: &'static str =
        "plays baseline-3 on the colors A and B (Dino's for ab-color, abandoned by its authors)";

    fn prepare(briefing: &Briefing) -> Result<DinoAbColor, Refusal> {
        let size = briefing.size;
        let two = Size::new(size.pegs(), size.colors().min(2)).unwrap_or(size);
        let phase = AbColorPhase::Permuting(PermutingMethod::new(two));
        Ok(DinoAbColor(Asker::new(size, AbColorMethod { size, answers: 0, count_of_a: 0, phase })))
    }
}
