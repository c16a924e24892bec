//! The catalog of rule families, with their prior weights.

use crate::{
    automaton::{
        feature::{ColorClass, Feature},
        histogram,
        level_set::LevelSet,
        reading::PegPairs,
    },
    fitted::{
        affine, color_set, context_tree, count_list, fixed_counts, frequencies, key_code, latent_classes, list,
        neighbor_order, nested, number_of_colors, part_list, pattern_list, peg_frequencies, peg_network, peg_offsets,
        recency, run_lengths, shapes, template, words,
    },
    model::{FitFn, FittedFamily, RuleFamily, WeightedSample},
    models::{
        contest::ContestRule,
        disjoint_palettes::{DisjointPalettes, PaletteSplit},
        equality_pattern::{EqualityPattern, patterns},
        independent_parts::{IndependentParts, PegDivision},
        neighbors::Neighbors,
        noisy_pattern::{NoisyPattern, PatternNoise},
        palette::PaletteRule,
        patterned::Patterned,
        progression::{Disturbance, Progression, Stride},
        rearranged::{PegSorting, Rearranged, colorings},
        repeated_permutation::RepeatedPermutation,
        shape::Balanced,
        transformed_half::{ColorMap, HalfOrder, TransformedHalf},
        unimodal::Unimodal,
    },
};
use scsa::{Color, Size, algorithms};
use std::sync::Arc;

