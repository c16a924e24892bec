//! What follows from the turns of a game: the codes that are left, and what every peg can still be.

use crate::commands::games::figures;
use candidates::{CandidatePrior, Figure, PossibleColors, Suspect, Tracker, suspects};
use player_api::Knowledge;
use scsa::{Code, Scsa, Size, Turn, algorithms::InsertColors, is_consistent};
use std::sync::Arc;

/// The seed of samples, where something is estimated.
const SEED: u64 = 1;

/// What follows from the turns of a game, given what players know of the codemaker.
#[derive(Debug)]
pub struct Deductions {
    size: Size,
    prior: CandidatePrior,
    rule: Arc<dyn Scsa>,
    codemaker: String,
    /// Whether players know the rule.
    is_rule_known: bool,
    tracker: Tracker,
}

/// What follows from some turns.
#[derive(Debug)]
pub struct Deduced {
    known: Arc<candidates::CandidateKnowledge>,
    /// Whether the number is that of all codes of the size, of which the codemaker does not make all.
    is_upper_bound: bool,
}

impl Deductions {
    /// What is deduced of a codemaker of which this is known.
    pub fn new(size: Size, codemaker: &str, knowledge: &Knowledge) -> Deductions {
        let (prior, rule): (_, Arc<dyn Scsa>) = match knowledge {
            Knowledge::Rule(rule) => {
                let prior = CandidatePrior::of_rule(&**rule, size);
                (prior.unwrap_or_else(CandidatePrior::all_codes), Arc::clone(rule))
            }
            Knowledge::Samples(_) | Knowledge::Nothing => (CandidatePrior::all_codes(), Arc::new(InsertColors)),
        };
        let is_rule_known = matches!(knowledge, Knowledge::Rule(_));
        let tracker = Tracker::new(prior.clone(), Arc::clone(&rule), size, SEED);
        Deductions { size, prior, rule, codemaker: codemaker.to_owned(), is_rule_known, tracker }
    }

    /// Whether every code of the size can be the secret.
    pub fn is_of_every_code(&self) -> bool {
        self.is_rule_known && self.rule.name() == InsertColors.name()
    }

    /// What follows from these turns.
    pub fn after(&mut self, turns: &[Turn]) -> Deduced {
        let known = self.tracker.after(turns);
        let is_upper_bound = known.is_upper_bound || !self.is_rule_known;
        Deduced { known, is_upper_bound }
    }

    /// How many codes are left, in words, and in a second line what is counted where that has to be said.
    pub fn left_in_lines(&mut self, turns: &[Turn]) -> Vec<String> {
        let deduced = self.after(turns);
        let codemaker = &self.codemaker;
        let note = match (deduced.is_upper_bound, deduced.known.left) {
            (true, _) if !self.is_rule_known => {
                Some(format!("the rule of {codemaker} is not known: all codes of the size are counted"))
            }
            (true, _) => Some(format!("{codemaker} makes too many codes to list: all codes of the size are counted")),
            (false, Some(left)) if !left.is_exact() => {
                Some("an estimate with its standard error, because there are too many codes to count".to_owned())
            }
            (false, _) => None,
        };
        std::iter::once(deduced.left_in_words()).chain(note).collect()
    }

    /// Whether a code can be the secret after these turns.
    pub fn is_candidate(&self, code: &Code, turns: &[Turn]) -> bool {
        self.prior.contains(self.size, code)
            && self.rule.probability(self.size, code) > 0.0
            && is_consistent(code, turns)
    }

    /// The answers that may be mistyped, the most likely first.
    pub fn suspects(&self, turns: &[Turn]) -> Vec<Suspect> {
        suspects(&self.prior, Arc::clone(&self.rule), self.size, turns, SEED)
    }
}

impl Deduced {
    /// The colors that the pegs can still have.
    pub fn colors(&self) -> &PossibleColors {
        &self.known.colors
    }

    /// The number of codes that are left, in words: `16 codes left`, `≈3.1e12 ±8% codes left`.
    pub fn left_in_words(&self) -> String {
        left_in_words(self.known.left, self.is_upper_bound)
    }

    /// Whether no code is left.
    pub fn is_contradiction(&self) -> bool {
        self.known.left.is_some_and(|left| left.is_exact() && left.value == 0.0)
    }
}

/// A number of codes that are left, in words.
pub fn left_in_words(left: Option<Figure>, is_upper_bound: bool) -> String {
    let Some(left) = left else { return "unknown how many codes are left".to_owned() };
    let noun = if left.is_exact() && left.value == 1.0 { "code" } else { "codes" };
    let most = if is_upper_bound && left.value > 0.0 { "at most " } else { "" };
    format!("{most}{} {noun} left", figures::count(Some(left)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{
        Feedback,
        algorithms::{AbColor, TwoColor},
    };

    fn turn(guess: &str, black: u8, white: u8) -> Turn {
        Turn { guess: guess.parse().unwrap(), feedback: Feedback::new(black, white) }
    }

    #[test]
    fn numbers_of_codes_are_those_of_the_codemaker() {
        let size = "4x6".parse().unwrap();
        let mut deductions = Deductions::new(size, "ab-color", &Knowledge::rule(AbColor));
        assert_eq!(deductions.after(&[]).left_in_words(), "16 codes left");
        assert_eq!(deductions.after(&[turn("AAAB", 4, 0)]).left_in_words(), "1 code left");
        assert!(deductions.after(&[turn("CCCC", 1, 0)]).is_contradiction());
        assert!(!deductions.is_candidate(&"AAAC".parse().unwrap(), &[]));
        let mut unknown = Deductions::new(size, "mystery-1", &Knowledge::Nothing);
        assert_eq!(unknown.after(&[turn("AABB", 1, 0)]).left_in_words(), "at most 256 codes left");
        let lines = unknown.left_in_lines(&[]);
        assert_eq!(
            lines,
            ["at most 1296 codes left", "the rule of mystery-1 is not known: all codes of the size are counted"]
        );
    }

    /// 325 pairs of 2^20 − 2 codes each, and 26 codes of one color: 3.4e8.
    #[test]
    fn a_rule_of_too_many_codes_has_an_estimate() {
        let mut deductions = Deductions::new("20x26".parse().unwrap(), "two-color", &Knowledge::rule(TwoColor));
        let lines = deductions.left_in_lines(&[]);
        assert!(lines[0].starts_with("≈3.4e8") && lines[1].starts_with("an estimate"), "{lines:?}");
        assert!(!deductions.is_candidate(&"ABCABCABCABCABCABCAB".parse().unwrap(), &[]));
    }
}
