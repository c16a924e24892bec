//! The catalog of rule families, with their prior weights.

use crate::automaton::{ColorClass, Feature, PegPairs, fit_histogram, level_set};
use crate::family::{self, Family, FitFn, WeightedSample};
use crate::fitted::{base_codes, classes, count_weights, frequencies, lists, log_linear, peg_network, span, words};
use crate::fixed::palettes::{all_colors, balanced, contest, distinct, palette};
use crate::fixed::patterns::{EqualityPattern, HalfOrder, PegSorting, half_again, patterned, patterns, sorted};
use crate::parts::{self, Division};
use scsa::{Color, Game, Scsa, algorithms};

/// The rule families without fitted parameters, with prior weights; the first is the uniform distribution.
pub fn fixed_families() -> Vec<(f64, Family)> {
    let mut families: Vec<(f64, Family)> = vec![(8.0, all_colors())];
    let mut add = |weight: f64, family: Family| families.push((weight, family));
    let palette_shown = |colors| level_set(Feature::Distinct, colors);
    // The others are among the rules below.
    for scsa in algorithms::with_variants().filter(|scsa| scsa.names_colors() || is_mixture(scsa)) {
        add(2.0, contest(scsa, scsa.by_distinct() && !scsa.names_colors()));
    }
    for (colors, weight) in (1..=12).zip([2.0, 3.0, 1.5, 1.5, 0.3, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05]) {
        add(weight, palette(colors));
    }
    for (colors, weight) in (2..=10).zip([2.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1]) {
        add(weight, palette_shown(colors));
    }
    add(3.0, distinct());
    for (colors, weight) in (2..=8).zip([1.0, 2.0, 0.6, 0.4, 0.2, 0.1, 0.1]) {
        add(weight, balanced(colors));
    }
    for (pattern, weight) in patterns() {
        add(weight * 0.4, patterned(pattern, all_colors()));
        add(weight * 0.4, patterned(pattern, distinct()));
        // Two pegs differ in one way only.
        if pattern != EqualityPattern::Period(2) {
            add(weight * 0.05, patterned(pattern, palette(2)));
            add(weight * 0.05, patterned(pattern, palette_shown(2)));
        }
    }
    for order in [HalfOrder::Rotated, HalfOrder::Shuffled, HalfOrder::Ascending, HalfOrder::Descending] {
        add(0.1, half_again(order));
    }
    for order in [PegSorting::Ascending, PegSorting::Descending, PegSorting::ColorBlocks] {
        for coloring in [all_colors(), palette(2), palette(3), palette_shown(2), palette_shown(3), distinct()] {
            add(0.1, sorted(order, coloring));
        }
    }
    // The color of one peg comes nowhere else.
    for pairs in [PegPairs::FIRST, PegPairs::LAST] {
        add(0.1, level_set(Feature::EqualPairs(pairs), 0));
    }
    for pairs in [PegPairs::Neighbors, PegPairs::TwoBefore] {
        add(0.5, level_set(Feature::EqualPairs(pairs), 0));
    }
    for (divisor, rest) in [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (0, 0)] {
        add(0.1, level_set(Feature::SumModulo(divisor), rest));
    }
    families
}

fn is_mixture(scsa: &dyn Scsa) -> bool {
    Game::new(Game::MAX_PEGS, Color::MAX).is_ok_and(|game| scsa.supports(game) && !scsa.components(game).is_empty())
}

/// A rule family with parameters to estimate from codes of one game.
#[derive(Clone, Copy, Debug)]
pub enum Estimator {
    /// It needs at least so many pegs, colors and codes, with which its structure shows.
    Function {
        least: (usize, usize, f64),
        fit: FitFn,
    },
    Histogram(Feature),
    /// Two parts of codes, each with the rule of the catalog that makes it most probable.
    Parts(Division),
}

