//! The secret-code-selection algorithms: one rule a file.

mod ab_color;
mod ab_color_2024;
mod cycle;
mod first_and_last;
mod insert_colors;
mod mystery_1;
mod mystery_2;
mod mystery_3;
mod mystery_4;
mod mystery_5;
mod only_once;
mod palette;
mod prefer_fewer;
mod two_color;
mod two_color_2024;
mod two_color_alternating;
mod usually_fewer;
mod usually_fewer_2024;

pub use ab_color::AbColor;
pub use ab_color_2024::AbColor2024;
pub use first_and_last::FirstAndLast;
pub use insert_colors::InsertColors;
pub use mystery_1::Mystery1;
pub use mystery_2::Mystery2;
pub use mystery_3::Mystery3;
pub use mystery_4::Mystery4;
pub use mystery_5::Mystery5;
pub use only_once::OnlyOnce;
pub use palette::Palette;
pub use prefer_fewer::PreferFewer;
pub use two_color::TwoColor;
pub use two_color_2024::TwoColor2024;
pub use two_color_alternating::TwoColorAlternating;
pub use usually_fewer::UsuallyFewer;
pub use usually_fewer_2024::UsuallyFewer2024;

use crate::{Code, Rng, Size};
use std::{fmt::Debug, sync::Arc};

/// A secret-code-selection algorithm: a rule by which a codemaker makes codes.
///
/// ```
/// use scsa::{Rng, Scsa, Size, algorithms::TwoColorAlternating};
/// let size: Size = "4x6".parse().unwrap();
/// let code = TwoColorAlternating.draw(size, &mut Rng::new(1));
/// assert_eq!((code.peg(0), code.peg(1)), (code.peg(2), code.peg(3)));
/// assert_eq!(TwoColorAlternating.probability(size, &code), 1.0 / 30.0);
/// ```
pub trait Scsa: Debug + Send + Sync {
    /// The name, in kebab-case.
    fn name(&self) -> &'static str;

    /// What a secret is, in a few words.
    fn summary(&self) -> &'static str;

    /// What a size must have for this rule.
    fn needs(&self) -> &'static str {
        "any size"
    }

    /// Whether the rule can make codes of that size.
    fn supports(&self, _size: Size) -> bool {
        true
    }

    /// Makes a code. Its size must be supported.
    ///
    /// # Panics
    /// It may panic at a size that is not supported.
    fn draw(&self, size: Size, rng: &mut Rng) -> Code;

    /// How probable it is that [`draw`](Scsa::draw) makes this code: exactly 0 for a code that it cannot make, and for
    /// one that is illegal at that size. Over all codes it sums to 1.
    ///
    /// # Panics
    /// It may panic at a size that is not supported.
    fn probability(&self, size: Size, code: &Code) -> f64;

    /// The components of a mixture: for every code, one of them is chosen at random by its weight, and draws the code. Empty if
    /// this rule is not a mixture. The probability of a code is the weighted sum of its probabilities under the components.
    fn components(&self, _size: Size) -> Vec<Component> {
        Vec::new()
    }

    /// Whether nothing but the number of different colors makes one code more probable than another, among those that have
    /// the same color wherever all its codes do, and no color that none of them has. Of use to players that draw codes
    /// themselves.
    fn by_distinct(&self) -> bool {
        false
    }
}

impl<S: Scsa + ?Sized> Scsa for &S {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn summary(&self) -> &'static str {
        (**self).summary()
    }

    fn needs(&self) -> &'static str {
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
    /// The rule.
    pub rule: Arc<dyn Scsa>,
}

/// The algorithms whose rule players are told, in the order of the field's reports.
pub const VISIBLE: [&dyn Scsa; 8] =
    [&InsertColors, &TwoColor, &AbColor, &TwoColorAlternating, &OnlyOnce, &FirstAndLast, &UsuallyFewer, &PreferFewer];

/// The algorithms of which players are told sample codes in place of the rule.
pub const MYSTERIES: [&dyn Scsa; 5] = [&Mystery1, &Mystery2, &Mystery3, &Mystery4, &Mystery5];

/// The visible algorithms that the course's engine of 2024 changed, as it has them.
pub const COURSE_2024: [&dyn Scsa; 3] = [&TwoColor2024, &AbColor2024, &UsuallyFewer2024];

/// All algorithms of the contest: the visible ones, then the mysteries. Not the variants in [`COURSE_2024`].
pub fn all() -> impl Iterator<Item = &'static dyn Scsa> + Clone {
    VISIBLE.into_iter().chain(MYSTERIES)
}

/// All algorithms with those of 2024 behind them.
pub fn with_variants() -> impl Iterator<Item = &'static dyn Scsa> + Clone {
    all().chain(COURSE_2024)
}

/// The algorithm of that name, a variant of 2024 as well.
///
/// ```
/// assert_eq!(scsa::algorithms::find("only-once").unwrap().name(), "only-once");
/// assert!(scsa::algorithms::find("only-twice").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Scsa> {
    with_variants().find(|scsa| scsa.name() == name)
}
