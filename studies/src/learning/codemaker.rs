//! Codemakers of rules.

use super::rules::{self, Rule, RuleEntry};
use scsa::{Code, Rng, Scsa, Size};
use std::{fmt, sync::OnceLock};
use tournament::Seed;

/// The most sequences of choices that are run through to list the codes of a rule. They take two seconds.
const MAX_SEQUENCES: usize = 2_000_000;

/// A codemaker at one size, whose rule is drawn from a seed.
pub struct RuleCodemaker {
    entry: &'static RuleEntry,
    size: Size,
    needs: String,
    rule: Rule,
    /// All codes with their probabilities, once they were asked for; none where there are too many.
    codes: OnceLock<Option<Vec<(Code, f64)>>>,
}

impl RuleCodemaker {
    /// The codemaker of a kind of rule. What the rule does not say is drawn from the seed.
    pub fn new(entry: &'static RuleEntry, size: Size, seed: Seed) -> RuleCodemaker {
        let mut rng = seed.secrets(size, &format!("{}/rule", entry.name)).round(1);
        let rule = (entry.make)(size.pegs(), size.colors(), &mut rng);
        RuleCodemaker { entry, size, needs: format!("the size {size}"), rule, codes: OnceLock::new() }
    }

    /// The size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// That many codes that the player gets.
    pub fn samples(&self, seed: Seed, count: u64) -> Vec<Code> {
        self.codes(seed, &format!("{}/samples", self.entry.name), count)
    }

    /// That many codes on which predictions are measured.
    pub fn fresh_codes(&self, seed: Seed, count: u64) -> Vec<Code> {
        self.codes(seed, &format!("{}/fresh", self.entry.name), count)
    }

    /// The secrets of that many rounds: those of a tournament with that seed.
    pub fn secrets(&self, seed: Seed, rounds: u64) -> Vec<Code> {
        self.codes(seed, self.entry.name, rounds)
    }

    fn codes(&self, seed: Seed, stream: &str, count: u64) -> Vec<Code> {
        let streams = seed.secrets(self.size, stream);
        (1..=count).map(|number| self.draw(self.size, &mut streams.round(number))).collect()
    }
}

impl fmt::Debug for RuleCodemaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleCodemaker").field("entry", &self.entry).field("size", &self.size).finish_non_exhaustive()
    }
}

impl Scsa for RuleCodemaker {
    fn name(&self) -> &str {
        self.entry.name
    }

    fn summary(&self) -> &str {
        self.entry.title
    }

    fn needs(&self) -> &str {
        &self.needs
    }

    fn supports(&self, size: Size) -> bool {
        size == self.size
    }

    fn draw(&self, _size: Size, rng: &mut Rng) -> Code {
        rules::code(&self.rule, self.size, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if size == self.size && size.is_legal(code) { rules::probability(&self.rule, size, code) } else { 0.0 }
    }

    fn listed(&self, size: Size) -> Option<Vec<(Code, f64)>> {
        let list = || rules::list(&self.rule, self.size, MAX_SEQUENCES);
        if self.supports(size) { self.codes.get_or_init(list).clone() } else { None }
    }
}
