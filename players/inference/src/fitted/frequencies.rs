//! Color frequencies, the same at all pegs.

use crate::{
    counting::{self, color, counts},
    model::{self, FittedFamily, RuleFamily, WeightedSample, total},
    models::neighbors::ColorDistribution,
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// What is added to the number of times that each color was seen.
pub const UNSEEN: f64 = 0.1;

/// How often each color was seen, at any peg.
#[derive(Clone, Debug)]
pub struct Frequencies {
    home: Size,
    seen: ColorDistribution,
    pegs: f64,
}

/// The frequencies of those codes.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    Some(Arc::new(Frequencies::of(home, codes)))
}

impl Frequencies {
    pub fn of(home: Size, codes: WeightedSample) -> Frequencies {
        let mut seen = [0.0; Color::MAX];
        for (code, share) in codes {
            for (sum, count) in seen.iter_mut().zip(counts(code)) {
                *sum += share * f64::from(count);
            }
        }
        Frequencies { home, seen, pegs: total(codes) * home.pegs() as f64 }
    }

    /// How frequent the colors are judged to be.
    pub fn row(&self) -> ColorDistribution {
        let all = self.pegs + UNSEEN * self.home.colors() as f64;
        std::array::from_fn(|index| if index < self.home.colors() { (self.seen[index] + UNSEEN) / all } else { 0.0 })
    }

    /// The frequency of one color, without a code that has it at `count` pegs.
    pub fn one_without(&self, color: Color, count: usize, share: f64) -> f64 {
        let pegs = (self.pegs - share * self.home.pegs() as f64).max(0.0);
        let seen = (self.seen[color.index()] - share * count as f64).max(0.0);
        (seen + UNSEEN) / (pegs + UNSEEN * self.home.colors() as f64)
    }
}

impl RuleFamily for Frequencies {
    fn name(&self) -> &'static str {
        "color-frequencies"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let rows = transfer::frequencies(&self.row(), self.home, size);
        model::weighted(rows.into_iter().map(|(weight, row)| (weight, FrequenciesModel { size, row })))
    }
}

impl FittedFamily for Frequencies {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        code.pegs().map(|color| self.one_without(color, code.count(color), share)).product()
    }
}

/// Every peg is drawn by one row.
#[derive(Debug)]
pub struct FrequenciesModel {
    pub size: Size,
    pub row: ColorDistribution,
}

impl model::Model for FrequenciesModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        Code::from_fn(self.size, |_| color(counting::pick(&self.row, rng)))
    }

    fn probability(&self, code: &Code) -> f64 {
        code.pegs().map(|color| self.row[color.index()]).product()
    }

    fn description(&self) -> String {
        format!("every peg is drawn from {}", percentages(&self.row))
    }
}

/// The colors of a row with how many percent they have, as far as they have one.
pub fn percentages(row: &ColorDistribution) -> String {
    let mut order: Vec<usize> = (0..Color::MAX).filter(|&index| row[index] >= 0.005).collect();
    order.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
    let words: Vec<String> =
        order.iter().map(|&index| format!("{} {:.0} %", color(index), row[index] * 100.0)).collect();
    words.join(", ")
}
