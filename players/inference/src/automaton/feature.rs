//! Numbers that describe a code, computed by automata.

use super::{
    Automaton,
    reading::{PegPairs, Reading},
    run, sum_by_value,
};
use crate::counting::{choices, is_vowel, listed, power};
use scsa::{Code, Color, Size};

/// A set of colors. At every size a class is what its definition comes to there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorClass {
    /// The color of that index.
    One(usize),
    /// A, E, I, O and U.
    Vowels,
    /// The first half of the colors, without the one in the middle.
    FirstHalf,
    /// A, C, E and so on.
    EveryOther,
}

impl ColorClass {
    fn has(self, index: usize, size: Size) -> bool {
        match self {
            ColorClass::One(one) => index == one,
            ColorClass::Vowels => is_vowel(index),
            ColorClass::FirstHalf => index < size.colors() / 2,
            ColorClass::EveryOther => index.is_multiple_of(2),
        }
    }

    /// Its colors at a size.
    pub fn colors(self, size: Size) -> Vec<Color> {
        size.palette().filter(|color| self.has(color.index(), size)).collect()
    }
}

/// A number that describes a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The number of pegs with a color of the class.
    CountOf(ColorClass),
    /// The difference between the numbers of pegs with a color of the class and with other colors. The middle one of an odd number of
    /// colors belongs to neither half.
    Balance(ColorClass),
    /// The number of equal pegs among the pairs.
    EqualPairs(PegPairs),
    /// The number of runs of one color.
    Runs,
    /// The length of the longest run of one color.
    LongestRun,
    /// The number of pegs of a later color than the peg before.
    Ascents,
    /// The number of distinct colors.
    Distinct,
    /// The same, of codes with each color in one block.
    ColorBlocks,
    /// The sum of the indices of the colors, A having 0.
    Sum,
    /// That sum modulo a divisor; 0 is the number of colors.
    SumModulo(usize),
    /// The difference between the sums of the first and of the second half, without the peg in the middle.
    HalfSums,
    /// The difference between the sums of the pegs 1, 3, 5 … and of the others.
    AlternateSums,
    /// 0 for codes of that number of equally long parts, the last one cut, of which each is sorted.
    Sorted { parts: usize, descending: bool },
}

/// The divisor of a sum, where 0 is the number of colors.
fn divisor(divisor: usize, size: Size) -> usize {
    if divisor == 0 { size.colors() } else { divisor }
}

