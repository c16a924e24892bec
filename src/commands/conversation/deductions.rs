//! What follows from the turns of a game: the codes that are left, and what every peg can still be.

use crate::present::exact_count;
use player_api::Knowledge;
use posterior::{Candidates, Count, Known, PossibleColors, Suspect, suspects};
use scsa::{Code, Scsa, Size, Turn, algorithms::InsertColors, is_consistent};
use std::sync::Arc;

/// What follows from the turns of a game, given what players know of the codemaker.
#[derive(Debug)]
pub struct Deductions {
    candidates: Candidates,
    codemaker: String,
    rule: Option<Arc<dyn Scsa>>,
    last: Option<(Vec<Turn>, Known)>,
}

impl Deductions {
    pub fn new(size: Size, codemaker: &str, knowledge: &Knowledge) -> Deductions {
        let rule = if let Knowledge::Rule(rule) = knowledge { Some(Arc::clone(rule)) } else { None };
        let listed = rule.as_ref().and_then(|rule| Candidates::of_rule(&**rule, size, Candidates::MAX_LISTED));
        let candidates = listed.unwrap_or_else(|| Candidates::all(size));
        Deductions { candidates, codemaker: codemaker.to_owned(), rule, last: None }
    }

    pub fn is_of_every_code(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.name() == InsertColors.name())
    }

    /// Whether all codes of the size are counted, of which the codemaker may not make all.
    fn is_upper_bound(&self) -> bool {
        self.candidates.is_all() && !self.is_of_every_code()
    }

    fn known(&mut self, turns: &[Turn]) -> &Known {
        if self.last.as_ref().is_none_or(|(last, _)| last != turns) {
            self.last = None;
        }
        &self.last.get_or_insert_with(|| (turns.to_vec(), self.candidates.known(turns))).1
    }

    pub fn colors(&mut self, turns: &[Turn]) -> &PossibleColors {
        &self.known(turns).colors
    }

    /// Whether no code is left.
    pub fn is_contradiction(&mut self, turns: &[Turn]) -> bool {
        self.known(turns).left == Count::Exact(0.0)
    }

    /// The number of codes that are left, in words: `16 codes left`, `at most 256 codes left`, `more than 4 million codes left`.
    pub fn left_in_words(&mut self, turns: &[Turn]) -> String {
        match (self.known(turns).left, self.is_upper_bound()) {
            (Count::Exact(left), true) if left > 0.0 => format!("at most {}", codes_left(left)),
            (Count::Exact(left), _) => codes_left(left),
            (Count::Many, false) => "more than 4 million codes left".to_owned(),
            (Count::Many, true) | (Count::Unknown, _) => "unknown how many codes are left".to_owned(),
        }
    }

    /// The same, and in a second line what is counted where that has to be said.
    pub fn left_in_lines(&mut self, turns: &[Turn]) -> Vec<String> {
        let (left, codemaker) = (self.known(turns).left, &self.codemaker);
        let note = match (self.is_upper_bound(), left) {
            (true, _) if self.rule.is_none() => {
                Some(format!("the rule of {codemaker} is not known: all codes of the size are counted"))
            }
            (true, _) => Some(format!("{codemaker} makes too many codes to list: all codes of the size are counted")),
            (false, Count::Many) => Some("a lower bound, because there are too many codes to count".to_owned()),
            (false, Count::Unknown) => {
                Some("they are too hard to count, and more than 4 million are not proved".to_owned())
            }
            (false, Count::Exact(_)) => None,
        };
        std::iter::once(self.left_in_words(turns)).chain(note).collect()
    }

    /// The codes that are left, if they are at most that many and can be found.
    pub fn list(&mut self, turns: &[Turn], most: usize) -> Option<Vec<Code>> {
        let codes = self.candidates.after(turns, most, self.candidates.states())?;
        Some(codes.into_iter().filter(|code| self.is_candidate(code, turns)).collect())
    }

    pub fn is_candidate(&self, code: &Code, turns: &[Turn]) -> bool {
        let is_made = |rule: &Arc<dyn Scsa>| rule.probability(self.candidates.size, code) > 0.0;
        self.candidates.contains(code) && self.rule.as_ref().is_none_or(is_made) && is_consistent(code, turns)
    }

    /// The answers that may be mistyped, the most likely first.
    pub fn suspects(&self, turns: &[Turn]) -> Vec<Suspect> {
        suspects(&self.candidates, turns)
    }
}

pub fn codes_left(left: f64) -> String {
    format!("{} {} left", exact_count(left), if left == 1.0 { "code" } else { "codes" })
}
