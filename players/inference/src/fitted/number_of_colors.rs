//! The distribution of the number of colors in the palette.

use crate::{
    counting::{distinct_table, pick},
    fn_model::FnModel,
    model::{self, FittedFamily, Model, RuleFamily, WeightedModels, WeightedSample, total},
    models::palette::PaletteRule,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// What is added to how often each number of colors was drawn, in codes.
const UNSEEN: f64 = 0.1;
/// The number of steps of expectation maximization.
const PASSES: usize = 60;
/// The probability that all colors of the home are as many colors elsewhere, and not all there.
const NOT_ALL: f64 = 0.15;

/// By index, from 0 to the number of colors.
type ByColorNumber = [f64; Color::MAX + 1];

/// The expected number of codes of each number of colors.
#[derive(Clone, Debug)]
pub struct NumberOfColors {
    home: Size,
    drawn: ByColorNumber,
    all: f64,
    /// For each number of colors that show the probability of such a code with each number drawn.
    with: Vec<ByColorNumber>,
}

/// The frequencies of the numbers of colors that were drawn for those codes.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let most = home.colors();
    if most < 2 {
        return None;
    }
    let mut with = vec![[0.0; Color::MAX + 1]; Color::MAX + 1];
    for colors in 1..=most {
        let models = PaletteRule(colors).at(home);
        let table = distinct_table(home, |code| model::probability(&models, code));
        for (row, p) in with.iter_mut().zip(table) {
            row[colors] = p;
        }
    }
    let mut showing = [0.0; Color::MAX + 1];
    for (code, share) in codes {
        showing[code.distinct()] += share;
    }
    let all = total(codes);
    let mut fitted = NumberOfColors { home, drawn: [all / most as f64; Color::MAX + 1], all, with };
    for _ in 0..PASSES {
        let mut drawn = [0.0; Color::MAX + 1];
        for (shown, &share) in showing.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            for (sum, part) in drawn.iter_mut().zip(fitted.posterior(shown)) {
                *sum += share * part;
            }
        }
        fitted.drawn = drawn;
    }
    Some(Arc::new(fitted))
}

impl NumberOfColors {
    fn weight(&self, colors: usize) -> f64 {
        if (1..=self.home.colors()).contains(&colors) { self.drawn[colors] + UNSEEN } else { 0.0 }
    }

    /// The posterior of the number drawn, given the number that shows.
    fn posterior(&self, shown: usize) -> ByColorNumber {
        let joint: ByColorNumber = std::array::from_fn(|colors| self.weight(colors) * self.with[shown][colors]);
        let sum: f64 = joint.iter().sum();
        joint.map(|p| if sum > 0.0 { p / sum } else { 0.0 })
    }

    /// The model with the numbers of the home; `all` tells whether all its colors are all colors of the size.
    fn model(&self, size: Size, all: bool) -> impl Model + use<> {
        let most = self.home.colors();
        let mut weights = [0.0; Color::MAX + 1];
        for colors in 1..=most {
            let here = if all && colors == most { Color::MAX } else { colors };
            weights[here.min(size.colors())] += self.weight(colors);
        }
        let sum: f64 = weights.iter().sum();
        let models: WeightedModels = (1..weights.len())
            .flat_map(|colors| {
                let weight = weights[colors] / sum;
                PaletteRule(colors).at(size).into_iter().map(move |(part, model)| (weight * part, model))
            })
            .collect();
        let table = distinct_table(size, |code| model::probability(&models, code));
        let description = self.description(size, &weights.map(|weight| weight / sum));
        let draw = move |rng: &mut Rng| {
            let weights: Vec<f64> = models.iter().map(|(weight, _)| *weight).collect();
            models[pick(&weights, rng)].1.draw(rng)
        };
        FnModel::new(description, move |code: &Code| table[code.distinct()], draw).by_distinct(true)
    }

    fn description(&self, size: Size, weights: &ByColorNumber) -> String {
        let mut order: Vec<usize> = (0..weights.len()).filter(|&colors| weights[colors] >= 0.005).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        let words = order.iter().map(|&colors| {
            let number = if colors == size.colors() { "all".to_owned() } else { colors.to_string() };
            format!("{number} ({:.0} %)", weights[colors] * 100.0)
        });
        let words = words.collect::<Vec<_>>().join(", ");
        format!("{words} of the colors are drawn, then every peg from them")
    }
}

impl RuleFamily for NumberOfColors {
    fn name(&self) -> &'static str {
        "palettes"
    }

    fn at(&self, size: Size) -> WeightedModels {
        if size.colors() <= self.home.colors() {
            return model::only(self.model(size, false));
        }
        model::weighted([(1.0 - NOT_ALL, self.model(size, true)), (NOT_ALL, self.model(size, false))])
    }
}

impl FittedFamily for NumberOfColors {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let shown = code.distinct();
        let most = self.home.colors();
        let parts = self.posterior(shown);
        let weight = |colors: usize| (self.weight(colors) - share * parts[colors]).max(0.0);
        let sum: f64 = (1..=most).map(|colors| weight(colors) * self.with[shown][colors]).sum();
        sum / (self.all - share + UNSEEN * most as f64)
    }
}