impl Feature {
    /// The name of families of the feature.
    pub fn name(self) -> &'static str {
        match self {
            Feature::CountOf(ColorClass::One(_)) => "count-of-one-color",
            Feature::CountOf(_) => "count-of-some-colors",
            Feature::Balance(_) => "balance",
            Feature::EqualPairs(_) => "equal-pairs",
            Feature::Runs => "number-of-runs",
            Feature::LongestRun => "longest-run",
            Feature::Ascents => "ascents",
            Feature::Distinct => "palette-shown",
            Feature::ColorBlocks => "grouped",
            Feature::Sum | Feature::SumModulo(_) => "sum",
            Feature::HalfSums | Feature::AlternateSums => "sum-difference",
            Feature::Sorted { .. } => "sorted",
        }
    }

    /// The feature in words, as the subject of a sentence.
    pub fn subject(self, size: Size) -> String {
        match self {
            Feature::CountOf(ColorClass::One(index)) => format!("the number of {}", crate::counting::color(index)),
            Feature::CountOf(class) | Feature::Balance(class) => {
                format!("the number of pegs of {}", listed(class.colors(size)).replace(" and ", " or "))
            }
            Feature::EqualPairs(pairs) => format!("the number of pegs {}", pair_words(pairs, size.pegs())),
            Feature::Runs => "the number of runs of one color".to_owned(),
            Feature::LongestRun => "the length of the longest run of one color".to_owned(),
            Feature::Ascents => "the number of pegs of a later color than the one before".to_owned(),
            Feature::Distinct | Feature::ColorBlocks => "the number of colors".to_owned(),
            Feature::Sum => "the sum of the colors, A being 0,".to_owned(),
            Feature::SumModulo(by) => format!("the sum of the colors, A being 0, modulo {}", divisor(by, size)),
            Feature::HalfSums => "the difference of the sums of the halves, A being 0,".to_owned(),
            Feature::AlternateSums => {
                "the difference of the sums of pegs 1, 3, 5 … and of the others, A being 0,".to_owned()
            }
            Feature::Sorted { .. } => "the order".to_owned(),
        }
    }

    /// All codes with a value, in words; without a value, all that are not rejected.
    pub fn level(self, value: Option<usize>, size: Size) -> String {
        let all = "every such code equally probable";
        match (self, value) {
            (Feature::Distinct | Feature::ColorBlocks, Some(1)) => "one color is drawn for all pegs".to_owned(),
            (Feature::Distinct, Some(colors)) => {
                format!("{colors} colors are drawn, then every peg from them, and all of them show")
            }
            (Feature::ColorBlocks, Some(blocks)) => {
                format!("{blocks} blocks of one color each, of any lengths, no color twice")
            }
            (Feature::ColorBlocks, None) => format!("each color in one block, {all}"),
            (Feature::Sorted { parts, descending }, _) => {
                let part = match parts {
                    1 => String::new(),
                    2 => "each half ".to_owned(),
                    _ => format!("each of {parts} equal parts "),
                };
                format!("{part}sorted, A {}, {all}", if descending { "last" } else { "first" })
            }
            (Feature::SumModulo(2), Some(0)) => "the sum of the colors, A being 0, is even".to_owned(),
            (Feature::SumModulo(2), Some(_)) => "the sum of the colors, A being 0, is odd".to_owned(),
            (Feature::SumModulo(by), Some(rest)) => {
                let more = if rest == 0 { "a multiple".to_owned() } else { format!("{rest} more than a multiple") };
                format!("the sum of the colors, A being 0, is {more} of {}", divisor(by, size))
            }
            (Feature::Balance(ColorClass::FirstHalf), Some(0)) => {
                "as many pegs of the first half of the colors as of the second".to_owned()
            }
            (Feature::Balance(_), Some(0)) => "as many pegs of A, C, E … as of B, D, F …".to_owned(),
            (Feature::EqualPairs(PegPairs::TwoBefore), Some(0)) => {
                "no peg has the color of the one two before it".to_owned()
            }
            (Feature::EqualPairs(PegPairs::With(peg)), Some(0)) => {
                let one = match peg.min(size.pegs() - 1) {
                    0 => "the first one".to_owned(),
                    last if last + 1 == size.pegs() => "the last one".to_owned(),
                    peg => format!("peg {}", peg + 1),
                };
                format!("the color of {one} comes nowhere else")
            }
            (_, Some(value)) => format!("{} is {value}, {all}", self.subject(size)),
            (_, None) => all.to_owned(),
        }
    }
}

fn pair_words(pairs: PegPairs, pegs: usize) -> String {
    match pairs {
        PegPairs::Neighbors => "equal to the one before".to_owned(),
        PegPairs::TwoBefore => "equal to the one two before".to_owned(),
        PegPairs::FIRST => "equal to the first".to_owned(),
        PegPairs::With(peg) => format!("equal to peg {}", peg.min(pegs - 1) + 1),
        PegPairs::Mirror => "of the second half equal to their mirror image".to_owned(),
        PegPairs::Halves => "of the second half equal to their own of the first".to_owned(),
    }
}

impl Automaton for Feature {
    fn reading(&self) -> Reading {
        match *self {
            Feature::EqualPairs(pairs) => Reading::Differences(pairs),
            Feature::Runs | Feature::LongestRun => Reading::Differences(PegPairs::Neighbors),
            Feature::Distinct | Feature::ColorBlocks => Reading::Order,
            _ => Reading::Colors,
        }
    }

