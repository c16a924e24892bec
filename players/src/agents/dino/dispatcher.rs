//! The player that chooses a method by what it knows of the codemaker.

use super::cycle::Cycle;
use crate::{
    Briefing, Entrant, Knowledge, Player, Refusal,
    agents::rao::{AssumingMethod, EqualEnds, Method, Variant},
    asking::{Asker, AskingMethod},
};
use scsa::{
    Code, Color, Rng, Scsa, Size, Turn,
    algorithms::{AbColor, TwoColorAlternating},
};

/// The report's player. It chooses a method by the rule of the codemaker, or by samples of its codes if they are decisive:
///
/// | codemaker | method |
/// |---|---|
/// | two-color-alternating, mystery-5, or samples of two alternating colors | [`DinoTwoColorAlternating`](super::DinoTwoColorAlternating) |
/// | first-and-last | [`DinoFirstAndLast`](super::DinoFirstAndLast) |
/// | ab-color, or samples of A and B only | Rao's method as in baseline-4, with the colors A and B |
/// | any other, or an unknown one | Rao's method as in baseline-4 |
///
/// Samples with equal ends are no evidence of first-and-last: at 7x5, the size of the samples, a cycle of three colors has equal
/// ends, too. Misleading samples cost guesses only: secrets that do not fit them are found as well.
#[derive(Clone, Debug)]
pub struct Dino(Asker<Delegate>);

#[expect(clippy::large_enum_variant, reason = "a box would be allocated in every round")]
#[derive(Clone, Debug)]
enum Delegate {
    TwoColorAlternating(Cycle<2>),
    FirstAndLast(AssumingMethod<EqualEnds>),
    Rao(Method),
}

impl Delegate {
    fn method(&mut self) -> &mut dyn AskingMethod {
        match self {
            Delegate::TwoColorAlternating(method) => method,
            Delegate::FirstAndLast(method) => method,
            Delegate::Rao(method) => method,
        }
    }
}

impl AskingMethod for Delegate {
    fn learn(&mut self, turn: &Turn) {
        self.method().learn(turn);
    }

    fn next_guess(&mut self) -> Code {
        self.method().next_guess()
    }

    /// Each of them may.
    fn repeats(&self) -> bool {
        true
    }
}

impl Player for Dino {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for Dino {
    const NAME: &'static str = "dino";
    const SUMMARY: &'static str = "chooses one of Dino's methods by what it knows of the SCSA";

    fn prepare(briefing: &Briefing) -> Result<Dino, Refusal> {
        let size = briefing.size;
        let delegate = match rule(&briefing.knowledge) {
            "two-color-alternating" | "mystery-5" => Delegate::TwoColorAlternating(Cycle::new(size)),
            "first-and-last" => Delegate::FirstAndLast(AssumingMethod::new(size)),
            "ab-color" | "ab-color-2024" => Delegate::Rao(Method::with_palette(size, Variant::Published, 2)),
            _ => Delegate::Rao(Method::new(size, Variant::Published)),
        };
        Ok(Dino(Asker::new(size, delegate)))
    }
}

/// The name of the codemaker's rule, or of one that can make all samples; empty if there is none.
fn rule(knowledge: &Knowledge) -> &str {
    match knowledge {
        Knowledge::Rule(scsa) => scsa.name(),
        Knowledge::Samples(codes) if !codes.is_empty() => {
            let can_make_all = |scsa: &&dyn Scsa| codes.iter().all(|code| can_make(*scsa, code));
            let rules: [&dyn Scsa; 2] = [&TwoColorAlternating, &AbColor];
            rules.into_iter().find(can_make_all).map(Scsa::name).unwrap_or_default()
        }
        Knowledge::Samples(_) | Knowledge::Nothing => "",
    }
}

fn can_make(scsa: &dyn Scsa, code: &Code) -> bool {
    Size::new(code.len(), Color::MAX).is_ok_and(|size| scsa.probability(size, code) > 0.0)
}
