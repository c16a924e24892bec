//! The distribution of the number of colors in the palette, or in the code.

use crate::{
    counting::{distinct_table, pick},
    model::{self, FittedFamily, RuleFamily, WeightedCodes, total},
    models::{exact_palette::ExactPalette, palette::Palette},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// What is added to how often each number of colors was drawn.
const UNSEEN: f64 = 0.1;
/// How often shares of the numbers are judged anew.
const PASSES: usize = 60;
/// How probable it is that all colors of the home are as many colors elsewhere, and not all there.
const NOT_ALL: f64 = 0.15;

/// By index, from 0 to the number of colors.
type ByColorNumber = [f64; Color::MAX + 1];

/// Whether colors that are drawn need not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Palettes {
    Drawn,
    ExactPalette,
}

impl Palettes {
    fn of(self, colors: usize, size: Size) -> model::WeightedModels {
        if self == Palettes::Drawn { Palette(colors).at(size) } else { ExactPalette(colors).at(size) }
    }

    /// The largest number of colors that makes a difference.
    fn most(self, size: Size) -> usize {
        if self == Palettes::Drawn { size.colors() } else { size.colors().min(size.pegs()) }
    }
}

/// How often each number of colors was drawn, as far as can be told.
#[derive(Clone, Debug)]
pub struct NumberOfColors {
    home: Size,
    palettes: Palettes,
    drawn: ByColorNumber,
    all: f64,
    /// For each number of colors that show, how probable such a code is with each number drawn.
    with: Vec<ByColorNumber>,
}

/// The frequencies of the numbers of colors that were drawn for those codes.
pub fn fit(home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    fit_palettes(Palettes::Drawn, home, codes)
}

/// The frequencies of the numbers of colors that show in those codes.
pub fn fit_shown(home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    fit_palettes(Palettes::ExactPalette, home, codes)
}

fn fit_palettes(palettes: Palettes, home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let most = palettes.most(home);
    if most < 2 {
        return None;
    }
    let mut with = vec![[0.0; Color::MAX + 1]; Color::MAX + 1];
    for colors in 1..=most {
        let table = distinct_table(home, |code| model::probability(&palettes.of(colors, home), code));
        for (row, p) in with.iter_mut().zip(table) {
            row[colors] = p;
        }
    }
    let mut showing = [0.0; Color::MAX + 1];
    for (code, share) in codes {
        showing[code.distinct()] += share;
    }
    let all = total(codes);
    let mut fitted = NumberOfColors { home, palettes, drawn: [0.0; Color::MAX + 1], all, with };
    for colors in 1..=most {
        fitted.drawn[colors] = all / most as f64;
    }
    for _ in 0..PASSES {
        let mut drawn = [0.0; Color::MAX + 1];
        for (shown, &share) in showing.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            for (sum, part) in drawn.iter_mut().zip(fitted.shares(shown)) {
                *sum += share * part;
            }
        }
        fitted.drawn = drawn;
    }
    Some(Arc::new(fitted))
}

impl NumberOfColors {
    fn weight(&self, colors: usize) -> f64 {
        if (1..=self.palettes.most(self.home)).contains(&colors) { self.drawn[colors] + UNSEEN } else { 0.0 }
    }

    /// How probable each number drawn is, where so many colors show.
    fn shares(&self, shown: usize) -> ByColorNumber {
        let probable: ByColorNumber = std::array::from_fn(|colors| self.weight(colors) * self.with[shown][colors]);
        let sum: f64 = probable.iter().sum();
        probable.map(|p| if sum > 0.0 { p / sum } else { 0.0 })
    }

    /// The model with the numbers of the home; `all` tells whether all its colors are all colors of the size.
    fn model(&self, size: Size, all: bool) -> NumberOfColorsModel {
        let most = self.palettes.most(self.home);
        let mut weights = [0.0; Color::MAX + 1];
        for colors in 1..=most {
            let here = if all && colors == most { Color::MAX } else { colors };
            weights[here.min(self.palettes.most(size))] += self.weight(colors);
        }
        let sum: f64 = weights.iter().sum();
        let models: Vec<(f64, model::WeightedModels)> =
            (1..weights.len()).map(|colors| (weights[colors] / sum, self.palettes.of(colors, size))).collect();
        let mixed = |code: &Code| models.iter().map(|(weight, models)| weight * model::probability(models, code)).sum();
        let table = distinct_table(size, mixed);
        let (weights, models) = models.into_iter().unzip();
        NumberOfColorsModel { size, palettes: self.palettes, weights, models, table }
    }
}

impl RuleFamily for NumberOfColors {
    fn name(&self) -> &'static str {
        if self.palettes == Palettes::Drawn { "palettes" } else { "palettes-shown" }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        if self.palettes.most(size) <= self.palettes.most(self.home) {
            return model::only(self.model(size, false));
        }
        model::weighted([(1.0 - NOT_ALL, self.model(size, true)), (NOT_ALL, self.model(size, false))])
    }
}

impl FittedFamily for NumberOfColors {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let shown = code.distinct();
        let most = self.palettes.most(self.home);
        let parts = self.shares(shown);
        let weight = |colors: usize| (self.weight(colors) - share * parts[colors]).max(0.0);
        let sum: f64 = (1..=most).map(|colors| weight(colors) * self.with[shown][colors]).sum();
        sum / (self.all - share + UNSEEN * most as f64)
    }
}

#[derive(Debug)]
struct NumberOfColorsModel {
    size: Size,
    palettes: Palettes,
    weights: Vec<f64>,
    /// The model of each number of colors, from 1.
    models: Vec<model::WeightedModels>,
    table: ByColorNumber,
}

impl model::Model for NumberOfColorsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        match self.models[pick(&self.weights, rng)].first() {
            Some((_, model)) => model.draw(rng),
            None => Code::uniform(self.size, Color::A),
        }
    }

    fn probability(&self, code: &Code) -> f64 {
        self.table[code.distinct()]
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn description(&self) -> String {
        let mut order: Vec<usize> = (0..self.weights.len()).filter(|&place| self.weights[place] >= 0.005).collect();
        order.sort_by(|&a, &b| self.weights[b].total_cmp(&self.weights[a]));
        let number = |place: usize| match place + 1 {
            all if all == self.size.colors() => "all".to_owned(),
            some => some.to_string(),
        };
        let words = order.iter().map(|&place| format!("{} ({:.0} %)", number(place), self.weights[place] * 100.0));
        let words = words.collect::<Vec<_>>().join(", ");
        let end = if self.palettes == Palettes::Drawn { "" } else { ", and all of them show" };
        format!("{words} of the colors are drawn, then every peg from them{end}")
    }
}
