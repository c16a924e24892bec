//! Features of codes: numbers that an automaton computes from left to right. Dynamic programming over its states gives the number of codes
//! with each value and exact draws. Families are the codes with one value, or frequencies of the values.

use crate::counting::{choices, color, is_vowel, listed, log_urn, pick, power};
use crate::family::{self, Family, FnModel, Model, WeightedModels, WeightedSample};
use crate::transfer;
use scsa::{Code, Color, Game, Rng};
use std::{collections::BTreeMap, sync::OnceLock};

/// Which pegs are compared, each with one other. In a code drawn uniformly every pair is equal or not independently of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegPairs {
    Neighbors,
    TwoBefore,
    /// Each peg with the one of that index, or with the last one where there are fewer.
    With(usize),
    /// Each peg of the second half with the one as far from the other end.
    Mirror,
    /// Each peg of the second half with its own in the first. Of an odd number the middle one is of the first.
    Halves,
}

impl PegPairs {
    pub const FIRST: PegPairs = PegPairs::With(0);
    pub const LAST: PegPairs = PegPairs::With(usize::MAX);

    /// The peg that a peg is compared with. It is before it, or is compared with none.
    fn other(self, peg: usize, pegs: usize) -> Option<usize> {
        match self {
            PegPairs::Neighbors => peg.checked_sub(1),
            PegPairs::TwoBefore => peg.checked_sub(2),
            PegPairs::With(other) => Some(other.min(pegs - 1)).filter(|&other| other != peg),
            PegPairs::Mirror => pegs.checked_sub(peg + 1).filter(|&other| other < peg),
            PegPairs::Halves => peg.checked_sub(pegs.div_ceil(2)),
        }
    }

    fn count(self, pegs: usize) -> usize {
        (0..pegs).filter(|&peg| self.other(peg, pegs).is_some()).count()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorClass {
    One(usize),
    /// A, E, I, O and U.
    Vowels,
}

impl ColorClass {
    fn has(self, index: usize) -> bool {
        match self {
            ColorClass::One(one) => index == one,
            ColorClass::Vowels => is_vowel(index),
        }
    }

    fn colors(self, game: Game) -> Vec<Color> {
        game.palette().filter(|color| self.has(color.index())).collect()
    }
}

/// A number that describes a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    CountOf(ColorClass),
    EqualPairs(PegPairs),
    Distinct,
    /// The sum of the indices of the colors, A having 0.
    Sum,
    /// That sum modulo a divisor; 0 is the number of colors.
    SumModulo(usize),
}

/// The divisor of a sum, where 0 is the number of colors.
fn divisor(divisor: usize, game: Game) -> usize {
    if divisor == 0 { game.colors() } else { divisor }
}

impl Feature {
    fn name(self) -> &'static str {
        match self {
            Feature::CountOf(ColorClass::One(_)) => "count-of-one-color",
            Feature::CountOf(_) => "count-of-some-colors",
            Feature::EqualPairs(_) => "equal-pairs",
            Feature::Distinct => "palette-shown",
            Feature::Sum | Feature::SumModulo(_) => "sum",
        }
    }

    /// The feature in words, as the subject of a sentence.
    fn subject(self, game: Game) -> String {
        match self {
            Feature::CountOf(ColorClass::One(index)) => format!("the number of {}", color(index)),
            Feature::CountOf(class) => {
                format!("the number of pegs of {}", listed(class.colors(game)).replace(" and ", " or "))
            }
            Feature::EqualPairs(pairs) => {
                let words = match pairs {
                    PegPairs::Neighbors => "to the one before".to_owned(),
                    PegPairs::TwoBefore => "to the one two before".to_owned(),
                    PegPairs::With(peg) => format!("to peg {}", peg.min(game.pegs() - 1) + 1),
                    PegPairs::Mirror => "to their mirror image in the first half".to_owned(),
                    PegPairs::Halves => "to their own in the first half".to_owned(),
                };
                format!("the number of pegs equal {words}")
            }
            Feature::Distinct => "the number of colors".to_owned(),
            Feature::Sum => "the sum of the colors, A being 0,".to_owned(),
            Feature::SumModulo(by) => format!("the sum of the colors, A being 0, modulo {},", divisor(by, game)),
        }
    }

    fn level(self, value: usize, game: Game) -> String {
        match self {
            Feature::Distinct if value == 1 => "one color is drawn for all pegs".to_owned(),
            Feature::Distinct => format!("{value} colors are drawn, then every peg from them, and all of them show"),
            _ => format!("{} is {value}, every such code equally probable", self.subject(game)),
        }
    }

