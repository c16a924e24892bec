//! The codes that a codemaker can make.

mod limits;
mod orbit_search;
mod symmetry;

pub use limits::EnumerationLimits;

use crate::{Code, Rng, Scsa, Size};
use orbit_search::{OrbitSearch, SearchResult};
use symmetry::Symmetry;

/// The largest number of legal codes that are tested one by one, at some 50 ns each.
const MAX_TESTED: u64 = 2_000_000;
/// Codes are also drawn, not tested, where the legal codes are more than this many times `max_codes` and more than `max_draws`.
const TESTED_PER_CODE: usize = 4;
/// A code is rare when its probability is below 1 / (`RARE` · `max_codes`).
const RARE: usize = 16;
/// The number of draws that estimate the number of codes.
const SAMPLE: usize = 4096;
/// The search is not begun when the estimated number of codes exceeds this many times `max_codes`.
const MAX_ESTIMATE: f64 = 1.5;
/// The draws of [`support`] for each of `max_codes` codes. All of them miss a given code that is not rare with a probability
/// below e^-64.
const DRAWS_PER_CODE: usize = 64 * RARE;

/// The support of the distribution of a codemaker: all codes of positive probability at a size, each with its probability, in
/// lexicographic order. `None` when there are more than `max_codes`, or the size is not supported.
///
/// Up to two million legal codes are tested one by one, which takes some 50 ns each. At larger sizes codes are drawn until the
/// probabilities of the codes found sum to 1 but for 10^-9; a code less probable than that may be missing. This takes some ten
/// draws a code, and many more where some codes are rare, which can end in `None`. It takes one draw a code or less where all
/// permutations of a code's pegs are as probable as the code, or all permutations of the colors. It returns `None` after 4096
/// draws where there are far more than `max_codes`.
///
/// ```
/// use scsa::{algorithms::{InsertColors, TwoColorAlternating}, support};
/// let size = "20x26".parse()?;
/// let codes = support(&TwoColorAlternating, size, 1000).unwrap_or_default();
/// assert_eq!((codes.len(), codes[0]), (650, ("ABABABABABABABABABAB".parse()?, 1.0 / 650.0)));
/// assert_eq!(support(&InsertColors, size, 1000), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn support(scsa: &dyn Scsa, size: Size, max_codes: usize) -> Option<Vec<(Code, f64)>> {
    EnumerationLimits::of_support(max_codes).enumerate(scsa, size)
}

impl EnumerationLimits {
    /// Limits under which all codes are found, except for rare ones at a large size.
    fn of_support(max_codes: usize) -> EnumerationLimits {
        let max_draws = max_codes.saturating_mul(DRAWS_PER_CODE).max(MAX_TESTED as usize);
        EnumerationLimits { max_codes, max_draws, missing_probability: 0.0 }
    }

    /// The [support](support()) of a codemaker, except for codes that together have at most the missing probability.
    ///
    /// `None` also when that takes more than the maximum of draws. The same arguments give the same codes.
    ///
    /// ```
    /// use scsa::{EnumerationLimits, algorithms::TwoColorAlternating};
    /// let limits = EnumerationLimits { max_codes: 1000, max_draws: 100, missing_probability: 0.0 };
    /// assert_eq!(limits.enumerate(&TwoColorAlternating, "4x6".parse()?).map(|codes| codes.len()), Some(30));
    /// # Ok::<(), scsa::SizeError>(())
    /// ```
    #[must_use]
    pub fn enumerate(&self, scsa: &dyn Scsa, size: Size) -> Option<Vec<(Code, f64)>> {
        if !scsa.supports(size) {
            return None;
        }
        if let Some(codes) = scsa.listed(size) {
            return (codes.len() <= self.max_codes).then_some(codes);
        }
        let max_tested = self.max_codes.saturating_mul(TESTED_PER_CODE).max(self.max_draws) as u64;
        if size.count_at_most(max_tested.min(MAX_TESTED)).is_some() {
            by_testing(scsa, size, self.max_codes)
        } else {
            self.by_drawing(scsa, size)
        }
    }

    /// The codes found in draws from a stream of a fixed seed.
    fn by_drawing(&self, scsa: &dyn Scsa, size: Size) -> Option<Vec<(Code, f64)>> {
        let mut rng = Rng::new(0);
        // The expectation of the reciprocal probability of a drawn code is the number of codes. The reciprocals are cut off at
        // `RARE` · `max_codes`. Then the probability that the mean of the sample exceeds its expectation by half of
        // `max_codes` is below e^-27 (Bernstein's inequality).
        let cutoff = RARE as f64 * self.max_codes as f64;
        let mut reciprocal = || scsa.probability(size, &scsa.draw(size, &mut rng)).recip().min(cutoff);
        let sum: f64 = (0..SAMPLE).map(|_| reciprocal()).sum();
        if sum > MAX_ESTIMATE * SAMPLE as f64 * self.max_codes as f64 {
            return None;
        }
        let symmetry = Symmetry::of(scsa, size, &mut rng);
        let mut search = |symmetry| OrbitSearch { scsa, size, symmetry, limits: self }.run(&mut rng);
        match search(symmetry) {
            SearchResult::OtherSymmetry => search(Symmetry::None).complete(),
            result => result.complete(),
        }
    }
}

