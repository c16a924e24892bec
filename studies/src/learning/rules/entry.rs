//! An entry of the list of rules.

use super::draw::Rule;
use scsa::Rng;

/// A kind of rule. What the rule does not say, such as the colors of a substitution, is drawn once for a codemaker.
#[derive(Clone, Copy, Debug)]
pub struct RuleEntry {
    /// The name of the codemaker, in kebab-case.
    pub name: &'static str,
    /// What the rule is, in words.
    pub title: &'static str,
    /// The number of colors of the game.
    pub colors: usize,
    /// Draws a rule for that number of pegs and of colors.
    pub make: fn(usize, usize, &mut Rng) -> Rule,
}