    /// States are numbers below this one. The first state is 0.
    fn states(self, game: Game) -> usize {
        let (pegs, colors) = (game.pegs(), game.colors());
        match self {
            Feature::Sum => pegs * (colors - 1) + 1,
            Feature::SumModulo(by) => divisor(by, game),
            _ => pegs + 1,
        }
    }

    /// The state after a peg with a symbol: its color, its distance from the color of the peg that it is compared with, or the rank of its
    /// color in the order of first occurrence.
    fn next(self, game: Game, peg: usize, state: usize, symbol: usize) -> usize {
        match self {
            Feature::CountOf(class) => state + usize::from(class.has(symbol)),
            Feature::EqualPairs(pairs) => state + usize::from(symbol == 0 && pairs.other(peg, game.pegs()).is_some()),
            Feature::Distinct => state + usize::from(symbol >= state),
            Feature::Sum => state + symbol,
            Feature::SumModulo(by) => (state + symbol) % divisor(by, game),
        }
    }

    /// The pegs from which the symbols of others are counted.
    fn pairs(self) -> Option<PegPairs> {
        if let Feature::EqualPairs(pairs) = self { Some(pairs) } else { None }
    }

    fn evaluate(self, game: Game, code: &Code) -> usize {
        if self == Feature::Distinct {
            return code.distinct();
        }
        let mut state = 0;
        for (peg, color) in code.pegs().enumerate() {
            let symbol = match self.pairs() {
                Some(pairs) => {
                    let other = pairs.other(peg, game.pegs()).map_or(0, |other| code.peg(other).index());
                    (color.index() + game.colors() - other) % game.colors()
                }
                None => color.index(),
            };
            state = self.next(game, peg, state, symbol);
        }
        state
    }

    /// The number of codes with each value, up to the largest value of a code.
    fn totals(self, game: Game) -> Vec<f64> {
        let (pegs, colors) = (game.pegs(), game.colors());
        match self {
            // The closed form of the features that are there for every color.
            Feature::CountOf(class) => {
                let counted = class.colors(game).len();
                let codes = |n| choices(pegs, n) * power(counted, n) * power(colors - counted, pegs - n);
                (0..=pegs).map(codes).collect()
            }
            _ => self.sum_by_value(game),
        }
    }

    /// The same by a pass over pegs, states and symbols.
    fn sum_by_value(self, game: Game) -> Vec<f64> {
        let mut sums = vec![0.0; self.states(game)];
        sums[0] = 1.0;
        for peg in 0..game.pegs() {
            let mut after = vec![0.0; sums.len()];
            for (state, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
                for symbol in 0..game.colors() {
                    after[self.next(game, peg, state, symbol)] += sum;
                }
            }
            sums = after;
        }
        let largest = sums.iter().rposition(|sum| *sum > 0.0).unwrap_or_default();
        sums.truncate(largest + 1);
        sums
    }
}

fn decoded(feature: Feature, game: Game, symbols: &[usize]) -> Code {
    let mut indices = symbols.to_vec();
    match feature {
        _ if let Some(pairs) = feature.pairs() => {
            for peg in 0..game.pegs() {
                if let Some(other) = pairs.other(peg, game.pegs()) {
                    indices[peg] = (indices[other] + symbols[peg]) % game.colors();
                }
            }
        }
        Feature::Distinct => {
            let mut order: [usize; Color::MAX] = std::array::from_fn(|index| index);
            let mut seen = 0;
            for index in &mut indices {
                if *index >= seen {
                    order.swap(*index, seen);
                    *index = seen;
                    seen += 1;
                }
                *index = order[*index];
            }
        }
        _ => {}
    }
    Code::from_fn(game, |peg| color(indices[peg]))
}

impl Feature {
    /// For each number of pegs read and each state the probability of all completions, where each code with a value has the probability
    /// of that place.
    fn completions(self, game: Game, each: &[f64]) -> Vec<Vec<f64>> {
        let states = self.states(game);
        let mut tables = vec![(0..states).map(|value| each.get(value).copied().unwrap_or_default()).collect()];
        for peg in (0..game.pegs()).rev() {
            let after: &Vec<f64> = &tables[tables.len() - 1];
            let table = (0..states).map(|state| self.weights(game, after, peg, state).sum()).collect();
            tables.push(table);
        }
        tables.reverse();
        tables
    }

    /// For each symbol of a peg the probability of all completions from there.
    fn weights(self, game: Game, after: &[f64], peg: usize, state: usize) -> impl Iterator<Item = f64> {
        (0..game.colors()).map(move |symbol| {
            // From a state that is not reached there may be no next one.
            after.get(self.next(game, peg, state, symbol)).copied().unwrap_or_default()
        })
    }
}

