//! Colors that are drawn one after another, each by what it would be beside the pegs before: a step, new, more frequent than others.
//!
//! The probability of a color is in proportion to the product of the factors of its properties: a conditional log-linear model (A. L. Berger,
//! S. A. Della Pietra and V. J. Della Pietra, "A maximum entropy approach to natural language processing", 1996). Its properties are found
//! one by one: the one that makes the codes most probable is added, and all factors are fitted again, by iterative scaling (J. N. Darroch
//! and D. Ratcliff, "Generalized iterative scaling for log-linear models", 1972). The search starts from several properties; its ends are
//! averaged by their evidence.

mod properties;

use crate::counting::{color, pick, rebuilt, with_pegs};
use crate::family::{Family, Model, WeightedModels, WeightedSample, spread, total};
use crate::transfer::of_home;
use properties::{Before, MOST_KINDS, Property};
use scsa::{Code, Color, Game, Rng};
use std::{collections::BTreeSet, sync::Arc};

/// The shapes of the gamma distribution, of mean 1, of the factors of a property: the values that are compared.
const SHAPES: [f64; 3] = [10.0, 1.0, 0.1];
/// By how much a property must make the logarithm of the probability of the codes larger, in nats.
const LEAST_GAIN: f64 = 0.5;
const MOST_PROPERTIES: usize = 12;
/// The number of times that all factors are fitted for each property that is added.
const PASSES: usize = 5;
/// The number of contexts in which a relation is considered after the first property.
const USEFUL_CONTEXTS: usize = 4;
/// The most properties from which searches start, and by how much less than the best one they may gain, in nats.
const MOST_STARTS: usize = 8;
const LEAST_START: f64 = 6.0;
/// The most colors, of all pegs, of the codes by which factors are fitted.
const MOST_CHOICES: usize = 50_000;
/// The least weight of the end of a search, beside the best one.
const LEAST_WEIGHT: f64 = 0.03;

/// A property with the factors of its contexts and relations.
#[derive(Clone, Debug)]
struct Factors {
    property: Property,
    shape: f64,
    factors: Vec<f64>,
    /// By context, and by the only number of the pegs before on which the relation depends, the factor of each color.
    rows: Vec<f64>,
}

/// The end of a search.
#[derive(Clone, Debug)]
struct Weighing {
    /// Those of all weighings of a model have a sum of 1.
    weight: f64,
    from_right: bool,
    factors: Vec<Factors>,
}

/// The mean of several weighings.
#[derive(Clone, Debug)]
struct LogLinear {
    home: Game,
    weighings: Vec<Weighing>,
}

pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let fitted = &spread(codes, (MOST_CHOICES / home.pegs() / home.colors()).max(1))[..];
    let searches = [false, true].map(|from_right| Search::new(home, fitted, from_right));
    let useful = searches.each_ref().map(Search::useful);
    let of_each =
        |search: usize| useful[search].iter().map(move |&(gain, property, shape)| (gain, search, property, shape));
    let mut starts: Vec<(f64, usize, Property, f64)> = of_each(0).chain(of_each(1)).collect();
    starts.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = (starts.first()?.0 - LEAST_START).max(LEAST_GAIN);
    let ends = starts.into_iter().take(MOST_STARTS).filter(|(gain, ..)| *gain > least);
    let mut ends: Vec<(f64, Weighing)> = ends
        .map(|(_, search, property, shape)| {
            let others = useful[search].iter().map(|(_, property, _)| *property).collect();
            searches[search].clone().run(property, shape, others)
        })
        .collect();
    // Searches often end with the same properties.
    ends.sort_by_key(|(_, of)| of.properties());
    ends.dedup_by_key(|(_, of)| of.properties());
    let most = ends.iter().map(|(log_evidence, _)| *log_evidence).max_by(f64::total_cmp)?;
    let weighed = ends.into_iter().map(|(log_evidence, of)| Weighing { weight: libm::exp(log_evidence - most), ..of });
    let mut weighings: Vec<Weighing> = weighed.filter(|of| of.weight > LEAST_WEIGHT).collect();
    let sum: f64 = weighings.iter().map(|of| of.weight).sum();
    weighings.iter_mut().for_each(|of| of.weight /= sum);
    let log_evidence = (most + libm::log(sum)) * total(codes) / total(fitted);
    let model = Arc::new(LogLinear { home, weighings });
    Some(Family::fitted("log-linear", model, Some(log_evidence), LogLinear::models, |model, code, _| {
        model.probability(code)
    }))
}

