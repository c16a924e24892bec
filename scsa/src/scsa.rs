//! What a secret-code-selection algorithm is, and the one that chooses from a list.

use crate::{Code, Game, Rng};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

/// A secret-code-selection algorithm (SCSA): a rule by which a codemaker makes secrets.
///
/// [`draw`](Scsa::draw) and [`probability`](Scsa::probability) must describe the same distribution; the laws in
/// `scsa/tests/laws.rs` test it for every listed SCSA.
///
/// ```
/// use scsa::{Rng, Scsa, Game, algorithms::TwoColorAlternating};
/// let game: Game = "4x6".parse().unwrap();
/// let code = TwoColorAlternating.draw(game, &mut Rng::new(1));
/// assert_eq!((code.peg(0), code.peg(1)), (code.peg(2), code.peg(3)));
/// assert_eq!(TwoColorAlternating.probability(game, &code), 1.0 / 30.0);
/// ```
///
/// An SCSA may be made at run time:
///
/// ```
/// use scsa::{Code, Color, Rng, Scsa, Game};
///
/// /// Every code is `color` throughout.
/// #[derive(Debug)]
/// struct Uniform {
///     name: String,
///     color: Color,
/// }
///
/// impl Scsa for Uniform {
///     fn name(&self) -> &str {
///         &self.name
///     }
///     fn summary(&self) -> &str {
///         "all pegs have the same given color"
///     }
///     fn draw(&self, game: Game, _rng: &mut Rng) -> Code {
///         Code::uniform(game, self.color)
///     }
///     fn probability(&self, game: Game, code: &Code) -> f64 {
///         if *code == Code::uniform(game, self.color) { 1.0 } else { 0.0 }
///     }
/// }
///
/// let scsa = Uniform { name: "uniform-a".to_owned(), color: Color::A };
/// assert_eq!((scsa.name(), scsa.needs()), ("uniform-a", "any game"));
/// assert_eq!(scsa.probability("4x6".parse()?, &"AAAA".parse()?), 1.0);
/// assert!(!scsa.by_distinct());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Scsa: Debug + Send + Sync {
    /// The name on the command line and in records, in kebab-case, such as `two-color`. Random streams are derived from it.
    fn name(&self) -> &str;

    /// The rule in a few words, lower case, without a period.
    fn summary(&self) -> &str;

    /// The condition that [`supports`](Scsa::supports) tests, in words: it completes "NAME needs …".
    fn needs(&self) -> &str {
        "any game"
    }

    /// Whether the rule makes codes of this game, all of which are legal there. A rule whose codes may have a color twice supports no
    /// game without repeats.
    fn supports(&self, game: Game) -> bool {
        game.allows_repeats()
    }

    /// Draws a code of a supported game.
    ///
    /// The code depends on `game` and the random numbers only.
    ///
    /// # Panics
    /// May panic when the game is not supported.
    fn draw(&self, game: Game, rng: &mut Rng) -> Code;

    /// The probability that [`draw`](Scsa::draw) returns this code.
    ///
    /// It is exactly 0 for a code that the rule cannot make, and for one that is illegal in this game. The probabilities of
    /// all codes of the game sum to 1.
    ///
    /// # Panics
    /// May panic when the game is not supported.
    fn probability(&self, game: Game, code: &Code) -> f64;

    /// The components of a mixture distribution, or an empty vector when the rule is not a mixture.
    ///
    /// For every code one component is chosen at random by its weight, and draws the code. So the probability of a code is
    /// the weighted sum of its probabilities under the components.
    fn components(&self, _game: Game) -> Vec<Component> {
        Vec::new()
    }

    /// Whether the probability of a code depends only on its number of distinct colors, apart from what all codes of the
    /// rule have in common. `false` promises nothing.
    ///
    /// Let S be the support in a game: the codes of positive probability. `true` promises for every supported game a function f with
    ///
    /// P(c) = f([`c.distinct()`](Code::distinct)) for every c in T, and P(c) = 0 for every other code,
    ///
    /// where T is the set of codes c such that
    /// - pegs i and j of c are equal wherever they are equal in all codes of S, and
    /// - each color of c occurs in some code of S.
    ///
    /// f may be 0 for some numbers of colors. At 4x6, `two-color-alternating` ties pegs 1 and 3 and pegs 2 and 4, so T is the 36 codes
    /// xyxy, f(2) = 1/30, and f(1) = 0. `mystery-3` at 7x5 does not qualify: AAABBCC has a positive probability, AAAAABC has none.
    ///
    /// Samplers use it to compute f once instead of calling [`probability`](Scsa::probability) for every code.
    fn by_distinct(&self) -> bool {
        false
    }

    /// How long the probability of a code takes for each of its pegs, in units of some 10 ns. Budgets count it, so that games are the same
    /// on fast and slow machines.
    fn cost(&self) -> usize {
        2
    }

    /// Whether the rule is about certain colors, as `ab-color` is about A and B. `false` promises that the probability of a code stays the same
    /// where its colors are exchanged.
    ///
    /// Models of unknown codemakers know palettes and patterns of any colors. A rule of certain colors, or a
    /// [mixture](Scsa::components), is a model of its own.
    fn names_colors(&self) -> bool {
        false
    }

    /// All codes of positive probability in lexicographic order, with their probabilities, for a codemaker that has them in a list.
    /// `None` for others, and where the game is not supported.
    fn listed(&self, _game: Game) -> Option<Vec<(Code, f64)>> {
        None
    }
}