/// The codes of positive probability among all legal codes, or `None` when they are more than `max_codes`.
fn by_testing(scsa: &dyn Scsa, size: Size, max_codes: usize) -> Option<Vec<(Code, f64)>> {
    let with_probability = size.codes().map(|code| (code, scsa.probability(size, &code)));
    let possible = with_probability.filter(|(_, probability)| *probability > 0.0);
    let codes: Vec<_> = possible.take(max_codes.saturating_add(1)).collect();
    (codes.len() <= max_codes).then_some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::{InsertColors, OnlyOnce, TwoColorAlternating, find, with_variants};

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    fn number(scsa: &dyn Scsa, text: &str, max_codes: usize) -> Option<usize> {
        support(scsa, size(text), max_codes).map(|codes| codes.len())
    }

    #[test]
    fn supports_have_known_numbers_of_codes() {
        assert_eq!(number(&TwoColorAlternating, "20x26", 650), Some(650));
        assert_eq!(number(&TwoColorAlternating, "20x26", 649), None);
        assert_eq!(number(&TwoColorAlternating, "4x6", 2_000_000), Some(30));
        assert_eq!(number(&OnlyOnce, "4x6", 360), Some(360));
        assert_eq!(number(&OnlyOnce, "4x6", 359), None);
        assert_eq!(number(&OnlyOnce, "4x3", 2_000_000), None);
        assert_eq!(number(&OnlyOnce, "8x8", 40_320), Some(40_320));
        assert_eq!(number(&InsertColors, "3x3", 27), Some(27));
        assert_eq!(number(&InsertColors, "1x1", 0), None);
        assert_eq!(number(&TwoColorAlternating, "20x26", 0), None);
    }

    #[test]
    fn small_supports_of_a_large_size_are_enumerated_and_large_ones_are_not() {
        let size = size("20x26");
        for name in ["two-color-alternating", "mystery-2", "mystery-5"] {
            assert!(support(find(name).unwrap(), size, 100_000).is_some(), "{name}");
        }
        for scsa in with_variants().filter(|scsa| scsa.supports(size)) {
            // The mean of the reciprocal probability of a drawn code is the number of codes.
            let mut rng = Rng::new(5);
            let reciprocals = (0..1000).map(|_| scsa.probability(size, &scsa.draw(size, &mut rng)).recip());
            let estimate = reciprocals.sum::<f64>() / 1000.0;
            match support(scsa, size, 100_000) {
                Some(codes) => assert!(codes.len() <= 100_000 && estimate < 200_000.0, "{scsa:?}: {estimate}"),
                None => assert!(estimate > 50_000.0, "{scsa:?}: {estimate}"),
            }
        }
        // A sample suffices to see that there are far too many codes.
        assert_eq!(number(&InsertColors, "20x26", usize::MAX >> 20), None);
    }

    #[test]
    fn drawing_finds_the_same_codes_as_testing() {
        let sizes = ["1x1", "1x7", "2x2", "2x12", "3x3", "3x5", "4x4", "5x3", "7x2"].map(size);
        for (size, scsa) in sizes.into_iter().flat_map(|size| with_variants().map(move |scsa| (size, scsa))) {
            if !scsa.supports(size) {
                assert_eq!(support(scsa, size, usize::MAX), None);
                continue;
            }
            let codes = by_testing(scsa, size, usize::MAX).unwrap();
            assert!((codes.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(codes.is_sorted_by_key(|(code, _)| *code));
            assert_eq!(support(scsa, size, codes.len()).as_ref(), Some(&codes));
            let by_drawing = |max_codes| EnumerationLimits::of_support(max_codes).by_drawing(scsa, size);
            assert_eq!(by_drawing(codes.len()).as_ref(), Some(&codes), "{scsa:?} at {size}");
            assert_eq!(by_drawing(codes.len() - 1), None, "{scsa:?} at {size}");
        }
    }

    #[test]
    fn probabilities_sum_to_1_on_large_boards() {
        for (name, text) in [("two-color-alternating", "32x26"), ("mystery-2", "20x26"), ("two-color", "8x12")] {
            let codes = support(find(name).unwrap(), size(text), 2_000_000).unwrap();
            let sum: f64 = codes.iter().map(|(_, probability)| probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{name} {text} {sum}");
            assert!(codes.is_sorted_by_key(|(code, _)| *code));
        }
    }
}