/// The colors of the pegs in the order in which they are drawn.
fn read(code: &Code, from_right: bool) -> impl Iterator<Item = usize> {
    (0..code.len()).map(move |peg| code.peg(if from_right { code.len() - 1 - peg } else { peg }).index())
}

#[derive(Clone)]
struct Search {
    home: Game,
    from_right: bool,
    /// By relation, that of each color of each peg.
    relations: Arc<[Vec<u8>]>,
    /// By context, that of each peg, and the number of its values.
    contexts: Arc<[(Vec<u8>, usize)]>,
    /// The color of each peg, and the weight of its code.
    chosen: Arc<[(usize, f64)]>,
    /// The probability of each color of each peg, times the weight of the code.
    expected: Vec<f64>,
}

impl Search {
    fn new(home: Game, codes: WeightedSample, from_right: bool) -> Search {
        let colors = home.colors();
        let mut relations = vec![Vec::new(); properties::relations()];
        let mut contexts = vec![(Vec::new(), 0); properties::CONTEXTS.len()];
        let (mut chosen, mut expected) = (Vec::new(), Vec::new());
        for (code, share) in codes {
            let mut before = Before::new(home);
            for index in read(code, from_right) {
                for (relation, row) in relations.iter_mut().enumerate() {
                    row.extend(&properties::relations_of_colors(relation, &before)[..colors]);
                }
                for (context, (row, values)) in contexts.iter_mut().enumerate() {
                    let value = properties::context(context, &before);
                    row.push(value as u8);
                    *values = (*values).max(value + 1);
                }
                chosen.push((index, *share));
                expected.extend(std::iter::repeat_n(share / colors as f64, colors));
                before.push(index);
            }
        }
        let (relations, contexts, chosen) = (relations.into(), contexts.into(), chosen.into());
        Search { home, from_right, relations, contexts, chosen, expected }
    }

    /// For each context and relation how often it came, and how often it is expected.
    fn counts(&self, property: Property) -> Vec<(f64, f64)> {
        let colors = self.home.colors();
        let (contexts, values) = &self.contexts[property.context];
        let mut counts = vec![(0.0, 0.0); values * MOST_KINDS];
        let rows = self.relations[property.relation].chunks_exact(colors).zip(self.expected.chunks_exact(colors));
        for (((relations, expected), (index, share)), context) in rows.zip(&*self.chosen).zip(contexts) {
            let counts = &mut counts[usize::from(*context) * MOST_KINDS..][..MOST_KINDS];
            for (relation, expected) in relations.iter().zip(expected) {
                counts[usize::from(*relation) % MOST_KINDS].1 += expected;
            }
            counts[usize::from(relations[*index])].0 += share;
        }
        counts.iter_mut().step_by(MOST_KINDS).for_each(|none| *none = (0.0, 0.0));
        counts
    }

    /// The gain of each of these properties, and the best shape of its factors. The largest gain is first.
    fn ranked(&self, all: impl Iterator<Item = Property>) -> Vec<(f64, Property, f64)> {
        let ranked = all.map(|property| {
            let (gain, shape) = best_shape(&self.counts(property).into_iter());
            (gain - property.charge(), property, shape)
        });
        let mut ranked: Vec<(f64, Property, f64)> = ranked.collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked
    }

    /// Each relation in its best contexts.
    fn useful(&self) -> Vec<(f64, Property, f64)> {
        let mut times = vec![0; properties::relations()];
        let mut ranked = self.ranked(Property::all());
        ranked.retain(|(_, property, _)| {
            times[property.relation] += 1;
            times[property.relation] <= USEFUL_CONTEXTS
        });
        ranked
    }

    /// Adds the property, and others as long as one gains enough. The end has its log evidence, and a weight of 1.
    fn run(mut self, property: Property, shape: f64, mut others: Vec<Property>) -> (f64, Weighing) {
        let mut all: Vec<Factors> = Vec::new();
        let mut next = Some((property, shape));
        while let Some((property, shape)) = next {
            others.retain(|other| *other != property);
            all.push(Factors {
                property,
                shape,
                factors: vec![1.0; self.contexts[property.context].1 * MOST_KINDS],
                rows: Vec::new(),
            });
            self.improve(&mut all);
            let best = self.ranked(others.iter().copied()).into_iter().next();
            let best = best.filter(|(gain, ..)| *gain > LEAST_GAIN && all.len() < MOST_PROPERTIES);
            next = best.map(|(_, property, shape)| (property, shape));
        }
        self.improve(&mut all);
        for of in &mut all {
            let relations = (0..Color::MAX).map(|key| properties::relations_to(of.property.relation, self.home, key));
            let relations: Vec<_> = relations.filter(|_| properties::has_key(of.property.relation)).collect();
            let rows = of
                .factors
                .chunks_exact(MOST_KINDS)
                .flat_map(|factors| relations.iter().map(move |relations| (factors, relations)));
            of.rows = rows
                .flat_map(|(factors, relations)| relations.map(|relation| factors[usize::from(relation)]))
                .collect();
        }
        (self.log_evidence(&all), Weighing { weight: 1.0, from_right: self.from_right, factors: all })
    }

