//! The player that chooses another one by what it knows of the codemaker.

use super::{DinoFirstAndLast, DinoTwoColorAlternating};
use crate::{
    Briefing, Entrant, Knowledge, Player, Refusal,
    rao::{Method, Reading},
};
use scsa::{Code, Color, Rng, Scsa, Size, Turn, algorithms};

/// The report's player. It goes by the rule of the codemaker, or by samples of its codes where they tell enough:
///
/// | the codemaker | what plays |
/// |---|---|
/// | two-color-alternating, mystery-5, or samples of two alternating colors | [`DinoTwoColorAlternating`] |
/// | first-and-last | [`DinoFirstAndLast`] |
/// | ab-color, or samples of A and B only | Rao's method as in baseline-4, with the colors A and B |
/// | any other, or nothing is known of it | Rao's method as in baseline-4 |
///
/// Samples with equal ends do not speak for first-and-last: at 7x5, where samples are made, a cycle of three colors has
/// equal ends, too. Samples that mislead cost guesses only: the codes that they do not fit are found as well.
#[derive(Clone, Debug)]
pub struct Dino(Part);

#[expect(clippy::large_enum_variant, reason = "a box would be allocated anew in every round")]
#[derive(Clone, Debug)]
enum Part {
    TwoColorAlternating(DinoTwoColorAlternating),
    FirstAndLast(DinoFirstAndLast),
    Rao(Method),
}

impl Player for Dino {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        match &mut self.0 {
            Part::TwoColorAlternating(player) => player.guess(turns, rng),
            Part::FirstAndLast(player) => player.guess(turns, rng),
            Part::Rao(method) => method.guess(turns),
        }
    }
}

impl Entrant for Dino {
    const NAME: &'static str = "dino";
    const SUMMARY: &'static str = "the report's player: chooses a method by what it knows of the SCSA";

    fn prepare(briefing: &Briefing) -> Result<Dino, Refusal> {
        let size = briefing.size;
        let part = match rule(&briefing.knowledge) {
            "two-color-alternating" | "mystery-5" => Part::TwoColorAlternating(DinoTwoColorAlternating::new(size)),
            "first-and-last" => Part::FirstAndLast(DinoFirstAndLast::new(size)),
            "ab-color" | "ab-color-2024" => Part::Rao(Method::with_palette(size, Reading::Report, 2)),
            _ => Part::Rao(Method::new(size, Reading::Report)),
        };
        Ok(Dino(part))
    }
}

/// The rule that codes follow, by its name; empty when nothing speaks for one.
fn rule(knowledge: &Knowledge) -> &str {
    match knowledge {
        Knowledge::Rule(scsa) => scsa.name(),
        Knowledge::Samples(codes) => ["two-color-alternating", "ab-color"]
            .into_iter()
            .find(|name| algorithms::find(name).is_some_and(|scsa| codes.iter().all(|code| can_make(scsa, code))))
            .filter(|_| !codes.is_empty())
            .unwrap_or_default(),
        Knowledge::Nothing => "",
    }
}

fn can_make(scsa: &dyn Scsa, code: &Code) -> bool {
    Size::new(code.len(), Color::MAX).is_ok_and(|size| scsa.probability(size, code) > 0.0)
}
