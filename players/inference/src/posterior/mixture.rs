//! A mixture of generative models in one game.

use crate::counting::pick;
use crate::family::{Family, Model};
use crate::fixed::palettes::distinct;
use scsa::{Code, Component, Game, Rng, Scsa};
use std::sync::Arc;

/// Models of less weight are dropped, and their weight goes to the uniform distribution.
const LEAST_WEIGHT: f64 = 1e-6;
/// The uniform distribution has at least this weight, so that no code is impossible.
const LEAST_UNIFORM: f64 = 1e-3;
/// The same where only codes with other numbers of pegs were observed.
const LEAST_UNIFORM_ELSEWHERE: f64 = 1e-2;

/// The number of draws that show whether a model makes codes with a color twice.
const PROBES: usize = 1000;

/// A generative model with its weight, described for people.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelWeight {
    /// The posterior probability that the codemaker's next code comes from the model. All weights sum to 1.
    pub weight: f64,
    /// The name of the rule family, in kebab-case.
    pub name: &'static str,
    /// The rule with its parameters, in words.
    pub description: String,
}

/// A mixture of generative models in one game, by decreasing weight. No weight is 0.
///
/// As a [`Scsa`] it supports only that game, and its components are mixtures of one model.
#[derive(Clone, Debug)]
pub struct Mixture {
    game: Game,
    components: Vec<MixtureComponent>,
    weights: Vec<f64>,
}

#[derive(Clone, Debug)]
struct MixtureComponent {
    name: &'static str,
    description: String,
    fitted: bool,
    model: Arc<dyn Model>,
}

impl Mixture {
    /// The mixture of the models of rule families in the game, each with its weight and whether it has fitted parameters. The first is the uniform distribution. The weight of families
    /// that have no model in the game goes to the others. `elsewhere` is whether only codes with other numbers of pegs were observed.
    pub(crate) fn new<'a>(
        game: Game,
        elsewhere: bool,
        families: impl Iterator<Item = (f64, &'a Family, bool)>,
    ) -> Mixture {
        let least_uniform = if elsewhere { LEAST_UNIFORM_ELSEWHERE } else { LEAST_UNIFORM };
        let mut rules: Vec<(f64, MixtureComponent)> = Vec::new();
        for (weight, family, fitted) in families {
            for (part, model) in family.at(game) {
                let rule = MixtureComponent { name: family.name, description: model.description(), fitted, model };
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
            place == 1 || weight / all >= LEAST_WEIGHT
        });
        // The uniform distribution has what the others leave, and they leave its least weight.
        let others: f64 = rules[1..].iter().map(|(weight, _)| weight / all).sum();
        let left = others.min(1.0 - least_uniform);
        for (weight, _) in &mut rules[1..] {
            *weight *= left / others / all;
        }
        rules[0].0 = 1.0 - left;
        rules.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (weights, components) = rules.into_iter().unzip();
        Mixture { game, components, weights }
    }

    /// The mixture of those models that make codes of a game without repeats only, but for one in thousands, and of the uniform
    /// distribution over these codes. The weights are in proportion.
    pub(crate) fn without_repeats(self, game: Game) -> Mixture {
        let makes_legal = |rule: &MixtureComponent| {
            let mut rng = Rng::new(0);
            (0..PROBES).all(|_| game.is_legal(&rule.model.draw(&mut rng)))
        };
        let uniform = distinct().at(self.game).into_iter().map(|(_, model)| {
            let (name, description) = (distinct().name, model.description());
            MixtureComponent { name, description, fitted: false, model }
        });
        let mut rules: Vec<(f64, MixtureComponent)> = uniform.map(|rule| (0.0, rule)).collect();
        for (weight, rule) in self.weights.into_iter().zip(self.components).filter(|(_, rule)| makes_legal(rule)) {
            match rules.iter_mut().find(|(_, other)| other.same(&rule)) {
                Some((sum, _)) => *sum += weight,
                None => rules.push((weight, rule)),
            }
        }
        let others: f64 = rules[1..].iter().map(|(weight, _)| weight).sum();
        rules[0].0 = rules[0].0.max(LEAST_UNIFORM * others).max(f64::MIN_POSITIVE);
        let all = rules[0].0 + others;
        rules.iter_mut().for_each(|(weight, _)| *weight /= all);
        rules.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (weights, components) = rules.into_iter().unzip();
        Mixture { game, components, weights }
    }

    /// The models by decreasing weight. Those with equal names and descriptions are one.
    pub fn model_weights(&self) -> Vec<ModelWeight> {
        let mut weighted: Vec<ModelWeight> = Vec::new();
        for (rule, &weight) in self.components.iter().zip(&self.weights) {
            match weighted.iter_mut().find(|other| other.name == rule.name && other.description == rule.description) {
                Some(other) => other.weight += weight,
                None => weighted.push(ModelWeight { weight, name: rule.name, description: rule.description.clone() }),
            }
        }
        weighted.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        weighted
    }
}

impl Scsa for Mixture {
    fn name(&self) -> &str {
        if let [rule] = &self.components[..] { rule.name } else { "mixture" }
    }

    fn summary(&self) -> &str {
        "a mixture of generative models, at one size"
    }

    fn needs(&self) -> &str {
        "the size of the mixture"
    }

    fn supports(&self, game: Game) -> bool {
        game == self.game
    }

    fn names_colors(&self) -> bool {
        true
    }

    fn draw(&self, _game: Game, rng: &mut Rng) -> Code {
        let place = if self.weights.len() > 1 { pick(&self.weights, rng) } else { 0 };
        let code = self.components[place].model.draw(rng);
        // Only a model of a game with repeats makes another one, and hardly ever.
        if self.game.is_legal(&code) { code } else { self.game.draw(rng) }
    }

    fn probability(&self, _game: Game, code: &Code) -> f64 {
        if !self.game.is_legal(code) {
            return 0.0;
        }
        self.components.iter().zip(&self.weights).map(|(rule, weight)| weight * rule.model.probability(code)).sum()
    }

    /// False for several components: with different supports they are not by distinct together, though each may be.
    fn by_distinct(&self) -> bool {
        matches!(&self.components[..], [rule] if rule.model.by_distinct())
    }

    fn components(&self, _game: Game) -> Vec<Component> {
        let game = self.game;
        let alone = |rule: &MixtureComponent| Mixture { game, components: vec![rule.clone()], weights: vec![1.0] };
        let rules = self.components.iter().zip(&self.weights);
        rules.map(|(rule, &weight)| Component { weight, rule: Arc::new(alone(rule)) }).collect()
    }

    fn cost(&self) -> usize {
        self.components.iter().map(|rule| rule.model.cost()).sum()
    }
}

impl MixtureComponent {
    /// Whether both are one model. Descriptions of fitted models leave something out.
    fn same(&self, other: &MixtureComponent) -> bool {
        let both_uniform = self.model.is_uniform() && other.model.is_uniform();
        both_uniform || !self.fitted && !other.fitted && self.description == other.description
    }
}