    /// Fits all factors, the last property first.
    fn improve(&mut self, all: &mut [Factors]) {
        let colors = self.home.colors();
        for _ in 0..PASSES {
            for Factors { property, shape, factors, .. } in all.iter_mut().rev() {
                let counts = self.counts(*property);
                let without = counts.iter().zip(&*factors).map(|((seen, expected), factor)| (*seen, expected / factor));
                *shape = best_shape(&without).1;
                let fitted: Vec<f64> = without.map(|(seen, expected)| (*shape + seen) / (*shape + expected)).collect();
                let changes: Vec<f64> = fitted.iter().zip(&*factors).map(|(fitted, factor)| fitted / factor).collect();
                *factors = fitted;
                let rows = self.expected.chunks_exact_mut(colors);
                let rows = rows.zip(self.relations[property.relation].chunks_exact(colors));
                let places = self.chosen.iter().zip(&self.contexts[property.context].0);
                for ((expected, relations), ((_, share), context)) in rows.zip(places) {
                    let changes = &changes[usize::from(*context) * MOST_KINDS..][..MOST_KINDS];
                    let mut sum = 0.0;
                    for (expected, relation) in expected.iter_mut().zip(relations) {
                        *expected *= changes[usize::from(*relation) % MOST_KINDS];
                        sum += *expected;
                    }
                    expected.iter_mut().for_each(|expected| *expected *= share / sum);
                }
            }
        }
    }

    /// The log-likelihood of the codes, in nats, less what each property adds to it because its factors are fitted, and less the logarithm of
    /// the number of properties.
    fn log_evidence(&self, all: &[Factors]) -> f64 {
        let rows = self.expected.chunks_exact(self.home.colors()).zip(&*self.chosen);
        let log_likelihood: f64 =
            rows.map(|(expected, (index, share))| share * libm::log(expected[*index] / share)).sum();
        let fitted = |Factors { property, shape, factors, .. }: &Factors| {
            let without = self.counts(*property).into_iter().zip(factors);
            let without = without.map(|((seen, expected), factor)| (seen, expected / factor));
            let possible = without.clone().zip(factors).filter(|((_, expected), _)| *expected > 0.0);
            let best: f64 =
                possible.map(|((seen, expected), factor)| seen * libm::log(*factor) - expected * (factor - 1.0)).sum();
            best - log_gain(without, *shape) + property.charge()
        };
        log_likelihood - all.iter().map(fitted).sum::<f64>()
    }
}

/// The logarithm of how much more probable factors make what was seen, beside what is expected without them: Poisson distributions, whose
/// means are multiplied by factors of a gamma distribution of that shape.
fn log_gain(counts: impl Iterator<Item = (f64, f64)>, shape: f64) -> f64 {
    let (log, of_none) = (shape * libm::log(shape), libm::lgamma(shape));
    let of_each = |(seen, expected): (f64, f64)| {
        let rising = if seen > 0.0 { libm::lgamma(shape + seen) - of_none } else { 0.0 };
        expected + rising + log - (shape + seen) * libm::log(shape + expected)
    };
    counts.filter(|(_, expected)| *expected > 0.0).map(of_each).sum()
}

/// The largest gain, and the shape that has it.
fn best_shape(counts: &(impl Iterator<Item = (f64, f64)> + Clone)) -> (f64, f64) {
    let gains = SHAPES.map(|shape| (log_gain(counts.clone(), shape), shape));
    gains.into_iter().fold((f64::NEG_INFINITY, 1.0), |best, gain| if gain.0 > best.0 { gain } else { best })
}

impl Weighing {
    fn properties(&self) -> (bool, BTreeSet<Property>) {
        (self.from_right, self.factors.iter().map(|of| of.property).collect())
    }

