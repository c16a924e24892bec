//! Rules that a grammar generates, so that players meet codemakers that nobody has listed.
//!
//! ```text
//! rule   = part | mixture of two parts
//! part   = two or three clauses, each of another kind
//! clause = lookup | sum | sorted | count | distinct | words | chain | favored
//! ```
//!
//! The weight of a code is the product of the weights of the clauses. A clause that can be missed has a small weight for codes that miss
//! it, or none.

use crate::{Code, Color, Game, Rng, WeightedCodes};
use std::fmt;

/// A rule that the grammar generated for a game.
///
/// ```
/// use scsa::{GeneratedRule, Rng};
/// let (rule, codes) = GeneratedRule::draw("5x8".parse()?, &mut Rng::new(1));
/// // The codes of the rule with their probabilities, of the 32768 codes of the game.
/// assert!(codes.codes().len() < 32768);
/// assert!(rule.to_string().contains("pegs"));
/// # Ok::<(), scsa::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GeneratedRule {
    /// The parts with their shares of all codes.
    parts: Vec<(f64, Vec<(Clause, f64)>)>,
}

/// What a rule says of a code. Pegs and colors are numbers from 0.
#[derive(Clone, Debug)]
enum Clause {
    /// The color of each of these pegs is looked up by the colors of other pegs.
    Lookup { pegs: Vec<(usize, Vec<usize>)>, table: Vec<usize> },
    /// The values of the colors of these pegs have this sum, modulo a number.
    Sum { pegs: Vec<usize>, values: Vec<usize>, modulus: usize, sum: usize },
    /// The ranks of the colors of these pegs ascend.
    Sorted { pegs: Vec<usize>, ranks: Vec<usize> },
    /// That many pegs have one of these colors.
    Count { colors: Vec<usize>, low: usize, high: usize },
    /// The code has that many colors.
    Distinct { low: usize, high: usize },
    /// These pegs show one of the words.
    Words { pegs: Vec<usize>, words: Vec<Vec<usize>> },
    /// The color of each of these pegs depends on that of the one before, with these weights.
    Chain { pegs: Vec<usize>, weights: Vec<Vec<f64>> },
    /// Each peg has a color in proportion to its weight.
    Favored { weights: Vec<f64> },
}

const KINDS: usize = 8;
/// The longest table that is shown in words.
const LONGEST_TABLE: usize = 26;
/// The most rules that are drawn until one fits.
const DRAWS: usize = 1000;
/// A rule has at least as much variety as this number of codes that are equally probable: fewer would be learned by heart.
const FEWEST_CODES: f64 = 32.0;
/// A rule has at most this part of the variety of all codes: more would leave little to learn.
const LARGEST_PART: f64 = 1.0 / 16.0;

impl GeneratedRule {
    /// A rule for a game, and its codes with their probabilities. The variety of its codes, 2 to the power of their entropy in bits, is
    /// from 32 to a sixteenth of the number of codes of the game; in games of fewer than 512 codes it may be any.
    ///
    /// The cost is that of enumerating all codes several times: a second at 7x7.
    pub fn draw(game: Game, rng: &mut Rng) -> (GeneratedRule, WeightedCodes) {
        let most = game.approximate_count() * LARGEST_PART;
        let mut draw = || {
            let rule = GeneratedRule::drawn(game, rng);
            let codes = rule.codes(game)?;
            Some((codes.variety(), rule, codes))
        };
        let mut last = None;
        for _ in 0..DRAWS {
            let Some((variety, rule, codes)) = draw() else { continue };
            last = Some((rule, codes));
            if (FEWEST_CODES..=most).contains(&variety) {
                break;
            }
        }
        last.unwrap_or_else(|| {
            // All codes: a rule that says nothing.
            let rule = GeneratedRule { parts: vec![(1.0, Vec::new())] };
            let codes = game.codes().map(|code| (code, 1.0));
            (rule, WeightedCodes::of_sorted(codes.collect(), game))
        })
    }

