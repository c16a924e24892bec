//! The codes that a codemaker can make.

use crate::{Code, Color, Game, Rng, Scsa, next_permutation};
use std::collections::HashSet;

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
/// Codes are not drawn one by one where all draws would probably miss codes of this probability together: ten of the sample, which are no
/// accident.
const MOST_MISSED: f64 = 10.0 / SAMPLE as f64;
/// The draws of [`support`] for each of `max_codes` codes. All of them miss a given code that is not rare with a probability below e^-64.
const DRAWS_PER_CODE: usize = 64 * RARE;

/// The support of the distribution of a codemaker: all codes of positive probability in a game, each with its probability, in
/// lexicographic order. `None` when there are more than `max_codes`, or the game is not supported.
///
/// Up to two million legal codes are tested one by one, which takes some 50 ns each. In larger games codes are drawn until the probabilities
/// of the codes found sum to 1 but for 10^-9; a code less probable than that may be missing. This takes some ten draws a code, and many more
/// where some codes are rare, which can end in `None`. It takes one draw a code or less where all permutations of a code's pegs are as
/// probable as the code, or all permutations of the colors. It returns `None` after 4096 draws where there are far more than `max_codes`.
///
/// ```
/// use scsa::{algorithms::{InsertColors, TwoColorAlternating}, support};
/// let game = "20x26".parse()?;
/// let codes = support(&TwoColorAlternating, game, 1000).unwrap_or_default();
/// assert_eq!((codes.len(), codes[0]), (650, ("ABABABABABABABABABAB".parse()?, 1.0 / 650.0)));
/// assert_eq!(support(&InsertColors, game, 1000), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn support(scsa: &dyn Scsa, game: Game, max_codes: usize) -> Option<Vec<(Code, f64)>> {
    EnumerationLimits::of_support(max_codes).enumerate(scsa, game)
}

impl EnumerationLimits {
    /// Limits under which all codes are found, except for rare ones in a large game.
    fn of_support(max_codes: usize) -> EnumerationLimits {
        let max_draws = max_codes.saturating_mul(DRAWS_PER_CODE).max(MAX_TESTED as usize);
        EnumerationLimits { max_codes, max_draws, missing_probability: 0.0 }
    }

    /// The [support](support()) of a codemaker, except for codes that together have at most the missing probability.
    ///
    /// `None` also when that takes more than the maximum of draws. The same arguments give the same codes.
    pub fn enumerate(&self, scsa: &dyn Scsa, game: Game) -> Option<Vec<(Code, f64)>> {
        if !scsa.supports(game) {
            return None;
        }
        if let Some(codes) = scsa.listed(game) {
            return (codes.len() <= self.max_codes).then_some(codes);
        }
        let max_tested = self.max_codes.saturating_mul(TESTED_PER_CODE).max(self.max_draws) as u64;
        if game.count_at_most(max_tested.min(MAX_TESTED)).is_some() {
            by_testing(scsa, game, self.max_codes)
        } else {
            self.by_drawing(scsa, game)
        }
    }

    /// The codes found in draws from a stream of a fixed seed.
    fn by_drawing(&self, scsa: &dyn Scsa, game: Game) -> Option<Vec<(Code, f64)>> {
        let mut rng = Rng::new(0);
        // The expectation of the reciprocal probability of a drawn code is the number of codes. The reciprocals are cut off at
        // `RARE` · `max_codes`. Then the probability that the mean of the sample exceeds its expectation by half of
        // `max_codes` is below e^-27 (Bernstein's inequality).
        let cutoff = RARE as f64 * self.max_codes as f64;
        let mut probability = || scsa.probability(game, &scsa.draw(game, &mut rng));
        let sample: Vec<f64> = (0..SAMPLE).map(|_| probability()).collect();
        let sum: f64 = sample.iter().map(|probability| probability.recip().min(cutoff)).sum();
        if sum > MAX_ESTIMATE * SAMPLE as f64 * self.max_codes as f64 {
            return None;
        }
        let symmetry = Symmetry::of(scsa, game, &mut rng);
        let found = match symmetry {
            Symmetry::None => Err(Incomplete::OtherSymmetry),
            _ => self.by_orbits(scsa, game, symmetry, &mut rng),
        };
        // The probability of the codes that all draws would miss is the expectation of (1 - p)^draws over drawn codes.
        let missed = |probability: &f64| libm::exp(-probability * self.max_draws as f64);
        let is_possible = || {
            let missed = sample.iter().map(missed).sum::<f64>() / SAMPLE as f64;
            missed < MOST_MISSED.max(10.0 * self.missing_probability)
        };
        match found {
            Err(Incomplete::OtherSymmetry) if is_possible() => {
                self.by_orbits(scsa, game, Symmetry::None, &mut rng).ok()
            }
            found => found.ok(),
        }
    }

