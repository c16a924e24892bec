//! How many colors are drawn, or show, has frequencies of its own.

use crate::{
    counting::{distinct_table, pick},
    kinds::{palette::Palette, shown::Shown},
    law::{self, Fitted, Kind, Shares, total},
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
type Row = [f64; Color::MAX + 1];

/// Whether colors that are drawn need not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Palettes {
    Drawn,
    Shown,
}

impl Palettes {
    fn of(self, colors: usize, size: Size) -> law::Laws {
        if self == Palettes::Drawn { Palette(colors).at(size) } else { Shown(colors).at(size) }
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
    drawn: Row,
    all: f64,
    /// For each number of colors that show, how probable such a code is with each number drawn.
    with: Vec<Row>,
}

/// The frequencies of the numbers of colors that were drawn for those codes.
pub fn fit(home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    fit_palettes(Palettes::Drawn, home, codes)
}

/// The frequencies of the numbers of colors that show in those codes.
pub fn fit_shown(home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    fit_palettes(Palettes::Shown, home, codes)
}

fn fit_palettes(palettes: Palettes, home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    let most = palettes.most(home);
    if most < 2 {
        return None;
    }
    let mut with = vec![[0.0; Color::MAX + 1]; Color::MAX + 1];
    for colors in 1..=most {
        let table = distinct_table(home, |code| law::probability(&palettes.of(colors, home), code));
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
    fn shares(&self, shown: usize) -> Row {
        let probable: Row = std::array::from_fn(|colors| self.weight(colors) * self.with[shown][colors]);
        let sum: f64 = probable.iter().sum();
        probable.map(|p| if sum > 0.0 { p / sum } else { 0.0 })
    }

    /// The law with the numbers of the home; `all` tells whether all its colors are all colors of the size.
    fn law(&self, size: Size, all: bool) -> Law {
        let most = self.palettes.most(self.home);
        let mut weights = [0.0; Color::MAX + 1];
        for colors in 1..=most {
            let here = if all && colors == most { Color::MAX } else { colors };
            weights[here.min(self.palettes.most(size))] += self.weight(colors);
        }
        let sum: f64 = weights.iter().sum();
        let laws: Vec<(f64, law::Laws)> =
            (1..weights.len()).map(|colors| (weights[colors] / sum, self.palettes.of(colors, size))).collect();
        let mixed = |code: &Code| laws.iter().map(|(weight, laws)| weight * law::probability(laws, code)).sum();
        let table = distinct_table(size, mixed);
        let (weights, laws) = laws.into_iter().unzip();
        Law { size, palettes: self.palettes, weights, laws, table }
    }
}

impl Kind for NumberOfColors {
    fn name(&self) -> &'static str {
        if self.palettes == Palettes::Drawn { "palettes" } else { "palettes-shown" }
    }

    fn at(&self, size: Size) -> law::Laws {
        if self.palettes.most(size) <= self.palettes.most(self.home) {
            return law::only(self.law(size, false));
        }
        law::weighted([(1.0 - NOT_ALL, self.law(size, true)), (NOT_ALL, self.law(size, false))])
    }
}

impl Fitted for NumberOfColors {
    fn without(&self, code: &Code, share: f64) -> f64 {
        let shown = code.distinct();
        let most = self.palettes.most(self.home);
        let parts = self.shares(shown);
        let weight = |colors: usize| (self.weight(colors) - share * parts[colors]).max(0.0);
        let sum: f64 = (1..=most).map(|colors| weight(colors) * self.with[shown][colors]).sum();
        sum / (self.all - share + UNSEEN * most as f64)
    }

    fn parameters(&self) -> f64 {
        let numbers = self.drawn.iter().filter(|&&drawn| drawn > 0.5).count();
        numbers.saturating_sub(1) as f64
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    palettes: Palettes,
    weights: Vec<f64>,
    /// The law of each number of colors, from 1.
    laws: Vec<law::Laws>,
    table: Row,
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        match self.laws[pick(&self.weights, rng)].first() {
            Some((_, law)) => law.draw(rng),
            None => Code::uniform(self.size, Color::A),
        }
    }

    fn probability(&self, code: &Code) -> f64 {
        self.table[code.distinct()]
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn sentence(&self) -> String {
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