impl<S: Scsa + ?Sized> Scsa for &S {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn summary(&self) -> &str {
        (**self).summary()
    }

    fn needs(&self) -> &str {
        (**self).needs()
    }

    fn supports(&self, game: Game) -> bool {
        (**self).supports(game)
    }

    fn draw(&self, game: Game, rng: &mut Rng) -> Code {
        (**self).draw(game, rng)
    }

    fn probability(&self, game: Game, code: &Code) -> f64 {
        (**self).probability(game, code)
    }

    fn components(&self, game: Game) -> Vec<Component> {
        (**self).components(game)
    }

    fn by_distinct(&self) -> bool {
        (**self).by_distinct()
    }

    fn cost(&self) -> usize {
        (**self).cost()
    }

    fn names_colors(&self) -> bool {
        (**self).names_colors()
    }

    fn listed(&self, game: Game) -> Option<Vec<(Code, f64)>> {
        (**self).listed(game)
    }
}

/// A component of a mixture.
///
/// ```
/// use scsa::{Scsa, algorithms::UsuallyFewer};
/// let components = UsuallyFewer.components("8x10".parse()?);
/// assert_eq!(components.iter().map(|component| component.weight).collect::<Vec<_>>(), [0.45, 0.45, 0.1]);
/// # Ok::<(), scsa::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Component {
    /// The probability that this component draws the next code. The weights of a mixture sum to 1.
    pub weight: f64,
    /// The rule of the component.
    pub rule: Arc<dyn Scsa>,
}

/// A codemaker that chooses from a list of codes: each with a probability proportional to its weight.
///
/// ```
/// use scsa::{Scsa, WeightedCodes};
/// let codes = WeightedCodes::new([("AAB".parse()?, 3.0), ("BCA".parse()?, 1.0)])?;
/// assert_eq!(codes.probability("3x4".parse()?, &"AAB".parse()?), 0.75);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedCodes {
    /// The codes in lexicographic order, with their probabilities.
    codes: Vec<(Code, f64)>,
    /// The sums of the probabilities up to each code.
    sums: Vec<f64>,
    least_game: Game,
}

const EMPTY: &str = "there is no code of positive weight";
const LENGTHS: &str = "the codes have different lengths";
const WEIGHT: &str = "a weight is negative or too large";