    /// Draws codes until all orbits are found, and returns all codes in lexicographic order. Each orbit found gives all its codes
    /// and, unless the symmetry is `None`, the orbits whose codes differ from it in the color of one peg.
    ///
    /// The symmetry may be wrong without harm: only codes of positive probability count, and all are found when their probabilities sum to 1.
    fn by_orbits(
        &self,
        scsa: &dyn Scsa,
        game: Game,
        symmetry: Symmetry,
        rng: &mut Rng,
    ) -> Result<Vec<(Code, f64)>, Incomplete> {
        let max_codes = self.max_codes;
        let (mut codes, mut sum, mut impossible) = (Vec::new(), 0.0, 0usize);
        let mut seen: HashSet<Code> = HashSet::new();
        let mut pending: Vec<Code> = Vec::new();
        for _ in 0..self.max_draws {
            let drawn = symmetry.canonical(game, &scsa.draw(game, rng));
            if seen.insert(drawn) {
                pending.push(drawn);
            }
            while let Some(canonical) = pending.pop() {
                symmetry.visit_orbit(game, &canonical, |code| {
                    let probability = scsa.probability(game, &code);
                    if probability > 0.0 {
                        codes.push((code, probability));
                        sum += probability;
                    } else {
                        impossible += 1;
                    }
                    codes.len() <= max_codes && impossible <= max_codes
                });
                if codes.len() > max_codes {
                    return Err(Incomplete::OverLimit);
                }
                if impossible > max_codes {
                    return Err(Incomplete::OtherSymmetry);
                }
                if symmetry == Symmetry::None {
                    continue;
                }
                for (peg, color) in (0..game.pegs()).flat_map(|peg| game.palette().map(move |color| (peg, color))) {
                    let mut other = canonical;
                    other.set(peg, color);
                    let other = symmetry.canonical(game, &other);
                    if !seen.contains(&other) && scsa.probability(game, &other) > 0.0 {
                        seen.insert(other);
                        pending.push(other);
                    }
                }
            }
            if sum > 1.0 - self.missing_probability.max(ROUNDING) {
                codes.sort_unstable_by_key(|(code, _)| *code);
                return Ok(codes);
            }
        }
        Err(Incomplete::OverLimit)
    }
}

/// The codes of positive probability among all legal codes, or `None` when they are more than `max_codes`.
fn by_testing(scsa: &dyn Scsa, game: Game, max_codes: usize) -> Option<Vec<(Code, f64)>> {
    let with_probability = game.codes().map(|code| (code, scsa.probability(game, &code)));
    let possible = with_probability.filter(|(_, probability)| *probability > 0.0);
    let codes: Vec<_> = possible.take(max_codes.saturating_add(1)).collect();
    (codes.len() <= max_codes).then_some(codes)
}

/// The smallest probability that may be missing: sums of probabilities are not more exact than this.
const ROUNDING: f64 = 1e-9;

/// Limits of the [enumeration](EnumerationLimits::enumerate) of the codes that a codemaker can make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EnumerationLimits {
    /// The largest number of codes that is returned.
    pub max_codes: usize,
    /// The largest number of draws in a search for codes by drawing, which is used where a game has too many codes to test each
    /// one. Up to 4224 draws more estimate the number of codes and find the symmetry of the rule.
    pub max_draws: usize,
    /// A search by drawing ends when the codes found have together all but this probability. Meant for at most 0.01; less than
    /// 10^-9 counts as 10^-9.
    pub missing_probability: f64,
}

/// Why a search did not find all codes of a rule.
enum Incomplete {
    /// There are more codes than the limit, or the draws did not find all of them.
    OverLimit,
    /// The rule lacks the given symmetry: orbits have too many codes of probability 0.
    OtherSymmetry,
}

/// The number of drawn codes on which a symmetry is tested.
const PROBES: usize = 64;

/// A group of transformations of a code that keep its probability. The codes that a code can become are its orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symmetry {
    Pegs,
    Colors,
    /// The identity only: each orbit is one code.
    None,
}

impl Symmetry {
    /// The first symmetry in the order of this enum that no drawn code contradicts. A rule may lack it all the same.
    pub fn of(scsa: &dyn Scsa, game: Game, rng: &mut Rng) -> Symmetry {
        let mut is_kept_by = |symmetry: Symmetry| {
            (0..PROBES).all(|_| {
                let code = scsa.draw(game, rng);
                let image = symmetry.random_image(game, &code, rng);
                let (p, p_of_image) = (scsa.probability(game, &code), scsa.probability(game, &image));
                p > 0.0 && (p - p_of_image).abs() <= 1e-9 * p
            })
        };
        [Symmetry::Pegs, Symmetry::Colors].into_iter().find(|symmetry| is_kept_by(*symmetry)).unwrap_or(Symmetry::None)
    }

