//! The player that chooses a method by what it knows of the codemaker.

use super::{DinoFirstAndLast, DinoTwoColorAlternating};
use crate::{
    Briefing, Entrant, Knowledge, Player, Refusal,
    agents::rao::{Method, Variant},
};
use scsa::{
    Code, Color, Rng, Scsa, Size, Turn,
    algorithms::{AbColor, TwoColorAlternating},
};

/// The report's player. It chooses a method by the rule of the codemaker, or by samples of its codes if they are decisive:
///
/// | codemaker | method |
/// |---|---|
/// | two-color-alternating, mystery-5, or samples of two alternating colors | [`DinoTwoColorAlternating`] |
/// | first-and-last | [`DinoFirstAndLast`] |
/// | ab-color, or samples of A and B only | Rao's method as in baseline-4, with the colors A and B |
/// | any other, or an unknown one | Rao's method as in baseline-4 |
///
/// Samples with equal ends are no evidence of first-and-last: at 7x5, the size of the samples, a cycle of three colors has equal
/// ends, too. Misleading samples cost guesses only: secrets that do not fit them are found as well.
#[derive(Clone, Debug)]
pub struct Dino(Delegate);

#[expect(clippy::large_enum_variant, reason = "a box would be allocated in every round")]
#[derive(Clone, Debug)]
enum Delegate {
    TwoColorAlternating(DinoTwoColorAlternating),
    FirstAndLast(DinoFirstAndLast),
    Rao(Method),
}

impl Player for Dino {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        match &mut self.0 {
            Delegate::TwoColorAlternating(player) => player.guess(turns, rng),
            Delegate::FirstAndLast(player) => player.guess(turns, rng),
            Delegate::Rao(method) => method.guess(turns),
        }
    }
}

impl Entrant for Dino {
    const NAME: &'static str = "dino";
    const SUMMARY: &'static str = "chooses one of Dino's methods by what it knows of the SCSA";

    fn prepare(briefing: &Briefing) -> Result<Dino, Refusal> {
        let size = briefing.size;
        let delegate = match rule(&briefing.knowledge) {
            "two-color-alternating" | "mystery-5" => Delegate::TwoColorAlternating(DinoTwoColorAlternating::new(size)),
            "first-and-last" => Delegate::FirstAndLast(DinoFirstAndLast::new(size)),
            "ab-color" | "ab-color-2024" => Delegate::Rao(Method::with_palette(size, Variant::Published, 2)),
            _ => Delegate::Rao(Method::new(size, Variant::Published)),
        };
        Ok(Dino(delegate))
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