/// The distribution in which each code with a value has the probability of that place.
fn feature_model(feature: Feature, game: Game, each: Vec<f64>, description: String) -> impl Model {
    // Only draws need the completions.
    let (completions, own) = (OnceLock::new(), each.clone());
    let probability = move |code: &Code| each.get(feature.evaluate(game, code)).copied().unwrap_or_default();
    let draw = move |rng: &mut Rng| {
        let completions = completions.get_or_init(|| feature.completions(game, &own));
        let mut state = 0;
        let symbols = (0..game.pegs()).map(|peg| {
            let weights: Vec<f64> = feature.weights(game, &completions[peg + 1], peg, state).collect();
            let symbol = pick(&weights, rng);
            state = feature.next(game, peg, state, symbol);
            symbol
        });
        decoded(feature, game, &symbols.collect::<Vec<usize>>())
    };
    FnModel::new(description, probability, draw).by_distinct(feature == Feature::Distinct)
}

/// The codes with one value of a feature; of distinct colors as many as there can be where a game has fewer pegs or colors.
pub fn level_set(feature: Feature, value: usize) -> Family {
    Family::fixed(feature.name(), move |game| {
        let most = game.pegs().min(game.colors());
        let value = if feature == Feature::Distinct { value.clamp(1, most) } else { value };
        let codes = feature.totals(game).get(value).copied().unwrap_or_default();
        if codes == 0.0 {
            return Vec::new();
        }
        let mut each = vec![0.0; value + 1];
        each[value] = 1.0 / codes;
        family::only(feature_model(feature, game, each, feature.level(value, game)))
    })
}

/// The number of codes that the uniform distribution counts as in a histogram.
const CONCENTRATION: f64 = 1.0;
/// By how much a histogram must make the logarithm of the marginal likelihood of all codes larger, in nats.
const LEAST_GAIN: f64 = 3.0;
/// Where all pairs are equal in more codes than this part of all, that is a pattern, which other families describe.
const PATTERN: f64 = 0.5;
/// The probability that values are the same in codes of other games, and not larger or smaller in proportion.
const KEPT: f64 = 0.6;
const OTHER: f64 = 0.2;
/// No more values than these are described, the most probable ones.
const DESCRIBED: usize = 8;

/// How often each value of a feature was seen. All codes with a value are equally probable.
struct Histogram {
    home: Game,
    feature: Feature,
    seen: BTreeMap<usize, f64>,
    all: f64,
    /// The number of codes with each value at home.
    totals: Vec<f64>,
}

/// The frequencies of the values in those codes, if they differ from those of codes drawn uniformly.
pub fn fit_histogram(feature: Feature, home: Game, codes: WeightedSample) -> Option<Family> {
    let mut seen: BTreeMap<usize, f64> = BTreeMap::new();
    for (code, share) in codes {
        *seen.entry(feature.evaluate(home, code)).or_default() += share;
    }
    let all = family::total(codes);
    if let Feature::EqualPairs(pairs) = feature
        && seen.get(&pairs.count(home.pegs())).is_some_and(|&equal| equal > PATTERN * all)
    {
        return None;
    }
    let histogram = Histogram { home, feature, seen, all, totals: feature.totals(home) };
    let gain = histogram.gain();
    let log_evidence = gain - all * libm::log(power(home.colors(), home.pegs()));
    (gain > LEAST_GAIN && varies(&histogram.totals)).then(|| {
        Family::fitted(feature.name(), histogram, Some(log_evidence), Histogram::models, |histogram, code, share| {
            let value = histogram.feature.evaluate(histogram.home, code);
            histogram.share(value, share) / histogram.totals[value]
        })
    })
}

/// Whether there are codes with different values.
fn varies(totals: &[f64]) -> bool {
    totals.iter().filter(|&&codes| codes > 0.0).count() > 1
}

impl Histogram {
    /// By how much the logarithm of the marginal likelihood of the codes exceeds that of the uniform distribution: each value is
    /// predicted by those before it (Pólya's urn).
    fn gain(&self) -> f64 {
        let seen = || self.seen.iter().map(|(&value, &seen)| (self.uniform(value), seen));
        let of_uniform: f64 = seen().map(|(base, seen)| seen * libm::log(base)).sum();
        log_urn(seen().map(|(base, seen)| (CONCENTRATION * base, seen)), CONCENTRATION) - of_uniform
    }

    /// The probability of a value in a code drawn uniformly.
    fn uniform(&self, value: usize) -> f64 {
        self.totals[value] / power(self.home.colors(), self.home.pegs())
    }

    /// The probability of a value, without `share` of a code that has it.
    fn share(&self, value: usize, share: f64) -> f64 {
        let seen = (self.seen.get(&value).copied().unwrap_or_default() - share).max(0.0);
        (seen + CONCENTRATION * self.uniform(value)) / (self.all - share + CONCENTRATION)
    }

