//! What a secret-code-selection algorithm is.

use crate::{Code, Rng, Size};
use std::{fmt::Debug, sync::Arc};

/// A secret-code-selection algorithm (SCSA): a rule by which a codemaker makes secrets.
///
/// [`draw`](Scsa::draw) and [`probability`](Scsa::probability) must describe the same distribution; the laws in
/// `scsa/tests/scsa/scsa_laws.rs` test it for every listed SCSA.
///
/// ```
/// use scsa::{Rng, Scsa, Size, algorithms::TwoColorAlternating};
/// let size: Size = "4x6".parse().unwrap();
/// let code = TwoColorAlternating.draw(size, &mut Rng::new(1));
/// assert_eq!((code.peg(0), code.peg(1)), (code.peg(2), code.peg(3)));
/// assert_eq!(TwoColorAlternating.probability(size, &code), 1.0 / 30.0);
/// ```
///
/// An SCSA may be made at run time:
///
/// ```
/// use scsa::{Code, Color, Rng, Scsa, Size};
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
///     fn draw(&self, size: Size, _rng: &mut Rng) -> Code {
///         Code::uniform(size, self.color)
///     }
///     fn probability(&self, size: Size, code: &Code) -> f64 {
///         if *code == Code::uniform(size, self.color) { 1.0 } else { 0.0 }
///     }
/// }
///
/// let scsa = Uniform { name: "uniform-a".to_owned(), color: Color::A };
/// assert_eq!((scsa.name(), scsa.needs()), ("uniform-a", "any size"));
/// assert_eq!(scsa.probability("4x6".parse()?, &"AAAA".parse()?), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Scsa: Debug + Send + Sync {
    /// The name on the command line and in records, in kebab-case, such as `two-color`. Random streams are derived from it.
    fn name(&self) -> &str;

    /// The rule in a few words, lower case, without a period.
    fn summary(&self) -> &str;

    /// The condition that [`supports`](Scsa::supports) tests, in words: it completes "NAME needs …".
    fn needs(&self) -> &str {
        "any size"
    }

    /// Whether the rule can make codes of this size.
    fn supports(&self, _size: Size) -> bool {
        true
    }

    /// Draws a code of a supported size.
    ///
    /// The code depends on `size` and the random numbers only.
    ///
    /// # Panics
    /// May panic when the size is not supported.
    fn draw(&self, size: Size, rng: &mut Rng) -> Code;

    /// The probability that [`draw`](Scsa::draw) returns this code.
    ///
    /// It is exactly 0 for a code that the rule cannot make, and for one that is illegal at this size. The probabilities of
    /// all codes of the size sum to 1.
    ///
    /// # Panics
    /// May panic when the size is not supported.
    fn probability(&self, size: Size, code: &Code) -> f64;

    /// The components of a mixture distribution, or an empty vector when the rule is not a mixture.
    ///
    /// For every code one component is chosen at random by its weight, and draws the code. So the probability of a code is
    /// the weighted sum of its probabilities under the components.
    fn components(&self, _size: Size) -> Vec<Component> {
        Vec::new()
    }

    /// Whether the probability of a code depends only on its number of distinct colors, apart from what all codes of the
    /// rule have in common. `false` promises nothing.
    ///
    /// Let S be the support at a size: the codes of positive probability. `true` promises for every supported size a function
    /// f with
    ///
    /// P(c) = f([`c.distinct()`](Code::distinct)) for every c in T, and P(c) = 0 for every other code,
    ///
    /// where T is the set of codes c such that
    /// - pegs i and j of c are equal wherever they are equal in all codes of S, and
    /// - each color of c occurs in some code of S.
    ///
    /// f may be 0 for some numbers of colors. At 4x6, `two-color-alternating` ties pegs 1 and 3 and pegs 2 and 4, so T is the
    /// 36 codes xyxy, f(2) = 1/30, and f(1) = 0. `mystery-3` at 7x5 does not qualify: AAABBCC has a positive probability,
    /// AAAAABC has none.
    ///
    /// Samplers use it to compute f once instead of calling [`probability`](Scsa::probability) for every code.
    fn by_distinct(&self) -> bool {
        false
    }

    /// All codes of positive probability in lexicographic order, with their probabilities, for a codemaker that has them in a list.
    /// `None` for others, and where the size is not supported.
    fn listed(&self, _size: Size) -> Option<Vec<(Code, f64)>> {
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

    fn supports(&self, size: Size) -> bool {
        (**self).supports(size)
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        (**self).draw(size, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        (**self).probability(size, code)
    }

    fn components(&self, size: Size) -> Vec<Component> {
        (**self).components(size)
    }

    fn by_distinct(&self) -> bool {
        (**self).by_distinct()
    }

    fn listed(&self, size: Size) -> Option<Vec<(Code, f64)>> {
        (**self).listed(size)
    }
}

/// A component of a mixture.
///
/// ```
/// use scsa::{Scsa, algorithms::UsuallyFewer};
/// let components = UsuallyFewer.components("8x10".parse()?);
/// assert_eq!(components.iter().map(|component| component.weight).collect::<Vec<_>>(), [0.45, 0.45, 0.1]);
/// # Ok::<(), scsa::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Component {
    /// The probability that this component draws the next code. The weights of a mixture sum to 1.
    pub weight: f64,
    /// The rule of the component.
    pub rule: Arc<dyn Scsa>,
}
