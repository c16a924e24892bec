//! Assertions for the tests of one SCSA, which compare it with a plain statement of its rule.
//!
//! The statement is independent of [`Scsa::draw`] and [`Scsa::probability`]. The laws that hold for every SCSA and need no such
//! statement are in `scsa/tests/scsa/scsa_laws.rs`.

use crate::{Code, Color, Rng, Scsa, Size};

/// Asserts that the rule can make exactly the codes that `can_make` accepts, a code being the color indices of its pegs.
///
/// At all supported sizes of up to 8 pegs, 8 colors and 20 000 codes, every code is checked. At eight sizes up to 32x26, 200
/// codes that the rule draws are checked.
pub fn assert_makes(scsa: &dyn Scsa, can_make: impl Fn(&[usize]) -> bool) {
    let name = scsa.name();
    let can_make = |code: &Code| can_make(&code.pegs().map(Color::index).collect::<Vec<_>>());
    let boards = (1..=8).flat_map(|pegs| (1..=8).map(move |colors| Size::new(pegs, colors).unwrap()));
    for size in boards.filter(|size| size.count_at_most(20_000).is_some() && scsa.supports(*size)) {
        for code in size.codes() {
            let p = scsa.probability(size, &code);
            assert_eq!(p > 0.0, can_make(&code), "{name} {size} {code}: {p}");
        }
    }
    for size in ["4x6", "6x10", "8x10", "15x20", "20x26", "32x26", "26x26", "32x1"].map(|text| text.parse().unwrap()) {
        if scsa.supports(size) {
            let mut rng = Rng::new(3);
            for code in (0..200).map(|_| scsa.draw(size, &mut rng)) {
                assert!(can_make(&code), "{name} {size} {code}");
            }
        }
    }
}

/// Asserts that the rule supports the first size, and not the second.
pub fn assert_supports(scsa: &dyn Scsa, supported: &str, unsupported: &str) {
    assert!(scsa.supports(supported.parse().unwrap()), "{} {supported}", scsa.name());
    assert!(!scsa.supports(unsupported.parse().unwrap()), "{} {unsupported}", scsa.name());
}

/// Asserts which codes the rule draws first at 5x7 from the random stream of seed 2026.
///
/// A change of any of them changes every tournament.
pub fn assert_first_draws(scsa: &dyn Scsa, wanted: [&str; 4]) {
    let mut rng = Rng::new(2026);
    let size = Size::new(5, 7).unwrap();
    assert_eq!(wanted.map(|_| scsa.draw(size, &mut rng).to_string()), wanted, "{}", scsa.name());
}

/// The counts of the colors that occur in these pegs.
pub fn counts(pegs: &[usize]) -> Vec<usize> {
    let count = |color| pegs.iter().filter(|&&peg| peg == color).count();
    (0..Color::MAX).map(count).filter(|&count| count > 0).collect()
}

/// Whether the pegs repeat `period` distinct colors, or begin to do so.
pub fn repeats(pegs: &[usize], period: usize) -> bool {
    let are_distinct = (0..period.min(pegs.len())).all(|i| (0..i).all(|j| pegs[i] != pegs[j]));
    are_distinct && (0..pegs.len()).all(|i| pegs[i] == pegs[i % period])
}
