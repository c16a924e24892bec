//! The codes that a codemaker can make.

mod symmetry;

use crate::{Code, Rng, Scsa, Size};
use symmetry::{Found, Search, Symmetry};

/// Of a size with more codes they are drawn, not listed.
const MOST_LISTED: u64 = 2_000_000;
/// Nor of a size with more than so many times `most` codes, unless as many may be drawn.
const SPARSE: usize = 4;
/// A code is rare when it is less probable than one of so many times `most` codes that are equally probable.
const RARE: usize = 16;
/// So many draws tell about how many codes there are.
const SAMPLE: usize = 4096;
/// So many times `most` codes, as far as a sample tells, are more than `most`.
const TOO_MANY: f64 = 1.5;
/// So many draws are made for each of `most` codes: one that is not rare is missed by all of them with a probability below
/// e^-64.
const DRAWS: usize = 64 * RARE;
/// What may be missing of all the probability there is, at the least: sums are no more exact than that.
const MISSING: f64 = 1e-9;

/// The support of a codemaker at a size: all codes that it can make, in lexicographic order, each with its probability. None
/// when there are more than `most`, or the size is not supported.
///
/// A size of up to two million codes is gone through, which takes some 50 ns a code. On larger boards codes are drawn until the
/// probabilities of those that are known sum to 1: then no other code has one above 10^-9. This takes some ten draws a code, and
/// many more where some are rare; one and less where all orders of a code's pegs are as probable as it is, or all
/// ways to exchange its colors; and no time where there are far more than `most`.
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
pub fn support(scsa: &dyn Scsa, size: Size, most: usize) -> Option<Vec<(Code, f64)>> {
    Listing::exact(most).of(scsa, size)
}

/// How far the codes of a codemaker are looked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Listing {
    /// No more codes than these.
    pub most: usize,
    /// A search draws so many codes at the most, where the size has too many to be gone through; some 4000 tell before that about
    /// how many there are.
    pub draws: usize,
    /// Codes that are drawn are held to be all when no more than this probability is missing, which is at most 0.01.
    pub missing: f64,
}

impl Listing {
    /// As far as it takes to find all codes, but rare ones of a large board.
    fn exact(most: usize) -> Listing {
        Listing { most, draws: most.saturating_mul(DRAWS).max(MOST_LISTED as usize), missing: MISSING }
    }

    /// The [support](support()) of a codemaker, or nearly: codes may be missing that together are as improbable as that. None
    /// also when it takes too many draws.
    ///
    /// ```
    /// use scsa::{Listing, algorithms::TwoColorAlternating};
    /// let listing = Listing { most: 1000, draws: 100, missing: 0.0 };
    /// assert_eq!(listing.of(&TwoColorAlternating, "4x6".parse()?).map(|codes| codes.len()), Some(30));
    /// # Ok::<(), scsa::SizeError>(())
    /// ```
    #[must_use]
    pub fn of(&self, scsa: &dyn Scsa, size: Size) -> Option<Vec<(Code, f64)>> {
        if !scsa.supports(size) {
            return None;
        }
        let gone_through = self.most.saturating_mul(SPARSE).max(self.draws) as u64;
        if size.count_up_to(gone_through.min(MOST_LISTED)).is_some() {
            listed(scsa, size, self.most)
        } else {
            self.drawn(scsa, size)
        }
    }

    /// Which codes are drawn, and in what order, makes no difference: those with all the probability there is are the support.
    /// Where some may be missing, the same random numbers each time make it the same ones.
    fn drawn(&self, scsa: &dyn Scsa, size: Size) -> Option<Vec<(Code, f64)>> {
        let most = self.most;
        let mut rng = Rng::new(0);
        // The reciprocal of the probability of a code that is drawn is, on average, how many codes there are. Cut off at `RARE`
        // times `most`, so many of them lie half of `most` above their mean by chance with a probability below e^-27 (Bernstein).
        let cut = RARE as f64 * most as f64;
        let mut one = || scsa.probability(size, &scsa.draw(size, &mut rng)).recip().min(cut);
        let sum: f64 = (0..SAMPLE).map(|_| one()).sum();
        if sum > TOO_MANY * SAMPLE as f64 * most as f64 {
            return None;
        }
        let symmetry = Symmetry::of(scsa, size, &mut rng);
        let mut search = |symmetry| Search { scsa, size, symmetry, listing: self }.run(&mut rng);
        match search(symmetry) {
            Found::OtherSymmetry => search(Symmetry::None).all(),
            found => found.all(),
        }
    }

    /// Whether codes with probabilities of this sum are held to be all.
    fn are_all(&self, sum: f64) -> bool {
        sum > 1.0 - self.missing.max(MISSING)
    }
}

fn listed(scsa: &dyn Scsa, size: Size, most: usize) -> Option<Vec<(Code, f64)>> {
    let with_probability = size.codes().map(|code| (code, scsa.probability(size, &code)));
    let possible = with_probability.filter(|(_, probability)| *probability > 0.0);
    let codes: Vec<_> = possible.take(most.saturating_add(1)).collect();
    (codes.len() <= most).then_some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::{InsertColors, OnlyOnce, TwoColorAlternating, with_variants};

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    fn number(scsa: &dyn Scsa, text: &str, most: usize) -> Option<usize> {
        support(scsa, size(text), most).map(|codes| codes.len())
    }

    #[test]
    fn supports_are_as_large_as_they_are() {
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
    fn large_supports_are_not_listed() {
        for scsa in with_variants() {
            let few = ["two-color-alternating", "mystery-2", "mystery-5"].contains(&scsa.name());
            assert_eq!(support(scsa, size("20x26"), 100_000).is_some(), few, "{scsa:?}");
        }
        // It takes no time to see that there are far too many.
        assert_eq!(number(&InsertColors, "20x26", usize::MAX >> 20), None);
    }

    /// Drawing finds what listing finds.
    #[test]
    fn drawing_finds_the_codes_that_are_listed() {
        let sizes = ["1x1", "1x7", "2x2", "2x12", "3x3", "3x5", "4x4", "5x3", "7x2"].map(size);
        for (size, scsa) in sizes.into_iter().flat_map(|size| with_variants().map(move |scsa| (size, scsa))) {
            if !scsa.supports(size) {
                assert_eq!(support(scsa, size, usize::MAX), None);
                continue;
            }
            let codes = listed(scsa, size, usize::MAX).unwrap();
            assert!((codes.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(codes.is_sorted_by_key(|(code, _)| *code));
            assert_eq!(support(scsa, size, codes.len()).as_ref(), Some(&codes));
            assert_eq!(Listing::exact(codes.len()).drawn(scsa, size).as_ref(), Some(&codes), "{scsa:?} at {size}");
            assert_eq!(Listing::exact(codes.len() - 1).drawn(scsa, size), None, "{scsa:?} at {size}");
        }
    }

    #[test]
    fn probabilities_sum_to_1_on_large_boards() {
        for (name, text) in [("two-color-alternating", "32x26"), ("mystery-2", "20x26"), ("two-color", "8x12")] {
            let codes = support(crate::algorithms::find(name).unwrap(), size(text), 2_000_000).unwrap();
            let sum: f64 = codes.iter().map(|(_, probability)| probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{name} {text} {sum}");
            assert!(codes.is_sorted_by_key(|(code, _)| *code));
        }
    }
}