/// The rule families without fitted parameters, with prior weights; the first is the uniform distribution.
pub fn fixed_families() -> Vec<(f64, Arc<dyn RuleFamily>)> {
    let mut families: Vec<(f64, Arc<dyn RuleFamily>)> = vec![(8.0, Arc::new(PaletteRule::ALL))];
    let mut add = |weight: f64, family: Arc<dyn RuleFamily>| families.push((weight, family));
    for scsa in algorithms::with_variants() {
        let by_distinct = match scsa.name() {
            "usually-fewer" | "usually-fewer-2024" | "prefer-fewer" | "mystery-1" => true,
            "ab-color" | "ab-color-2024" => false,
            // The others are among the rules below.
            _ => continue,
        };
        add(2.0, Arc::new(ContestRule { scsa, by_distinct }));
    }
    for (colors, weight) in (1..=12).zip([2.0, 3.0, 1.5, 1.5, 0.3, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05]) {
        add(weight, Arc::new(PaletteRule(colors)));
    }
    for (colors, weight) in (2..=10).zip([2.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1]) {
        add(weight, Arc::new(LevelSet::palette(colors)));
    }
    add(3.0, Arc::new(Balanced::DISTINCT));
    for (colors, weight) in (2..=8).zip([1.0, 2.0, 0.6, 0.4, 0.2, 0.1, 0.1]) {
        add(weight, Arc::new(Balanced(colors)));
    }
    for (shuffles, weight) in
        [(RepeatedPermutation::Same, 0.5), (RepeatedPermutation::Turned, 0.1), (RepeatedPermutation::Anew, 0.3)]
    {
        add(weight, Arc::new(shuffles));
    }
    for (pattern, weight) in patterns() {
        add(weight * 0.4, Arc::new(Patterned { pattern, coloring: Arc::new(PaletteRule::ALL) }));
        add(weight * 0.4, Arc::new(Patterned { pattern, coloring: Arc::new(Balanced::DISTINCT) }));
        if pattern == EqualityPattern::Period(2) {
            // Two pegs differ in one way only.
            continue;
        }
        for coloring in [
            Arc::new(Neighbors::Differ) as Arc<dyn RuleFamily>,
            Arc::new(PaletteRule(2)),
            Arc::new(LevelSet::palette(2)),
        ] {
            add(weight * 0.05, Arc::new(Patterned { pattern, coloring }));
        }
    }
    for division in [PegDivision::Middle, PegDivision::EveryOther] {
        let sorted =
            |order| Arc::new(Rearranged { order, coloring: Arc::new(PaletteRule::ALL) }) as Arc<dyn RuleFamily>;
        let (up, down) = (sorted(PegSorting::Ascending), sorted(PegSorting::Descending));
        let colorings: [Arc<dyn RuleFamily>; 6] = [
            Arc::new(PaletteRule(2)),
            Arc::new(PaletteRule(3)),
            Arc::new(LevelSet::palette(2)),
            Arc::new(Balanced::DISTINCT),
            Arc::clone(&up),
            Arc::clone(&down),
        ];
        let alike = colorings.map(|coloring| [Arc::clone(&coloring), coloring]);
        for colorings in alike.into_iter().chain([[Arc::clone(&up), Arc::clone(&down)], [down, up]]) {
            add(0.08, Arc::new(IndependentParts { division, colorings }));
        }
        for split in [PaletteSplit::Fewer, PaletteSplit::More, PaletteSplit::Each(2), PaletteSplit::Each(3)] {
            add(0.05, Arc::new(DisjointPalettes { division, split }));
        }
    }
    for valley in [false, true] {
        add(0.1, Arc::new(Unimodal { valley }));
    }
    for (order, color_map) in [
        (HalfOrder::Rotated, ColorMap::Same),
        (HalfOrder::Shuffled, ColorMap::Same),
        (HalfOrder::Ascending, ColorMap::Same),
        (HalfOrder::Descending, ColorMap::Same),
        (HalfOrder::Same, ColorMap::Next),
        (HalfOrder::Same, ColorMap::Opposite),
        (HalfOrder::Reversed, ColorMap::Next),
        (HalfOrder::Reversed, ColorMap::Opposite),
    ] {
        for middle in [false, true] {
            add(0.05, Arc::new(TransformedHalf { order, color_map, middle }));
        }
    }
    for (neighbours, weight) in
        [(Neighbors::Differ, 1.0), (Neighbors::Within { distance: 1, cyclic: false }, 0.5), (Neighbors::Next, 0.3)]
    {
        add(weight, Arc::new(neighbours));
    }
    for stride in [Stride::Any, Stride::AnyOrNone] {
        add(0.3, Arc::new(Progression { stride, disturbance: Disturbance::Exchanges(0) }));
    }
    for order in [PegSorting::Ascending, PegSorting::Descending, PegSorting::ColorBlocks] {
        for coloring in colorings() {
            add(0.1, Arc::new(Rearranged { order, coloring }));
        }
    }
    for descending in [false, true] {
        add(0.2, Arc::new(LevelSet { feature: Feature::Sorted { parts: 1, descending }, value: None }));
    }
    for (value, weight) in [(Some(2), 0.2), (Some(3), 0.2), (Some(4), 0.1), (None, 0.1)] {
        add(weight, Arc::new(LevelSet { feature: Feature::ColorBlocks, value }));
    }
    // One peg has a color that no other has.
    let unique = |peg: PegPairs| Arc::new(LevelSet::of(Feature::EqualPairs(peg), 0));
    add(0.1, unique(PegPairs::FIRST));
    add(0.1, unique(PegPairs::LAST));
    for (pattern, peg) in [
        (EqualityPattern::Ends, PegPairs::FIRST),
        (EqualityPattern::Odd, PegPairs::FIRST),
        (EqualityPattern::Even, PegPairs::With(1)),
    ] {
        add(0.1, Arc::new(Patterned { pattern, coloring: unique(peg) }));
    }
    for (pattern, weight) in patterns() {
        for (changed, share) in changes(pattern) {
            add(weight * share, Arc::new(NoisyPattern { pattern, changed }));
        }
    }
    for stride in [Stride::Next, Stride::Either, Stride::Any] {
        let rates: &[f64] = if stride == Stride::Any { &[0.1] } else { &[0.1, 0.2] };
        let others = [Disturbance::One, Disturbance::Exchanges(1), Disturbance::Exchanges(2)];
        for disturbance in others.into_iter().chain(rates.iter().map(|&rate| Disturbance::Rate(rate))) {
            add(0.03, Arc::new(Progression { stride, disturbance }));
        }
    }
    for (divisor, rest) in [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (0, 0)] {
        add(0.1, Arc::new(LevelSet::of(Feature::SumModulo(divisor), rest)));
    }
    for (distance, cyclic) in [(1, true), (2, false), (2, true)] {
        add(0.1, Arc::new(Neighbors::Within { distance, cyclic }));
    }
    for (parts, descending) in [(2, false), (2, true), (3, false), (3, true)] {
        add(0.05, Arc::new(LevelSet { feature: Feature::Sorted { parts, descending }, value: None }));
    }
    for class in [ColorClass::FirstHalf, ColorClass::EveryOther] {
        add(0.05, Arc::new(LevelSet::of(Feature::Balance(class), 0)));
    }
    add(0.05, Arc::new(LevelSet::of(Feature::EqualPairs(PegPairs::TwoBefore), 0)));
    families
}

