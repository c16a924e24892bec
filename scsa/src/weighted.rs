//! A codemaker that chooses from a list of codes with weights.

use crate::{Code, Rng, Scsa, Size};
use std::{collections::BTreeMap, error::Error, fmt};

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
    least_size: Size,
}

/// Why codes with weights are no codemaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightError {
    /// There is no code of positive weight.
    Empty,
    /// The codes have different lengths.
    Lengths,
    /// A weight is negative or not finite, or the sum of all weights is not finite.
    Weight,
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WeightError::Empty => "there is no code of positive weight",
            WeightError::Lengths => "the codes have different lengths",
            WeightError::Weight => "a weight is negative or too large",
        })
    }
}

impl Error for WeightError {}

impl WeightedCodes {
    /// A codemaker of these codes and weights. The weights of equal codes are added; codes of weight 0 are left out.
    ///
    /// # Errors
    /// [`WeightError`] when there is no code, lengths differ, or a weight is not a number from 0 on.
    pub fn new(codes: impl IntoIterator<Item = (Code, f64)>) -> Result<WeightedCodes, WeightError> {
        let mut weights: BTreeMap<Code, f64> = BTreeMap::new();
        for (code, weight) in codes {
            if !weight.is_finite() || weight < 0.0 {
                return Err(WeightError::Weight);
            }
            if weight > 0.0 {
                *weights.entry(code).or_default() += weight;
            }
        }
        let total: f64 = weights.values().sum();
        let (first, _) = weights.first_key_value().ok_or(WeightError::Empty)?;
        let (pegs, last) = (first.len(), weights.keys().flat_map(Code::pegs).max());
        if weights.keys().any(|code| code.len() != pegs) {
            return Err(WeightError::Lengths);
        }
        if !total.is_finite() {
            return Err(WeightError::Weight);
        }
        let least_size =
            Size::new(pegs, last.map_or(1, |color| color.index() + 1)).map_err(|_| WeightError::Lengths)?;
        let codes = weights.into_iter().map(|(code, weight)| (code, weight / total)).collect();
        Ok(WeightedCodes::with_sums(codes, least_size))
    }

    /// The codemaker with these [`codes`](WeightedCodes::codes), to the last bit: their probabilities are not divided by their sum
    /// again.
    ///
    /// # Errors
    /// [`WeightError`] as for [`WeightedCodes::new`].
    pub fn of_probabilities(codes: Vec<(Code, f64)>) -> Result<WeightedCodes, WeightError> {
        let least_size = WeightedCodes::new(codes.iter().copied())?.least_size;
        Ok(WeightedCodes::with_sums(codes, least_size))
    }

    fn with_sums(codes: Vec<(Code, f64)>, least_size: Size) -> WeightedCodes {
        let sums = codes.iter().scan(0.0, |sum, (_, probability)| {
            *sum += probability;
            Some(*sum)
        });
        WeightedCodes { sums: sums.collect(), codes, least_size }
    }

    /// The codes in lexicographic order, with their probabilities.
    #[must_use]
    pub fn codes(&self) -> &[(Code, f64)] {
        &self.codes
    }

    /// The smallest size at which every code is legal.
    #[must_use]
    pub const fn least_size(&self) -> Size {
        self.least_size
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

    fn supports(&self, size: Size) -> bool {
        size.pegs() == self.least_size.pegs() && size.colors() >= self.least_size.colors()
    }

    fn draw(&self, _size: Size, rng: &mut Rng) -> Code {
        let drawn = rng.unit();
        // The last sum may be below 1 by rounding.
        let index = self.sums.partition_point(|sum| *sum <= drawn).min(self.codes.len() - 1);
        self.codes[index].0
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let found = self.codes.binary_search_by(|(other, _)| other.cmp(code));
        found.ok().filter(|_| self.supports(size)).map_or(0.0, |index| self.codes[index].1)
    }

    fn listed(&self, size: Size) -> Option<Vec<(Code, f64)>> {
        self.supports(size).then(|| self.codes.clone())
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
        let size = "2x4".parse().unwrap();
        assert_eq!(codes.codes(), [(code("AC"), 0.625), (code("BB"), 0.375)]);
        let mut rng = Rng::new(7);
        let drawn = (0..100_000).filter(|_| codes.draw(size, &mut rng) == code("BB")).count();
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
        assert_eq!(WeightedCodes::new([]), Err(WeightError::Empty));
        assert_eq!(WeightedCodes::new([(code("A"), 0.0)]), Err(WeightError::Empty));
        assert_eq!(WeightedCodes::new([(code("A"), 1.0), (code("AB"), 1.0)]), Err(WeightError::Lengths));
        for weight in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(WeightedCodes::new([(code("A"), weight)]), Err(WeightError::Weight));
        }
    }
}