impl WeightedCodes {
    /// A codemaker of these codes and weights. The weights of equal codes are added; codes of weight 0 are left out.
    ///
    /// # Errors
    /// A clause when there is no code, lengths differ, or a weight is not a number from 0 on.
    pub fn new(codes: impl IntoIterator<Item = (Code, f64)>) -> Result<WeightedCodes, &'static str> {
        let mut weights: BTreeMap<Code, f64> = BTreeMap::new();
        for (code, weight) in codes {
            if !weight.is_finite() || weight < 0.0 {
                return Err(WEIGHT);
            }
            if weight > 0.0 {
                *weights.entry(code).or_default() += weight;
            }
        }
        let total: f64 = weights.values().sum();
        if weights.is_empty() {
            return Err(EMPTY);
        }
        let least_game = Game::of_codes(weights.keys()).ok_or(LENGTHS)?;
        if !total.is_finite() {
            return Err(WEIGHT);
        }
        let codes = weights.into_iter().map(|(code, weight)| (code, weight / total)).collect();
        Ok(WeightedCodes::with_sums(codes, least_game))
    }

    /// The codemaker with these [`codes`](WeightedCodes::codes), to the last bit: their probabilities are not divided by their sum again.
    ///
    /// # Errors
    /// A clause as for [`WeightedCodes::new`].
    pub fn of_probabilities(codes: Vec<(Code, f64)>) -> Result<WeightedCodes, &'static str> {
        let least_game = WeightedCodes::new(codes.iter().copied())?.least_game;
        Ok(WeightedCodes::with_sums(codes, least_game))
    }

    /// The codemaker of these codes in lexicographic order, with positive weights, all legal in the game.
    pub(crate) fn of_sorted(mut codes: Vec<(Code, f64)>, game: Game) -> WeightedCodes {
        let total: f64 = codes.iter().map(|(_, weight)| weight).sum();
        codes.iter_mut().for_each(|(_, weight)| *weight /= total);
        WeightedCodes::with_sums(codes, game)
    }

    /// The number of codes that are as uncertain as these, if they are equally probable: 2 to the power of the entropy in bits.
    pub fn variety(&self) -> f64 {
        libm::exp(self.codes.iter().map(|(_, probability)| -probability * libm::log(*probability)).sum())
    }

    fn with_sums(codes: Vec<(Code, f64)>, least_game: Game) -> WeightedCodes {
        let sums = codes.iter().scan(0.0, |sum, (_, probability)| {
            *sum += probability;
            Some(*sum)
        });
        WeightedCodes { sums: sums.collect(), codes, least_game }
    }

    /// The codes in lexicographic order, with their probabilities.
    pub fn codes(&self) -> &[(Code, f64)] {
        &self.codes
    }

    /// The smallest game in which every code is legal.
    pub const fn least_game(&self) -> Game {
        self.least_game
    }
}

impl Scsa for WeightedCodes {
    fn name(&self) -> &str {
        "weighted"
    }

    fn summary(&self) -> &str {
        "chooses from a list of codes, each with a probability proportional to its weight"
    }

    fn needs(&self) -> &str {
        "the pegs of its codes and all their colors"
    }

    fn supports(&self, game: Game) -> bool {
        game.includes(self.least_game)
    }

    fn draw(&self, _game: Game, rng: &mut Rng) -> Code {
        let drawn = rng.unit();
        // The last sum may be below 1 by rounding.
        let index = self.sums.partition_point(|sum| *sum <= drawn).min(self.codes.len() - 1);
        self.codes[index].0
    }

    fn names_colors(&self) -> bool {
        true
    }

    fn probability(&self, game: Game, code: &Code) -> f64 {
        let found = self.codes.binary_search_by(|(other, _)| other.cmp(code));
        found.ok().filter(|_| self.supports(game)).map_or(0.0, |index| self.codes[index].1)
    }

    fn listed(&self, game: Game) -> Option<Vec<(Code, f64)>> {
        self.supports(game).then(|| self.codes.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn draws_have_the_probabilities_of_the_weights() {
        let codes =
            WeightedCodes::new([(code("BB"), 1.0), (code("AC"), 2.5), (code("BB"), 0.5), (code("AA"), 0.0)]).unwrap();
        let game = "2x4".parse().unwrap();
        assert_eq!(codes.codes(), [(code("AC"), 0.625), (code("BB"), 0.375)]);
        let mut rng = Rng::new(7);
        let drawn = (0..100_000).filter(|_| codes.draw(game, &mut rng) == code("BB")).count();
        // Five standard errors.
        assert!((drawn as f64 / 1e5 - 0.375).abs() < 5.0 * (0.375f64 * 0.625 / 1e5).sqrt(), "{drawn}");
        assert_eq!((codes.supports("2x3".parse().unwrap()), codes.supports("2x2".parse().unwrap())), (true, false));
        assert_eq!(codes.probability("2x2".parse().unwrap(), &code("BB")), 0.0);
    }

    /// A code of probability 10^-12 is never drawn, but listed.
    #[test]
    fn the_support_is_the_list_whatever_the_weights() {
        let rare = "Z".repeat(20).parse().unwrap();
        let codes = WeightedCodes::new([("A".repeat(20).parse().unwrap(), 1.0), (rare, 1e-12)]).unwrap();
        let found = support(&codes, "20x26".parse().unwrap(), 10).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].0, rare);
        assert_eq!(support(&codes, "20x26".parse().unwrap(), 1), None);
    }

    #[test]
    fn other_lists_are_refused() {
        assert_eq!(WeightedCodes::new([]), Err(EMPTY));
        assert_eq!(WeightedCodes::new([(code("A"), 0.0)]), Err(EMPTY));
        assert_eq!(WeightedCodes::new([(code("A"), 1.0), (code("AB"), 1.0)]), Err(LENGTHS));
        for weight in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(WeightedCodes::new([(code("A"), weight)]), Err(WEIGHT));
        }
    }
}