    /// The weight of each color on the next peg, and their sum.
    fn colors(&self, home: Game, before: &Before) -> ([f64; Color::MAX], f64) {
        let mut weights = [0.0; Color::MAX];
        weights[..home.colors()].fill(1.0);
        for Factors { property, factors, rows, .. } in &self.factors {
            let context = properties::context(property.context, before);
            // Contexts that were never seen have no factors.
            let Some(factors) = factors.get(context * MOST_KINDS..(context + 1) * MOST_KINDS) else { continue };
            if rows.is_empty() {
                let relations = properties::relations_of_colors(property.relation, before);
                for (weight, relation) in weights[..home.colors()].iter_mut().zip(relations) {
                    *weight *= factors[usize::from(relation) % MOST_KINDS];
                }
            } else if let Some(key) = properties::key(property.relation, before) {
                let row = &rows[(context * Color::MAX + key) * Color::MAX..][..Color::MAX];
                weights.iter_mut().zip(row).for_each(|(weight, factor)| *weight *= factor);
            }
        }
        (weights, weights[..home.colors()].iter().sum())
    }
}

impl LogLinear {
    /// With more or fewer pegs the factors stay, if their properties do not depend on the pegs to come.
    fn models(this: &Arc<LogLinear>, game: Game) -> WeightedModels {
        let mut of = this.weighings.iter().flat_map(|of| &of.factors);
        if game.pegs() != this.home.pegs() && !of.all(|of| of.property.is_local()) {
            return Vec::new();
        }
        let home = with_pegs(this.home, game.pegs());
        of_home(home, &Arc::new(LogLinear { home, weighings: this.weighings.clone() }), game)
    }
}

impl Model for LogLinear {
    fn draw(&self, rng: &mut Rng) -> Code {
        let weights: Vec<f64> = self.weighings.iter().map(|of| of.weight).collect();
        let (weighing, last) = (&self.weighings[pick(&weights, rng)], self.home.pegs() - 1);
        let mut before = Before::new(self.home);
        for _ in 0..=last {
            let drawn = pick(&weighing.colors(self.home, &before).0, rng);
            before.push(drawn);
        }
        let drawn: Vec<usize> = before.pegs().collect();
        rebuilt(last + 1, |peg| color(drawn[if weighing.from_right { last - peg } else { peg }]))
    }

    fn probability(&self, code: &Code) -> f64 {
        let of_one = |of: &Weighing| {
            let (mut before, mut probability) = (Before::new(self.home), of.weight);
            for index in read(code, of.from_right) {
                let (weights, sum) = of.colors(self.home, &before);
                probability *= weights[index] / sum;
                before.push(index);
            }
            probability
        };
        self.weighings.iter().map(of_one).sum()
    }

    /// In parts of 4 ns, as measured.
    fn cost(&self) -> usize {
        let colors = self.home.colors();
        let of_factors = |of: &Factors| if of.rows.is_empty() { 2 + colors / 2 } else { 1 + colors / 16 };
        let of_one = |of: &Weighing| 2 + colors / 8 + of.factors.iter().map(of_factors).sum::<usize>();
        2 + self.weighings.iter().map(of_one).sum::<usize>()
    }

    fn description(&self) -> String {
        let most = self.weighings.iter().reduce(|best, of| if of.weight > best.weight { of } else { best });
        let words = |of: &Weighing| {
            let side = if of.from_right { ", the last peg first," } else { "" };
            let words: Vec<String> = of.factors.iter().map(|of| of.property.words()).collect();
            format!("colors are drawn one after another{side} by {}", words.join("; by "))
        };
        most.map_or_else(String::new, words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;

    /// Colors that are not as far from each other as their pegs; new colors only after those before them in the alphabet.
    #[test]
    fn rules_of_what_a_color_would_be_are_found() {
        let game: Game = "5x5".parse().unwrap();
        let is_safe = |code: &[usize]| (0..5).all(|j| (0..j).all(|i| code[i].abs_diff(code[j]) != j - i));
        let is_alphabetical = |code: &[usize]| {
            (0..5).all(|j| code[..j].contains(&code[j]) || code[..j].iter().all(|&other| other < code[j]))
        };
        type Rule<'a> = (&'a dyn Fn(&[usize]) -> bool, &'a str);
        let rules: [Rule; 2] = [
            (&is_safe, "how many colors are as far from it as their pegs"),
            (&is_alphabetical, "its distance from the last new color, if it is new"),
        ];
        for (is, words) in rules {
            let all: Vec<Code> = game.codes().filter(|code| is(&read(code, false).collect::<Vec<_>>())).collect();
            let mut rng = Rng::new(1);
            let sample: Vec<(Code, f64)> = (0..80).map(|_| (all[rng.below(all.len())], 1.0)).collect();
            let models = fit(game, &sample).unwrap().at(game);
            let bits = |code: &Code| -(family::probability(&models, code) * all.len() as f64).log2();
            let above = all.iter().map(bits).sum::<f64>() / all.len() as f64;
            let description = models[0].1.description();
            assert!(above < 0.5 && description.contains(words), "{above} {description}");
        }
    }
}