/// What may be changed of a pattern, each with a part of its weight. Rules that make every code possible are the ones that take
/// time when rules are weighed: there are more of them for the patterns that are more common.
fn changes(pattern: EqualityPattern) -> Vec<(PatternNoise, f64)> {
    let new = matches!(pattern, EqualityPattern::Period(2 | 3) | EqualityPattern::Blocks(2 | 3));
    let rates: &[f64] = match pattern {
        EqualityPattern::Period(2..=4) | EqualityPattern::Mirror => &[0.05, 0.1, 0.2],
        EqualityPattern::Repeats(2) | EqualityPattern::Runs(2) | EqualityPattern::Blocks(2 | 3) => &[0.1],
        _ => &[],
    };
    // Of the first and the last peg hardly anything is left when one peg is any.
    let one = (pattern != EqualityPattern::Ends).then_some((PatternNoise::One, 0.05));
    let one = one.into_iter().chain(new.then_some((PatternNoise::OneNew, 0.03)));
    one.chain(rates.iter().map(|&rate| (PatternNoise::Rate(rate), 0.03))).collect()
}

/// A rule family with parameters to estimate.
#[derive(Clone, Copy, Debug)]
pub enum Estimator {
    /// As it stands.
    Plain(FitFn),
    /// The values of a feature.
    Histogram(Feature),
}

impl Estimator {
    /// The rule family with the parameters estimated from codes of one size. None if they do not support it.
    pub fn fit(self, home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
        match self {
            Estimator::Plain(fit) => fit(home, codes),
            Estimator::Histogram(feature) => histogram::fit(feature, home, codes),
        }
    }
}

/// The estimators, with prior weights.
pub fn estimators() -> Vec<(f64, Estimator)> {
    let mut estimators = vec![
        (1.0, Estimator::Plain(frequencies::fit)),
        (1.0, Estimator::Plain(color_set::fit)),
        (1.0, Estimator::Plain(fixed_counts::fit)),
        (1.5, Estimator::Plain(number_of_colors::fit)),
        (0.5, Estimator::Plain(shapes::fit)),
        (1.0, Estimator::Plain(peg_frequencies::fit)),
        (0.3, Estimator::Plain(affine::fit)),
        (0.2, Estimator::Plain(run_lengths::fit)),
        (0.2, Estimator::Plain(recency::fit)),
        (0.2, Estimator::Plain(peg_offsets::fit)),
        (0.2, Estimator::Plain(peg_offsets::fit_distinct)),
        (0.1, Estimator::Plain(peg_offsets::fit_alone)),
        (0.2, Estimator::Plain(key_code::fit)),
        (0.5, Estimator::Plain(peg_network::fit)),
        (0.2, Estimator::Plain(part_list::fit)),
        (0.2, Estimator::Plain(pattern_list::fit)),
        (0.1, Estimator::Plain(template::fit)),
        (0.1, Estimator::Plain(neighbor_order::fit)),
        (0.2, Estimator::Plain(latent_classes::fit)),
        (0.2, Estimator::Plain(count_list::fit)),
        (0.2, Estimator::Plain(words::fit)),
        (0.3, Estimator::Plain(context_tree::fit)),
        (0.1, Estimator::Plain(nested::fit)),
        (0.1, Estimator::Plain(list::fit)),
    ];
    let mut histogram = |weight: f64, feature: Feature| estimators.push((weight, Estimator::Histogram(feature)));
    (0..Color::MAX).for_each(|index| histogram(0.04, Feature::CountOf(ColorClass::One(index))));
    for class in [ColorClass::Vowels, ColorClass::FirstHalf, ColorClass::EveryOther] {
        histogram(0.1, Feature::CountOf(class));
    }
    for pairs in [PegPairs::Neighbors, PegPairs::FIRST, PegPairs::Mirror, PegPairs::Halves] {
        histogram(0.1, Feature::EqualPairs(pairs));
    }
    for feature in [
        Feature::EqualPairs(PegPairs::TwoBefore),
        Feature::Runs,
        Feature::LongestRun,
        Feature::Ascents,
        Feature::Sum,
        Feature::SumModulo(0),
        Feature::SumModulo(4),
        Feature::SumModulo(5),
        Feature::HalfSums,
        Feature::AlternateSums,
    ] {
        histogram(0.02, feature);
    }
    estimators
}