    fn states(&self, size: Size) -> usize {
        let (pegs, colors) = (size.pegs(), size.colors());
        match *self {
            Feature::Balance(_) => 2 * pegs + 1,
            Feature::LongestRun => (pegs + 1) * (pegs + 1),
            Feature::Ascents => pegs * colors,
            Feature::HalfSums | Feature::AlternateSums => 2 * pegs * (colors - 1) + 1,
            Feature::Sum => pegs * (colors - 1) + 1,
            Feature::SumModulo(by) => divisor(by, size),
            Feature::Sorted { .. } => colors,
            _ => pegs + 1,
        }
    }

    fn next(&self, size: Size, peg: usize, state: usize, symbol: usize) -> Option<usize> {
        let (pegs, colors) = (size.pegs(), size.colors());
        Some(match *self {
            Feature::CountOf(class) => state + usize::from(class.has(symbol, size)),
            Feature::Balance(class) => {
                // The difference modulo the number of states.
                let step = match class.has(symbol, size) {
                    true => 1,
                    false if class == ColorClass::FirstHalf && symbol < colors.div_ceil(2) => 0,
                    false => 2 * pegs,
                };
                (state + step) % (2 * pegs + 1)
            }
            Feature::EqualPairs(pairs) => state + usize::from(symbol == 0 && pairs.other(peg, pegs).is_some()),
            Feature::Runs => state + usize::from(symbol != 0 || peg == 0),
            Feature::LongestRun => {
                let (longest, run) = (state / (pegs + 1), state % (pegs + 1));
                let run = if symbol == 0 && peg > 0 { run + 1 } else { 1 };
                longest.max(run) * (pegs + 1) + run
            }
            Feature::Ascents if peg == 0 => symbol,
            Feature::Ascents => (state / colors + usize::from(symbol > state % colors)) * colors + symbol,
            Feature::Distinct => state + usize::from(symbol >= state),
            Feature::ColorBlocks if symbol + 1 < state => return None,
            Feature::ColorBlocks => state + usize::from(symbol >= state),
            Feature::Sum => state + symbol,
            Feature::SumModulo(by) => (state + symbol) % divisor(by, size),
            Feature::HalfSums | Feature::AlternateSums => {
                // The difference modulo the number of states.
                let states = self.states(size);
                let is_added = match self {
                    Feature::HalfSums if pegs % 2 == 1 && peg == pegs / 2 => return Some(state),
                    Feature::HalfSums => peg < pegs / 2,
                    _ => peg.is_multiple_of(2),
                };
                (state + if is_added { symbol } else { states - symbol }) % states
            }
            Feature::Sorted { parts, descending } => {
                let height = if descending { colors - 1 - symbol } else { symbol };
                let begins = peg.is_multiple_of(pegs.div_ceil(parts));
                return (begins || height >= state).then_some(height);
            }
        })
    }

    fn value(&self, size: Size, state: usize) -> usize {
        match self {
            Feature::Balance(_) | Feature::HalfSums | Feature::AlternateSums => state.min(self.states(size) - state),
            Feature::LongestRun => state / (size.pegs() + 1),
            Feature::Ascents => state / size.colors(),
            Feature::Sorted { .. } => 0,
            _ => state,
        }
    }

    fn evaluate(&self, size: Size, code: &Code) -> Option<(usize, f64)> {
        match *self {
            Feature::CountOf(ColorClass::One(index)) => Some((code.count(crate::counting::color(index)), 1.0)),
            Feature::Distinct => Some((code.distinct(), 1.0)),
            _ => run(self, size, code),
        }
    }