    fn drawn(game: Game, rng: &mut Rng) -> GeneratedRule {
        let shares: &[f64] = if rng.below(4) == 0 { &[0.7, 0.3] } else { &[1.0] };
        let parts = shares.iter().map(|share| {
            let mut kinds: Vec<usize> = (0..KINDS).collect();
            let count = 2 + rng.below(2);
            rng.shuffle(&mut kinds);
            let clause = |&kind: &usize| (Clause::drawn(kind, game, rng), [0.0, 0.0, 0.03][rng.below(3)]);
            (*share, kinds[..count].iter().map(clause).collect())
        });
        GeneratedRule { parts: parts.collect() }
    }

    /// The codes of the rule; `None` if a part has none.
    fn codes(&self, game: Game) -> Option<WeightedCodes> {
        let part = |(share, clauses): &(f64, Vec<(Clause, f64)>)| {
            let weight = |code: &Code| {
                let pegs: Vec<usize> = code.pegs().map(Color::index).collect();
                clauses.iter().map(|(clause, missed)| clause.weight(&pegs, *missed)).product::<f64>()
            };
            let weights: Vec<f64> = game.codes().map(|code| weight(&code)).collect();
            let total: f64 = weights.iter().sum();
            (total > 0.0).then(|| weights.into_iter().map(|weight| weight * share / total).collect::<Vec<f64>>())
        };
        let parts = self.parts.iter().map(part).collect::<Option<Vec<_>>>()?;
        let weight = |number: usize| parts.iter().map(|weights| weights[number]).sum::<f64>();
        let codes = game.codes().enumerate().map(|(number, code)| (code, weight(number)));
        Some(WeightedCodes::of_sorted(codes.filter(|(_, weight)| *weight > 0.0).collect(), game))
    }
}

impl Clause {
    fn drawn(kind: usize, game: Game, rng: &mut Rng) -> Clause {
        let (count, colors) = (game.pegs(), game.colors());
        let mut pegs: Vec<usize> = (0..count).collect();
        let mut names: Vec<usize> = (0..colors).collect();
        rng.shuffle(&mut pegs);
        rng.shuffle(&mut names);
        // At least two of the pegs.
        let mut some = |most: usize, rng: &mut Rng| {
            pegs.drain(..(2 + rng.below(most.max(2) - 1)).min(pegs.len())).collect::<Vec<_>>()
        };
        match kind {
            0 => {
                let (told, by) = (1 + rng.below(count.div_ceil(2)), 1 + rng.below(2));
                let told = told.min(count.saturating_sub(by).max(1));
                let table = 0..colors.pow(by as u32);
                // A substitution of one color by another, or any table.
                let table =
                    if by == 1 && rng.below(2) == 0 { names } else { table.map(|_| rng.below(colors)).collect() };
                // Pegs that tell others may be told by others before them.
                let teller = |place: usize, rng: &mut Rng| (0..by).map(|_| pegs[rng.below(place.max(1))]).collect();
                let first = count - told;
                Clause::Lookup { pegs: (first..count).map(|place| (pegs[place], teller(place, rng))).collect(), table }
            }
            1 => {
                let modulus = 2 + rng.below(colors.max(2) - 1);
                Clause::Sum { pegs: some(count, rng), values: names, modulus, sum: rng.below(modulus) }
            }
            2 => Clause::Sorted { pegs: some(count, rng), ranks: names },
            3 => {
                names.truncate(1 + rng.below(colors.div_ceil(2)));
                let low = rng.below(count);
                Clause::Count { colors: names, low, high: (low + rng.below(2)).min(count) }
            }
            4 => {
                let low = 1 + rng.below(count.min(colors));
                Clause::Distinct { low, high: low + rng.below(2) }
            }
            5 => {
                let pegs = some(count, rng);
                let words = (0..2 + rng.below(7)).map(|_| pegs.iter().map(|_| rng.below(colors)).collect());
                Clause::Words { words: words.collect(), pegs }
            }
            6 => {
                let row = |rng: &mut Rng| {
                    let mut weights = vec![0.02; colors];
                    [0.6, 0.3].into_iter().for_each(|weight| weights[rng.below(colors)] += weight);
                    weights
                };
                Clause::Chain { pegs: some(count, rng), weights: (0..colors).map(|_| row(rng)).collect() }
            }
            _ => {
                let mut weights = vec![1.0; colors];
                names.iter().fold(1.0, |weight, &color| {
                    weights[color] = weight;
                    0.6 * weight
                });
                Clause::Favored { weights }
            }
        }
    }

