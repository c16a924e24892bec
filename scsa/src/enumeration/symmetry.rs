//! Symmetries of a rule, and the orbits of codes under them.

use crate::{Code, Color, Rng, Scsa, Size, next_permutation};

/// The number of drawn codes on which a symmetry is tested.
const PROBES: usize = 64;

/// A group of transformations of a code that keep its probability. The codes that a code can become are its orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// All permutations of the pegs.
    Pegs,
    /// All permutations of the colors of the game.
    Colors,
    /// The identity only: each orbit is one code.
    None,
}

impl Symmetry {
    /// The first symmetry in the order of this enum that no drawn code contradicts. A rule may lack it all the same.
    pub fn of(scsa: &dyn Scsa, size: Size, rng: &mut Rng) -> Symmetry {
        let mut is_kept_by = |symmetry: Symmetry| {
            (0..PROBES).all(|_| {
                let code = scsa.draw(size, rng);
                let image = symmetry.random_image(size, &code, rng);
                let (p, p_of_image) = (scsa.probability(size, &code), scsa.probability(size, &image));
                p > 0.0 && (p - p_of_image).abs() <= 1e-9 * p
            })
        };
        [Symmetry::Pegs, Symmetry::Colors].into_iter().find(|symmetry| is_kept_by(*symmetry)).unwrap_or(Symmetry::None)
    }

    /// A code of the same orbit, under a transformation drawn uniformly.
    fn random_image(self, size: Size, code: &Code, rng: &mut Rng) -> Code {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = code.pegs().collect();
                rng.shuffle(&mut pegs);
                Code::from_fn(size, |peg| pegs[peg])
            }
            Symmetry::Colors => {
                let mut palette: Vec<Color> = size.palette().collect();
                rng.shuffle(&mut palette);
                Code::from_fn(size, |peg| palette[code.peg(peg).index()])
            }
            Symmetry::None => *code,
        }
    }

    /// The canonical code of the orbit of a code: its lexicographically first one.
    pub fn canonical(self, size: Size, code: &Code) -> Code {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = code.pegs().collect();
                pegs.sort_unstable();
                Code::from_fn(size, |peg| pegs[peg])
            }
            Symmetry::Colors => {
                // Colors get the letters A, B, … in the order of their first pegs.
                let (mut images, mut palette) = ([None; Color::MAX], size.palette());
                Code::from_fn(size, |peg| {
                    *images[code.peg(peg).index()].get_or_insert_with(|| palette.next().unwrap_or(Color::A))
                })
            }
            Symmetry::None => *code,
        }
    }

    /// Calls `visit` with each code of the orbit once, in lexicographic order from its canonical code, until it returns false.
    pub fn visit_orbit(self, size: Size, canonical: &Code, mut visit: impl FnMut(Code) -> bool) {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = canonical.pegs().collect();
                while visit(Code::from_fn(size, |peg| pegs[peg])) && next_permutation(&mut pegs) {}
            }
            Symmetry::Colors => {
                // The first `distinct` colors are the images of the colors of the code. The others are put in descending order
                // before each step, so that the step changes an image and skips their permutations.
                let mut palette: Vec<Color> = size.palette().collect();
                let distinct = canonical.distinct();
                while visit(Code::from_fn(size, |peg| palette[canonical.peg(peg).index()])) {
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
    use crate::algorithms::{FirstAndLast, InsertColors, OnlyOnce, TwoColorAlternating, UsuallyFewer};

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn symmetries_of_rules_are_found() {
        let of = |scsa: &dyn Scsa| Symmetry::of(scsa, size("6x9"), &mut Rng::new(1));
        assert_eq!(of(&InsertColors), Symmetry::Pegs);
        assert_eq!(of(&OnlyOnce), Symmetry::Pegs);
        assert_eq!(of(&UsuallyFewer), Symmetry::Pegs);
        assert_eq!(of(&TwoColorAlternating), Symmetry::Colors);
        assert_eq!(of(&FirstAndLast), Symmetry::Colors);
    }

    #[test]
    fn orbits_have_each_code_once_in_order() {
        let number = |symmetry: Symmetry, text: &str| {
            let (size, mut orbit) = (size("4x5"), Vec::new());
            let code: Code = text.parse().unwrap();
            let canonical = symmetry.canonical(size, &code);
            symmetry.visit_orbit(size, &canonical, |code| {
                assert_eq!(symmetry.canonical(size, &code), canonical);
                orbit.push(code);
                true
            });
            assert!(orbit.is_sorted() && orbit[0] == canonical && orbit.contains(&code));
            assert!(orbit.windows(2).all(|pair| pair[0] != pair[1]));
            orbit.len()
        };
        assert_eq!(number(Symmetry::Pegs, "CABC"), 12);
        assert_eq!(number(Symmetry::Pegs, "DDDD"), 1);
        assert_eq!(number(Symmetry::Colors, "CABC"), 60);
        assert_eq!(number(Symmetry::Colors, "DDDD"), 5);
        assert_eq!(number(Symmetry::Colors, "EDCB"), 120);
        assert_eq!(number(Symmetry::None, "EDCB"), 1);
    }
}