    /// A code of the same orbit, under a transformation drawn uniformly.
    fn random_image(self, game: Game, code: &Code, rng: &mut Rng) -> Code {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = code.pegs().collect();
                rng.shuffle(&mut pegs);
                Code::from_fn(game, |peg| pegs[peg])
            }
            Symmetry::Colors => {
                let mut palette: Vec<Color> = game.palette().collect();
                rng.shuffle(&mut palette);
                Code::from_fn(game, |peg| palette[code.peg(peg).index()])
            }
            Symmetry::None => *code,
        }
    }

    /// The canonical code of the orbit of a code: its lexicographically first one.
    pub fn canonical(self, game: Game, code: &Code) -> Code {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = code.pegs().collect();
                pegs.sort_unstable();
                Code::from_fn(game, |peg| pegs[peg])
            }
            Symmetry::Colors => {
                // Colors get the letters A, B, … in the order of their first pegs.
                let (mut images, mut palette) = ([None; Color::MAX], game.palette());
                Code::from_fn(game, |peg| {
                    *images[code.peg(peg).index()].get_or_insert_with(|| palette.next().unwrap_or(Color::A))
                })
            }
            Symmetry::None => *code,
        }
    }

    /// Calls `visit` with each code of the orbit once, in lexicographic order from its canonical code, until it returns false.
    pub fn visit_orbit(self, game: Game, canonical: &Code, mut visit: impl FnMut(Code) -> bool) {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = canonical.pegs().collect();
                while visit(Code::from_fn(game, |peg| pegs[peg])) && next_permutation(&mut pegs) {}
            }
            Symmetry::Colors => {
                // The first `distinct` colors are the images of the colors of the code. The others are put in descending order
                // before each step, so that the step changes an image and skips their permutations.
                let mut palette: Vec<Color> = game.palette().collect();
                let distinct = canonical.distinct();
                while visit(Code::from_fn(game, |peg| palette[canonical.peg(peg).index()])) {
                    palette[distinct..].reverse();
                    if !next_permutation(&mut palette) {
                        break;
                    }
                }
            }
            Symmetry::None => {
                visit(*canonical);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::{FirstAndLast, InsertColors, OnlyOnce, TwoColorAlternating, UsuallyFewer, with_variants};

    fn game(text: &str) -> Game {
        text.parse().unwrap()
    }

    #[test]
    fn supports_have_known_numbers_of_codes() {
        for (scsa, text, max_codes, wanted) in [
            (&TwoColorAlternating as &dyn Scsa, "20x26", 650, Some(650)),
            (&TwoColorAlternating, "20x26", 649, None),
            (&TwoColorAlternating, "20x26", 0, None),
            (&TwoColorAlternating, "4x6", 2_000_000, Some(30)),
            (&OnlyOnce, "4x6", 360, Some(360)),
            (&OnlyOnce, "4x6", 359, None),
            (&OnlyOnce, "4x3", 2_000_000, None),
            (&OnlyOnce, "8x8", 40_320, Some(40_320)),
            (&InsertColors, "1x1", 0, None),
            // A sample suffices to see that there are far too many codes.
            (&InsertColors, "20x26", usize::MAX >> 20, None),
        ] {
            assert_eq!(support(scsa, game(text), max_codes).map(|codes| codes.len()), wanted, "{scsa:?} {text}");
        }
    }

    #[test]
    fn drawing_finds_the_same_codes_as_testing() {
        let sizes = ["1x1", "1x7", "2x2", "2x12", "3x3", "3x5", "4x4", "5x3", "7x2"].map(game);
        for (game, scsa) in sizes.into_iter().flat_map(|game| with_variants().map(move |scsa| (game, scsa))) {
            if !scsa.supports(game) {
                assert_eq!(support(scsa, game, usize::MAX), None);
                continue;
            }
            let codes = by_testing(scsa, game, usize::MAX).unwrap();
            assert!((codes.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(codes.is_sorted_by_key(|(code, _)| *code));
            assert_eq!(support(scsa, game, codes.len()).as_ref(), Some(&codes));
            let by_drawing = |max_codes| EnumerationLimits::of_support(max_codes).by_drawing(scsa, game);
            assert_eq!(by_drawing(codes.len()).as_ref(), Some(&codes), "{scsa:?} at {game}");
            assert_eq!(by_drawing(codes.len() - 1), None, "{scsa:?} at {game}");
        }
    }

    #[test]
    fn symmetries_of_rules_are_found() {
        let of = |scsa: &dyn Scsa| Symmetry::of(scsa, game("6x9"), &mut Rng::new(1));
        assert_eq!(of(&InsertColors), Symmetry::Pegs);
        assert_eq!(of(&OnlyOnce), Symmetry::Pegs);
        assert_eq!(of(&UsuallyFewer), Symmetry::Pegs);
        assert_eq!(of(&TwoColorAlternating), Symmetry::Colors);
        assert_eq!(of(&FirstAndLast), Symmetry::Colors);
    }
}