impl Estimator {
    pub fn fit(self, home: Game, codes: WeightedSample) -> Option<Family> {
        match self {
            Estimator::Function { least: (pegs, colors, number), fit } => {
                let is_enough = home.pegs() >= pegs && home.colors() >= colors && family::total(codes) >= number;
                if is_enough { fit(home, codes) } else { None }
            }
            Estimator::Histogram(feature) => fit_histogram(feature, home, codes),
            Estimator::Parts(division) => parts::fit(division, best, home, codes),
        }
    }
}

/// The family that makes the codes most probable, with the logarithm of that and of its share of the prior weights. Codes of two
/// parts are none.
fn best(home: Game, codes: WeightedSample) -> Option<(f64, Family)> {
    let (fixed, estimators) = (fixed_families(), estimators());
    let all = total_weight(&fixed, &estimators);
    let fixed = fixed.into_iter().map(|(prior, family)| {
        let models = family.at(home);
        let log = codes.iter().map(|(code, share)| share * libm::log(family::probability(&models, code))).sum::<f64>();
        (libm::log(prior) + log, family)
    });
    let simple = estimators.into_iter().filter(|(_, estimator)| !matches!(estimator, Estimator::Parts(_)));
    let fitted = simple.filter_map(|(prior, estimator)| {
        let family = estimator.fit(home, codes)?;
        let log = family.log_evidence(|codes| estimator.fit(home, codes), home, codes);
        Some((libm::log(prior) + log, family))
    });
    let (log, family) = fixed.chain(fitted).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((log - libm::log(all), family))
}

pub fn total_weight(fixed: &[(f64, Family)], estimators: &[(f64, Estimator)]) -> f64 {
    fixed.iter().map(|(weight, _)| weight).chain(estimators.iter().map(|(weight, _)| weight)).sum()
}

pub fn estimators() -> Vec<(f64, Estimator)> {
    // The prior weight, the fewest pegs, colors and codes of a fit, and the fit.
    let functions: [(f64, (usize, usize, f64), FitFn); 13] = [
        (1.0, (1, 1, 0.0), frequencies::fit),
        (1.0, (1, 1, 0.0), frequencies::fit_set),
        (1.0, (1, 1, 0.0), lists::fit_counts),
        (1.5, (1, 2, 0.0), frequencies::fit_number_of_colors),
        (1.0, (2, 2, 0.0), frequencies::fit_pegs),
        (0.5, (3, 2, 8.0), peg_network::fit),
        (0.2, (4, 3, 8.0), classes::fit),
        (1.0, (2, 2, 8.0), count_weights::fit),
        (0.2, (3, 2, 8.0), base_codes::fit),
        (0.5, (3, 2, 8.0), log_linear::fit),
        (0.2, (3, 2, 0.0), span::fit),
        (0.1, (5, 3, 8.0), words::fit),
        (0.1, (1, 1, 0.0), lists::fit_codes),
    ];
    let counts = (0..Color::MAX).map(|index| (0.04, Feature::CountOf(ColorClass::One(index))));
    let vowels = Feature::CountOf(ColorClass::Vowels);
    let pairs = [PegPairs::Neighbors, PegPairs::FIRST, PegPairs::Mirror, PegPairs::Halves].map(Feature::EqualPairs);
    let others = [
        Feature::EqualPairs(PegPairs::TwoBefore),
        Feature::Sum,
        Feature::SumModulo(0),
        Feature::SumModulo(4),
        Feature::SumModulo(5),
    ];
    let features = counts
        .chain(pairs.into_iter().chain([vowels]).map(|feature| (0.1, feature)))
        .chain(others.map(|feature| (0.02, feature)));
    let functions = functions.into_iter().map(|(weight, least, fit)| (weight, Estimator::Function { least, fit }));
    let features = features.map(|(weight, feature)| (weight, Estimator::Histogram(feature)));
    let parts =
        [Division::Middle, Division::EveryOther, Division::Steps].map(|division| (0.2, Estimator::Parts(division)));
    functions.chain(features).chain(parts).collect()
}
