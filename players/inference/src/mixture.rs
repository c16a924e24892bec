//! What is believed, at one size.

use crate::{
    counting::pick,
    law::{Kind, Law},
};
use scsa::{Code, Component, Rng, Scsa, Size};
use std::sync::Arc;

/// Rules of less weight are left out, and their weight goes to the rule that makes all codes equally likely.
const LEAST: f64 = 1e-6;
/// That rule keeps at least this weight, so that nothing is held to be impossible.
const OPEN: f64 = 1e-3;
/// This weight where only codes with other numbers of pegs were seen.
const OPEN_ELSEWHERE: f64 = 1e-2;

/// What a person reads of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// How much of what the codemaker makes is believed to come from it. All weights sum to 1.
    pub weight: f64,
    /// What sort of rule it is, in kebab-case.
    pub name: &'static str,
    /// The rule with its parameters.
    pub sentence: String,
}

/// What is believed of a codemaker at one size: rules with weights, none of them zero, the heaviest first.
///
/// As a [`Scsa`] it supports only that size. A probability takes some 50 ns a rule.
///
/// ```
/// use scsa::Scsa;
/// let size = "4x6".parse()?;
/// let mixture = inference::Belief::start().at(size);
/// assert!(mixture.supports(size) && !mixture.supports("5x6".parse()?));
/// assert!(mixture.probability(size, &"AAAA".parse()?) > mixture.probability(size, &"ABCA".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mixture {
    size: Size,
    rules: Vec<Rule>,
    weights: Vec<f64>,
}

/// A rule as it is at one size.
#[derive(Clone, Debug)]
struct Rule {
    size: Size,
    name: &'static str,
    sentence: String,
    fitted: bool,
    law: Arc<dyn Law>,
}

/// A kind with its weight.
pub(crate) struct Weighed<'a> {
    pub weight: f64,
    pub kind: &'a dyn Kind,
    /// Whether its parameters were fitted.
    pub fitted: bool,
}

impl Mixture {
    /// The mixture of kinds with weights, the first of which makes all codes equally likely. What weight belongs to kinds that
    /// make no sense at the size goes to the others. `elsewhere` is whether only codes with other numbers of pegs were seen.
    pub(crate) fn new<'a>(size: Size, elsewhere: bool, kinds: impl Iterator<Item = Weighed<'a>>) -> Mixture {
        let least_open = if elsewhere { OPEN_ELSEWHERE } else { OPEN };
        let mut rules: Vec<(f64, Rule)> = Vec::new();
        for Weighed { weight, kind, fitted } in kinds {
            for (part, law) in kind.at(size) {
                let rule = Rule { size, name: kind.name(), sentence: law.sentence(), fitted, law };
                match rules.iter_mut().find(|(_, other)| other.same(&rule)) {
                    Some((sum, _)) => *sum += weight * part,
                    None => rules.push((weight * part, rule)),
                }
            }
        }
        let all: f64 = rules.iter().map(|(weight, _)| weight).sum();
        let mut place = 0;
        rules.retain(|(weight, _)| {
            place += 1;
            place == 1 || weight / all >= LEAST
        });
        // The first rule has what the others leave, and they leave what it has to have.
        let others: f64 = rules[1..].iter().map(|(weight, _)| weight / all).sum();
        let left = others.min(1.0 - least_open);
        for (weight, _) in &mut rules[1..] {
            *weight *= left / others / all;
        }
        rules[0].0 = 1.0 - left;
        rules.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (weights, rules) = rules.into_iter().unzip();
        Mixture { size, rules, weights }
    }

    /// What a person reads of the rules, the heaviest first; rules that read the same are one.
    #[must_use]
    pub fn told(&self) -> Vec<Told> {
        let mut told: Vec<Told> = Vec::new();
        for (rule, &weight) in self.rules.iter().zip(&self.weights) {
            match told.iter_mut().find(|other| other.name == rule.name && other.sentence == rule.sentence) {
                Some(other) => other.weight += weight,
                None => told.push(Told { weight, name: rule.name, sentence: rule.sentence.clone() }),
            }
        }
        told.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        told
    }
}

impl Scsa for Mixture {
    fn name(&self) -> &'static str {
        "belief"
    }

    fn summary(&self) -> &'static str {
        "what is believed of a codemaker, at one size"
    }

    fn needs(&self) -> &'static str {
        "the size it was made for"
    }

    fn supports(&self, size: Size) -> bool {
        size == self.size
    }

    fn draw(&self, _size: Size, rng: &mut Rng) -> Code {
        self.rules[pick(&self.weights, rng)].law.draw(rng)
    }

    fn probability(&self, _size: Size, code: &Code) -> f64 {
        if !self.size.is_legal(code) {
            return 0.0;
        }
        self.rules.iter().zip(&self.weights).map(|(rule, weight)| weight * rule.law.probability(code)).sum()
    }

    /// Known of a single rule only: rules with different supports together are not by distinct, though each may be.
    fn by_distinct(&self) -> bool {
        matches!(&self.rules[..], [rule] if rule.law.by_distinct())
    }

    fn components(&self, _size: Size) -> Vec<Component> {
        let rules = self.rules.iter().zip(&self.weights);
        rules.map(|(rule, &weight)| Component { weight, rule: Arc::new(rule.clone()) }).collect()
    }
}

impl Rule {
    /// Whether both are one law. Sentences of fitted rules leave something out.
    fn same(&self, other: &Rule) -> bool {
        let even = self.law.is_even() && other.law.is_even();
        even || !self.fitted && !other.fitted && self.sentence == other.sentence
    }
}

impl Scsa for Rule {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        "a rule that a codemaker may follow, at one size"
    }

    fn needs(&self) -> &'static str {
        "the size it was made for"
    }

    fn supports(&self, size: Size) -> bool {
        size == self.size
    }

    fn draw(&self, _size: Size, rng: &mut Rng) -> Code {
        self.law.draw(rng)
    }

    fn probability(&self, _size: Size, code: &Code) -> f64 {
        if self.size.is_legal(code) { self.law.probability(code) } else { 0.0 }
    }

    fn by_distinct(&self) -> bool {
        self.law.by_distinct()
    }
}