    /// Closed forms where there are such.
    fn totals(&self, size: Size) -> Vec<f64> {
        let (pegs, colors) = (size.pegs(), size.colors());
        match *self {
            Feature::CountOf(class) => {
                let counted = class.colors(size).len();
                let codes = |n| choices(pegs, n) * power(counted, n) * power(colors - counted, pegs - n);
                (0..=pegs).map(codes).collect()
            }
            Feature::EqualPairs(pairs) => {
                let count = pairs.count(pegs);
                let any = power(colors, pegs - count);
                (0..=count).map(|n| any * choices(count, n) * power(colors - 1, count - n)).collect()
            }
            Feature::Distinct => {
                let mut totals = vec![1.0];
                for _ in 0..pegs {
                    totals.push(0.0);
                    for n in (1..totals.len()).rev() {
                        totals[n] = totals[n] * n as f64 + totals[n - 1] * (colors + 1).saturating_sub(n) as f64;
                    }
                    totals[0] = 0.0;
                }
                totals.truncate(colors + 1);
                totals
            }
            Feature::ColorBlocks => {
                let palettes = |n: usize| (0..n).fold(1.0, |ways, before| ways * (colors - before) as f64);
                let of = |n: usize| if n == 0 { 0.0 } else { palettes(n) * choices(pegs - 1, n - 1) };
                (0..=pegs.min(colors)).map(of).collect()
            }
            Feature::Sorted { parts, .. } => {
                let length = pegs.div_ceil(parts);
                let of = |first: usize| length.min(pegs - first);
                vec![(0..pegs).step_by(length).map(|first| choices(colors + of(first) - 1, of(first))).product()]
            }
            _ => sum_by_value(self, size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_are_the_sums_of_the_automaton() {
        let pairs = [PegPairs::Neighbors, PegPairs::TwoBefore, PegPairs::With(1), PegPairs::LAST, PegPairs::Mirror];
        let classes = [ColorClass::One(2), ColorClass::Vowels, ColorClass::FirstHalf, ColorClass::EveryOther];
        let features = pairs.map(Feature::EqualPairs).into_iter().chain(classes.map(Feature::CountOf));
        let sorted = [1, 2, 3].map(|parts| Feature::Sorted { parts, descending: parts == 2 });
        for feature in features.chain([Feature::Distinct, Feature::ColorBlocks]).chain(sorted) {
            for size in ["1x1", "2x1", "4x6", "7x5", "20x26", "32x2"].map(|text| text.parse::<Size>().unwrap()) {
                let mut summed = sum_by_value(&feature, size);
                let closed = feature.totals(size);
                summed.resize(closed.len(), 0.0);
                for (a, b) in closed.iter().zip(&summed) {
                    assert!((a - b).abs() <= 1e-12 * b, "{feature:?} {size}: {closed:?}, not {summed:?}");
                }
            }
        }
    }

    /// All 64 codes of 3x4: 4 of one run, 4 * 3 * 3 of three runs.
    #[test]
    fn level_sets_are_counted() {
        let size = "3x4".parse().unwrap();
        assert_eq!(Feature::Runs.totals(size), [0.0, 4.0, 24.0, 36.0]);
        assert_eq!(Feature::LongestRun.totals(size), [0.0, 36.0, 24.0, 4.0]);
        assert_eq!(Feature::ColorBlocks.totals(size), [0.0, 4.0, 24.0, 24.0]);
        assert_eq!(Feature::Sorted { parts: 1, descending: true }.totals(size), [20.0]);
        assert_eq!(Feature::SumModulo(2).totals(size), [32.0, 32.0]);
        assert_eq!(Feature::Sum.totals(size)[..4], [1.0, 3.0, 6.0, 10.0]);
        // 16 codes whose first and last peg have a difference of 0, 24 of 1, 16 of 2 and 8 of 3.
        assert_eq!(Feature::HalfSums.totals(size), [16.0, 24.0, 16.0, 8.0]);
        // A + C − B with A, B, C from 0 to 3 is 0 for 10 codes.
        assert_eq!(Feature::AlternateSums.totals(size)[0], 10.0);
    }
}