    /// The weight of a code with these colors; `missed` is that of one miss.
    fn weight(&self, code: &[usize], missed: f64) -> f64 {
        let if_met = |is_met: bool| if is_met { 1.0 } else { missed };
        match self {
            Clause::Lookup { pegs, table } => {
                let colors = if pegs.first().is_some_and(|(_, by)| by.len() == 2) { table.len().isqrt() } else { 0 };
                let color = |by: &[usize]| table[by.iter().fold(0, |place, &peg| place * colors + code[peg])];
                pegs.iter().map(|(peg, by)| if_met(color(by) == code[*peg])).product()
            }
            Clause::Sum { pegs, values, modulus, sum } => {
                if_met(pegs.iter().map(|&peg| values[code[peg]]).sum::<usize>() % modulus == *sum)
            }
            Clause::Sorted { pegs, ranks } => if_met(pegs.is_sorted_by_key(|&peg| ranks[code[peg]])),
            Clause::Count { colors, low, high } => {
                if_met((*low..=*high).contains(&code.iter().filter(|color| colors.contains(color)).count()))
            }
            Clause::Distinct { low, high } => {
                let is_new = |place: &usize| !code[..*place].contains(&code[*place]);
                if_met((*low..=*high).contains(&(0..code.len()).filter(is_new).count()))
            }
            Clause::Words { pegs, words } => {
                if_met(words.iter().any(|word| pegs.iter().zip(word).all(|(&peg, &color)| code[peg] == color)))
            }
            Clause::Chain { pegs, weights } => {
                pegs.windows(2).map(|pair| weights[code[pair[0]]][code[pair[1]]]).product()
            }
            Clause::Favored { weights } => code.iter().map(|&color| weights[color]).product(),
        }
    }
}

/// Pegs in words, from 1 on.
fn in_words(pegs: &[usize]) -> String {
    let numbers: Vec<String> = pegs.iter().map(|peg| (peg + 1).to_string()).collect();
    format!("{} {}", if pegs.len() == 1 { "peg" } else { "pegs" }, numbers.join(", "))
}

fn letters(colors: &[usize]) -> String {
    colors.iter().filter_map(|&color| Color::new(color)).map(Color::letter).collect()
}

fn range(low: usize, high: usize) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clause::Lookup { pegs, table } => {
                let told = pegs.iter().map(|(peg, by)| format!("peg {} by {}", peg + 1, in_words(by)));
                let told = told.collect::<Vec<_>>().join(" and ");
                if table.len() > LONGEST_TABLE {
                    write!(f, "{told}, looked up")
                } else {
                    write!(f, "{told}, looked up in {}", letters(table))
                }
            }
            Clause::Sum { pegs, modulus, sum, .. } => {
                write!(f, "the sum of {} is {sum} modulo {modulus}", in_words(pegs))
            }
            Clause::Sorted { pegs, .. } => write!(f, "{} are sorted", in_words(pegs)),
            Clause::Count { colors, low, high } => {
                write!(f, "{} pegs of the colors {}", range(*low, *high), letters(colors))
            }
            Clause::Distinct { low, high } => write!(f, "{} different colors on all pegs", range(*low, *high)),
            Clause::Words { pegs, words } => {
                let words: Vec<String> = words.iter().map(|word| letters(word)).collect();
                write!(f, "{} show one of {}", in_words(pegs), words.join(" "))
            }
            Clause::Chain { pegs, .. } => write!(f, "{} depend each on the one before", in_words(pegs)),
            Clause::Favored { weights } => {
                let mut colors: Vec<usize> = (0..weights.len()).collect();
                colors.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
                write!(f, "pegs have rather the first colors of {}", letters(&colors))
            }
        }
    }
}