    /// The probabilities of the values in a game with that number of codes of each: several ways, with weights.
    fn transferred(&self, totals: &[f64]) -> Vec<(f64, Vec<f64>)> {
        let (from, to) = (self.totals.len() - 1, totals.len() - 1);
        let mut kept = vec![0.0; to + 1];
        (0..=from).for_each(|value| kept[value.min(to)] += self.share(value, 0.0));
        if from == to {
            return vec![(1.0, kept)];
        }
        // All codes whose value is one of home in proportion are equally probable.
        let at_home = |value: usize| (2 * value * from + to) / (2 * to).max(1);
        let mut codes = vec![0.0; from + 1];
        (0..=to).for_each(|value| codes[at_home(value)] += totals[value]);
        let spread = |value: usize| {
            let codes = codes[at_home(value)];
            if codes > 0.0 { self.share(at_home(value), 0.0) * totals[value] / codes } else { 0.0 }
        };
        vec![(KEPT, kept), (1.0 - KEPT, (0..=to).map(spread).collect())]
    }

    fn models(&self, game: Game) -> WeightedModels {
        let totals = self.feature.totals(game);
        if !varies(&totals) {
            return Vec::new();
        }
        let models = self.transferred(&totals).into_iter().filter_map(|(weight, mut shares)| {
            // No code may have a value.
            shares.iter_mut().zip(&totals).filter(|(_, codes)| **codes == 0.0).for_each(|(share, _)| *share = 0.0);
            let sum: f64 = shares.iter().sum();
            let each = shares.iter().zip(&totals);
            let each = each.map(|(share, codes)| if *share > 0.0 { share / sum / codes } else { 0.0 }).collect();
            let description = self.description(game, &shares);
            (sum > 0.0).then(|| (weight, feature_model(self.feature, game, each, description)))
        });
        let models = family::weighted(models);
        if game == self.home { models } else { transfer::with_uniform_share(models, OTHER, game) }
    }

    fn description(&self, game: Game, shares: &[f64]) -> String {
        let mut values: Vec<usize> = (0..shares.len()).filter(|&value| shares[value] >= 0.005).collect();
        values.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
        let others = if values.len() > DESCRIBED { " and others" } else { "" };
        values.truncate(DESCRIBED);
        values.sort_unstable();
        let values: Vec<String> =
            values.iter().map(|&value| format!("{value} ({:.0} %)", shares[value] * 100.0)).collect();
        format!(
            "{} is {}{others}, every code with that number equally probable",
            self.feature.subject(game),
            values.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted() {
        let game = "3x4".parse().unwrap();
        // All 64 codes of 3x4: 4 of one color, 4 * 3 * 2 without equal pegs.
        assert_eq!(Feature::Distinct.totals(game), [0.0, 4.0, 36.0, 24.0]);
        assert_eq!(Feature::EqualPairs(PegPairs::Neighbors).totals(game), [36.0, 24.0, 4.0]);
        assert_eq!(Feature::SumModulo(2).totals(game), [32.0, 32.0]);
        assert_eq!(Feature::Sum.totals(game)[..4], [1.0, 3.0, 6.0, 10.0]);
        for class in [ColorClass::One(2), ColorClass::Vowels] {
            let feature = Feature::CountOf(class);
            assert_eq!(feature.totals(game)[..3], feature.sum_by_value(game)[..3]);
        }
    }

    /// 35 of the 625 codes have the sum 4. In a larger game the larger sums have larger codes.
    #[test]
    fn a_constant_sum_is_fitted_and_any_sum_is_not() {
        let fitted = |codes: &[&str]| {
            let codes: Vec<(Code, f64)> = codes.iter().map(|code| (code.parse().unwrap(), 1.0)).collect();
            fit_histogram(Feature::Sum, "4x5".parse().unwrap(), &codes)
        };
        let constant = fitted(&["ABCB", "EAAA", "BBBB", "CCAA", "ADBA", "AACC"]).unwrap();
        let p = family::probability(&constant.at("4x5".parse().unwrap()), &"BACB".parse().unwrap());
        assert!((p - (6.0 + 35.0 / 625.0) / 7.0 / 35.0).abs() < 1e-12, "{p}");
        let models = constant.at("6x9".parse().unwrap());
        let of = |code: &str| models[1].1.probability(&code.parse().unwrap());
        // 12 of 48 is as 4 of 16; so is 11, and 36 is not.
        assert!((of("CCCCCC") / of("CCCCCB") - 1.0).abs() < 1e-12 && of("CCCCCC") > 20.0 * of("GGGGGG"));
        assert!(fitted(&["AAAA", "EEEE", "BCDE", "ABAD", "CCDD", "BABE"]).is_none());
    }
}
