//! Uniform distributions over the codes with one value of a feature.

use super::{Automaton, AutomatonModel, feature::Feature};
use crate::model::{self, RuleFamily, WeightedModels};
use scsa::Size;

/// All codes with that value of the feature, or with any, are equally probable.
#[derive(Clone, Copy, Debug)]
pub struct LevelSet {
    pub feature: Feature,
    pub value: Option<usize>,
}

impl LevelSet {
    pub const fn of(feature: Feature, value: usize) -> LevelSet {
        LevelSet { feature, value: Some(value) }
    }

    /// The codes with that number of distinct colors, as many as there can be where a size has fewer pegs or colors.
    pub const fn palette(colors: usize) -> LevelSet {
        LevelSet::of(Feature::Distinct, colors)
    }
}

impl RuleFamily for LevelSet {
    fn name(&self) -> &'static str {
        self.feature.name()
    }

    fn at(&self, size: Size) -> WeightedModels {
        let most_colors = size.pegs().min(size.colors());
        let is_number_of_colors = matches!(self.feature, Feature::Distinct | Feature::ColorBlocks);
        let value = self.value.map(|value| if is_number_of_colors { value.clamp(1, most_colors) } else { value });
        let mut factors = self.feature.totals(size);
        for (other, factor) in factors.iter_mut().enumerate() {
            *factor = if value.is_none_or(|value| value == other) { *factor } else { 0.0 };
        }
        let codes: f64 = factors.iter().sum();
        if codes == 0.0 {
            return Vec::new();
        }
        factors.iter_mut().filter(|factor| **factor > 0.0).for_each(|factor| *factor = 1.0 / codes);
        let model = AutomatonModel::new(self.feature, size, factors, self.feature.level(value, size));
        model::only(model.by_distinct(self.feature == Feature::Distinct))
    }
}