impl fmt::Display for GeneratedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (share, clauses)) in self.parts.iter().enumerate() {
            let before = if number > 0 { "; " } else { "" };
            let share = if self.parts.len() > 1 { format!("{:.0} %: ", 100.0 * share) } else { String::new() };
            let clause = |(clause, missed): &(Clause, f64)| {
                let is_weighted = matches!(clause, Clause::Chain { .. } | Clause::Favored { .. });
                let mostly = if *missed > 0.0 && !is_weighted { "mostly " } else { "" };
                format!("{mostly}{clause}")
            };
            write!(f, "{before}{share}{}", clauses.iter().map(clause).collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scsa;

    /// A hundred rules at 4x6: the variety is as promised, probabilities sum to 1, no two rules are the same, and all kinds of clauses
    /// are there.
    #[test]
    fn rules_have_the_variety_that_is_promised() {
        let game: Game = "4x6".parse().unwrap();
        let rules: Vec<_> = (0..100).map(|seed| GeneratedRule::draw(game, &mut Rng::new(seed))).collect();
        for (rule, codes) in &rules {
            assert!((32.0..=81.0).contains(&codes.variety()), "{rule}: {}", codes.variety());
            let sum: f64 = game.codes().map(|code| codes.probability(game, &code)).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{rule}: {sum}");
        }
        let mut texts: Vec<String> = rules.iter().map(|(rule, _)| rule.to_string()).collect();
        for word in [
            "looked up", "modulo", "sorted", "of the colors", "different", "one of", "depend", "rather", "mostly",
            "30 %",
        ] {
            assert!(texts.iter().any(|text| text.contains(word)), "{word}");
        }
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 100);
    }

    #[test]
    fn clauses_weigh_codes_as_they_say() {
        let weigh = |clause: Clause, code: &[usize]| clause.weight(code, 0.25);
        let lookup = || Clause::Lookup { pegs: vec![(2, vec![0, 1]), (1, vec![0, 0])], table: vec![0, 1, 1, 0] };
        assert_eq!(
            [weigh(lookup(), &[1, 0, 1]), weigh(lookup(), &[1, 1, 1]), weigh(lookup(), &[0, 0, 0])],
            [1.0, 0.0625, 1.0]
        );
        let sum = || Clause::Sum { pegs: vec![0, 2], values: vec![2, 0, 1], modulus: 3, sum: 0 };
        assert_eq!([weigh(sum(), &[0, 0, 2]), weigh(sum(), &[0, 0, 0])], [1.0, 0.25]);
        let sorted = || Clause::Sorted { pegs: vec![2, 0], ranks: vec![1, 0] };
        assert_eq!([weigh(sorted(), &[0, 0, 1]), weigh(sorted(), &[1, 0, 0])], [1.0, 0.25]);
        let count = || Clause::Count { colors: vec![0, 2], low: 1, high: 2 };
        assert_eq!([weigh(count(), &[0, 1, 1]), weigh(count(), &[0, 2, 2])], [1.0, 0.25]);
        let distinct = || Clause::Distinct { low: 2, high: 2 };
        assert_eq!([weigh(distinct(), &[0, 1, 0]), weigh(distinct(), &[0, 1, 2])], [1.0, 0.25]);
        let words = || Clause::Words { pegs: vec![1, 0], words: vec![vec![0, 1], vec![2, 2]] };
        assert_eq!([weigh(words(), &[1, 0, 2]), weigh(words(), &[0, 1, 2])], [1.0, 0.25]);
        let chain = Clause::Chain { pegs: vec![2, 0, 1], weights: vec![vec![0.5, 0.25], vec![0.125, 1.0]] };
        assert_eq!(weigh(chain, &[0, 1, 1]), 0.125 * 0.25);
        assert_eq!(weigh(Clause::Favored { weights: vec![0.5, 0.25] }, &[0, 1, 1]), 0.03125);
    }

    #[test]
    fn a_game_of_few_codes_has_rules_too() {
        for game in ["1x1", "1x6", "2x2", "4x4n"] {
            let game: Game = game.parse().unwrap();
            let (_, codes) = GeneratedRule::draw(game, &mut Rng::new(3));
            assert!(codes.supports(game) && codes.codes().iter().all(|(code, _)| game.is_legal(code)), "{game}");
        }
    }
}
